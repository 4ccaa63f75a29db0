#pragma once

/// Elements copied one by one, or a few at a time, for rows that nothing faster fits.

#include "../lane/memory.hpp"
#include "../plan/chunks.hpp"
#include "../plan/reading_order.hpp"

#include <bit>

namespace lanewise::detail::inline LANEWISE_ISA {

/// How far ahead strided elements of a large call are fetched: one at a time they keep too few cache lines on their way (4000
/// rows of 200 doubles, every second one of 1000: 512 bytes ahead, and none of the next row, 1.8x).
inline constexpr index_t fetch_ahead = 3072;

/// A line of elements, and what is fetched ahead of their turn: the rest of the line, then the next one.
struct fetched_line {
    copy_axis axis;
    index_t next; // how far away in memory the next line is
    bool is_large;

    /// Calls copy(count, ahead) for the first elements and then for the others: what is `ahead` bytes from each is to be
    /// fetched, unless that is the constant 0. Small code fetches nothing (a plane out of RGB: 1.2x faster, every second
    /// float 1.15x slower).
    template <class Copy>
    LANEWISE_ALWAYS_INLINE void in_parts(const Copy& copy) const noexcept {
        constexpr index_t short_line = 512; // bytes
        if (LANEWISE_SMALL || !is_large || axis.extent * magnitude(axis.from) <= short_line)
            return copy(axis.extent, std::integral_constant<index_t, 0>{});
        const index_t last = smaller(fetch_ahead / magnitude(axis.from), axis.extent);
        const index_t first = axis.extent - last;
        copy(first, last * axis.from);
        copy(last, next - first * axis.from);
    }
};

/// Copies a line of elements as `convert(element)`.
template <class From, class To, class Convert>
LANEWISE_ALWAYS_INLINE void copy_line(std::byte* to, const std::byte* from, const fetched_line& line,
                                      const Convert& convert) noexcept {
    const index_t from_step = line.axis.from;
    const index_t to_step = line.axis.to;
    line.in_parts(LANEWISE_ALWAYS_EACH(index_t count, auto ahead) {
        index_t i = 0;
        for (; i + 4 <= count; i += 4, to += 4 * to_step, from += 4 * from_step) {
            if (ahead != 0) __builtin_prefetch(from + ahead);
            const auto copy = LANEWISE_ALWAYS_EACH(int j) {
                store_element<To>(to + j * to_step, convert(load_element<From>(from + j * from_step)));
            };
            copy(0), copy(1), copy(2), copy(3); // not each_register: no function around this is flattened
        }
        for (; i < count; ++i, to += to_step, from += from_step)
            store_element<To>(to, convert(load_element<From>(from)));
    });
}

/// The same of elements as they are.
template <class T>
LANEWISE_ALWAYS_INLINE void copy_line(std::byte* to, const std::byte* from, const fetched_line& line) noexcept {
    copy_line<T, T>(to, from, line, [](T value) { return value; });
}

/// Copies elements along the first `rank` axes of an order, a line at a time.
template <class To, class From, class Line>
void copy_axes(To* to, From* from, const reading_order& order, int rank, const Line& copy) noexcept {
    if (rank == 0) return copy(to, from, fetched_line{{1, 0, 0}, 0, false});
    const copy_axis outer = order[rank - 1];
    if (rank == 1) return copy(to, from, fetched_line{outer, 0, order.is_large()});
    const fetched_line line{order[0], outer.from, order.is_large()};
    for (index_t i = 0; i < outer.extent; ++i, to += outer.to, from += outer.from) {
        if (rank == 2) {
            copy(to, from, line);
        } else {
            copy_axes(to, from, order, rank - 1, copy);
        }
    }
}

/// Copies elements one by one in an order.
template <class T>
void copy_singly(std::byte* packed, const std::byte* from, const reading_order& order) noexcept {
    copy_axes(packed, from, order, order.rank(),
              [](std::byte* to, const std::byte* first, const fetched_line& line) { copy_line<T>(to, first, line); });
}

/// How many elements that follow each other in a row are stored at a time (float16, 4: 1.2x slower).
template <class T>
inline constexpr int packed_at_once = sizeof(T) == 8   ? 2
                                      : sizeof(T) == 4 ? 4
                                                       : 8;

/// As many elements, the j-th at(j) bytes from `from`. Not a loop: g++ at -O2 would write them to memory one by one and read
/// them together, which waits for all of these stores (every second of 1024 bytes: 5x). Bytes are put together as one integer
/// (from four at a time in a vector: 1.2x).
template <class T, int Count, class At>
LANEWISE_ALWAYS_INLINE auto gathered(const std::byte* from, const At& at) noexcept {
    const auto all = [&]<int... J>(std::integer_sequence<int, J...>) __attribute__((LANEWISE_ALWAYS_INLINED)) {
        if constexpr (sizeof(T) == 1) {
            using integer = std::conditional_t<Count == 8, std::uint64_t, std::uint32_t>;
            constexpr int last = std::endian::native == std::endian::big ? Count - 1 : 0;
            return (... | (integer{load_element<std::uint8_t>(from + at(J))} << (8 * (J ^ last))));
        } else {
            return typename vector_of<T, Count>::type{load_element<T>(from + at(J))...};
        }
    };
    return all(std::make_integer_sequence<int, Count>());
}

/// Copies a line of such.
template <class T, int Count>
LANEWISE_ALWAYS_INLINE void copy_packed_line(std::byte* to, const std::byte* from, const fetched_line& line,
                                             index_t apart) noexcept {
    const index_t from_step = line.axis.from;
    const index_t to_step = line.axis.to;
    line.in_parts(LANEWISE_ALWAYS_EACH(index_t count, auto ahead) {
        for (index_t i = 0; i < count; ++i, to += to_step, from += from_step) {
            if (ahead != 0) __builtin_prefetch(from + ahead + i % Count * apart);
            const auto packed = gathered<T, Count>(
                from, LANEWISE_ALWAYS_EACH(index_t j) { return j * apart; });
            __builtin_memcpy(to, &packed, sizeof packed);
        }
    });
}

template <class T>
void copy_elements(std::byte* packed, const std::byte* from, reading_order& order) noexcept;

/// Copies runs of two to four elements, which lie along axis k (an RGB image of bytes turned by a quarter: 1.9x); of elements up
/// to 16 bits pairs as what is twice as wide, of which several are stored at a time (pairs of bytes turned: 2x).
template <class T>
void copy_short_runs(std::byte* packed, const std::byte* from, const reading_order& order, int k) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr std::integral_constant<index_t, 2 * size> pair;
    const index_t last = order[k].extent * size - pair;
    reading_order runs = order.without(k);
    const auto copy = [&](const auto& copy_run) {
        copy_axes(packed, from, runs, runs.rank(),
                  [=](std::byte* to, const std::byte* first, const fetched_line& line) {
                      const copy_axis axis = line.axis; // a copy, since a byte that is stored might otherwise be its
                      for (index_t i = axis.extent; i > 0; --i, to += axis.to, first += axis.from) copy_run(to, first);
                  });
    };
    if (last == 0) {
        if constexpr (size == 1) {
            copy_elements<std::uint16_t>(packed, from, runs);
        } else if constexpr (size == 2) {
            copy_elements<std::uint32_t>(packed, from, runs);
        } else {
            copy([=](std::byte* to, const std::byte* first) { copy_chunk(pair, to, first); });
        }
        return;
    }
    copy([=](std::byte* to, const std::byte* first) {
        copy_chunk(pair, to, first);
        copy_chunk(pair, to + last, first + last);
    });
}

/// Copies elements in an order, of whose axis k, packed in the rows, `Count` are stored at a time.
template <class T, int Count>
void copy_packed(std::byte* packed, const std::byte* from, reading_order& order, int k) noexcept {
    const copy_axis axis = order[k];
    order[k] = {axis.extent / Count, axis.from * Count, axis.to * Count};
    copy_axes(packed, from, order, order.rank(),
              [apart = axis.from](std::byte* to, const std::byte* first, const fetched_line& line) {
                  copy_packed_line<T, Count>(to, first, line, apart);
              });
    const index_t rest = axis.extent % Count;
    const index_t done = axis.extent - rest;
    order[k] = {rest, axis.from, axis.to};
    if (rest > 0) copy_singly<T>(packed + done * axis.to, from + done * axis.from, order);
    order[k] = axis;
}

/// Copies elements in an order; where an axis of it is packed in the rows, several of them with one store: a store per element
/// is what takes longest (0.6 of the time).
template <class T>
void copy_elements(std::byte* packed, const std::byte* from, reading_order& order) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr int at_once = packed_at_once<T>;
    int k = 0;
    while (k < order.rank() && (order[k].to != size || order[k].from == 0)) ++k;
    const index_t extent = k < order.rank() ? order[k].extent : 1;
    if constexpr (!LANEWISE_SMALL) {
        if (extent > 1 && extent <= 4 && order[k].from == size) return copy_short_runs<T>(packed, from, order, k);
    }
    if (extent >= at_once) return copy_packed<T, at_once>(packed, from, order, k);
    if constexpr (!LANEWISE_SMALL && at_once == 8) {
        if (extent >= 4) return copy_packed<T, 4>(packed, from, order, k);
    }
    copy_singly<T>(packed, from, order);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
