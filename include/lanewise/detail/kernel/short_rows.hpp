#pragma once

/// Rows of a few registers, of inputs that are packed or repeat an element: a loop that has nothing to ask for each row, which
/// takes as long as a few registers do (40 floats less a row: 1.9x, 32 bytes 6x).

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op>
class short_rows {
    using T = typename Op::result;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr int least = least_step<Op>();
    /// Rows of bytes may be shorter than a register of 64.
    static constexpr bool by_halves =
        sizeof(T) == 1 && sizeof(lanes<lane_type<T>, least>) == 2 * sizeof(halves_register);
    /// 16-bit floats that come in pairs; or that may be converted by integer arithmetic, which wants company.
    static constexpr bool by_twos = is_in_pairs<Op> || (is_float16<T> && sizeof(batch<float>) == 16);
    static constexpr int at_once = by_twos ? 2 * least : by_halves ? least / 2 : least;

public:
    static constexpr index_t shortest = at_once; // elements of a row

    /// Returns false and does nothing for other rows.
    LANEWISE_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (!fits(r)) return false;
        bool even = true;
        for (const offsets& start : r.start) even = even && start.table == nullptr;
        if (even) {
            run_forms<even_steps>(*static_cast<const Op*>(op), r);
        } else {
            run_forms<any_steps>(*static_cast<const Op*>(op), r);
        }
        return true;
    }

private:
    static constexpr index_t most = 32 * at_once; // from there on the usual loop takes as long

    static bool fits(const rows& r) noexcept {
        if (r.n < at_once || r.n > most || r.streaming) return false;
        for (int k = 0; k < operand_count; ++k) {
            if (r.prefetch[k] != 0 || is_rearranged(r.form[k])) return false;
        }
        return r.form[a_position] == row_form::packed || r.form[b_position] == row_form::packed;
    }

    LANEWISE_INLINE static auto load(const std::byte* from) noexcept {
        if constexpr (by_halves) {
            return lanes_of<T, least>(load_whole(from));
        } else {
            return load_input<Op, T, at_once>(from);
        }
    }

    template <class Z>
    LANEWISE_INLINE static void store_lanes(std::byte* to, const Z& z) noexcept {
        if constexpr (by_halves) {
            store_halves(to, low_bytes(z));
        } else {
            store_results<Op, at_once>(to, z);
        }
    }

    struct packed {
        const std::byte* data;

        LANEWISE_INLINE auto at(index_t i) const noexcept { return load(data + i); }
    };

    struct splat {
        decltype(load(nullptr)) one;

        LANEWISE_INLINE explicit splat(const std::byte* data) noexcept : one(repeated(data)) {}
        LANEWISE_INLINE const auto& at(index_t) const noexcept { return one; }

        LANEWISE_INLINE static auto repeated(const std::byte* data) noexcept {
            std::byte elements[static_cast<std::size_t>(at_once) * sizeof(T)];
            store_repeated<at_once>(elements, load_element<T>(data));
            return load(elements);
        }
    };

    /// The rows of operand K, one after the other.
    template <int K>
    struct even_steps {
        std::byte* row;
        index_t stride;

        LANEWISE_INLINE explicit even_steps(const rows& r) noexcept : row(r.data[K]), stride(r.start[K].stride) {}
        LANEWISE_INLINE std::byte* next(index_t) noexcept {
            std::byte* const now = row;
            row += stride;
            return now;
        }
    };

    template <int K>
    struct any_steps {
        std::byte* data;
        offsets start;

        LANEWISE_INLINE explicit any_steps(const rows& r) noexcept : data(r.data[K]), start(r.start[K]) {}
        LANEWISE_INLINE std::byte* next(index_t j) const noexcept { return data + start[j]; }
    };

    template <template <int> class Steps>
    static void run_forms(const Op& op, const rows& r) noexcept {
        if (r.form[b_position] == row_form::splat) {
            run_all<Steps, packed, splat>(op, r);
        } else if (r.form[a_position] == row_form::splat) {
            run_all<Steps, splat, packed>(op, r);
        } else {
            run_all<Steps, packed, packed>(op, r);
        }
    }

    /// The last register overlaps the one before; its inputs are loaded first, as out may be one of them.
    template <template <int> class Steps, class A, class B>
    LANEWISE_INLINE static void run_all(const Op& op, const rows& r) noexcept {
        Steps<a_position> rows_of_a(r);
        Steps<b_position> rows_of_b(r);
        Steps<out_position> rows_of_out(r);
        const index_t last = (r.n - at_once) * size;
        for (index_t j = 0; j < r.count; ++j) {
            const A a{rows_of_a.next(j)};
            const B b{rows_of_b.next(j)};
            std::byte* const out = rows_of_out.next(j);
            const auto last_a = a.at(last);
            const auto last_b = b.at(last);
            for (index_t i = 0; i < last; i += at_once * size) store_lanes(out + i, op(a.at(i), b.at(i)));
            store_lanes(out + last, op(last_a, last_b));
        }
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
