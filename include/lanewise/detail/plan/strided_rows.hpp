#pragma once

/// Elements in memory as rows that are not packed: where a row's runs and the rows begin, and what is found out about them.

#include "reading_order.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Positions along a line, as bytes from its start: table[i], or i * stride where the steps are even.
struct offsets {
    index_t count;
    index_t stride;       // 0: all are the same
    const index_t* table; // null: even

    LANEWISE_KEYED index_t operator[](index_t i) const noexcept { return table != nullptr ? table[i] : i * stride; }

    /// Calls f with every position on the line from `first` on; asks once whether they are even (random layouts of bytes: 4 % in
    /// the mean).
    template <class F>
    LANEWISE_ALWAYS_INLINE void each(std::byte* first, const F& f) const noexcept {
        const offsets at = *this; // a copy, since a byte that f stores might otherwise be its
        if (LANEWISE_SMALL || at.table != nullptr) {
            for (index_t i = 0; i < at.count; ++i) f(first + at[i]);
        } else {
            for (index_t i = at.count; i > 0; --i, first += at.stride) f(first);
        }
    }

    /// Makes position i the first one, `line` being where they begin.
    void begin_at(index_t i, std::byte*& line) noexcept {
        if (table != nullptr) {
            table += i;
        } else {
            line += i * stride;
        }
    }
};

/// What a packer found out about strided rows, for the next ones that differ in where they lie and in their number only.
struct pack_notes {
    int note;     // of what kind; 0: none yet
    index_t rows; // for how many rows it was last asked whether they are transposed; 0: not yet
    alignas(cache_line) std::byte bytes[1600];

    void clear() noexcept {
        note = 0;
        rows = 0;
    }
};

/// Elements in memory. A row is a number of runs; a run is n elements, all `step` bytes apart.
struct strided_rows {
    std::byte* data;
    index_t n;
    index_t step;
    offsets run; // where the runs of a row begin
    offsets row; // where the rows begin
    /// The same elements axis by axis, unless rows of an input are simple or one packed run; of out, those of a row.
    reading_order* order = nullptr;
    pack_notes* notes = nullptr; // of inputs

    /// Cuts them to what there is at an axis's end: `elements` in a row, so many rows.
    void cut(index_t elements, index_t rows) noexcept {
        n = smaller(n, elements);
        run.count = elements / n;
        row.count = rows;
    }
};

/// Whether runs of `bytes` bytes, `stride` bytes apart, are pixels from right to left, which are soon shuffled (RGBA bytes: 3x).
/// Small code has none shuffled.
constexpr bool are_pixels_back(index_t bytes, index_t stride) noexcept {
    constexpr index_t most_pixel = 16; // bytes
    return !LANEWISE_SMALL && bytes <= most_pixel && stride == -bytes;
}

/// Packed runs of fewer elements cost more than their elements, where they differ and are evenly apart.
inline constexpr index_t shortest_plain_run = 4;

/// Whether the runs of rows are copied, or their one element repeated, wherever they lie; not very short ones, if there are
/// enough for notes, nor pixels from right to left.
inline bool has_plain_runs(const strided_rows& g, index_t element_bytes) noexcept {
    const bool short_runs =
        ((g.n < shortest_plain_run && g.run.stride != 0) || are_pixels_back(g.n * element_bytes, g.run.stride)) &&
        g.run.table == nullptr && g.run.count >= 8 && g.notes != nullptr;
    return g.step == 0 || (g.step == element_bytes && !short_runs);
}

/// Whether rows, of a call without tiles, are so few elements that to find out how they lie takes longer than to copy them. Small
/// code always finds out.
inline bool are_few(const strided_rows& g) noexcept {
    constexpr index_t few = 128;
    return !LANEWISE_SMALL && g.notes == nullptr && g.n * g.run.count * g.row.count <= few;
}

/// Whether rows are packed without knowing their axes.
inline bool is_simple(const strided_rows& g, index_t element_bytes) noexcept {
    return has_plain_runs(g, element_bytes) || are_few(g);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
