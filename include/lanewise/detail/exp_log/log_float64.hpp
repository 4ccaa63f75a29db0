#pragma once

/// The natural logarithm of positive normal float64 values as a sum of two doubles.
///
///   log_float64(ax)          {exponent k, high, low}: high + low = ln ax, k the power of two taken out of ax
///   log_float64(ax, scale)   ln ax - scale * ln 2, for integers scale, of which k stands for both powers of two
///
/// How     ax = 2^k * z with z in [.708, 1.416); c = z rounded to 8 mantissa bits; s = 2 (z - c) / (z + c) as two doubles;
///         ln ax = k ln 2 + log_rows[c].hi + s + s^3 Q(s^2) + log_rows[c].lo. The first two of these terms are multiples of
///         2^-42 and so is, exactly, their sum. Around 1 both are zero: the error is relative to the result.
/// Error   |s| < 2^-9, so that s^3 Q is below s * 2^-18 / 12, and a rounding of it below U = 2^-71 / 12 of s. There are those
///         of s^2, s^3, and its product with Q and sum with the rest, 3 U; Q's own, .75 U; and low's, where whole is not
///         zero, 1 U: 4.75 U (5.75 where products and sums do not fuse). The double s itself is up to 2^-52 off where |s| is
///         next to 2^-9, since the divisor is next to 2 there. What it lacks counts by ln's slope, 1 + s^2 / 4, and the second
///         term of that is left out: 6 U. Everything else, Q 2^-77.8, the rows and ln 2 2^-85 absolute: < .3 U. Sum: < 11.1 U
///         (12.1 U). Relative to the result, which is s or above .99 |s|, all of this is at most as much.
///         low is below 2^-21.5 of high, or below 2^-32.
/// Source  coefficients: tests/tables/pow_float64.sollya.

#include "polynomial.hpp"
#include "table_lookup.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <int N>
struct log_sum {
    lanes<double, N> exponent;
    lanes<double, N> high;
    lanes<double, N> low;
};

template <int N, class... Scale>
LANEWISE_INLINE log_sum<N> log_float64(const lanes<double, N>& ax, const Scale&... scale) noexcept {
    constexpr std::uint64_t one = 0x3ff0000000000000;
    constexpr std::uint64_t mantissa = 0x000fffffffffffff;
    constexpr std::uint64_t two_52 = 0x4330000000000000;
    constexpr std::uint64_t half_row = std::uint64_t{1} << 43;
    constexpr std::uint64_t row_bits = ~((std::uint64_t{1} << 44) - 1);

    const auto from_first = bit_cast_to<std::uint64_t>(ax) + (one - log_first_bits);
    const auto k = ((bit_cast_to<double>((from_first >> 52) | two_52) - (0x1p52 + 1023)) - ... - scale);
    const auto offset = from_first & mantissa;
    const auto z = bit_cast_to<double>(offset + log_first_bits);
    const auto c = bit_cast_to<double>((offset & row_bits) + (log_first_bits + half_row));
    const auto row = load_rows(log_rows, offset >> 44);

    // s = 2 (z - c) / (z + c): the numerator is exact; the denominator is below + below_low.
    const auto half_above = z - c;
    const auto above = half_above + half_above;
    const auto below = z + c;
    const auto below_low = z - (below - c);
    const auto reciprocal = 1.0 / below;
    const auto s = above * reciprocal;
    lanes<double, N> rest;
    if constexpr (lanes_have_fma) {
        rest = subtract_product(subtract_product(above, s, below), s, below_low);
    } else {
        const auto back = s * below;
        rest = ((above - back) - product_error(s, below, back)) - s * below_low;
    }

    constexpr double ln2_high = 0x1.62e42fefa38p-1;
    constexpr double ln2_low = 0x1.ef35793c7673p-45;
    constexpr double tail[] = {0x1.5555555555555p-4, 0x1.9999999c3668fp-7, 0x1.2471904b76f8cp-9};
    const auto w = s * s;
    const auto correction =
        multiply_add(w * s, horner(w, tail), multiply_add(rest, reciprocal, multiply_add(k, ln2_low, row.second)));

    // |whole| is zero or above |s|.
    const auto whole = multiply_add(k, ln2_high, row.first);
    const auto high = whole + s;
    const auto high_low = (whole - high) + s;
    return {copy(k), copy(high), high_low + correction};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
