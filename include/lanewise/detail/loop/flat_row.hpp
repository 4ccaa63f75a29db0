#pragma once

/// The row of a flat tile: as many inner axes as it takes to be long, or fewer where its inputs are sooner packed row by row.

#include "../plan/chunks.hpp"
#include "tile.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class flat_row {
public:
    flat_row(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// How long a packed row may be. Two of them and the rows in place share the L1 cache; in a large call they come from
    /// memory while the row is packed, if that does not take too long (float64 (1Mi, 3) - (1Mi, 1): rows of 16 KiB 2x).
    index_t row_elements() const noexcept {
        const index_t bytes = plan_.streaming ? most_row_bytes / 2 : most_row_bytes;
        index_t largest = 1; // element
        for (int k = 0; k < operand_count; ++k) largest = size(k) > largest ? size(k) : largest;
        return smaller(smaller(limits.row_elements, most_row_elements), bytes / largest);
    }

    /// The same of a row that gets axis i. Runs are at least as long as the innermost axis, and even along two; where they are even
    /// along all, there is no table of them that could be too long (bytes (600, 62, 2), pairs swapped, less a crop: 2.8x).
    index_t row_elements_with(int i, index_t most) const noexcept {
        return i < 2 || has_even_runs(i) ? most : smaller(most, most_runs * extent(0));
    }

    /// Whether operand k goes on from the axis before into axis i as it lies there.
    bool continues(int k, int i) const noexcept { return stride(k, i) == stride(k, i - 1) * extent(i - 1); }

    /// Whether it ends before axis i though it is not long: where its packed inputs stay along it (floats (400, 2, 30, 2) less pixels
    /// of 2 x 2: 3x), or one of them is shuffled but for going on unevenly, or what is in place would be packed for going on. Of a
    /// large call not before it is long enough to be written around the cache.
    bool ends_before(int i, tile& b) const noexcept {
        constexpr index_t least = 16;
        const index_t least_bytes = plan_.streaming ? limits.streamed_row_bytes : 32;
        if (LANEWISE_SMALL || b.elements() < least || b.elements() * size(out_position) < least_bytes) return false;
        b.lay_out();
        if ((b.operand(a_position).in_place && b.operand(b_position).in_place) || is_packed_once(b, i)) return false;
        bool stays = false;
        bool goes_on = false;
        bool is_uneven = leaves_place(b, i);
        for (const int k : {a_position, b_position}) {
            if (b.operand(k).in_place) continue;
            if (stride(k, i) == 0) {
                stays = true;
            } else if (continues(k, i)) {
                goes_on = goes_on || !is_mirrored(b, k, i);
            } else if (is_shuffled(b, k, i)) {
                is_uneven = true;
            } else {
                return false;
            }
        }
        return is_uneven || (stays && !goes_on);
    }

protected:
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }

    const plan& plan_;
    const row_kernel& kernel_;

private:
    /// Whether every operand's runs are evenly apart up to axis i.
    bool has_even_runs(int i) const noexcept {
        if (LANEWISE_SMALL) return false;
        for (int k = 0; k < operand_count; ++k) {
            int ends = 0; // of runs, or of what is even
            for (int j = 1; j <= i; ++j) ends += !continues(k, j);
            if (ends > 1) return false;
        }
        return true;
    }

    /// Whether an operand that is used in place up to axis i does not go on along it, and rows are so long that they pay: an input's
    /// (floats (1000, 20, 4) turned by 180 degrees less a crop: 1.4x, (2000, 20, 2) 1.2x slower), or out's (into a crop: 1.4x).
    bool leaves_place(const tile& b, int i) const noexcept {
        for (int k = 0; k < operand_count; ++k) {
            const index_t least = k == out_position ? 128 : 256; // bytes
            if (b.operand(k).in_place && !continues(k, i) && b.elements() * size(k) >= least) return true;
        }
        return false;
    }

    /// Whether the row's runs of input k are pixels from right to left ((300, 62, 2): 2 to 5x).
    bool is_mirrored(const tile& b, int k, int i) const noexcept {
        const operand_row& o = b.operand(k);
        return o.step == size(k) && are_pixels_back(o.run * size(k), stride(k, i - 1));
    }

    /// Whether input k's elements up to axis i are shuffled, while they would be packed one by one if they went on unevenly: each a
    /// few times ((200, 30, 2) less 30 of 33: 2x), or of a few planes ((300, 50, 2) less 50 columns of two planes: 2x), or one run
    /// over and over ((300, 20, 3) less a colour for each 20: bytes 3x, floats 1.8x), or very short runs ((600, 62, 2) mirrored and
    /// cut from three channels: bytes 2.4x, floats 1.5x; rows of 60 1.3x slower), or pixels mirrored.
    bool is_shuffled(const tile& b, int k, int i) const noexcept {
        constexpr index_t few = 4;
        constexpr index_t long_enough = 36; // elements
        constexpr index_t long_of_short_runs = 96;
        const operand_row& o = b.operand(k);
        const int other = other_input(k);
        const bool is_of_planes = magnitude(stride(k, i - 1)) == size(k);
        const bool are_few = (o.step == 0 || is_of_planes) && o.run <= few && b.elements() >= long_enough;
        const bool are_short = o.step == size(k) && o.run < shortest_plain_run && b.elements() >= long_of_short_runs &&
                               stride(k, i - 1) != 0;
        const bool is_one_run = o.step == size(k) && stride(k, i - 1) == 0 && !kernel_.converts[k] &&
                                o.run * size(k) <= longest_repeated_run &&
                                (b.operand(other).in_place || stride(other, i) != 0);
        return o.first_outside == i - 1 && (are_few || are_short || is_one_run || is_mirrored(b, k, i));
    }

    /// Whether of a row that ends before axis i one input is packed and stays along all further axes, and the other operands go
    /// on: then a longer one has more whole registers (float16 (60, 112, 9, 2) less a transposed (9, 2): 1.4x).
    bool is_packed_once(const tile& b, int i) const noexcept {
        const int k = b.operand(a_position).in_place ? b_position : a_position;
        const int other = other_input(k);
        if (!b.operand(other).in_place || !continues(other, i) || !continues(out_position, i)) return false;
        for (; i < plan_.rank; ++i) {
            if (stride(k, i) != 0) return false;
        }
        return true;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
