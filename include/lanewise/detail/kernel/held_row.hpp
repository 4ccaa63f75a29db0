#pragma once

/// A row of a few registers that stays in them: beside elements, out[j][i] = op(row[i], element[j]), and beside rows,
/// out[j][i] = op(row[i], other[j][i]), or the inputs the other way round. (64, 1, 48, 1) - (56, 1, 40) is the first in its two
/// inner axes (1.8x, of bytes 5x), (20000, 3) - (3) the second, once its three channels are repeated (1.5x, in the L1 cache 2x).

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// op on lanes of input K and of the other one, in their order.
template <int K, class Op, class Lanes>
LANEWISE_INLINE auto apply_in_order(const Op& op, const Lanes& x, const Lanes& other) noexcept {
    if constexpr (K == a_position) {
        return op(x, other);
    } else {
        return op(other, x);
    }
}

/// Such rows in registers of N elements, whole ones or halves.
template <class Op, int Held, int N>
class held_registers {
    using reg = short_register<Op, N>;
    static constexpr int other = other_input(Held);
    static constexpr auto size = static_cast<index_t>(sizeof(typename Op::result));
    using T = typename Op::result;

public:
    static constexpr int most = 5; // registers at a time
    /// Of a row that others share, whole ones. Pairs want more company: bfloat16 1.5x slower.
    static constexpr int most_shared = is_in_pairs<Op> ? 0 : is_float16<T> ? 4 : 8;

    LANEWISE_INLINE held_registers(const Op& op, const rows& r) noexcept : op_(op), r_(r) {}

    /// All registers of a row at a time where they are few, so that out is written in turn ((64, 1, 48, 1) - (56, 1, 40): 1.1x,
    /// 1.3x in the cache, of bytes 1.5x); else few rows at a time: the sooner they are complete, the better they are written
    /// (32: 1.3x slower where out is in the L3 cache).
    LANEWISE_FLATTEN void run_all() const noexcept {
        constexpr index_t few_rows = N < least_step<Op>() ? 4 : 8;
        const index_t registers = pieces(r_.n, N);
        const index_t at_a_time = registers <= most ? r_.count : few_rows;
        for (index_t j = 0; j < r_.count; j += at_a_time) {
            const index_t end = smaller(j + at_a_time, r_.count);
            for (index_t v = 0; v < registers;) {
                const index_t left = registers - v;
                const index_t now = left <= most ? left : most - 1;
                run_registers(now, v * N, j, end, std::make_integer_sequence<int, most>());
                v += now;
            }
        }
    }

    /// Rows beside one that all share, of more than half of the most registers.
    LANEWISE_FLATTEN void run_shared() const noexcept {
        run_shared_in(r_.n / N, std::make_integer_sequence<int, most_shared / 2>());
    }

private:
    template <int... I>
    LANEWISE_INLINE void run_shared_in(index_t count, std::integer_sequence<int, I...>) const noexcept {
        ((count == most_shared - I ? run_beside<most_shared - I>() : void()), ...);
    }

    template <int Registers>
    LANEWISE_INLINE void run_beside() const noexcept {
        decltype(reg::load(nullptr)) held[static_cast<std::size_t>(Registers)];
        each_register<Registers>(LANEWISE_EACH(int k) { held[k] = reg::load(r_.data[Held] + k * N * size); });
        const index_t from = r_.start[other].stride;
        const index_t to = r_.start[out_position].stride;
        const std::byte* row = r_.data[other];
        std::byte* out = r_.data[out_position];
        for (index_t j = r_.count; j > 0; --j, row += from, out += to) {
            each_register<Registers>(LANEWISE_EACH(int k) {
                reg::store(out + k * N * size, apply_in_order<Held>(op_, held[k], reg::load(row + k * N * size)));
            });
        }
    }

    template <int... I>
    LANEWISE_INLINE void run_registers(index_t count, index_t i, index_t j, index_t end,
                                       std::integer_sequence<int, I...>) const noexcept {
        ((count == I + 1 ? run_columns<I + 1>(i, j, end) : void()), ...);
    }

    /// The elements from i on of rows [j, end), in so many registers; a row's last one overlaps the one before.
    template <int Registers>
    LANEWISE_INLINE void run_columns(index_t i, index_t j, index_t end) const noexcept {
        const index_t last = smaller(Registers * N, r_.n - i) - N;
        const auto at = LANEWISE_EACH(int k) {
            return (k == Registers - 1 ? last : k * N) * size;
        };
        decltype(reg::load(nullptr)) held[static_cast<std::size_t>(Registers)];
        each_register<Registers>(LANEWISE_EACH(int k) { held[k] = reg::load(r_.data[Held] + i * size + at(k)); });
        const offsets from = r_.start[other];
        const offsets to = r_.start[out_position];
        const std::byte* const elements = r_.data[other];
        std::byte* const out = r_.data[out_position] + i * size;
        with_chosen(
            op_, LANEWISE_EACH(const auto& op) {
                for (index_t row = j; row < end; ++row) {
                    const auto one = reg::repeated(elements + from[row]);
                    std::byte* const to_row = out + to[row];
                    each_register<Registers>(
                        LANEWISE_EACH(int k) { reg::store(to_row + at(k), apply_in_order<Held>(op, held[k], one)); });
                }
                return true;
            });
    }

    kept_operation<Op> op_;
    const rows& r_;
};

template <class Op, int Held>
class held_row {
    static constexpr int least = least_step<Op>();

public:
    static constexpr index_t shortest = has_halves<Op> ? least / 2 : least; // elements of a row
    static constexpr index_t longest = 16 * least;
    static constexpr index_t most_shared = held_registers<Op, Held, least>::most_shared;

    /// Runs several rows; returns false and does nothing for others.
    LANEWISE_ALWAYS_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (r.start[Held].stride != 0 || r.form[Held] != row_form::packed) return false;
        if constexpr (most_shared > 0) {
            if (r.form[other_input(Held)] == row_form::packed) return run_shared(op, r);
        }
        if (!fits(r)) return false;
        if constexpr (has_halves<Op>) {
            // Halves of 32 bytes where most rows begin inside of a cache line, since a store into two takes as long as two
            // ((64, 1, 48, 1) - (56, 1, 40): 1.07x, rows of 20 to 200 in the cache: 1.1x to 1.2x). Not for others (rows of 24
            // doubles: 2.5x slower); of bytes only in the L2 cache and of few (1000 rows of 100: 1.4x, of 200: 1.45x slower).
            constexpr bool bytes = sizeof(typename Op::result) == 1;
            const bool many = r.n < 2 * least && r.n * r.count > 48 * 1024;
            if (r.n < least || (r.n % least != 0 && (!bytes || many))) return run_in<least / 2>(op, r);
        }
        return run_in<least>(op, r);
    }

private:
    /// Not in pieces where out is larger than the cache: it is better written in turn, a row loaded for each (uint8 outer
    /// (80000, 500): 1.7x, float64 (2645, 48, 63) of a, 63 elements a row: 1.25x).
    template <int N>
    LANEWISE_ALWAYS_INLINE static bool run_in(const void* op, const rows& r) noexcept {
        using registers = held_registers<Op, Held, N>;
        if (r.is_large && r.n > registers::most * N) return false;
        registers(*static_cast<const Op*>(op), r).run_all();
        return true;
    }

    /// Not inline, so that rows that share none are run by a short function.
    [[gnu::noinline]] static bool run_shared(const void* op, const rows& r) noexcept {
        const bool may = r.n % least == 0 && r.n <= most_shared * least && r.n > most_shared / 2 * least &&
                         !r.streaming && r.prefetch[other_input(Held)] == 0 && r.are_even();
        if (may) held_registers<Op, Held, least>(*static_cast<const Op*>(op), r).run_shared();
        return may;
    }

    static bool fits(const rows& r) noexcept {
        return r.form[other_input(Held)] == row_form::splat && r.n >= shortest && r.n <= longest && !r.streaming;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
