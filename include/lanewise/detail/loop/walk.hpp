#pragma once

/// The one loop over axes: it takes a plan box by box and hands rows of packed elements to a lane operation.
///
/// Where runs and rows begin is a table for each operand, so that any number of axes costs no more than one.
/// Scratch: at most 256 KiB of the caller's stack, for boxes that are not direct only.

#include "box_choice.hpp"
#include "chunks.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class box_walker {
public:
    box_walker(const plan& p, const row_kernel& kernel) noexcept
        : plan_(p), kernel_(kernel), box_(box_choice(p, kernel).choose()) {
        cut_plan();
    }

    bool walk() noexcept {
        const bool all = box_.direct() && box_.count().rank <= 1 ? walk_direct() : walk_packing();
        if (box_.around_cache()) kernel_.finish();
        return all;
    }

private:
    static constexpr index_t spread_bytes = 16 * 1024; // of packed rows on their way to out: they stay in the L1 cache

    /// How many rows ahead the inputs of a large call are fetched where rows are short and far apart: the processor does
    /// not see it coming (a - b.T, 4096^2: 1.1x).
    static constexpr index_t rows_ahead = 4;

    /// Rows at an axis's end are shorter, and then as long as before again.
    struct notes_by_length {
        static constexpr int most = 2;
        int lengths = 0;
        index_t n[most];
        collect_notes notes[most];
    };

    struct scratch {
        reading_order order[operand_count];
        notes_by_length notes[2];
        alignas(cache_line) std::byte spread[spread_bytes];
        alignas(cache_line) std::byte packed[2 * (packed_bytes + cache_line)];
        index_t run[operand_count][most_row_elements / 2];
        index_t from[operand_count][most_rows];
        index_t row[2][most_rows]; // of inputs
    };

    static_assert(sizeof(scratch) <= 256 * 1024);

    struct pointers {
        std::byte* at[operand_count];
    };

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    pointers start() const noexcept { return {{plan_.data[0], plan_.data[1], plan_.data[2]}}; }

    bool walk_direct() noexcept {
        for (int k = 0; k < operand_count; ++k) rows_.start[k] = positions(box_.count(), 0, k, nullptr);
        measure();
        return walk_axes(loops_ - 1, start());
    }

    /// Not inline, so that direct walks have a small stack frame.
    [[gnu::noinline]] bool walk_packing() noexcept {
        scratch memory;
        scratch_ = &memory;
        lay_out_runs();
        measure();
        if (picks_further_rows()) take_further_rows();
        lay_out_rows();
        return walk_axes(loops_ - 1, start());
    }

    /// Cuts the plan's axes into boxes.
    void cut_plan() noexcept {
        loops_ = 0;
        for (int i = 0; i < plan_.rank; ++i) {
            extent_[i] = box_.tile(i);
            if (extent_[i] < plan_.axis[i].extent) loop_[loops_++] = i;
        }
    }

    /// Whether there are other boxes than along the row's end, and an input is in fact picked on the way: as asked with no
    /// rows.
    bool picks_further_rows() noexcept {
        if (picked_ == out_position || loops_ == 0 || loop_[loops_ - 1] == box_.last_of_row()) return false;
        rows none = rows_;
        none.count = 0;
        grid nowhere = grid_at(picked_, plan_.data[picked_]);
        nowhere.row.count = 0;
        return kernel_.run_picking(kernel_.op, none, picked_, nowhere);
    }

    /// Boxes need not be small enough for a buffer that is not used (8 axes in another order: 1.1x).
    void take_further_rows() noexcept {
        constexpr index_t enough = 128;
        box_.add_further_rows(picked_, box_.room(picked_, enough));
        is_cut_inside_ = box_.is_cut_inside();
        cut_plan();
        measure();
    }

    /// Lays out the runs in a box's rows, of the extents at the moment.
    void lay_out_runs() noexcept {
        for (int k = 0; k < operand_count; ++k) {
            const operand_row& o = box_.operand(k);
            if (!o.in_place) runs_[k] = positions(box_.row(), o.first_outside, k, scratch_->run[k]);
        }
    }

    /// Lays out the rows.
    void lay_out_rows() noexcept {
        for (int k = 0; k < operand_count; ++k) {
            if (box_.operand(k).in_place || k == out_position) {
                rows_.start[k] = positions(box_.count(), 0, k, scratch_->from[k]);
            } else {
                lay_out_packed_rows(k, scratch_->from[k], scratch_->row[k - a_position]);
                last_[k] = {};
            }
        }
    }

    /// Where operand k's positions along a group of axes are, from the group's axis `first` on; a table where the steps are
    /// uneven.
    offsets positions(const axis_group& group, int first, int k, index_t* table) const noexcept {
        if (first >= group.rank) return {1, 0, nullptr};
        const auto stride = [&](int i) { return plan_.axis[group.axis[i]].stride[k]; };
        bool even = true;
        for (int i = first + 1; i < group.rank; ++i)
            even = even && stride(i) == stride(i - 1) * extent_[group.axis[i - 1]];
        if (even) return {0, stride(first), nullptr};
        index_t count = 1;
        table[0] = 0;
        for (int i = first; i < group.rank; ++i) add_axis(table, count, extent_[group.axis[i]], stride(i));
        return {0, 0, table};
    }

    /// In this order, since the compiler would make vectors of short copies, which then wait for each other.
    static void add_axis(index_t* table, index_t& count, index_t extent, index_t stride) noexcept {
        for (index_t p = 0; p < count; ++p) {
            index_t position = table[p];
            for (index_t i = 1; i < extent; ++i) table[i * count + p] = position += stride;
        }
        count *= extent;
    }

    /// Operand k's rows that differ, and which of them each row of the box is.
    void lay_out_packed_rows(int k, index_t* from, index_t* row) noexcept {
        const index_t pitch = box_.operand(k).pitch;
        index_t count = 1;
        index_t distinct = 1;
        from[0] = 0;
        row[0] = 0;
        for (int i = 0; i < box_.count().rank; ++i) {
            const int axis = box_.count().axis[i];
            const index_t stride = plan_.axis[axis].stride[k];
            add_axis(row, count, extent_[axis], stride == 0 ? 0 : distinct * pitch);
            if (stride != 0) add_axis(from, distinct, extent_[axis], stride);
        }
        from_[k] = {0, 0, from};
        rows_.start[k] = {0, 0, row};
    }

    /// The axes along which operand k is collected, or a row of out spread, of the extents at the moment.
    void set_order(int k, reading_order& order) const noexcept {
        const auto add = [&](const axis_group& group, int rank, index_t to, bool repeated_too) {
            for (int i = 0; i < rank; ++i) {
                const int axis = group.axis[i];
                const index_t from = plan_.axis[axis].stride[k];
                if (from == 0 && !repeated_too) continue;
                order.add({extent_[axis], from, to});
                to *= extent_[axis];
            }
        };
        const operand_row& o = box_.operand(k);
        order.clear(is_far(k));
        if (o.form != row_form::splat) add(box_.row(), box_.row().rank - (o.is_repeated ? 1 : 0), size(k), true);
        order.end_elements();
        if (k != out_position) add(box_.count(), box_.count().rank, o.pitch, false);
    }

    /// Whether operand k's elements lie over more memory than its share of the L2 cache.
    bool is_far(int k) const noexcept {
        index_t bytes = 0;
        for (int i = 0; i < plan_.rank; ++i) bytes += magnitude(plan_.axis[i].stride[k]) * (plan_.axis[i].extent - 1);
        return bytes > limits.far_bytes;
    }

    /// Loops over the boxes along axis loop_[l] and those inside it; extent_ holds the box's extents so far.
    bool walk_axes(int l, pointers at) noexcept {
        if (l < 0) return run_box(at);
        const int i = loop_[l];
        index_t tile = first_tile(i, at);
        for (index_t done = 0; done < plan_.axis[i].extent; done += tile, tile = box_.tile(i)) {
            const index_t extent = smaller(tile, plan_.axis[i].extent - done);
            is_outdated_ = is_outdated_ || extent_[i] != extent;
            extent_[i] = extent;
            if (!walk_axes(l - 1, at)) return false;
            for (int k = 0; k < operand_count; ++k) at.at[k] += tile * plan_.axis[i].stride[k];
        }
        return true;
    }

    /// How long the first box along axis i is. Where out is written around the cache, the boxes after it begin at a line of
    /// out, so that no line is written from two (a - b.T of bytes with an out 16 bytes past a line: 1.3x).
    index_t first_tile(int i, const pointers& at) const noexcept {
        const index_t tile = box_.tile(i);
        const index_t bytes = plan_.axis[i].stride[out_position];
        if (box_.last_of_row() != i || !box_.around_cache() || tile * bytes % cache_line != 0) return tile;
        const auto past = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(at.at[out_position]) %
                                               static_cast<std::uintptr_t>(cache_line));
        for (index_t first = tile; first > 0 && first > tile - cache_line; --first) {
            if ((past + first * bytes) % cache_line == 0) return first;
        }
        return tile;
    }

    index_t positions_now(const axis_group& group) const noexcept {
        index_t count = 1;
        for (int i = 0; i < group.rank; ++i) count *= extent_[group.axis[i]];
        return count;
    }

    /// Finds what boxes of the extents at the moment have in common.
    void measure() noexcept {
        if (!box_.operand(out_position).in_place) set_order(out_position, scratch_->order[out_position]);
        rows_.n = positions_now(box_.row());
        rows_.count = positions_now(box_.count());
        rows_.around_cache = box_.around_cache();
        for (const int k : {a_position, b_position}) {
            const operand_row& o = box_.operand(k);
            rows_.form[k] = o.form;
            const bool is_read_in_turn = (o.in_place || box_.is_transposed(k)) && o.form == row_form::packed;
            rows_.prefetch[k] = fetches_ && is_read_in_turn ? rows_ahead : 0;
            distinct_[k] = 1;
            for (int i = 0; i < box_.count().rank; ++i) {
                const int axis = box_.count().axis[i];
                if (plan_.axis[axis].stride[k] != 0) distinct_[k] *= extent_[axis];
            }
        }
        picked_ = out_position;
        for (const int k : {a_position, b_position}) {
            if (may_pick(k)) picked_ = k;
        }
    }

    /// Whether input k may be picked on the way: it is the only one that is collected, and every row is another.
    bool may_pick(int k) const noexcept {
        const operand_row& o = box_.operand(k);
        return kernel_.run_picking != nullptr && !box_.is_transposed(k) && box_.operand(out_position).in_place &&
               !o.in_place && box_.operand(other_input(k)).in_place && o.form == row_form::packed && !o.is_repeated &&
               distinct_[k] == rows_.count && !kernel_.converts[k];
    }

    bool run_box(const pointers& at) noexcept {
        if (is_outdated_) {
            if (is_cut_inside_) {
                lay_out_runs();
                lay_out_rows();
            }
            measure();
            is_outdated_ = false;
        }
        for (int k = 0; k < operand_count; ++k) rows_.data[k] = at.at[k];
        for (const int k : {a_position, b_position}) {
            if (!box_.is_transposed(k)) continue;
            kernel_.run_transposing(kernel_.op, rows_, k, grid_at(k, at.at[k]));
            return true;
        }
        if (picked_ != out_position) {
            if (kernel_.run_picking(kernel_.op, rows_, picked_, grid_at(picked_, at.at[picked_]))) return true;
            picked_ = out_position;
        }
        for (const int k : {a_position, b_position}) {
            if (!box_.operand(k).in_place) rows_.data[k] = collected(k, at.at[k]);
        }
        return box_.operand(out_position).in_place ? kernel_.run(kernel_.op, rows_) : run_spreading(rows_);
    }

    /// Runs as many rows at a time as fit the buffer, and spreads them.
    bool run_spreading(const rows& all) const noexcept {
        const operand_row& out = box_.operand(out_position);
        const index_t row_bytes = all.n * size(out_position);
        const index_t rows_that_fit = spread_bytes / row_bytes;
        reading_order* const order = &scratch_->order[out_position];
        for (index_t j = 0; j < all.count; j += rows_that_fit) {
            rows r = all;
            r.count = smaller(rows_that_fit, all.count - j);
            for (int k = 0; k < operand_count; ++k) advance(r.start[k], r.data[k], j);
            grid to{r.data[out_position], out.run, out.step, runs_[out_position], r.start[out_position], order};
            cut(to, all.n, r.count);
            r.data[out_position] = scratch_->spread;
            r.start[out_position] = {r.count, row_bytes, nullptr};
            if (!kernel_.run(kernel_.op, r)) return false;
            kernel_.spread(to, scratch_->spread, row_bytes);
        }
        return true;
    }

    static void advance(offsets& line, std::byte*& data, index_t positions) noexcept {
        if (line.table != nullptr) {
            line.table += positions;
        } else {
            data += positions * line.stride;
        }
    }

    /// Cuts a grid to what there is at an axis's end: n elements in a row, `count` rows.
    static void cut(grid& g, index_t n, index_t count) noexcept {
        g.n = smaller(g.n, n);
        g.run.count = n / g.n;
        g.row.count = count;
    }

    /// Operand k's rows of the box, packed; those of a splat, one element each.
    std::byte* collected(int k, std::byte* from) noexcept {
        const operand_row& o = box_.operand(k);
        std::byte* const packed =
            scratch_->packed + (box_.shares_packed() && k == b_position ? packed_bytes + cache_line : 0);
        const index_t n = rows_.n;
        const index_t count = distinct_[k];
        if (last_[k].data == from && last_[k].n == n && last_[k].count == count) return packed;
        const grid g = grid_at(k, from);
        kernel_.collect[k](kernel_.context[k], packed, o.pitch, g);
        const index_t times = repeats(k);
        if (times > 1) repeat(packed, o.pitch, count, n / times * size(k), times);
        last_[k].data = from;
        return packed;
    }

    /// The elements of operand k in a box's rows that differ, repeated ones once.
    grid grid_at(int k, std::byte* from) noexcept {
        const operand_row& o = box_.operand(k);
        const index_t n = rows_.n;
        const index_t count = distinct_[k];
        const bool splat = o.form == row_form::splat;
        grid g{from, splat ? 1 : o.run, o.step, runs_[k], from_[k], &scratch_->order[k], &notes_for(k, n)};
        cut(g, splat ? 1 : n / repeats(k), count);
        collected_from& last = last_[k];
        if (last.n != n || last.count != count) {
            if (kernel_.converts[k] || !has_plain_runs(g, size(k))) set_order(k, *g.order);
        }
        last = {nullptr, n, count};
        return g;
    }

    /// How often operand k's rows repeat what is collected of them.
    index_t repeats(int k) const noexcept { return box_.operand(k).is_repeated ? extent_[box_.last_of_row()] : 1; }

    /// Repeats the first `bytes` bytes of each row.
    static void repeat(std::byte* packed, index_t pitch, index_t count, index_t bytes, index_t times) noexcept {
        for (index_t j = 0; j < count; ++j, packed += pitch)
            repeat_blocks(packed + bytes, packed, bytes, bytes, times - 1);
    }

    /// The notes on operand k's rows of n elements.
    collect_notes& notes_for(int k, index_t n) noexcept {
        notes_by_length& of = scratch_->notes[k - a_position];
        int i = 0;
        while (i < of.lengths && of.n[i] != n) ++i;
        if (i == of.lengths) {
            i = of.lengths < notes_by_length::most ? of.lengths++ : 0;
            of.n[i] = n;
            of.notes[i].note = 0;
        }
        return of.notes[i];
    }

    /// What a buffer holds, and for which extents its order is.
    struct collected_from {
        const std::byte* data; // null: nothing
        index_t n;
        index_t count;
    };

    const plan& plan_;
    const row_kernel& kernel_;
    box box_;
    const bool fetches_ = plan_.around_cache && !box_.direct();
    bool is_cut_inside_ = box_.is_cut_inside();
    int loops_ = 0; // axes with several boxes, innermost first
    int loop_[max_rank];
    index_t extent_[max_rank];        // a box's extents at the moment
    bool is_outdated_ = false;        // what was found for other extents
    rows rows_ = {};                  // of the box
    index_t distinct_[operand_count]; // an input's rows that differ
    int picked_ = out_position;       // the input that is picked on the way; out: none
    scratch* scratch_ = nullptr;
    offsets runs_[operand_count] = {}; // of a row
    offsets from_[operand_count] = {}; // an input's rows that differ, in memory
    collected_from last_[operand_count] = {};
};

} // namespace lanewise::detail::inline LANEWISE_ISA
