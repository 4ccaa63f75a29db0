#pragma once

/// x^n for float32 bases and small integral exponents: the same bits as pow_float32, by multiplication.
///
///   pow_float32_integral(x, y)   y integral in every lane, in float, double or std::int32_t
///   integral_exponent_lane       what exponents of std::int32_t are loaded as: that, or double
///
/// How       x = m * 2^e; m^|n| as a sum of two floats, squared and multiplied by m as the bits of |n| say, from the highest
///           on; 1 / that for negative n; e * n is added to the exponent. Where that does not decide, where a result may be
///           outside of 2^+-110, or a base is not a normal number, double does (pow_float32_integral_wide.hpp); it does
///           everything where products do not fuse. Zeros are selected. On an Intel .70 of the time that double takes with
///           AVX2, .80 with AVX-512; .59 and .68 where no n of a step is negative.
/// Budget    u = 2^-24; high is rounded, low in units of u * high, error in u^2 * high:    low   error
///             f3^2                         exact                                            1       0
///             times f2                     low is rounded                                   2       2
///             squared                      2 * 2 + 2^2 left out, low rounded                5      13
///             times f1                                                                      6      19
///             squared                      2 * 19 + 6^2, low                               13      87
///             times f0                                                                     14     101
///             inverse                      the next term 15^2, low rounded twice           15     356
///             low +- reach                 rounded                                                 15
///           together < 2^-39.4 of high, tested against 2^-39. Nothing is subnormal: 1 <= |m^|n|| < 2^15.
/// Accuracy  as pow_float32. Proven as far as the budget goes.

#include "../lane/memory.hpp"
#include "../wide/float_sum.hpp"
#include "pow_float32_integral_wide.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr int pow_float32_integral_step = 4 * batch_size<double>;

using integral_exponent_lane = std::conditional_t<lanes_have_fma, std::int32_t, double>;

namespace registers {

void scaling(absent);
#if defined(__AVX512BW__)
LANEWISE_INLINE __m512i scaling(__m512i exponent, __m512i n) noexcept {
    return _mm512_madd_epi16(exponent, _mm512_slli_epi32(n, 16));
}
#elif defined(__AVX2__)
LANEWISE_INLINE __m256i scaling(__m256i exponent, __m256i n) noexcept {
    return _mm256_madd_epi16(exponent, _mm256_slli_epi32(n, 16));
}
#endif

} // namespace registers

/// 2^16 e * n for a float's exponent e in its place, at 2^23, and n in 16 bits.
template <int N>
LANEWISE_INLINE lanes<std::int32_t, N> scaling(const lanes<std::int32_t, N>& exponent,
                                               const lanes<std::int32_t, N>& n) noexcept {
    if constexpr (requires { registers::scaling(exponent.reg[0].data, n.reg[0].data); }) {
        return map<lanes<std::int32_t, N>>(
            LANEWISE_EACH(const auto& e, const auto& i) {
                return batch<std::int32_t>(registers::scaling(e.data, i.data));
            },
            exponent, n);
    } else {
        return (exponent >> 16) * n;
    }
}

/// m^n, n in [0, 15].
template <int N>
LANEWISE_INLINE float_sum<N> power_of_mantissa(const lanes<float, N>& m, const lanes<std::int32_t, N>& n) noexcept {
    const auto first = factor<3>(n, m);
    const auto square = first * first;
    float_sum<N> power{copy(square), multiply_subtract(first, first, square)};
    power.template multiply_where<2>(n, m);
    power.square();
    power.template multiply_where<1>(n, m);
    power.square();
    power.template multiply_where<0>(n, m);
    return power;
}

/// y as integers where |y| is below 16, elsewhere one that is not.
template <class Y, int N>
LANEWISE_INLINE lanes<std::int32_t, N> integers_of(const lanes<Y, N>& y) noexcept {
    if constexpr (std::is_same_v<Y, std::int32_t>) {
        return y;
    } else if constexpr (std::is_same_v<Y, float>) {
        return map<lanes<std::int32_t, N>>(
            LANEWISE_EACH(const auto& v) { return xsimd::to_int(v); }, y);
    } else {
        return integers_of(narrow(y));
    }
}

template <int N>
LANEWISE_INLINE lanes<std::int32_t, N> absolute(const lanes<std::int32_t, N>& n) noexcept {
    return map<lanes<std::int32_t, N>>(
        LANEWISE_EACH(const auto& i) { return xsimd::abs(i); }, n);
}

/// 0^n for a zero of x's sign.
template <int N>
LANEWISE_INLINE lanes<float, N> power_of_zero(const lanes<float, N>& x, const lanes<std::int32_t, N>& n) noexcept {
    constexpr auto infinity = __builtin_bit_cast(std::int32_t, std::numeric_limits<float>::infinity());
    const auto not_zero = (n | (splat<std::int32_t, N>(0) - n)) >> 31;
    const auto size = bit_cast_to<float>((n >> 31) & infinity) | without(splat<float, N>(1.0f), not_zero);
    return size | (bit_cast_to<float>(n << 31) & x);
}

/// Whether the sum does not decide somewhere: |n| above 15, a result that may be outside of 2^+-110, a negative `open`.
template <int N>
LANEWISE_INLINE bool any_undecided(const lanes<std::int32_t, N>& n, const lanes<std::int32_t, N>& scale,
                                   const lanes<std::int32_t, N>& open) noexcept {
    using one_register = lanes<std::int32_t, batch_size<float>>;
    // Added to what is above these bounds they make a negative number. g++ 12 would make them anew in every step.
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    const auto beyond_n = fenced(splat<std::int32_t, one_register::size>(most - 15));
    const auto beyond_scale = fenced(splat<std::int32_t, one_register::size>(most - (110 << 7)));
    const auto join = LANEWISE_EACH(const auto& i, const auto& j) {
        return i | j;
    };
    const one_register largest{{fold_registers(
        absolute(scale), LANEWISE_EACH(const auto& i, const auto& j) { return xsimd::max(i, j); })}};
    // n is negative where it is no integer's size; with another lane's bits in it the sum would be positive again.
    const one_register all_n{{fold_registers(n, join)}};
    const one_register all_open{{fold_registers(open, join)}};
    const auto undecided = all_n | (all_n + beyond_n) | (largest + beyond_scale) | all_open;
    return any_sign_bit(bit_cast_to<float>(undecided));
}

/// Integral exponents as doubles.
template <class Y, int N>
LANEWISE_INLINE lanes<double, N> integral_in_double(const lanes<Y, N>& y) noexcept {
    if constexpr (std::is_same_v<Y, double>) {
        return copy(y);
    } else if constexpr (std::is_same_v<Y, float>) {
        return widen(y);
    } else {
        Y exponents[static_cast<std::size_t>(N)];
        spill(y, exponents);
        return load_as<double, Y, N>(reinterpret_cast<const std::byte*>(exponents));
    }
}

/// The same by double; one function for all exponents.
template <int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<float, N> settle_integral(const lanes<float, N>& x,
                                                                              const lanes<double, N>& y) noexcept {
    return pow_float32_integral_wide(x, y);
}

template <class Y, int N>
LANEWISE_INLINE lanes<float, N> pow_float32_integral(const lanes<float, N>& x, const lanes<Y, N>& y) noexcept {
    if constexpr (!lanes_have_fma) {
        return pow_float32_integral_wide(x, y);
    } else {
        using int_lanes = lanes<std::int32_t, N>;
        constexpr auto one = __builtin_bit_cast(std::int32_t, 1.0f);
        const int_lanes mantissa_and_sign = fenced(splat<std::int32_t, N>(static_cast<std::int32_t>(0x807fffffu)));
        const int_lanes bits = bit_cast_to<std::int32_t>(x);
        const int_lanes base = (bits & mantissa_and_sign) | one;
        const int_lanes n = integers_of(y);
        const int_lanes size = absolute(n);
        const int_lanes scale = scaling(bits - base, n);

        float_sum<N> power = power_of_mantissa(bit_cast_to<float>(base), size);
        if (any_sign_bit(bit_cast_to<float>(n))) power.invert_where_negative(n);

        constexpr float reach = 0x1p-39f;
        const auto low_above = multiply_add(power.high, reach, power.low);
        const auto low_below = subtract_product(power.low, power.high, splat<float, N>(reach));
        const int_lanes above = bit_cast_to<std::int32_t>(power.high + low_above);
        const int_lanes below = bit_cast_to<std::int32_t>(power.high + low_below);
        const int_lanes open = below - above; // `above` is larger in size, of either sign
        lanes<float, N> z = bit_cast_to<float>(above + (scale << 16));
        if (any_undecided(size, scale, open)) [[unlikely]] {
            const auto zero = x == 0.0f;
            const int_lanes scale_elsewhere = bit_cast_to<std::int32_t>(select(zero, 0.0f, bit_cast_to<float>(scale)));
            if (any_undecided(size, scale_elsewhere, open)) return settle_integral(copy(x), integral_in_double(y));
            z = select(zero, power_of_zero(x, n), z);
        }
        return z;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
