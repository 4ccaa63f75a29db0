#pragma once

/// x^n for float32 bases and small integral exponents: the same bits as pow_float32, by multiplication in double.
///
///   pow_float32_integral_wide(x, y)   y integral in every lane, in float or double. Where some |y| is above 15, pow_float32.
///
/// How       x^|n| in double as a product of x, x^2, x^4 and x^8, chosen by the bits of |n|; 1 / that for negative n; one
///           conversion to float. Zeros, infinities, NaN and signs come out of the arithmetic.
/// Budget    each product 2^-53: x^15 has (n - 1) + 1 of them at most, the reciprocal one: < 2^-48.9, tested against 2^-44;
///           what is closer to a midpoint goes to the cold step of pow_float32, with its own wider test.
/// Accuracy  as pow_float32.

#include "pow_float32.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

namespace registers {

void times_where(absent);
#if defined(__AVX512DQ__)
/// p * factor where n has the bit, elsewhere p.
LANEWISE_INLINE __m512d times_where(__m512i n, int bit, __m512d p, __m512d factor) noexcept {
    return _mm512_mask_mul_pd(p, _mm512_test_epi64_mask(n, _mm512_set1_epi64(1 << bit)), p, factor);
}
#endif

} // namespace registers

/// p * factor where n has the bit, elsewhere p.
template <int N>
LANEWISE_INLINE lanes<double, N> times_where(const lanes<std::uint64_t, N>& n, int bit, const lanes<double, N>& p,
                                             const lanes<double, N>& factor) noexcept {
    if constexpr (requires { registers::times_where(n.reg[0].data, bit, p.reg[0].data, factor.reg[0].data); }) {
        return map<lanes<double, N>>(
            LANEWISE_EACH(const auto& m, const auto& q, const auto& f) {
                return batch<double>(registers::times_where(m.data, bit, q.data, f.data));
            },
            n, p, factor);
    } else {
        return p * select_negative(bit_cast_to<double>(n << (63 - bit)), factor, splat<double, N>(1.0));
    }
}

/// |x|^n, with its sign, in double; y integral, |y| <= 15.
template <int N>
LANEWISE_INLINE lanes<double, N> integral_power(const lanes<double, N>& x, const lanes<double, N>& y) noexcept {
    // |y| + 2^52 holds |y| in its low bits.
    const auto n = bit_cast_to<std::uint64_t>(absolute(y) + 0x1p52);
    const auto one = splat<double, N>(1.0);
    const auto x2 = x * x;
    const auto x4 = x2 * x2;
    const auto low = times_where(n, 1, times_where(n, 0, one, x), x2);
    const auto high = times_where(n, 3, times_where(n, 2, one, x4), x4 * x4);
    const auto power = low * high;
    return select_negative(y, one / power, power);
}

template <class Y, int N>
LANEWISE_INLINE lanes<float, N> pow_float32_integral_wide(const lanes<float, N>& x, const lanes<Y, N>& y) noexcept {
    if (!all(absolute(y) < Y(16))) [[unlikely]]
        return pow_float32(x, y);
    lanes<double, N> wide_y;
    if constexpr (std::is_same_v<Y, float>)
        wide_y = widen(y);
    else
        wide_y = y;
    const lanes<double, N> power = integral_power(widen(x), wide_y);
    lanes<float, N> z = narrow(power);
    const auto may_be_subnormal = (absolute(z) < above_smallest) & (absolute(x) > 0.0f);
    if (any(near_float_midpoint<256>(power)) || any(may_be_subnormal)) [[unlikely]]
        z = settle_float32(copy(x), copy(y), absolute(power)) | sign_bit(z);
    return z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
