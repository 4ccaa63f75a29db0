#pragma once

/// Square blocks of elements transposed in registers.
///
///   transpose_block<T>(to, to_stride, from, rows)
///       to[j][i] = element j of row i of `from`, for i in [0, transpose_rows<T>) and j in [0, transpose_columns<T>);
///       rows[i] tells where row i begins, to_stride is in bytes
///   reverse_block<T>(to, from)
///       to[i] = from[reverse_elements<T> - 1 - i]
///
/// Why     a transposed operand read element by element costs a load and a store per element, and half a cache line per
///         element where the block is larger than the cache. Here a row is read 16 bytes at a time, and written whole.
/// How     16 bytes hold V elements. log2(V) rounds of interleaving register i with register i + V/2 transpose V x V
///         elements, since each round rotates the bits of (row, column) by one. With AVX2 the upper half of each register
///         holds row i + V, so that all shuffles stay inside their half and 32 bytes of the result are complete at once.
///         Other architectures copy element by element.

#include "memory.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lanewise::detail::inline LANEWISE_ISA {

#if defined(__AVX2__)

using transpose_register = __m256i;

LANEWISE_INLINE transpose_register load_transpose_rows(const std::byte* row, const std::byte* upper_row) noexcept {
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low),
                                   _mm_loadu_si128(reinterpret_cast<const __m128i*>(upper_row)), 1);
}

LANEWISE_INLINE void store_transposed(std::byte* to, transpose_register v) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v);
}

template <int Size>
LANEWISE_INLINE transpose_register interleave_low(transpose_register a, transpose_register b) noexcept {
    if constexpr (Size == 1) return _mm256_unpacklo_epi8(a, b);
    if constexpr (Size == 2) return _mm256_unpacklo_epi16(a, b);
    if constexpr (Size == 4) return _mm256_unpacklo_epi32(a, b);
    if constexpr (Size == 8) return _mm256_unpacklo_epi64(a, b);
}

template <int Size>
LANEWISE_INLINE transpose_register interleave_high(transpose_register a, transpose_register b) noexcept {
    if constexpr (Size == 1) return _mm256_unpackhi_epi8(a, b);
    if constexpr (Size == 2) return _mm256_unpackhi_epi16(a, b);
    if constexpr (Size == 4) return _mm256_unpackhi_epi32(a, b);
    if constexpr (Size == 8) return _mm256_unpackhi_epi64(a, b);
}

#elif defined(__SSE2__)

using transpose_register = __m128i;

LANEWISE_INLINE transpose_register load_transpose_rows(const std::byte* row, const std::byte*) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row));
}

LANEWISE_INLINE void store_transposed(std::byte* to, transpose_register v) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), v);
}

template <int Size>
LANEWISE_INLINE transpose_register interleave_low(transpose_register a, transpose_register b) noexcept {
    if constexpr (Size == 1) return _mm_unpacklo_epi8(a, b);
    if constexpr (Size == 2) return _mm_unpacklo_epi16(a, b);
    if constexpr (Size == 4) return _mm_unpacklo_epi32(a, b);
    if constexpr (Size == 8) return _mm_unpacklo_epi64(a, b);
}

template <int Size>
LANEWISE_INLINE transpose_register interleave_high(transpose_register a, transpose_register b) noexcept {
    if constexpr (Size == 1) return _mm_unpackhi_epi8(a, b);
    if constexpr (Size == 2) return _mm_unpackhi_epi16(a, b);
    if constexpr (Size == 4) return _mm_unpackhi_epi32(a, b);
    if constexpr (Size == 8) return _mm_unpackhi_epi64(a, b);
}

#endif

#if defined(__SSE2__)

template <class T>
inline constexpr int transpose_columns = 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int transpose_rows = static_cast<int>(sizeof(transpose_register) / sizeof(T));

template <class T, class Rows>
LANEWISE_INLINE void transpose_block(std::byte* to, index_t to_stride, const std::byte* from,
                                     const Rows& rows) noexcept {
    constexpr int size = static_cast<int>(sizeof(T));
    constexpr int columns = transpose_columns<T>;
    transpose_register v[static_cast<std::size_t>(columns)];
    for (int i = 0; i < columns; ++i)
        v[i] = load_transpose_rows(from + rows[i], from + rows[transpose_rows<T> - columns + i]);
    for (int round = columns; round > 1; round /= 2) {
        transpose_register w[static_cast<std::size_t>(columns)];
        for (int i = 0; i < columns / 2; ++i) {
            w[2 * i] = interleave_low<size>(v[i], v[i + columns / 2]);
            w[2 * i + 1] = interleave_high<size>(v[i], v[i + columns / 2]);
        }
        for (int i = 0; i < columns; ++i) v[i] = w[i];
    }
    for (int j = 0; j < columns; ++j) store_transposed(to + j * to_stride, v[j]);
}

#else

template <class T>
inline constexpr int transpose_columns = 4;
template <class T>
inline constexpr int transpose_rows = 4;

template <class T, class Rows>
LANEWISE_INLINE void transpose_block(std::byte* to, index_t to_stride, const std::byte* from,
                                     const Rows& rows) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < transpose_columns<T>; ++j) {
        for (index_t i = 0; i < transpose_rows<T>; ++i) {
            store_element(to + j * to_stride + i * size, load_element<T>(from + rows[i] + j * size));
        }
    }
}

#endif

#if defined(__AVX2__)
inline constexpr int shuffle_bytes = 32;
#else
inline constexpr int shuffle_bytes = 16;
#endif

template <class T>
inline constexpr int reverse_elements = shuffle_bytes / static_cast<int>(sizeof(T));

template <class Vector, int... I>
LANEWISE_INLINE void reverse_vector(Vector& v, std::integer_sequence<int, I...>) noexcept {
    v = __builtin_shufflevector(v, v, (static_cast<int>(sizeof...(I)) - 1 - I)...);
}

template <class T>
LANEWISE_INLINE void reverse_block(std::byte* to, const std::byte* from) noexcept {
    typename vector_of<T, reverse_elements<T>>::type v;
    __builtin_memcpy(&v, from, sizeof v);
    reverse_vector(v, std::make_integer_sequence<int, reverse_elements<T>>{});
    __builtin_memcpy(to, &v, sizeof v);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
