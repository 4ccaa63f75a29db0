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

    /// Adds the first `count` of them to the order in which operand k is packed, with steps of `to` bytes and more there.
    void add_to(reading_order& order, int k, int count, index_t to) const noexcept {
        for (int i = 0; i < count; to *= extent(i++)) order.add({extent(i), stride(i, k), to});
    }
};

/// The direction of memory in which an input's rows are packed. Where rows of a few cache lines lead against their elements, that
/// is from the last one on: the processor does not fetch what is read forwards and backwards in turn (every third of five planes
/// that come backwards: 3x).
class packing_direction {
public:
    /// As the rows come.
    packing_direction() = default;

    /// Of input k's rows, packed `pitch` bytes apart, of elements along `row`: that of the smallest steps.
    [[gnu::noinline]] packing_direction(const tile_axes& row, const tile_axes& rows, int k, index_t pitch) noexcept {
        index_t least = 0;
        for (int i = 0; i < row.group.rank; ++i) {
            const index_t step = row.stride(i, k);
            if (step != 0 && (least == 0 || magnitude(step) < magnitude(least))) least = step;
        }
        direction_ = least < 0 ? -1 : least > 0;
        bool mirrors = false;
        for (int i = 0; i < rows.group.rank; ++i) mirrors = mirrors || along(rows.stride(i, k), 1) < 0;
        if (!mirrors) direction_ = 0;
        find_first(rows, k, pitch);
    }

    /// Whether it is another than that of the rows.
    bool mirrors() const noexcept { return direction_ != 0; }

    /// `value`, of an axis of rows with such a step in memory; mirrored if that leads the other way, and far: nearer ones are
    /// fetched, and would be read forwards and backwards by tiles (bytes, 52 of every third a row: 1.5x).
    index_t along(index_t step, index_t value) const noexcept {
        constexpr index_t far_apart = 256;
        return direction_ * step <= -far_apart ? -value : value;
    }

    /// Finds the first packed row, for the extents at the moment.
    void find_first(const tile_axes& rows, int k, index_t pitch) noexcept {
        if (!mirrors()) return;
        from = 0;
        packed = 0;
        for (int i = 0; i < rows.group.rank; ++i) {
            const index_t step = rows.stride(i, k);
            if (step == 0) continue;
            if (along(step, 1) < 0) {
                from += (rows.extent(i) - 1) * step;
                packed += (rows.extent(i) - 1) * pitch;
            }
            pitch *= rows.extent(i);
        }
    }

    /// Adds input k's rows, packed `pitch` bytes apart, to the order in which it is packed.
    void add_rows(reading_order& order, const tile_axes& rows, int k, index_t pitch) const noexcept {
        for (int i = 0; i < rows.group.rank; ++i) {
            const index_t step = rows.stride(i, k);
            if (step == 0) continue;
            order.add({rows.extent(i), along(step, step), pitch});
            pitch *= rows.extent(i);
        }
    }

    /// How many bytes the first packed row is from the tile's first row: in memory, and among the packed ones.
    index_t from = 0;
    index_t packed = 0;

private:
    index_t direction_ = 0;
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
    /// is among the packed ones, both from the first packed row on.
    void packed_along(const tile_axes& axes, int k, index_t pitch, const packing_direction& direction, offsets& from,
                      offsets& row) noexcept {
        index_t* const rows = begin();
        index_t count = 1;
        index_t distinct = 1;
        for (int i = 0; i < axes.group.rank; ++i) {
            const index_t step = axes.stride(i, k);
            add_axis(rows, count, axes.extent(i), step == 0 ? 0 : direction.along(step, distinct * pitch));
            if (step != 0) distinct *= axes.extent(i);
        }
        next_ += count;
        index_t* const different = begin();
        distinct = 1;
        for (int i = 0; i < axes.group.rank; ++i) {
            const index_t step = axes.stride(i, k);
            if (step != 0) add_axis(different, distinct, axes.extent(i), direction.along(step, step));
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
