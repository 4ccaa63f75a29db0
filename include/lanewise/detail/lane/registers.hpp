#pragma once

/// Registers as bits, and registers of float beside registers of double.
///
///   bit_cast_to<To>(batch)       the same bits as another element type
///   widen_low, widen_high        the lower and upper half of a float register as doubles; exact
///   narrow(low, high)            two double registers as one float register; each element rounded once, to nearest even
///   clamp_register(v, l, h)     v kept within [l, h]; NaN stays NaN
///   select_negative_register   a where the sign bit of a third register is set, elsewhere b
///   low_words(a, b)              the lower 32 bits of every double of a and b, in an unspecified order
///
/// Everything that xsimd spells differently from release to release, or does not have, and that pow needs, is here.
/// A register type without an overload below goes through memory, which every architecture can do.

#include "arch.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
using batch_mask = typename batch<T>::batch_bool_type;

template <class To, class From>
LANEWISE_INLINE batch<To> bit_cast_to(const batch<From>& v) noexcept {
#if XSIMD_VERSION_MAJOR < 9
    return xsimd::bitwise_cast<batch<To>>(v);
#else
    return xsimd::bitwise_cast<To>(v);
#endif
}

/// The same lanes of a mask over another element type of the same size.
template <class To, class From>
LANEWISE_INLINE batch_mask<To> mask_cast_to(const batch_mask<From>& v) noexcept {
#if XSIMD_VERSION_MAJOR < 9
    return xsimd::bool_cast(v);
#else
    return xsimd::batch_bool_cast<To>(v);
#endif
}

/// All bits set where the mask holds, none elsewhere.
template <class T, class Mask>
LANEWISE_INLINE batch<T> mask_bits(const Mask& mask) noexcept {
    if constexpr (sizeof(Mask) == sizeof(batch<T>)) { // a vector of ones and zeros already, not a predicate register
        // Not batch<T>(mask.data): where xsimd makes masks of integers, as for NEON, that converts it to 1.0 and 0.0.
        return batch<T>(__builtin_bit_cast(typename batch<T>::register_type, mask.data));
    } else {
        constexpr auto ones =
            __builtin_bit_cast(T, static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(-1));
        return xsimd::select(mask, batch<T>(ones), batch<T>(T(0)));
    }
}

namespace registers {

// Never defined: each name exists on every architecture, so that asking whether it takes a register is well formed.
struct absent {};
void clamp(absent);
void widen_low(absent);
void widen_high(absent);
void narrow(absent);
void low_words(absent);
void select_negative(absent);
void load_rows(absent);
void fused(absent);
void fused_minus(absent);
void fused_from(absent);
void sign_bits(absent);
void inverse_root_estimate(absent);
void inverse_estimate(absent);

#if defined(__SSE2__)
LANEWISE_INLINE __m128d widen_low(__m128 v) noexcept {
    return _mm_cvtps_pd(v);
}
LANEWISE_INLINE __m128d widen_high(__m128 v) noexcept {
    return _mm_cvtps_pd(_mm_movehl_ps(v, v));
}
LANEWISE_INLINE __m128 narrow(__m128d low, __m128d high) noexcept {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}
LANEWISE_INLINE __m128i low_words(__m128d a, __m128d b) noexcept {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(a), _mm_castpd_ps(b), 0x88));
}
// min and max return their second operand where either is NaN.
LANEWISE_INLINE __m128d clamp(__m128d v, __m128d low, __m128d high) noexcept {
    return _mm_min_pd(high, _mm_max_pd(low, v));
}
#endif
#if defined(__SSE4_1__)
LANEWISE_INLINE __m128d select_negative(__m128d sign, __m128d a, __m128d b) noexcept {
    return _mm_blendv_pd(b, a, sign);
}
#endif
#if defined(__AVX__)
LANEWISE_INLINE int sign_bits(__m256 v) noexcept {
    return _mm256_movemask_ps(v);
}
LANEWISE_INLINE int sign_bits(__m256d v) noexcept {
    return _mm256_movemask_pd(v);
}
LANEWISE_INLINE __m256d select_negative(__m256d sign, __m256d a, __m256d b) noexcept {
    return _mm256_blendv_pd(b, a, sign);
}
LANEWISE_INLINE __m256d clamp(__m256d v, __m256d low, __m256d high) noexcept {
    return _mm256_min_pd(high, _mm256_max_pd(low, v));
}
LANEWISE_INLINE __m256d widen_low(__m256 v) noexcept {
    return _mm256_cvtps_pd(_mm256_castps256_ps128(v));
}
LANEWISE_INLINE __m256d widen_high(__m256 v) noexcept {
    return _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1));
}
LANEWISE_INLINE __m256 narrow(__m256d low, __m256d high) noexcept {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
}
LANEWISE_INLINE __m256i low_words(__m256d a, __m256d b) noexcept {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castpd_ps(a), _mm256_castpd_ps(b), 0x88));
}
#endif
#if defined(__AVX2__)
LANEWISE_INLINE int sign_bits(__m256i v) noexcept {
    return _mm256_movemask_epi8(v);
}
#endif
#if defined(__AVX2__) && defined(__FMA__)
/// 1 / sqrt(v) to 1.5 * 2^-12 of itself, for normal v > 0; the bits differ from maker to maker.
LANEWISE_INLINE __m256 inverse_root_estimate(__m256 v) noexcept {
    return _mm256_rsqrt_ps(v);
}
#endif
#if defined(__AVX512F__)
/// 1 / v, to 2^-14.
LANEWISE_INLINE __m512d inverse_estimate(__m512d v) noexcept {
    return _mm512_rcp14_pd(v);
}
LANEWISE_INLINE __m512d clamp(__m512d v, __m512d low, __m512d high) noexcept {
    return _mm512_min_pd(high, _mm512_max_pd(low, v));
}
LANEWISE_INLINE __m512d widen_low(__m512 v) noexcept {
    return _mm512_cvtps_pd(_mm512_castps512_ps256(v));
}
LANEWISE_INLINE __m512d widen_high(__m512 v) noexcept {
    return _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1)));
}
LANEWISE_INLINE __m512 narrow(__m512d low, __m512d high) noexcept {
    const __m512d first = _mm512_castpd256_pd512(_mm256_castps_pd(_mm512_cvtpd_ps(low)));
    return _mm512_castpd_ps(_mm512_insertf64x4(first, _mm256_castps_pd(_mm512_cvtpd_ps(high)), 1));
}
LANEWISE_INLINE __m512i low_words(__m512d a, __m512d b) noexcept {
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castpd_ps(a), _mm512_castpd_ps(b), 0x88));
}
#endif
#if defined(__aarch64__)
LANEWISE_INLINE float64x2_t widen_low(float32x4_t v) noexcept {
    return vcvt_f64_f32(vget_low_f32(v));
}
LANEWISE_INLINE float64x2_t widen_high(float32x4_t v) noexcept {
    return vcvt_high_f64_f32(v);
}
LANEWISE_INLINE float32x4_t narrow(float64x2_t low, float64x2_t high) noexcept {
    return vcvt_high_f32_f64(vcvt_f32_f64(low), high);
}
static_assert(std::endian::native == std::endian::little, "lanewise: low_words takes the first word of every double");
LANEWISE_INLINE int32x4_t low_words(float64x2_t a, float64x2_t b) noexcept {
    return vuzp1q_s32(vreinterpretq_s32_f64(a), vreinterpretq_s32_f64(b));
}
#endif

} // namespace registers

/// Into [low, high]; NaN stays NaN.
template <class Batch>
LANEWISE_INLINE Batch clamp_register(const Batch& v, const Batch& low, const Batch& high) noexcept {
    if constexpr (requires { registers::clamp(v.data, low.data, high.data); })
        return Batch(registers::clamp(v.data, low.data, high.data));
    else
        return xsimd::select(v < low, low, xsimd::select(high < v, high, v));
}

/// a where the sign bit of `sign` is set, elsewhere b.
template <class Batch>
LANEWISE_INLINE Batch select_negative_register(const Batch& sign, const Batch& a, const Batch& b) noexcept {
    if constexpr (requires { registers::select_negative(sign.data, a.data, b.data); })
        return Batch(registers::select_negative(sign.data, a.data, b.data));
    else
        return xsimd::select(
            mask_cast_to<double, std::int64_t>(bit_cast_to<std::int64_t>(sign) < batch<std::int64_t>(0)), a, b);
}

template <class Batch>
LANEWISE_INLINE batch<double> widen_low(const Batch& v) noexcept {
    if constexpr (requires { registers::widen_low(v.data); }) {
        return batch<double>(registers::widen_low(v.data));
    } else {
        alignas(64) float from[Batch::size];
        alignas(64) double to[Batch::size / 2];
        store_register<float>(from, v);
        for (std::size_t i = 0; i != Batch::size / 2; ++i) to[i] = static_cast<double>(from[i]);
        return load_register<double>(to);
    }
}

template <class Batch>
LANEWISE_INLINE batch<double> widen_high(const Batch& v) noexcept {
    if constexpr (requires { registers::widen_high(v.data); }) {
        return batch<double>(registers::widen_high(v.data));
    } else {
        alignas(64) float from[Batch::size];
        alignas(64) double to[Batch::size / 2];
        store_register<float>(from, v);
        for (std::size_t i = 0; i != Batch::size / 2; ++i) to[i] = static_cast<double>(from[Batch::size / 2 + i]);
        return load_register<double>(to);
    }
}

template <class Batch>
LANEWISE_INLINE batch<float> narrow(const Batch& low, const Batch& high) noexcept {
    if constexpr (requires { registers::narrow(low.data, high.data); }) {
        return batch<float>(registers::narrow(low.data, high.data));
    } else {
        alignas(64) double from[2 * Batch::size];
        alignas(64) float to[2 * Batch::size];
        store_register<double>(from, low);
        store_register<double>(from + Batch::size, high);
        for (std::size_t i = 0; i != 2 * Batch::size; ++i) to[i] = static_cast<float>(from[i]);
        return load_register<float>(to);
    }
}

template <class Batch>
LANEWISE_INLINE batch<std::int32_t> low_words(const Batch& a, const Batch& b) noexcept {
    if constexpr (requires { registers::low_words(a.data, b.data); }) {
        return batch<std::int32_t>(registers::low_words(a.data, b.data));
    } else {
        alignas(64) std::int64_t from[2 * Batch::size];
        alignas(64) std::int32_t to[2 * Batch::size];
        store_register<std::int64_t>(from, bit_cast_to<std::int64_t>(a));
        store_register<std::int64_t>(from + Batch::size, bit_cast_to<std::int64_t>(b));
        for (std::size_t i = 0; i != 2 * Batch::size; ++i) to[i] = static_cast<std::int32_t>(from[i]);
        return load_register<std::int32_t>(to);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
