#pragma once

/// Products and sums that mean what they say, on every instruction set and under every -ffp-contract.
///
///   multiply_add(a, b, c)   a * b + c: one rounding where the hardware fuses, two where it does not. For polynomials and
///                           sums whose error budget allows either.
///   multiply_subtract(a, b, c), subtract_product(c, a, b)   a * b - c and c - a * b, likewise.
///   product(a, b)           a * b, rounded; never contracted into a sum that follows.
///   two_product(a, b)       high + low == a * b exactly (no overflow, no underflow): high is the rounded product.
///   two_sum(a, b)           high + low == a + b exactly.
///   fast_two_sum(a, b)      the same for |a| >= |b| or a == 0.
///
/// Why     g++ contracts a * b + c by default (-ffp-contract=fast), through vector intrinsics too. A header cannot set
///         flags, so a product that must stay rounded is fenced by an empty asm on its register, and every other product
///         that feeds a sum is written as an explicit multiply_add. Without fused hardware there is nothing to contract.
/// Source  Dekker, "A floating-point technique for extending the available precision" (1971); Knuth's two-sum.

#include "registers.hpp"

#include <type_traits>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                               \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "lanewise: pow and cast need IEEE arithmetic: compile without -ffast-math, -Ofast and parts of them"
#endif
// x87's registers hold more bits than a float or a double has; of -mfpmath=both g++ says -1.
#if (defined(__i386__) || defined(__x86_64__)) && (__FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ == -1)
#error "lanewise: pow and cast need IEEE arithmetic, which is not that of x87: compile with -msse2 -mfpmath=sse"
#endif

namespace lanewise::detail::inline LANEWISE_ISA {

#if defined(__FMA__) || defined(__aarch64__) || defined(__FP_FAST_FMA)
inline constexpr bool scalar_has_fma = true;
#else
inline constexpr bool scalar_has_fma = false;
#endif
#if defined(__FMA__) || defined(__aarch64__) || defined(__AVX512F__)
inline constexpr bool lanes_have_fma = true;
#else
inline constexpr bool lanes_have_fma = false;
#endif
/// Whether the compiler may fuse what no function here does: an instruction for it is all that it asks for.
#if defined(__FMA4__) || defined(__s390x__)
inline constexpr bool may_fuse = true;
#else
inline constexpr bool may_fuse = lanes_have_fma || scalar_has_fma;
#endif

template <class T>
struct two {
    T high;
    T low;
};

/// Hides how `value` came to be from the optimiser; costs no instruction.
template <class Register>
LANEWISE_INLINE void fence(Register& value) noexcept {
#if defined(__AVX512F__)
    asm("" : "+v"(value));
#elif defined(__SSE2__)
    asm("" : "+x"(value));
#elif defined(__aarch64__)
    asm("" : "+w"(value));
#else
    asm("" : "+m"(value));
#endif
}

namespace registers {

#if defined(__FMA__)
LANEWISE_INLINE __m128 fused(__m128 a, __m128 b, __m128 c) noexcept {
    return _mm_fmadd_ps(a, b, c);
}
LANEWISE_INLINE __m128 fused_minus(__m128 a, __m128 b, __m128 c) noexcept {
    return _mm_fmsub_ps(a, b, c);
}
LANEWISE_INLINE __m128 fused_from(__m128 a, __m128 b, __m128 c) noexcept {
    return _mm_fnmadd_ps(a, b, c);
}
LANEWISE_INLINE __m128d fused(__m128d a, __m128d b, __m128d c) noexcept {
    return _mm_fmadd_pd(a, b, c);
}
LANEWISE_INLINE __m128d fused_minus(__m128d a, __m128d b, __m128d c) noexcept {
    return _mm_fmsub_pd(a, b, c);
}
LANEWISE_INLINE __m128d fused_from(__m128d a, __m128d b, __m128d c) noexcept {
    return _mm_fnmadd_pd(a, b, c);
}
LANEWISE_INLINE __m256 fused(__m256 a, __m256 b, __m256 c) noexcept {
    return _mm256_fmadd_ps(a, b, c);
}
LANEWISE_INLINE __m256 fused_minus(__m256 a, __m256 b, __m256 c) noexcept {
    return _mm256_fmsub_ps(a, b, c);
}
LANEWISE_INLINE __m256 fused_from(__m256 a, __m256 b, __m256 c) noexcept {
    return _mm256_fnmadd_ps(a, b, c);
}
LANEWISE_INLINE __m256d fused(__m256d a, __m256d b, __m256d c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
}
LANEWISE_INLINE __m256d fused_minus(__m256d a, __m256d b, __m256d c) noexcept {
    return _mm256_fmsub_pd(a, b, c);
}
LANEWISE_INLINE __m256d fused_from(__m256d a, __m256d b, __m256d c) noexcept {
    return _mm256_fnmadd_pd(a, b, c);
}
#endif
#if defined(__AVX512F__)
LANEWISE_INLINE __m512 fused(__m512 a, __m512 b, __m512 c) noexcept {
    return _mm512_fmadd_ps(a, b, c);
}
LANEWISE_INLINE __m512 fused_minus(__m512 a, __m512 b, __m512 c) noexcept {
    return _mm512_fmsub_ps(a, b, c);
}
LANEWISE_INLINE __m512 fused_from(__m512 a, __m512 b, __m512 c) noexcept {
    return _mm512_fnmadd_ps(a, b, c);
}
LANEWISE_INLINE __m512d fused(__m512d a, __m512d b, __m512d c) noexcept {
    return _mm512_fmadd_pd(a, b, c);
}
LANEWISE_INLINE __m512d fused_minus(__m512d a, __m512d b, __m512d c) noexcept {
    return _mm512_fmsub_pd(a, b, c);
}
LANEWISE_INLINE __m512d fused_from(__m512d a, __m512d b, __m512d c) noexcept {
    return _mm512_fnmadd_pd(a, b, c);
}
#endif
#if defined(__aarch64__)
LANEWISE_INLINE float32x4_t fused(float32x4_t a, float32x4_t b, float32x4_t c) noexcept {
    return vfmaq_f32(c, a, b);
}
LANEWISE_INLINE float32x4_t fused_minus(float32x4_t a, float32x4_t b, float32x4_t c) noexcept {
    return vfmaq_f32(vnegq_f32(c), a, b);
}
LANEWISE_INLINE float32x4_t fused_from(float32x4_t a, float32x4_t b, float32x4_t c) noexcept {
    return vfmsq_f32(c, a, b);
}
LANEWISE_INLINE float64x2_t fused(float64x2_t a, float64x2_t b, float64x2_t c) noexcept {
    return vfmaq_f64(c, a, b);
}
LANEWISE_INLINE float64x2_t fused_minus(float64x2_t a, float64x2_t b, float64x2_t c) noexcept {
    return vfmaq_f64(vnegq_f64(c), a, b);
}
LANEWISE_INLINE float64x2_t fused_from(float64x2_t a, float64x2_t b, float64x2_t c) noexcept {
    return vfmsq_f64(c, a, b);
}
#endif

} // namespace registers

LANEWISE_INLINE double product(double a, double b) noexcept {
    double p = a * b;
    if constexpr (may_fuse) fence(p);
    return p;
}

template <class T, class A>
LANEWISE_INLINE xsimd::batch<T, A> product(const xsimd::batch<T, A>& a, const xsimd::batch<T, A>& b) noexcept {
    xsimd::batch<T, A> p = a * b;
    if constexpr (may_fuse) fence(p.data);
    return p;
}

LANEWISE_INLINE double multiply_add(double a, double b, double c) noexcept {
    if constexpr (scalar_has_fma)
        return __builtin_fma(a, b, c);
    else
        return a * b + c;
}

template <class T, class A>
LANEWISE_INLINE xsimd::batch<T, A> multiply_add(const xsimd::batch<T, A>& a, const xsimd::batch<T, A>& b,
                                                const xsimd::batch<T, A>& c) noexcept {
    if constexpr (requires { registers::fused(a.data, b.data, c.data); })
        return xsimd::batch<T, A>(registers::fused(a.data, b.data, c.data));
    else
        return product(a, b) + c;
}

/// a * b - c, under the same terms.
LANEWISE_INLINE double multiply_subtract(double a, double b, double c) noexcept {
    return multiply_add(a, b, -c);
}

template <class T, class A>
LANEWISE_INLINE xsimd::batch<T, A> multiply_subtract(const xsimd::batch<T, A>& a, const xsimd::batch<T, A>& b,
                                                     const xsimd::batch<T, A>& c) noexcept {
    if constexpr (requires { registers::fused_minus(a.data, b.data, c.data); })
        return xsimd::batch<T, A>(registers::fused_minus(a.data, b.data, c.data));
    else
        return product(a, b) - c;
}

/// c - a * b, likewise.
template <class T, class A>
LANEWISE_INLINE xsimd::batch<T, A> subtract_product(const xsimd::batch<T, A>& c, const xsimd::batch<T, A>& a,
                                                    const xsimd::batch<T, A>& b) noexcept {
    if constexpr (requires { registers::fused_from(a.data, b.data, c.data); })
        return xsimd::batch<T, A>(registers::fused_from(a.data, b.data, c.data));
    else
        return c - product(a, b);
}

/// a == high + low with at most 26 significant bits in each (Veltkamp); |a| < 2^995.
template <class T>
LANEWISE_INLINE two<T> split(const T& a) noexcept {
    const T scaled = product(a, T(134217729.0));
    const T high = scaled - (scaled - a);
    return {high, a - high};
}

/// The rounding error of p = a * b.
template <class T>
LANEWISE_INLINE T product_error(const T& a, const T& b, const T& p) noexcept {
    if constexpr (std::is_same_v<T, double> ? scalar_has_fma : lanes_have_fma) {
        return multiply_subtract(a, b, p);
    } else {
        const two<T> x = split(a);
        const two<T> y = split(b);
        return x.low * y.low + (((x.high * y.high - p) + x.high * y.low) + x.low * y.high);
    }
}

template <class T>
LANEWISE_INLINE two<T> two_product(const T& a, const T& b) noexcept {
    const T p = product(a, b);
    return {p, product_error(a, b, p)};
}

template <class T>
LANEWISE_INLINE two<T> two_sum(const T& a, const T& b) noexcept {
    const T s = a + b;
    const T b_part = s - a;
    const T a_part = s - b_part;
    return {s, (a - a_part) + (b - b_part)};
}

template <class T>
LANEWISE_INLINE two<T> fast_two_sum(const T& a, const T& b) noexcept {
    const T s = a + b;
    return {s, b - (s - a)};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
