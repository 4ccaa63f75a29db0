#pragma once

/// log2 of finite non-negative float32 values, in double.
///
///   log2_float32<Precision>(ax)   exactly k for 2^k, anything for 0, inf and NaN, and otherwise right to 2^-37.7
///                                 relative (test_2_25), 2^-45.04 (test_2_37) or 2^-50.2 (test_2_40): the polynomial
///                                 2^-37.78, 2^-45.09 or 2^-52.34, and 5 * 2^-53 for s, s * s and the last steps; but for
///                                 test_2_40, two more where few registers are summed by pairs, and two where s is no
///                                 division.
///
/// How     ax = 2^k * m with m in [sqrt(1/2), sqrt 2); s = (m - 1) / (m + 1); log2 ax = k + s * P(s^2). The widening to
///         double makes every subnormal normal, and m - 1 and m + 1 are exact.
/// Source  coefficients: tests/tables/pow_float32.sollya, "log2, degree 4" to "log2, degree 6".

#include "../lane/mask.hpp"
#include "polynomial.hpp"
#include "widen.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How precise the double core is: its errors stay below what the rounding test of its user allows for.
enum class float32_precision { test_2_25, test_2_37, test_2_40 };

/// a / b, to 2^-51.3 of it: by an estimate of 1 / b where there is one of doubles (AVX-512: pow of float32 1.77 -> 1.43 ns an
/// element on an Intel, whose division keeps its unit busy for sixteen cycles). No bit of a result depends on it, as they are
/// rounded where the error decides nothing.
template <int N>
LANEWISE_INLINE lanes<double, N> quotient(const lanes<double, N>& a, const lanes<double, N>& b) noexcept {
    if constexpr (requires { registers::inverse_estimate(b.reg[0].data); }) {
        const auto inverse = map<lanes<double, N>>(
            LANEWISE_EACH(const auto& v) { return batch<double>(registers::inverse_estimate(v.data)); }, b);
        // 1 / (1 - e) = (1 + e) (1 + e^2) (1 + e^4) ...; |e| <= 2^-14
        const auto first = a * inverse;
        const auto e = subtract_product(splat<double, N>(1.0), b, inverse);
        const auto second = multiply_add(first, e, first);
        return multiply_add(second, e * e, second);
    } else {
        return a / b;
    }
}

namespace registers {

void exponent_of(absent);
#if defined(__AVX512F__)
// Without optimisation it is a macro of g++'s, in which a mask changes its sign.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
/// k where 2^k <= |v| < 2^(k + 1); -inf of zero.
LANEWISE_INLINE __m512d exponent_of(__m512d v) noexcept {
    return _mm512_getexp_pd(v);
}
#pragma GCC diagnostic pop
#endif

} // namespace registers

template <float32_precision Precision, int N>
LANEWISE_INLINE lanes<double, N> log2_float32(const lanes<double, N>& ax) noexcept {
    // sqrt(1/2), rounded to a float so that no element of a binade is split.
    constexpr std::uint64_t sqrt_half = 0x3fe6a09e60000000;
    constexpr std::uint64_t one = 0x3ff0000000000000;
    constexpr std::uint64_t mantissa = 0x000fffffffffffff;

    const auto from_sqrt_half = bit_cast_to<std::uint64_t>(ax) + (one - sqrt_half);
    const auto m = bit_cast_to<double>((from_sqrt_half & mantissa) + sqrt_half);
    // The product is 2^n or more exactly where m begins anew: 1.41421366 is between 1 / sqrt_half and 1 / the float before it.
    const auto k = [&] {
        if constexpr (requires { registers::exponent_of(ax.reg[0].data); }) {
            return map<lanes<double, N>>(
                LANEWISE_EACH(const auto& v) { return batch<double>(registers::exponent_of(v.data)); },
                ax * 0x1.6a09e7p0);
        } else {
            constexpr std::uint64_t two_52 = 0x4330000000000000;
            return bit_cast_to<double>((from_sqrt_half >> 52) | two_52) - (0x1p52 + 1023);
        }
    }();

    if constexpr (Precision == float32_precision::test_2_25) {
        const auto s = quotient(m - 1.0, m + 1.0);
        const auto w = s * s;
        constexpr double c[] = {0x1.71547652bede5p1, 0x1.ec709d12e141ap-1, 0x1.27777fda7a635p-1, 0x1.a58d8fb6196bep-2,
                                0x1.5ce7ce67ae0f8p-2};
        return multiply_add(s, polynomial(w, c), k);
    } else if constexpr (Precision == float32_precision::test_2_37) {
        const auto s = quotient(m - 1.0, m + 1.0);
        const auto w = s * s;
        constexpr double c[] = {0x1.71547652b8251p1,  0x1.ec709dc53c4acp-1, 0x1.2776c2936df22p-1,
                                0x1.a61a2e9d08839p-2, 0x1.47955e44b18eep-2, 0x1.21b06cb1fd102p-2};
        return multiply_add(s, polynomial(w, c), k);
    } else {
        const auto s = (m - 1.0) / (m + 1.0);
        const auto w = s * s;
        constexpr double c[] = {0x1.71547652b82ffp1,  0x1.ec709dc39cd0ap-1, 0x1.2776c51673e03p-1, 0x1.a61756a7bc06cp-2,
                                0x1.484fa15f24d2ep-2, 0x1.0bb8e23f0a69ep-2, 0x1.f16ce4fffffdp-3};
        return multiply_add(s, horner(w, c), k);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
