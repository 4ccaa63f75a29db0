#pragma once

/// The last stage of pow: x^y to 2^-240, in integers of 256 bits.
///
///   wide_power{digits, exponent}        digits * 2^(exponent - 254), digits in [2^254, 2^256)
///   pow_wide(x, y, negative)            x^y or x^-y, for y > 0, x positive and not 1, and |y log2 x| < 1100
///   power_by_integers(x, y, negative)   the same to 128 bits, exact where it has few
///
/// How     x = m * 2^k, m in (sqrt(1/2), sqrt 2);  ln m = 2 atanh s, s = (m - 1) / (m + 1) a quotient of integers, by its
///         series;  t = y (k ln 2 + ln m);  t = n ln 2 + z, 0 < z < ln 2 + 2^-29;  e^z = (e^(z / 256))^256, by its series.
/// Error   relative: ln m 2^-252 (cut off at 2^-254; 2^-252.9 is the most that was measured); k ln 2 + ln m loses a bit at
///         most; z, 2^-241 absolute, for |t| < 763; the series of e^(z / 256) 2^-252 (cut off at 2^-270), which 8
///         squarings make 2^-243: < 2^-240.
/// Tested  against MPFR: tests/detail/pow/pow_float64_stages.test.cpp.

#include "pow_exact.hpp"
#include "wide_float.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

struct wide_power {
    uint256 digits;
    int exponent;
};

inline constexpr wide_float wide_ln2 = {
    {{0x8a0d175b8baafa2b, 0x40f343267298b62d, 0xc9e3b39803f2f6af, 0xb17217f7d1cf79ab}}, -256};

/// A wide_float with a sign, or zero.
struct wide_logarithm {
    wide_float magnitude;
    bool negative;
};

/// 2 atanh(numerator / denominator), both integers, for a quotient in (0, 0.172).
[[gnu::noinline, gnu::cold]] inline wide_float twice_atanh(std::uint64_t numerator,
                                                           std::uint64_t denominator) noexcept {
    constexpr uint256 one = {{0, 0, 0, std::uint64_t{1} << 63}}; // in units of 2^-255
    const wide_float s = ratio(numerator, denominator);
    const int doublings = -2 * (s.exponent + 256); // s < 1/2 in units of its own
    const uint256 w = shift_right(high_product(s.digits, s.digits), doublings);
    const int terms = 256 / leading_zeros(w) + 1;
    uint256 sum{};
    for (auto i = static_cast<std::uint64_t>(terms); i > 0; --i)
        sum = high_product(w, add(sum, quotient(one, 2 * i + 1)));
    wide_float product = multiply(s, normalized(add(one, sum), -255));
    ++product.exponent;
    return product;
}

/// ln x for x that is not 1.
[[gnu::noinline, gnu::cold]] inline wide_logarithm ln_wide(const binary_value& x) noexcept {
    constexpr std::uint64_t two_52 = 0x0010000000000000;
    constexpr std::uint64_t sqrt_two_52 = 0x0016a09e667f3bcd;
    const int zeros = __builtin_clzll(x.digits) - 11;
    const std::uint64_t digits = x.digits << zeros;
    const bool upper = digits > sqrt_two_52;
    const int k = x.exponent - zeros + 52 + (upper ? 1 : 0);
    const std::uint64_t unit = upper ? 2 * two_52 : two_52; // m = digits / unit
    const bool whole_negative = k < 0;
    const wide_float whole =
        k == 0 ? wide_ln2 : multiply(wide_ln2, wide_float_of(static_cast<std::uint64_t>(whole_negative ? -k : k)));
    if (digits == unit) return {whole, whole_negative};
    const wide_float part = twice_atanh(upper ? unit - digits : digits - unit, digits + unit);
    if (k == 0) return {part, upper};
    return {whole_negative == upper ? add(whole, part) : subtract(whole, part), whole_negative};
}

/// e^z for 0 < z < 0.7, in units of 2^-254.
[[gnu::noinline, gnu::cold]] inline uint256 exp_wide(const wide_float& z) noexcept {
    constexpr uint256 one = {{0, 0, 0, std::uint64_t{1} << 63}}; // in units of 2^-255
    const uint256 part = shift_right(z.digits, 8 - (z.exponent + 256));
    uint256 sum = one;
    for (int i = 22; i > 0; --i) sum = add(one, quotient(high_product(part, sum), static_cast<std::uint64_t>(i)));
    sum = shift_right(sum, 1);
    for (int i = 0; i < 8; ++i) sum = shift_left(high_product(sum, sum), 2);
    return sum;
}

[[gnu::noinline, gnu::cold]] inline wide_power pow_wide(const binary_value& x, const binary_value& y,
                                                        bool negative) noexcept {
    const wide_logarithm log = ln_wide(x);
    wide_float t = multiply(log.magnitude, wide_float_of(y.digits));
    t.exponent += y.exponent;
    const bool is_negative = log.negative != negative;

    // n such that z = t - n ln 2 is positive and hardly above ln 2: from t's first 64 bits.
    const int binade = t.exponent + 192 < -200 ? -200 : t.exponent + 192;
    const double size = static_cast<double>(t.digits.limb[3]) *
                        __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + binade) << 52);
    const double steps = (is_negative ? -size : size) * 0x1.71547652b82fep0 - 0x1p-30;
    const int n = static_cast<int>(steps + 2048) - 2048;
    if (n == 0) return {exp_wide(t), n};
    const wide_float whole = multiply(wide_ln2, wide_float_of(static_cast<std::uint64_t>(n < 0 ? -n : n)));
    if (is_negative) return {exp_wide(subtract(whole, t)), n};
    return {exp_wide(n < 0 ? add(whole, t) : subtract(t, whole)), n};
}

/// The first 128 bits of a wide power, the last one set where others follow.
inline power_bits leading_bits(const uint256& digits, int exponent) noexcept {
    const bool more = (digits.limb[0] | digits.limb[1]) != 0;
    const uint128 leading = (static_cast<uint128>(digits.limb[3]) << 64) | digits.limb[2] | (more ? 1 : 0);
    return {leading, exponent};
}

[[gnu::noinline, gnu::cold]] inline power_bits power_by_integers(const binary_value& x, const binary_value& y,
                                                                 bool negative) noexcept {
    power_bits exact;
    if (exact_power_bits(x, y, negative, exact)) return exact;
    const wide_power power = pow_wide(x, y, negative);
    return leading_bits(power.digits, power.exponent);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
