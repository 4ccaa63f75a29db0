#pragma once

/// The one loop over axes: it takes a plan tile by tile and has each tile's rows run by a lane operation.

#include "tile_rows.hpp"
#include "tiling.hpp"

#include <utility>

namespace lanewise::detail::inline LANEWISE_ISA {

class tile_walker {
public:
    tile_walker(const plan& p, const row_kernel& kernel) noexcept
        : plan_(p), kernel_(kernel), tile_(tiling(p, kernel).choose()), loops_(tile_.loops()),
          rows_(p, kernel, tile_, extent_) {
        set_extents();
    }

    bool walk() noexcept {
        if (tile_.is_one_by_one()) return walk_elements();
        const bool packs = !tile_.direct() && !tile_.transposes();
        const bool all = tile_.direct() && tile_.count().rank <= 1 ? walk_direct()
                         : packs && lent_lines(plan_.lent).empty() ? walk_packing()
                                                                   : walk_with_tables();
        if (plan_.streaming) kernel_.finish();
        return all;
    }

private:
    bool walk_direct() noexcept {
        rows_.lay_out_direct();
        rows_.measure();
        return walk_axes(loops_.rank - 1, start());
    }

    // Not inline, so that walks that need less have a smaller stack frame.

    [[gnu::noinline]] bool walk_elements() noexcept {
        element_nest nest;
        nest_ = &nest;
        is_outdated_ = true;
        return walk_axes(loops_.rank - 1, start());
    }

    [[gnu::noinline]] bool walk_with_tables() noexcept {
        tile_tables tables;
        return walk_in(tables, lent_lines(plan_.lent).data());
    }

    [[gnu::noinline]] bool walk_packing() noexcept {
        tile_scratch scratch;
        return walk_in(scratch.tables, scratch.packed);
    }

    [[gnu::noinline]] bool walk_in(tile_tables& tables, std::byte* packed) noexcept {
        rows_.use(tables, packed);
        rows_.lay_out_runs();
        rows_.measure();
        const bool may_grow = loops_.rank > 0 && rows_.shuffled() != out_position && !tile_.shares_packed();
        if (may_grow && rows_.is_shuffled()) take_more();
        rows_.lay_out_rows();
        return tile_.is_shared() ? walk_shared(start()) : walk_axes(loops_.rank - 1, start());
    }

    tile_start start() const noexcept { return {{plan_.data[0], plan_.data[1], plan_.data[2]}}; }

    void set_extents() noexcept {
        for (int i = 0; i < plan_.rank; ++i) extent_[i] = tile_.extent(i);
    }

    /// A tile of which an input is shuffled on the way need not be small enough for a buffer that is not used: a single row goes on
    /// to its axis's end ((1Mi, 3) - (1Mi, 1): 1.3x, bytes 1.8x), rows along other axes are more (8 axes in another order: 1.1x).
    void take_more() noexcept {
        constexpr index_t enough = 128;
        const tile before = tile_;
        if (loops_.axis[loops_.rank - 1] != tile_.last_of_row()) {
            tile_.add_further_rows(rows_.shuffled(), tile_.room(rows_.shuffled(), enough));
        } else if (loops_.rank == 1 && rows_.is_one_even_row()) {
            tile_.add_rest_of_row();
        } else {
            return;
        }
        begin_again();
        if (rows_.is_shuffled()) return;
        // A longer row may be streamed, and then it is shuffled from a line on or not at all.
        tile_ = before;
        begin_again();
    }

    void begin_again() noexcept {
        loops_ = tile_.loops();
        set_extents();
        rows_.measure();
    }

    /// Runs the pieces of a shared row together, and then what is left.
    bool walk_shared(tile_start at) noexcept {
        const int i = loops_.axis[0];
        const index_t count = plan_.axis[i].extent / extent_[i];
        const index_t done = count * extent_[i];
        if (!rows_.run_shared(at, count)) return false;
        if (done == plan_.axis[i].extent) return true;
        for (int k = 0; k < operand_count; ++k) at.at[k] += done * plan_.axis[i].stride[k];
        extent_[i] = plan_.axis[i].extent - done;
        rows_.measure();
        return rows_.run(at);
    }

    /// Loops over the tiles along axis loops_.axis[l] and those inside it; extent_ holds the tile's extents so far.
    bool walk_axes(int l, tile_start at) noexcept {
        if (l < 0) return run_tile(at);
        const int i = loops_.axis[l];
        index_t along = first_extent(i, at);
        for (index_t done = 0; done < plan_.axis[i].extent; done += along, along = tile_.extent(i)) {
            const index_t extent = smaller(along, plan_.axis[i].extent - done);
            is_outdated_ = is_outdated_ || extent_[i] != extent;
            extent_[i] = extent;
            if (!walk_axes(l - 1, at)) return false;
            for (int k = 0; k < operand_count; ++k) at.at[k] += along * plan_.axis[i].stride[k];
        }
        return true;
    }

    /// How long the first tile along axis i is. Where out is written around the cache, the tiles after it begin at a line of
    /// out, so that no line is written from two (a - b.T of bytes with an out 16 bytes past a line: 1.3x).
    index_t first_extent(int i, const tile_start& at) const noexcept {
        const index_t along = tile_.extent(i);
        const index_t bytes = plan_.axis[i].stride[out_position];
        if (tile_.last_of_row() != i || !tile_.streaming() || along * bytes % cache_line != 0) return along;
        const auto past = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(at.at[out_position]) %
                                               static_cast<std::uintptr_t>(cache_line));
        for (index_t first = along; first > 0 && first > along - cache_line; --first) {
            if ((past + first * bytes) % cache_line == 0) return first;
        }
        return along;
    }

    bool run_tile(const tile_start& at) noexcept {
        const bool is_outdated = std::exchange(is_outdated_, false);
        if (tile_.is_one_by_one()) {
            if (is_outdated) nest_->set(plan_, extent_);
            nest_->run(kernel_, at.at);
            return true;
        }
        if (is_outdated) rows_.measure();
        return rows_.run(at);
    }

    const plan& plan_;
    const row_kernel& kernel_;
    tile tile_;
    axis_group loops_;
    index_t extent_[max_rank]; // a tile's extents at the moment
    bool is_outdated_ = false; // what was found for other extents
    tile_rows rows_;
    element_nest* nest_ = nullptr; // of a tile whose elements are run one by one
};

} // namespace lanewise::detail::inline LANEWISE_ISA
