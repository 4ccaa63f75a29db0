#pragma once

/// Rows in which the bytes of every register come from a few places in memory, in an order that repeats.
///
/// Such are repeated elements ((n, 3) - (n, 1)), interleaved planes ((n, 3) from (3, n)), small runs backwards (RGB from BGR)
/// and planes from interleaved ones ((3, n) from (n, 3)): a row's run has n elements `step` apart, the runs are evenly spaced,
/// and in memory the elements of one place in the run follow each other, or the runs do, or what lies between elements is
/// other rows. A period is as many registers as it takes until a run begins with one. What a load brings beyond the elements
/// that are due lies inside the view: elements that come later in the row, or are other rows'.

#include "picked_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
class even_pattern {
public:
    /// Whether a grid's rows are such. Elements of eight bytes are copied as fast as they are picked from several loads, and
    /// four planes of four bytes transposed faster.
    LANEWISE_INLINE static bool is_of(const grid& from) noexcept {
        if (!can_pick_bytes || from.run.table != nullptr || from.notes == nullptr) return false;
        const evenly row(from);
        if (row.count < 2 * register_halves * lanes) return false;
        const index_t apart = magnitude(row.stride);
        const bool places_follow = apart == size && row.n > 1 &&
                                   row.n <= (row.step == 0 ? most_period_registers
                                             : size <= 2   ? most_loads
                                             : size == 4   ? 3
                                                           : 1);
        const bool runs_follow = magnitude(row.step) == size && apart == row.n * size && apart <= load_width;
        return places_follow || runs_follow || (row.n == 1 && are_between(from, apart));
    }

    static void collect(std::byte* packed, index_t pitch, const grid& from) noexcept {
        collect_notes& notes = *from.notes;
        const evenly even(from);
        const even_pattern& pattern = notes.note == even_note
                                          ? noted_pattern<even_pattern>(notes)
                                          : note_pattern(notes, even_note, [&] { return even_pattern(even); });
        for (index_t j = 0; j < from.row.count; ++j)
            pattern.collect_row(packed + j * pitch, from.data + from.row[j], even);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes = load_width / size;

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

    static index_t period_bytes(const evenly& row) noexcept {
        return row.n / power_of_two_in(row.n, register_halves * lanes) * halves_bytes;
    }

    explicit even_pattern(const evenly& row) noexcept
        : period_(period_bytes(row)), runs_(period_.bytes() / (row.n * size)) {
        position at{row};
        for (int v = 0; v < period_.registers(); ++v) period_.fill(v, at);
        // No load reaches further than `lanes` runs, and the last one starts in the period's last run.
        const index_t runs = row.count - lanes + 1;
        periods_ = !period_.is_possible() || runs < runs_ ? 0 : runs / runs_;
    }

    /// As picked_period wants it.
    struct position {
        const evenly& row;
        bool runs_follow = magnitude(row.step) == size && magnitude(row.stride) == row.n * size;
        index_t run = 0;
        index_t i = 0;

        index_t element() const noexcept { return run + i * row.step; }

        /// From the element on, or from the run on, in the direction of the runs.
        index_t load() const noexcept {
            const index_t first = !runs_follow ? element() : run + (row.step < 0 ? (row.n - 1) * row.step : 0);
            const index_t bytes = !runs_follow ? size : row.n * size;
            return runs_backwards() ? first + bytes - load_width : first;
        }

        bool runs_backwards() const noexcept { return row.stride < 0; }

        void next() noexcept {
            if (++i < row.n) return;
            i = 0;
            run += row.stride;
        }
    };

    LANEWISE_INLINE void collect_row(std::byte* to, const std::byte* row, const evenly& even) const noexcept {
        const index_t stride = runs_ * even.stride;
        period_.with_loads([&](auto loads) {
            if (period_.registers() == 1) return period_.template run_all<loads, 1>(to, row, stride, periods_);
            if (period_.registers() == 3) return period_.template run_all<loads, 3>(to, row, stride, periods_);
            for (index_t q = 0; q < periods_; ++q)
                period_.template run<loads>(to + q * period_.bytes(), row + q * stride);
        });
        to += periods_ * period_.bytes();
        for (index_t m = periods_ * runs_; m < even.count; ++m) {
            for (index_t i = 0; i < even.n; ++i, to += size)
                store_element(to, load_element<T>(row + m * even.stride + i * even.step));
        }
    }

    picked_period<T> period_;
    index_t runs_;    // of a period
    index_t periods_; // of a row
};

} // namespace lanewise::detail::inline LANEWISE_ISA
