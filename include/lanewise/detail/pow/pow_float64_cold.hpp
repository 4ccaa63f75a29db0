#pragma once

/// The cold stages of float64 pow: the elements whose rounding the lanes cannot decide.
///
///   nearest_power(x, y)            x^y correctly rounded, for positive finite x that is not 1, |y log2 x| < 1100, y a double
///                                  or an int64 and not 0
///   settle_float64(open_ax, y, z)  z, with nearest_power where open_ax, |x| there, is not zero
///
/// Stage 2   double-double (pow_scalar.hpp): log2 x to 2^-98 of itself, the power to 2^-98 + |t| 2^-97, where t = y log2 x.
///           Tested with twice as much; one of 2^32 random elements that come here stays open.
/// Exact     then powers of few bits, by integers (pow_exact.hpp): ties, and near stage 2's end other exact results.
/// Stage 3   integers of 256 bits (pow_wide.hpp): the power to 2^-240, rounded as it comes out; nothing loops.
/// Proven    exact cases and ties are found; the budgets of pow_exact.hpp and pow_wide.hpp. Tested: stage 2's, with MPFR.
///           Assumed: no other power of two float64s is closer to the middle of two float64s than 2^-240 of itself. The
///           hardest known near 1 have 107 identical bits after the rounding bit, 2^-160 (tests/data/cases,
///           pow_float64_hard.txt); x^n with n up to some hundreds needs up to 2^-118.

#include "../exp_log/widen.hpp"
#include "../wide/pow_scalar.hpp"
#include "../wide/pow_wide.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// y in the two forms that the stages take: as a double-double, and |y| as an exact binary value.
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

template <class Y>
[[gnu::noinline, gnu::cold]] double nearest_power(double x, Y y) noexcept {
    const scalar_exponent exponent(y);
    const power_estimate estimate = power_by_double_double(x, exponent);
    const double low = nearest_float64({estimate.power.digits - estimate.reach, estimate.power.exponent});
    const double high = nearest_float64({estimate.power.digits + estimate.reach, estimate.power.exponent});
    if (low == high) return low;
    return nearest_float64(power_by_integers(binary_value_of(x), exponent.magnitude, exponent.negative));
}

template <class Y, int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<double, N>
settle_float64(const lanes<double, N>& open_ax, const lanes<Y, N>& y, const lanes<double, N>& z) noexcept {
    constexpr auto size = static_cast<std::size_t>(N);
    double bases[size];
    Y exponents[size];
    double results[size];
    spill(open_ax, bases);
    spill(y, exponents);
    spill(z, results);
    for (std::size_t i = 0; i != size; ++i) {
        if (bases[i] != 0) results[i] = nearest_power(bases[i], exponents[i]);
    }
    return fill<double, N>(results);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
