#pragma once

/// Rows of which one input has its neighbours in the other rows: transposed in registers on the way to the operation, and not
/// packed first (a - b.T, 100^2 floats: 1.5x).

#include "../pack/pack_transposed.hpp"
#include "row.hpp"
#include "transposed_lines.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Where the elements of a transposed row lie: those of the block from element e on, e * step + from(e)[0], [1], ... bytes from
/// the first one.
struct element_places {
    index_t step;      // 0: uneven
    const index_t* at; // of all elements, of even ones those of a block

    LANEWISE_INLINE const index_t* from(index_t e) const noexcept { return step != 0 ? at : at + e; }
};

/// A lane operation on rows that follow each other in memory, taken in that order.
template <class Op>
class neighbour_rows {
    using T = typename Op::result;
    using bits = bits_type<T>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr int columns = transpose_columns<bits>;
    /// How many rows are transposed at a time, of two blocks where those are narrow, and how many elements of each.
    static constexpr int width = columns == 2 ? 4 : columns;
    static constexpr int at_once = transpose_rows<bits>;
    using reg = short_register<Op, at_once>;
    using block = std::byte[static_cast<std::size_t>(width)][static_cast<std::size_t>(at_once * size)];

    /// Where an operand's rows begin.
    struct starts {
        std::byte* first;
        index_t step;

        starts(const rows& r, int k, index_t j, index_t count, bool backwards) noexcept
            : first(r.data[k] + r.start[k][backwards ? j + count - 1 : j]),
              step(count == 1 ? 0 : (r.start[k][j + 1] - r.start[k][j]) * (backwards ? -1 : 1)) {}
        LANEWISE_INLINE std::byte* operator[](index_t c) const noexcept { return first + c * step; }
    };

public:
    /// `count` rows from row j on, of which input k is transposed. Backwards: in memory, each comes before the one before it.
    neighbour_rows(const Op& op, const rows& r, int k, const strided_rows& from, index_t j, index_t count,
                   bool backwards) noexcept
        : op_(op), is_a_(k == a_position), count_(count),
          other_step_(r.form[other_input(k)] == row_form::splat ? 0 : size),
          from_(from.data + from.row[backwards ? j + count - 1 : j]), out_(r, out_position, j, count, backwards),
          other_(r, other_input(k), j, count, backwards) {}

    /// Runs elements [begin, end) of them; the transposed input's lie at `places`, which are counted from `begin` if uneven.
    LANEWISE_INLINE void run(index_t begin, index_t end, const element_places& places) const noexcept {
        if (count_ < width || end - begin < at_once) return run_few(begin, end, places);
        index_t c = 0;
        for (; c + width <= count_; c += width) run_rows<true>(c, 0, begin, end, places);
        if (const index_t last = count_ - width; c < count_) run_rows<false>(last, c - last, begin, end, places);
    }

private:
    /// Runs as many rows as are transposed at a time, from row c on, All of them or not the first `done`. The last elements
    /// overlap their neighbours; as in row_loop::run_with_end, they are computed first.
    template <bool All>
    LANEWISE_INLINE void run_rows(index_t c, index_t done, index_t begin, index_t end,
                                  const element_places& places) const noexcept {
        const std::byte* from = from_ + c * size + begin * places.step;
        const std::byte* other = other_[c] + begin * other_step_;
        index_t other_row = other_.step;
        alignas(64) block repeated;
        if (other_step_ == 0) {
            for (index_t i = 0; i < width; ++i)
                store_repeated<at_once>(repeated[i], load_element<T>(other + i * other_row));
            other = repeated[0];
            other_row = sizeof repeated[0];
        }
        std::byte* out = out_[c] + begin * size;
        const index_t last = end - begin - at_once;
        const bool has_end = (end - begin) % at_once != 0;
        block ends;
        if (has_end) run_end(from + last * places.step, places.from(last), other + last * other_step_, other_row, ends);
        const index_t* at = places.at;
        const index_t next = places.from(at_once) - at;
        for (index_t e = 0; e <= last; e += at_once) {
            run_block<All>(done, from, at, other, other_row, out, out_.step);
            from += at_once * places.step;
            at += next;
            other += at_once * other_step_;
            out += at_once * size;
        }
        if (!has_end) return;
        for (index_t i = done; i < width; ++i)
            __builtin_memcpy(out_[c + i] + (begin + last) * size, ends[i], sizeof ends[i]);
    }

    /// A block: elements that lie at[0], at[1], ... bytes from `from`, and in each row of `other`, to each of `to`.
    template <bool All>
    LANEWISE_INLINE void run_block(index_t done, const std::byte* from, const index_t* at, const std::byte* other,
                                   index_t other_row, std::byte* to, index_t to_row) const noexcept {
        block transposed;
        each_register<width / columns>(LANEWISE_EACH(int b) {
            transpose_block<bits>(transposed[b * columns], even_columns{sizeof transposed[0]},
                                  from + b * columns * size, at);
        });
        const auto each = LANEWISE_EACH(auto k) {
            const auto row = LANEWISE_EACH(index_t i) {
                reg::store(to, apply_in_order<k()>(op_, reg::load(transposed[i]), reg::load(other)));
                to += to_row;
                other += other_row;
            };
            if constexpr (All) {
                each_register<width>(row);
            } else {
                to += done * to_row;
                other += done * other_row;
                for (index_t i = done; i < width; ++i) row(i);
            }
        };
        if (is_a_) { // asked once for all rows
            each(std::integral_constant<int, a_position>());
        } else {
            each(std::integral_constant<int, b_position>());
        }
    }

    /// The same of all rows, into `ends`: once in the code.
    [[gnu::noinline]] LANEWISE_FLATTEN void run_end(const std::byte* from, const index_t* at, const std::byte* other,
                                                    index_t other_row, block& ends) const noexcept {
        run_block<true>(0, from, at, other, other_row, ends[0], sizeof ends[0]);
    }

    /// The same where there are fewer rows, or elements, than are transposed at a time.
    [[gnu::noinline]] LANEWISE_FLATTEN void run_few(index_t begin, index_t end,
                                                    const element_places& places) const noexcept {
        using input = input_row<Op, T>;
        using packed = std::byte[static_cast<std::size_t>(at_once * size)];
        for (index_t c = 0; c < count_; ++c) {
            packed repeated;
            store_repeated<at_once>(repeated, load_element<T>(other_[c]));
            for (index_t e = begin; e < end; e += at_once) {
                const index_t n = smaller(end - e, at_once);
                const std::byte* const from = from_ + c * size + e * places.step;
                const index_t* const at = places.from(e - begin);
                packed gathered;
                for (index_t i = 0; i < n; ++i) store_element(gathered + i * size, load_element<bits>(from + at[i]));
                const std::byte* const other = other_step_ == 0 ? repeated : other_[c] + e * size;
                row_loop<Op>(op_, input{is_a_ ? gathered : other, row_form::packed},
                             input{is_a_ ? other : gathered, row_form::packed}, out_[c] + e * size)
                    .run(n);
            }
        }
    }

    kept_operation<Op> op_;
    const bool is_a_; // the transposed input
    const index_t count_;
    const index_t other_step_; // from element to element
    const std::byte* const from_;
    const starts out_;
    const starts other_;
};

/// How many rows from the first one on follow each other in memory, the other operands' evenly; as many do behind these.
inline index_t neighbours(const rows& r, int k, const strided_rows& from, index_t step) noexcept {
    const auto follows = [&](index_t j) {
        for (const int i : {int{out_position}, other_input(k)}) {
            const offsets& start = r.start[i];
            if (start[j] - start[0] != j * (start[1] - start[0])) return false;
        }
        return from.row[j] - from.row[0] == j * step;
    };
    index_t count = 1;
    while (count < r.count && follows(count)) ++count;
    return count;
}

/// How many elements of a row are transposed before those of other rows are: their cache lines stay in the L1 cache until
/// all of a line is used (a - b.T, 500^2 floats: all of a row at a time 1.1x slower, 32: 1.4x).
inline index_t transposed_together(const strided_rows& from, index_t most) noexcept {
    constexpr index_t ways = 8;
    return smaller(most, ways * l1_way / power_of_two_in(from.step, l1_way));
}

template <class Op>
[[gnu::noinline]] LANEWISE_FLATTEN void run_transposed_lines(const void* op, const rows& r,
                                                             strided_inputs from) noexcept {
    transposed_lines<Op>(*static_cast<const Op*>(op), r, from).run();
}

/// As transposing_function.
template <class Op>
LANEWISE_FLATTEN void run_transposing(const void* op, const rows& r, strided_inputs inputs) noexcept {
    if (transposed_lines<Op>::may(r, inputs)) return run_transposed_lines<Op>(op, r, inputs);
    const int k = inputs[a_position] != nullptr ? a_position : b_position;
    const strided_rows& from = *inputs[k];
    constexpr auto size = static_cast<index_t>(sizeof(typename Op::result));
    constexpr index_t at_once = transpose_rows<bits_type<typename Op::result>>;
    constexpr index_t most = 256;
    const bool backwards = r.count > 1 && from.row[1] < 0;
    const index_t together = neighbours(r, k, from, backwards ? -size : size);
    const index_t elements = transposed_together(from, most);
    index_t at[static_cast<std::size_t>(most + at_once)];
    const element_places places{from.run.count == 1 ? from.step : 0, at};
    row_cursor cursor(from);
    const auto next_places = [&](index_t count) {
        for (index_t e = 0; e < count; ++e) {
            index_t one[1];
            cursor.next(one);
            at[e] = one[0];
        }
    };
    for (index_t begin = 0, end = 0; begin < r.n; begin = end) {
        end = r.n - begin < elements + at_once ? r.n : begin + elements; // no end is shorter than a block
        if (begin == 0 || places.step == 0) next_places(places.step == 0 ? end - begin : smaller(at_once, end));
        for (index_t j = 0; j < r.count; j += together) {
            neighbour_rows<Op>(*static_cast<const Op*>(op), r, k, from, j, together, backwards).run(begin, end, places);
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
