#pragma once

/// Rows in which the bytes of every register come from a few places in memory, in an order that repeats.
///
/// Such are repeated elements ((n, 3) - (n, 1)), interleaved planes ((n, 3) from (3, n)), small runs backwards (RGB from BGR)
/// and planes from interleaved ones ((3, n) from (n, 3)): a row's run has n elements `step` apart, the runs are evenly spaced,
/// and in memory the elements of one place in the run follow each other, or the runs do, or what lies between elements is
/// other rows. A period is as many registers as it takes until a run begins with one.
/// Such are small axes in another order too ((2, 3, 4, 5, 4, 3, 2, 5) swapped in pairs): a period is a unit, wherever units
/// begin; its last register overlaps the one before.
/// Each half of a register is filled from at most four loads of 16 bytes, which lie inside the view: elements that come later
/// in the row, or are other rows', are loaded with those that are due.

#include "../lane/halves.hpp"
#include "pattern_unit.hpp"

#include <new>

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
class byte_pattern {
public:
    /// Whether a grid's rows are such. Elements of eight bytes are copied as fast as they are picked from several loads, and
    /// four planes of four bytes transposed faster.
    LANEWISE_INLINE static bool is_of(const grid& from) noexcept {
        if (!can_pick_bytes || from.run.table != nullptr || from.notes == nullptr) return false;
        const evenly row(from);
        if (row.count < 2 * register_halves * lanes) return false;
        const index_t apart = magnitude(row.stride);
        const bool places_follow = apart == size && row.n > 1 &&
                                   row.n <= (row.step == 0 ? most_registers
                                             : size <= 2   ? most_terms
                                             : size == 4   ? 3
                                                           : 1);
        const bool runs_follow = magnitude(row.step) == size && apart == row.n * size && apart <= width;
        return places_follow || runs_follow || (row.n == 1 && are_between(from, apart));
    }

    /// The pattern of a grid whose rows are such, from its notes or into them.
    LANEWISE_INLINE static const byte_pattern& noted(const grid& from) noexcept {
        return noted(from, false, [&](void* at) { return ::new (at) byte_pattern(from); });
    }

    /// The pattern of a grid's units; null: it has none.
    static const byte_pattern* of_units(const grid& from) noexcept {
        if (!can_pick_bytes || from.notes == nullptr || from.run.count == 1) return nullptr;
        const byte_pattern& pattern = noted(from, true, [&](void* at) {
            from.order->sort();
            return ::new (at) byte_pattern(from, pattern_unit(from, size, most_registers * register_bytes));
        });
        return pattern.terms_ <= most_terms ? &pattern : nullptr;
    }

    /// Collects the units of a grid.
    void collect_units(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        for (index_t j = 0; j < from.row.count; ++j) run_any(packed + j * pitch, from.data + from.row[j], from.run);
    }

    void collect(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        const evenly even(from);
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* const row = from.data + from.row[j];
            std::byte* const to = packed + j * pitch;
            run_any(to, row, {even.count, even.stride, nullptr});
            std::byte* element = to + periods_ * period_bytes_;
            for (index_t m = periods_ * runs_; m < even.count; ++m) {
                for (index_t i = 0; i < even.n; ++i, element += size)
                    store_element(element, load_element<T>(row + m * even.stride + i * even.step));
            }
        }
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t width = 16;
    static constexpr index_t lanes = width / size;
    static constexpr int most_terms = 4;
    static constexpr int most_registers = 16;
    static constexpr auto register_bytes = static_cast<index_t>(sizeof(halves_register));

    /// A load into each half, and where its bytes go.
    struct place {
        halves_register pick;
        index_t at[register_halves];
    };

    /// A row of `count` runs; one of a single run has as many runs of one element.
    struct evenly {
        index_t n;
        index_t step;
        index_t count;
        index_t stride;

        LANEWISE_INLINE explicit evenly(const grid& from) noexcept
            : n(from.n), step(from.step), count(from.run.count), stride(from.run.stride) {
            if (count == 1) {
                count = n;
                stride = step;
                n = 1;
                step = 0;
            }
        }
    };

    /// Whether rows fill what lies between elements `apart` bytes apart, and few loads bring enough of these.
    LANEWISE_INLINE static bool are_between(const grid& from, index_t apart) noexcept {
        if (apart == 0 || apart > (size <= 2 ? 4 : size == 4 ? 3 : 0) * size) return false;
        const reading_order& order = *from.order;
        for (int k = 0; k < order.rank(); ++k) {
            if (magnitude(order[k].from) == size && order[k].extent * size == apart) return true;
        }
        return false;
    }

    template <class Make>
    LANEWISE_INLINE static const byte_pattern& noted(const grid& from, bool of_units, const Make& make) noexcept {
        static_assert(sizeof(byte_pattern) <= sizeof(collect_notes::bytes) &&
                      std::is_trivially_destructible_v<byte_pattern>);
        if (from.notes->valid) {
            const auto& pattern = *std::launder(reinterpret_cast<const byte_pattern*>(from.notes->bytes));
            if (pattern.is_of_units_ == of_units) return pattern;
        }
        from.notes->valid = true;
        return *make(from.notes->bytes);
    }

    explicit byte_pattern(const grid& from) noexcept : byte_pattern(evenly(from)) {}

    explicit byte_pattern(const evenly& row) noexcept
        : registers_(static_cast<int>(row.n / power_of_two_in(row.n, register_halves * lanes))),
          period_bytes_(registers_ * register_bytes), runs_(period_bytes_ / (row.n * size)) {
        position at{row};
        for (int v = 0; v < registers_; ++v) fill_register(v, at);
        // No load reaches further than `lanes` runs, and the last one starts in the period's last run.
        const index_t runs = row.count - lanes + 1;
        periods_ = terms_ > most_terms || runs < runs_ ? 0 : runs / runs_;
    }

    byte_pattern(const grid& from, pattern_unit unit) noexcept
        : registers_(static_cast<int>((unit.bytes() + register_bytes - 1) / register_bytes)),
          period_bytes_(unit.bytes()), runs_(unit.runs()), is_of_units_(true) {
        if (runs_ == 0 || period_bytes_ < register_bytes || unit.block() < width) {
            terms_ = most_terms + 1;
            return;
        }
        periods_ = from.run.count / runs_;
        for (int v = 0; v < registers_ && terms_ <= most_terms; ++v) {
            unit.go_to(register_at(v) / size);
            fill_register(v, unit);
        }
    }

    /// Where register v begins in a period: the last one may overlap.
    LANEWISE_INLINE index_t register_at(int v) const noexcept {
        return smaller(v * register_bytes, period_bytes_ - register_bytes);
    }

    /// Finds the places of a register, whose first element is at.
    template <class Position>
    void fill_register(int v, Position& at) noexcept {
        for (int t = 0; t < most_terms; ++t) {
            __builtin_memset(&place_[v][t].pick, no_byte, sizeof place_[v][t].pick);
            for (index_t& unused : place_[v][t].at) unused = at.load(width);
        }
        for (int half = 0; half < register_halves; ++half) {
            const int terms = fill(place_[v], half, at);
            terms_ = terms > terms_ ? terms : terms_;
        }
    }

    /// Steps through a row: where an element is, and where its load would be.
    struct position {
        const evenly& row;
        bool runs_follow = magnitude(row.step) == size && magnitude(row.stride) == row.n * size;
        index_t run = 0;
        index_t i = 0;

        index_t element() const noexcept { return run + i * row.step; }

        /// Where `width` bytes are loaded: from the element on, or from the run on, in the direction of the runs.
        index_t load(index_t width) const noexcept {
            const index_t first = !runs_follow ? element() : run + (row.step < 0 ? (row.n - 1) * row.step : 0);
            const index_t bytes = !runs_follow ? size : row.n * size;
            return row.stride < 0 ? first + bytes - width : first;
        }

        bool runs_backwards() const noexcept { return row.stride < 0; }

        void next() noexcept {
            if (++i < row.n) return;
            i = 0;
            run += row.stride;
        }
    };

    /// Finds the places of half a register; how many. The next place is that of the element which comes first in memory, in
    /// the direction of the runs, among those that no place holds yet.
    template <class Position>
    int fill(place (&places)[most_terms], int half, Position& at) noexcept {
        index_t element[lanes];
        index_t load[lanes];
        for (index_t i = 0; i < lanes; ++i, at.next()) {
            element[i] = at.element();
            load[i] = at.load(width);
        }
        std::uint32_t open = (std::uint32_t{1} << lanes) - 1;
        for (int t = 0; open != 0; ++t) {
            if (t == most_terms) return most_terms + 1;
            index_t first = __builtin_ctz(open);
            for (index_t i = first + 1; i < lanes; ++i) {
                const bool is_before = at.runs_backwards() ? element[i] > element[first] : element[i] < element[first];
                if ((open >> i & 1) != 0 && is_before) first = i;
            }
            places[t].at[half] = load[first];
            auto* const pick = reinterpret_cast<std::uint8_t*>(&places[t].pick) + half * width;
            for (index_t i = 0; i < lanes; ++i) {
                const index_t inside = element[i] - load[first];
                if ((open >> i & 1) == 0 || inside < 0 || inside > width - size) continue;
                open &= ~(std::uint32_t{1} << i);
                for (index_t b = 0; b < size; ++b) pick[i * size + b] = static_cast<std::uint8_t>(inside + b);
            }
            if (open == 0) return t + 1;
        }
        return 0;
    }

    void run_any(std::byte* to, const std::byte* row, const offsets& runs) const noexcept {
        if (terms_ == 1) run<1>(to, row, runs);
        if (terms_ == 2) run<2>(to, row, runs);
        if (terms_ == 3) run<3>(to, row, runs);
        if (terms_ == 4) run<4>(to, row, runs);
    }

    template <int Terms>
    LANEWISE_INLINE void run(std::byte* to, const std::byte* row, const offsets& runs) const noexcept {
        if (registers_ == 1) return run_period<Terms, 1>(to, row, runs);
        if (registers_ == 3) return run_period<Terms, 3>(to, row, runs);
        const place(*const places)[most_terms] = place_;
        const int last = registers_ - 1;
        const index_t last_at = register_at(last);
        for (index_t q = 0; q < periods_; ++q, to += period_bytes_) {
            const std::byte* const period = row + runs[q * runs_];
            for (int v = 0; v < last; ++v) store_halves(to + v * register_bytes, picked<Terms>(places[v], period));
            store_halves(to + last_at, picked<Terms>(places[last], period));
        }
    }

    /// The same for a known number of registers: their places stay in registers too (2x).
    template <int Terms, int Registers>
    LANEWISE_INLINE void run_period(std::byte* to, const std::byte* row, const offsets& runs) const noexcept {
        place places[static_cast<std::size_t>(Registers)][static_cast<std::size_t>(Terms)];
        for (int v = 0; v < Registers; ++v) {
            for (int t = 0; t < Terms; ++t) places[v][t] = place_[v][t];
        }
        const index_t bytes = period_bytes_;
        const index_t last_at = register_at(Registers - 1);
        const index_t periods = periods_;
        const offsets starts = runs;
        const index_t each = runs_;
        for (index_t q = 0; q < periods; ++q, to += bytes) {
            const std::byte* const period = row + starts[q * each];
            for (int v = 0; v < Registers - 1; ++v)
                store_halves(to + v * register_bytes, picked<Terms>(places[v], period));
            store_halves(to + last_at, picked<Terms>(places[Registers - 1], period));
        }
    }

    template <int Terms>
    LANEWISE_INLINE static halves_register picked(const place* places, const std::byte* row) noexcept {
        const auto part = [row](const place& p) {
            return pick_bytes(load_halves(row + p.at[0], row + p.at[register_halves - 1]), p.pick);
        };
        halves_register bytes = part(places[0]);
        for (int t = 1; t < Terms; ++t) bytes |= part(places[t]);
        return bytes;
    }

    int registers_; // of a period
    index_t period_bytes_;
    index_t runs_; // of a period
    index_t periods_ = 0; // of a row
    bool is_of_units_ = false;
    int terms_ = 0;
    place place_[most_registers][most_terms];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
