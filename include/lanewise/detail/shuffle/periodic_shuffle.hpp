#pragma once

/// Rows in which the bytes of every register come from a few places in memory, in an order that repeats.
///
/// Such are small runs backwards (RGB from BGR) and planes from interleaved ones ((3, n) from (n, 3)): a row's run has n elements
/// `step` apart, the runs are evenly spaced, and in memory they follow each other, or what lies between elements is other rows. A
/// period is as many registers as it takes until a run begins with one. What a load brings beyond the elements that are due lies
/// inside the view: elements that come later in the row, or are other rows'.

#include "shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Whether elements of T are shuffled so: by words, as block_shuffle has them, it takes less.
template <class T>
inline constexpr bool has_periods = can_shuffle_bytes && !(can_shuffle_words && sizeof(T) >= 4);

template <class T>
class periodic_shuffle {
public:
    /// The shuffle for these rows, kept in their notes; null: there is none.
    static const periodic_shuffle* of(const strided_rows& from) noexcept {
        if (!is_of(from)) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == periodic_note) return &noted<periodic_shuffle>(notes);
        return &note_down(notes, periodic_note, [&] { return periodic_shuffle(evenly(from)); });
    }

    void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        for (index_t j = 0; j < from.row.count; ++j) {
            std::byte* const to = packed + j * pitch;
            pack_periods(to, from.data + from.row[j], runs_ * evenly(from).stride);
            pack_end(to + periods_ * period_bytes(), from, j, periods_);
        }
    }

    index_t periods() const noexcept { return periods_; } // of a row, whole ones
    index_t period_bytes() const noexcept { return period_.bytes(); }

    /// Whether periods are of the usual kinds: only these are worth code of their own in every operation.
    bool is_quick() const noexcept {
        return (period_.registers() == 1 && period_.loads() == 1) || (period_.registers() == 3 && period_.loads() == 2);
    }

    /// Calls f(at, register) for each register of row j's first periods, of those kinds, `at` bytes from the row's start.
    template <class F>
    LANEWISE_INLINE void each_shuffled_quickly(const strided_rows& from, index_t j, index_t periods,
                                               const F& f) const noexcept {
        each_quickly(from.data + from.row[j], runs_ * evenly(from).stride, periods, f);
    }

    /// Packs what follows those in row j; may write up to 32 bytes behind it.
    void pack_end(std::byte* to, const strided_rows& from, index_t j, index_t periods) const noexcept {
        const evenly even(from);
        const index_t first = periods * runs_;
        const std::byte* const row = from.data + from.row[j] + first * even.stride;
        const index_t runs = even.count - first;
        if (runs > 0) pack_few(to, row, runs, even);
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

        LANEWISE_INLINE explicit evenly(const strided_rows& from) noexcept
            : n(from.n), step(from.step), count(from.run.count), stride(from.run.stride) {
            if (count == 1) {
                count = n;
                stride = step;
                n = 1;
                step = 0;
            }
        }
    };

    /// The power of two in n, up to a register's elements: a period is n / even_part(n) registers.
    static constexpr index_t even_part(index_t n) noexcept { return power_of_two_in(n, register_halves * lanes); }

    /// Whether a period of runs of n elements is one register or three; others take as long as it takes to set them up.
    static constexpr bool is_short(index_t n) noexcept { return n == even_part(n) || n == 3 * even_part(n); }

    /// Whether strided rows are such. Pixels backwards in a call that fits into the cache, unless they are one register a period,
    /// are faster as blocks (rows of 64 RGB bytes from right to left: 2.5x).
    LANEWISE_ALWAYS_INLINE static bool is_of(const strided_rows& from) noexcept {
        if (!can_shuffle_bytes || from.run.table != nullptr || from.notes == nullptr) return false;
        if (from.step == size && has_plain_runs(from, size)) return false;
        const evenly row(from);
        if (row.count < 2 * register_halves * lanes) return false;
        const index_t apart = magnitude(row.stride);
        const bool runs_follow = magnitude(row.step) == size && apart == row.n * size && apart <= load_width &&
                                 is_short(row.n) && (from.order->is_large() || row.n == even_part(row.n));
        return runs_follow || (row.n == 1 && are_between(from, apart));
    }

    /// Whether rows fill what lies between elements `apart` bytes apart, and few loads bring enough of these.
    LANEWISE_ALWAYS_INLINE static bool are_between(const strided_rows& from, index_t apart) noexcept {
        if (apart == 0 || apart > (size <= 2 ? 4 : size == 4 ? 3 : 0) * size) return false;
        const reading_order& order = *from.order;
        for (int k = 0; k < order.rank(); ++k) {
            if (magnitude(order[k].from) == size && order[k].extent * size == apart) return true;
        }
        return false;
    }

    explicit periodic_shuffle(const evenly& row) noexcept
        : period_(static_cast<int>(row.n / even_part(row.n))), runs_(period_.bytes() / (row.n * size)) {
        position at{row};
        for (int v = 0; v < period_.registers(); ++v) period_.fill(v, at);
        // No load reaches further than `lanes` runs, and the last one starts in the period's last run.
        const index_t runs = row.count - lanes + 1;
        periods_ = runs < runs_ ? 0 : runs / runs_;
    }

    template <class F>
    LANEWISE_INLINE void each_quickly(const std::byte* from, index_t stride, index_t periods,
                                      const F& f) const noexcept {
        if (period_.registers() == 1) return period_.template each_shuffled_of<1, 1>(from, stride, periods, f);
        period_.template each_shuffled_of<2, 3>(from, stride, periods, f);
    }

    LANEWISE_FLATTEN void pack_periods(std::byte* to, const std::byte* from, index_t stride) const noexcept {
        const auto pack_at = LANEWISE_EACH(index_t at, halves_register shuffled) {
            store_halves(to + at, shuffled);
        };
        if constexpr (size >= 4) { // others take no longer in the loop for all
            if (is_quick()) return each_quickly(from, stride, periods_, pack_at);
        } else {
            if (period_.registers() == 1) {
                return period_.with_loads(
                    [&](auto loads) { period_.template each_shuffled_of<loads, 1>(from, stride, periods_, pack_at); });
            }
            return period_.template each_shuffled_of<2, 3>(from, stride, periods_, pack_at);
        }
        for (index_t q = 0; q < periods_; ++q, to += period_.bytes(), from += stride)
            period_.each_shuffled(from, pack_at);
    }

    static constexpr index_t most_copied = 1024; // bytes

    /// How far so many runs' periods go, and one run, which is shorter than a load.
    index_t along_runs(index_t runs, const evenly& row) const noexcept {
        return pieces(runs, runs_) * runs_ * magnitude(row.stride);
    }
    static index_t along_run(const evenly& row) noexcept { return magnitude((row.n - 1) * row.step); }

    /// Packs runs from a copy, which may be read beyond what is there: fewer than a load has elements and a period has runs, or
    /// those of a few hundred bytes that fill no cache line.
    LANEWISE_FLATTEN void pack_few(std::byte* to, const std::byte* from, index_t runs,
                                   const evenly& row) const noexcept {
        alignas(cache_line) std::byte copy[most_copied + 4 * load_width];
        std::byte* const start =
            copy + 2 * load_width + (row.stride < 0 ? along_runs(runs, row) : 0) + (row.step < 0 ? along_run(row) : 0);
        const index_t along = (runs - 1) * row.stride;
        const index_t inside = (row.n - 1) * row.step;
        const index_t low = smaller(along, 0) + smaller(inside, 0);
        const index_t bytes_copied = magnitude(along) + magnitude(inside) + size;
        __builtin_memcpy(start + low, from + low, static_cast<std::size_t>(bytes_copied));
        const index_t bytes = runs * row.n * size;
        for (index_t q = 0; q * period_.bytes() < bytes; ++q) {
            period_.each_shuffled(
                start + q * runs_ * row.stride, LANEWISE_EACH(index_t at, halves_register shuffled) {
                    at += q * period_.bytes();
                    if (at < bytes) store_halves(to + at, shuffled);
                });
        }
    }

    /// As shuffled_period wants it.
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
            return row.stride < 0 ? first + bytes - load_width : first;
        }

        void next() noexcept {
            if (++i < row.n) return;
            i = 0;
            run += row.stride;
        }
    };

    shuffled_period<T> period_;
    index_t runs_;    // of a period
    index_t periods_; // of a row
};

} // namespace lanewise::detail::inline LANEWISE_ISA
