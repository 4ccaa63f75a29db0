#pragma once

/// Whether an input of a box is transposed on its way to the operation, and not collected before.

#include "box.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class transposing {
public:
    transposing(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether the rows of input k, in that box, may be transposed on the way to the operation: they are not used in place (as
    /// those of a sliding window may be, which are neighbours too), the other operands are where they lie, no element is
    /// repeated in a row, and enough of them are neighbours to fill a register.
    bool may(const box& b, int k, int across) const noexcept {
        constexpr index_t register_bytes = 16;
        const operand_row& other = b.operand(other_input(k));
        if (kernel_.run_transposing == nullptr || kernel_.converts[k] || b.operand(k).in_place) return false;
        if (!b.operand(out_position).in_place || !other.in_place || is_rearranged(other.form)) return false;
        if (magnitude(stride(k, across)) != size(k) || b.tile(across) * size(k) < register_bytes) return false;
        for (int i = 0; i < b.row().rank; ++i) {
            if (stride(k, i) == 0) return false;
        }
        return !compete(k, across) && are_written_well(b);
    }

private:
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }

    /// Whether the cache lines that are worked on at a time compete for one set of the L1 cache: of input k as many as a
    /// register has elements, of out as a line has, if they stay in the cache.
    bool compete(int k, int across) const noexcept {
        constexpr index_t l1_way = 4096; // bytes
        constexpr index_t too_many = 16; // for a set
        constexpr index_t register_bytes = 32;
        const auto lines_per_set = [](index_t lines, index_t step) {
            return lines * power_of_two_in(step, l1_way) / l1_way;
        };
        const index_t lines_of_out = lines_per_set(cache_line / size(k), stride(out_position, across));
        return lines_per_set(register_bytes / size(k), stride(k, 0)) >= too_many ||
               (lines_of_out >= too_many && !plan_.around_cache);
    }

    /// Whether out's lines, of which two in turn are of different rows, are in the L2 cache; or in the L3 cache or around it,
    /// and a row has enough of them that the processor sees them coming (20000 rows of 160 bytes: 2x).
    bool are_written_well(const box& b) const noexcept {
        constexpr index_t l2_share = index_t{1} << 18; // bytes
        constexpr index_t l3_share = index_t{1} << 22;
        constexpr index_t enough_bytes = 1024;
        index_t bytes = size(out_position);
        for (int i = 0; i < plan_.rank; ++i) bytes *= plan_.axis[i].extent;
        if (bytes <= l2_share) return true;
        const index_t row_bytes = b.elements() * size(out_position);
        return plan_.around_cache ? row_bytes >= 2 * enough_bytes : row_bytes >= enough_bytes && bytes <= l3_share;
    }

    const plan& plan_;
    const row_kernel& kernel_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
