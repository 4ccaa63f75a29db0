#pragma once

/// Rows of which one input is shuffled from memory on the way to the operation, and not packed first: so that what it waits
/// for and what is written overlap ((1Mi, 3) - (1Mi, 1), matrices of 3x3: 1.2x).

#include "../pack/block_shuffle.hpp"
#include "../pack/periodic_shuffle.hpp"
#include "row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Whether an operation takes what is shuffled: its registers are those.
template <class Op>
constexpr bool takes_shuffled() noexcept {
    if constexpr (can_shuffle_bytes && rearranges<Op>) {
        return holds_halves<typename Op::result, least_step<Op>()>;
    } else {
        return false;
    }
}

/// Runs what lies behind the first `done` bytes of a row, of which input k is packed for it.
template <class Op>
[[gnu::noinline]] void run_rest(const void* op, one_row row, int k, index_t done, std::byte* packed) noexcept {
    row.n -= done / static_cast<index_t>(sizeof(typename Op::result));
    for (std::byte*& data : row.data) data += done;
    row.data[k] = packed;
    run_row(*static_cast<const Op*>(op), row);
}

/// The same behind the whole units of each row.
template <class Op>
[[gnu::noinline]] void run_rests(const void* op, const rows& r, int k, const strided_rows& from,
                                 const block_shuffle<bits_type<typename Op::result>>& shuffled) noexcept {
    strided_rows row = from;
    row.row = {1, 0, nullptr};
    for (index_t j = 0; j < r.count; ++j) {
        std::byte end[most_loads * halves_bytes]; // a unit
        row.data = from.data + from.row[j];
        shuffled.pack_last(end, 0, row);
        one_row rest{r.n, {}, {}, false};
        for (int i = 0; i < operand_count; ++i) rest.data[i] = r.data[i] + r.start[i][j];
        run_rest<Op>(op, rest, k, shuffled.whole_bytes(), end + shuffled.bytes() - shuffled.rest_bytes());
    }
}

template <class Op, int Shuffled>
class shuffled_row {
    static constexpr int other = other_input(Shuffled);
    using T = typename Op::result;
    using periodic = periodic_shuffle<bits_type<T>>;
    using blocks = block_shuffle<bits_type<T>>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr int least = least_step<Op>();

public:
    /// Returns false and does nothing for other rows.
    LANEWISE_INLINE static bool run(const void* op, const rows& r, const strided_rows& from) noexcept {
        if (r.form[other] != row_form::packed) return false;
        if (const periodic* const even = periodic::of(from)) return run_even(op, r, from, *even);
        if (r.streaming || has_plain_runs(from, size)) return false;
        const blocks* const shuffled = blocks::of(from);
        if (shuffled == nullptr) return false;
        run_blocks(*static_cast<const Op*>(op), r, from, *shuffled);
        if (shuffled->rest_bytes() > 0) run_rests<Op>(op, r, Shuffled, from, *shuffled);
        return true;
    }

private:
    LANEWISE_INLINE static bool run_even(const void* op, const rows& r, const strided_rows& from,
                                         const periodic& even) noexcept {
        if (!even.is_quick() || (r.streaming && !begin_at_lines(r))) return false;
        index_t periods = even.periods();
        // Whole cache lines around the cache, since the last ones are not all written so.
        if (r.streaming) periods -= periods % (cache_line / power_of_two_in(even.period_bytes(), cache_line));
        if (periods == 0) return false;
        for (index_t j = 0; j < r.count; ++j) {
            std::byte* const in = r.data[other] + r.start[other][j];
            std::byte* const out = r.data[out_position] + r.start[out_position][j];
            run_periods(*static_cast<const Op*>(op), in, out, r.streaming, even, periods, from, j);
            // Two periods and the runs that no load may begin with, at most.
            alignas(64) std::byte end[2 * most_period_registers * halves_bytes + most_period_registers * load_width];
            even.pack_end(end, from, j, periods);
            run_rest<Op>(op, {r.n, {out, in, in}, {}, r.streaming}, Shuffled, periods * even.period_bytes(), end);
        }
        return true;
    }

    /// A unit's inputs are loaded before it is written: its last register overlaps the one before, and out may be the input.
    static void run_blocks(const Op& op, const rows& r, const strided_rows& from, const blocks& shuffled) noexcept {
        shuffled.each_unit(
            from, LANEWISE_EACH(index_t j) {
                std::byte* const to = r.data[out_position] + r.start[out_position][j];
                const std::byte* const in = r.data[other] + r.start[other][j];
                return [ to, in, &op ]<int Registers>(index_t at, const shuffled_unit<Registers>& unit)
                    __attribute__((always_inline)) {
                    lanes<T, least> z[static_cast<std::size_t>(Registers)];
                    each_register<Registers>(
                        LANEWISE_EACH(int v) { z[v] = apply(op, unit.reg[v], in + at + unit.begin(v)); });
                    each_register<Registers>(
                        LANEWISE_EACH(int v) { store_halves(to + at + unit.begin(v), low_bytes(z[v])); });
                };
            });
    }

    LANEWISE_INLINE static auto apply(const Op& op, halves_register shuffled, const std::byte* in) noexcept {
        return apply_in_order<Shuffled>(op, lanes_of<T, least>(shuffled), lanes_of<T, least>(load_whole(in)));
    }

    /// Whether out's rows begin at cache lines.
    static bool begin_at_lines(const rows& r) noexcept {
        const offsets& start = r.start[out_position];
        const auto first = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(r.data[out_position]));
        return first % cache_line == 0 && (r.count == 1 || (start.table == nullptr && start.stride % cache_line == 0));
    }

    static void run_periods(const Op& op, const std::byte* in, std::byte* out, bool streaming, const periodic& shuffled,
                            index_t periods, const strided_rows& from, index_t j) noexcept {
        shuffled.each_shuffled_quickly(
            from, j, periods, LANEWISE_EACH(index_t at, halves_register bytes) {
                const halves_register z = low_bytes(apply(op, bytes, in + at));
                if (streaming) {
                    stream<halves_bytes, halves_bytes>(out + at, [&](std::byte* to) { store_halves(to, z); });
                } else {
                    store_halves(out + at, z);
                }
            });
    }
};

/// As shuffling_function.
template <class Op>
bool run_shuffling(const void* op, const rows& r, int k, const strided_rows& from) noexcept {
    return k == a_position ? shuffled_row<Op, a_position>::run(op, r, from)
                           : shuffled_row<Op, b_position>::run(op, r, from);
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
