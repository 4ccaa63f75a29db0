#pragma once

/// x^y for float64: at most 0.52 units in the last place everywhere, subnormal results and the edge of overflow included;
/// all special values.
///
///   pow_float64(x, y)   y in double lanes, or in std::int64_t lanes, used exactly
///
/// How       log2 |x| as two doubles, times y as two doubles, 2^ of that by table and polynomial, one rounding at the end.
///           Zeros and signs are part of the main path; inf, NaN, subnormal bases and results outside 2^+-1021 take the
///           whole step to pow_float64_edge.hpp.
/// Budget    in units in the last place at a significand of 1, where one is 2^-52 and counts most: the last rounding 0.5;
///           log2, 2^-70.6 of |t| ln 2 <= 708, 0.002; growth < 2^-7.4, whose rounding and that of its last product make
///           0.004; the polynomial 2^-64.4 and the neglected growth * tail 2^-61.5 another 0.002; the low part of t 0.001.
///           Sum 0.509, against a bound of 0.52.
/// Accuracy  tested, not proven: 0.5084 is the worst of 6.5 million pairs over thirteen distributions, at
///             0x1.f7fd3e04c27e1p-1 ^ 0x1.2e3c7e3e0f8c4p+15: got 0x1.ce44063460921p-881, want 0x1.ce44063460922p-881;
///           0.14 % of random results are not the nearest float64. Held by tests/detail/lane/pow_float64.test.cpp.

#include "exp2_float64.hpp"
#include "log2_float64.hpp"
#include "pow_float64_edge.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Elements per step that keep enough chains in flight: four double registers.
inline constexpr int pow_float64_step = 4 * batch_size<double>;

/// |log2 of the result| that the main path covers. Without fused multiply-add the product scale * growth is rounded by
/// itself, and must not do so among the subnormals.
inline constexpr double pow_float64_reach = lanes_have_fma ? 1021.0 : 960.0;

template <class Y, int N>
LANEWISE_INLINE_LATE lanes<double, N> pow_float64(const lanes<double, N>& x,
                                                  const lanes<Y, N>& integer_or_real) noexcept {
    const exponent_sum<Y, N> y(integer_or_real);
    const lanes<double, N> ax = absolute(x);
    const auto x_is_zero = ax == 0.0;
    const log2_sum<N> log = log2_float64(ax);
    const log2_sum<N> t = y.times(log);

    auto inside = (absolute(log.exponent) < 1021.5) & (absolute(t.high) < pow_float64_reach);
    if constexpr (!lanes_have_fma)
        inside = inside & (absolute(y.high) < 0x1p990); // the splitting of exact products must not overflow
    if (!all(inside | x_is_zero)) [[unlikely]] {
        // Copies, so that x and y need no address on the way here.
        const lanes<double, N> edge_x = x;
        const lanes<Y, N> edge_y = integer_or_real;
        return pow_float64_edge(edge_x, edge_y);
    }

    const exp2_parts<N> power = exp2_float64(t.high, t.low);
    lanes<double, N> z = multiply_add(power.scale, power.growth, power.scale);
    if (any(x_is_zero)) {
        // log was some number about -1023: z is 1 for y == 0 and NaN for NaN, as it should be.
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const auto zero_power = select(y.high > 0.0, 0.0, select(y.high < 0.0, infinity, z));
        z = select(x_is_zero, zero_power, z);
    }
    if (any_sign_bit(x)) z = pow_signs(x, y.parity(), z);
    return z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
