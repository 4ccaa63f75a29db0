#pragma once

/// Whether an input of a tile is transposed on its way to the operation, and not packed before; or out on its way back.

#include "tile.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class transposing {
public:
    transposing(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether the rows of input k, in that tile, may be transposed on the way to the operation: the other operands are where
    /// they lie, or both inputs are transposed so.
    bool may(const tile& b, int k, int across) const noexcept {
        const int other = other_input(k);
        if (!b.operand(out_position).in_place || !is_across(b, k, across)) return false;
        const bool lines = are_lines(b, k, across);
        if (!b.operand(other).in_place) return lines && is_across(b, other, across) && are_lines(b, other, across);
        return !is_rearranged(b.operand(other).form) && (lines || (is_small() && !compete(k, across)));
    }

    /// The same of rows along the first of two axes, where the other operands' rows are used where they lie, and no fewer or
    /// shorter than whole blocks (uint8 (28, 31) less a transposed one: 1.8x slower).
    bool may(int k) const noexcept {
        constexpr index_t row_bytes = 32;
        const index_t elements = plan_.axis[0].extent;
        return !kernel_.takes(k, stride(k, 0)) && elements >= 8 && elements * size(k) >= row_bytes &&
               are_neighbours(k, 1, plan_.axis[1].extent) && !compete(k, 1);
    }

    /// The first axis behind `fewest` elements of a flat row along which operand k, which moves along those, has its neighbours
    /// in a cache line; -1: there is none.
    int axis_across(int k, index_t fewest) const noexcept {
        index_t before = 1;
        bool moves = false;
        for (int i = 0; i < plan_.rank; ++i) {
            const index_t step = magnitude(stride(k, i));
            if (moves && before >= fewest && step != 0 && step < cache_line) return i;
            moves = moves || step != 0;
            before *= extent(i);
        }
        return -1;
    }

    /// The axis across both inputs where out may be transposed on the way: their rows are not too short for a loop of their own
    /// (uint8 (2, 31, 6, 1409), both transposed, rows of 31: 4.4x), nor too few to be unpacked in blocks (31 of 4096 bytes 6x
    /// faster than each input packed, twenty of doubles 1.6x slower); -1: there is none.
    int axis_across_both() const noexcept {
        const index_t bytes = size(out_position);
        const index_t fewest = bytes <= 2 ? short_row / 2 : short_row;
        const int across = axis_across(a_position, fewest);
        const bool may = !LANEWISE_SMALL && across >= 0 && across == axis_across(b_position, fewest) &&
                         extent(0) >= fewest && out_is_packed() && extent(across) >= kernel_.forms.shortest_row &&
                         extent(across) * bytes >= 16;
        return may ? across : -1;
    }

    bool out_is_packed() const noexcept { return stride(out_position, 0) == size(out_position); }

private:
    /// Whether they are not used in place (as those of a sliding window may be, which are neighbours too), no element is repeated in
    /// a row, and enough rows are neighbours for a block (two of doubles: 4x slower).
    bool is_across(const tile& b, int k, int across) const noexcept {
        for (int i = 0; i < b.row().rank; ++i) {
            if (stride(k, i) == 0) return false;
        }
        return !b.operand(k).in_place && are_neighbours(k, across, b.extent(across));
    }

    bool are_neighbours(int k, int across, index_t count) const noexcept {
        const index_t block_bytes = size(k) == 8 ? 32 : 16; // of an element in each of its rows
        return kernel_.run_transposing != nullptr && !kernel_.converts[k] && magnitude(stride(k, across)) == size(k) &&
               count * size(k) >= block_bytes;
    }

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }

    /// Whether the cache lines that are worked on at a time compete for one set of the L1 cache: those of input k that its next
    /// rows need again (a - b.T, 512^2 floats: 1.1x), or those of out.
    bool compete(int k, int across) const noexcept {
        const index_t too_far = size(k) == 8 ? 4096 : 2048; // bytes from element to element of a row
        constexpr index_t too_many = 16;                    // for a set
        const auto stride_in_way = [&](int operand, int axis) {
            return power_of_two_in(stride(operand, axis), l1_way);
        };
        const index_t lines_of_out = cache_line / size(k) * stride_in_way(out_position, across) / l1_way;
        return stride_in_way(k, 0) >= too_far || lines_of_out >= too_many;
    }

    /// Whether out, of whose lines a few in turn are of different rows, is small. Beyond that, tiles that are packed touch fewer
    /// pages at a time (a - b.T, 2048^2 on a Zen 3: 2.7x).
    bool is_small() const noexcept {
        constexpr index_t most = index_t{4} << 20; // bytes
        index_t bytes = size(out_position);
        for (int i = 0; i < plan_.rank; ++i) bytes *= plan_.axis[i].extent;
        return bytes <= most;
    }

    /// Whether rows are written around the cache, each of another part of input k (16 images of 512^2 less one are sooner packed:
    /// 1.6x), and as many are neighbours as fill a line.
    bool are_lines(const tile& b, int k, int across) const noexcept {
        if (!b.streaming() || b.operand(k).run != b.elements()) return false;
        for (int i = 0; i < plan_.rank; ++i) {
            if (stride(k, i) == 0) return false;
        }
        // A power of two, from which on lines compete for a set; of two inputs of bytes, of which more are read at a time, sooner.
        const index_t too_far = size(k) == 1 && !b.operand(other_input(k)).in_place ? 4096 : 32 * 1024;
        return b.extent(across) * size(k) >= cache_line && power_of_two_in(b.operand(k).step, too_far) < too_far;
    }

    const plan& plan_;
    const row_kernel& kernel_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
