#pragma once

/// Square blocks of elements transposed in registers.
///
///   transpose_block<T>(to, column, from, row)
///       to[j][i] = element j of row i of `from`, for i in [0, transpose_rows<T>) and j in [0, transpose_columns<T>); row[i]
///       tells where row i begins
///   transpose_pair<T, Rows>(to, column, from, row, other_to, other_column, other_from, other_row)
///       the same for Rows rows, and for as many others: a power of two less than a block's, of 4 to 16 bytes
///   transpose_few<T, Columns>(to, column, from, row)
///       the same for fewest_rows<T> rows, and columns of 4 or 8 bytes, of elements of one or two; only on x86
///   reverse_block<T, N>(to, from)
///       to[i] = from[N - 1 - i] for i in [0, N), for N a power of two
///
/// Why     a transposed operand read element by element costs a load and a store per element, and half a cache line per
///         element where the block is larger than the cache. Here a row is read 16 bytes at a time, and written whole.
/// How     16 bytes hold V elements. log2(V) rounds of interleaving register i with register i + V/2 transpose V x V
///         elements, since each round rotates the bits of (row, column) by one. With AVX2 the upper half of each register
///         holds row i + V, so that all shuffles stay inside their half and 32 bytes of the result are complete at once.
///         Other architectures copy element by element.

#include "shuffle.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Places that are `step` bytes apart.
struct even_columns {
    index_t step;

    LANEWISE_INLINE index_t operator[](index_t j) const noexcept { return j * step; }
};

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

LANEWISE_INLINE __m128i low_half(halves_register v) noexcept {
    return _mm256_castsi256_si128(v);
}

LANEWISE_INLINE __m128i high_half(halves_register v) noexcept {
    return _mm256_extracti128_si256(v, 1);
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

LANEWISE_INLINE __m128i low_half(halves_register v) noexcept {
    return v;
}

#endif

#if defined(__SSE2__)

template <class T>
inline constexpr int transpose_columns = 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int transpose_rows = static_cast<int>(sizeof(halves_register) / sizeof(T));
/// Pairs of doubles are sooner copied (three planes: 1.75x); smaller elements make blocks of 8 bytes.
template <class T>
inline constexpr int fewest_rows = sizeof(T) == 8   ? transpose_rows<T>
                                   : sizeof(T) == 4 ? transpose_columns<T>
                                                    : transpose_columns<T> / 2;

/// `Rounds` rounds of interleaving, of Count registers that have elements in their first `Bytes` bytes: in half as many
/// registers as long as these are not full.
template <class T, int Rounds, int Count, int Bytes>
LANEWISE_INLINE void interleave(halves_register* v) noexcept {
    if constexpr (Rounds > 0) {
        constexpr int size = static_cast<int>(sizeof(T));
        constexpr int half = Count / 2;
        constexpr int count = Bytes < 16 ? half : Count; // of the result
        halves_register w[static_cast<std::size_t>(Count)];
        each_register<half>(LANEWISE_EACH(int i) {
            if constexpr (Bytes < 16) {
                w[i] = interleave_low<size>(v[i], v[i + half]);
            } else {
                w[2 * i] = interleave_low<size>(v[i], v[i + half]);
                w[2 * i + 1] = interleave_high<size>(v[i], v[i + half]);
            }
        });
        interleave<T, Rounds - 1, count, (Bytes < 16 ? 2 * Bytes : 16)>(w);
        each_register<count>(LANEWISE_EACH(int i) { v[i] = w[i]; });
    }
}

/// Stores 16 bytes as columns of `Bytes` bytes, the first one of them as column[first].
template <int Bytes, class To>
LANEWISE_INLINE void store_columns(std::byte* to, const To& column, int first, __m128i v) noexcept {
    if constexpr (Bytes == 16) {
        __builtin_memcpy(to + column[first], &v, sizeof v);
    } else {
        using word = std::conditional_t<Bytes == 8, std::int64_t, std::int32_t>;
        const auto parts = __builtin_bit_cast(typename vector_of<word, 16 / Bytes>::type, v);
        each_register<16 / Bytes>(LANEWISE_EACH(int j) {
            const word one = parts[j];
            __builtin_memcpy(to + column[first + j], &one, sizeof one);
        });
    }
}

#if defined(__AVX2__)

template <class T, class To, class From>
LANEWISE_INLINE void transpose_block(std::byte* to, const To& column, const std::byte* from, const From& row) noexcept {
    constexpr int columns = transpose_columns<T>;
    constexpr int second = transpose_rows<T> - columns;
    halves_register v[static_cast<std::size_t>(columns)];
    each_register<columns>(LANEWISE_EACH(int i) { v[i] = load_halves(from + row[i], from + row[second + i]); });
    interleave<T, std::countr_zero(static_cast<unsigned>(columns)), columns, 16>(v);
    each_register<columns>(LANEWISE_EACH(int j) { store_halves(to + column[j], v[j]); });
}

template <class T, int Rows, class To, class From>
LANEWISE_INLINE void transpose_pair(std::byte* to, const To& column, const std::byte* from, const From& row,
                                    std::byte* other_to, const To& other_column, const std::byte* other_from,
                                    const From& other_row) noexcept {
    constexpr int bytes = Rows * static_cast<int>(sizeof(T)); // of a column
    constexpr int at_once = 16 / bytes;
    halves_register v[static_cast<std::size_t>(Rows)];
    each_register<Rows>(LANEWISE_EACH(int i) { v[i] = load_halves(from + row[i], other_from + other_row[i]); });
    interleave<T, std::countr_zero(static_cast<unsigned>(Rows)), Rows, 16>(v);
    each_register<Rows>(LANEWISE_EACH(int j) { store_columns<bytes>(to, column, j * at_once, low_half(v[j])); });
    each_register<Rows>(
        LANEWISE_EACH(int j) { store_columns<bytes>(other_to, other_column, j * at_once, high_half(v[j])); });
}

#else

template <class T, int Rows, class To, class From>
LANEWISE_INLINE void transpose_part(std::byte* to, const To& column, const std::byte* from, const From& row) noexcept {
    constexpr int bytes = Rows * static_cast<int>(sizeof(T)); // of a column
    halves_register v[static_cast<std::size_t>(Rows)];
    each_register<Rows>(LANEWISE_EACH(int i) { v[i] = load_halves(from + row[i], nullptr); });
    interleave<T, std::countr_zero(static_cast<unsigned>(Rows)), Rows, 16>(v);
    each_register<Rows>(LANEWISE_EACH(int j) { store_columns<bytes>(to, column, j * (16 / bytes), low_half(v[j])); });
}

#endif

template <class T, int Columns, class To, class From>
LANEWISE_INLINE void transpose_few(std::byte* to, const To& column, const std::byte* from, const From& row) noexcept {
    constexpr int rows = fewest_rows<T>;
    constexpr int bytes = Columns * static_cast<int>(sizeof(T));
    halves_register v[static_cast<std::size_t>(rows)];
    each_register<rows>(LANEWISE_EACH(int i) { v[i] = load_low<bytes>(from + row[i]); });
    interleave<T, std::countr_zero(static_cast<unsigned>(rows)), rows, bytes>(v);
    each_register<Columns / 2>(LANEWISE_EACH(int j) { store_columns<8>(to, column, 2 * j, low_half(v[j])); });
}

#else

template <class T>
inline constexpr int transpose_columns = 4;
template <class T>
inline constexpr int transpose_rows = sizeof(T) == 8 ? 4 : 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int fewest_rows = 4;

template <class T, int Rows, class To, class From>
LANEWISE_INLINE void transpose_part(std::byte* to, const To& column, const std::byte* from, const From& row) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < transpose_columns<T>; ++j) {
        for (index_t i = 0; i < Rows; ++i) {
            store_element(to + column[j] + i * size, load_element<T>(from + row[i] + j * size));
        }
    }
}

#endif

#if !defined(__AVX2__)

template <class T, class To, class From>
LANEWISE_INLINE void transpose_block(std::byte* to, const To& column, const std::byte* from, const From& row) noexcept {
    transpose_part<T, transpose_rows<T>>(to, column, from, row);
}

template <class T, int Rows, class To, class From>
LANEWISE_INLINE void transpose_pair(std::byte* to, const To& column, const std::byte* from, const From& row,
                                    std::byte* other_to, const To& other_column, const std::byte* other_from,
                                    const From& other_row) noexcept {
    transpose_part<T, Rows>(to, column, from, row);
    transpose_part<T, Rows>(other_to, other_column, other_from, other_row);
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
#if defined(__AVX512BW__)
    constexpr int most = 64 / static_cast<int>(sizeof(T));
#else
    constexpr int most = reverse_elements<T>;
#endif
    constexpr int at_once = N < most ? N : most;
    constexpr int last = N / at_once - 1;
    each_register<last + 1>(LANEWISE_EACH(int i) {
        typename vector_of<T, at_once>::type v;
        __builtin_memcpy(&v, from + static_cast<std::size_t>(last - i) * sizeof v, sizeof v);
        reverse_vector(v, std::make_integer_sequence<int, at_once>{});
        __builtin_memcpy(to + static_cast<std::size_t>(i) * sizeof v, &v, sizeof v);
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
