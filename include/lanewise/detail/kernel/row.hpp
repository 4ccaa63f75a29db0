#pragma once

/// A lane operation over rows of elements.

#include "../shuffle/repeat_shuffle.hpp"
#include "held_row.hpp"
#include "row_loop.hpp"
#include "short_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs a row, not of fewer elements than a register, of which input K is backwards and the other one packed
/// (1Ki floats, beside the loop for all forms: 1.5x).
template <class Op, int K>
[[gnu::noinline]] LANEWISE_FLATTEN void run_row_backwards(const Op& op, const one_row& r) noexcept {
    using T = typename Op::result;
    using A = std::conditional_t<K == a_position, backwards_row<Op, T>, packed_row<Op, T>>;
    using B = std::conditional_t<K == b_position, backwards_row<Op, T>, packed_row<Op, T>>;
    row_loop<Op, A, B>(op, {r.data[a_position]}, {r.data[b_position]}, r.data[out_position])
        .template run_with_end<true>(r.n);
}

/// Runs a row of which an input is rearranged; `next` is where the operands' next row is.
template <class Op>
[[gnu::noinline]] LANEWISE_FLATTEN void run_row_of_forms(const Op& op, const one_row& r,
                                                         std::byte* const (&next)[operand_count]) noexcept {
    using T = typename Op::result;
    using rearranged = rearranged_row<Op, T>;
    row_input<Op, T, rearranged> a;
    row_input<Op, T, rearranged> b;
    row_loop<Op, rearranged, rearranged>(op, a.row(r.data[a_position], r.form[a_position], r.n, next[a_position]),
                                         b.row(r.data[b_position], r.form[b_position], r.n, next[b_position]),
                                         r.data[out_position])
        .run_rearranging(r.n, r.streaming);
}

/// The same in the shortest way.
template <class Op>
void run_row_rearranging(const Op& op, const one_row& r, std::byte* const (&next)[operand_count]) noexcept {
    if (r.n >= least_step<Op>() && !r.streaming) {
        const row_form a = r.form[a_position];
        const row_form b = r.form[b_position];
        if (a == row_form::backwards && b == row_form::packed) return run_row_backwards<Op, a_position>(op, r);
        if (b == row_form::backwards && a == row_form::packed) return run_row_backwards<Op, b_position>(op, r);
    }
    run_row_of_forms(op, r, next);
}

/// Whether rows are long, rearranged or written around the cache: not what a call of few elements should wait for.
template <class Op, class Rows>
bool are_long(const Rows& r) noexcept {
    return r.n >= row_loop<Op>::long_row || r.streaming || has_rearranged(r.form);
}

/// Fetches row j of input k into the L2 cache, where it is not needed yet.
template <class T>
LANEWISE_ALWAYS_INLINE void prefetch_row(const rows& r, int k, index_t j) noexcept {
    const index_t ahead = r.prefetch[k];
    if (ahead == 0 || j + ahead >= r.count) return;
    const std::byte* const data = r.data[k] + r.start[k][j + ahead];
    const index_t bytes = r.n * static_cast<index_t>(sizeof(T));
    for (index_t i = 0; i < bytes; i += cache_line) __builtin_prefetch(data + i, 0, 2);
}

/// Runs rows that are written around the cache, all in one function: whatever else is stored in between, as on the stack, delays
/// those stores (rows of 800 bytes: 1.4x, with AVX-512 1.3x).
template <class Op>
[[gnu::noinline]] LANEWISE_FLATTEN void run_streamed_rows(const Op& op, const rows& r) noexcept {
    row_input<Op, typename Op::first> a;
    row_input<Op, typename Op::second> b;
    for (index_t j = 0; j < r.count; ++j) {
        prefetch_row<typename Op::first>(r, a_position, j);
        prefetch_row<typename Op::second>(r, b_position, j);
        row_loop<Op>(op, a.row(r.data[a_position] + r.start[a_position][j], r.form[a_position]),
                     b.row(r.data[b_position] + r.start[b_position][j], r.form[b_position]),
                     r.data[out_position] + r.start[out_position][j])
            .run_streaming(r.n);
    }
}

/// Not inline, so that any other single row has a small stack frame.
template <class Op>
[[gnu::noinline]] void run_streamed_row(const Op& op, const one_row& r) noexcept {
    run_streamed_rows(op, rows_of(r));
}

/// Runs such a row.
template <class Op>
[[gnu::noinline]] LANEWISE_FLATTEN void run_long_row(const Op& op, const one_row& r,
                                                     std::byte* const (&next)[operand_count]) noexcept {
    if constexpr (rearranges<Op>) {
        if (has_rearranged(r.form)) return run_row_rearranging(op, r, next);
    }
    if (r.streaming) return run_streamed_row(op, r);
    row_input<Op, typename Op::first> a;
    row_input<Op, typename Op::second> b;
    row_loop<Op>(op, a.row(r.data[a_position], r.form[a_position]), b.row(r.data[b_position], r.form[b_position]),
                 r.data[out_position])
        .run_long(r.n);
}

/// Runs several such rows.
template <class Op>
[[gnu::noinline]] void run_long_rows(const Op& op, const rows& r) noexcept {
    if (r.streaming && !has_rearranged(r.form)) return run_streamed_rows(op, r);
    one_row row{r.n, {}, {row_form::packed, r.form[a_position], r.form[b_position]}, r.streaming};
    for (index_t j = 0; j < r.count; ++j) {
        prefetch_row<typename Op::first>(r, a_position, j);
        prefetch_row<typename Op::second>(r, b_position, j);
        std::byte* next[operand_count] = {};
        for (int k = 0; k < operand_count; ++k) {
            row.data[k] = r.data[k] + r.start[k][j];
            next[k] = r.data[k] + r.start[k][smaller(j + 1, r.count - 1)];
        }
        run_long_row(op, row, next);
    }
}

/// Whether an operation takes what is shuffled: its registers are those.
template <class Op>
constexpr bool takes_shuffled() noexcept {
    if constexpr (can_shuffle_bytes && rearranges<Op>) {
        return holds_halves<typename Op::result, least_step<Op>()>;
    } else {
        return false;
    }
}

template <class Op>
constexpr row_forms row_forms_of() noexcept {
    if constexpr (is_cheap_on_one_type<Op>) {
        return {rearranges<Op>,
                skips<Op>,
                takes_shuffled<Op>() ? most_repeated<typename Op::result> : 0,
                short_rows<Op>::shortest_usual,
                short_rows<Op>::shortest,
                short_rows<Op>::shortest_rearranged,
                least_step<Op>(),
                held_row<Op, b_position>::most_shared};
    } else {
        return {rearranges<Op>, skips<Op>};
    }
}

/// Runs several rows of few registers; returns false and does nothing for other rows. Not inline, so that a call of a single
/// row is short; aligned, so that what its loops take does not depend on the code before (eight axes of 4 that alternate: 1.25x).
template <class Op>
[[gnu::noinline, gnu::aligned(64)]] bool run_few_registers(const void* op, const rows& r) noexcept {
    // Bytes are sooner held than written around the cache (uint8 outer (30000, 96) and more: 1.2x).
    constexpr bool held_first = sizeof(typename Op::result) < 4;
    if (!held_first && short_rows<Op>::run_streamed(op, r)) return true;
    if (held_row<Op, b_position>::run(op, r) || held_row<Op, a_position>::run(op, r)) return true;
    if ((held_first && short_rows<Op>::run_streamed(op, r)) || short_rows<Op>::run(op, r)) return true;
    if constexpr (rearranges<Op>) {
        if (short_rows<Op>::template run_rearranged<a_position>(op, r)) return true;
        if (short_rows<Op>::template run_rearranged<b_position>(op, r)) return true;
    }
    return short_rows<Op>::run_filled(op, r);
}

/// Runs a lane operation over rows; false if it ended the walk. After the last rows of those written around the cache comes
/// fence_streams.
template <class Op>
[[gnu::noinline]] LANEWISE_FLATTEN bool run_rows(const void* op, const rows& r) noexcept {
    if constexpr (is_cheap_on_one_type<Op>) {
        if (r.count > 1 && run_few_registers<Op>(op, r)) return true;
        if (are_long<Op>(r)) {
            run_long_rows(*static_cast<const Op*>(op), r);
            return true;
        }
    } else if constexpr (is_memory_bound<Op>) {
        if (r.streaming) {
            run_streamed_rows(*static_cast<const Op*>(op), r);
            return true;
        }
    }
    row_input<Op, typename Op::first> a;
    row_input<Op, typename Op::second> b;
    const auto row = LANEWISE_EACH(auto& input, int k, index_t j) {
        return input.row(r.data[k] + r.start[k][j], r.form[k]);
    };
    for (index_t j = 0; j < r.count; ++j) {
        if constexpr (is_memory_bound<Op>) {
            prefetch_row<typename Op::first>(r, a_position, j);
            prefetch_row<typename Op::second>(r, b_position, j);
        }
        std::byte* const out = r.data[out_position] + r.start[out_position][j];
        if (!row_loop<Op>(*static_cast<const Op*>(op), row(a, a_position, j), row(b, b_position, j), out).run(r.n))
            return false;
    }
    return true;
}

/// Runs a lane operation over a single row, which is a whole call: a cheap one without what several rows need (8 floats:
/// 14.5 -> 10.9 ns).
template <class Op>
LANEWISE_FLATTEN void run_row(const Op& op, const one_row& r) noexcept {
    if constexpr (is_memory_bound<Op>) {
        if constexpr (is_cheap_on_one_type<Op>) {
            if (are_long<Op>(r)) return run_long_row(op, r, r.data);
        } else {
            if (r.streaming) return run_streamed_row(op, r);
        }
        row_input<Op, typename Op::first> a;
        row_input<Op, typename Op::second> b;
        row_loop<Op>(op, a.row(r.data[a_position], r.form[a_position]), b.row(r.data[b_position], r.form[b_position]),
                     r.data[out_position])
            .run(r.n);
    } else {
        run_rows<Op>(&op, rows_of(r));
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
