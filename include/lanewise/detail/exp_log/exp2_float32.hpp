#pragma once

/// 2^t in double, for results that float32 can tell apart.
///
///   exp2_float32<Precision>(t)   for |t| <= 160 exactly 2^t for integral t, and otherwise right to 2^-28.9 relative
///                                (test_2_25), 2^-40.1 (test_2_37) or 2^-45.8 (test_2_40): the polynomial 2^-28.91,
///                                2^-40.16 or 2^-45.91, its evaluation 2^-51. Beyond, anything from 2^160 on, or to
///                                2^-160; NaN stays NaN.
///
/// How     t = n + r with n the nearest integer, by adding 1.5 * 2^52; 2^r by a polynomial with constant term exactly 1,
///         one step after the other: with eight registers walked together that is as fast as any order and needs the
///         fewest registers (two are summed by pairs); n goes straight into the exponent field. AVX-512 has an instruction
///         for either end, which need no bounds.
/// Source  coefficients: tests/tables/pow_float32.sollya, "exp2, degree 6", "exp2, degree 8" and "exp2, degree 9".

#include "log2_float32.hpp"
#include "polynomial.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

namespace registers {

void from_nearest_integer(absent);
void times_power_of_two(absent);
#if defined(__AVX512DQ__)
/// v less the nearest integer; of an infinity 0.
LANEWISE_INLINE __m512d from_nearest_integer(__m512d v) noexcept {
    return _mm512_reduce_pd(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
/// v * 2^n for integral n, infinite ones too.
LANEWISE_INLINE __m512d times_power_of_two(__m512d v, __m512d n) noexcept {
    return _mm512_scalef_pd(v, n);
}
#endif

} // namespace registers

/// p * 2^n, n in the low bits of `shifted`.
template <int N>
LANEWISE_INLINE lanes<double, N> scaled(const lanes<double, N>& p, const lanes<double, N>& shifted) noexcept {
    return bit_cast_to<double>(bit_cast_to<std::uint64_t>(p) + (bit_cast_to<std::uint64_t>(shifted) << 52));
}

/// 2^r for |r| <= 1/2.
template <float32_precision Precision, int N>
LANEWISE_INLINE lanes<double, N> exp2_of_fraction(const lanes<double, N>& r) noexcept {
    if constexpr (Precision == float32_precision::test_2_25) {
        constexpr double c[] = {1.0,
                                0x1.62e430af2704cp-1,
                                0x1.ebfbdc3c2f83p-3,
                                0x1.c6aee88e9826dp-5,
                                0x1.3b2d4cf25c7e4p-7,
                                0x1.5f3e52f1cca1p-10,
                                0x1.41fbbba9723fp-13};
        return polynomial(r, c);
    } else if constexpr (Precision == float32_precision::test_2_37) {
        constexpr double c[] = {1.0,
                                0x1.62e42fef89d1fp-1,
                                0x1.ebfbdff8ede85p-3,
                                0x1.c6b08dced33e4p-5,
                                0x1.3b2ab5ed6facfp-7,
                                0x1.5d874d07146d4p-10,
                                0x1.430aa882f4ac3p-13,
                                0x1.00d85335bda5p-16,
                                0x1.61c4f097dd7b5p-20};
        return polynomial(r, c);
    } else {
        constexpr double c[] = {1.0,
                                0x1.62e42fefa37d1p-1,
                                0x1.ebfbdff81be07p-3,
                                0x1.c6b08d70c8934p-5,
                                0x1.3b2ab7241202dp-7,
                                0x1.5d87fd936c9f7p-10,
                                0x1.430897f36798dp-13,
                                0x1.ffce3003a06e7p-17,
                                0x1.63e6962dc65c7p-20,
                                0x1.b3ddfa15762f9p-24};
        return horner(r, c);
    }
}

template <float32_precision Precision, int N>
LANEWISE_INLINE lanes<double, N> exp2_float32(const lanes<double, N>& t) noexcept {
    if constexpr (requires { registers::from_nearest_integer(t.reg[0].data); }) {
        const auto r = map<lanes<double, N>>(
            LANEWISE_EACH(const auto& v) { return batch<double>(registers::from_nearest_integer(v.data)); }, t);
        return map<lanes<double, N>>(
            LANEWISE_EACH(const auto& p, const auto& n) {
                return batch<double>(registers::times_power_of_two(p.data, n.data));
            },
            exp2_of_fraction<Precision>(r), t - r);
    } else {
        constexpr double to_integer = 0x1.8p52;
        const auto bounded = clamp(t, -160.0, 160.0);
        const auto n = bounded + to_integer;
        return scaled(exp2_of_fraction<Precision>(bounded - (n - to_integer)), n);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
