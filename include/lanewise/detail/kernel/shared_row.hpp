#pragma once

/// Short rows of which one input is the same in several that follow each other, as in (n, 64) - (64): two are run at a time,
/// so that this input is loaded once, and what a row costs beside its elements serves both (that layout: 1.25x, of 100
/// elements 1.3x).

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op, int Shared>
class shared_row {
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();
    static constexpr int other = other_input(Shared);
    using T = typename Op::result;
    using lane = typename lane_of<Op, T>::type;
    static constexpr auto size = static_cast<index_t>(sizeof(T));

public:
    /// False: these rows, more than one, are others.
    LANEWISE_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (!fits(r)) return false;
        const shared_row all(*static_cast<const Op*>(op), r);
        const offsets shared = r.start[Shared];
        for (index_t j = 0; j < r.count;) {
            if (j + 1 < r.count && shared[j] == shared[j + 1]) {
                all.template run_rows<2>(j);
                j += 2;
            } else {
                all.template run_rows<1>(j++);
            }
        }
        return true;
    }

private:
    static bool fits(const rows& r) noexcept {
        constexpr index_t most_bytes = 512; // longer ones are better written one by one (1024 bytes: 1.15x)
        return are_packed(r) && r.n >= least && r.n * size <= most_bytes && !r.around_cache && r.prefetch[other] == 0 &&
               r.start[Shared][0] == r.start[Shared][1];
    }

    LANEWISE_INLINE shared_row(const Op& op, const rows& r) noexcept : op_(op), r_(r), has_end_(r.n % least != 0) {}

    /// `Count` rows from row j on; their last elements as row_loop has them.
    template <int Count>
    LANEWISE_INLINE void run_rows(index_t j) const noexcept {
        const std::byte* const shared = r_.data[Shared] + r_.start[Shared][j];
        const std::byte* in[static_cast<std::size_t>(Count)];
        std::byte* out[static_cast<std::size_t>(Count)];
        for (int q = 0; q < Count; ++q) {
            in[q] = r_.data[other] + r_.start[other][j + q];
            out[q] = r_.data[out_position] + r_.start[out_position][j + q];
        }
        const auto run_at = [&]<int N>(index_t i, std::integral_constant<int, N>) __attribute__((always_inline)) {
            const auto x = load_as<lane, T, N>(shared + i * size);
            for (int q = 0; q < Count; ++q) store<T, N>(out[q] + i * size, apply<N>(x, in[q] + i * size));
        };
        const index_t n = r_.n;
        const index_t last = n - least;
        lanes<lane, least> end[static_cast<std::size_t>(Count)] = {};
        if (has_end_) {
            const auto last_x = load_as<lane, T, least>(shared + last * size);
            for (int q = 0; q < Count; ++q) end[q] = apply<least>(last_x, in[q] + last * size);
        }
        index_t i = 0;
        for (; i + step <= n; i += step) run_at(i, std::integral_constant<int, step>{});
        for (; i + least <= n; i += least) run_at(i, std::integral_constant<int, least>{});
        if (!has_end_) return;
        for (int q = 0; q < Count; ++q) store<T, least>(out[q] + last * size, end[q]);
    }

    template <int N>
    LANEWISE_INLINE lanes<lane, N> apply(const lanes<lane, N>& shared, const std::byte* own) const noexcept {
        return apply_in_order<Shared>(op_, shared, load_as<lane, T, N>(own));
    }

    const Op& op_;
    const rows& r_;
    const bool has_end_; // elements that fill no register
};

} // namespace lanewise::detail::inline LANEWISE_ISA
