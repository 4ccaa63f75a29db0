#pragma once

/// Where the operands' runs and rows begin: a table for each, so that any number of axes costs no more than one.

#include "../plan/plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t most_row_elements = 2048; // of a row that is packed
inline constexpr index_t most_runs = 192;          // of such a row
inline constexpr index_t usual_rows = 128;         // of a tile

/// Steps along axes, the innermost one first.
class axis_steps {
public:
    void add(index_t extent, index_t stride) noexcept {
        even_ = even_ && (rank_ == 0 || stride == stride_[rank_ - 1] * extent_[rank_ - 1]);
        extent_[rank_] = extent;
        stride_[rank_++] = stride;
    }

    int rank() const noexcept { return rank_; }
    index_t extent(int i) const noexcept { return extent_[i]; }
    index_t stride(int i) const noexcept { return stride_[i]; }

    /// Whether all positions are as far apart as the first two, and then where they are.
    bool are_even() const noexcept { return even_; }
    offsets even() const noexcept { return {0, rank_ == 0 ? 0 : stride_[0], nullptr}; }

private:
    int rank_ = 0;
    bool even_ = true;
    index_t extent_[max_rank];
    index_t stride_[max_rank];
};

/// A group of a plan's axes with the extents that a tile has along them at the moment, by the plan's axes.
struct tile_axes {
    const plan& of;
    const axis_group& group;
    const index_t* extents;

    index_t extent(int i) const noexcept { return extents[group.axis[i]]; }
    index_t stride(int i, int k) const noexcept { return of.axis[group.axis[i]].stride[k]; }

    /// How many positions there are, and those of operand k that differ.
    index_t positions() const noexcept {
        index_t count = 1;
        for (int i = 0; i < group.rank; ++i) count *= extent(i);
        return count;
    }
    index_t distinct(int k) const noexcept {
        index_t count = 1;
        for (int i = 0; i < group.rank; ++i) count *= stride(i, k) == 0 ? 1 : extent(i);
        return count;
    }

    /// Operand k's steps, from the group's axis `first` on.
    axis_steps steps(int first, int k) const noexcept {
        axis_steps steps;
        add_steps(first, k, steps);
        return steps;
    }

    /// Adds them to others: where those stay, since to copy what was just written is to wait for it.
    void add_steps(int first, int k, axis_steps& to) const noexcept {
        for (int i = first; i < group.rank; ++i) to.add(extent(i), stride(i, k));
    }

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

    /// The steps of operand k's rows, packed `pitch` bytes apart: those that differ, in memory, and all, among the packed ones;
    /// both from the first packed row on.
    void find_steps(const tile_axes& rows, int k, index_t pitch, axis_steps& memory, axis_steps& among) const noexcept {
        for (int i = 0; i < rows.group.rank; ++i) {
            const index_t step = rows.stride(i, k);
            among.add(rows.extent(i), step == 0 ? 0 : along(step, pitch));
            if (step == 0) continue;
            memory.add(rows.extent(i), along(step, step));
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

/// Tables of positions: the runs of all operands, then the rows of all, and which packed row each row of the tile is.
class position_table {
public:
    /// Two positions for each row of an operand that is packed.
    static constexpr index_t room = operand_count * (most_runs + 2 * usual_rows);

    /// What begins here is overwritten.
    void begin_runs() noexcept { next_ = 0; }
    void end_runs() noexcept { end_of_runs_ = next_; }
    void begin_rows() noexcept { next_ = end_of_runs_; }

    /// Positions, in a table where they are uneven.
    offsets positions(const axis_steps& steps) noexcept { return steps.are_even() ? steps.even() : in_table(steps); }

    /// Positions in a table; their stride is 0 if they are all the same.
    offsets in_table(const axis_steps& steps) noexcept {
        index_t* const table = positions_ + next_;
        index_t count = 1;
        index_t any_stride = 0;
        table[0] = 0;
        for (int i = 0; i < steps.rank(); ++i) {
            add_axis(table, count, steps.extent(i), steps.stride(i));
            any_stride |= steps.stride(i);
        }
        next_ += count;
        return {0, any_stride, table};
    }

private:
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
