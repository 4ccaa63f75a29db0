#pragma once

/// Which tile a plan is run in.
///
///   direct      every operand is used where it lies: the row is the innermost axis, the next one counts.
///   flat        a row is as many inner axes as it takes to be long, and further axes count rows as long as an input stays
///               where it is along them, since its rows are then packed once for all.
///   transposed  for an input that has its neighbours along axes outside such a row: rows of 256, 512 or 1024 bytes (512
///               alone: 1.4x slower at 4096^2), of a large call also 64 (float64 (32, 391, 392) in three orders: 1.25x), and
///               as many as fit from the axes along which it moves least: read in long runs, written in whole lines. If the
///               others are where they lie, such an input is not packed but transposed on the way to the operation, and rows
///               are as long as may be (NCHW - NHWC: 1.7x); in a large call both may be.
///   unpack      where both inputs are packed along the same one of those axes, rows are theirs and out is transposed on the
///               way instead of each input (a.T - b.T, 256^2: 1.4x; 4096^2 bytes: 2.6x).
///   one by one  elements of 8 bytes, of which registers have few, where they lie, in blocks (element_nest): if more than two
///               inputs would have to be moved (planes less pixels backwards into three of four channels: 1.5x).
/// Of the tiles that are not direct, the one is taken whose estimated cost is least.

#include "../plan/direct_rows.hpp"
#include "flat_row.hpp"
#include "tiling_cost.hpp"
#include "transposing.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class tiling : flat_row {
public:
    tiling(const plan& p, const row_kernel& kernel) noexcept
        : flat_row(p, kernel), transposing_(p, kernel), direct_(p, kernel) {}

    tile choose() const noexcept {
        const bool may = direct_.may();
        tile b = may ? direct() : best_of_others();
        if (may && b.direct()) return b;
        if (may) b = best_of_others();
        if (is_better_one_by_one(b)) {
            b.take_one_by_one();
            return b;
        }
        if constexpr (!LANEWISE_SMALL) b.find_shared();
        return b;
    }

private:
    static constexpr index_t enough = 1024; // elements cost more than their tile ((16, 16, 4, 64) that alternate: 1.5x)

    tile direct() const noexcept {
        tile b(plan_, kernel_);
        b.add_to_row(0, extent(0));
        b.lay_out();
        if (plan_.rank > 1) b.add_rows(1, extent(1));
        if (b.rows() >= even_rows) return b;
        const auto may_grow = [&] { return b.rows() * b.elements() < enough && 2 * b.rows() <= usual_rows; };
        for (int i = 2; i < plan_.rank && may_grow(); ++i) b.add_rows(i, usual_rows);
        return b;
    }

    tile best_of_others() const noexcept {
        tile best = flat();
        if (!is_worth_a_choice()) return best;
        const int across[operand_count] = {-1, transposing_.axis_across(a_position, short_row),
                                           transposing_.axis_across(b_position, short_row)};
        const int both = transposing_.axis_across_both();
        if (across[a_position] < 0 && across[b_position] < 0 && both < 0) return best;
        const tiling_cost cost(plan_);
        double least = cost.of(best);
        const auto consider = [&](const tile& candidate) {
            const double c = cost.of(candidate);
            if (c >= least) return;
            least = c;
            best = candidate;
        };
        for (const int k : {a_position, b_position}) {
            if (across[k] < 0) continue;
            if constexpr (!LANEWISE_SMALL) {
                if (const tile b = transposed_on_the_way(k, across[k]); b.transposes()) {
                    if (plan_.streaming) return b;
                    consider(b);
                    continue;
                }
            }
            const index_t shortest = cost.is_far(k) && size(k) > 1 ? cache_line : 256;
            for (index_t bytes = shortest; bytes <= 1024; bytes *= 2) consider(transposed(k, across[k], bytes));
        }
        if (both >= 0) {
            const tile b = unpack_across(both);
            if (b.operand(a_position).in_place && b.operand(b_position).in_place) consider(b);
        }
        return best;
    }

    bool is_worth_a_choice() const noexcept {
        index_t elements = 1;
        for (int i = 0; i < plan_.rank && elements < limits.compared_elements; ++i) elements *= extent(i);
        return elements >= limits.compared_elements;
    }

    /// Whether a tile's operands take longer to pack than their elements to be run one by one.
    bool is_better_one_by_one(const tile& b) const noexcept {
        constexpr double ns_one_by_one = 0.58; // as packing_cost counts: more than two inputs moved in registers
        return !LANEWISE_SMALL && element_nest::may(plan_, kernel_) && is_worth_a_choice() &&
               packing_cost(plan_).of(b) > ns_one_by_one;
    }

    /// Whether rows along axis i and further ones would fit, up to one along which a packed input stays where it is: then one
    /// tile has it for all of that axis ((24, 32, 257) bytes less a transposed one: 1.7x). Small code has more of them.
    bool is_kept(const tile& b, int i, index_t most) const noexcept {
        if (LANEWISE_SMALL) return false;
        index_t rows = b.rows();
        for (; i < plan_.rank; ++i) {
            for (const int k : {a_position, b_position}) {
                if (!b.operand(k).in_place && stride(k, i) == 0) return true;
            }
            rows *= extent(i);
            if (rows > most) return false;
        }
        return false;
    }

    tile flat() const noexcept {
        tile b(plan_, kernel_);
        const index_t most_elements = row_elements();
        for (int i = 0; i < plan_.rank && b.elements() < long_row && !ends_before(i, b); ++i)
            b.add_to_row(i, row_elements_with(i, most_elements));
        b.lay_out();
        index_t room_for[operand_count] = {usual_rows, b.room(a_position, usual_rows), b.room(b_position, usual_rows)};
        for (int i = b.row().rank; i < plan_.rank; ++i) {
            bool an_input_stays = false;
            index_t most = usual_rows;
            for (const int k : {a_position, b_position}) {
                if (b.operand(k).in_place) continue;
                if (stride(k, i) == 0) {
                    an_input_stays = true;
                } else {
                    most = smaller(most, room_for[k] * b.rows());
                }
            }
            if (!an_input_stays && !is_kept(b, i, most)) most = smaller(most, most_elements / b.elements());
            if (most < 2 * b.rows()) break;
            b.add_rows(i, most);
            for (const int k : {a_position, b_position}) {
                if (stride(k, i) != 0) room_for[k] /= b.extent(i);
            }
            if (b.extent(i) < extent(i)) break;
        }
        return b;
    }

    tile rows_of(index_t bytes, int k, int across) const noexcept {
        tile b(plan_, kernel_);
        const index_t most = smaller(bytes / size(k), row_elements());
        for (int i = 0; i < across && b.elements() * 2 <= row_elements_with(i, most); ++i) {
            if (b.elements() >= short_row && transposing_.out_is_packed() && !continues(out_position, i)) break;
            const bool is_long = plan_.streaming && b.elements() * size(k) >= limits.streamed_row_bytes;
            if (!LANEWISE_SMALL && i > 0 && is_long && !continues(k, i)) break; // float64 (200, 210, 220) permuted: 2x
            b.add_to_row(i, b.elements() * extent(i) <= short_row ? short_row : row_elements_with(i, most));
        }
        b.lay_out();
        return b;
    }

    /// Adds rows along the axes along which operand k moves least, neighbours by whole lines (uint8 a - b.T, 4096^2: 1.6x).
    void add_rows(tile& b, int k, index_t most) const noexcept {
        const axis_group axes = axes_by_step(plan_, k);
        for (int i = 0; i < axes.rank && b.rows() * 2 <= most; ++i) {
            const int axis = axes.axis[i];
            if (axis < b.row().rank || b.extent(axis) != 1) continue;
            index_t along = most / b.rows();
            if (along < extent(axis)) along = in_whole_lines(along, magnitude(stride(k, axis)));
            b.add_rows(axis, along * b.rows());
            if constexpr (!LANEWISE_SMALL) most = smaller(most, usual_rows); // along one axis more need no table
        }
    }

    tile transposed(int k, int across, index_t bytes) const noexcept {
        tile b = rows_of(bytes, k, across);
        const index_t most = !LANEWISE_SMALL && plan_.streaming ? 2 * usual_rows : usual_rows;
        add_rows(b, k, smaller(b.room(a_position, most), b.room(b_position, most)));
        return b;
    }

    /// Rows are longer, and more than there is room for, where none are packed; not so if that cannot be done.
    tile transposed_on_the_way(int k, int across) const noexcept {
        constexpr index_t row_bytes = 4096;
        tile b = rows_of(row_bytes, k, across);
        add_rows(b, k, usual_rows);
        if (transposing_.may(b, k, across)) b.transpose();
        return b;
    }

    /// Rows are longer where the inputs come from memory (a.T - b.T, 4096^2 bytes: 1.4x).
    tile unpack_across(int across) const noexcept {
        const index_t most = (plan_.streaming ? 512 : 256) / size(out_position);
        tile b(plan_, kernel_);
        b.add_to_row(across, shared_out(extent(across), most));
        b.lay_out();
        b.add_rows(0, usual_rows);
        return b;
    }

    const transposing transposing_;
    const direct_rows direct_; // made where both are: to copy two references just written is to wait for them
};

} // namespace lanewise::detail::inline LANEWISE_ISA
