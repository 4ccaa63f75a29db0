#pragma once

/// Elements converted in registers: to wider ones, exactly; 16-bit floats to float and back, with F16C where the target has it,
/// else with integer arithmetic that gives the same bits.

#include "../../float16.hpp"
#include "arch.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The elements of a register of floats, as the compiler's own vectors.
typedef std::uint16_t halves __attribute__((vector_size(2 * batch_size<float>)));
typedef std::uint16_t both_halves __attribute__((vector_size(4 * batch_size<float>)));
typedef std::int16_t signed_halves __attribute__((vector_size(4 * batch_size<float>)));
typedef std::uint32_t words __attribute__((vector_size(4 * batch_size<float>)));
typedef std::int32_t integers __attribute__((vector_size(4 * batch_size<float>)));
typedef float floats __attribute__((vector_size(4 * batch_size<float>)));

#if defined(__AVX2__) && !defined(__AVX512F__)
// One instruction and two; g++ 12 makes three and nine.
/// The low halves of one register's words and the high halves of another's.
LANEWISE_INLINE words join_halves(words low, words high) noexcept {
    return (words)_mm256_blend_epi16((__m256i)low, (__m256i)high, 0b1010'1010);
}
/// Of values below 2^16.
LANEWISE_INLINE halves narrow_words(words v) noexcept {
    const __m256i packed = _mm256_packus_epi32((__m256i)v, (__m256i)v);
    return (halves)_mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 0b11'01'10'00));
}
#else
LANEWISE_INLINE words join_halves(words low, words high) noexcept {
    return (low & 0xffff) | (high & 0xffff0000);
}
/// Of values below 2^16.
LANEWISE_INLINE halves narrow_words(words v) noexcept {
    return __builtin_convertvector(v, halves);
}
#endif
LANEWISE_INLINE floats to_floats(words v) noexcept {
    return __builtin_convertvector((integers)v, floats);
}

/// N elements of T as the compiler's own vector.
template <class T, int N>
struct vector_of {
    typedef T type __attribute__((vector_size(static_cast<std::size_t>(N) * sizeof(T))));
};

/// The next wider integer of the same sign.
template <class T>
using wider_integer = std::conditional_t<
    std::is_signed_v<T>,
    std::conditional_t<sizeof(T) == 1, std::int16_t, std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>>,
    std::conditional_t<sizeof(T) == 1, std::uint16_t,
                       std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>>;

/// Converts all elements at once, by steps to the next width: g++ 12 takes greater steps and short vectors apart. By
/// reference, since how vectors longer than a register are passed by value depends on the target.
template <class To, int N, class From>
LANEWISE_INLINE void widen_vector(const typename vector_of<From, N>::type& v,
                                  typename vector_of<To, N>::type& result) noexcept {
    using wide = typename vector_of<To, N>::type;
    if constexpr (std::is_integral_v<From> && sizeof(From) < sizeof(To) && sizeof(From) < 4) {
        using Next = wider_integer<From>;
        using next = typename vector_of<Next, N>::type;
        if constexpr (std::is_same_v<Next, To>) {
            result = __builtin_convertvector(v, wide);
        } else {
            const next stepped = __builtin_convertvector(v, next);
            widen_vector<To, N, Next>(stepped, result);
        }
    } else if constexpr (std::is_same_v<From, std::uint32_t> && std::is_same_v<To, float>) {
        result = __builtin_convertvector((typename vector_of<std::int32_t, N>::type)v, wide); // it was a uint16
    } else {
        result = __builtin_convertvector(v, wide);
    }
}

// Where integers fill a register.
#if defined(__SSE4_1__) && defined(__AVX2__) == defined(__AVX__) && defined(__AVX512BW__) == defined(__AVX512F__)
/// Whether elements of T become a register of L in one or two instructions, where g++ 12 makes up to nine of widen_vector (uint8
/// as float: 1.5x).
template <class T, class L>
inline constexpr bool widens_at_once = std::is_integral_v<T> && sizeof(T) <= 2 && sizeof(T) < sizeof(L) &&
                                       (sizeof(L) <= 4 || std::is_same_v<L, double>);

/// So many bytes, as a register of no less than 16.
template <int Bytes>
LANEWISE_INLINE auto load_few(const std::byte* p) noexcept {
    typename vector_of<long long, (Bytes > 16 ? Bytes : 16) / 8>::type v{};
    __builtin_memcpy(&v, p, Bytes);
    return v;
}

/// N elements of one or two bytes as 32-bit integers.
template <class T, int N>
LANEWISE_INLINE auto load_words(const std::byte* p) noexcept {
    constexpr bool is_signed = std::is_signed_v<T>;
    constexpr bool is_byte = sizeof(T) == 1;
    constexpr auto bytes = static_cast<int>(sizeof(T)) * N;
    const auto v = load_few<bytes>(p);
    if constexpr (N == 16 && is_byte) { // the maskz forms as in float16_register
        return is_signed ? _mm512_maskz_cvtepi8_epi32(0xffff, v) : _mm512_maskz_cvtepu8_epi32(0xffff, v);
    } else if constexpr (N == 16) {
        return is_signed ? _mm512_maskz_cvtepi16_epi32(0xffff, v) : _mm512_maskz_cvtepu16_epi32(0xffff, v);
    } else if constexpr (N == 8 && is_byte) {
        return is_signed ? _mm256_cvtepi8_epi32(v) : _mm256_cvtepu8_epi32(v);
    } else if constexpr (N == 8) {
        return is_signed ? _mm256_cvtepi16_epi32(v) : _mm256_cvtepu16_epi32(v);
    } else if constexpr (is_byte) {
        return is_signed ? _mm_cvtepi8_epi32(v) : _mm_cvtepu8_epi32(v);
    } else {
        return is_signed ? _mm_cvtepi16_epi32(v) : _mm_cvtepu16_epi32(v);
    }
}

/// N bytes as 16-bit integers.
template <class T, int N>
LANEWISE_INLINE auto load_shorts(const std::byte* p) noexcept {
    constexpr bool is_signed = std::is_signed_v<T>;
    const auto v = load_few<N>(p);
    if constexpr (N == 32) {
        return is_signed ? _mm512_maskz_cvtepi8_epi16(~0u, v) : _mm512_maskz_cvtepu8_epi16(~0u, v);
    } else if constexpr (N == 16) {
        return is_signed ? _mm256_cvtepi8_epi16(v) : _mm256_cvtepu8_epi16(v);
    } else {
        return is_signed ? _mm_cvtepi8_epi16(v) : _mm_cvtepu8_epi16(v);
    }
}

/// A register of L, of as many elements of T.
template <class T, class L>
LANEWISE_INLINE batch<L> load_wider(const std::byte* p) noexcept {
    constexpr int n = batch_size<L>;
    if constexpr (sizeof(L) == 2) {
        return batch<L>(load_shorts<T, n>(p));
    } else if constexpr (std::is_integral_v<L>) {
        return batch<L>(load_words<T, n>(p));
    } else if constexpr (std::is_same_v<L, float>) {
        return xsimd::to_float(batch<std::int32_t>(load_words<T, n>(p)));
    } else if constexpr (n == 8) {
        return batch<L>(_mm512_maskz_cvtepi32_pd(0xff, load_words<T, n>(p)));
    } else if constexpr (n == 4) {
        return batch<L>(_mm256_cvtepi32_pd(load_words<T, n>(p)));
    } else {
        return batch<L>(_mm_cvtepi32_pd(load_words<T, n>(p)));
    }
}

/// A register of 16-bit elements, each in the low half of a word.
LANEWISE_INLINE words load_bits(const std::byte* p) noexcept {
    return (words)load_words<std::uint16_t, batch_size<float>>(p);
}
#else
template <class T, class L>
inline constexpr bool widens_at_once = false;

LANEWISE_INLINE words load_bits(const std::byte* p) noexcept {
    halves packed;
    __builtin_memcpy(&packed, p, sizeof packed);
    return __builtin_convertvector(packed, words);
}
#endif

/// A register of floats as 16-bit floats and back.
template <class T>
struct float16_register {
    // The maskz forms compile to the plain ones, in which g++ 12 sees an uninitialised variable.
    LANEWISE_INLINE static batch<float> load(const std::byte* p) noexcept {
#if defined(__AVX512F__)
        if constexpr (std::is_same_v<T, float16>) {
            return batch<float>(_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
        }
#elif defined(__F16C__)
        if constexpr (std::is_same_v<T, float16>)
            return batch<float>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#endif
        const words bits = load_bits(p);
        if constexpr (std::is_same_v<T, bfloat16>) return as_batch(bits << 16);
        const words magnitude = bits & 0x7fff;
        const words sign = (bits & 0x8000) << 16;
        const floats subnormal = to_floats(magnitude) * 0x1p-24f;
        const words rebias = magnitude < 0x7c00 ? words{} + (112u << 23) : words{} + (224u << 23);
        return as_batch(sign | (magnitude < 0x0400 ? (words)subnormal : (magnitude << 13) + rebias));
    }

    LANEWISE_INLINE static void store(std::byte* p, const batch<float>& value) noexcept {
#if defined(__AVX512F__)
        if constexpr (std::is_same_v<T, float16>) {
            return _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                                       _mm512_maskz_cvtps_ph(0xffff, value, _MM_FROUND_TO_NEAREST_INT));
        }
#elif defined(__F16C__)
        if constexpr (std::is_same_v<T, float16>) {
            return _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
        }
#endif
        const words bits = as_words(value);
        words result;
        if constexpr (std::is_same_v<T, bfloat16>) {
            result = rounded_to_high_half(value) >> 16;
        } else {
            const words magnitude = bits & 0x7fffffff;
            const words sign = (bits >> 16) & 0x8000;
            // Below 2^-14 the sum with 0.5 rounds at the last place of a subnormal, 2^-24.
            const words subnormal = (words)((floats)magnitude + 0.5f) - 0x3f000000;
            const words normal = (magnitude + 0xfff + ((magnitude >> 13) & 1) - (112u << 23)) >> 13;
            const words not_a_number = ((magnitude >> 13) & 0x3ff) | 0x7e00;
            result = magnitude < (113u << 23) ? subnormal : normal;
            result = magnitude < (143u << 23) ? result : words{} + 0x7c00;
            result = sign | (magnitude > 0x7f800000 ? not_a_number : result);
        }
        const halves packed = narrow_words(result);
        __builtin_memcpy(p, &packed, sizeof packed);
    }

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
