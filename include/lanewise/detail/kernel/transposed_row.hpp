#pragma once

/// Rows of which one input has its neighbours in the other rows: transposed in registers on the way to the operation, a
/// cache line of elements of as many rows at a time (a - b.T, 128^2: 1.25x faster than packed first).

#include "../pack/line_blocks.hpp"
#include "row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A lane operation on rows that are neighbours in memory.
template <class Op>
class neighbour_rows {
    using T = typename Op::result;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t line = cache_line / size; // elements

public:
    /// `width` rows from row `begin` on, the first `done` of which are left out; in memory, each is `step` bytes after the one
    /// before.
    neighbour_rows(const Op& op, const rows& r, int k, const strided_rows& from, index_t step, index_t begin,
                   index_t width, index_t done) noexcept
        : op_(op), n_(r.n), is_a_(k == a_position), first_(step < 0 ? 0 : done), end_(step < 0 ? width - done : width),
          other_step_(r.form[other_input(k)] == row_form::splat ? 0 : size),
          blocks_(from, step < 0 ? begin + width - 1 : begin, width) {
        const int other = other_input(k);
        for (index_t c = 0; c < width; ++c) {
            const index_t j = step < 0 ? begin + width - 1 - c : begin + c;
            out_[c] = r.data[out_position] + r.start[out_position][j];
            other_[c] = r.data[other] + r.start[other][j];
            if (other_step_ != 0) continue;
            store_repeated<line>(repeated_[c], load_element<T>(other_[c]));
            other_[c] = repeated_[c];
        }
    }

    void run() noexcept {
        index_t e = 0;
        for (; e + line <= n_; e += line) {
            blocks_.pack(e);
            run_line(e);
        }
        if (e == n_) return;
        if (n_ < line || out_[0] == other_[0]) {
            blocks_.pack_end(e, n_ - e);
            for (index_t c = first_; c < end_; ++c) row_at(c, e, e * other_step_).run(n_ - e);
        } else { // what is written twice is not read in between
            blocks_.pack_end(n_ - line, line);
            run_line(n_ - line);
        }
    }

private:
    LANEWISE_INLINE void run_line(index_t e) const noexcept {
        const index_t others = e * other_step_; // not in the loop: g++ 12 would multiply there (1.15x)
        for (index_t c = first_; c < end_; ++c) row_at(c, e, others).run_line();
    }

    /// Row c from element e on, with which the present block begins; the other input's element is `others` bytes from its first
    /// one.
    LANEWISE_INLINE auto row_at(index_t c, index_t e, index_t others) const noexcept {
        const std::byte* const transposed = blocks_.block().row(c);
        const std::byte* const other = other_[c] + others;
        using input = input_row<Op, T>;
        return row_loop<Op>(op_, input{is_a_ ? transposed : other, row_form::packed},
                            input{is_a_ ? other : transposed, row_form::packed}, out_[c] + e * size);
    }

    const Op& op_;
    const index_t n_;
    const bool is_a_; // the transposed input
    const index_t first_;
    const index_t end_;
    const index_t other_step_;
    const std::byte* other_[static_cast<std::size_t>(line)];
    std::byte* out_[static_cast<std::size_t>(line)];
    alignas(64) std::byte repeated_[static_cast<std::size_t>(line)][cache_line]; // of splats
    line_blocks<bits_type<T>> blocks_;
};

/// As transposing_function.
template <class Op>
void run_transposing(const void* op, const rows& r, int k, const strided_rows& from) noexcept {
    using T = bits_type<typename Op::result>;
    constexpr index_t columns = transpose_columns<T>;
    constexpr index_t line = line_block<T>::line;
    constexpr auto size = static_cast<index_t>(sizeof(T));
    const index_t step = r.count > 1 && from.row[1] < 0 ? -size : size;
    index_t together = 1; // rows that follow each other in memory; as many do behind these
    while (together < r.count && from.row[together] == together * step) ++together;
    for (index_t j = 0; j < r.count; j += together) {
        for (index_t i = 0; i < together; i += line) {
            const index_t left = smaller(together - i, line);
            const index_t width = left < columns ? smaller(columns, together) : left;
            const index_t done = width - left;
            neighbour_rows<Op>(*static_cast<const Op*>(op), r, k, from, step, j + i - done, width, done).run();
        }
    }
}

template <class Op>
constexpr transposing_function transposing_function_of() noexcept {
    if constexpr (is_cheap_on_one_type<Op>) {
        return run_transposing<Op>;
    } else {
        return nullptr;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
