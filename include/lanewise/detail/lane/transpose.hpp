#pragma once

/// Square blocks of elements transposed in registers.
///
///   transpose_block<T, Rows>(to, to_stride, from, row)
///       to[j][i] = element j of row i of `from`, for i in [0, Rows) and j in [0, transpose_columns<T>); row[i] tells where
///       row i begins, to_stride is in bytes. Rows is transpose_rows<T>, or fewest_rows<T> where there are no more.
///   reverse_block<T, N>(to, from)
///       to[i] = from[N - 1 - i] for i in [0, N), for N a power of two
///   skip_block<T>(to, from)
///       to[i] = from[2 * i] for i in [0, skip_elements<T>), and what lies between is not read; where can_skip<T>
///
/// Why     a transposed operand read element by element costs a load and a store per element, and half a cache line per
///         element where the block is larger than the cache. Here a row is read 16 bytes at a time, and written whole.
/// How     16 bytes hold V elements. log2(V) rounds of interleaving register i with register i + V/2 transpose V x V
///         elements, since each round rotates the bits of (row, column) by one. With AVX2 the upper half of each register
///         holds row i + V, so that all shuffles stay inside their half and 32 bytes of the result are complete at once.
///         Other architectures copy element by element.

#include "halves.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

#if defined(__AVX2__)

template <int Size>
LANEWISE_INLINE halves_register interleave_low(halves_register a, halves_register b) noexcept {
    if constexpr (Size == 1) return _mm256_unpacklo_epi8(a, b);
    if constexpr (Size == 2) return _mm256_unpacklo_epi16(a, b);
    if constexpr (Size == 4) return _mm256_unpacklo_epi32(a, b);
    if constexpr (Size == 8) return _mm256_unpacklo_epi64(a, b);
}

template <int Size>
LANEWISE_INLINE halves_register interleave_high(halves_register a, halves_register b) noexcept {
    if constexpr (Size == 1) return _mm256_unpackhi_epi8(a, b);
    if constexpr (Size == 2) return _mm256_unpackhi_epi16(a, b);
    if constexpr (Size == 4) return _mm256_unpackhi_epi32(a, b);
    if constexpr (Size == 8) return _mm256_unpackhi_epi64(a, b);
}

#elif defined(__SSE2__)

template <int Size>
LANEWISE_INLINE halves_register interleave_low(halves_register a, halves_register b) noexcept {
    if constexpr (Size == 1) return _mm_unpacklo_epi8(a, b);
    if constexpr (Size == 2) return _mm_unpacklo_epi16(a, b);
    if constexpr (Size == 4) return _mm_unpacklo_epi32(a, b);
    if constexpr (Size == 8) return _mm_unpacklo_epi64(a, b);
}

template <int Size>
LANEWISE_INLINE halves_register interleave_high(halves_register a, halves_register b) noexcept {
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
inline constexpr int transpose_rows = static_cast<int>(sizeof(halves_register) / sizeof(T));
template <class T>
inline constexpr int fewest_rows = transpose_columns<T>;

template <class T, int Rows, class Positions>
LANEWISE_INLINE void transpose_block(std::byte* to, index_t to_stride, const std::byte* from,
                                     const Positions& row) noexcept {
    constexpr int size = static_cast<int>(sizeof(T));
    constexpr int columns = transpose_columns<T>;
    halves_register v[static_cast<std::size_t>(columns)];
    for (int i = 0; i < columns; ++i) v[i] = load_halves(from + row[i], from + row[Rows - columns + i]);
    for (int round = columns; round > 1; round /= 2) {
        halves_register w[static_cast<std::size_t>(columns)];
        for (int i = 0; i < columns / 2; ++i) {
            w[2 * i] = interleave_low<size>(v[i], v[i + columns / 2]);
            w[2 * i + 1] = interleave_high<size>(v[i], v[i + columns / 2]);
        }
        for (int i = 0; i < columns; ++i) v[i] = w[i];
    }
    for (int j = 0; j < columns; ++j) {
        if constexpr (Rows == transpose_rows<T>) {
            store_halves(to + j * to_stride, v[j]);
        } else {
            store_low_half(to + j * to_stride, v[j]);
        }
    }
}

#else

template <class T>
inline constexpr int transpose_columns = 4;
template <class T>
inline constexpr int transpose_rows = 4;
template <class T>
inline constexpr int fewest_rows = 4;

template <class T, int Rows, class Positions>
LANEWISE_INLINE void transpose_block(std::byte* to, index_t to_stride, const std::byte* from,
                                     const Positions& row) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < transpose_columns<T>; ++j) {
        for (index_t i = 0; i < Rows; ++i) {
            store_element(to + j * to_stride + i * size, load_element<T>(from + row[i] + j * size));
        }
    }
}

#endif

template <class T>
inline constexpr int reverse_elements = static_cast<int>(sizeof(halves_register) / sizeof(T));

template <class Vector, int... I>
LANEWISE_INLINE void reverse_vector(Vector& v, std::integer_sequence<int, I...>) noexcept {
    v = __builtin_shufflevector(v, v, (static_cast<int>(sizeof...(I)) - 1 - I)...);
}

template <class T, int N>
LANEWISE_INLINE void reverse_block(std::byte* to, const std::byte* from) noexcept {
    constexpr int at_once = N < reverse_elements<T> ? N : reverse_elements<T>;
    constexpr int last = N / at_once - 1;
    for (int i = 0; i <= last; ++i) {
        typename vector_of<T, at_once>::type v;
        __builtin_memcpy(&v, from + static_cast<std::size_t>(last - i) * sizeof v, sizeof v);
        reverse_vector(v, std::make_integer_sequence<int, at_once>{});
        __builtin_memcpy(to + static_cast<std::size_t>(i) * sizeof v, &v, sizeof v);
    }
}

template <class T>
inline constexpr int skip_elements = static_cast<int>(sizeof(halves_register) / sizeof(T));

#if defined(__AVX2__)

template <class T>
inline constexpr bool can_skip = sizeof(T) >= 4;

template <class T>
LANEWISE_INLINE void skip_block(std::byte* to, const std::byte* from) noexcept {
    const auto load = [](const std::byte* p) {
        if constexpr (sizeof(T) == 4) {
            return _mm256_maskload_epi32(reinterpret_cast<const int*>(p), _mm256_set1_epi64x(0xffffffff));
        } else {
            return _mm256_maskload_epi64(reinterpret_cast<const long long*>(p), _mm256_set_epi64x(0, -1, 0, -1));
        }
    };
    const __m256i low = load(from);
    const __m256i high = load(from + sizeof(halves_register));
    __m256i even; // in the order of the halves of both
    if constexpr (sizeof(T) == 4) {
        even =
            _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0b10'00'10'00));
    } else {
        even = _mm256_unpacklo_epi64(low, high);
    }
    store_halves(to, _mm256_permute4x64_epi64(even, 0b11'01'10'00));
}

#else

template <class T>
inline constexpr bool can_skip = false;

template <class T>
LANEWISE_INLINE void skip_block(std::byte*, const std::byte*) noexcept {}

#endif

template <class T, int N>
LANEWISE_INLINE void skip_blocks(std::byte* to, const std::byte* from) noexcept {
    for (int i = 0; i < N; i += skip_elements<T>)
        skip_block<T>(to + static_cast<std::size_t>(i) * sizeof(T), from + static_cast<std::size_t>(2 * i) * sizeof(T));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
