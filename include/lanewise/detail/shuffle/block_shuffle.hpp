#pragma once

/// Rows of small axes in another order, as (2, 3, 4, 5, 4, 3, 2, 5) swapped in pairs has them: a unit is a period, wherever
/// units begin ((2, 3, 4, 5, 4, 3, 2, 5): 2.2 -> 0.2 ns per element; matrices of 2x2: 2x, of 3x3: float64 3x, bytes 4x). A
/// unit is at most four loads, which serve all its registers: one block of memory, or a load of each of a few planes
/// ((n, 3) from (3, n), floats (n, 2, 2) from two lines of an image).

#include "row_unit.hpp"
#include "unit_rows.hpp"
#include "unit_shuffles.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Where piece i of `width` bytes begins, of `bytes` bytes: the last one overlaps the one before.
constexpr index_t piece_at(index_t i, index_t width, index_t bytes) noexcept {
    return smaller(i * width, bytes - width);
}

template <class T>
class block_shuffle : public unit_rows {
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr bool by_words = can_shuffle_words && size >= 4;

public:
    /// Whether units may be written around the cache: those of bytes are seldom whole registers, and to ask takes time (RGB
    /// bytes backwards: 1.1x slower).
    static constexpr bool streams = by_words;

    /// The shuffle for these rows, kept in their notes; null: there is none.
    static const block_shuffle* of(const strided_rows& from) noexcept {
        if (!can_shuffle_bytes || from.notes == nullptr || from.run.count == 1) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == block_note) return &noted<block_shuffle>(notes);
        if (notes.note != no_note) return nullptr;
        if (const index_t planes = planes_of_runs(from); planes > 0)
            return &note_down(notes, block_note, [&] { return block_shuffle(from, planes); });
        if (has_plain_runs(from, size)) return nullptr;
        if (are_planes(from)) return &note_down(notes, block_note, [&] { return block_shuffle(from); });
        const row_unit unit(from, size, halves_bytes, most_loads * width);
        notes.note = no_block_note;
        const bool is_one_block = unit.block() == unit.bytes();
        if (!is_one_block || !unit.has_whole_runs() || unit.bytes() < halves_bytes) return nullptr;
        return &note_down(notes, block_note, [&] { return block_shuffle(from, unit); });
    }

    /// Packs whole units. Not inline, since there are several calls.
    [[gnu::noinline]] LANEWISE_FLATTEN void pack_units(std::byte* packed, index_t pitch,
                                                       const strided_rows& from) const noexcept {
        each_unit(
            from, LANEWISE_EACH(index_t j) { return unit_packer{packed + j * pitch}; });
    }

    /// Calls f(j)(at, unit) for each whole unit of each row j, `at` bytes from the row's start.
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
    static constexpr index_t width = by_words ? halves_bytes : load_width;

    /// Whether a run has an element of each of a few planes, in which the runs' elements follow each other, as long as a load at
    /// least, and unit by unit where they do not go on (bytes (480, 48, 3), each of 3 x 48 transposed: 5x).
    static bool are_planes(const strided_rows& from) noexcept {
        constexpr index_t runs = width / size;                                           // of a unit
        constexpr index_t most = by_words || size <= 2 ? most_loads : size == 4 ? 3 : 0; // others are sooner copied
        const offsets run = from.run;
        if (from.n <= 1 || from.n > most || from.step == 0 || run.count < runs) return false;
        const index_t next = run[1] - run[0];
        if (magnitude(next) != size) return false;
        for (index_t i = 0; run.table != nullptr && i < run.count; ++i) {
            if (i % runs != 0 && run[i] - run[i - 1] != next) return false;
        }
        return true;
    }

    /// How many planes short runs come from in turn, in each of which they follow each other unit by unit; 0: they do not. If
    /// that is so up to the last whole unit, what is left of a row goes on from it.
    static index_t planes_of_runs(const strided_rows& from) noexcept {
        const index_t run_bytes = from.n * size;
        const offsets run = from.run;
        if (!by_words || from.step != size || from.n == 1 || run.table == nullptr) return 0;
        if (run_bytes > 16 || halves_bytes % run_bytes != 0) return 0;
        index_t planes = 1;
        while (planes < run.count && planes <= most_loads && run[planes] != run_bytes) ++planes;
        const index_t runs = planes * (halves_bytes / run_bytes);
        if (planes == 1 || planes > most_loads || run.count < runs) return 0;
        for (index_t first = 0; first + runs <= run.count; first += runs) {
            for (index_t i = 0; i < runs; ++i) {
                if (run[first + i] - run[first] != run[i % planes] + i / planes * run_bytes) return 0;
            }
        }
        return planes;
    }

    /// Of planes of runs.
    block_shuffle(const strided_rows& from, index_t planes) noexcept
        : unit_rows(from, planes * (halves_bytes / (from.n * size)), planes * halves_bytes),
          loads_(static_cast<int>(planes)), lowest_(0) {
        for (index_t t = 0; t < planes; ++t) load_[t] = from.run[t];
        take_in_turn(from.n * size, 0, from.n * size);
    }

    /// Of planes.
    explicit block_shuffle(const strided_rows& from) noexcept
        : unit_rows(from, width / size, from.n * width), loads_(static_cast<int>(from.n)), lowest_(0) {
        const index_t step = from.run[1] - from.run[0];
        const index_t first = step < 0 ? width - size : 0; // where a load has the first run's element
        for (index_t t = 0; t < from.n; ++t) load_[t] = t * from.step - first;
        take_in_turn(size, first, step);
    }

    /// Has runs of `run` bytes taken from each load in turn: first those at byte `inside`, then those a step further.
    void take_in_turn(index_t run, index_t inside, index_t step) noexcept {
        each_place([&](int v, index_t i, index_t at) {
            const index_t taken = at / run;
            set(v, i, taken % loads_, inside + taken / loads_ * step + at % run);
        });
    }

    /// Calls f(v, i, at) for byte i of register v, which is byte `at` of the unit, of each element.
    template <class F>
    void each_place(const F& f) noexcept {
        const auto registers = static_cast<int>(pieces(bytes(), halves_bytes));
        for (int v = 0; v < registers; ++v) {
            for (halves_register& shuffle : shuffle_[v]) __builtin_memset(&shuffle, no_byte, sizeof shuffle);
            for (index_t i = 0; i < halves_bytes; i += size) f(v, i, register_at(v) + i);
        }
    }

    block_shuffle(const strided_rows& from, row_unit unit) noexcept
        : unit_rows(from, unit.runs(), unit.bytes()), loads_(static_cast<int>(pieces(unit.bytes(), width))) {
        unit.go_to(0);
        lowest_ = -unit.in_block();
        for (index_t t = 0; t < loads_; ++t) load_[t] = piece_at(t, width, bytes());
        each_place([&](int v, index_t i, index_t at) {
            if (i == 0) unit.go_to(at / size);
            const index_t t = unit.in_block() / width;
            set(v, i, t, unit.in_block() - load_[t]);
            unit.next();
        });
    }

    /// Sets that byte i of register v and those behind it are shuffled from byte `inside` of load t.
    void set(int v, index_t i, index_t t, index_t inside) noexcept {
        if constexpr (by_words) {
            for (index_t b = 0; b < size; b += 4) {
                const auto load = static_cast<std::uint32_t>(t);
                const auto index =
                    static_cast<std::uint32_t>((inside + b) / 4) | load % 2 * 0x8000'0008 | load / 2 << 30;
                store_element(reinterpret_cast<std::byte*>(&shuffle_[v][0]) + i + b, index);
                store_element(reinterpret_cast<std::byte*>(&shuffle_[v][1]) + i + b, index << 1);
            }
        } else {
            auto* const shuffle = reinterpret_cast<std::uint8_t*>(&shuffle_[v][t]) + i;
            for (index_t b = 0; b < size; ++b) shuffle[b] = static_cast<std::uint8_t>(inside + b);
        }
    }

    /// Where register v of a unit begins.
    LANEWISE_INLINE index_t register_at(int v) const noexcept { return piece_at(v, halves_bytes, bytes()); }

    template <int Loads, class Shuffles, class F>
    LANEWISE_INLINE void each_unit_of(const strided_rows& from, const F& f) const noexcept {
        // Copies, since a byte that is stored might otherwise be theirs.
        Shuffles shuffles;
        each_register<Shuffles::registers>(LANEWISE_EACH(int v) {
            each_register<Shuffles::each>(LANEWISE_EACH(int t) { shuffles.shuffle[v][t] = shuffle_[v][t]; });
        });
        const offsets run = from.run;
        const index_t runs = this->runs();
        const index_t bytes = this->bytes();
        const index_t last_run = from.run.count - runs;
        index_t load[static_cast<std::size_t>(Loads)];
        for (int t = 0; t < Loads; ++t) load[t] = load_[t];
        shuffled_unit<Shuffles::registers> unit;
        unit.last = register_at(Shuffles::registers - 1);
        const auto each_block = LANEWISE_EACH(const auto& run_at) {
            for (index_t j = 0; j < from.row.count; ++j) {
                const std::byte* const row = from.data + from.row[j] + lowest_;
                const auto take = f(j);
                index_t at = 0;
                for (index_t first = 0; first <= last_run; at += bytes, first += runs) {
                    const std::byte* const block = row + run_at(first);
                    halves_register loaded[static_cast<std::size_t>(Loads)];
                    each_register<Loads>(LANEWISE_EACH(int t) { loaded[t] = Shuffles::load(block + load[t]); });
                    each_register<Shuffles::registers>(
                        LANEWISE_EACH(int v) { unit.reg[v] = shuffles.shuffled(v, loaded); });
                    take(at, unit);
                }
            }
        };
        if constexpr (Loads == 1) { // a test for each register would be most of the time (RGBA floats backwards: 1.4x)
            if (run.table == nullptr) return each_block(LANEWISE_EACH(index_t first) { return first * run.stride; });
        }
        each_block(LANEWISE_EACH(index_t first) { return run[first]; });
    }

    int loads_;
    index_t lowest_;           // where the block begins, from the unit's first element on
    index_t load_[most_loads]; // where loads begin, from there on
    halves_register shuffle_[most_loads][most_loads];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
