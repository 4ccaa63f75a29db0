#pragma once

/// Rows of small axes in another order, as (2, 3, 4, 5, 4, 3, 2, 5) swapped in pairs has them: a unit is a period, wherever
/// units begin ((2, 3, 4, 5, 4, 3, 2, 5): 2.2 -> 0.3 ns per element; matrices of 3x3: 1.6x, of 8x8 bytes: 3.4x).
///
/// Where a unit is one block of at most four loads, these serve all its registers. Another unit's registers have loads of
/// their own.

#include "pattern_unit.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
class block_pattern {
public:
    /// The pattern of a grid, which it notes; null: it has none.
    static const block_pattern* of(const grid& from) noexcept {
        if (!can_pick_bytes || from.notes == nullptr || from.run.count == 1) return nullptr;
        collect_notes& notes = *from.notes;
        if (notes.note == block_note) return &noted_pattern<block_pattern>(notes);
        if (notes.note != no_note) return nullptr;
        const pattern_unit unit(from, size, halves_bytes, most_loads * load_width);
        notes.note = no_block_note;
        const bool is_one_block = unit.block() == unit.bytes();
        if (!is_one_block || !unit.has_whole_runs() || unit.bytes() < halves_bytes) return nullptr;
        return &note_pattern(notes, block_note, [&] { return block_pattern(from, unit); });
    }

    void collect(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        if constexpr (halves_bytes == load_width) {
            if (loads_ == 1) collect_rows<1>(packed, pitch, from);
        }
        if (loads_ == 2) collect_rows<2>(packed, pitch, from);
        if (loads_ == 3) collect_rows<3>(packed, pitch, from);
        if (loads_ == 4) collect_rows<4>(packed, pitch, from);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    static constexpr int registers_of(int loads) noexcept { return static_cast<int>(pieces(loads, register_halves)); }

    block_pattern(const grid& from, pattern_unit unit) noexcept
        : loads_(static_cast<int>(pieces(unit.bytes(), load_width))), runs_(unit.runs()),
          units_(from.run.count / runs_), bytes_(unit.bytes()) {
        unit.go_to(0);
        lowest_ = -unit.in_block();
        for (int v = 0; v < registers_of(loads_); ++v) {
            for (halves_register& pick : pick_[v]) __builtin_memset(&pick, no_byte, sizeof pick);
            unit.go_to(register_at(v) / size);
            for (index_t i = 0; i < halves_bytes; i += size, unit.next()) {
                const index_t t = unit.in_block() / load_width;
                auto* const pick = reinterpret_cast<std::uint8_t*>(&pick_[v][t]) + i;
                for (index_t b = 0; b < size; ++b)
                    pick[b] = static_cast<std::uint8_t>(unit.in_block() - load_at(t) + b);
            }
        }
    }

    /// Where load t of a block, and register v of a unit begin.
    LANEWISE_INLINE index_t load_at(index_t t) const noexcept { return piece_at(t, load_width, bytes_); }
    LANEWISE_INLINE index_t register_at(int v) const noexcept { return piece_at(v, halves_bytes, bytes_); }

    template <int Loads>
    LANEWISE_INLINE void collect_rows(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        constexpr int registers = registers_of(Loads);
        halves_register pick[static_cast<std::size_t>(registers)][static_cast<std::size_t>(Loads)];
        for (int v = 0; v < registers; ++v) {
            for (int t = 0; t < Loads; ++t) pick[v][t] = pick_[v][t];
        }
        // Copies, since a byte that is stored might otherwise be theirs.
        const offsets run = from.run;
        const index_t units = units_;
        const index_t runs = runs_;
        const index_t bytes = bytes_;
        const index_t last_load = load_at(Loads - 1);
        const index_t last_register = register_at(registers - 1);
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* const row = from.data + from.row[j] + lowest_;
            std::byte* to = packed + j * pitch;
            for (index_t u = 0; u < units; ++u, to += bytes) {
                const std::byte* const block = row + run[u * runs];
                halves_register loaded[static_cast<std::size_t>(Loads)];
                for (int t = 0; t < Loads - 1; ++t) loaded[t] = load_both_halves(block + t * load_width);
                loaded[Loads - 1] = load_both_halves(block + last_load);
                for (int v = 0; v < registers; ++v) {
                    halves_register picked = pick_bytes(loaded[0], pick[v][0]);
                    for (int t = 1; t < Loads; ++t) picked |= pick_bytes(loaded[t], pick[v][t]);
                    store_halves(to + (v == registers - 1 ? last_register : v * halves_bytes), picked);
                }
            }
        }
    }

    int loads_;
    index_t runs_;  // of a unit
    index_t units_; // of a row
    index_t bytes_;
    index_t lowest_; // where the block begins, from the unit's first element on
    halves_register pick_[most_loads][most_loads];
};

template <class T>
class unit_pattern {
public:
    /// The pattern of a grid that has no block_pattern, which it notes; null: it has none.
    static const unit_pattern* of(const grid& from) noexcept {
        if (!can_pick_bytes || from.notes == nullptr) return nullptr;
        collect_notes& notes = *from.notes;
        if (notes.note == unit_note) return &noted_pattern<unit_pattern>(notes);
        if (notes.note != no_block_note) return nullptr;
        notes.note = no_unit_note;
        const pattern_unit unit(from, size, 3 * halves_bytes, most_period_registers * halves_bytes);
        if (!unit.has_whole_runs() || unit.bytes() < halves_bytes || unit.block() < load_width) return nullptr;
        const unit_pattern& pattern = note_pattern(notes, unit_note, [&] { return unit_pattern(from, unit); });
        if (pattern.period_.is_possible()) return &pattern;
        notes.note = no_unit_note;
        return nullptr;
    }

    void collect(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        period_.with_loads([&](auto loads) {
            for (index_t j = 0; j < from.row.count; ++j) {
                const std::byte* const row = from.data + from.row[j];
                std::byte* to = packed + j * pitch;
                for (index_t u = 0; u < units_; ++u, to += period_.bytes()) {
                    period_.template each_register<loads>(
                        row + from.run[u * runs_],
                        LANEWISE_EACH(index_t at, halves_register picked) { store_halves(to + at, picked); });
                }
            }
        });
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    unit_pattern(const grid& from, pattern_unit unit) noexcept
        : period_(unit.bytes()), runs_(unit.runs()), units_(from.run.count / runs_) {
        for (int v = 0; v < period_.registers() && period_.is_possible(); ++v) {
            unit.go_to(period_.register_at(v) / size);
            period_.fill(v, unit);
        }
    }

    picked_period<T> period_;
    index_t runs_;  // of a unit
    index_t units_; // of a row
};

} // namespace lanewise::detail::inline LANEWISE_ISA
