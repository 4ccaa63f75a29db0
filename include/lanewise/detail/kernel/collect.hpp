#pragma once

/// Grids of elements from memory into packed rows, and back.

#include "../lane/transpose.hpp"
#include "../loop/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The unsigned integer of T's size, for elements that are only moved.
template <class T>
using bits_type =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

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

/// Calls f(packed, from) for every run of a grid. By value, since a byte that f stores might otherwise be the grid's.
template <class T, class F>
LANEWISE_INLINE void each_run(std::byte* packed, index_t pitch, const grid g, const F f) noexcept {
    const index_t run_bytes = g.n * static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < g.row.count; ++j) {
        std::byte* const row = g.data + g.row[j];
        std::byte* to = packed + j * pitch;
        for (index_t m = 0; m < g.run.count; ++m, to += run_bytes) f(to, row + g.run[m]);
    }
}

/// How far ahead strided elements are fetched: one at a time they keep too few cache lines on their way (a[::2, ::2], 2.6x).
inline constexpr index_t fetch_ahead = 512;

/// Copies `count` elements, `to_step` and `from_step` bytes apart, as `convert(element)`.
template <class From, class To, class Convert>
LANEWISE_INLINE void copy_line(std::byte* to, index_t to_step, const std::byte* from, index_t from_step, index_t count,
                               const Convert& convert) noexcept {
    const index_t ahead = from_step < 0 ? -fetch_ahead : fetch_ahead;
    index_t i = 0;
    for (; i + 4 <= count; i += 4, to += 4 * to_step, from += 4 * from_step) {
        __builtin_prefetch(from + ahead);
        for (index_t j = 0; j < 4; ++j)
            store_element<To>(to + j * to_step, convert(load_element<From>(from + j * from_step)));
    }
    for (; i < count; ++i, to += to_step, from += from_step) store_element<To>(to, convert(load_element<From>(from)));
}

/// One of a grid's three axes: elements, runs and rows.
struct grid_axis {
    offsets from;
    index_t to_step;
};

/// Which axis is best walked innermost: the one along which memory is read in the smallest steps, if it is not short.
LANEWISE_INLINE int innermost_axis(const grid_axis (&axis)[3]) noexcept {
    constexpr index_t short_line = 8;
    const auto step = [&](int i) { return axis[i].from.stride < 0 ? -axis[i].from.stride : axis[i].from.stride; };
    int best = 0;
    for (const int i : {1, 2}) {
        if (axis[i].from.table != nullptr) continue;
        const bool is_short = axis[i].from.count < short_line;
        const bool best_is_short = axis[best].from.count < short_line;
        if (is_short == best_is_short ? step(i) < step(best) : best_is_short) best = i;
    }
    return best;
}

/// Collects elements of storage type From as `convert(element)`, of type To.
template <class From, class To, class Convert>
LANEWISE_INLINE void collect_each(std::byte* packed, index_t pitch, const grid& from, const Convert& convert) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(To));
    if (from.step == static_cast<index_t>(sizeof(From)) && !std::is_same_v<From, To>) {
        return each_run<To>(packed, pitch, from, [n = from.n, &convert](std::byte* to, const std::byte* run) {
            convert_packed<From, To>(to, run, n, convert);
        });
    }
    grid_axis axis[3] = {{{from.n, from.step, nullptr}, size}, {from.run, from.n * size}, {from.row, pitch}};
    const int inner = innermost_axis(axis);
    const grid_axis line = axis[inner];
    const grid_axis middle = axis[inner == 0 ? 1 : 0];
    const grid_axis outer = axis[inner == 2 ? 1 : 2];
    for (index_t j = 0; j < outer.from.count; ++j) {
        const std::byte* const row = from.data + outer.from[j];
        std::byte* const to = packed + j * outer.to_step;
        for (index_t i = 0; i < middle.from.count; ++i) {
            copy_line<From, To>(to + i * middle.to_step, line.to_step, row + middle.from[i], line.from.stride,
                                line.from.count, convert);
        }
    }
}

/// Calls f with the largest power of two, 32 at most, that `bytes` has room for.
template <class F>
LANEWISE_INLINE void with_chunk(index_t bytes, const F& f) noexcept {
    if (bytes >= 32) return f(std::integral_constant<index_t, 32>{});
    if (bytes >= 16) return f(std::integral_constant<index_t, 16>{});
    if (bytes >= 8) return f(std::integral_constant<index_t, 8>{});
    if (bytes >= 4) return f(std::integral_constant<index_t, 4>{});
    if (bytes >= 2) return f(std::integral_constant<index_t, 2>{});
    f(std::integral_constant<index_t, 1>{});
}

/// Fills `bytes` bytes, at least as many as a chunk has: copy(at) fills the chunk there; the last overlaps the one before.
template <class Chunk, class Copy>
LANEWISE_INLINE void fill_in_chunks(Chunk chunk, index_t bytes, const Copy& copy) noexcept {
    for (index_t at = 0; at < bytes - chunk; at += chunk) copy(at);
    copy(bytes - chunk);
}

/// Copies packed runs, which may be as short as one element.
template <class T>
void collect_packed(std::byte* packed, index_t pitch, const grid& from) noexcept {
    const index_t bytes = from.n * static_cast<index_t>(sizeof(T));
    with_chunk(bytes, [&](auto chunk) {
        each_run<T>(packed, pitch, from, [=](std::byte* to, const std::byte* run) {
            fill_in_chunks(chunk, bytes, [&](index_t at) { __builtin_memcpy(to + at, run + at, chunk); });
        });
    });
}

/// Repeats one element per run. What a short run's one store writes beyond it is the next run's, or behind the last row.
template <class T>
void collect_splats(std::byte* packed, index_t pitch, const grid& from) noexcept {
    const index_t bytes = from.n * static_cast<index_t>(sizeof(T));
    with_chunk(2 * bytes - 1, [&](auto chunk) {
        if constexpr (chunk >= static_cast<index_t>(sizeof(T))) {
            const index_t filled = bytes < chunk ? index_t{chunk} : bytes;
            each_run<T>(packed, pitch, from, [=](std::byte* to, const std::byte* run) {
                const T value = load_element<T>(run);
                T repeated[static_cast<std::size_t>(chunk) / sizeof(T)];
                for (T& element : repeated) element = value;
                fill_in_chunks(chunk, filled, [&](index_t at) { __builtin_memcpy(to + at, repeated, chunk); });
            });
        }
    });
}

/// Collects runs that lie backwards, and are no shorter than a block; the last block overlaps the one before.
template <class T>
void collect_reversed(std::byte* packed, index_t pitch, const grid& from) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr index_t block = reverse_elements<T>;
    each_run<T>(packed, pitch, from, [n = from.n](std::byte* to, const std::byte* run) {
        const auto reverse = [=](index_t i) { reverse_block<T>(to + i * size, run - (i + block - 1) * size); };
        for (index_t i = 0; i < n - block; i += block) {
            __builtin_prefetch(run - i * size - fetch_ahead);
            reverse(i);
        }
        reverse(n - block);
    });
}

/// Where the elements [first, first + Count) of a row are.
template <int Count>
struct element_offsets {
    index_t at[static_cast<std::size_t>(Count)];

    LANEWISE_INLINE element_offsets(const grid& from, index_t first) noexcept {
        index_t run = first / from.n;
        index_t i = first % from.n;
        for (index_t& offset : at) {
            offset = from.run[run] + i * from.step;
            if (++i == from.n) {
                i = 0;
                ++run;
            }
        }
    }
};

/// How many rows from j on start `step` bytes after one another.
LANEWISE_INLINE index_t count_neighbours(const offsets& row, index_t j, index_t step) noexcept {
    if (row.table == nullptr) return row.stride == step ? row.count - j : 1;
    index_t count = 1;
    while (j + count < row.count && row.table[j + count] == row.table[j] + count * step) ++count;
    return count;
}

/// Whether collect_transposed<T, Step> is for a grid.
template <class T, int Step>
LANEWISE_INLINE bool is_transposed(const grid& from) noexcept {
    return from.n * from.run.count >= transpose_rows<T> &&
           count_neighbours(from.row, 0, Step * static_cast<index_t>(sizeof(T))) >= transpose_columns<T>;
}

/// Collects rows of which many start at neighbouring elements, `Step` = 1 or -1 apart, in blocks transposed in registers; the
/// last block overlaps its neighbour. The elements of the next blocks are fetched meanwhile: where rows are far apart,
/// nothing else does (NCHW - NHWC: 1.7x).
template <class T, int Step>
void collect_transposed(std::byte* packed, index_t pitch, const grid& given) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr index_t wide = transpose_rows<T>;
    constexpr index_t high = transpose_columns<T>;
    constexpr index_t blocks_per_line = cache_line / (high * size);
    // Of a block whose rows run backwards, the last one lies first in memory.
    constexpr index_t first = Step < 0 ? high - 1 : 0;
    const grid from = given;
    const index_t last_block = from.n * from.run.count - wide;
    for (index_t i = 0; i < last_block + wide; i += wide) {
        if (i > last_block) i = last_block;
        const element_offsets<wide> element(from, i);
        const element_offsets<wide> next(from, i + wide <= last_block ? i + wide : i);
        index_t neighbours = 0;
        for (index_t j = 0; j < from.row.count; j += neighbours) {
            neighbours = count_neighbours(from.row, j, Step * size);
            const std::byte* const in = from.data + from.row[j];
            std::byte* const to = packed + j * pitch + i * size;
            if (neighbours < high) {
                neighbours = 1;
                for (int k = 0; k < wide; ++k) store_element(to + k * size, load_element<T>(in + element.at[k]));
                continue;
            }
            for (index_t block = 0; block < neighbours; block += high) {
                const index_t part = block / high % blocks_per_line * (wide / blocks_per_line);
                if (block > neighbours - high) block = neighbours - high;
                const std::byte* const corner = in + Step * (block + first) * size;
                for (index_t k = part; k < part + wide / blocks_per_line; ++k)
                    __builtin_prefetch(corner + next.at[k], 0, 2);
                transpose_block<T>(to + (block + first) * pitch, Step * pitch, corner, element.at);
            }
        }
    }
}

/// Collects elements as they are, or widened: every From is a To.
template <class From, class To>
void collect(const void*, std::byte* packed, index_t pitch, const grid& from) noexcept {
    if constexpr (std::is_same_v<From, To>) {
        constexpr auto size = static_cast<index_t>(sizeof(From));
        // Shorter runs cost more than their elements.
        const bool short_runs = from.n < 4 && from.run.table == nullptr && from.run.count >= 8;
        if (from.step == size && !short_runs) return collect_packed<From>(packed, pitch, from);
        if (from.step == 0) return collect_splats<From>(packed, pitch, from);
        if (is_transposed<From, 1>(from)) return collect_transposed<From, 1>(packed, pitch, from);
        if (is_transposed<From, -1>(from)) return collect_transposed<From, -1>(packed, pitch, from);
        if (from.step == -size && from.n >= reverse_elements<From>) return collect_reversed<From>(packed, pitch, from);
    }
    collect_each<From, To>(packed, pitch, from, [](From value) {
        if constexpr (is_float16<From> && !is_float16<To>) {
            return static_cast<To>(static_cast<float>(value));
        } else {
            return static_cast<To>(value);
        }
    });
}

template <class T>
void spread(const grid& to, const std::byte* packed, index_t pitch) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    const grid g = to;
    const index_t bytes = g.n * size;
    const auto each = [=](const auto& copy) {
        for (index_t j = 0; j < g.row.count; ++j) {
            std::byte* const row = g.data + g.row[j];
            const std::byte* from = packed + j * pitch;
            for (index_t m = 0; m < g.run.count; ++m, from += bytes) copy(row + g.run[m], from);
        }
    };
    if (g.step != size) {
        return each([&](std::byte* run, const std::byte* from) {
            copy_line<T, T>(run, g.step, from, size, g.n, [](T value) { return value; });
        });
    }
    with_chunk(bytes, [&](auto chunk) {
        each([&](std::byte* run, const std::byte* from) {
            fill_in_chunks(chunk, bytes, [&](index_t at) { __builtin_memcpy(run + at, from + at, chunk); });
        });
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
