#pragma once

/// The operands of one tile as rows: in place, or packed.

#include "../plan/chunks.hpp"
#include "scratch.hpp"
#include "tile.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Where the operands of a tile begin.
struct tile_start {
    std::byte* at[operand_count];
};

class tile_rows {
public:
    /// `extents` are those of the tile at the moment, by the plan's axes.
    tile_rows(const plan& p, const row_kernel& kernel, const tile& b, const index_t* extents) noexcept
        : plan_(p), kernel_(kernel), tile_(b), extent_(extents) {}

    /// The memory for what is not in place; without `packed` nothing is packed.
    void use(tile_tables& tables, std::byte* packed) noexcept {
        tables_ = &tables;
        packed_ = packed;
    }

    /// Finds where the rows are, which are all in place and along one axis.
    void lay_out_direct() noexcept {
        const axis_group& count = tile_.count();
        for (int k = 0; k < operand_count; ++k)
            rows_.start[k] = {1, count.rank == 0 ? 0 : plan_.axis[count.axis[0]].stride[k], nullptr};
    }

    /// Finds where the runs in a row are.
    void lay_out_runs() noexcept {
        position_table& table = tables_->positions;
        table.begin_runs();
        for (int k = 0; k < operand_count; ++k) {
            const operand_row& o = tile_.operand(k);
            if (!o.in_place) runs_[k] = table.positions(axes(tile_.row()).steps(o.first_outside, k));
        }
        table.end_runs();
    }

    /// Finds where the rows are; the kernel gets them all in tables, or all with even steps.
    void lay_out_rows() noexcept {
        position_table& table = tables_->positions;
        table.begin_rows();
        axis_steps steps[operand_count];
        bool even = true;
        for (int k = 0; k < operand_count; ++k) {
            if (tile_.operand(k).in_place) {
                axes(tile_.count()).add_steps(0, k, steps[k]);
            } else {
                direction_[k] = packing_direction_of(k);
                axis_steps memory;
                direction_[k].find_steps(axes(tile_.count()), k, tile_.operand(k).pitch, memory, steps[k]);
                from_[k] = table.positions(memory);
                last_[k] = {};
            }
            even = even && steps[k].are_even();
        }
        for (int k = 0; k < operand_count; ++k) rows_.start[k] = even ? steps[k].even() : table.in_table(steps[k]);
    }

    /// Finds what tiles of the extents at the moment have in common.
    void measure() noexcept {
        if (!tile_.operand(out_position).in_place) set_order(out_position, tables_->order[out_position]);
        rows_.n = axes(tile_.row()).positions();
        rows_.count = axes(tile_.count()).positions();
        rows_.streaming = tile_.streaming();
        rows_.is_large = plan_.streaming;
        for (const int k : {a_position, b_position}) {
            const operand_row& o = tile_.operand(k);
            rows_.form[k] = o.form;
            direction_[k].find_first(axes(tile_.count()), k, o.pitch);
            const bool is_read_in_turn = (o.in_place || tile_.is_transposed(k)) && o.form == row_form::packed;
            rows_.prefetch[k] = is_read_in_turn && !tile_.direct() && plan_.streaming ? rows_ahead : 0;
            distinct_[k] = axes(tile_.count()).distinct(k);
        }
        shuffled_ = out_position;
        for (const int k : {a_position, b_position}) shuffled_ = may_shuffle(k) ? k : shuffled_;
    }

    /// The input that may be shuffled on the way; out: none, as in small code.
    int shuffled() const noexcept { return LANEWISE_SMALL ? out_position : shuffled_; }

    /// Whether it is in fact: as asked with no rows, which begin where the first ones do.
    bool is_shuffled() noexcept {
        last_[shuffled_] = {}; // since its rows are not laid out yet
        rows none = rows_;
        none.count = 0;
        for (int k = 0; k < operand_count; ++k) none.data[k] = plan_.data[k];
        strided_rows nowhere = strided_rows_at(shuffled_, plan_.data[shuffled_]);
        nowhere.row.count = 0;
        return kernel_.run_shuffling(kernel_.op, none, shuffled_, nowhere);
    }

    /// Whether it has a single row, however long, and no table of its runs.
    bool is_one_even_row() const noexcept { return tile_.count().rank == 0 && runs_[shuffled_].table == nullptr; }

    /// Runs the tile; false if the kernel ended the walk.
    bool run(const tile_start& start) noexcept {
        for (int k = 0; k < operand_count; ++k) rows_.data[k] = start.at[k];
        if (tile_.transposes()) return run_transposing(start), true;
        if (const int k = shuffled(); k != out_position) {
            const int other = other_input(k);
            if (!tile_.operand(other).in_place) rows_.data[other] = packed_rows(other, start.at[other]);
            if (kernel_.run_shuffling(kernel_.op, rows_, k, strided_rows_at(k, start.at[k]))) return true;
            shuffled_ = out_position;
            if (packing_direction_of(k).mirrors()) lay_out_rows();
        }
        for (const int k : {a_position, b_position}) {
            if (!tile_.operand(k).in_place) rows_.data[k] = packed_rows(k, start.at[k]);
        }
        return tile_.operand(out_position).in_place ? kernel_.run(kernel_.op, rows_) : run_unpacking();
    }

    /// Runs so many pieces of a shared row, one behind the other.
    bool run_shared(const tile_start& start, index_t count) noexcept {
        for (int k = 0; k < operand_count; ++k) {
            const bool moves = tile_.operand(k).in_place;
            rows_.start[k] = {count, moves ? rows_.n * size(k) : 0, nullptr};
        }
        rows_.count = count;
        return run(start);
    }

private:
    /// How many rows ahead inputs are fetched in a call that does not fit into the cache, unless all are in place: the processor
    /// does not see it coming (a - b.T, 4096^2: 1.2x). In one that fits it costs more (a.T - b.T, 1000^2: 1.3x).
    static constexpr index_t rows_ahead = 4;

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }

    tile_axes axes(const axis_group& group) const noexcept { return {plan_, group, extent_}; }

    /// The axes along which operand k is packed, or a row of out unpacked, of the extents at the moment.
    void set_order(int k, reading_order& order) const noexcept {
        const operand_row& o = tile_.operand(k);
        order.clear(plan_.streaming);
        if (o.form != row_form::splat)
            axes(tile_.row()).add_to(order, k, tile_.row().rank - tile_.is_repeated(k), size(k));
        order.end_elements();
        if (k != out_position) direction_[k].add_rows(order, axes(tile_.count()), k, o.pitch);
    }

    /// Of what is packed: what takes rows on the way has them in their own order. Where out is packed, no input is shuffled, and
    /// out's are as they come.
    packing_direction packing_direction_of(int k) const noexcept {
        if (k == shuffled_ || tile_.is_transposed(k)) return {};
        return {axes(tile_.row()), axes(tile_.count()), k, tile_.operand(k).pitch};
    }

    /// Whether input k may be shuffled on the way: every row is another; and if the other input is packed, this one changes
    /// more often.
    bool may_shuffle(int k) const noexcept {
        const operand_row& o = tile_.operand(k);
        return !LANEWISE_SMALL && kernel_.run_shuffling != nullptr && !tile_.is_transposed(k) &&
               tile_.operand(out_position).in_place && !o.in_place && o.form == row_form::packed && !o.is_repeated &&
               !direction_[k].mirrors() && distinct_[k] == rows_.count && !kernel_.converts[k] && !tile_.is_shared() &&
               (tile_.operand(other_input(k)).in_place || !stays(k));
    }

    /// Whether the next tile has the elements of input k that this one has; of a single tile, the row's next position along its
    /// last axis (a colour beside planes).
    bool stays(int k) const noexcept {
        const axis_group loops = tile_.loops();
        const int axis = loops.rank == 0 ? tile_.last_of_row() : loops.axis[0];
        return plan_.axis[axis].stride[k] == 0;
    }

    [[gnu::noinline]] void run_transposing(const tile_start& start) noexcept {
        strided_rows strided[operand_count];
        const strided_rows* from[operand_count] = {};
        for (const int k : {a_position, b_position}) {
            if (!tile_.is_transposed(k)) continue;
            strided[k] = strided_rows_at(k, start.at[k]);
            from[k] = &strided[k];
        }
        kernel_.run_transposing(kernel_.op, rows_, from);
    }

    /// Runs as many rows at a time as fit the buffer, and unpacks them: evenly, since a last few would be unpacked one by one (bytes
    /// (4096, 335), both transposed, 97 rows and 31: 10x).
    bool run_unpacking() const noexcept {
        const operand_row& out = tile_.operand(out_position);
        const index_t at_once = shared_out(rows_.count, tile_.unpack_bytes() / out.pitch);
        for (index_t j = 0; j < rows_.count; j += at_once) {
            rows r = rows_;
            r.count = smaller(at_once, rows_.count - j);
            r.is_large = false; // what they are written to
            for (const int k : {a_position, b_position}) r.start[k].begin_at(j, r.data[k]);
            strided_rows to{r.data[out_position],         out.run, out.step, runs_[out_position], from_[out_position],
                            &tables_->order[out_position]};
            to.row.begin_at(j, to.data);
            to.cut(rows_.n, r.count);
            r.data[out_position] = packed_;
            if (!kernel_.run(kernel_.op, r)) return false;
            kernel_.unpack(to, packed_, out.pitch);
        }
        return true;
    }

    /// The first of operand k's rows of the tile, packed; those of a splat, one element each.
    std::byte* packed_rows(int k, std::byte* from) noexcept {
        const operand_row& o = tile_.operand(k);
        std::byte* const packed = packed_ + tile_.packed_at(k);
        std::byte* const first = packed + direction_[k].packed;
        const index_t n = rows_.n;
        const index_t count = distinct_[k];
        if (last_[k].data == from && last_[k].n == n && last_[k].count == count) return first;
        const strided_rows g = strided_rows_at(k, from);
        kernel_.pack[k](kernel_.context[k], packed, o.pitch, g);
        const index_t times = repeats(k);
        const index_t bytes = n / times * size(k);
        for (std::byte* row = packed; times > 1 && row != packed + count * o.pitch; row += o.pitch)
            repeat_blocks(row + bytes, row, bytes, bytes, times - 1);
        last_[k].data = from;
        return first;
    }

    /// The elements of operand k in a tile's rows that differ, repeated ones once.
    strided_rows strided_rows_at(int k, std::byte* from) noexcept {
        const operand_row& o = tile_.operand(k);
        const index_t n = rows_.n;
        const index_t count = distinct_[k];
        const bool splat = o.form == row_form::splat;
        strided_rows g{from + direction_[k].from, splat ? 1 : o.run,       o.step, runs_[k], from_[k],
                       &tables_->order[k],        &tables_->notes.of(k, n)};
        g.cut(splat ? 1 : n / repeats(k), count);
        packed_from& last = last_[k];
        if (last.n != n || last.count != count) {
            if (kernel_.converts[k] || !is_simple(g, size(k))) set_order(k, *g.order);
        }
        last = {nullptr, n, count};
        return g;
    }

    /// How often operand k's rows repeat what is packed of them.
    index_t repeats(int k) const noexcept { return tile_.is_repeated(k) ? extent_[tile_.last_of_row()] : 1; }

    /// What a buffer holds, and for which extents its order is.
    struct packed_from {
        const std::byte* data; // null: nothing
        index_t n;
        index_t count;
    };

    const plan& plan_;
    const row_kernel& kernel_;
    const tile& tile_;
    const index_t* extent_;
    rows rows_;                       // found, but for a form of out, before it is run
    index_t distinct_[operand_count]; // an input's rows that differ
    int shuffled_ = out_position;
    tile_tables* tables_ = nullptr;
    std::byte* packed_ = nullptr;
    packing_direction direction_[operand_count];
    packed_from last_[operand_count];
    // Found for what is packed.
    offsets runs_[operand_count]; // of a row
    offsets from_[operand_count]; // rows, those that differ, in memory
};

} // namespace lanewise::detail::inline LANEWISE_ISA
