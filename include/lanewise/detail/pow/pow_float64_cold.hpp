#pragma once

/// The cold stages of float64 pow: the elements whose rounding the lanes cannot decide.
///
///   nearest_power(x, y)                 x^y correctly rounded, for positive finite x that is not 1, |y log2 x| < 1100,
///                                       y a double or an int64 and not 0
///   settle_float64(ax, y, open, z)      z, with nearest_power where `open` is not zero
///   settle_bounds(ax, y, t, bounds, z)  the same where `bounds`, of e^t, leave two results open, and a closer look at them
///                                       does too; t = y ln ax, high part, z right where they do not
///
/// Closer    stage 1's budget takes what ln ax lacks as a part of ln ax, as it is near 1. In absolute terms it is five or six
///           roundings of s^3 Q < 2^-27.5 (log_float64.hpp), and t's low part adds three or four as small: |y| 2^-77.2. Of
///           random data over the full range, it settles 96 % of what comes here.
/// Stage 2   double-double (pow_scalar.hpp): log2 x to 2^-98 of itself, the power to 2^-98 + |t| 2^-97, where t = y log2 x.
///           Tested with twice as much; one of 2^32 random elements that come here stays open.
/// Exact     then powers of few bits, by integers (pow_exact.hpp): ties, and near stage 2's end other exact results.
/// Stage 3   integers of 256 bits (pow_wide.hpp): the power to 2^-240, rounded as it comes out; nothing loops.
/// Proven    exact cases and ties are found; the budgets of pow_exact.hpp and pow_wide.hpp. Tested: stage 2's, with MPFR.
///           Assumed: no other power of two float64s is closer to the middle of two float64s than 2^-240 of itself. The
///           hardest known near 1 have 107 identical bits after the rounding bit, 2^-160 (tests/data/cases,
///           pow_float64_hard.txt); x^n with n up to some hundreds needs up to 2^-118.

#include "../exp_log/exp_float64.hpp"
#include "../exp_log/widen.hpp"
#include "../wide/pow_scalar.hpp"
#include "../wide/pow_wide.hpp"
#include "pow_exponent.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// |y| in the two forms that the stages take.
struct scalar_exponent {
    double_double value; // with its sign
    binary_value magnitude;
    bool negative;

    explicit scalar_exponent(double y) noexcept
        : value{y, 0}, magnitude(binary_value_of(__builtin_fabs(y))), negative(y < 0) {}
    explicit scalar_exponent(std::int64_t y) noexcept : value{static_cast<double>(y), 0}, negative(y < 0) {
        const auto bits = static_cast<std::uint64_t>(y);
        magnitude = {negative ? 0 - bits : bits, 0};
        value.low = static_cast<double>(static_cast<std::int64_t>(
            bits - (value.high >= 0x1p63 ? std::uint64_t{1} << 63
                                         : static_cast<std::uint64_t>(static_cast<std::int64_t>(value.high)))));
    }
};

/// A power and more than its error, in the same units.
struct power_estimate {
    power_bits power;
    uint128 reach;
};

[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN inline power_estimate
power_by_double_double(double x, const scalar_exponent& y) noexcept {
    // A subnormal x, scaled, has a logarithm of 54 more.
    const double scale = x < 0x1p-1022 ? 54 : 0;
    const double_double log = add({-scale, 0}, log2_scalar(scale != 0 ? x * 0x1p54 : x));
    const double_double t = multiply(log, y.value);
    constexpr double to_integer = 0x1.8p52;
    const double n = (t.high + to_integer) - to_integer;
    const uint128 digits = digits_of(exp2_scalar(fast_two_sum(t.high - n, t.low)));
    const auto half_units = static_cast<std::uint64_t>(product(__builtin_fabs(t.high), 2.0)) + 2;
    return {{digits, static_cast<int>(n)}, static_cast<uint128>(half_units) << (126 - 97)};
}

/// The first 128 bits of a wide power, the last one set where others follow.
inline power_bits leading_bits(const uint256& digits, int exponent) noexcept {
    const bool more = (digits.limb[0] | digits.limb[1]) != 0;
    const uint128 leading = (static_cast<uint128>(digits.limb[3]) << 64) | digits.limb[2] | (more ? 1 : 0);
    return {leading, exponent};
}

[[gnu::noinline, gnu::cold]] inline double nearest_by_integers(double x, const scalar_exponent& y) noexcept {
    const binary_value base = binary_value_of(x);
    power_bits exact;
    if (exact_power_bits(base, y.magnitude, y.negative, exact)) return nearest_float64(exact);
    const wide_power power = pow_wide(base, y.magnitude, y.negative);
    return nearest_float64(leading_bits(power.digits, power.exponent));
}

template <class Y>
[[gnu::noinline, gnu::cold]] double nearest_power(double x, Y y) noexcept {
    const scalar_exponent exponent(y);
    const power_estimate near = power_by_double_double(x, exponent);
    const double low = nearest_float64({near.power.digits - near.reach, near.power.exponent});
    const double high = nearest_float64({near.power.digits + near.reach, near.power.exponent});
    return low == high ? low : nearest_by_integers(x, exponent);
}

template <class Y, int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<double, N>
settle_float64(const lanes<double, N>& ax, const lanes<Y, N>& y, const lanes<double, N>& open,
               const lanes<double, N>& z) noexcept {
    constexpr auto size = static_cast<std::size_t>(N);
    double bases[size];
    Y exponents[size];
    double marks[size];
    double results[size];
    spill(ax, bases);
    spill(y, exponents);
    spill(open, marks);
    spill(z, results);
    for (std::size_t i = 0; i != size; ++i) {
        if (marks[i] != 0) results[i] = nearest_power(bases[i], exponents[i]);
    }
    return fill<double, N>(results);
}

/// As power_reach, but relative to the bounds' high, a little less than the scale, and with a rounding of 2^-69 more.
template <int N>
LANEWISE_INLINE lanes<double, N> closer_reach(const lanes<double, N>& size_of_t,
                                              const lanes<double, N>& size_of_y) noexcept {
    constexpr double of_t = lanes_have_fma ? 0x1.54p-70 : 0x1.c4p-70;
    constexpr double constant = lanes_have_fma ? 0x1.24p-66 : 0x1.4cp-66;
    const auto by_t = size_of_t * of_t;
    const auto by_y = size_of_y * 0x1p-77;
    return select(by_y < by_t, by_y, by_t) + constant;
}

template <class Y, int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<double, N>
settle_bounds(const lanes<double, N>& ax, const lanes<Y, N>& y, const lanes<double, N>& t,
              const power_bounds<N>& bounds, const lanes<double, N>& z) noexcept {
    const auto reach = closer_reach(absolute(t), absolute(exponent_sum<Y, N>(y).high));
    const auto middle = (bounds.low_above + bounds.low_below) * 0.5;
    const auto above = bounds.high + multiply_add(bounds.high, reach, middle);
    const auto below = bounds.high + (middle - bounds.high * reach);
    const auto near = bit_cast_to<double>(bit_cast_to<std::uint64_t>(above) + exponent_bits(bounds.steps));
    const auto settled = above == below;
    const lanes<double, N> settled_z = select(settled, near, z);
    const auto open = (ax > 0.0) & !settled;
    if (!any(open)) return settled_z;
    return settle_float64(ax, y, bits_where(open, 1.0), settled_z);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
