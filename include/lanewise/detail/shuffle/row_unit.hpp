#pragma once

/// The inner axes of a row as a unit: a few registers of elements, which lie in blocks of neighbours in memory.

#include "shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class row_unit {
public:
    /// A unit in elements of `size` bytes: as few axes as make `least` bytes, in blocks of a whole load; `most` bytes at most.
    row_unit(const strided_rows& from, index_t size, index_t least, index_t most) noexcept
        : block_(size), bytes_(size), run_bytes_(from.n * size), is_even_(from.run.table == nullptr) {
        from.order->sort();
        most = smaller(most, from.run.count * run_bytes_);
        while ((bytes_ < least || block_ < load_width) && add_axis(*from.order, least, most)) find_block();
    }

    index_t bytes() const noexcept { return bytes_; }
    index_t block() const noexcept { return block_; } // the bytes of one
    index_t runs() const noexcept { return bytes_ / run_bytes_; }
    bool has_whole_runs() const noexcept { return bytes_ % run_bytes_ == 0; }

    /// Goes to an element by its place in the row.
    void go_to(index_t place) noexcept {
        in_block_ = 0;
        for (int i = 0; i < rank_; ++i) {
            axis& a = axis_[i];
            a.index = place % a.extent;
            place /= a.extent;
            in_block_ += (a.step < 0 ? a.extent - 1 - a.index : a.index) * a.in_block;
        }
    }

    void next() noexcept {
        for (int i = 0; i < rank_; ++i) {
            axis& a = axis_[i];
            const index_t steps = ++a.index == a.extent ? 1 - a.extent : 1;
            in_block_ += (a.step < 0 ? -steps : steps) * a.in_block;
            if (steps == 1) return;
            a.index = 0;
        }
    }

    /// Where the element is, from its block's lowest one on.
    index_t in_block() const noexcept { return in_block_; }

private:
    /// Adds the next axis of the row, which begins where those inside it end, or a part of a long one that continues their
    /// block; false if there is none.
    bool add_axis(const reading_order& order, index_t least, index_t most) noexcept {
        for (int k = 0; k < order.rank(); ++k) {
            if (order[k].to != bytes_) continue;
            index_t extent = order[k].extent;
            if (extent * bytes_ > most) {
                if (block_ != bytes_ || magnitude(order[k].from) != block_) return false;
                extent = part_of(extent, least, most);
                if (extent == 0) return false;
            }
            axis_[rank_++] = {extent, order[k].from};
            bytes_ *= extent;
            return true;
        }
        return false;
    }

    /// The smallest part of an axis that makes the unit a multiple of `least` (RGB floats backwards: 1.3x), or the smallest
    /// divisor that makes it so long, or of even runs as much as there is room for; 0: none of these.
    index_t part_of(index_t extent, index_t least, index_t most) const noexcept {
        for (const index_t multiple_of : {least, index_t{1}}) {
            for (index_t part = 2; part * bytes_ <= most; ++part) {
                const bool fits = extent % part == 0 || (multiple_of == least && is_even_);
                if (fits && part * bytes_ >= least && part * bytes_ % multiple_of == 0) return part;
            }
        }
        const index_t part = most / bytes_;
        return is_even_ && part * bytes_ >= least ? part : 0;
    }

    /// Joins those that continue each other in memory.
    void find_block() noexcept {
        for (int i = 0; i < rank_;) {
            if (axis_[i].in_block == 0 && magnitude(axis_[i].step) == block_) {
                axis_[i].in_block = block_;
                block_ *= axis_[i].extent;
                i = 0;
            } else {
                ++i;
            }
        }
    }

    struct axis {
        index_t extent;
        index_t step;
        index_t in_block = 0; // bytes of a step, where the axis is part of a block
        index_t index = 0;
    };

    int rank_ = 0;
    axis axis_[max_rank];
    index_t block_;
    index_t bytes_;
    index_t run_bytes_;
    bool is_even_; // the row's runs are
    index_t in_block_ = 0;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
