#pragma once

/// Strided rows of memory into packed ones.

#include "../plan/chunks.hpp"
#include "../shuffle/block_shuffle.hpp"
#include "../shuffle/gapped_runs.hpp"
#include "../shuffle/periodic_shuffle.hpp"
#include "../shuffle/repeat_shuffle.hpp"
#include "copy_elements.hpp"
#include "element_table.hpp"
#include "pack_transposed.hpp"
#include "repeated_run.hpp"
#include "widen_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Calls f(packed, from) for every run of strided rows. By value, since a byte that f stores might otherwise be one of theirs.
template <class T, class F>
LANEWISE_ALWAYS_INLINE void each_run(std::byte* packed, index_t pitch, const strided_rows g, const F f) noexcept {
    const index_t run_bytes = g.n * static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < g.row.count; ++j) {
        std::byte* const row = g.data + g.row[j];
        std::byte* to = packed + j * pitch;
        for (index_t m = 0; m < g.run.count; ++m, to += run_bytes) f(to, row + g.run[m]);
    }
}

/// The same for runs that may be as short as one element (bytes, each eight times along rows: 1.15x); `packed` may be const.
template <class T, class Byte, class F>
LANEWISE_ALWAYS_INLINE void each_short_run(Byte* packed, index_t pitch, const strided_rows g, const F f) noexcept {
    const index_t run_bytes = g.n * static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < g.row.count; ++j, packed += pitch) {
        Byte* in_row = packed;
        g.run.each(
            g.data + g.row[j], LANEWISE_ALWAYS_EACH(std::byte * run) {
                f(in_row, run);
                in_row += run_bytes;
            });
    }
}

/// Copies packed runs, which may be as short as one element. A short one that is repeated along rows fills registers. Aligned, as
/// what follows: a change elsewhere moved its loops of a few bytes across cache lines (runs of four floats: 1.35x).
template <class T>
[[gnu::aligned(64)]] void pack_runs(std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    constexpr index_t enough = 256; // bytes
    const index_t bytes = from.n * static_cast<index_t>(sizeof(T));
    const index_t row_bytes = from.run.count * bytes;
    if (!LANEWISE_SMALL && from.run.table == nullptr && from.run.stride == 0 && bytes <= longest_repeated_run &&
        row_bytes >= halves_bytes && row_bytes * from.row.count >= enough) {
        return with_chunk<sizeof(T), longest_repeated_run / 2>(
            bytes, [&]<index_t Piece>(std::integral_constant<index_t, Piece>) {
                pack_repeated<Piece>(packed, pitch, from, bytes);
            });
    }
    with_copy<sizeof(T)>(
        bytes, LANEWISE_ALWAYS_EACH(const auto& copy_run) { each_short_run<T>(packed, pitch, from, copy_run); });
}

/// Repeats one element per run. What a short run's one store writes beyond it is the next run's, or behind the last row.
template <class T>
[[gnu::aligned(64)]] void pack_splats(std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    const index_t bytes = from.n * static_cast<index_t>(sizeof(T));
    with_chunk<sizeof(T)>(2 * bytes - 1, [&](auto chunk) {
        const index_t filled = bytes < chunk ? index_t{chunk} : bytes;
        each_short_run<T>(packed, pitch, from, [=](std::byte* to, const std::byte* run) {
            const T value = load_element<T>(run);
            const auto repeated = value - typename vector_of<T, most_chunk / static_cast<int>(sizeof(T))>::type{};
            const auto fill = [&](index_t at) { __builtin_memcpy(to + at, &repeated, chunk); };
            if constexpr (LANEWISE_SMALL || chunk == most_chunk) {
                fill_in_chunks(chunk, filled, fill);
            } else {
                fill(0);
            }
        });
    });
}

/// Packs runs no shorter than a block, in blocks; the last one overlaps the one before. block(to, from) packs `Block`
/// elements from the first one's address on.
template <class T, index_t Block, class F>
LANEWISE_ALWAYS_INLINE void pack_blocks(std::byte* packed, index_t pitch, const strided_rows& from,
                                        const F block) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    each_run<T>(packed, pitch, from, [=, n = from.n, step = from.step](std::byte* to, const std::byte* run) {
        for (index_t i = 0; i < n - Block; i += Block) block(to + i * size, run + i * step);
        block(to + (n - Block) * size, run + (n - Block) * step);
    });
}

/// Packs runs backwards that are at least half a block long.
template <class T>
LANEWISE_FLATTEN void pack_reversed(std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    const auto pack = [&]<index_t Block>(std::integral_constant<index_t, Block>)
        __attribute__((LANEWISE_ALWAYS_INLINED)) {
        pack_blocks<T, Block>(packed, pitch, from, [](std::byte* to, const std::byte* first) {
            reverse_block<T, Block>(to, first - (Block - 1) * static_cast<index_t>(sizeof(T)));
        });
    };
    constexpr index_t block = reverse_elements<T>;
    with_chunk<block / 2, block>(from.n, pack);
}

template <class T, int Step>
LANEWISE_FLATTEN void pack_skipping(std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    constexpr int block = skip_elements<T>;
    pack_blocks<T, block>(packed, pitch, from,
                          [](std::byte* to, const std::byte* first) { skip_blocks<T, Step, block>(to, first); });
}

/// Packs runs by loops of their own; returns false and does nothing for others.
template <class T>
bool pack_in_registers(std::byte* packed, index_t pitch, const strided_rows& from, bool plain) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    if (const auto* const repeats = repeat_shuffle<T>::of(from))
        return pack_in_units(*repeats, packed, pitch, from), true;
    if constexpr (has_periods<T>) {
        if (const auto* const even = periodic_shuffle<T>::of(from)) return even->pack(packed, pitch, from), true;
    }
    if constexpr (can_skip<T>) {
        if (const auto* const runs = gapped_runs<T>::of(from)) return runs->pack(packed, pitch, from), true;
    }
    if (const auto* const blocks = block_shuffle<T>::of(from)) return pack_in_units(*blocks, packed, pitch, from), true;
    if (plain) return false;
    if (pack_transposed<T>(packed, from)) return true;
    if (from.step == -size && 2 * from.n >= reverse_elements<T> && from.n > 1)
        return pack_reversed<T>(packed, pitch, from), true;
    if constexpr (can_skip<T>) {
        const index_t step = from.n >= skip_elements<T> ? from.step : 0;
        if (step == 2 * size) return pack_skipping<T, 2>(packed, pitch, from), true;
        if (step == 3 * size) return pack_skipping<T, 3>(packed, pitch, from), true;
        if (step == 4 * size) return pack_skipping<T, 4>(packed, pitch, from), true;
    }
    return false;
}

/// Packs elements one by one, as they lie.
template <class T>
void pack_few(std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    const copy_axis run_axis{from.n, from.step, static_cast<index_t>(sizeof(T))};
    each_run<T>(packed, pitch, from, [=](std::byte* to, const std::byte* run) {
        copy_line<T>(to, run, {run_axis, 0, false});
    });
}

/// Packs elements as they are, or widened: every From is a To.
template <class From, class To>
void pack(const void*, std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    constexpr index_t long_run = 32; // is widened without being packed first
    if constexpr (std::is_same_v<From, To>) {
        constexpr auto size = static_cast<index_t>(sizeof(From));
        const bool plain = has_plain_runs(from, size);
        if (!plain && are_few(from)) return pack_few<From>(packed, pitch, from);
        if constexpr (!LANEWISE_SMALL) {
            if (pack_in_registers<From>(packed, pitch, from, plain)) return;
        }
        if (plain && from.step == size) return pack_runs<From>(packed, pitch, from);
        if (plain) return pack_splats<From>(packed, pitch, from);
        if (const auto* const table = element_table<From>::of(from)) return table->pack(packed, pitch, from);
        from.order->sort();
        copy_elements<From>(packed, from.data, *from.order);
    } else if (from.step == static_cast<index_t>(sizeof(From)) && (from.n >= long_run || from.run.count == 1)) {
        each_run<To>(packed, pitch, from,
                     [n = from.n](std::byte* to, const std::byte* run) { widen_row<From, To>(to, run, n); });
    } else {
        using bits = bits_type<From>;
        pack_and_widen<From, To>(packed, pitch, from, pack<bits, bits>);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
