#pragma once

/// The loops over a tile's elements where these are run one by one.
///
/// Such a tile is a block: so many positions along every axis along which an operand has its neighbours that the cache lines
/// around these are used up before they leave the L1 cache; and along the inner axes as many as make the tile worth its overhead.

#include "plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class element_nest {
public:
    /// Whether a plan's elements may be run so. Not beyond the cache, since nothing is fetched ahead; nor where steps along an
    /// axis of a block come to the same sets of the L1 cache again and again (float64, 64^3 in two other orders: 1.6x).
    static bool may(const plan& p, const row_kernel& kernel) noexcept {
        if (kernel.run_elements == nullptr || p.streaming) return false;
        if (kernel.converts[a_position] || kernel.converts[b_position]) return false;
        for (int i = 0; i < p.rank; ++i) {
            for (const index_t stride : p.axis[i].stride) {
                const bool collides = stride != 0 && stride % (l1_way / 2) == 0;
                if (collides && p.axis[i].extent >= 16 && has_neighbours(p.axis[i])) return false;
            }
        }
        return true;
    }

    /// The extents of a block; the last one along an axis may have fewer.
    static void cut_block(const plan& p, index_t (&extent)[max_rank]) noexcept {
        // In the mean of random float64 layouts: 16 positions 1.02x slower, 8 1.08x; 256 or 4096 elements 1.01x.
        constexpr index_t positions = 32;
        constexpr index_t enough = 1024; // elements
        index_t elements = 1;
        for (int i = 0; i < p.rank; ++i) {
            const index_t all = p.axis[i].extent;
            extent[i] = !has_neighbours(p.axis[i]) ? 1 : all < 2 * positions ? all : positions;
            elements *= extent[i];
        }
        for (int i = 0; i < p.rank && elements < enough; ++i) {
            const index_t others = elements / extent[i];
            extent[i] = smaller(p.axis[i].extent, extent[i] == 1 ? positions : pieces(enough, others));
            elements = others * extent[i];
        }
    }

    /// Of a block with those extents: axes of neighbours inside, by how far they reach; but first a long one.
    [[gnu::noinline]] void set(const plan& p, const index_t (&extent)[max_rank]) noexcept {
        constexpr index_t short_axis = 8; // 4: 1.01x slower in that mean, 2: 1.02x
        rank_ = 0;
        for (int i = 0; i < p.rank; ++i) {
            if (extent[i] != 1) insert(p.axis[i], extent[i]);
        }
        while (rank_ < 2) axis_[rank_++] = {1, {}};
        put_long_axis_inside(axis_, rank_, short_axis);
    }

    /// Runs a block; `first` is where each operand begins in it.
    void run(const row_kernel& kernel, std::byte* const (&first)[operand_count]) const noexcept {
        run_axes(kernel, rank_ - 1, first);
    }

private:
    /// The least of an operand's steps along an axis that is one.
    static index_t shortest_step(const loop_axis& axis) noexcept {
        index_t least = 0;
        for (const index_t stride : axis.stride) {
            const index_t step = magnitude(stride);
            if (least == 0 || (step != 0 && step < least)) least = step;
        }
        return least;
    }

    static bool has_neighbours(const loop_axis& axis) noexcept { return shortest_step(axis) < cache_line; }

    /// By which axes are sorted: those of neighbours come first.
    [[gnu::noinline]] static index_t reach(const loop_axis& axis) noexcept {
        constexpr index_t beyond_others = index_t{1} << 62;
        index_t sum = has_neighbours(axis) ? 0 : beyond_others;
        for (const index_t stride : axis.stride) sum += magnitude(stride);
        return sum;
    }

    void insert(const loop_axis& axis, index_t extent) noexcept {
        int at = rank_++;
        for (; at > 0 && reach(axis_[at - 1]) > reach(axis); --at) axis_[at] = axis_[at - 1];
        axis_[at] = axis;
        axis_[at].extent = extent;
    }

    /// Loops over axis i and those inside it. Not inline, or g++ would make eight functions of it.
    [[gnu::noinline]] void run_axes(const row_kernel& kernel, int i,
                                    std::byte* const (&first)[operand_count]) const noexcept {
        if (i == 1) return kernel.run_elements(kernel.op, first, axis_[0], axis_[1]);
        std::byte* at[operand_count] = {first[0], first[1], first[2]};
        for (index_t j = 0; j < axis_[i].extent; ++j) {
            run_axes(kernel, i - 1, at);
            for (int k = 0; k < operand_count; ++k) at[k] += axis_[i].stride[k];
        }
    }

    int rank_ = 0;
    loop_axis axis_[max_rank]; // innermost first
};

} // namespace lanewise::detail::inline LANEWISE_ISA
