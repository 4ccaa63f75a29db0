#pragma once

/// float64 pow where the main path of pow_float64.hpp does not reach: subnormal, infinite and NaN bases, infinite, NaN and
/// huge exponents, results that are subnormal or near overflow.
///
///   pow_float64_edge(x, y)   the complete function, for every x and y; the same bits as the main path where both apply
///
/// How     the same log2 and exp2; the result's exponent is kept apart, and high + low of the result is rounded once: onto
///         the grid of the subnormals where the result is one, to 53 bits elsewhere.

#include "exp2_float64.hpp"
#include "log2_float64.hpp"
#include "pow_exponent.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// 2^n for integral n in [-1022, 1023].
template <int N>
LANEWISE_INLINE lanes<double, N> power_of_two(const lanes<double, N>& n) noexcept {
    return bit_cast_to<double>(bit_cast_to<std::uint64_t>(n + (0x1.8p52 + 1023)) << 52);
}

/// (high + low) rounded to a multiple of 2^g, once; g from -52 to 60, high in [0.99, 2).
template <int N>
LANEWISE_INLINE lanes<double, N> round_to_grid(const lanes<double, N>& high, const lanes<double, N>& low,
                                               const lanes<double, N>& g) noexcept {
    const auto shift = power_of_two(g + 52.0) * 1.5;
    const auto first = (high + shift) - shift;
    const auto rest = (high - first) + low;
    return first + ((rest + shift) - shift);
}

template <class Y, int N>
[[gnu::noinline]] LANEWISE_FLATTEN lanes<double, N> pow_float64_edge(const lanes<double, N>& x,
                                                                     const lanes<Y, N>& integer_or_real) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    exponent_sum<Y, N> y(integer_or_real);
    const lanes<double, N> y_as_given = y.high;
    const lanes<double, N> ax = absolute(x);
    const auto subnormal = ax < 0x1p-1022;
    const auto ordinary = (ax > 0.0) & (ax < infinity);
    const auto scaled = select(ordinary, select(subnormal, ax * 0x1p54, ax), splat<double, N>(1.0));

    log2_sum<N> log = log2_float64(scaled);
    // A subnormal's log2 is below -1022: taking 54 from the high part loses what the low part then carries.
    const auto lowered = log.high - 54.0;
    const auto lost = (log.high - lowered) - 54.0;
    log.high = select(subnormal, lowered, log.high);
    log.low = select(subnormal, log.low + lost, log.low);

    // log2 is at least 2^-53 where it is not zero: beyond 2^80 only the sign of y matters.
    y.high = clamp(y.high, -0x1p80, 0x1p80);
    const log2_sum<N> product = y.times(log);
    const auto far = absolute(product.high) > 1200.0;
    const auto t_high = clamp(product.high, -1200.0, 1200.0);
    const auto t_low = select(far, 0.0, product.low);
    const exp2_parts<N> power = exp2_float64(t_high, t_low);

    // Take the exponent n out again: significand * (1 + growth) = high + low, in [0.99, 2.01).
    const auto n_bits = ((power.steps >> 6) + 4096) & 8191;
    const auto n = bit_cast_to<double>(n_bits | 0x4330000000000000) - (0x1p52 + 4096);
    const auto significand = bit_cast_to<double>(bit_cast_to<std::uint64_t>(power.scale) - ((n_bits - 4096) << 52));
    const auto high = multiply_add(significand, power.growth, significand);
    lanes<double, N> low;
    if constexpr (lanes_have_fma) {
        low = multiply_add(significand, power.growth, significand - high);
    } else {
        const auto grown = significand * power.growth;
        low = grown - (high - significand);
    }
    const auto grid = clamp(splat<double, N>(-1074.0) - n, -52.0, 60.0);
    const auto rounded = select(n < -1021.5, round_to_grid(high, low, grid), high);
    const auto n_half = nearest_integer(n * 0.5);
    lanes<double, N> z = (rounded * power_of_two(n_half)) * power_of_two(n - n_half);

    // Where x is 0 or infinite, z is 0 or infinite; NaN anywhere gives NaN; then the ones.
    const auto x_is_zero = ax == 0.0;
    const auto x_is_infinite = ax == infinity;
    const auto up = (x_is_zero & (y_as_given < 0.0)) | (x_is_infinite & (y_as_given > 0.0));
    z = select(x_is_zero | x_is_infinite, select(up, infinity, splat<double, N>(0.0)), z);
    const auto ordered = (x == x) & (y_as_given == y_as_given);
    z = select(ordered, z, splat<double, N>(__builtin_nan("")));
    z = pow_ones(ax, y_as_given, z);
    return pow_signs(x, exponent_sum<Y, N>(integer_or_real).parity(), z);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
