#pragma once

/// The lane operations of integer pow with a float64 exponent per element.
///
///   pow_floating_lanes<T>    the result; `saturate` clamps exact powers instead of wrapping them
///   pow_floating_faults<T>   whether any element is an overflow or has a negative exponent (integer_overflow::error)
///
/// Float64 pow for all elements of a step at once; integral exponents, which are rare here, then exactly and one by one.

#include "../exp_log/widen.hpp"
#include "../integer/integer_pow_floating.hpp"
#include "../lane/memory.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Integers as doubles, rounded once; `stored` is x in memory.
template <class T, int N>
LANEWISE_INLINE lanes<double, N> nearest_doubles(const lanes<T, N>& x, const T* stored) noexcept {
    if constexpr (sizeof(T) < 8) {
        return load_as<double, T, N>(reinterpret_cast<const std::byte*>(stored));
    } else {
        // The upper half, as 2^84 + upper * 2^32 by its bits, and the lower half as 2^52 + lower; both exact.
        constexpr std::uint64_t two_84 = 0x4530000000000000;
        constexpr std::uint64_t two_52 = 0x4330000000000000;
        constexpr std::uint64_t sign = std::is_signed_v<T> ? std::uint64_t{1} << 63 : 0;
        const auto bits = bit_cast_to<std::uint64_t>(x) + sign;
        const auto upper = bit_cast_to<double>((bits >> 32) | two_84) - (0x1p84 + static_cast<double>(sign));
        return upper + (bit_cast_to<double>((bits & 0xffffffff) | two_52) - 0x1p52);
    }
}

template <class T>
struct integer_pow_floating_operation {
    using first = T;
    using second = double;
    using result = T;
    static constexpr int step = batch_size<T> > pow_float64_step ? batch_size<T> : pow_float64_step;

protected:
    static constexpr auto size = static_cast<std::size_t>(step);

    /// A step in memory: bases, exponents, and powers in float64.
    struct elements_of_step {
        alignas(64) T base[size];
        alignas(64) double exponent[size];
        alignas(64) double power[size];
        bool any_integral = false;

        LANEWISE_INLINE elements_of_step(const lanes<T, step>& x, const lanes<double, step>& y) noexcept {
            spill(x, base);
            spill(y, exponent);
            const lanes<double, step> wide = nearest_doubles<T, step>(x, base);
            any_integral = any(nearest_integer(y) == y);
            spill(wide, power);
            raise(power, exponent, step);
        }

        /// As truncate_to, without a branch.
        LANEWISE_INLINE lanes<T, step> truncated() const noexcept {
            constexpr double past = 2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<T>::digits - 1));
            constexpr double lowest = std::is_signed_v<T> ? -past : 0.0;
            const lanes<double, step> v = fill<double, step>(power);
            const auto number = select(v == v, v, splat<double, step>(0.0));
            lanes<T, step> out;
            if constexpr (sizeof(T) == 8) {
                const auto inside = clamp(number, lowest, past * (1 - 0x1p-53));
                each_register<lanes<T, step>::count>(
                    LANEWISE_EACH(int i) { out.reg[i] = truncated_register(inside.reg[i], v.reg[i]); });
            } else {
                alignas(64) T results[size];
                if constexpr (std::is_same_v<T, std::uint32_t>) {
                    // As signed ones, which g++ 12 converts in registers.
                    alignas(64) double whole[size];
                    spill(rounded_down(clamp(number, lowest, past - 1)) - 0x1p31, whole);
                    for (int i = 0; i < step; ++i)
                        results[i] = static_cast<T>(static_cast<std::int32_t>(whole[i])) ^ (T{1} << 31);
                } else {
                    alignas(64) double inside[size];
                    spill(clamp(number, lowest, past - 1), inside);
                    for (int i = 0; i < step; ++i) results[i] = static_cast<T>(inside[i]);
                }
                out = fill<T, step>(results);
            }
            return out;
        }

        /// For v >= 0.
        LANEWISE_INLINE static lanes<double, step> rounded_down(const lanes<double, step>& v) noexcept {
            const auto nearest = nearest_integer(v);
            return select(v < nearest, nearest - 1.0, nearest);
        }

        /// For 64 bits: `inside` as integers, but the largest one where v is out of range above. In registers: what is
        /// stored one by one cannot be loaded as a whole at once.
        LANEWISE_INLINE static batch<T> truncated_register(const batch<double>& inside,
                                                           const batch<double>& v) noexcept {
            using doubles = typename vector_of<double, batch_size<double>>::type;
            using int64s = typename vector_of<std::int64_t, batch_size<double>>::type;
            constexpr bool is_signed = std::is_signed_v<T>;
            doubles unbounded;
            __builtin_memcpy(&unbounded, &v, sizeof unbounded);
            int64s whole;
#if defined(__SSE4_1__) && !defined(__AVX512DQ__)
            // No instruction for it: both halves as 2^52 + half, by the bits of that. No power here is negative.
            const batch<double> integral = xsimd::trunc(inside);
            const batch<double> upper = xsimd::floor(integral * 0x1p-32);
            const auto high = __builtin_bit_cast(int64s, upper + 0x1p52);
            const auto low = __builtin_bit_cast(int64s, integral - upper * 0x1p32 + 0x1p52);
            whole = (high << 32) | (low & 0xffffffff);
#else
            doubles d;
            __builtin_memcpy(&d, &inside, sizeof d);
            if constexpr (is_signed) {
                whole = __builtin_convertvector(d, int64s);
            } else {
                const int64s upper = d >= 0x1p63;
                const auto half = (doubles)(upper & __builtin_bit_cast(std::int64_t, 0x1p63));
                whole = __builtin_convertvector(d - half, int64s) ^ (upper << 63);
            }
#endif
            if constexpr (is_signed) {
                const int64s over = unbounded >= 0x1p63;
                whole = (whole & ~over) | (over & std::numeric_limits<std::int64_t>::max());
            } else {
                whole |= unbounded >= 0x1p64;
            }
            return __builtin_bit_cast(batch<T>, whole);
        }
    };
};

template <class T>
struct pow_floating_lanes : integer_pow_floating_operation<T> {
    static constexpr int step = integer_pow_floating_operation<T>::step;
    bool saturate;

    LANEWISE_INLINE lanes<T, step> operator()(const lanes<T, step>& x, const lanes<double, step>& y) const noexcept {
        typename integer_pow_floating_operation<T>::elements_of_step e(x, y);
        const lanes<T, step> powers = e.truncated();
        if (!e.any_integral) return powers;
        T elements[static_cast<std::size_t>(step)];
        spill(powers, elements);
        for (int i = 0; i < step; ++i) {
            if (is_integral_value(e.exponent[i])) elements[i] = pow_floating(e.base[i], e.exponent[i], saturate);
        }
        return fill<T, step>(elements);
    }
};

template <class T>
struct pow_floating_faults : integer_pow_floating_operation<T> {
    static constexpr int step = integer_pow_floating_operation<T>::step;

    LANEWISE_INLINE bool operator()(const lanes<T, step>& x, const lanes<double, step>& y) const noexcept {
        const typename integer_pow_floating_operation<T>::elements_of_step e(x, y);
        bool faulty = false;
        for (int i = 0; i < step; ++i) {
            if (is_integral_value(e.exponent[i])) {
                faulty |= pow_fault(e.base[i], e.exponent[i]) != integer_fault::none;
            } else {
                faulty |= !truncate_to<T>(e.power[i]).in_range;
            }
        }
        return faulty;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
