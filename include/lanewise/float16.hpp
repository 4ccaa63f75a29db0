#pragma once

/// The 16-bit floats, float16 (IEEE 754 binary16) and bfloat16: two bytes of storage, computed with in float.
///
/// No compiler type is portable (g++ 12 has _Float16 in C++ on x86-64 only, clang++ 14 on AArch64 only), so these are the
/// library's own. Construction from float, double and integers rounds once, to nearest, ties to even; conversion to
/// float is exact. Their arithmetic is float's, by that conversion. std::numeric_limits knows both.

#include "dtype.hpp"

#include <limits>

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

/// The bits of `value` in a 16-bit format with that many fraction and exponent bits, rounded once to nearest even.
template <int FractionBits, int ExponentBits>
constexpr std::uint16_t encode16(double value) noexcept {
    constexpr int bias = (1 << (ExponentBits - 1)) - 1;
    constexpr std::uint64_t infinity = ((1u << ExponentBits) - 1u) << FractionBits;
    const auto bits = __builtin_bit_cast(std::uint64_t, value);
    const auto sign = static_cast<std::uint64_t>(bits >> 63 << 15);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    std::uint64_t magnitude = 0;
    if (exponent == 1024) {
        const std::uint64_t quiet_nan = infinity | std::uint64_t{1} << (FractionBits - 1);
        magnitude = fraction == 0 ? infinity : quiet_nan | fraction >> (52 - FractionBits);
    } else {
        const int subnormal_shift = exponent < 1 - bias ? 1 - bias - exponent : 0;
        const int shift = 52 - FractionBits + subnormal_shift;
        if (shift < 54) { // from 54 on the value is below half of the smallest subnormal
            const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
            const std::uint64_t discarded = significand & ((std::uint64_t{1} << shift) - 1);
            const std::uint64_t half = std::uint64_t{1} << (shift - 1);
            magnitude = significand >> shift;
            magnitude += discarded > half || (discarded == half && (magnitude & 1) != 0);
            // The leading one of a normal number adds 1 to the exponent field, hence the - 1; a carry does so too.
            if (subnormal_shift == 0) magnitude += static_cast<std::uint64_t>(exponent + bias - 1) << FractionBits;
            if (magnitude > infinity) magnitude = infinity;
        }
    }
    return static_cast<std::uint16_t>(sign | magnitude);
}

/// `value` as a double that rounds to a 16-bit format as `value` itself would: beyond 53 bits the rest is kept as one
/// sticky bit, so that the conversion to double and the next one make a single rounding.
template <std::integral Integer>
constexpr double sticky_double(Integer value) noexcept {
    const bool negative = value < 0;
    auto magnitude = static_cast<std::uint64_t>(value);
    if (negative) magnitude = 0 - magnitude;
    if (magnitude >> 53 != 0) magnitude = (magnitude >> 11 | ((magnitude & 0x7ff) != 0)) << 11;
    const auto result = static_cast<double>(magnitude);
    return negative ? -result : result;
}

} // namespace detail::inline LANEWISE_ISA

/// IEEE 754 binary16: 11 significant bits, up to 65504.
struct float16 {
    float16() = default; ///< no particular value, as of a float

    /// Rounded once, to nearest, ties to even; beyond the largest, an infinity. A NaN stays one.
    LANEWISE_KEYED explicit constexpr float16(double value) noexcept : bits_(detail::encode16<10, 5>(value)) {}
    LANEWISE_KEYED explicit constexpr float16(float value) noexcept : float16(static_cast<double>(value)) {}
    template <std::integral Integer>
        requires(sizeof(Integer) <= 8)
    LANEWISE_KEYED explicit constexpr float16(Integer value) noexcept : float16(detail::sticky_double(value)) {}

    /// The number that these bits are.
    LANEWISE_KEYED static constexpr float16 from_bits(std::uint16_t bits) noexcept {
        return __builtin_bit_cast(float16, bits);
    }
    LANEWISE_KEYED constexpr std::uint16_t bits() const noexcept { return bits_; } ///< as they lie in memory

    /// Exact: every one of them is a float.
    LANEWISE_KEYED constexpr operator float() const noexcept {
        const auto sign = static_cast<std::uint32_t>(bits_ & 0x8000u) << 16;
        const std::uint32_t magnitude = bits_ & 0x7fffu;
        if (magnitude >= 0x7c00)
            return __builtin_bit_cast(float, sign | 0x7f800000u | magnitude << 13); // infinity, NaN
        if (magnitude < 0x0400) {                                                   // zero, subnormal: an exact product
            const float scaled = static_cast<float>(magnitude) * 0x1p-24f;
            return sign != 0 ? -scaled : scaled;
        }
        return __builtin_bit_cast(float, sign | ((magnitude << 13) + (112u << 23)));
    }

private:
    std::uint16_t bits_;
};

/// The upper half of a float: 8 significant bits, float's range.
struct bfloat16 {
    bfloat16() = default; ///< no particular value, as of a float

    /// Rounded once, to nearest, ties to even; beyond the largest, an infinity. A NaN stays one.
    LANEWISE_KEYED explicit constexpr bfloat16(double value) noexcept : bits_(detail::encode16<7, 8>(value)) {}
    LANEWISE_KEYED explicit constexpr bfloat16(float value) noexcept : bfloat16(static_cast<double>(value)) {}
    template <std::integral Integer>
        requires(sizeof(Integer) <= 8)
    LANEWISE_KEYED explicit constexpr bfloat16(Integer value) noexcept : bfloat16(detail::sticky_double(value)) {}

    /// The number that these bits are.
    LANEWISE_KEYED static constexpr bfloat16 from_bits(std::uint16_t bits) noexcept {
        return __builtin_bit_cast(bfloat16, bits);
    }
    LANEWISE_KEYED constexpr std::uint16_t bits() const noexcept { return bits_; } ///< as they lie in memory

    /// Exact: every one of them is a float.
    LANEWISE_KEYED constexpr operator float() const noexcept {
        return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16);
    }

private:
    std::uint16_t bits_;
};

namespace detail {

/// What <limits> says of a 16-bit format, but for has_denorm, which C++23 deprecates. Windows' headers define min and max.
template <class T, int FractionBits, int ExponentBits>
struct limits16 {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool is_iec559 = true;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = true;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr bool traps = false;
    static constexpr bool tinyness_before = false;
    static constexpr int radix = 2;
    static constexpr int digits = FractionBits + 1;
    static constexpr int digits10 = FractionBits * 30103 / 100000;
    static constexpr int max_digits10 = digits * 30103 / 100000 + 2;
    static constexpr int max_exponent = 1 << (ExponentBits - 1);
    static constexpr int min_exponent = 3 - max_exponent;
    static constexpr int max_exponent10 = max_exponent * 30103 / 100000;
    static constexpr int min_exponent10 = (min_exponent - 1) * 30103 / 100000;

    LANEWISE_KEYED static constexpr T(min)() noexcept { return bits(1 << FractionBits); }
    LANEWISE_KEYED static constexpr T(max)() noexcept { return bits(all_ones - 1); }
    LANEWISE_KEYED static constexpr T lowest() noexcept { return bits(0x8000 | (all_ones - 1)); }
    LANEWISE_KEYED static constexpr T epsilon() noexcept {
        return bits((max_exponent - 1 - FractionBits) << FractionBits);
    }
    LANEWISE_KEYED static constexpr T round_error() noexcept { return bits((max_exponent - 2) << FractionBits); }
    LANEWISE_KEYED static constexpr T denorm_min() noexcept { return bits(1); }
    LANEWISE_KEYED static constexpr T infinity() noexcept { return bits(all_ones); }
    LANEWISE_KEYED static constexpr T quiet_NaN() noexcept { return bits(all_ones | 1 << (FractionBits - 1)); }
    LANEWISE_KEYED static constexpr T signaling_NaN() noexcept { return bits(all_ones | 1 << (FractionBits - 2)); }

private:
    static constexpr int all_ones = 0x7fff >> FractionBits << FractionBits; // the exponent field's
    LANEWISE_KEYED static constexpr T bits(int value) noexcept {
        return T::from_bits(static_cast<std::uint16_t>(value));
    }
};

} // namespace detail

static_assert(sizeof(float16) == 2 && alignof(float16) == 2 && std::is_trivially_copyable_v<float16> &&
              std::is_standard_layout_v<float16>);
static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16> &&
              std::is_standard_layout_v<bfloat16>);

namespace detail::inline LANEWISE_ISA {

/// A plain value in the library's own type: the 16-bit floats of others by their bits.
template <scalar S>
constexpr auto own_value(S value) noexcept {
    if constexpr (element<S> && sizeof(S) == 2 && !std::integral<S>) {
        return __builtin_bit_cast(storage_t<dtype_of<S>>, value);
    } else {
        return value;
    }
}

} // namespace detail::inline LANEWISE_ISA

} // namespace lanewise

namespace std {

template <>
struct numeric_limits<lanewise::float16> : lanewise::detail::limits16<lanewise::float16, 10, 5> {};
template <>
struct numeric_limits<lanewise::bfloat16> : lanewise::detail::limits16<lanewise::bfloat16, 7, 8> {};

} // namespace std
