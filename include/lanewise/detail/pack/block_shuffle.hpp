#pragma once

/// Rows of small axes in another order, as (2, 3, 4, 5, 4, 3, 2, 5) swapped in pairs has them: a unit is a period, wherever
/// units begin ((2, 3, 4, 5, 4, 3, 2, 5): 2.2 -> 0.2 ns per element; matrices of 2x2: 2x, of 3x3: float64 3x, bytes 4x). A
/// unit is one block of memory of at most four loads, which serve all its registers.

#include "row_unit.hpp"
#include "unit_shuffles.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Where piece i of `width` bytes begins, of `bytes` bytes: the last one overlaps the one before.
constexpr index_t piece_at(index_t i, index_t width, index_t bytes) noexcept {
    return smaller(i * width, bytes - width);
}

template <class T>
class block_shuffle {
public:
    /// That of strided rows, which it notes; null: they have none.
    static const block_shuffle* of(const strided_rows& from) noexcept {
        if (!can_shuffle_bytes || from.notes == nullptr || from.run.count == 1) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == block_note) return &noted<block_shuffle>(notes);
        if (notes.note != no_note) return nullptr;
        const row_unit unit(from, size, halves_bytes, most_loads * width);
        notes.note = no_block_note;
        const bool is_one_block = unit.block() == unit.bytes();
        if (!is_one_block || !unit.has_whole_runs() || unit.bytes() < halves_bytes) return nullptr;
        return &note_down(notes, block_note, [&] { return block_shuffle(from, unit); });
    }

    void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        each_unit(
            from, LANEWISE_EACH(index_t j) {
                return [to = packed + j * pitch]<int Registers>(index_t at, const shuffled_unit<Registers>& unit)
                    __attribute__((always_inline)) {
                    each_register<Registers>(
                        LANEWISE_EACH(int v) { store_halves(to + at + unit.begin(v), unit.reg[v]); });
                };
            });
    }

    /// Calls f(j)(at, unit) for each unit of each row j, `at` bytes from the row's start.
    template <class F>
    LANEWISE_INLINE void each_unit(const strided_rows& from, const F& f) const noexcept {
        if constexpr (by_words) {
            if (loads_ == 1) each_unit_of<1, word_shuffles<1>>(from, f);
            if (loads_ == 2) each_unit_of<2, word_shuffles<2>>(from, f);
            if (loads_ == 3) each_unit_of<3, word_shuffles<3>>(from, f);
            if (loads_ == 4) each_unit_of<4, word_shuffles<4>>(from, f);
        } else {
            if constexpr (halves_bytes == load_width) {
                if (loads_ == 1) each_unit_of<1, byte_shuffles<1>>(from, f);
            }
            if (loads_ == 2) each_unit_of<2, byte_shuffles<2>>(from, f);
            if (loads_ == 3) each_unit_of<3, byte_shuffles<3>>(from, f);
            if (loads_ == 4) each_unit_of<4, byte_shuffles<4>>(from, f);
        }
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr bool by_words = can_shuffle_words && size >= 4;
    static constexpr index_t width = by_words ? halves_bytes : load_width;

    block_shuffle(const strided_rows& from, row_unit unit) noexcept
        : loads_(static_cast<int>(pieces(unit.bytes(), width))), runs_(unit.runs()),
          row_bytes_(from.run.count / runs_ * unit.bytes()), bytes_(unit.bytes()) {
        unit.go_to(0);
        lowest_ = -unit.in_block();
        const auto registers = static_cast<int>(pieces(bytes_, halves_bytes));
        for (int v = 0; v < registers; ++v) {
            for (halves_register& shuffle : shuffle_[v]) __builtin_memset(&shuffle, no_byte, sizeof shuffle);
            unit.go_to(register_at(v) / size);
            for (index_t i = 0; i < halves_bytes; i += size, unit.next()) set(v, i, unit.in_block());
        }
    }

    /// Sets from where byte i of register v and those behind it are shuffled.
    void set(int v, index_t i, index_t in_block) noexcept {
        const index_t t = in_block / width;
        const index_t inside = in_block - load_at(t);
        if constexpr (by_words) {
            for (index_t b = 0; b < size; b += 4) {
                const auto index = static_cast<std::uint32_t>((inside + b) / 4) |
                                   static_cast<std::uint32_t>(t) % 2 << 31 | static_cast<std::uint32_t>(t) / 2 << 30;
                store_element(reinterpret_cast<std::byte*>(&shuffle_[v][0]) + i + b, index);
                store_element(reinterpret_cast<std::byte*>(&shuffle_[v][1]) + i + b, index << 1);
            }
        } else {
            auto* const shuffle = reinterpret_cast<std::uint8_t*>(&shuffle_[v][t]) + i;
            for (index_t b = 0; b < size; ++b) shuffle[b] = static_cast<std::uint8_t>(inside + b);
        }
    }

    /// Where load t of a block, and register v of a unit begin.
    LANEWISE_INLINE index_t load_at(index_t t) const noexcept { return piece_at(t, width, bytes_); }
    LANEWISE_INLINE index_t register_at(int v) const noexcept { return piece_at(v, halves_bytes, bytes_); }

    template <int Loads, class Shuffles, class F>
    LANEWISE_INLINE void each_unit_of(const strided_rows& from, const F& f) const noexcept {
        // Copies, since a byte that is stored might otherwise be theirs.
        Shuffles shuffles;
        each_register<Shuffles::registers>(LANEWISE_EACH(int v) {
            each_register<Shuffles::each>(LANEWISE_EACH(int t) { shuffles.shuffle[v][t] = shuffle_[v][t]; });
        });
        const offsets run = from.run;
        const index_t runs = runs_;
        const index_t bytes = bytes_;
        const index_t row_bytes = row_bytes_;
        const index_t last_load = load_at(Loads - 1);
        shuffled_unit<Shuffles::registers> unit;
        unit.last = register_at(Shuffles::registers - 1);
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* const row = from.data + from.row[j] + lowest_;
            const auto take = f(j);
            index_t first = 0;
            for (index_t at = 0; at < row_bytes; at += bytes, first += runs) {
                const std::byte* const block = row + run[first];
                halves_register loaded[static_cast<std::size_t>(Loads)];
                each_register<Loads - 1>(LANEWISE_EACH(int t) { loaded[t] = Shuffles::load(block + t * width); });
                loaded[Loads - 1] = Shuffles::load(block + last_load);
                each_register<Shuffles::registers>(
                    LANEWISE_EACH(int v) { unit.reg[v] = shuffles.shuffled(v, loaded); });
                take(at, unit);
            }
        }
    }

    int loads_;
    index_t runs_;      // of a unit
    index_t row_bytes_; // of whole units
    index_t bytes_;     // of a unit
    index_t lowest_;    // where the block begins, from the unit's first element on
    halves_register shuffle_[most_loads][most_loads];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
