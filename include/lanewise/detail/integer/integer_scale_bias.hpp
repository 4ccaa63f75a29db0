#pragma once

/// g = x*scale + bias on an integer x, exactly, for integral scale and bias of any magnitude (1e308 is integral).

#include "integer_scalar.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A g seen from T: its bits modulo 2^n, and on which side of T's range it lies.
template <class T>
struct scaled_integer {
    T wrapped;
    int side; ///< -1 below T's minimum, 0 in range, 1 above T's maximum

    LANEWISE_INLINE constexpr T saturated() const noexcept {
        using range = std::numeric_limits<T>;
        return side == 0 ? wrapped : side < 0 ? range::min() : range::max();
    }
};

class integer_scale_bias {
public:
    /// Both must be integral values.
    LANEWISE_INLINE constexpr integer_scale_bias(double scale, double bias) noexcept
        : scale_(split(scale)), bias_(split(bias)),
          is_small_(-0x1p30 <= scale && scale <= 0x1p30 && -0x1p53 <= bias && bias <= 0x1p53) {}

    template <class T>
    LANEWISE_INLINE constexpr scaled_integer<T> operator()(T x) const noexcept {
        return {wrapped(x), side<T>(x)};
    }

    /// Its bits modulo 2^n.
    template <class T>
    LANEWISE_INLINE constexpr T wrapped(T x) const noexcept {
        using U = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
        return static_cast<T>(static_cast<U>(x) * static_cast<U>(scale_.modulo) + static_cast<U>(bias_.modulo));
    }

private:
    __extension__ typedef __int128 wide;

    /// significand * 2^shift, |significand| <= 2^53; shift is 0 below 2^53.
    struct term {
        std::int64_t significand;
        int shift;
        std::uint64_t modulo; ///< the value modulo 2^64
    };

    LANEWISE_INLINE static constexpr term split(double value) noexcept {
        if (-0x1p53 <= value && value <= 0x1p53) {
            const auto exact = static_cast<std::int64_t>(value);
            return {exact, 0, static_cast<std::uint64_t>(exact)};
        }
        const auto bits = __builtin_bit_cast(std::uint64_t, value);
        const auto significand = static_cast<std::int64_t>((bits & 0xf'ffff'ffff'ffff) | (std::uint64_t{1} << 52));
        const int shift = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
        const std::int64_t with_sign = value < 0 ? -significand : significand;
        return {with_sign, shift, shift < 64 ? static_cast<std::uint64_t>(with_sign) << shift : 0};
    }

    /// value * 2^shift where that stays below 2^126 in magnitude, so that a sum of two such terms cannot overflow.
    struct shifted {
        wide value;
        bool fits;
    };

    LANEWISE_INLINE static constexpr shifted shift_left(wide value, int shift) noexcept {
        if (value == 0) return {0, true};
        const wide limit = shift < 126 ? wide{1} << (126 - shift) : wide{0};
        if (value >= limit || value <= -limit) return {value, false};
        return {value * (wide{1} << shift), true};
    }

    template <class T>
    LANEWISE_INLINE constexpr int side(T x) const noexcept {
        if constexpr (sizeof(T) <= 4) {
            // 64 bits hold them: |x| <= 2^32.
            if (is_small_) return side_of<T>(std::int64_t{x} * scale_.significand + bias_.significand);
        }
        if (scale_.shift == 0 && bias_.shift == 0)
            return side_of<T>(static_cast<wide>(x) * scale_.significand + bias_.significand);
        return side_of_any(x);
    }

    template <class T>
    [[gnu::noinline, gnu::cold]] constexpr int side_of_any(T x) const noexcept {
        // Both terms over their common power of two, so that the smaller shift is 0. The term that is then shifted
        // either stays below 2^126, or outweighs the other one, which is below 2^117, and decides alone.
        const wide product = static_cast<wide>(x) * scale_.significand;
        const int common = scale_.shift < bias_.shift ? scale_.shift : bias_.shift;
        const shifted scaled = shift_left(product, scale_.shift - common);
        const shifted bias = shift_left(bias_.significand, bias_.shift - common);
        if (!scaled.fits) return sign(scaled.value);
        if (!bias.fits) return sign(bias.value);
        const wide sum = scaled.value + bias.value;
        const shifted total = shift_left(sum, common);
        if (!total.fits) return sign(sum);
        return side_of<T>(total.value);
    }

    template <class T, class W>
    LANEWISE_INLINE static constexpr int side_of(W value) noexcept {
        return value > static_cast<W>(std::numeric_limits<T>::max())   ? 1
               : value < static_cast<W>(std::numeric_limits<T>::min()) ? -1
                                                                       : 0;
    }

    LANEWISE_INLINE static constexpr int sign(wide value) noexcept { return value < 0 ? -1 : 1; }

    term scale_;
    term bias_;
    bool is_small_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
