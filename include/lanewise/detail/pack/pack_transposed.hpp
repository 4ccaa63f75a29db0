#pragma once

/// Strided rows in which memory runs along other axes: in blocks transposed in registers.
///
/// Across are the elements that are neighbours in memory, along one axis or several, whose places in the rows a table has
/// (float32 (2, 2, 4, 256, 2, 4, 4) in three orders: 1.6x). The elements that follow each other in a row up to where it would
/// come to the next one across, `along`, may be anywhere. A block is a register of these times as many across as fit 16
/// bytes; the last ones overlap their neighbours. In a large call the next block's elements are fetched meanwhile: where rows
/// are far apart, nothing else does (NCHW - NHWC: 1.7x).

#include "../lane/transpose.hpp"
#include "../shuffle/shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Steps through the elements of a row.
class row_cursor {
public:
    LANEWISE_ALWAYS_INLINE explicit row_cursor(const strided_rows& from) noexcept : from_(from) {}

    /// Where the next elements are.
    template <std::size_t Count>
    LANEWISE_ALWAYS_INLINE void next(index_t (&at)[Count]) noexcept {
        if (constexpr auto count = static_cast<index_t>(Count); i_ + count <= from_.n) {
            index_t first = from_.run[run_] + i_ * from_.step;
            for (index_t& offset : at) {
                offset = first;
                first += from_.step;
            }
            i_ += count;
            if (i_ == from_.n) {
                i_ = 0;
                ++run_;
            }
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

    LANEWISE_ALWAYS_INLINE void go_to(index_t element) noexcept {
        run_ = element / from_.n;
        i_ = element % from_.n;
    }

private:
    const strided_rows& from_;
    index_t run_ = 0;
    index_t i_ = 0;
};

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
        constexpr int fewest = fewest_rows<T>;
        constexpr int half = columns < fewest ? fewest : columns;
        const std::byte* const first = from.data + first_;
        const int rank = from.order->rank();
        if (smaller(across_, along_) < columns) return each<fewest>(packed, from, first, rank);
        if (along_ < transpose_rows<T>) return each<half>(packed, from, first, rank);
        each<transpose_rows<T>>(packed, from, first, rank);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t columns = transpose_columns<T>;
    static constexpr index_t most_across = 480;

    /// Adds the axis along which the neighbours of those across are, if that leaves enough along.
    bool add_neighbours(const reading_order& order) noexcept {
        int k = 0;
        while (k < order.rank() && (magnitude(order[k].from) != across_ * size || is_across(k))) ++k;
        if (k == order.rank()) return false;
        const auto [extent, from, to] = order[k];
        const index_t along = smaller(along_, to / size);
        const index_t enough = across_ < fewest_across<T> ? fewest_rows<T> : smaller(along_, transpose_rows<T>);
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

    /// Loops over the axes that are neither; over the innermost of them in the blocks, where those are one in a row, or all
    /// that memory stays in the L1 cache (matrices of 5x5: 3x).
    template <int Rows>
    LANEWISE_FLATTEN void each(std::byte* packed, const strided_rows& rows, const std::byte* from,
                               int rank) const noexcept {
        const reading_order& order = *rows.order;
        while (rank > 0 && !is_neither(order, rank - 1)) --rank;
        int inside = rank - 1;
        while (inside > 0 && !is_neither(order, inside - 1)) --inside;
        const copy_axis again = rank == 0 ? copy_axis{1, 0, 0} : order[rank - 1];
        constexpr index_t few_bytes = 16 * 1024;
        const bool is_near = along_ == Rows || again.extent * magnitude(again.from) <= few_bytes;
        if (rank == 0 || (inside == 0 && is_near)) return blocks<Rows>(packed, rows, from, again);
        for (index_t i = 0; i < again.extent; ++i, packed += again.to, from += again.from)
            each<Rows>(packed, rows, from, rank - 1);
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
            const auto run = [&](auto count, index_t first) __attribute__((LANEWISE_ALWAYS_INLINED)) {
                for (index_t a = 0; a < again.extent; ++a) {
                    std::byte* const to = packed + a * again.to + (i + first) * size;
                    const std::byte* const in = from + a * again.from;
                    if constexpr (count < columns) {
                        few_across(to, in, element[now]);
                    } else {
                        blocks_across<count>(to, in, element[now] + first, is_large ? element[now ^ 1] : nullptr);
                    }
                }
            };
            if constexpr (Rows > columns) { // few are left of the last ones
                if (done - i >= Rows - columns) return run(std::integral_constant<int, columns>(), Rows - columns);
            }
            run(std::integral_constant<int, Rows>(), 0);
            if (i == last_row) return;
            done = i + Rows;
            i = next;
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
            transpose_block<T, Rows>(packed, to_ + at, from + at * size, element);
        }
    }

    /// The same where elements or rows are fewer than fill 16 bytes.
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
