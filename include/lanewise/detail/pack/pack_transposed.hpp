#pragma once

/// Strided rows in which memory runs along another axis: in blocks transposed in registers.
///
/// One axis, `across`, is that along which elements are neighbours in memory. The elements that follow each other in a row
/// up to where it would come again, `along`, may be anywhere. A block is a register of these times as many of `across` as
/// fit 16 bytes; the last ones overlap their neighbours. The next block's elements are fetched meanwhile: where rows are far
/// apart, nothing else does (NCHW - NHWC: 1.7x).

#include "../lane/transpose.hpp"
#include "../plan/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Steps through the elements of a row.
class row_cursor {
public:
    LANEWISE_INLINE explicit row_cursor(const strided_rows& from) noexcept : from_(from) {}

    /// Where the next elements are.
    template <std::size_t Count>
    LANEWISE_INLINE void next(index_t (&at)[Count]) noexcept {
        if (constexpr auto count = static_cast<index_t>(Count); i_ + count < from_.n) {
            index_t first = from_.run[run_] + i_ * from_.step;
            for (index_t& offset : at) {
                offset = first;
                first += from_.step;
            }
            i_ += count;
            return;
        }
        for (index_t& offset : at) {
            offset = from_.run[run_] + i_ * from_.step;
            if (++i_ == from_.n) {
                i_ = 0;
                ++run_;
            }
        }
    }

    LANEWISE_INLINE void go_to(index_t element) noexcept {
        run_ = element / from_.n;
        i_ = element % from_.n;
    }

private:
    const strided_rows& from_;
    index_t run_ = 0;
    index_t i_ = 0;
};

/// How many elements are neighbours at least. Those of eight bytes, of which a block has two beside each other, are transposed no
/// faster than they are copied, but their lines are fetched meanwhile (float64 (24, 11, 2, 124), pairs of neighbours: .45 of the
/// time if they are copied; sixteen far away: 1.3).
template <class T>
inline constexpr index_t fewest_across = sizeof(T) == 8 ? 6 : transpose_columns<T>;

template <class T>
class transposed_blocks {
public:
    LANEWISE_INLINE explicit transposed_blocks(const strided_rows& from) noexcept : from_(from) {
        reading_order& order = *from.order;
        order.sort();
        for (int k = 0; k < order.rank(); ++k) {
            const copy_axis& axis = order[k];
            if ((axis.from != size && axis.from != -size) || axis.extent < fewest_across<T> || axis.to < 2 * size)
                continue;
            across_ = axis;
            if (axis.from < 0) { // from the last one on, which lies first in memory
                first_from_ = (axis.extent - 1) * axis.from;
                first_to_ = (axis.extent - 1) * axis.to;
                across_ = {axis.extent, -axis.from, -axis.to};
            }
            along_ = axis.to / size;
            const index_t row = from.n * from.run.count;
            if (along_ > row) along_ = row;
            return;
        }
    }

    LANEWISE_INLINE bool any() const noexcept { return along_ >= fewest_rows<T>; }

    LANEWISE_INLINE void pack(std::byte* packed) const noexcept {
        std::byte* const to = packed + first_to_;
        const std::byte* const from = from_.data + first_from_;
        if (along_ >= transpose_rows<T>) {
            each<transpose_rows<T>>(to, from, from_.order->rank());
        } else {
            each<fewest_rows<T>>(to, from, from_.order->rank());
        }
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t columns = transpose_columns<T>;

    LANEWISE_INLINE bool is_neither(const copy_axis& axis) const noexcept {
        return axis.to != magnitude(across_.to) && axis.to >= along_ * size;
    }

    /// Loops over the axes that are neither; over the innermost of them in the blocks, where those are one in a row, or all
    /// that memory stays in the L1 cache (matrices of 5x5: 3x).
    template <int Rows>
    void each(std::byte* to, const std::byte* from, int rank) const noexcept {
        const reading_order& order = *from_.order;
        while (rank > 0 && !is_neither(order[rank - 1])) --rank;
        int inside = rank - 1;
        while (inside > 0 && !is_neither(order[inside - 1])) --inside;
        const copy_axis again = rank == 0 ? copy_axis{1, 0, 0} : order[rank - 1];
        constexpr index_t near = 16 * 1024; // bytes
        const bool is_near = along_ == Rows || again.extent * magnitude(again.from) <= near;
        if (rank == 0 || (inside == 0 && is_near)) {
            return blocks<Rows>(to, from, again);
        }
        for (index_t i = 0; i < again.extent; ++i, to += again.to, from += again.from) each<Rows>(to, from, rank - 1);
    }

    template <int Rows>
    LANEWISE_INLINE void blocks(std::byte* packed, const std::byte* from, const copy_axis again) const noexcept {
        // Two narrow ones beside each other, since their places take as long as they do (float64 (9, 346, 7, 3): 1.2x).
        constexpr int at_once = columns == 2 ? 2 : 1;
        constexpr index_t width = at_once * columns;
        static_assert(width <= fewest_across<T>);
        constexpr index_t blocks_per_line = cache_line / (width * size);
        constexpr index_t fetched = Rows < blocks_per_line ? 1 : Rows / blocks_per_line; // elements per block
        // Copies, since a byte that is stored might otherwise be theirs.
        const copy_axis across = across_;
        const index_t last_row = along_ - Rows;
        const strided_rows row = from_;
        row_cursor cursor(row);
        index_t element[2][static_cast<std::size_t>(Rows)]; // of this block and the next one
        cursor.next(element[0]);
        int now = 0;
        for (index_t i = 0;; now ^= 1) {
            const index_t next = i + Rows <= last_row ? i + Rows : last_row;
            if (next != i + Rows) cursor.go_to(next);
            cursor.next(element[now ^ 1]);
            for (index_t a = 0; a < again.extent; ++a) {
                const std::byte* const in = from + a * again.from;
                std::byte* const to = packed + a * again.to + i * size;
                for (index_t j = 0; j < across.extent; j += width) {
                    const index_t part = j / width % blocks_per_line * fetched;
                    if (j > across.extent - width) j = across.extent - width;
                    const std::byte* const corner = in + j * size;
                    for (index_t k = part; k < part + fetched && k < Rows; ++k)
                        __builtin_prefetch(corner + element[now ^ 1][k], 0, 2);
                    each_register<at_once>(LANEWISE_EACH(int b) {
                        transpose_block<T, Rows>(to + (j + b * columns) * across.to, across.to,
                                                 corner + b * columns * size, element[now]);
                    });
                }
            }
            if (i == last_row) return;
            i = next;
        }
    }

    const strided_rows& from_;
    copy_axis across_{};
    index_t first_from_ = 0; // where the first of the elements across lies, and where it goes
    index_t first_to_ = 0;
    index_t along_ = 0;
};

/// Packs such rows; returns false and does nothing for others.
template <class T>
bool pack_transposed(std::byte* packed, const strided_rows& from) noexcept {
    const transposed_blocks<T> blocks(from);
    if (!blocks.any()) return false;
    blocks.pack(packed);
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
