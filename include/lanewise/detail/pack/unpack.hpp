#pragma once

/// Packed rows to strided ones.

#include "pack.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How many rows are unpacked in blocks at least: of bytes half a block's (31 rows of them with AVX2: 5x).
template <class T>
inline constexpr index_t fewest_unpacked = sizeof(T) == 1 ? transpose_rows<T> / 2 : transpose_rows<T>;

/// Unpacks rows whose elements of one place are neighbours in out, in blocks transposed in registers; the last ones overlap.
/// Where there are fewer rows than a block has, the first of them and the last.
template <class T>
LANEWISE_FLATTEN void unpack_transposed(const strided_rows& to, const std::byte* packed, index_t pitch) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    constexpr index_t columns = transpose_columns<T>;
    constexpr index_t rows = transpose_rows<T>;
    constexpr index_t few = fewest_unpacked<T>;
    index_t row[static_cast<std::size_t>(rows)];
    for (index_t i = 0; i < rows; ++i) row[i] = i * pitch;
    const even_columns column{to.step};
    const index_t last_column = to.n - columns;
    const index_t last_row = to.row.count - rows;
    for (index_t j = 0; j < to.n; j += columns) {
        if (j > last_column) j = last_column;
        std::byte* const out = to.data + j * to.step;
        const std::byte* const from = packed + j * size;
        if constexpr (few < rows) {
            if (last_row < 0) {
                const index_t last = to.row.count - few;
                transpose_pair<T, few>(out, column, from, row, out + last * size, column, from + last * pitch, row);
                continue;
            }
        }
        for (index_t i = 0; i < to.row.count; i += rows) {
            if (i > last_row) i = last_row;
            transpose_block<T>(out + i * size, column, from + i * pitch, row);
        }
    }
}

/// As unpack_function.
template <class T>
void unpack(const strided_rows& g, const std::byte* packed, index_t pitch) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    const index_t bytes = g.n * size;
    if constexpr (!LANEWISE_SMALL) {
        if (g.step != size && g.run.count == 1 && g.row.table == nullptr && g.row.stride == size &&
            g.n >= transpose_columns<T> && g.row.count >= fewest_unpacked<T>)
            return unpack_transposed<T>(g, packed, pitch);
        if constexpr (can_spread<T>) {
            constexpr index_t few = 256; // take less than it does to find out about their gaps
            // Beyond the cache, a Zen 5 waits for each line that is written under a mask (every third of 8Mi float16s: 1.8x).
            const bool is_large = g.order != nullptr && g.order->is_large();
            if (!is_large && g.row.count * g.run.count * g.n >= few && unpack_gapped<T>(g, packed, pitch)) return;
        }
    }
    if (g.step != size) {
        constexpr index_t short_run = 8; // a loop over so few costs more than they do
        const auto unpack_line = [](std::byte* first, const std::byte* from, const copy_axis& line) {
            copy_line<T>(first, from, {line, 0, false});
        };
        if (g.n >= short_run || g.run.count == 1) {
            const copy_axis run_axis{g.n, size, g.step};
            return each_short_run<T>(packed, pitch, g,
                                     [=](const std::byte* from, std::byte* run) { unpack_line(run, from, run_axis); });
        }
        g.order->sort();
        const auto copy = [&](const std::byte* from, std::byte* first, const fetched_line& line) {
            unpack_line(first, from, {line.axis.extent, line.axis.to, line.axis.from});
        };
        for (index_t j = 0; j < g.row.count; ++j)
            copy_axes(packed + j * pitch, g.data + g.row[j], *g.order, g.order->rank(), copy);
        return;
    }
    with_copy<size>(
        bytes, LANEWISE_ALWAYS_EACH(const auto& copy_run) {
            each_short_run<T>(packed, pitch, g, [=](const std::byte* from, std::byte* run) { copy_run(run, from); });
        });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
