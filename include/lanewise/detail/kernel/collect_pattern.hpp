#pragma once

/// Rows in which the bytes of every register come from a few places in memory, in an order that repeats.
///
/// Such are repeated elements ((n, 3) - (n, 1)), interleaved planes ((n, 3) from (3, n)), small runs backwards (RGB from BGR)
/// and planes from interleaved ones ((3, n) from (n, 3)): a row's run has n elements `step` apart, the runs are evenly spaced,
/// and in memory the elements of one place in the run follow each other, or the runs do, or what lies between elements is
/// other rows. A period is as many registers as it takes until a run begins with one. Each half of a register is filled from
/// at most four loads of 16 bytes, which lie inside the view: elements that come later in the row, or are other rows', are
/// loaded with those that are due.

#include "../lane/halves.hpp"
#include "../loop/row_kernel.hpp"

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

    /// The pattern of a grid, from its notes or into them.
    LANEWISE_INLINE static const byte_pattern& noted(const grid& from) noexcept {
        static_assert(sizeof(byte_pattern) <= sizeof(collect_notes::bytes) &&
                      std::is_trivially_destructible_v<byte_pattern>);
        if (from.notes->valid) return *std::launder(reinterpret_cast<const byte_pattern*>(from.notes->bytes));
        from.notes->valid = true;
        return *::new (from.notes->bytes) byte_pattern(from);
    }

    void collect(std::byte* packed, index_t pitch, const grid& from) const noexcept {
        const evenly even(from);
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* const row = from.data + from.row[j];
            std::byte* const to = packed + j * pitch;
            if (terms_ == 1) run<1>(to, row);
            if (terms_ == 2) run<2>(to, row);
            if (terms_ == 3) run<3>(to, row);
            if (terms_ == 4) run<4>(to, row);
            std::byte* element = to + periods_ * registers_ * static_cast<index_t>(sizeof(halves_register));
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

    explicit byte_pattern(const grid& from) noexcept : byte_pattern(evenly(from)) {}

    explicit byte_pattern(const evenly& row) noexcept
        : registers_(static_cast<int>(row.n / power_of_two_in(row.n, register_halves * lanes))),
          runs_(registers_ * register_halves * lanes / row.n), run_stride_(row.stride) {
        position at{row};
        for (int v = 0; v < registers_; ++v) {
            for (int t = 0; t < most_terms; ++t) {
                __builtin_memset(&place_[v][t].pick, no_byte, sizeof place_[v][t].pick);
                for (index_t& unused : place_[v][t].at) unused = at.load();
            }
            for (int half = 0; half < register_halves; ++half) {
                const int terms = fill(place_[v], half, at);
                terms_ = terms > terms_ ? terms : terms_;
            }
        }
        // No load reaches further than `lanes` runs, and the last one starts in the period's last run.
        const index_t runs = row.count - lanes + 1;
        periods_ = terms_ > most_terms || runs < runs_ ? 0 : runs / runs_;
    }

    /// Steps through a row: where an element is, and where its load would be.
    struct position {
        const evenly& row;
        bool runs_follow = magnitude(row.step) == size && magnitude(row.stride) == row.n * size;
        index_t run = 0;
        index_t i = 0;

        index_t element() const noexcept { return run + i * row.step; }

        /// Where 16 bytes are loaded: from the element on, or from the run on, in the direction of the runs.
        index_t load() const noexcept {
            const index_t first = !runs_follow ? element() : run + (row.step < 0 ? (row.n - 1) * row.step : 0);
            const index_t bytes = !runs_follow ? size : row.n * size;
            return row.stride < 0 ? first + bytes - width : first;
        }

        void next() noexcept {
            if (++i < row.n) return;
            i = 0;
            run += row.stride;
        }
    };

    /// Finds the places of half a register; how many.
    int fill(place (&places)[most_terms], int half, position& at) noexcept {
        int count = 0;
        for (index_t i = 0; i < lanes; ++i, at.next()) {
            const auto inside = [&](int t) { return at.element() - places[t].at[half]; };
            int t = 0;
            while (t < count && (inside(t) < 0 || inside(t) > width - size)) ++t;
            if (t == most_terms) return most_terms + 1;
            if (t == count) places[count++].at[half] = at.load();
            auto* const pick = reinterpret_cast<std::uint8_t*>(&places[t].pick) + half * width;
            for (index_t b = 0; b < size; ++b) pick[i * size + b] = static_cast<std::uint8_t>(inside(t) + b);
        }
        return count;
    }

    template <int Terms>
    LANEWISE_INLINE void run(std::byte* to, const std::byte* row) const noexcept {
        if (registers_ == 1) return run_period<Terms, 1>(to, row);
        if (registers_ == 3) return run_period<Terms, 3>(to, row);
        const place(*const places)[most_terms] = place_;
        const int registers = registers_;
        for (index_t q = 0; q < periods_; ++q, row += runs_ * run_stride_) {
            for (int v = 0; v < registers; ++v, to += sizeof(halves_register))
                store_halves(to, picked<Terms>(places[v], row));
        }
    }

    /// The same for a known number of registers: their places stay in registers too (2x).
    template <int Terms, int Registers>
    LANEWISE_INLINE void run_period(std::byte* to, const std::byte* row) const noexcept {
        place places[static_cast<std::size_t>(Registers)][static_cast<std::size_t>(Terms)];
        for (int v = 0; v < Registers; ++v) {
            for (int t = 0; t < Terms; ++t) places[v][t] = place_[v][t];
        }
        const index_t stride = runs_ * run_stride_;
        const index_t periods = periods_;
        for (index_t q = 0; q < periods; ++q, row += stride) {
            for (int v = 0; v < Registers; ++v, to += sizeof(halves_register))
                store_halves(to, picked<Terms>(places[v], row));
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
    index_t runs_;
    index_t run_stride_;
    index_t periods_;
    int terms_ = 0;
    place place_[most_registers][most_terms];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
