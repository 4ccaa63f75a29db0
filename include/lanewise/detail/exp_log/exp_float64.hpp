#pragma once

/// e^(high + low) as a sum of two doubles, its exponent apart, so that the caller decides how to round.
///
///   exp_float64(high, low)   {steps, scale, growth, growth_low}: e^(high + low) = 2^n * scale * (1 + growth + growth_low),
///                            scale in [1, 2), |growth| < 2^-7.4, |growth_low| < 2^-15.9 + |low|. steps holds 64 n and the
///                            row of the table in its low 18 bits. |high| <= 760.
///   exponent_bits(steps)     n in the exponent field, modulo its size: added to a double's bits, multiplies by 2^n
///   power_bounds(t)          two sums that a power e^t lies between, as pow computes it
///
/// How     high + low = (64 n + j) ln 2 / 64 + growth + rest; a table row gives 2^(j/64) and its relative tail; growth_low
///         is rest, the tail and the polynomial f^2 P(f), of degree 6, for f = growth + rest.
/// Error   of 1 + growth + growth_low, for |f| <= ln 2 / 128 = 2^-7.53, in units of 2^-70: polynomial 1.6; f 2.8; f * f 1,
///         its product with P 1 (0 where products and sums fuse), P itself 1.9; growth_low 1.9; the row's tail (2^-53.2)
///         times growth_low 1.7: < 11.9 = 2^-66.4, 10.9 = 2^-66.5. rest, tail and growth_low are as large as low, too: 2^-53
///         |low| for each, and .85 of that for the row's tail. |f| may be larger by low: at |low| = 2^-12 that adds 2.5 to the
///         polynomial's, and 1 (2) where f * f doubles its last place.
/// Source  coefficients: tests/tables/pow_float64.sollya.

#include "polynomial.hpp"
#include "table_lookup.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <int N>
struct exp_parts {
    lanes<std::uint64_t, N> steps;
    lanes<double, N> scale;
    lanes<double, N> growth;
    lanes<double, N> growth_low;
};

template <int N>
LANEWISE_INLINE lanes<std::uint64_t, N> exponent_bits(const lanes<std::uint64_t, N>& steps) noexcept {
    return (steps & ~std::uint64_t{63}) << 46;
}

template <int N>
LANEWISE_INLINE exp_parts<N> exp_float64(const lanes<double, N>& high, const lanes<double, N>& low) noexcept {
    constexpr double to_integer = 0x1.8p52;
    constexpr double ln2_64th = 0x1.62e42fefap-7;
    constexpr double ln2_64th_low = 0x1.cf79abc9e3b3ap-46;
    const auto rounded = multiply_add(high, 0x1.71547652b82fep6, splat<double, N>(to_integer));
    const auto steps = bit_cast_to<std::uint64_t>(rounded);
    const auto row = load_rows(exp_rows, steps & 63);

    const auto n = rounded - to_integer;
    const auto growth = subtract_product(high, n, splat<double, N>(ln2_64th)); // exact
    const auto rest = subtract_product(low, n, splat<double, N>(ln2_64th_low));
    const auto f = growth + rest;
    constexpr double c[] = {0x1p-1, 0x1.5555555554d36p-3, 0x1.5555555554e06p-5, 0x1.11112150ec7dbp-7,
                            0x1.6c16d592390dap-10};
    const auto tail = multiply_add(row.first, growth, row.first) + rest;
    const auto growth_low = multiply_add(f * f, horner(f, c), tail);
    return {copy(steps), copy(row.second), copy(growth), copy(growth_low)};
}

/// More than the error of 1 + growth + growth_low where exp_parts is used for a power: the budget is in pow_float64.hpp.
template <int N>
LANEWISE_INLINE lanes<double, N> power_reach(const lanes<double, N>& size_of_t) noexcept {
    constexpr double of_t = lanes_have_fma ? 0x1.b4p-71 : 0x1.f4p-71; // 20.4 U, 23.4 U
    constexpr double constant = lanes_have_fma ? 0x1p-66 : 0x1.28p-66;
    return multiply_add(size_of_t, of_t, splat<double, N>(constant));
}

/// What a power lies between: 2^n * (high + low_below) and 2^n * (high + low_above); high in [0.99, 2.01).
template <int N>
struct power_bounds {
    lanes<std::uint64_t, N> steps; // as in exp_parts
    lanes<double, N> high;
    lanes<double, N> low_above;
    lanes<double, N> low_below;

    LANEWISE_INLINE power_bounds(const lanes<double, N>& t_high, const lanes<double, N>& t_low) noexcept {
        const exp_parts<N> power = exp_float64(t_high, t_low);
        steps = copy(power.steps);
        lanes<double, N> low; // scale * (1 + growth) == high + low, to 2^-105
        if constexpr (lanes_have_fma) {
            high = multiply_add(power.scale, power.growth, power.scale);
            low = multiply_add(power.scale, power.growth, power.scale - high);
        } else {
            const auto more = power.scale * power.growth;
            high = power.scale + more;
            low = (more - (high - power.scale)) + product_error(power.scale, power.growth, more);
        }
        const auto reach = power_reach(absolute(t_high));
        low_above = multiply_add(power.scale, power.growth_low + reach, low);
        low_below = multiply_add(power.scale, power.growth_low - reach, low);
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
