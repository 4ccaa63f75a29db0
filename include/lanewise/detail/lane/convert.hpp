#pragma once

/// Elements widened in registers, exactly.

#include "arch.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

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
        // As int32, of which every instruction set makes floats at once.
        constexpr bool short_to_float = std::is_same_v<From, std::uint16_t> && std::is_same_v<To, float>;
        using Next = std::conditional_t<short_to_float, std::int32_t, wider_integer<From>>;
        using next = typename vector_of<Next, N>::type;
        if constexpr (std::is_same_v<Next, To>) {
            result = __builtin_convertvector(v, wide);
        } else {
            const next stepped = __builtin_convertvector(v, next);
            widen_vector<To, N, Next>(stepped, result);
        }
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
    if constexpr (N == 16 && is_byte) { // the maskz forms as in float16_register.hpp
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

#else
template <class T, class L>
inline constexpr bool widens_at_once = false;
#endif

} // namespace lanewise::detail::inline LANEWISE_ISA
