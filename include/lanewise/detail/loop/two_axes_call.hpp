#pragma once

/// A call of few elements along two axes, whose rows are run from where they lie, one input perhaps transposed on the way to
/// the operation: no tile and none of its tables, which cost more than so few elements (crops of 16x16 into a packed out: 2x,
/// 48x48 floats less such ones transposed: 2.2x). There may be a few places along a third axis, which are such calls in turn.

#include "../plan/direct_rows.hpp"
#include "transposing.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class two_axes_call {
public:
    two_axes_call(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel), direct_(p, kernel) {}

    /// Whether a call may be one, by its axes.
    static bool may(const plan& p) noexcept { return p.rank == 2 || (p.rank == 3 && p.axis[2].extent <= 8); }

    /// Whether it is. Not inline, and neither is run(), so that other calls are short.
    [[gnu::noinline]] bool fits() noexcept {
        const bool a = is_packed_or_splat(a_position);
        const bool b = is_packed_or_splat(b_position);
        if (a && b && are_soon_run()) return true;
        if (plan_.rank > 2 || elements() > limits.small_call_in_place) return false;
        for (const int k : {a_position, b_position}) {
            if (!may_repeat(k)) continue;
            repeated_ = k;
            return true;
        }
        const bool apart =
            direct_.lies_apart(out_position) || direct_.lies_apart(a_position) || direct_.lies_apart(b_position);
        const bool in_place = apart && direct_.may();
        if (in_place || (a && b)) return in_place;
        if (!kernel_.takes(out_position, stride(out_position, 0))) return false;
        if (b && transposing(plan_, kernel_).may(a_position)) transposed_ = a_position;
        if (a && transposing(plan_, kernel_).may(b_position)) transposed_ = b_position;
        return transposed_ != out_position;
    }

    /// As rows_function.
    [[gnu::noinline]] bool run() const noexcept {
        rows r; // not a braced list, for which g++ clears all of it first (7 ns)
        r.n = extent(0);
        r.count = extent(1);
        r.streaming = false;
        r.is_large = false;
        for (int k = 0; k < operand_count; ++k) {
            r.data[k] = plan_.data[k];
            r.start[k] = {extent(1), stride(k, 1), nullptr};
            r.form[k] = form_of(stride(k, 0), size(k), k != transposed_);
            r.prefetch[k] = 0;
        }
        if (repeated_ != out_position) return run_repeated(r);
        if (transposed_ == out_position) return run_places(r);
        const int k = transposed_;
        const strided_rows rows{r.data[k], r.n, stride(k, 0), {1, 0, nullptr}, r.start[k]};
        const strided_rows* from[operand_count] = {};
        from[k] = &rows;
        kernel_.run_transposing(kernel_.op, r, from);
        return true;
    }

private:
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    index_t elements() const noexcept { return extent(0) * extent(1); } // of a place
    index_t places() const noexcept { return plan_.rank == 2 ? 1 : extent(2); }
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }

    /// Whether input k's elements are repeated on the way, and the call is one row for that.
    bool may_repeat(int k) const noexcept {
        const auto is_one_row = [&](int i) {
            return stride(i, 0) == size(i) && direct_.continues(i) && kernel_.takes(i, size(i));
        };
        return direct_.is_repeated_on_the_way(k) && is_one_row(out_position) && is_one_row(other_input(k));
    }

    /// Runs the rows at each place, of which `r` has the first one's. No pointer moves beyond the last one.
    bool run_places(rows& r) const noexcept {
        for (index_t i = 0; i < places(); ++i) {
            if (i > 0) {
                for (int k = 0; k < operand_count; ++k) r.data[k] += stride(k, 2);
            }
            if (!kernel_.run(kernel_.op, r)) return false;
        }
        return true;
    }

    /// Not inline, since notes take stack.
    [[gnu::noinline]] bool run_repeated(const rows& r) const noexcept {
        const int k = repeated_;
        pack_notes notes;
        notes.clear();
        const strided_rows from{r.data[k], r.n, 0, r.start[k], {1, 0, nullptr}, nullptr, &notes};
        const one_row row{r.n * r.count, {r.data[0], r.data[1], r.data[2]}, {}, false};
        return kernel_.run_shuffling(kernel_.op, rows_of(row), k, from) || kernel_.run(kernel_.op, r);
    }

    /// Whether one input repeats an element along each row, and the other one each row.
    bool is_outer() const noexcept {
        const int k = stride(a_position, 0) == 0 ? a_position : b_position;
        return stride(k, 0) == 0 && stride(other_input(k), 1) == 0;
    }

    /// Whether a cheap operation's rows, of packed elements and splats, are run before anything else could be made of them: long
    /// ones, or few, or of an outer product, of which both inputs would be repeated (floats (5, 16) less a row: 1.4x, (3, 300):
    /// 1.6x, outer (100, 7): 3x); at few places or, of many elements, at some (two of 3 channels of 256 less three numbers: 1.5x).
    bool are_soon_run() const noexcept {
        if (kernel_.run_transposing == nullptr || !kernel_.takes(out_position, stride(out_position, 0))) return false;
        if (places() * elements() > (extent(0) < long_row ? 1 : 4) * limits.small_call_in_place) return false;
        if (stride(a_position, 0) == 0 && stride(b_position, 0) == 0) return false;
        const index_t bytes = extent(0) * size(out_position);
        if (places() > 1 && (bytes < 16 || (places() > 3 && elements() < 512))) return false;
        const index_t most = extent(0) < kernel_.forms.shortest_apart ? 2
                             : bytes < 16                             ? 4
                                                                      : (is_outer() ? 16 : 4) * even_rows - 1;
        return extent(1) <= most || bytes >= 128;
    }

    /// Whether input k's rows are packed ones or splats, and taken so.
    bool is_packed_or_splat(int k) const noexcept {
        return kernel_.takes(k, stride(k, 0)) && !is_rearranged(form_of(stride(k, 0), size(k), true));
    }

    const plan& plan_;
    const row_kernel& kernel_;
    const direct_rows direct_; // made of both where they are: to copy two references just written is to wait for them
    int transposed_ = out_position; // none
    int repeated_ = out_position;   // the same
};

} // namespace lanewise::detail::inline LANEWISE_ISA
