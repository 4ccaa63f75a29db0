#pragma once

/// The tile: which part of a plan is run at a time, and how each operand gets into rows.
///
/// A tile is a row (the innermost axes) times a number of rows (other axes). In it an operand is used where it lies if it is
/// packed along the row, or an input in another form that the operation's loop takes: a splat (one element all along it),
/// backwards, every second to fourth element. Others are brought into packed rows (scratch.hpp), unless an input is transposed
/// on its way. Or else it is a block of elements that are run one by one (element_nest.hpp).

#include "../plan/element_nest.hpp"
#include "scratch.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How an operand lies along the rows of a tile.
struct operand_row {
    index_t step;      // bytes between the elements of a run
    index_t run;       // elements of a run
    int first_outside; // the first axis of the row, by its place in the group, that is not part of a run
    row_form form;     // in place, or of the packed rows
    bool in_place;     // no packed rows are needed
    bool is_repeated;  // along the row's last axis: packed rows are filled up to there
    index_t pitch;     // bytes between packed rows
};

class tile {
public:
    tile(const plan& p, const row_kernel& kernel) noexcept : plan_(&p), kernel_(&kernel) {
        for (int i = 0; i < p.rank; ++i) extent_[i] = 1;
    }

    /// Every operand is used where it lies.
    bool direct() const noexcept {
        return operand_[out_position].in_place && operand_[a_position].in_place && operand_[b_position].in_place;
    }

    /// out is written around the cache: where it is packed, and a row is long.
    bool streaming() const noexcept {
        const bool backwards =
            operand_[a_position].form == row_form::backwards || operand_[b_position].form == row_form::backwards;
        const index_t least = backwards ? limits.streamed_backwards_bytes : limits.streamed_row_bytes;
        const index_t row_bytes = elements_ * plan_->element_bytes[out_position];
        return plan_->streaming && operand_[out_position].in_place && row_bytes >= least;
    }

    const axis_group& row() const noexcept { return row_; }
    int last_of_row() const noexcept { return row_.axis[row_.rank - 1]; }
    const axis_group& count() const noexcept { return count_; }
    const operand_row& operand(int k) const noexcept { return operand_[k]; }
    index_t elements() const noexcept { return elements_; } // of a row
    index_t rows() const noexcept { return rows_; }

    /// Positions along an axis of the plan; the last tile along it may have fewer. Of the axes of rows only the last is cut, so
    /// that fewer rows are the first ones of more.
    index_t extent(int axis) const noexcept { return extent_[axis]; }

    /// The axes along which there are several tiles, innermost first. Before the others come those along which all that is packed
    /// stays, so that it is packed once for them (16 images of 512^2 floats less a transposed one: 3x).
    [[gnu::noinline]] axis_group loops() const noexcept {
        axis_group loops;
        for (const bool stay : {true, false}) {
            for (int i = 0; i < plan_->rank; ++i) {
                if (extent_[i] < plan_->axis[i].extent && inputs_stay(i) == stay) loops.axis[loops.rank++] = i;
            }
        }
        return loops;
    }

    /// Makes an axis part of the row, which then has at most `most` elements. If that is less than all, it is shared out in even
    /// pieces (rows of 34 doubles in two orders, cut into 32 and 2: 2x), and in whole cache lines of a packed out, so that the
    /// next rows too begin where out's lines do (RGB images minus a colour: 1.6x).
    void add_to_row(int axis, index_t most) noexcept {
        add(row_, elements_, axis, most);
        if (extent_[axis] == plan_->axis[axis].extent) return;
        const index_t inside = elements_ / extent_[axis];
        const index_t bytes = inside * kernel_->row_element_bytes[out_position];
        const bool is_packed =
            plan_->axis[row_.axis[0]].stride[out_position] == kernel_->row_element_bytes[out_position];
        const index_t even = shared_out(plan_->axis[axis].extent, extent_[axis]);
        const index_t up_to = smaller(extent_[axis], even + positions_of_lines(bytes) - 1);
        extent_[axis] = is_packed ? in_whole_lines(up_to, bytes) : even;
        elements_ = inside * extent_[axis];
    }

    /// Makes all of the row's last axis part of it; then rows of it cannot be packed.
    void add_rest_of_row() noexcept {
        const int axis = last_of_row();
        elements_ = elements_ / extent_[axis] * plan_->axis[axis].extent;
        extent_[axis] = plan_->axis[axis].extent;
        lay_out();
    }

    /// Finds whether the plan is one row cut along its last axis, of which one input is packed, the same in every piece: then these
    /// become as short as stays in registers ((20000, 3) - (3): 1.6x), but not around the cache.
    void find_shared() noexcept {
        const int axis = last_of_row();
        const int k = operand_[a_position].in_place ? b_position : a_position;
        const auto is_packed = [&](int i) {
            return operand_[i].in_place && operand_[i].step == kernel_->row_element_bytes[i];
        };
        is_shared_ = row_.rank == plan_->rank && extent_[axis] < plan_->axis[axis].extent && !plan_->streaming &&
                     !operand_[k].in_place && plan_->axis[axis].stride[k] == 0 && is_packed(out_position) &&
                     is_packed(other_input(k));
        const index_t inside = elements_ / extent_[axis];
        const bool may_hold = is_shared_ && operand_[k].form == row_form::packed;
        const index_t times = may_hold ? kernel_->forms.times_held(inside) : 0;
        if (times == 0 || times > extent_[axis]) return;
        extent_[axis] = times;
        elements_ = inside * times;
        lay_out();
    }
    bool is_shared() const noexcept { return !LANEWISE_SMALL && is_shared_; }

    /// Takes rows along an axis, at most `most` in all.
    void add_rows(int axis, index_t most) noexcept { add(count_, rows_, axis, most); }

    /// Takes further rows, `most` in all at most: along the last of their axes, and others along which input k moves.
    void add_further_rows(int k, index_t most) noexcept {
        if (count_.rank > 0) {
            const int last = count_.axis[--count_.rank];
            rows_ /= extent_[last];
            add_rows(last, most);
        }
        for (int i = 0; i < plan_->rank && rows_ * 2 <= most; ++i) {
            if (extent_[i] == 1 && plan_->axis[i].stride[k] != 0) add_rows(i, most);
        }
    }

    /// Has the rows of each input that is not where it lies transposed on the way to the operation, and not packed. That may be
    /// more rows than there is room for. Small code has none transposed.
    void transpose() noexcept { transposes_ = true; }
    bool transposes() const noexcept { return !LANEWISE_SMALL && transposes_; }
    bool is_transposed(int k) const noexcept { return transposes() && !operand_[k].in_place; }

    /// Makes it a block whose elements are run one by one: then it has no rows.
    void take_one_by_one() noexcept {
        element_nest::cut_block(*plan_, extent_);
        one_by_one_ = true;
    }
    bool is_one_by_one() const noexcept { return !LANEWISE_SMALL && one_by_one_; }

    /// Whether packed rows of operand k are filled by repeating what is inside the row's last axis. Small code packs it again.
    bool is_repeated(int k) const noexcept { return !LANEWISE_SMALL && operand_[k].is_repeated; }

    /// Finds how operands lie along the row, when it is complete.
    void lay_out() noexcept {
        for (int k = 0; k < operand_count; ++k) {
            const auto stride = [&](int i) { return plan_->axis[row_.axis[i]].stride[k]; };
            const index_t size = kernel_->row_element_bytes[k];
            operand_row& o = operand_[k];
            o.step = stride(0);
            o.run = extent_[row_.axis[0]];
            int i = 1;
            for (; i < row_.rank && stride(i) == o.step * o.run; ++i) o.run *= extent_[row_.axis[i]];
            o.first_outside = i;
            const bool even = i == row_.rank;
            o.in_place = even ? kernel_->takes(k, o.step) && !is_better_packed(k)
                              : k == out_position && kernel_->unpack == nullptr;
            o.form = even ? form_of(o.step, size, o.in_place) : row_form::packed;
            o.pitch = o.form == row_form::splat ? size
                      : k == out_position       ? elements_ * size
                                                : row_pitch(elements_ * size);
            o.is_repeated = !LANEWISE_SMALL && is_sooner_repeated(o, k);
        }
    }

    /// Whether the inputs' rows follow each other where they lie, as out's do until they are unpacked.
    bool rows_follow() const noexcept {
        if (LANEWISE_SMALL || operand_[out_position].in_place || count_.rank != 1) return false;
        const auto follow = [&](int k) {
            const index_t bytes = elements_ * kernel_->row_element_bytes[k];
            const bool is_packed = operand_[k].in_place && operand_[k].step * elements_ == bytes;
            return is_packed && plan_->axis[count_.axis[0]].stride[k] == bytes;
        };
        return follow(a_position) && follow(b_position);
    }

    /// Whether both inputs are packed, each into half of the room for packed rows.
    bool shares_packed() const noexcept { return !operand_[a_position].in_place && !operand_[b_position].in_place; }

    /// Where in the room for packed rows those of input k begin: behind out's.
    index_t packed_at(int k) const noexcept {
        const index_t first = operand_[out_position].in_place ? 0 : unpack_room;
        return shares_packed() && k == b_position ? first + room_of_input() : first;
    }

    /// How many bytes of out's rows are unpacked at a time.
    index_t unpack_bytes() const noexcept {
        return operand_[a_position].in_place && operand_[b_position].in_place ? unpack_alone : unpack_room;
    }

    /// How many rows of operand k there is room for, `most` at most. Some bytes behind the last one are written, too.
    index_t room(int k, index_t most) const noexcept {
        const operand_row& o = operand_[k];
        const index_t bytes = room_of_input() - cache_line;
        return o.in_place || o.pitch * most <= bytes ? most : bytes / o.pitch;
    }

private:
    /// Whether each input that is not in place stays where it is along an axis.
    bool inputs_stay(int axis) const noexcept {
        index_t moved = 0;
        for (const int k : {a_position, b_position}) {
            if (!operand_[k].in_place) moved |= plan_->axis[axis].stride[k];
        }
        return moved == 0;
    }

    index_t room_of_input() const noexcept {
        const std::span<std::byte> lent = lent_lines(plan_->lent);
        const index_t all = lent.empty() ? packed_room : static_cast<index_t>(lent.size());
        const index_t room = operand_[out_position].in_place ? all : all - unpack_room;
        return shares_packed() ? room / 2 / cache_line * cache_line : room;
    }

    /// Whether operand k, which the operation's loop takes as it is, is better packed all the same: elements apart of short rows
    /// (every second of 40 bytes, AVX-512: 3.5x), or of few rows that others share, once (490 rows of 267 less every third of
    /// 801 elements: 1.9x); short rows backwards beside one element each (bytes (8, 1920, 50) less a column: 4x), but not in small
    /// code.
    bool is_better_packed(int k) const noexcept {
        constexpr index_t few = 16;
        if (k == out_position) return false;
        const auto step = [&](int i) { return plan_->axis[row_.axis[0]].stride[i]; };
        const index_t size = kernel_->row_element_bytes[k];
        const row_form form = form_of(step(k), size, true);
        if (form == row_form::backwards)
            return !LANEWISE_SMALL && is_short_rearranged(elements_, size) && step(other_input(k)) == 0;
        if (!is_skipping(form)) return false;
        if (elements_ * size < cache_line) return true;
        index_t rows = 1;
        for (int i = 0; i < plan_->rank && rows <= few; ++i) {
            if (extent_[i] != 1) continue; // part of the row
            if (plan_->axis[i].stride[k] == 0) return true;
            rows *= plan_->axis[i].extent;
        }
        return false;
    }

    /// Whether what operand k has inside the row's last axis is packed once and then repeated; a short or a plain run is
    /// sooner packed again.
    bool is_sooner_repeated(const operand_row& o, int k) const noexcept {
        const int last = row_.rank - 1;
        const int axis = last_of_row();
        const index_t size = kernel_->row_element_bytes[k];
        const bool plain_run = o.first_outside == last && (o.step == size || o.step == 0) && !kernel_->converts[k];
        return !o.in_place && o.first_outside <= last && plan_->axis[axis].stride[k] == 0 && !plain_run &&
               elements_ / extent_[axis] * size >= cache_line;
    }

    void add(axis_group& group, index_t& positions, int axis, index_t most) noexcept {
        group.axis[group.rank++] = axis;
        const index_t extent = plan_->axis[axis].extent;
        extent_[axis] = extent <= most && extent * positions <= most ? extent : most / positions;
        positions *= extent_[axis];
    }

    const plan* plan_;
    const row_kernel* kernel_;
    axis_group row_ = {}; // its axes too: g++ -O3 warns otherwise
    axis_group count_;
    index_t elements_ = 1;
    index_t rows_ = 1;
    index_t extent_[max_rank];
    operand_row operand_[operand_count];
    bool transposes_ = false;
    bool is_shared_ = false;
    bool one_by_one_ = false;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
