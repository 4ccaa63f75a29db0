#pragma once

/// x^n for float32 bases and small integral exponents: the same bits as pow_float32, by multiplication.
///
///   pow_float32_integral(x, y)   y integral in every lane, in float or double. Where some |y| is above 15, pow_float32.
///
/// How       x^|n| in double as a product of x, x^2, x^4 and x^8, chosen by the bits of |n|; 1 / that for negative n; one
///           conversion to float. Zeros, infinities, NaN and signs come out of the arithmetic.
/// Budget    each product 2^-53: x^15 has (n - 1) + 1 of them at most, the reciprocal one: < 2^-48.9, tested against 2^-44;
///           what is closer to a midpoint goes to the cold step of pow_float32, with its own wider test.
/// Accuracy  as pow_float32.

#include "pow_float32.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr int pow_float32_integral_step = 4 * batch_size<double>;

/// |x|^n, with its sign, in double; y integral, |y| <= 15.
template <int N>
LANEWISE_INLINE lanes<double, N> integral_power(const lanes<double, N>& x, const lanes<double, N>& y) noexcept {
    // |y| + 2^52 holds |y| in its low bits; each bit in turn becomes the sign.
    const auto n = bit_cast_to<std::uint64_t>(absolute(y) + 0x1p52);
    const auto bit = [&](int i) __attribute__((always_inline)) {
        return bit_cast_to<double>(n << (63 - i));
    };
    const auto one = splat<double, N>(1.0);
    const auto x2 = x * x;
    const auto x4 = x2 * x2;
    const auto x8 = x4 * x4;
    const auto low = select_negative(bit(0), x, one) * select_negative(bit(1), x2, one);
    const auto high = select_negative(bit(2), x4, one) * select_negative(bit(3), x8, one);
    const auto power = low * high;
    return select_negative(y, one / power, power);
}

template <class Y, int N>
LANEWISE_INLINE_LATE lanes<float, N> pow_float32_integral(const lanes<float, N>& x, const lanes<Y, N>& y) noexcept {
    if (!all(absolute(y) < Y(16))) [[unlikely]]
        return pow_float32(x, y);
    lanes<double, N> wide_y;
    if constexpr (std::is_same_v<Y, float>)
        wide_y = widen(y);
    else
        wide_y = y;
    const lanes<double, N> power = integral_power(widen(x), wide_y);
    lanes<float, N> z = narrow(power);
    const lanes<float, N> ax = absolute(x);
    const auto subnormal = (absolute(z) < 0x1p-126f) & (ax > 0.0f);
    if (any(near_float_midpoint<256>(power)) || any(subnormal)) [[unlikely]]
        z = settle_float32(copy(ax), copy(wide_y), absolute(power)) | sign_bit(z);
    return z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
