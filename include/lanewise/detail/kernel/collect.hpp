#pragma once

/// Grids of elements from memory into packed rows, and back.

#include "../lane/transpose.hpp"
#include "../loop/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Converts n packed elements. A loop of constant length over plain pointers is vector code at -O2 too; through memcpy it
/// is not (g++ 12: 0.34 instead of 0.05 ns for a uint8 to float32).
template <class From, class To, class Convert>
LANEWISE_INLINE void convert_packed(std::byte* packed, const std::byte* from, index_t n,
                                    const Convert& convert) noexcept {
    index_t i = 0;
    if constexpr (!is_float16<From> && !is_float16<To>) {
        // The user's own type may be another one of that dtype.
        typedef From source __attribute__((may_alias));
        typedef To target __attribute__((may_alias));
        constexpr index_t chunk = 64;
        for (; i + chunk <= n; i += chunk) {
            const auto* __restrict in = reinterpret_cast<const source*>(from) + i;
            auto* __restrict out = reinterpret_cast<target*>(packed) + i;
            for (index_t k = 0; k < chunk; ++k) out[k] = convert(in[k]);
        }
    }
    for (; i < n; ++i) {
        store_element<To>(packed + i * static_cast<index_t>(sizeof(To)),
                          convert(load_element<From>(from + i * static_cast<index_t>(sizeof(From)))));
    }
}

/// Collects elements of storage type From as `convert(element)`, of type To.
template <class From, class To, class Convert>
LANEWISE_INLINE void collect_each(std::byte* packed, const grid& from, const Convert& convert) noexcept {
    const index_t n = from.element.count;
    const bool is_packed = from.element.is_even(sizeof(From));
    for (index_t j = 0; j < from.row.count; ++j) {
        const std::byte* const row = from.data + from.row[j];
        if (is_packed) {
            convert_packed<From, To>(packed, row, n, convert);
        } else {
            for (index_t i = 0; i < n; ++i) {
                store_element<To>(packed + i * static_cast<index_t>(sizeof(To)),
                                  convert(load_element<From>(row + from.element[i])));
            }
        }
        packed += n * static_cast<index_t>(sizeof(To));
    }
}

/// Copies rows [j, j + count) of the elements [i, i + n).
template <class T>
void collect_part(std::byte* packed, const grid& from, index_t j, index_t count, index_t i, index_t n) noexcept {
    for (index_t y = j; y < j + count; ++y) {
        for (index_t x = i; x < i + n; ++x) {
            store_element(packed + (y * from.element.count + x) * static_cast<index_t>(sizeof(T)),
                          load_element<T>(from.data + from.row[y] + from.element[x]));
        }
    }
}

/// Whether row positions j to j + count - 1 are neighbours in memory.
template <class T>
LANEWISE_INLINE bool are_neighbours(const offsets& row, index_t j, index_t count) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    if (row.table == nullptr) return row.stride == size;
    for (index_t k = 1; k < count; ++k) {
        if (row.table[j + k] != row.table[j] + k * size) return false;
    }
    return true;
}

/// Collects rows whose starts are neighbours in memory, in blocks transposed in registers; the rest element by element.
template <class T>
void collect_transposed(std::byte* packed, const grid& from) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr index_t wide = transpose_rows<T>;
    constexpr index_t high = transpose_columns<T>;
    const index_t n = from.element.count - from.element.count % wide;
    const index_t count = from.row.count - from.row.count % high;
    for (index_t i = 0; i < n; i += wide) {
        for (index_t j = 0; j < count; j += high) {
            if (are_neighbours<T>(from.row, j, high)) {
                transpose_block<T>(packed + (j * from.element.count + i) * size, from.element.count * size,
                                   from.data + from.row[j], from.element, i);
            } else {
                collect_part<T>(packed, from, j, high, i, wide);
            }
        }
    }
    collect_part<T>(packed, from, 0, count, n, from.element.count - n);
    collect_part<T>(packed, from, count, from.row.count - count, 0, from.element.count);
}

/// Collects rows that lie backwards.
template <class T>
void collect_reversed(std::byte* packed, const grid& from) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < from.row.count; ++j) {
        const std::byte* const row = from.data + from.row[j];
        index_t i = 0;
        for (; i + reverse_elements<T> <= from.element.count; i += reverse_elements<T>) {
            reverse_block<T>(packed + i * size, row - (i + reverse_elements<T> - 1) * size);
        }
        for (; i < from.element.count; ++i) store_element(packed + i * size, load_element<T>(row - i * size));
        packed += from.element.count * size;
    }
}

/// Collects elements as they are, or widened: every From is a To.
template <class From, class To>
void collect(const void*, std::byte* packed, const grid& from) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(From));
    if constexpr (std::is_same_v<From, To>) {
        if (from.element.is_even(-size)) return collect_reversed<From>(packed, from);
        if (!from.element.is_even(size) && from.row.count >= transpose_columns<From> &&
            are_neighbours<From>(from.row, 0, transpose_columns<From>)) {
            return collect_transposed<From>(packed, from);
        }
    }
    collect_each<From, To>(packed, from, [](From value) {
        if constexpr (is_float16<From> && !is_float16<To>) {
            return static_cast<To>(static_cast<float>(value));
        } else {
            return static_cast<To>(value);
        }
    });
}

template <class T>
void spread(const grid& to, const std::byte* packed) noexcept {
    for (index_t j = 0; j < to.row.count; ++j) {
        for (index_t i = 0; i < to.element.count; ++i) {
            store_element(to.data + to.row[j] + to.element[i], load_element<T>(packed));
            packed += sizeof(T);
        }
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
