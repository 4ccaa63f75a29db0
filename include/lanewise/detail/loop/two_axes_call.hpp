#pragma once

/// A call of few elements along two axes, whose rows are run from where they lie, one input perhaps transposed on the way to
/// the operation: no tile and none of its tables, which cost more than so few elements (crops of 16x16 into a packed out: 2x,
/// 48x48 floats less such ones transposed: 2.2x).

#include "direct_rows.hpp"
#include "transposing.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class two_axes_call {
public:
    two_axes_call(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether a call of two axes is one. Not inline, and neither is run(), so that other calls are short.
    [[gnu::noinline]] bool fits() noexcept {
        if (plan_.axis[0].extent * plan_.axis[1].extent > limits.small_call_in_place) return false;
        const bool a = is_packed_or_splat(a_position);
        const bool b = is_packed_or_splat(b_position);
        const direct_rows direct(plan_, kernel_);
        for (const int k : {a_position, b_position}) {
            if (!may_repeat(k, direct)) continue;
            repeated_ = k;
            return true;
        }
        const bool apart =
            direct.lies_apart(out_position) || direct.lies_apart(a_position) || direct.lies_apart(b_position);
        const bool in_place = apart && direct.may();
        if (in_place || (a && b)) return in_place;
        if (!kernel_.takes(out_position, stride(out_position, 0))) return false;
        if (b && transposing(plan_, kernel_).may(a_position)) transposed_ = a_position;
        if (a && transposing(plan_, kernel_).may(b_position)) transposed_ = b_position;
        return transposed_ != out_position;
    }

    /// As rows_function.
    [[gnu::noinline]] bool run() const noexcept {
        rows r{.n = plan_.axis[0].extent,
               .count = plan_.axis[1].extent,
               .data = {plan_.data[0], plan_.data[1], plan_.data[2]},
               .start = {start(0), start(1), start(2)},
               .form = {},
               .streaming = false,
               .is_large = false,
               .prefetch = {}};
        for (const int k : {a_position, b_position}) r.form[k] = form_of(stride(k, 0), size(k), k != transposed_);
        if (repeated_ != out_position) return run_repeated(r);
        if (transposed_ == out_position) return kernel_.run(kernel_.op, r);
        const int k = transposed_;
        kernel_.run_transposing(kernel_.op, r, k, {r.data[k], r.n, stride(k, 0), {1, 0, nullptr}, r.start[k]});
        return true;
    }

private:
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    offsets start(int k) const noexcept { return {plan_.axis[1].extent, stride(k, 1), nullptr}; }

    /// Whether input k's elements are repeated on the way, and the call is one row for that.
    bool may_repeat(int k, const direct_rows& direct) const noexcept {
        const auto is_one_row = [&](int i) {
            return stride(i, 0) == size(i) && direct.continues(i) && kernel_.takes(i, size(i));
        };
        return direct.is_repeated_on_the_way(k) && is_one_row(out_position) && is_one_row(other_input(k));
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

    /// Whether input k's rows are packed ones or splats, and taken so.
    bool is_packed_or_splat(int k) const noexcept {
        return kernel_.takes(k, stride(k, 0)) && !is_rearranged(form_of(stride(k, 0), size(k), true));
    }

    const plan& plan_;
    const row_kernel& kernel_;
    int transposed_ = out_position; // none
    int repeated_ = out_position;   // the same
};

} // namespace lanewise::detail::inline LANEWISE_ISA
