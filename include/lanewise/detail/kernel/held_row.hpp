#pragma once

/// Rows of a few registers in which one input is always the same row and the other one element, another in each: an outer
/// product, as (64, 1, 48, 1) - (56, 1, 40) is in its two inner axes. The row is held in registers while the elements pass
/// (that layout: 1.8x, of bytes 5x).

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op, int Held>
class held_row {
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();
    static constexpr int other = other_input(Held);
    static constexpr auto size = static_cast<index_t>(sizeof(typename Op::result));
    using T = typename Op::result;
    using lane = typename lane_of<Op, T>::type;

public:
    /// False: these rows, more than one, are others.
    LANEWISE_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (!fits(r)) return false;
        held_row(*static_cast<const Op*>(op), r).run_all();
        return true;
    }

private:
    static bool fits(const rows& r) noexcept {
        constexpr index_t most = 4 * step;
        const offsets& start = r.start[Held];
        return r.form[Held] == row_form::packed && start.table == nullptr && start.stride == 0 &&
               r.form[other] == row_form::splat && r.n >= least && r.n <= most && !r.around_cache;
    }

    LANEWISE_INLINE held_row(const Op& op, const rows& r) noexcept : op_(op), r_(r) {}

    /// All columns of a row at a time where they are few, so that out is written in turn ((64, 1, 48, 1) - (56, 1, 40): 1.1x,
    /// 1.3x in the cache); else few rows at a time: the sooner they are complete, the better they are written (32: 1.3x slower
    /// where out is in the L3 cache).
    void run_all() const noexcept {
        constexpr int few_registers = 5;
        constexpr index_t rows_at_a_time = 8;
        if (r_.n % least == 0 && r_.n <= few_registers * least)
            return run_registers(std::make_integer_sequence<int, few_registers>());
        for (index_t j = 0; j < r_.count; j += rows_at_a_time) {
            const index_t end = smaller(j + rows_at_a_time, r_.count);
            index_t i = 0;
            for (; i + step <= r_.n; i += step) run_columns<step>(i, j, end);
            for (; i < r_.n; i += least) run_columns<least>(smaller(i, r_.n - least), j, end);
        }
    }

    template <int... I>
    LANEWISE_INLINE void run_registers(std::integer_sequence<int, I...>) const noexcept {
        ((r_.n == (I + 1) * least ? run_columns<(I + 1) * least>(0, 0, r_.count) : void()), ...);
    }

    /// N elements from i on of rows [j, end).
    template <int N>
    LANEWISE_INLINE void run_columns(index_t i, index_t j, index_t end) const noexcept {
        const lanes<lane, N> held = load_as<lane, T, N>(r_.data[Held] + i * size);
        const offsets from = r_.start[other];
        const offsets to = r_.start[out_position];
        const std::byte* const elements = r_.data[other];
        std::byte* const out = r_.data[out_position] + i * size;
        for (; j < end; ++j) {
            std::byte repeated[static_cast<std::size_t>(least) * sizeof(T)];
            store_repeated<least>(repeated, load_element<T>(elements + from[j]));
            const auto one = load_as<lane, T, least>(repeated);
            lanes<lane, N> all;
            each_register<lanes<lane, N>::count>(LANEWISE_EACH(int k) { all.reg[k] = one.reg[0]; });
            store<T, N>(out + to[j], apply_in_order<Held>(op_, held, all));
        }
    }

    const Op& op_;
    const rows& r_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
