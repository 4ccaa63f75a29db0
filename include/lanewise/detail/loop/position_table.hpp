#pragma once

/// Where the operands' runs and rows begin: a table for each, so that any number of axes costs no more than one.

#include "../plan/plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t most_row_elements = 2048; // of a row that is packed
inline constexpr index_t most_runs = 192;          // of such a row
inline constexpr index_t usual_rows = 128;         // of a tile

/// A group of a plan's axes with the extents that a tile has along them at the moment, by the plan's axes.
struct tile_axes {
    const plan& of;
    const axis_group& group;
    const index_t* extents;

    index_t extent(int i) const noexcept { return extents[group.axis[i]]; }
    index_t stride(int i, int k) const noexcept { return of.axis[group.axis[i]].stride[k]; }
};

/// The runs of all operands, then the rows of all, and which of an input's rows each row of the tile is.
class position_table {
public:
    /// For an out and two inputs; the latter have two positions for each row.
    static constexpr index_t room = 3 * most_runs + 5 * usual_rows;

    /// What begins here is overwritten.
    void begin_runs() noexcept { next_ = 0; }
    void end_runs() noexcept { end_of_runs_ = next_; }
    void begin_rows() noexcept { next_ = end_of_runs_; }

    /// Operand k's positions along axes, from the group's axis `first` on; in the table where the steps are uneven.
    offsets along(const tile_axes& axes, int first, int k) noexcept {
        const int rank = axes.group.rank;
        if (first >= rank) return {1, 0, nullptr};
        bool even = true;
        for (int i = first + 1; i < rank; ++i)
            even = even && axes.stride(i, k) == axes.stride(i - 1, k) * axes.extent(i - 1);
        if (even) return {0, axes.stride(first, k), nullptr};
        index_t* const table = begin();
        index_t count = 1;
        for (int i = first; i < rank; ++i) add_axis(table, count, axes.extent(i), axes.stride(i, k));
        next_ += count;
        return {0, 0, table};
    }

    /// The rows of input k, packed `pitch` bytes apart: where those that differ are in memory, and where each row of the tile
    /// is among the packed ones.
    void packed_along(const tile_axes& axes, int k, index_t pitch, offsets& from, offsets& row) noexcept {
        index_t* const rows = begin();
        index_t count = 1;
        index_t distinct = 1;
        for (int i = 0; i < axes.group.rank; ++i) {
            const bool differs = axes.stride(i, k) != 0;
            add_axis(rows, count, axes.extent(i), differs ? distinct * pitch : 0);
            if (differs) distinct *= axes.extent(i);
        }
        next_ += count;
        index_t* const different = begin();
        distinct = 1;
        for (int i = 0; i < axes.group.rank; ++i) {
            if (axes.stride(i, k) != 0) add_axis(different, distinct, axes.extent(i), axes.stride(i, k));
        }
        next_ += distinct;
        row = {0, 0, rows};
        from = {0, 0, different};
    }

private:
    /// A table of one position.
    index_t* begin() noexcept {
        positions_[next_] = 0;
        return positions_ + next_;
    }

    /// In this order, since the compiler would make vectors of short copies, which then wait for each other.
    static void add_axis(index_t* table, index_t& count, index_t extent, index_t stride) noexcept {
        for (index_t p = 0; p < count; ++p) {
            index_t position = table[p];
            for (index_t i = 1; i < extent; ++i) table[i * count + p] = position += stride;
        }
        count *= extent;
    }

    index_t next_ = 0;
    index_t end_of_runs_ = 0;
    index_t positions_[room];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
