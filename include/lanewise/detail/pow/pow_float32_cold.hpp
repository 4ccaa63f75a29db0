#pragma once

/// The cold step of float32 pow: infinite and NaN bases, ones, and the elements whose rounding is open.
///
///   settle_float32(x, y, power)   |x|^y correctly rounded, for power = |x|^y to 2^-37 where x is finite
///   exponent_in_double(y)         y as either step takes it
///
/// How     power * (1 - 2^-37) and power * (1 + 2^-37) are converted to float: where both give the same, that is it. What is
///         left (2^-12 of random data) is an exact tie, or is computed as a float64 pow and tested again with 2^-52; the rest
///         (2^-27) goes to the scalar stage.
/// Bound   2^-37 against an error below 2^-37.9 (pow_float32.hpp), 2^-52 against 2^-52.9; for subnormal results as for normal
///         ones.

#include "../exp_log/exp_float64.hpp"
#include "../exp_log/widen.hpp"
#include "../wide/pow_exact.hpp"
#include "../wide/pow_scalar.hpp"
#include "pow_exponent.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// x^y correctly rounded, for positive finite x and finite y with 2^-160 < x^y < 2^160.
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN inline float nearest_float32(double x, double y) noexcept {
    power_bits exact;
    if (exact_power_bits(binary_value_of(x), binary_value_of(__builtin_fabs(y)), y < 0, exact))
        return static_cast<float>(odd_float64(exact));
    // The sum of float64 pow, rounded: right to 0.51 units in its last place.
    constexpr int size = batch_size<double>;
    const log_sum<size> log = log_float64(splat<double, size>(x));
    const log_sum<size> t = exponent_sum<double, size>(splat<double, size>(y)).times(log);
    const exp_parts<size> power = exp_float64(t.high, t.low);
    const auto significand = multiply_add(power.scale, power.growth + power.growth_low, power.scale);
    double results[static_cast<std::size_t>(size)];
    spill(bit_cast_to<double>(bit_cast_to<std::uint64_t>(significand) + exponent_bits(power.steps)), results);
    const double distance = product(results[0], 0x1p-52);
    const auto low = static_cast<float>(results[0] - distance);
    const auto high = static_cast<float>(results[0] + distance);
    return low == high ? low : static_cast<float>(pow_to_odd(x, y));
}

template <int N>
LANEWISE_INLINE lanes<double, N> exponent_in_double(const lanes<float, N>& y) noexcept {
    return widen(y);
}
/// A NaN's payload would reach the exponent field of the result: only the default NaN goes in.
template <int N>
LANEWISE_INLINE lanes<double, N> exponent_in_double(const lanes<double, N>& y) noexcept {
    return select(y == y, y, splat<double, N>(__builtin_nan("")));
}

template <class Y, int N>
LANEWISE_INLINE lanes<float, N> settle_float32_part(const lanes<float, N>& x, const lanes<Y, N>& any_y,
                                                    const lanes<double, N>& finite_power) noexcept {
    const lanes<float, N> ax = absolute(x);
    const lanes<double, N> y = exponent_in_double(any_y);
    const lanes<double, N> power = pow_magnitudes(widen(ax), y, finite_power);
    const lanes<double, N> distance = power * 0x1p-37;
    const auto open = narrow(power - distance) < narrow(power + distance);
    if (!any(open)) return narrow(power);

    constexpr auto size = static_cast<std::size_t>(N);
    float bases[size];
    double exponents[size];
    float marks[size];
    float results[size];
    spill(ax, bases);
    spill(y, exponents);
    spill(bits_where(open, 1.0f), marks);
    spill(narrow(power), results);
    for (std::size_t i = 0; i != size; ++i) {
        if (marks[i] != 0) results[i] = nearest_float32(static_cast<double>(bases[i]), exponents[i]);
    }
    return fill<float, N>(results);
}

template <class Y, int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<float, N>
settle_float32(const lanes<float, N>& x, const lanes<Y, N>& y, const lanes<double, N>& finite_power) noexcept {
    return map_parts<lanes<float, N>>(
        LANEWISE_EACH(const auto& x_part, const auto& y_part, const auto& power_part) {
            return settle_float32_part(x_part, y_part, power_part);
        },
        x, y, finite_power);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
