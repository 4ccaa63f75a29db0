#pragma once

/// 2^(high + low) in two steps, so that the caller decides how to round.
///
///   exp2_float64(high, low)   {steps, scale, growth}: 2^(high + low) = scale * (1 + growth), |growth| < 2^-7.4; scale is
///                             2^(steps / 64) rounded, with its exponent wherever it fell: for |high| < 1021 a normal number
///                             steps holds the integer in its low bits.
///
/// How     high + low is rounded to 1/64 by adding 1.5 * 2^46; a table row gives 2^(j/64) and its relative tail; a
///         polynomial of degree 6 does the rest.
/// Error   of 1 + growth: polynomial 2^-64.4, its evaluation in growth 2^-61 (half an ulp of 2^-8 and what the last
///         product adds), the cross term growth * tail 2^-61.5.
/// Source  coefficients: tests/tables/pow_float64.sollya.

#include "table_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <int N>
struct exp2_parts {
    lanes<std::uint64_t, N> steps;
    lanes<double, N> scale;
    lanes<double, N> growth;
};

template <int N>
LANEWISE_INLINE_LATE exp2_parts<N> exp2_float64(const lanes<double, N>& high, const lanes<double, N>& low) noexcept {
    constexpr double to_64th = 0x1.8p46;
    const auto rounded = (high + low) + to_64th;
    const auto steps = bit_cast_to<std::uint64_t>(rounded);
    const auto f = (high - (rounded - to_64th)) + low;
    const auto row = load_rows(exp2_rows.rows, steps & 63);
    const auto scale = bit_cast_to<double>(bit_cast_to<std::uint64_t>(row.second) + (steps << 46));

    constexpr double c[] = {0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3,  0x1.c6b08d7073c3bp-5,
                            0x1.3b2ab6fb66011p-7, 0x1.5d8722247174ep-10, 0x1.430bbe9fe2c33p-13};
    const auto p = horner(f, c);
    return {copy(steps), copy(scale), multiply_add(p, f, row.first)};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
