#pragma once

/// log2 of positive normal float64 values as a sum of two doubles.
///
///   log2_float64(ax)   {exponent k, high, low}: high + low = log2 ax, k the power of two taken out of ax
///
/// How     ax = 2^k * z with z in [45/64, 90/64); c = z rounded to 6 mantissa bits; s = (z - c) / (z + c) as two doubles;
///         log2 ax = (k + log2_rows[c].hi) + (2 / ln 2) s + s^3 Q(s^2) + log2_rows[c].lo. Around 1 the row is zero, so the
///         error is relative to the result.
/// Error   relative: Q 2^-72.1, the row 2^-96 absolute, the low parts' roundings 2^-71.5: < 2^-70.6 altogether.
/// Source  coefficients: tests/tables/pow_float64.sollya.

#include "table_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <int N>
struct log2_sum {
    lanes<double, N> exponent;
    lanes<double, N> high;
    lanes<double, N> low;
};

template <int N>
LANEWISE_INLINE_LATE log2_sum<N> log2_float64(const lanes<double, N>& ax) noexcept {
    constexpr std::uint64_t one = 0x3ff0000000000000;
    constexpr std::uint64_t mantissa = 0x000fffffffffffff;
    constexpr std::uint64_t two_52 = 0x4330000000000000;
    constexpr std::uint64_t half_row = std::uint64_t{1} << 45;
    constexpr std::uint64_t row_bits = ~((std::uint64_t{1} << 46) - 1);

    const auto from_first = bit_cast_to<std::uint64_t>(ax) + (one - log2_first_bits);
    const auto k = bit_cast_to<double>((from_first >> 52) | two_52) - (0x1p52 + 1023);
    const auto offset = from_first & mantissa;
    const auto nearest_row = offset + half_row;
    const auto z = bit_cast_to<double>(offset + log2_first_bits);
    const auto c = bit_cast_to<double>((nearest_row & row_bits) + log2_first_bits);
    const auto row = load_rows(log2_rows, nearest_row >> 46);

    // s = (z - c) / (z + c): the numerator is exact; the denominator is below + below_low.
    const auto above = z - c;
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
    const auto s_low = rest * reciprocal;

    const auto factor = splat<double, N>(0x1.71547652b82fep1); // 2 / ln 2
    const auto w = s * s;
    const auto main = factor * s;
    const auto main_low =
        multiply_add(factor, s_low, multiply_add(s, 0x1.777d0ffda0d24p-55, product_error(factor, s, main)));
    constexpr double tail[] = {0x1.ec709dc3a03fep-1, 0x1.2776c50e8a85ep-1, 0x1.a61974589d73dp-2};
    const auto q = horner(w, tail);

    // |k + hi| is zero or above |main|.
    const auto whole = k + row.first;
    const auto high = whole + main;
    const auto high_low = (whole - high) + main;
    const auto low = multiply_add(w * s, q, row.second + main_low);
    return {copy(k), copy(high), high_low + low};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
