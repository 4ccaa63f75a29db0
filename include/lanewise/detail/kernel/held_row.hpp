#pragma once

/// Outer products out[j][i] = op(row[i], element[j]), or the inputs the other way round, where the row has a few registers: it
/// stays in them. (64, 1, 48, 1) - (56, 1, 40) is that in its two inner axes (1.8x, of bytes 5x).

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op, int Held>
class held_row {
    /// Halves of 32 bytes, since most rows begin inside of a line, and a store into two lines takes as long as two
    /// ((64, 1, 48, 1) - (56, 1, 40): 1.07x, in the cache, rows of 24 to 200: 1.02x to 1.2x).
    static constexpr bool by_halves = has_halves<Op>;
    static constexpr int at_once = by_halves ? least_step<Op>() / 2 : least_step<Op>();
    using reg = short_register<Op, at_once>;
    static constexpr int other = other_input(Held);
    static constexpr auto size = static_cast<index_t>(sizeof(typename Op::result));
    using T = typename Op::result;

public:
    /// Runs several rows; returns false and does nothing for others.
    LANEWISE_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (!fits(r)) return false;
        held_row(*static_cast<const Op*>(op), r).run_all();
        return true;
    }

private:
    static bool fits(const rows& r) noexcept {
        constexpr index_t least = least_step<Op>();
        constexpr index_t most = 16 * least;
        const offsets& start = r.start[Held];
        return r.form[Held] == row_form::packed && start.table == nullptr && start.stride == 0 &&
               r.form[other] == row_form::splat && r.n >= least && r.n <= most && !r.streaming;
    }

    LANEWISE_INLINE held_row(const Op& op, const rows& r) noexcept : op_(op), r_(r) {}

    /// All registers of a row at a time where they are few, so that out is written in turn ((64, 1, 48, 1) - (56, 1, 40): 1.1x,
    /// 1.3x in the cache, of bytes 1.5x); else few rows at a time: the sooner they are complete, the better they are written
    /// (32: 1.3x slower where out is in the L3 cache).
    void run_all() const noexcept {
        constexpr index_t few_rows = by_halves ? 4 : 8;
        const index_t registers = pieces(r_.n, at_once);
        const index_t at_a_time = registers <= few_registers ? r_.count : few_rows;
        for (index_t j = 0; j < r_.count; j += at_a_time) {
            const index_t end = smaller(j + at_a_time, r_.count);
            for (index_t v = 0; v < registers;) {
                const index_t left = registers - v;
                const index_t now = left <= few_registers ? left : few_registers - 1;
                run_registers(now, v * at_once, j, end, std::make_integer_sequence<int, few_registers>());
                v += now;
            }
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
        const index_t last = smaller(Registers * at_once, r_.n - i) - at_once;
        const auto at = LANEWISE_EACH(int k) {
            return (k == Registers - 1 ? last : k * at_once) * size;
        };
        decltype(reg::load(nullptr)) held[static_cast<std::size_t>(Registers)];
        each_register<Registers>(LANEWISE_EACH(int k) { held[k] = reg::load(r_.data[Held] + i * size + at(k)); });
        const offsets from = r_.start[other];
        const offsets to = r_.start[out_position];
        const std::byte* const elements = r_.data[other];
        std::byte* const out = r_.data[out_position] + i * size;
        for (; j < end; ++j) {
            const auto one = reg::repeated(elements + from[j]);
            std::byte* const row = out + to[j];
            each_register<Registers>(
                LANEWISE_EACH(int k) { reg::store(row + at(k), apply_in_order<Held>(op_, held[k], one)); });
        }
    }

    static constexpr int few_registers = 5;

    const Op& op_;
    const rows& r_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
