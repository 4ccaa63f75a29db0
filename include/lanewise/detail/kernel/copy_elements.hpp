#pragma once

/// Elements copied one by one, or a few at a time, for grids that nothing faster fits.

#include "../lane/memory.hpp"
#include "../loop/reading_order.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How far ahead strided elements are fetched: one at a time they keep too few cache lines on their way (a[::2, ::2], 2.6x).
inline constexpr index_t fetch_ahead = 512;

/// How far ahead a line of `bytes` bytes is fetched, in its direction; 0: it is over before that.
constexpr index_t fetch_distance(index_t bytes) noexcept {
    return bytes > fetch_ahead ? fetch_ahead : bytes < -fetch_ahead ? -fetch_ahead : 0;
}

/// Copies a line of elements as `convert(element)`.
template <class From, class To, class Convert>
LANEWISE_INLINE void copy_line(std::byte* to, const std::byte* from, const copy_axis& line,
                               const Convert& convert) noexcept {
    const index_t ahead = fetch_distance(line.extent * line.from);
    index_t i = 0;
    for (; i + 4 <= line.extent; i += 4, to += 4 * line.to, from += 4 * line.from) {
        if (ahead != 0) __builtin_prefetch(from + ahead);
        for (index_t j = 0; j < 4; ++j)
            store_element<To>(to + j * line.to, convert(load_element<From>(from + j * line.from)));
    }
    for (; i < line.extent; ++i, to += line.to, from += line.from)
        store_element<To>(to, convert(load_element<From>(from)));
}

/// Copies elements along the first `rank` axes of an order, a line at a time.
template <class To, class From, class Line>
void copy_axes(To* to, From* from, const reading_order& order, int rank, const Line& copy) noexcept {
    if (rank == 0) return copy(to, from, {1, 0, 0});
    const copy_axis outer = order[rank - 1];
    if (rank == 1) return copy(to, from, outer);
    const copy_axis line = order[0];
    for (index_t i = 0; i < outer.extent; ++i, to += outer.to, from += outer.from) {
        if (rank == 2) {
            copy(to, from, line);
        } else {
            copy_axes(to, from, order, rank - 1, copy);
        }
    }
}

/// How many elements that follow each other in a row are stored at a time.
template <class T>
inline constexpr int packed_at_once = sizeof(T) == 8 ? 2 : 4;

/// Copies a line of such, which are `apart` bytes apart in memory.
template <class T>
LANEWISE_INLINE void copy_packed_line(std::byte* to, const std::byte* from, const copy_axis& line,
                                      index_t apart) noexcept {
    constexpr int count = packed_at_once<T>;
    const index_t ahead = fetch_distance(line.extent * line.from);
    for (index_t i = 0; i < line.extent; ++i, to += line.to, from += line.from) {
        if (ahead != 0) __builtin_prefetch(from + ahead + i % count * apart);
        typename vector_of<T, count>::type packed;
        for (int j = 0; j < count; ++j) packed[j] = load_element<T>(from + j * apart);
        __builtin_memcpy(to, &packed, sizeof packed);
    }
}

/// Copies elements in an order; where an axis of it is packed in the rows, several of them with one store: a store per element
/// is what takes longest (0.6 of the time).
template <class T>
void copy_elements(std::byte* packed, const std::byte* from, reading_order& order) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr index_t at_once = packed_at_once<T>;
    const auto copy_one = [](std::byte* to, const std::byte* first, const copy_axis& line) {
        copy_line<T, T>(to, first, line, [](T value) { return value; });
    };
    int k = 0;
    while (k < order.rank() && (order[k].to != size || order[k].from == 0)) ++k;
    if (k == order.rank() || order[k].extent < at_once) return copy_axes(packed, from, order, order.rank(), copy_one);
    const copy_axis axis = order[k];
    order[k] = {axis.extent / at_once, axis.from * at_once, axis.to * at_once};
    copy_axes(packed, from, order, order.rank(),
              [apart = axis.from](std::byte* to, const std::byte* first, const copy_axis& line) {
                  copy_packed_line<T>(to, first, line, apart);
              });
    const index_t rest = axis.extent % at_once;
    const index_t done = axis.extent - rest;
    order[k] = {rest, axis.from, axis.to};
    if (rest > 0) copy_axes(packed + done * axis.to, from + done * axis.from, order, order.rank(), copy_one);
    order[k] = axis;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
