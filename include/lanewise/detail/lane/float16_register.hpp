#pragma once

/// 16-bit floats as registers of float and back: by an instruction of F16C or NEON where the target has it, else with arithmetic
/// that gives the same bits.

#include "../../float16.hpp"
#include "convert.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The elements of a register of floats, as the compiler's own vectors.
typedef std::uint16_t halves __attribute__((vector_size(2 * batch_size<float>)));
typedef std::uint16_t both_halves __attribute__((vector_size(4 * batch_size<float>)));
typedef std::int16_t signed_halves __attribute__((vector_size(4 * batch_size<float>)));
typedef std::uint32_t words __attribute__((vector_size(4 * batch_size<float>)));
typedef std::int32_t integers __attribute__((vector_size(4 * batch_size<float>)));
typedef float floats __attribute__((vector_size(4 * batch_size<float>)));

/// load_high_halves(p)        a register of 16-bit elements, each in the high half of a word, above zeros
/// store_low_halves(p, v)     integers of 16 bits as such elements
/// join_halves(low, high)     the low halves of one register's words and the high halves of another's
///
/// One or two instructions each, of which g++ 12 makes up to nine.
#if defined(__AVX512F__) // the maskz forms compile to the plain ones, in which g++ 12 sees an uninitialised variable
LANEWISE_INLINE words load_high_halves(const std::byte* p) noexcept {
    return (words)_mm512_maskz_cvtepu16_epi32(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))) << 16;
}
LANEWISE_INLINE void store_low_halves(std::byte* p, integers v) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_maskz_cvtepi32_epi16(0xffff, (__m512i)v));
}
#elif defined(__AVX2__)
LANEWISE_INLINE words load_high_halves(const std::byte* p) noexcept {
    return (words)_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))) << 16;
}
LANEWISE_INLINE void store_low_halves(std::byte* p, integers v) noexcept {
    const __m256i packed = _mm256_packs_epi32((__m256i)v, (__m256i)v);
    const __m256i low = _mm256_permute4x64_epi64(packed, 0b11'01'10'00);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(low));
}
#elif defined(__SSE2__) && !defined(__AVX__)
LANEWISE_INLINE words load_high_halves(const std::byte* p) noexcept {
    return (words)_mm_unpacklo_epi16(__m128i{}, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
}
LANEWISE_INLINE void store_low_halves(std::byte* p, integers v) noexcept {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packs_epi32((__m128i)v, (__m128i)v));
}
#else
LANEWISE_INLINE words load_high_halves(const std::byte* p) noexcept {
    halves packed;
    __builtin_memcpy(&packed, p, sizeof packed);
#if defined(__aarch64__)
    return (words)vmovl_u16((uint16x4_t)packed) << 16;
#else
    return __builtin_convertvector(packed, words) << 16;
#endif
}
LANEWISE_INLINE void store_low_halves(std::byte* p, integers v) noexcept {
    const auto packed = __builtin_convertvector(v, halves);
    __builtin_memcpy(p, &packed, sizeof packed);
}
#endif
LANEWISE_INLINE words join_halves(words low, words high) noexcept {
#if defined(__AVX2__) && !defined(__AVX512F__)
    return (words)_mm256_blend_epi16((__m256i)low, (__m256i)high, 0b1010'1010);
#else
    return (low & 0xffff) | (high & 0xffff0000);
#endif
}

/// A register of floats as 16-bit floats and back.
template <class T>
struct float16_register {
    LANEWISE_INLINE static batch<float> load(const std::byte* p) noexcept {
        if constexpr (std::is_same_v<T, bfloat16>) {
            return as_batch(load_high_halves(p));
        } else {
#if defined(__AVX512F__)
            return batch<float>(_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
#elif defined(__F16C__)
            return batch<float>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#elif defined(__aarch64__)
            float16x4_t packed;
            __builtin_memcpy(&packed, p, sizeof packed);
            return batch<float>(vcvt_f32_f16(packed));
#else
            return load_float16(p);
#endif
        }
    }

    LANEWISE_INLINE static void store(std::byte* p, const batch<float>& value) noexcept {
        if constexpr (std::is_same_v<T, bfloat16>) {
            store_low_halves(p, (integers)rounded_to_high_half(value) >> 16);
        } else {
#if defined(__AVX512F__)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                                _mm512_maskz_cvtps_ph(0xffff, value, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__F16C__)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__aarch64__)
            const float16x4_t packed = vcvt_f16_f32(value);
            __builtin_memcpy(p, &packed, sizeof packed);
#else
            store_float16(p, value);
#endif
        }
    }

#if defined(__AVX512F__) && defined(__F16C__)
    /// Half a register of float16s, above zeros, and back, by instructions of 32 bytes: on a Zen 4 those of 64 take twice as long
    /// (rows of 9 to 15 with gaps, or less one element each: 1.6x to 2x).
    LANEWISE_INLINE static batch<float> load_half(const std::byte* p) noexcept requires std::is_same_v<T, float16> {
        return batch<float>(
            _mm512_zextps256_ps512(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))));
    }
    LANEWISE_INLINE static void store_half(std::byte* p, const batch<float>& value) noexcept {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p),
                         _mm256_cvtps_ph(_mm512_castps512_ps256(value), _MM_FROUND_TO_NEAREST_INT));
    }
#endif

    /// Twice as many bfloat16s, those at even places in one register and those at odd ones in the other: each is the half of
    /// a word, and no element changes its place.
    LANEWISE_INLINE static void load_pairs(const std::byte* p, batch<float>& even, batch<float>& odd) noexcept {
        words both;
        __builtin_memcpy(&both, p, sizeof both);
        even = as_batch(both << 16);
        odd = as_batch(both & 0xffff0000);
    }

    /// And back, rounded all at once as 16-bit integers; what is no number has to have a low half of zeros.
    LANEWISE_INLINE static void store_pairs(std::byte* p, const batch<float>& even, const batch<float>& odd) noexcept {
        const words e = as_words(even);
        const words o = as_words(odd);
        const auto high = (both_halves)join_halves(e >> 16, o);
        const auto low = (both_halves)join_halves(e, o << 16);
        const auto beyond_half =
            (signed_halves)((low | (high & 1)) ^ 0x8000) > 0; // compared as unsigned: one more each
        const both_halves rounded = high - (both_halves)beyond_half;
        __builtin_memcpy(p, &rounded, sizeof rounded);
    }

    /// The same of any bits.
    LANEWISE_INLINE static void store_any_pairs(std::byte* p, const batch<float>& even,
                                                const batch<float>& odd) noexcept {
        const words both = join_halves(rounded_to_high_half(even) >> 16, rounded_to_high_half(odd));
        __builtin_memcpy(p, &both, sizeof both);
    }

private:
    // Calls: wherever a register is loaded and stored, what they do would be half of the code of a subtract.
    [[gnu::noinline]] LANEWISE_FLATTEN static batch<float> load_float16(const std::byte* p) noexcept {
        const words bits = load_high_halves(p);
        const words sign = bits & 0x80000000;
        const words magnitude = (bits ^ sign) >> 3;                    // exponent and fraction where float has them
        const auto beyond = (words)((integers)magnitude > 0x0f7fffff); // infinity, NaN
        const auto subnormal = (words)((integers)magnitude < 0x00800000);
        // Of a subnormal, and of zero, the exponent is one more, and the leading 1 that it stands for is taken off again.
        const words rebiased = magnitude + (112u << 23) + (beyond & (112u << 23)) + (subnormal & (1u << 23));
        return as_batch(sign | (words)((floats)rebiased - (floats)(subnormal & (113u << 23))));
    }

    [[gnu::noinline]] LANEWISE_FLATTEN static void store_float16(std::byte* p, batch<float> value) noexcept {
        const words bits = as_words(value);
        const words sign = bits & 0x80000000;
        const words magnitude = bits ^ sign;
        const words clamped = as_words(xsimd::min(as_batch(magnitude), batch<float>(0x1p16f)));
        const words exponent =
            as_words(xsimd::max(as_batch(clamped & (255u << 23)), batch<float>(0x1p-14f))); // of a normal number
        // The last place of a float that is 2^13 times as large is float16's: the sum rounds there.
        const words larger = exponent + (13u << 23);
        const words significand = as_words(as_batch(clamped) + as_batch(larger)) - larger;
        const words number = significand + (exponent >> 13) - (113u << 10);
        const words not_a_number = (magnitude >> 13 & 0x3ff) | 0x7e00;
        const auto is_number = (integers)magnitude <= (255 << 23);
        store_low_halves(p, (integers)((is_number ? number : not_a_number) | (words)((integers)sign >> 16)));
    }

    /// A bfloat16 in the high half of each word; the low halves are left over.
    LANEWISE_INLINE static words rounded_to_high_half(const batch<float>& value) noexcept {
        const words bits = as_words(value);
        return (floats)bits != (floats)bits ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
    }

    LANEWISE_INLINE static words as_words(const batch<float>& value) noexcept {
        words bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        return bits;
    }

    LANEWISE_INLINE static batch<float> as_batch(words bits) noexcept {
        batch<float> value;
        __builtin_memcpy(&value, &bits, sizeof value);
        return value;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
