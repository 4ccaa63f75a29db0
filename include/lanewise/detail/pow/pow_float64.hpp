#pragma once

/// x^y for float64, correctly rounded (to nearest even), subnormal results and the edge of overflow included; all special
/// values.
///
///   pow_float64(x, y)   y in double lanes, or in std::int64_t lanes, used exactly
///
/// How       Stage 1, here: ln |x| as two doubles, times y as two doubles, e^ of that by table and polynomial as two
///           doubles, whose sum is the result where an error as large as `power_reach` (exp_float64.hpp) changes nothing.
///           Elsewhere, and for inf, NaN, subnormal bases and results outside 2^+-1019, the step goes to
///           pow_float64_edge.hpp. Zeros and signs are part of the main path.
/// Budget    of stage 1, relative to the result, for t = y ln |x|. ln's low part is largest for |x| next to 1 + 2^-9, where it
///           is 2^-18 / 12 of ln: a rounding of what has that size is U = 2^-72 / 6 of t; elsewhere less.
///                                                                            without fused multiply-add
///             ln                                             11.1 U                               12.1 U
///             low of t; rest, tail, growth_low, +- reach,
///             low of the bounds                               6 U       y * low, scale * growth_low: 8 U
///             the row's tail times low                        .85 U                                .85 U
///             f larger by low (exp_float64.hpp)               .14 U                                .21 U
///             together, times 1.007 for growth               18.3 U                               21.4 U
///             exp                                             2^-66.5                              2^-66.4
///             +- reach and low of the bounds                  2^-68                                2^-67.4
///             sum                                           < 2^-66.1 + 18.3 U               < 2^-65.8 + 21.4 U
/// Stages    0.03 % of ordinary elements leave the lanes; 0.3 % of bases near 1 with results all over the range; 1.2 % of
///           integers to small integral powers, which are ties. Of the random ones, one in 2^32 leaves stage 2. On a Zen 3
///           an element takes 0.4 us in stage 2 and 3 to 5 us in stage 3.
/// Accuracy  correctly rounded. Proven as far as the budgets go; pow_float64_cold.hpp says what its last stage rests on.
///           Tested: tests/detail/pow/pow_float64.test.cpp.

#include "../exp_log/exp_float64.hpp"
#include "../exp_log/log_float64.hpp"
#include "pow_float64_cold.hpp"
#include "pow_float64_edge.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Elements per step that keep enough chains in flight: two double registers of sixteen, four of thirty-two.
inline constexpr int pow_float64_step = (many_registers && !few_chains ? 4 : 2) * batch_size<double>;

template <class Y, int N>
LANEWISE_INLINE lanes<double, N> pow_float64(const lanes<double, N>& x, const lanes<Y, N>& integer_or_real) noexcept {
    const exponent_sum<Y, N> y(integer_or_real);
    const lanes<double, N> ax = absolute(x);
    const log_sum<N> log = log_float64(ax);
    const log_sum<N> t = y.times(log);

    auto inside = (absolute(log.exponent) < 1021.5) & (absolute(t.high) < 707.0);
    if constexpr (!lanes_have_fma)
        inside = inside & (absolute(y.high) < 0x1p990); // the splitting of exact products must not overflow
    const bool all_inside = all(inside);
    // Copies, so that they need no address on the way here; register by register, as halves would be waited for.
    if (!all_inside && !all(inside | (ax == 0.0))) [[unlikely]]
        return pow_float64_edge(copy(x), copy(integer_or_real), copy(t.high), copy(t.low));

    const power_bounds<N> bounds(t.high, t.low);
    const auto above = bounds.high + bounds.low_above;
    const auto below = bounds.high + bounds.low_below;
    lanes<double, N> z = bit_cast_to<double>(bit_cast_to<std::uint64_t>(above) + exponent_bits(bounds.steps));
    const auto settled = above == below;
    if (!all(settled) && !all(settled | (ax == 0.0))) [[unlikely]]
        return pow_float64_edge(copy(x), copy(integer_or_real), copy(t.high), copy(t.low));
    if (!all_inside) [[unlikely]] {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const auto of_one_or_nan = select(y.high == 0.0, 1.0, y.high);
        const auto zero_power = select(y.high > 0.0, 0.0, select(y.high < 0.0, infinity, of_one_or_nan));
        z = select(ax == 0.0, zero_power, z);
    }
    if (any_sign_bit(x)) z = pow_signs(x, y.parity(), z);
    return z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
