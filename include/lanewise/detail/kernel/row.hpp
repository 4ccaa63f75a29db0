#pragma once

/// A lane operation over rows of elements.

#include "held_row.hpp"
#include "row_loop.hpp"
#include "short_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs a row, not of fewer elements than a register, of which input K is backwards and the other one packed (1Ki floats,
/// beside the loop for all forms: 1.5x).
template <class Op, int K>
[[gnu::noinline]] void run_row_backwards(const Op& op, const one_row& r) noexcept {
    using T = typename Op::result;
    using packed = input_row<Op, T>;
    using backwards = backwards_row<Op, T>;
    const packed other{r.data[other_input(K)], row_form::packed};
    std::byte* const out = r.data[out_position];
    if constexpr (K == a_position) {
        row_loop<Op, backwards, packed>(op, {r.data[K]}, other, out).run_with_end(r.n);
    } else {
        row_loop<Op, packed, backwards>(op, other, {r.data[K]}, out).run_with_end(r.n);
    }
}

/// Runs a row of which an input is rearranged; `next` is where the operands' next row is.
template <class Op>
[[gnu::noinline]] void run_row_of_forms(const Op& op, const one_row& r,
                                        std::byte* const (&next)[operand_count]) noexcept {
    using T = typename Op::result;
    using rearranged = input_row<Op, T, true>;
    row_input<Op, T, true> a;
    row_input<Op, T, true> b;
    row_loop<Op, rearranged, rearranged>(op, a.row(r.data[a_position], r.form[a_position], r.n, next[a_position]),
                                         b.row(r.data[b_position], r.form[b_position], r.n, next[b_position]),
                                         r.data[out_position])
        .run_rearranging(r.n, r.streaming);
}

/// The same in the shortest way.
template <class Op>
[[gnu::noinline]] void run_row_rearranging(const Op& op, const one_row& r,
                                           std::byte* const (&next)[operand_count]) noexcept {
    if (r.n >= least_step<Op>() && !r.streaming) {
        const row_form a = r.form[a_position];
        const row_form b = r.form[b_position];
        if (a == row_form::backwards && b == row_form::packed) return run_row_backwards<Op, a_position>(op, r);
        if (b == row_form::backwards && a == row_form::packed) return run_row_backwards<Op, b_position>(op, r);
    }
    run_row_of_forms(op, r, next);
}

/// Runs rows of which an input is rearranged.
template <class Op>
[[gnu::noinline]] void run_rows_rearranging(const Op& op, const rows& r) noexcept {
    one_row row{r.n, {}, {row_form::packed, r.form[a_position], r.form[b_position]}, r.streaming};
    for (index_t j = 0; j < r.count; ++j) {
        std::byte* next[operand_count] = {};
        for (int k = 0; k < operand_count; ++k) {
            row.data[k] = r.data[k] + r.start[k][j];
            next[k] = r.data[k] + r.start[k][smaller(j + 1, r.count - 1)];
        }
        run_row_rearranging(op, row, next);
    }
}

template <class Op>
constexpr row_forms row_forms_of() noexcept {
    if constexpr (is_cheap_on_one_type<Op>) {
        return {rearranges<Op>, skips<Op>, short_rows<Op>::shortest};
    } else {
        return {rearranges<Op>, skips<Op>};
    }
}

/// Runs several rows of few registers; returns false and does nothing for other rows. Not inline, so that a call of a single
/// row is short.
template <class Op>
[[gnu::noinline]] bool run_few_registers(const void* op, const rows& r) noexcept {
    return held_row<Op, b_position>::run(op, r) || held_row<Op, a_position>::run(op, r) || short_rows<Op>::run(op, r);
}

/// Runs a lane operation over rows; false if it ended the walk. After the last rows of those written around the cache comes
/// fence_streams.
template <class Op>
bool run_rows(const void* op, const rows& r) noexcept {
    if constexpr (rearranges<Op>) {
        if (has_rearranged(r.form)) {
            run_rows_rearranging(*static_cast<const Op*>(op), r);
            return true;
        }
    }
    if constexpr (is_cheap_on_one_type<Op>) {
        if (r.count > 1 && run_few_registers<Op>(op, r)) return true;
    }
    input_rows<Op, typename Op::first> a(r, a_position);
    input_rows<Op, typename Op::second> b(r, b_position);
    for (index_t j = 0; j < r.count; ++j) {
        if constexpr (is_memory_bound<Op>) {
            a.prefetch(j);
            b.prefetch(j);
        }
        std::byte* const out = r.data[out_position] + r.start[out_position][j];
        if (!row_loop<Op>(*static_cast<const Op*>(op), a[j], b[j], out).run(r.n, r.streaming)) return false;
    }
    return true;
}

/// The same as run_rows, and the large functions of the operation become part of the loop (LANEWISE_INLINE_LATE).
template <class Op>
LANEWISE_FLATTEN bool run_rows_flat(const void* op, const rows& r) noexcept {
    return run_rows<Op>(op, r);
}

/// A lane operation as the loops call it. A cheap one has no large functions, unless they are a user's, which the compiler
/// inlines or not as it likes.
template <class Op>
constexpr rows_function rows_function_of() noexcept {
    if constexpr (is_memory_bound<Op>) {
        return run_rows<Op>;
    } else {
        return run_rows_flat<Op>;
    }
}

/// Runs a lane operation over a single row, which is a whole call: a cheap one without what several rows need (8 floats:
/// 14.5 -> 10.9 ns).
template <class Op>
void run_row(const Op& op, const one_row& r) noexcept {
    if constexpr (rearranges<Op>) {
        if (has_rearranged(r.form)) return run_row_rearranging(op, r, r.data);
    }
    if constexpr (is_memory_bound<Op>) {
        row_input<Op, typename Op::first> a;
        row_input<Op, typename Op::second> b;
        row_loop<Op>(op, a.row(r.data[a_position], r.form[a_position]), b.row(r.data[b_position], r.form[b_position]),
                     r.data[out_position])
            .run(r.n, r.streaming);
    } else {
        rows_function_of<Op>()(&op, rows_of(r));
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
