#pragma once

/// Rows of which one input is shuffled from memory on the way to the operation, and not packed first: so that what it waits
/// for and what is written overlap ((1Mi, 3) - (1Mi, 1), matrices of 3x3: 1.2x).

#include "../plan/chunks.hpp"
#include "../shuffle/block_shuffle.hpp"
#include "../shuffle/periodic_shuffle.hpp"
#include "../shuffle/repeat_shuffle.hpp"
#include "row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs what lies behind the first `done` bytes of a row, of which input k is packed for it.
template <class Op>
[[gnu::noinline]] void run_rest(const void* op, one_row row, int k, index_t done, std::byte* packed) noexcept {
    row.n -= done / static_cast<index_t>(sizeof(typename Op::result));
    for (std::byte*& data : row.data) data += done;
    row.data[k] = packed;
    run_row(*static_cast<const Op*>(op), row);
}

/// Runs the whole units of rows, as shuffled_row does.
using units_function = void (*)(const void* run, const rows& r, const strided_rows& from, const unit_rows& units);

/// Runs rows whose last unit overlaps the one before: it is kept beside until the others are written, as out may be the input
/// (pixels of bytes, rows of 17 less planes: 3x faster than an end of its own for each row).
[[gnu::noinline]] inline void run_with_last_units(const rows& r, int other, const strided_rows& from,
                                                  const unit_rows& units, units_function run,
                                                  const void* context) noexcept {
    alignas(64) std::byte kept[4 * most_unit_bytes];
    constexpr std::integral_constant<index_t, halves_bytes> chunk;
    const index_t bytes = units.bytes();
    const index_t together = static_cast<index_t>(sizeof kept) / bytes;
    rows some = r;
    strided_rows taken = from;
    for (index_t done = 0; done < r.count; done += some.count) {
        some.count = smaller(together, r.count - done);
        taken.row.count = some.count;
        rows last = some;
        last.data[other] += units.last_at();
        last.data[out_position] = kept;
        last.start[out_position] = {some.count, bytes, nullptr};
        last.streaming = false;
        run(context, last, units.last_of(taken), units);
        run(context, some, taken, units);
        std::byte* const end = some.data[out_position] + units.last_at();
        for (index_t j = 0; j < some.count; ++j) {
            fill_in_chunks(chunk, bytes, [&](index_t at) {
                copy_chunk(chunk, end + some.start[out_position][j] + at, kept + j * bytes + at);
            });
        }
        for (int i = 0; i < operand_count; ++i) some.start[i].begin_at(some.count, some.data[i]);
        taken.row.begin_at(some.count, taken.data);
    }
}

template <class Op>
class shuffled_row {
    using T = typename Op::result;
    using bits = bits_type<T>;
    using periodic = periodic_shuffle<bits>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr int least = least_step<Op>();

public:
    /// Of which input k is shuffled.
    LANEWISE_INLINE shuffled_row(const Op& op, const rows& r, int k) noexcept : op_(op), r_(r), k_(k) {}

    /// Returns false and does nothing for other rows.
    bool run(const strided_rows& from) const noexcept {
        if (r_.form[other()] != row_form::packed) return false;
        if (const auto* const repeats = repeat_shuffle<bits>::of(from))
            return is_worth_its_rest(*repeats) && run_units(from, *repeats);
        if constexpr (has_periods<bits>) {
            if (const periodic* const even = periodic::of(from)) return run_even(from, *even);
        }
        const auto* const blocks = block_shuffle<bits>::of(from);
        return blocks != nullptr && run_units(from, *blocks);
    }

private:
    int other() const noexcept { return other_input(k_); }

    /// Whether rows are whole units, or so long that what is left of each is little ((200, 33, 2) bytes less 33 of 35: 1.4x).
    bool is_worth_its_rest(const unit_rows& units) const noexcept {
        constexpr index_t long_row_bytes = 256;
        return units.rest_bytes() == 0 || r_.n * size >= long_row_bytes;
    }

    bool run_even(const strided_rows& from, const periodic& even) const noexcept {
        if (!even.is_quick() || (r_.streaming && !begin_at_lines())) return false;
        index_t periods = even.periods();
        // Whole cache lines around the cache, since the last ones are not all written so.
        if (r_.streaming) periods -= periods % (cache_line / power_of_two_in(even.period_bytes(), cache_line));
        // Runs that no load may begin with, periods that fill no line: at most 384 bytes (uint8 (600014, 12) backwards, AVX2).
        constexpr index_t most_end = 512;
        const index_t end_bytes = r_.n * static_cast<index_t>(sizeof(bits)) - periods * even.period_bytes();
        if (periods == 0 || end_bytes > most_end - halves_bytes) return false;
        for (index_t j = 0; j < r_.count; ++j) {
            std::byte* const in = r_.data[other()] + r_.start[other()][j];
            std::byte* const out = r_.data[out_position] + r_.start[out_position][j];
            run_periods(in, out, even, periods, from, j);
            alignas(64) std::byte end[most_end];
            even.pack_end(end, from, j, periods);
            run_rest<Op>(&op_, {r_.n, {out, in, in}, {}, r_.streaming}, k_, periods * even.period_bytes(), end);
        }
        return true;
    }

    template <class Units>
    bool run_units(const strided_rows& from, const Units& units) const noexcept {
        if (r_.streaming && (!Units::streams || units.bytes() % halves_bytes != 0 || !begin_at_lines())) return false;
        if (units.rest_bytes() == 0) {
            run_whole_units<Units>(this, r_, from, units);
        } else {
            run_with_last_units(r_, other(), from, units, run_whole_units<Units>, this);
        }
        return true;
    }

    /// A unit's inputs are loaded before it is written: its last register overlaps the one before, and out may be the input.
    template <class Units>
    [[gnu::noinline]] LANEWISE_FLATTEN static void
    run_whole_units(const void* run, const rows& r, const strided_rows& from, const unit_rows& units) noexcept {
        const auto& self = *static_cast<const shuffled_row*>(run);
        static_cast<const Units&>(units).each_unit(
            from, LANEWISE_EACH(index_t j) {
                std::byte* const to = r.data[out_position] + r.start[out_position][j];
                const std::byte* const in = r.data[self.other()] + r.start[self.other()][j];
                return [ to, in, &op = self.op_, is_a = self.k_ == a_position, streaming = r.streaming ]<int Registers>(
                    index_t at, const shuffled_unit<Registers>& unit) __attribute__((LANEWISE_INLINED)) {
                    halves_register z[static_cast<std::size_t>(Registers)];
                    each_register<Registers>(
                        LANEWISE_EACH(int v) { z[v] = apply(op, is_a, unit.reg[v], in + at + unit.begin(v)); });
                    if (Units::streams && streaming) [[unlikely]] {
                        each_register<Registers>(
                            LANEWISE_EACH(int v) { put_around(to + at + v * halves_bytes, z[v]); });
                    } else {
                        each_register<Registers>(LANEWISE_EACH(int v) { store_halves(to + at + unit.begin(v), z[v]); });
                    }
                };
            });
    }

    LANEWISE_INLINE static halves_register apply(const Op& op, bool is_a, halves_register shuffled,
                                                 const std::byte* in) noexcept {
        const auto x = lanes_of<T, least>(shuffled);
        const auto other = lanes_of<T, least>(load_whole(in));
        return low_bytes(is_a ? op(x, other) : op(other, x));
    }

    /// Stores a register around the cache.
    LANEWISE_INLINE static void put_around(std::byte* to, halves_register z) noexcept {
        stream<halves_bytes, halves_bytes>(to, [&](std::byte* packed) { store_halves(packed, z); });
    }

    /// Whether out's rows begin at cache lines.
    bool begin_at_lines() const noexcept {
        bool all = reinterpret_cast<std::uintptr_t>(r_.data[out_position]) % std::uintptr_t{cache_line} == 0;
        for (index_t j = 0; j < r_.count; ++j) all = all && r_.start[out_position][j] % cache_line == 0;
        return all;
    }

    /// Aligned, since a loop so small that crosses a cache line takes longer (bytes (30000, 2) swapped, AVX-512: 1.7x).
    [[gnu::noinline, gnu::aligned(64)]] LANEWISE_FLATTEN void run_periods(const std::byte* in, std::byte* out,
                                                                          const periodic& shuffled, index_t periods,
                                                                          const strided_rows& from,
                                                                          index_t j) const noexcept {
        shuffled.each_shuffled_quickly(
            from, j, periods,
            [ in, out, &op = op_, is_a = k_ == a_position, streaming = r_.streaming ](index_t at, halves_register bytes)
                __attribute__((LANEWISE_INLINED)) {
                    const halves_register z = apply(op, is_a, bytes, in + at);
                    if (streaming) [[unlikely]] {
                        put_around(out + at, z);
                    } else {
                        store_halves(out + at, z);
                    }
                });
    }

    kept_operation<Op> op_;
    const rows& r_;
    const int k_;
};

/// As shuffling_function.
template <class Op>
bool run_shuffling(const void* op, const rows& r, int k, const strided_rows& from) noexcept {
    return shuffled_row<Op>(*static_cast<const Op*>(op), r, k).run(from);
}

template <class Op>
constexpr shuffling_function shuffling_function_of() noexcept {
    if constexpr (takes_shuffled<Op>()) {
        return run_shuffling<Op>;
    } else {
        return nullptr;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
