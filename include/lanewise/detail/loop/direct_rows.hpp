#pragma once

/// Whether the innermost rows of a plan are run where they lie, without being packed or taken together.

#include "../plan/plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class direct_rows {
public:
    direct_rows(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether they may be: the operation takes them, and they are not better brought into other rows.
    bool may() const noexcept {
        if (plan_.rank > 1 && (extent(0) < kernel_.forms.shortest_row || are_better_joined())) return false;
        for (int k = 0; k < operand_count; ++k) {
            if (!kernel_.takes(k, stride(k, 0))) return false;
            const bool rearranged = k != out_position && is_rearranged(form_of(stride(k, 0), size(k), true));
            const bool is_short =
                extent(0) < short_rearranged_row && extent(0) * size(k) < short_rearranged_bytes && plan_.rank > 1;
            if (rearranged && (is_short || is_between_others(k))) return false;
        }
        return true;
    }

private:
    static constexpr index_t short_rearranged_row = 128; // as short_row, of a rearranged one (64 bytes backwards: 4x)
    static constexpr index_t short_rearranged_bytes = 448;

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    bool out_is_packed() const noexcept { return stride(out_position, 0) == size(out_position); }

    /// Whether operand k goes on from row to row.
    bool continues(int k) const noexcept { return stride(k, 1) == stride(k, 0) * extent(0); }

    /// Whether a cheap operation's rows are better taken together, which is soon done where little has to be packed for it: rows
    /// too short to be written around the cache, where out is; those that waste half of a register (9 floats less a row: 1.7x);
    /// short ones along many axes, for which there are tables (4^8 doubles that alternate: 2.5x). Shorter elements in the
    /// cache take too long to pack.
    bool are_better_joined() const noexcept {
        const index_t n = extent(0);
        const index_t least = kernel_.forms.shortest_row;
        if (kernel_.run_transposing == nullptr || !out_is_packed() || !continues(out_position)) return false;
        const bool is_wasteful = n > least && 2 * n < 3 * least;
        const bool pays = plan_.streaming
                              ? n * size(out_position) < limits.streamed_row_bytes
                              : (is_wasteful || (plan_.rank > 3 && n < 2 * least)) && size(out_position) >= 4;
        const index_t repeats = plan_.streaming ? 4 : 16;
        return pays && is_soon_packed(a_position, repeats) && is_soon_packed(b_position, repeats);
    }

    /// Whether input k does so, or has each of its elements `least` times.
    bool is_soon_packed(int k, index_t least) const noexcept {
        if (continues(k)) return true;
        index_t repeats = 1;
        for (int i = 0; i < plan_.rank; ++i) {
            if (stride(k, i) == 0) repeats *= extent(i);
        }
        return repeats >= least;
    }

    /// Whether other rows of operand k have the elements between those of its rows, but come so late that their cache lines
    /// are fetched again: they are better run in pieces (planes less 480 x 640 pixels: 1.5x, of doubles the same).
    bool is_between_others(int k) const noexcept {
        index_t bytes = 0; // of the rows before these others
        for (int i = 0; i < plan_.rank; ++i) {
            const index_t step = magnitude(stride(k, i));
            if (step != 0 && step < magnitude(stride(k, 0))) return bytes > 2 * limits.far_bytes;
            bytes += step * (extent(i) - 1);
        }
        return false;
    }

    const plan& plan_;
    const row_kernel& kernel_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
