#pragma once

/// Long rows of a large call of which one input, or both, have their neighbours in the other rows: as many rows at a time as a
/// cache line has elements, so that a line is read once and while there is little else to read; out is written around the cache
/// in whole lines. Lines that are far apart are fetched before they are needed, which nothing else does (2000^2 floats, a - b.T:
/// 1.6x beside packed rows, a.T - b.T: 1.7x).

#include "row_loop.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op>
class transposed_lines {
    using T = typename Op::result;
    using bits = bits_type<T>;
    using input = input_row<Op, T>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t line = cache_line / size;
    static constexpr index_t together = size >= 4 ? 64 : 128; // elements of each row (32 doubles: 1.1x slower)
    static constexpr index_t columns = transpose_columns<bits>;
    static constexpr index_t at_once = transpose_rows<bits>;

public:
    /// Whether rows are written around the cache, and those of the transposed inputs, which are not null, are of one run.
    static bool may(const rows& r, strided_inputs from) noexcept {
        for (const int k : {a_position, b_position}) {
            if (from[k] != nullptr && from[k]->run.count != 1) return false;
        }
        return r.streaming;
    }

    transposed_lines(const Op& op, const rows& r, strided_inputs from) noexcept : op_(op), r_(r), from_(from) {
        for (const int k : {a_position, b_position}) {
            if (from[k] == nullptr) continue;
            const offsets& row = from[k]->row;
            across_[k] = r.count > 1 && row[1] < row[0] ? -size : size;
            for (index_t e = 0; e < at_once; ++e) at_[k][e] = e * from[k]->step;
            ahead_ = smaller(ahead_, lines_that_stay(from[k]->step) / (from[other_input(k)] == nullptr ? 1 : 2));
        }
    }

    LANEWISE_INLINE void run() noexcept {
        for (index_t j = 0, width = 0; j < r_.count; j += width) {
            width = 1;
            while (width < line && j + width < r_.count && is_neighbour(j + width)) ++width;
            run_rows(j, width);
        }
    }

private:
    /// How many lines, `step` bytes apart, the L2 cache keeps beside others, at least.
    static index_t lines_that_stay(index_t step) noexcept {
        constexpr index_t way = 64 * 1024;
        constexpr index_t ways = 8;
        return ways * (way / power_of_two_in(step, way));
    }

    /// Whether row j comes behind the one before it in the transposed inputs.
    bool is_neighbour(index_t j) const noexcept {
        for (const int k : {a_position, b_position}) {
            if (from_[k] != nullptr && from_[k]->row[j] - from_[k]->row[j - 1] != across_[k]) return false;
        }
        return true;
    }

    /// Runs rows [j, j + width).
    LANEWISE_INLINE void run_rows(index_t j, index_t width) noexcept {
        index_t done[static_cast<std::size_t>(line)] = {}; // of each row
        for (index_t begin = 0; begin < r_.n; begin += together) {
            const index_t end = smaller(begin + together, r_.n);
            for (const int k : {a_position, b_position}) {
                if (from_[k] != nullptr) transpose(k, j, width, begin, end - begin);
            }
            for (index_t i = 0; i < width; ++i) run_row(j, i, width, begin, end, done[i]);
            if (end == r_.n) return;
            for (const int k : {a_position, b_position}) {
                for (index_t i = 0; from_[k] != nullptr && i < width; ++i)
                    __builtin_memcpy(transposed_[k][i], transposed_[k][i] + together * size, cache_line);
            }
        }
    }

    /// Runs what is there of row j + i, up to element `end`; what does not fill out's last line waits for the rest of it.
    LANEWISE_INLINE void run_row(index_t j, index_t i, index_t width, index_t begin, index_t end,
                                 index_t& done) const noexcept {
        std::byte* const out = r_.data[out_position] + r_.start[out_position][j + i];
        const index_t up_to = end == r_.n ? end : end - (line - before_line<T>(out + end * size)) % line;
        if (up_to <= done) return;
        row_input<Op, T> splat;
        const auto input_at = [&](int k) {
            if (from_[k] != nullptr)
                return input{transposed_[k][i] + cache_line + (done - begin) * size, row_form::packed};
            const std::byte* const row = r_.data[k] + r_.start[k][j + i];
            if (r_.form[k] == row_form::splat) return splat.row(row, row_form::splat);
            if (end < r_.n) {
                fetch(row + end * size);
            } else if (j + i + width < r_.count) {
                fetch(r_.data[k] + r_.start[k][j + i + width]);
            }
            return input{row + done * size, row_form::packed};
        };
        row_loop<Op>(op_, input_at(a_position), input_at(b_position), out + done * size).run_streaming(up_to - done);
        done = up_to;
    }

    LANEWISE_INLINE static void fetch(const std::byte* row) noexcept {
        for (index_t at = 0; at < together * size; at += cache_line) __builtin_prefetch(row + at, 0, 2);
    }

    /// Brings elements [begin, begin + count) of input k's rows from row j on into rows of their own, and fetches the next ones.
    LANEWISE_INLINE void transpose(int k, index_t j, index_t width, index_t begin, index_t count) noexcept {
        const strided_rows& from = *from_[k];
        const bool backwards = across_[k] < 0;
        const std::byte* const rows = from.data + from.row[backwards ? j + width - 1 : j]; // in the order of memory
        const std::byte* const first = rows + begin * from.step;
        constexpr auto pitch = static_cast<index_t>(sizeof transposed_[0][0]);
        const index_t apart = backwards ? -pitch : pitch;
        std::byte* const to = transposed_[k][backwards ? width - 1 : 0] + cache_line;
        if (width < columns || count < at_once) {
            for (index_t c = 0; c < width; ++c) {
                for (index_t e = 0; e < count; ++e)
                    store_element(to + c * apart + e * size, load_element<bits>(first + c * size + e * from.step));
            }
            return;
        }
        for (index_t i = 0; i < count; i += at_once) {
            const index_t e = smaller(i, count - at_once);
            const index_t soon = begin + e + ahead_;
            const std::byte* const next =
                soon < r_.n ? rows + soon * from.step : rows + width * across_[k] + (soon - r_.n) * from.step;
            for (const index_t at : at_[k]) {
                __builtin_prefetch(next + at, 0, 2);
                __builtin_prefetch(next + at + cache_line - 1, 0, 2); // may be another line
            }
            for (index_t column = 0; column < width; column += columns) {
                const index_t c = smaller(column, width - columns);
                transpose_block<bits>(to + c * apart + e * size, even_columns{apart}, first + e * from.step + c * size,
                                      at_[k]);
            }
        }
    }

    const Op& op_;
    const rows& r_;
    strided_inputs from_;
    index_t ahead_ = together;      // elements that are fetched
    index_t across_[operand_count]; // from a row to the next one of a transposed input
    index_t at_[operand_count][static_cast<std::size_t>(at_once)];
    /// Of each row these elements, behind the last line of those before.
    alignas(64) std::byte
        transposed_[operand_count][static_cast<std::size_t>(line)][static_cast<std::size_t>((line + together) * size)];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
