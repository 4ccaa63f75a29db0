#pragma once

/// Rows in an order that nothing faster fits: where the elements are is found once for a piece of a row and then used for all
/// that are like it, since a loop over few elements costs more than they do (bytes of axes (2, 7, 10), (4, 3, 6) in three
/// orders: 4x, float16 7x).

#include "../shuffle/shuffled_period.hpp"
#include "copy_elements.hpp"

#include <limits>

namespace lanewise::detail::inline LANEWISE_ISA {

/// A piece is a few runs: a row's inner axes, or a part of the last of them.
template <class T>
class element_table {
public:
    /// The table of strided rows that nothing shuffles, which it notes; null: they are better copied in the order of memory.
    static const element_table* of(const strided_rows& from) noexcept {
        if (from.notes == nullptr) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == table_note) return &noted<element_table>(notes);
        if (notes.note == no_table_note) return nullptr;
        from.order->sort();
        if (from.n <= most && is_near(from) && !runs_across(from)) {
            const element_table& table = note_down(notes, table_note, [&] { return element_table(from); });
            if (table.count_ >= fewest) return &table;
        }
        notes.note = no_table_note;
        return nullptr;
    }

    /// A piece of all rows, then the next: rows may have the same cache lines.
    void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        for (index_t m = 0; m < from.run.count; m += runs_, packed += count_ * size)
            pack_pieces(packed, pitch, from.data + from.run[m], from.row);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t at_once = packed_at_once<T>;
    static constexpr index_t most = 384;
    static constexpr index_t fewest = 16;

    /// Of rows whose axes are sorted.
    explicit element_table(const strided_rows& from) noexcept : count_(from.n) {
        for (index_t i = 0; i < count_; ++i) at_[i] = static_cast<std::int32_t>(i * from.step);
        while (runs_ < from.run.count && add_axis(*from.order)) {
        }
    }

    /// Adds the axis that begins where the piece ends, or a part of it without a rest; false if there is no room for all of it.
    bool add_axis(const reading_order& order) noexcept {
        int k = 0;
        while (order[k].to != count_ * size) ++k;
        index_t extent = smaller(order[k].extent, most / count_);
        while (order[k].extent % extent != 0) --extent;
        const auto step = static_cast<std::int32_t>(order[k].from);
        for (index_t i = count_; i < count_ * extent; ++i) at_[i] = at_[i - count_] + step;
        count_ *= extent;
        runs_ *= extent;
        return extent == order[k].extent;
    }

    /// Whether 32 bits hold how far a row's elements are from the first.
    static bool is_near(const strided_rows& from) noexcept {
        constexpr index_t most_apart = std::numeric_limits<std::int32_t>::max();
        const reading_order& order = *from.order;
        const index_t row_bytes = from.n * from.run.count * size;
        index_t apart = 0;
        for (int k = 0; k < order.rank(); ++k) {
            if (order[k].to >= row_bytes) continue;
            if (magnitude(order[k].from) > most_apart / order[k].extent) return false;
            apart += magnitude(order[k].from) * order[k].extent;
        }
        return apart <= most_apart;
    }

    /// Whether rows are better copied in the order of memory: lines of it are long, or so many elements of a row compete for one
    /// set of the L1 cache that their lines would leave it before the next row.
    static bool runs_across(const strided_rows& from) noexcept {
        constexpr index_t long_line = 48;
        constexpr index_t too_many = 8; // for a set
        const reading_order& order = *from.order;
        if (order.rank() > 0 && order[0].extent >= long_line) return true;
        const index_t row_bytes = from.n * from.run.count * size;
        index_t lines = 1;
        index_t steps = l1_way;
        for (int k = 0; k < order.rank(); ++k) {
            if (order[k].to >= row_bytes || magnitude(order[k].from) < cache_line) continue;
            lines *= order[k].extent;
            steps |= order[k].from;
        }
        return smaller(lines, most) * power_of_two_in(steps, l1_way) >= too_many * l1_way;
    }

    void pack_pieces(std::byte* packed, index_t pitch, const std::byte* from, const offsets row) const noexcept {
        const auto pack_at = LANEWISE_ALWAYS_EACH(std::byte * to, const std::byte* first, const std::int32_t* at) {
            const auto elements = gathered<T, packed_at_once<T>>(
                first, LANEWISE_ALWAYS_EACH(index_t k) { return at[k]; });
            __builtin_memcpy(to, &elements, sizeof elements);
        };
        const index_t last = count_ - at_once; // not read again, though a byte that is stored might be it
        for (index_t j = 0; j < row.count; ++j, packed += pitch) {
            const std::byte* const first = from + row[j];
            for (index_t i = 0; i < last; i += at_once) pack_at(packed + i * size, first, at_ + i);
            pack_at(packed + last * size, first, at_ + last);
        }
    }

    index_t count_;    // of elements in a piece
    index_t runs_ = 1; // which they are
    std::int32_t at_[static_cast<std::size_t>(most)];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
