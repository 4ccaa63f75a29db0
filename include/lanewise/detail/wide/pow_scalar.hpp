#pragma once

/// x^y for one positive finite x and any finite y, where the lanes cannot tell how to round: by double-double, and by integers
/// where that leaves it open.
///
///   pow_to_odd(x, y)     x^y as a double rounded to odd: rounding it again to 51 bits or fewer, subnormal or not, gives
///                        the correctly rounded x^y. +inf and 0 beyond 2^+-300. x is normal and not 1, y not 0.
///
/// Error   log2: series to 2^-122, 2^-110 with its coefficients as stored, double-double evaluation < 2^-98 of itself; exp2:
///         table and series 2^-104. Together, with t = y log2 x:  2^-97 (1 + |t|) of the power, as tested; |t| < 300 makes that
///         2^-88.7.
/// Open    where a double is as close to the power as 2^-87: one of 2^34 random pairs, exact powers, and ties between shorter
///         formats. Then pow_wide.hpp decides, by what is exact or to 2^-240.
/// Source  coefficients: tests/tables/pow_scalar.sollya.

#include "../exp_log/pow_float64_tables.hpp"
#include "double_double.hpp"
#include "pow_wide.hpp"

#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

/// value * 2^exponent by the exponent field alone: exact, or a zero or an infinity far outside.
LANEWISE_INLINE double scale_by_exponent(double value, int exponent) noexcept {
    const auto power = [](int e) __attribute__((LANEWISE_INLINED)) {
        return __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + e) << 52);
    };
    return product(product(value, power(exponent / 2)), power(exponent - exponent / 2));
}

/// log2 x, x positive and normal.
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN inline double_double log2_scalar(double x) noexcept {
    static constexpr double high_terms[11][2] = {
        {0x1.71547652b82fep1, 0x1.777d0ffda0d24p-55},   {0x1.ec709dc3a03fdp-1, 0x1.d27f05548af0cp-55},
        {0x1.2776c50ef9bfep-1, 0x1.e4b29ccc535d4p-55},  {0x1.a61762a7aded9p-2, 0x1.fb22e490ee2fp-57},
        {0x1.484b13d7c02a9p-2, -0x1.e55fc724e0a2cp-60}, {0x1.0c9a84994022dp-2, 0x1.42b91d166906ap-57},
        {0x1.c68f568d3176p-3, 0x1.ce23c4e96378ep-59},   {0x1.89f3b1694cffep-3, -0x1.2339777c86c81p-60},
        {0x1.5b9ac9b743f0dp-3, 0x1.0d0e5e1d8f408p-57},  {0x1.3703c1f4d0ffep-3, 0x1.926b2bc99b1edp-57},
        {0x1.1964ec6fc9491p-3, -0x1.5893679f6136p-58}};
    static constexpr double low_terms[13] = {
        0x1.00ecd7e080215p-3, 0x1.d8be0817f5ffep-4, 0x1.b5b96fca558e1p-4, 0x1.9789566cee8d2p-4, 0x1.7d3e699fb5deep-4,
        0x1.66235b77002e7p-4, 0x1.51ac4eec8b247p-4, 0x1.3f6ba49a91758p-4, 0x1.2f0a39b3764ebp-4, 0x1.2041ebf5a27cdp-4,
        0x1.12d9a57323dc3p-4, 0x1.06a2764633554p-4, 0x1.f6ead796c457p-5};

    constexpr std::uint64_t sqrt_half = 0x3fe6a09e60000000;
    const std::uint64_t from_sqrt_half = __builtin_bit_cast(std::uint64_t, x) - sqrt_half;
    const auto k = static_cast<std::int64_t>(from_sqrt_half) >> 52;
    const double m = __builtin_bit_cast(double, (from_sqrt_half & 0x000fffffffffffff) + sqrt_half);

    // s = (m - 1) / (m + 1) as a double-double: a quotient and what the first one leaves.
    const double above = m - 1;
    const double_double below = two_sum(m, 1.0);
    const double first = above / below.high;
    const double_double back = two_product(first, below.high);
    const double rest = ((above - back.high) - back.low) - product(first, below.low);
    const double_double s = fast_two_sum(first, rest / below.high);

    const double_double w = multiply(s, s);
    double tail = low_terms[12];
    for (int i = 11; i >= 0; --i) tail = product(tail, w.high) + low_terms[i];
    double_double sum = {product(tail, w.high), 0};
    sum = add({high_terms[10][0], high_terms[10][1]}, sum);
    for (int i = 9; i >= 0; --i) sum = add({high_terms[i][0], high_terms[i][1]}, multiply(sum, w));
    return add({static_cast<double>(k), 0}, multiply(s, sum));
}

/// 2^f, |f| <= 1/2 + 2^-50.
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN inline double_double exp2_scalar(const double_double& f) noexcept {
    static constexpr double high_terms[6][2] = {
        {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56},  {0x1.ebfbdff82c58fp-3, -0x1.5e43a53e44da3p-57},
        {0x1.c6b08d704a0cp-5, -0x1.d331627513351p-59},  {0x1.3b2ab6fba4e77p-7, 0x1.4e65df05a9f75p-62},
        {0x1.5d87fe78a6731p-10, 0x1.0717f69a514bfp-66}, {0x1.430912f86c787p-13, 0x1.bd2c2a261ac8dp-67}};
    static constexpr double low_terms[6] = {0x1.ffcbfc588b0c7p-17, 0x1.62c0223a5c824p-20, 0x1.b5253d395e7c4p-24,
                                            0x1.e4cf5158b8ecap-28, 0x1.e8cac7351bb25p-32, 0x1.c3bd650fc2986p-36};
    constexpr double to_64th = 0x1.8p46;
    const double j = (f.high + to_64th) - to_64th;
    const double_double r = fast_two_sum(f.high - j, f.low);

    double tail = low_terms[5];
    for (int i = 4; i >= 0; --i) tail = product(tail, r.high) + low_terms[i];
    double_double sum = {product(tail, r.high), 0};
    for (int i = 5; i >= 0; --i) {
        sum = add({high_terms[i][0], high_terms[i][1]}, sum);
        sum = multiply(sum, r);
    }
    const int steps = static_cast<int>(j * 64);
    const table_row& at = exp_rows[steps & 63];
    const auto offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(steps >> 6)) << 52;
    const double value = __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, at.second) + offset);
    const double_double base = {value, product(at.first, value)};
    return add(base, multiply(base, sum));
}

[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN inline double pow_to_odd(double x, double y) noexcept {
    const double_double log = log2_scalar(x);
    if (product(log.high, y) > 300) return __builtin_inf();
    if (product(log.high, y) < -300) return 0;
    const double_double p = two_product(log.high, y);
    const double_double t = fast_two_sum(p.high, p.low + product(log.low, y));
    constexpr double to_integer = 0x1.8p52;
    const double n = (t.high + to_integer) - to_integer;
    const double_double power = exp2_scalar(fast_two_sum(t.high - n, t.low));
    if (__builtin_fabs(power.low) < 0x1p-87)
        return odd_float64(power_by_integers(binary_value_of(x), binary_value_of(__builtin_fabs(y)), y < 0));
    std::uint64_t bits = __builtin_bit_cast(std::uint64_t, power.high);
    // high is at most half a unit away; step towards low where high is even.
    if ((bits & 1) == 0) bits = power.low > 0 ? bits + 1 : bits - 1;
    return scale_by_exponent(__builtin_bit_cast(double, bits), static_cast<int>(n));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
