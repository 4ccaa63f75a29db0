#pragma once

/// Strided rows in which memory runs along other axes: in blocks transposed in registers.
///
/// Across are the elements that are neighbours in memory, along one axis or several, whose places in the rows a table has
/// (float32 (2, 2, 4, 256, 2, 4, 4) in three orders: 1.6x). The elements that follow each other in a row up to where it would
/// come to the next one across, `along`, may be anywhere. A block is a register of these times as many across as fit 16
/// bytes; the last ones overlap their neighbours. Where fewer are along, a register holds the first and the last of them, or
/// those of two blocks (floats (N, 6, 11), both transposed: 1.6x; seven planes of bytes into pixels: 2.5x). In a large call
/// the next block's elements are fetched meanwhile: where rows are far apart, nothing else does (NCHW - NHWC: 1.7x).

#include "../lane/transpose.hpp"
#include "../shuffle/shuffled_period.hpp"
#include "row_cursor.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How many elements are neighbours at least. Those of eight bytes, of which a block has two beside each other, are
/// transposed no faster than they are copied, but by whole cache lines (float64 (24, 11, 2, 124), pairs of neighbours: .45 of
/// the time if they are copied; sixteen far away: 1.3).
template <class T>
inline constexpr index_t fewest_across = sizeof(T) == 8 ? 6 : 4;

/// What strided rows have across and along.
template <class T>
class transposed_blocks {
public:
    /// Those of rows whose axes are sorted, and of others that differ in where they lie only.
    explicit transposed_blocks(const strided_rows& from) noexcept : along_(from.n * from.run.count) {
        to_[0] = 0;
        while (add_neighbours(*from.order)) {
        }
    }

    bool any() const noexcept { return across_ >= fewest_across<T>; }

    void pack(std::byte* packed, const strided_rows& from) const noexcept {
        if constexpr (fewest_across<T> < columns) {
            if (across_ < columns)
                return each<fewest_rows<T>, false>(packed, from, from.data + first_, from.order->rank());
        }
        pack_rows<transpose_rows<T>>(packed, from);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t columns = transpose_columns<T>;
    static constexpr index_t most_across = 384;
    static constexpr index_t fewest_in_pairs = 4; // rows, where 16 bytes are across

    /// Adds the axis along which the neighbours of those across are, if that leaves enough along.
    bool add_neighbours(const reading_order& order) noexcept {
        int k = 0;
        while (k < order.rank() && (magnitude(order[k].from) != across_ * size || is_across(k))) ++k;
        if (k == order.rank()) return false;
        const auto [extent, from, to] = order[k];
        const index_t along = smaller(along_, to / size);
        const index_t fewest = across_ * extent < columns ? fewest_rows<T> : smaller(fewest_rows<T>, fewest_in_pairs);
        const index_t enough = across_ < fewest_across<T> ? fewest : smaller(along_, transpose_rows<T>);
        if (along < enough || across_ * extent > most_across) return false;
        const index_t first = from < 0 ? extent - 1 : 0; // in memory
        for (index_t j = 0; j < across_; ++j) {
            index_t at = to_[j] + first * to;
            for (index_t i = 0; i < extent; ++i, at += from < 0 ? -to : to)
                to_[i * across_ + j] = static_cast<std::int32_t>(at);
        }
        first_ += first * from;
        along_ = along;
        across_ *= extent;
        axes_ |= 1u << k;
        return true;
    }

    bool is_across(int k) const noexcept { return (axes_ >> k & 1) != 0; }

    bool is_neither(const reading_order& order, int k) const noexcept {
        return !is_across(k) && order[k].to >= along_ * size;
    }

    /// Packs in blocks of so many rows, or of fewer in pairs, as many as there are.
    template <int Rows>
    void pack_rows(std::byte* packed, const strided_rows& from) const noexcept {
        if constexpr (Rows == transpose_rows<T> || Rows >= fewest_in_pairs) {
            constexpr bool in_pairs = Rows < transpose_rows<T>;
            if (along_ < Rows) return pack_rows<Rows / 2>(packed, from);
            each<Rows, in_pairs>(packed, from, from.data + first_, from.order->rank());
        }
    }

    /// Loops over the axes that are neither; over the innermost of them in the blocks, where those are one in a row, or all
    /// that memory stays in the L1 cache (matrices of 5x5: 3x).
    template <int Rows, bool InPairs>
    LANEWISE_FLATTEN void each(std::byte* packed, const strided_rows& rows, const std::byte* from,
                               int rank) const noexcept {
        const reading_order& order = *rows.order;
        while (rank > 0 && !is_neither(order, rank - 1)) --rank;
        int inside = rank - 1;
        while (inside > 0 && !is_neither(order, inside - 1)) --inside;
        const copy_axis again = rank == 0 ? copy_axis{1, 0, 0} : order[rank - 1];
        constexpr index_t few_bytes = 16 * 1024;
        const bool is_near = InPairs || along_ == Rows || again.extent * magnitude(again.from) <= few_bytes;
        if (rank > 0 && (inside > 0 || !is_near)) {
            for (index_t i = 0; i < again.extent; ++i, packed += again.to, from += again.from)
                each<Rows, InPairs>(packed, rows, from, rank - 1);
        } else if constexpr (InPairs) {
            pairs<Rows>(packed, rows, from, again);
        } else {
            blocks<Rows>(packed, rows, from, again);
        }
    }

    template <int Rows>
    LANEWISE_ALWAYS_INLINE void blocks(std::byte* packed, const strided_rows& rows, const std::byte* from,
                                       const copy_axis again) const noexcept {
        const strided_rows row = rows; // a copy, since a byte that is stored might otherwise be its
        const bool is_large = rows.order->is_large();
        const index_t last_row = along_ - Rows;
        row_cursor cursor(row);
        index_t element[2][static_cast<std::size_t>(Rows)]; // of this block and the next one
        cursor.next(element[0]);
        int now = 0;
        for (index_t i = 0, done = 0;; now ^= 1) {
            const index_t next = i + Rows <= last_row ? i + Rows : last_row;
            if (next != i + Rows) cursor.go_to(next);
            cursor.next(element[now ^ 1]);
            std::byte* to = packed + i * size;
            if constexpr (Rows > columns) { // few are left of the last ones
                constexpr int half = Rows / 2;
                if (done - i >= half) {
                    const index_t* const last = element[now] + half;
                    return pairs_across<half>(to + half * size, from, last, last, 0, again);
                }
            }
            const std::byte* in = from;
            for (index_t a = 0; a < again.extent; ++a, to += again.to, in += again.from) {
                if constexpr (Rows < columns) {
                    few_across(to, in, element[now]);
                } else {
                    blocks_across<Rows>(to, in, element[now], is_large ? element[now ^ 1] : nullptr);
                }
            }
            if (i == last_row) return;
            done = i + Rows;
            i = next;
        }
    }

    /// The first rows and the last ones, which are all there are.
    template <int Rows>
    LANEWISE_ALWAYS_INLINE void pairs(std::byte* packed, const strided_rows& rows, const std::byte* from,
                                      const copy_axis again) const noexcept {
        row_cursor cursor(rows);
        index_t first[static_cast<std::size_t>(Rows)];
        index_t last[static_cast<std::size_t>(Rows)];
        const index_t distance = along_ - Rows;
        cursor.next(first);
        cursor.go_to(distance);
        cursor.next(last);
        pairs_across<Rows>(packed, from, first, last, distance, again);
    }

    /// Pairs of parts of blocks: of the elements that lie first[0], first[1], ... bytes from `from`, and of those at last[0],
    /// ..., `distance` elements along. Where that is none, of the first ones and of those next in `again`, or else across.
    template <int Rows>
    LANEWISE_ALWAYS_INLINE void pairs_across(std::byte* packed, const std::byte* from, const index_t* first,
                                             const index_t* last, index_t distance,
                                             const copy_axis again) const noexcept {
        const index_t step = distance == 0 && again.extent > 1 ? 2 : 1;
        const index_t beside = distance == 0 && step == 1 && across_ >= 2 * columns ? columns : 0;
        std::byte* const other_packed = packed + (step == 2 ? again.to : distance * size);
        const std::byte* const other_from = from + (step == 2 ? again.from : beside * size);
        const index_t across = across_;
        if constexpr (Rows > 4) asm("" : "+r"(first), "+r"(last)); // as in blocks_across
        for (index_t a = 0; a < again.extent; a += step) {
            if (a > again.extent - step) a = again.extent - step;
            const index_t to = a * again.to;
            for (index_t j = 0; j < across; j += columns + beside) {
                const index_t at = smaller(j, across - columns - beside);
                const index_t in = a * again.from + at * size;
                transpose_pair<T, Rows>(packed + to, to_ + at, from + in, first, other_packed + to, to_ + at + beside,
                                        other_from + in, last);
            }
        }
    }

    /// The blocks of elements that lie element[0], element[1], ... bytes from `from`; those at `next` are fetched, if any.
    template <int Rows>
    LANEWISE_ALWAYS_INLINE void blocks_across(std::byte* packed, const std::byte* from, const index_t* element,
                                              const index_t* next) const noexcept {
        constexpr index_t per_line = cache_line / (columns * size);
        constexpr index_t fetched = Rows < per_line ? 1 : Rows / per_line; // per block
        const index_t across = across_;
        if constexpr (Rows > 8) asm("" : "+r"(element)); // or g++ would copy those that registers have no room for
        for (index_t j = 0; j < across; j += columns) {
            if (next != nullptr) {
                const index_t part = j / columns % per_line * fetched;
                for (index_t k = part; k < part + fetched && k < Rows; ++k)
                    __builtin_prefetch(from + j * size + next[k], 0, 2);
            }
            const index_t at = smaller(j, across - columns);
            transpose_block<T>(packed, to_ + at, from + at * size, element);
        }
    }

    /// The same where fewer are across than fill 16 bytes.
    LANEWISE_ALWAYS_INLINE void few_across(std::byte* packed, const std::byte* from,
                                           const index_t* element) const noexcept {
        constexpr int few = fewest_rows<T>;
        const index_t across = across_;
        index_t j = 0;
        for (; across - j > few / 2 && across >= few; j += few) {
            const index_t at = smaller(j, across - few);
            transpose_few<T, few>(packed, to_ + at, from + at * size, element);
        }
        for (; j < across; j += few / 2) {
            const index_t at = smaller(j, across - few / 2);
            transpose_few<T, few / 2>(packed, to_ + at, from + at * size, element);
        }
    }

    index_t first_ = 0; // where the first in memory of those across lies
    unsigned axes_ = 0; // those across
    index_t across_ = 1;
    index_t along_;
    std::int32_t to_[most_across];
};

/// Packs such rows, and notes what they have across, which depends on their number; returns false and does nothing for others.
template <class T>
bool pack_transposed(std::byte* packed, const strided_rows& from) noexcept {
    from.order->sort();
    if (from.notes == nullptr) {
        const transposed_blocks<T> blocks(from);
        if (blocks.any()) blocks.pack(packed, from);
        return blocks.any();
    }
    pack_notes& notes = *from.notes;
    if (notes.rows != from.row.count) {
        notes.rows = from.row.count;
        const auto& blocks = note_down(notes, transposed_note, [&] { return transposed_blocks<T>(from); });
        if (!blocks.any()) notes.note = no_block_note;
    }
    if (notes.note != transposed_note) return false;
    noted<transposed_blocks<T>>(notes).pack(packed, from);
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
