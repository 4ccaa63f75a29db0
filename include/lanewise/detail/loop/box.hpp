#pragma once

/// The box: which part of a plan is run at a time, and how each operand gets into rows.
///
/// A box is a row (the innermost axes) times a number of rows (other axes). In it an operand is used where it lies if it is
/// packed along the row, or an input that is one element all along it (a splat). Any other input (strided, transposed, of
/// another dtype) is first collected into packed rows on the stack, and a strided out is spread from there.
///
///   direct      every operand is used where it lies: the row is the innermost axis, the next one counts.
///   transposed  an input has its neighbours along an axis outside the row: rows of 512 bytes, and as many as fit from the
///               axes along which that input moves least, so that it is read in long runs and whole cache lines are
///               written.
///   flat        anything else: a row is as many inner axes as it takes to be long, and further axes count rows as long as
///               an input stays where it is along them, since its rows are then collected once for all.

#include "plan.hpp"
#include "row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t most_row_elements = 2048; // of a row that is collected
inline constexpr index_t most_rows = 128;          // of a box with a collected operand
inline constexpr index_t packed_bytes = most_rows * 9 * cache_line;

constexpr index_t smaller(index_t a, index_t b) noexcept {
    return a < b ? a : b;
}

/// Some axes of the plan, the fastest first; the last one may be tiled.
struct axis_group {
    int rank = 0;
    int axis[max_rank];
};

/// How far apart packed rows of so many bytes are: an odd number of cache lines, or a column of them would compete for
/// one set of the cache.
constexpr index_t row_pitch(index_t bytes) noexcept {
    return ((bytes + cache_line - 1) / cache_line | 1) * cache_line;
}

/// How an operand lies along the rows of a box.
struct operand_row {
    index_t step;      // bytes between the elements of a run
    index_t run;       // elements of a run
    int first_outside; // the first axis of the row, by its place in the group, that is not part of a run
    bool splat;        // one element all along the row
    bool in_place;     // no packed rows are needed
    index_t pitch;     // bytes between packed rows
};

class box {
public:
    box(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {
        for (int i = 0; i < p.rank; ++i) tile_[i] = 1;
        add(row_, elements_, 0, p.axis[0].extent);
        lay_out_rows();
        if (direct() && (elements_ >= short_row || p.rank == 1)) {
            if (p.rank > 1) add(count_, rows_, 1, p.axis[1].extent);
            return;
        }
        row_.rank = 0;
        elements_ = 1;
        if (const int k = transposed_input(); k != 0) {
            choose_transposed(k);
        } else {
            choose_flat();
        }
    }

    /// out is written around the cache: only where it is packed.
    bool around_cache() const noexcept { return plan_.around_cache && operand_[out_position].in_place; }

    /// How many rows ahead inputs are fetched: where rows are short and far apart, the processor does not see it coming.
    index_t prefetch() const noexcept { return prefetch_; }

    /// Every operand is used where it lies.
    bool direct() const noexcept {
        return operand_[out_position].in_place && operand_[a_position].in_place && operand_[b_position].in_place;
    }

    const axis_group& row() const noexcept { return row_; }
    const axis_group& count() const noexcept { return count_; }
    const operand_row& operand(int k) const noexcept { return operand_[k]; }

    /// Positions along an axis of the plan; the last box along it may have fewer.
    index_t tile(int axis) const noexcept { return tile_[axis]; }

private:
    /// Below this many elements a row does not pay for its own overhead.
    static constexpr index_t short_row = 32;
    static constexpr index_t transposed_bytes = 512;

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }

    /// Adds an axis to a group of `positions`, which become at most `most`; tiled if need be.
    void add(axis_group& group, index_t& positions, int axis, index_t most) noexcept {
        group.axis[group.rank++] = axis;
        const index_t extent = plan_.axis[axis].extent;
        tile_[axis] = extent <= most && extent * positions <= most ? extent : most / positions;
        positions *= tile_[axis];
    }

    void lay_out_rows() noexcept {
        for (int k = 0; k < operand_count; ++k) {
            operand_row& o = operand_[k];
            o.step = stride(k, row_.axis[0]);
            o.run = tile_[row_.axis[0]];
            int i = 1;
            for (; i < row_.rank && stride(k, row_.axis[i]) == o.step * o.run; ++i) o.run *= tile_[row_.axis[i]];
            o.first_outside = i;
            o.splat = i == row_.rank && o.step == 0 && k != out_position;
            const bool packed = i == row_.rank && o.step == size(k);
            o.in_place =
                k == out_position ? packed || kernel_.spread == nullptr : (packed || o.splat) && !kernel_.converts[k];
            o.pitch = o.splat ? size(k) : row_pitch(elements_ * size(k));
        }
    }

    static index_t magnitude(index_t value) noexcept { return value < 0 ? -value : value; }

    /// The axis along which operand k moves in the smallest steps, if it is not very short; -1: there is none.
    int fastest_axis(int k) const noexcept {
        int fastest = -1;
        for (int i = 0; i < plan_.rank; ++i) {
            const index_t step = magnitude(stride(k, i));
            if (step != 0 && plan_.axis[i].extent >= 4 && (fastest < 0 || step < magnitude(stride(k, fastest))))
                fastest = i;
        }
        return fastest;
    }

    /// An input with several elements in a cache line, but along an axis that a flat row would not get to: read along rows,
    /// each line would be fetched for one element. Of two, that with more of them; 0 if there is none.
    int transposed_input() const noexcept {
        int found = 0;
        index_t least = cache_line;
        for (const int k : {a_position, b_position}) {
            const int fastest = fastest_axis(k);
            if (fastest < 0 || operand_[k].in_place || magnitude(stride(k, fastest)) >= least) continue;
            index_t before = 1;
            for (int i = 0; i < fastest && before < short_row; ++i) before *= plan_.axis[i].extent;
            if (before < short_row) continue;
            found = k;
            least = magnitude(stride(k, fastest));
        }
        return found;
    }

    /// Whether out is packed from the axis before on into axis i.
    bool continues_out(int i) const noexcept {
        return stride(out_position, i) == stride(out_position, i - 1) * plan_.axis[i - 1].extent;
    }

    /// How many rows of operand k there is room for.
    index_t room(int k) const noexcept {
        const operand_row& o = operand_[k];
        return o.in_place || o.pitch * most_rows <= packed_bytes ? most_rows : packed_bytes / o.pitch;
    }

    void choose_transposed(int k) noexcept {
        const index_t most = transposed_bytes / size(k);
        const bool out_is_packed = stride(out_position, 0) == size(out_position);
        const int fastest = fastest_axis(k);
        for (int i = 0; i < fastest && elements_ * 2 <= most; ++i) {
            if (elements_ >= short_row && out_is_packed && !continues_out(i)) break;
            add(row_, elements_, i, most);
        }
        lay_out_rows();
        const index_t rows_that_fit = smaller(most_rows, smaller(room(a_position), room(b_position)));
        while (rows_ * 2 <= rows_that_fit) {
            int next = -1; // the axis along which the input moves least
            for (int i = row_.rank; i < plan_.rank; ++i) {
                if (tile_[i] == 1 && stride(k, i) != 0 &&
                    (next < 0 || magnitude(stride(k, i)) < magnitude(stride(k, next))))
                    next = i;
            }
            if (next < 0) break;
            add(count_, rows_, next, rows_that_fit);
        }
        if (plan_.around_cache) prefetch_ = 8;
    }

    void choose_flat() noexcept {
        for (int i = 0; i < plan_.rank && elements_ < short_row; ++i) add(row_, elements_, i, most_row_elements);
        lay_out_rows();
        index_t room_for[operand_count] = {most_rows, room(a_position), room(b_position)};
        for (int i = row_.rank; i < plan_.rank; ++i) {
            bool an_input_stays = false;
            index_t most = most_rows;
            for (const int k : {a_position, b_position}) {
                if (operand_[k].in_place) continue;
                if (stride(k, i) == 0) {
                    an_input_stays = true;
                } else {
                    most = smaller(most, room_for[k] * rows_);
                }
            }
            if (!an_input_stays) most = smaller(most, most_row_elements / elements_);
            if (most < 2 * rows_) break;
            add(count_, rows_, i, most);
            for (const int k : {a_position, b_position}) {
                if (stride(k, i) != 0) room_for[k] /= tile_[i];
            }
            if (tile_[i] < plan_.axis[i].extent) break;
        }
    }

    const plan& plan_;
    const row_kernel& kernel_;
    axis_group row_;
    axis_group count_;
    index_t elements_ = 1; // of a row
    index_t rows_ = 1;
    index_t prefetch_ = 0;
    index_t tile_[max_rank];
    operand_row operand_[operand_count];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
