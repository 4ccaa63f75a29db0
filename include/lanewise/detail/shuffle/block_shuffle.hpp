#pragma once

/// Rows of small axes in another order, as (2, 3, 4, 5, 4, 3, 2, 5) swapped in pairs has them: a unit is a period, wherever
/// units begin ((2, 3, 4, 5, 4, 3, 2, 5): 2.2 -> 0.2 ns per element; matrices of 2x2: 2x, of 3x3: float64 3x, bytes 4x). A
/// unit is at most four loads, which serve all its registers: one block of memory, a register of each of a few planes
/// ((n, 3) from (3, n)), or a register of elements that are repeated ((n, 3) from (n, 1)).

#include "row_unit.hpp"
#include "unit_shuffles.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Where piece i of `width` bytes begins, of `bytes` bytes: the last one overlaps the one before.
constexpr index_t piece_at(index_t i, index_t width, index_t bytes) noexcept {
    return smaller(i * width, bytes - width);
}

/// The registers of a unit: of repeated elements; of others, times the loads of each.
inline constexpr int most_unit_registers = most_loads * most_loads;

template <class T>
class block_shuffle {
public:
    /// That of strided rows, which it notes; null: they have none.
    static const block_shuffle* of(const strided_rows& from) noexcept {
        if (!can_shuffle_bytes || from.notes == nullptr || from.run.count == 1) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == block_note) return &noted<block_shuffle>(notes);
        if (notes.note != no_note) return nullptr;
        if (are_planes(from)) return &note_down(notes, block_note, [&] { return block_shuffle(from); });
        if (has_plain_runs(from, size)) return nullptr;
        const row_unit unit(from, size, halves_bytes, most_loads * width);
        notes.note = no_block_note;
        const bool is_one_block = unit.block() == unit.bytes();
        if (!is_one_block || !unit.has_whole_runs() || unit.bytes() < halves_bytes) return nullptr;
        return &note_down(notes, block_note, [&] { return block_shuffle(from, unit); });
    }

    void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        pack_units(packed, pitch, from);
        if (rest_bytes_ > 0) pack_last(packed + whole_bytes_ + rest_bytes_ - bytes_, pitch, from);
    }

    /// Packs the last unit of each row, which may overlap the one before.
    void pack_last(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        strided_rows last = from;
        last.data += (from.run.count - runs_) * from.run.stride;
        last.run.count = runs_;
        pack_units(packed, pitch, last);
    }

    index_t bytes() const noexcept { return bytes_; } // of a unit
    bool has_whole_registers() const noexcept { return bytes_ % halves_bytes == 0; }
    index_t whole_bytes() const noexcept { return whole_bytes_; } // of a row's whole units
    index_t rest_bytes() const noexcept { return rest_bytes_; }   // of what is behind them

    /// Calls f(j)(at, unit) for each whole unit of each row j, `at` bytes from the row's start.
    template <class F>
    LANEWISE_INLINE void each_unit(const strided_rows& from, const F& f) const noexcept {
        if constexpr (by_words) {
            if (repeats()) {
                if (bytes_ == 2 * halves_bytes) return each_unit_of<1, repeat_shuffles<2>>(from, f);
                if (bytes_ == 3 * halves_bytes) return each_unit_of<1, repeat_shuffles<3>>(from, f);
                if (bytes_ == 4 * halves_bytes) return each_unit_of<1, repeat_shuffles<4>>(from, f);
                return each_register_of_repeated(from, f);
            }
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

    /// Whether a run has an element of each of a few planes, in which the runs' elements follow each other; or always the same.
    static bool are_planes(const strided_rows& from) noexcept {
        return by_words && from.n > 1 && from.n <= (from.step != 0 ? most_loads : most_unit_registers) &&
               from.run.table == nullptr && magnitude(from.run.stride) == size && from.run.count >= halves_bytes / size;
    }

    /// Whether all registers of a unit are from one.
    bool repeats() const noexcept { return by_words && loads_ == 1 && bytes_ > halves_bytes; }

    /// Of planes.
    explicit block_shuffle(const strided_rows& from) noexcept
        : loads_(from.step == 0 ? 1 : static_cast<int>(from.n)), runs_(halves_bytes / size),
          bytes_(from.n * halves_bytes), lowest_(0) {
        index_t last = from.run.stride < 0 ? (runs_ - 1) * size : 0; // where a load has the first run's element
        for (index_t t = 0; t < loads_; ++t) load_[t] = t * from.step - last;
        divide(from);
        if (loads_ == 1) {
            repeat(from.n, last / size, from.run.stride / size);
            return;
        }
        index_t at = 0;
        for (index_t i = 0; i < runs_; ++i, last += from.run.stride) {
            for (index_t t = 0; t < from.n; ++t, at += size)
                set(static_cast<int>(at / halves_bytes), at % halves_bytes, t, last);
        }
    }

    block_shuffle(const strided_rows& from, row_unit unit) noexcept
        : loads_(static_cast<int>(pieces(unit.bytes(), width))), runs_(unit.runs()), bytes_(unit.bytes()) {
        unit.go_to(0);
        lowest_ = -unit.in_block();
        for (index_t t = 0; t < loads_; ++t) load_[t] = piece_at(t, width, bytes_);
        const auto registers = static_cast<int>(pieces(bytes_, halves_bytes));
        for (int v = 0; v < registers; ++v) {
            __builtin_memset(shuffles_of(v), no_byte, static_cast<std::size_t>(each()) * sizeof(halves_register));
            unit.go_to(register_at(v) / size);
            for (index_t i = 0; i < halves_bytes; i += size, unit.next()) {
                const index_t t = unit.in_block() / width;
                set(v, i, t, unit.in_block() - load_[t]);
            }
        }
        divide(from);
    }

    /// Divides rows into units.
    void divide(const strided_rows& from) noexcept {
        const index_t whole = from.run.count / runs_;
        whole_bytes_ = whole * bytes_;
        rest_bytes_ = (from.run.count - whole * runs_) * (bytes_ / runs_);
    }

    /// Sets that each element of the load from `first` on, in steps of 1 or -1, comes n times.
    void repeat(index_t n, index_t first, index_t step) noexcept {
        if constexpr (by_words) {
            auto* to = reinterpret_cast<std::byte*>(shuffle_);
            for (index_t i = 0; i < runs_; ++i, first += step) {
                const index_t index = size == 4 ? first : 2 * first + ((2 * first + 1) << 32); // of one word, or of two
                for (index_t t = 0; t < n; ++t, to += size) store_element(to, static_cast<T>(index));
            }
        }
    }

    /// How many shuffles a register takes, as unit_shuffles have them; and those of register v.
    int each() const noexcept { return by_words ? 2 : loads_; }
    halves_register* shuffles_of(int v) noexcept { return shuffle_ + v * each(); }

    /// Sets that byte i of register v and those behind it are shuffled from byte `inside` of load t.
    void set(int v, index_t i, index_t t, index_t inside) noexcept {
        if constexpr (by_words) {
            for (index_t b = 0; b < size; b += 4) {
                const auto load = static_cast<std::uint32_t>(t);
                const auto index =
                    static_cast<std::uint32_t>((inside + b) / 4) | load % 2 * 0x8000'0008 | load / 2 << 30;
                store_element(reinterpret_cast<std::byte*>(shuffles_of(v)) + i + b, index);
                store_element(reinterpret_cast<std::byte*>(shuffles_of(v) + 1) + i + b, index << 1);
            }
        } else {
            auto* const shuffle = reinterpret_cast<std::uint8_t*>(shuffles_of(v) + t) + i;
            for (index_t b = 0; b < size; ++b) shuffle[b] = static_cast<std::uint8_t>(inside + b);
        }
    }

    /// Packs whole units. Not inline, since there are two calls.
    [[gnu::noinline]] void pack_units(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        const auto pack_row = LANEWISE_EACH(index_t j) {
            return [to = packed + j * pitch]<int Registers>(index_t at, const shuffled_unit<Registers>& unit)
                __attribute__((always_inline)) {
                each_register<Registers>(LANEWISE_EACH(int v) { store_halves(to + at + unit.begin(v), unit.reg[v]); });
            };
        };
        if constexpr (by_words) {
            if (repeats()) return each_register_of_repeated(from, pack_row); // rarely packed: one loop for all
        }
        each_unit(from, pack_row);
    }

    /// Where register v of a unit begins.
    LANEWISE_INLINE index_t register_at(int v) const noexcept { return piece_at(v, halves_bytes, bytes_); }

    template <int Loads, class Shuffles, class F>
    LANEWISE_INLINE void each_unit_of(const strided_rows& from, const F& f) const noexcept {
        // Copies, since a byte that is stored might otherwise be theirs.
        Shuffles shuffles;
        each_register<Shuffles::registers>(LANEWISE_EACH(int v) {
            each_register<Shuffles::each>(
                LANEWISE_EACH(int t) { shuffles.shuffle[v][t] = shuffle_[v * Shuffles::each + t]; });
        });
        const offsets run = from.run;
        const index_t runs = runs_;
        const index_t bytes = bytes_;
        const index_t last_run = from.run.count - runs;
        index_t load[static_cast<std::size_t>(Loads)];
        for (int t = 0; t < Loads; ++t) load[t] = load_[t];
        shuffled_unit<Shuffles::registers> unit;
        unit.last = register_at(Shuffles::registers - 1);
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* const row = from.data + from.row[j] + lowest_;
            const auto take = f(j);
            index_t at = 0;
            for (index_t first = 0; first <= last_run; at += bytes, first += runs) {
                const std::byte* const block = row + run[first];
                halves_register loaded[static_cast<std::size_t>(Loads)];
                each_register<Loads>(LANEWISE_EACH(int t) { loaded[t] = Shuffles::load(block + load[t]); });
                each_register<Shuffles::registers>(
                    LANEWISE_EACH(int v) { unit.reg[v] = shuffles.shuffled(v, loaded); });
                take(at, unit);
            }
        }
    }

    /// The same where elements are repeated, register by register, of any number of them.
    template <class F>
    LANEWISE_INLINE void each_register_of_repeated(const strided_rows& from, const F& f) const noexcept {
        const halves_register* const shuffle = shuffle_;
        const index_t registers = bytes_ / halves_bytes;
        const index_t runs = runs_;
        const index_t stride = runs * from.run.stride;
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* block = from.data + from.row[j] + load_[0];
            const auto take = f(j);
            index_t at = 0;
            for (index_t left = from.run.count; left >= runs; left -= runs, block += stride) {
                const halves_register loaded = load_whole(block);
                for (index_t v = 0; v < registers; ++v, at += halves_bytes)
                    take(at, shuffled_unit<1>{{shuffle_words(loaded, shuffle[v])}, 0});
            }
        }
    }

    int loads_;
    index_t runs_;  // of a unit
    index_t bytes_; // of a unit
    index_t whole_bytes_;
    index_t rest_bytes_;
    index_t lowest_;           // where the block begins, from the unit's first element on
    index_t load_[most_loads]; // where loads begin, from there on
    halves_register shuffle_[most_unit_registers];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
