#pragma once

/// Rows of a few registers, of inputs that are packed or repeat an element, or of which one is rearranged: loops that have
/// nothing to ask for each row, which takes as long as a few registers do (40 floats less a row: 1.9x, 32 bytes 6x).

#include "../lane/stream.hpp"
#include "../plan/limits.hpp"
#include "fetched_rows.hpp"
#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Op>
class short_rows {
    using T = typename Op::result;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr int least = least_step<Op>();
    static constexpr int half = least / 2;
    /// 16-bit floats that come in pairs; or that may be converted by integer arithmetic, which wants company.
    static constexpr bool by_twos = is_in_pairs<Op> || (is_float16<T> && sizeof(batch<float>) == 16);
    /// Rows of bytes may be shorter than a register of 64.
    static constexpr int at_once = by_twos ? 2 * least : has_halves<Op> && sizeof(T) == 1 ? half : least;

    static constexpr int up_to_32_bytes = has_halves<Op> ? half : at_once;
    static constexpr int in_16_bytes = has_low_bytes<Op> ? 16 / static_cast<int>(size) : at_once;
    static constexpr bool has_8_bytes = has_low_bytes<Op> && size < 8 && !is_float16<T>; // those take longer
    static constexpr int in_8_bytes = has_8_bytes ? 8 / static_cast<int>(size) : in_16_bytes;

public:
    static constexpr index_t shortest = in_8_bytes; // elements of a row
    static constexpr index_t shortest_with_splat = in_16_bytes;
    /// Shorter ones of which little is packed to take them together are faster so with AVX-512 (6144 rows of 3 floats: 1.3x).
    static constexpr index_t shortest_usual = has_halves<Op> ? in_16_bytes : in_8_bytes;
    /// From there on the usual loop takes as long (rows of 260 floats less one, in the L1 cache: 1.3x).
    static constexpr index_t longest = 64 * at_once;
    static constexpr index_t shortest_rearranged = up_to_32_bytes;
    static constexpr index_t longest_rearranged = 1024 / size; // longer ones are as soon written around the cache

    /// Returns false and does nothing for other rows.
    LANEWISE_ALWAYS_INLINE static bool run(const void* op, const rows& r) noexcept {
        if (!fits(r)) return false;
        if constexpr (in_8_bytes < in_16_bytes) {
            if (r.n < in_16_bytes) return run_steps<in_8_bytes>(op, r);
        }
        if constexpr (in_16_bytes < at_once) {
            // Three halves are sooner converted than two registers that overlap (17 of 24 columns, AVX-512: 1.25x).
            const bool are_one_and_a_half = is_float16<T> && r.n > least && r.n <= 3 * in_16_bytes;
            if (r.n < 2 * in_16_bytes || are_one_and_a_half) return run_steps<in_16_bytes>(op, r);
        }
        if constexpr (has_halves<Op> && at_once == least) {
            if (r.n < at_once || are_better_halved(r)) return run_steps<half>(op, r);
        }
        return run_steps<at_once>(op, r);
    }

    /// Runs rows to which each input gives one element (64 floats: 3x, 40 bytes 5x). Returns false and does nothing for other
    /// rows. Not inline: where the loops before it lie depends on what is beside them (eight axes of 4 that alternate: 1.2x).
    [[gnu::noinline]] LANEWISE_FLATTEN static bool run_filled(const void* op, const rows& r) noexcept {
        const bool are_filled = r.form[a_position] == row_form::splat && r.form[b_position] == row_form::splat;
        if (!are_filled || r.n < shortest_with_splat || !are_short(r)) return false;
        if (r.n < up_to_32_bytes) return run_filled_steps<in_16_bytes>(op, r);
        return run_filled_steps<up_to_32_bytes>(op, r);
    }

    /// Writes rows of a large call around the cache, if they follow each other in out and are whole registers there, of at most
    /// 32 bytes ((64, 1, 48, 1) - (56, 1, 24): 1.6x, crops of 40 columns: 1.3x). Returns false and does nothing for other rows.
    LANEWISE_ALWAYS_INLINE static bool run_streamed(const void* op, const rows& r) noexcept {
        constexpr int N = up_to_32_bytes;
        if (!r.is_large || r.n * size < limits.streamed_short_row_bytes || !fits(r) || !r.are_even()) return false;
        const bool begins_register = reinterpret_cast<std::uintptr_t>(r.data[out_position]) % (N * size) == 0;
        if (!begins_register || r.n % N != 0 || r.start[out_position].stride != r.n * size) return false;
        run_forms<even_steps, N, true>(*static_cast<const Op*>(op), r);
        return true;
    }

    /// Runs rows of which input K is backwards, or has room for others in between, and the other one is packed (30 rows of 24
    /// floats backwards: 3x, 200 of every third of 96: 1.9x), or of which both are backwards (1000 of 40 bytes: 3x). Returns
    /// false and does nothing for other rows.
    template <int K>
    LANEWISE_ALWAYS_INLINE static bool run_rearranged(const void* op, const rows& r) noexcept {
        constexpr int other = other_input(K);
        const bool both = K == a_position && r.form[K] == row_form::backwards && r.form[other] == row_form::backwards;
        if ((!both && r.form[other] != row_form::packed) || r.n < shortest_rearranged || r.n > longest_rearranged ||
            r.prefetch[K] != 0 || r.prefetch[other] != 0 || !r.are_even())
            return false;
        if (both) return run_form<a_position, row_form::backwards, row_form::backwards>(op, r);
        if (r.form[K] == row_form::backwards) return run_form<K, row_form::backwards>(op, r);
        if constexpr (skips<Op>) {
            const index_t bytes = r.n * elements_apart(r.form[K]) * size;
            const auto run = [&](rows_function form) { return run_fetched(op, r, K, bytes, form); };
            if (r.form[K] == row_form::every_second) return run(run_form<K, row_form::every_second>);
            if (r.form[K] == row_form::every_third) return run(run_form<K, row_form::every_third>);
            if (r.form[K] == row_form::every_fourth) return run(run_form<K, row_form::every_fourth>);
        }
        return false;
    }

private:
    static bool are_short(const rows& r) noexcept {
        if (r.n < shortest || r.n > longest || r.streaming) return false;
        for (const int k : {a_position, b_position}) {
            if (r.prefetch[k] != 0 || is_rearranged(r.form[k])) return false;
        }
        return true;
    }

    /// Of less than 16 bytes both inputs are packed: others are as fast in rows that are taken together.
    static bool fits(const rows& r) noexcept {
        if (!are_short(r)) return false;
        const bool a = r.form[a_position] == row_form::packed;
        const bool b = r.form[b_position] == row_form::packed;
        return r.n < shortest_with_splat ? a && b : a || b;
    }

    /// Rows that begin inside of a cache line: half of what a register of 64 bytes loads and stores is in two lines, which
    /// costs more than twice as many halves, but in the L1 cache (rows of 40 or 100 floats in the L2 cache: 1.25x).
    static bool are_better_halved(const rows& r) noexcept {
        constexpr index_t enough = 16 * 1024; // bytes
        const index_t bytes = r.n * size;
        return bytes % cache_line != 0 && bytes * r.count > enough;
    }

    template <int N>
    struct packed {
        const std::byte* data;

        LANEWISE_INLINE auto at(index_t i) const noexcept { return short_register<Op, N>::load(data + i); }
    };

    template <row_form Form, int N>
    struct rearranged {
        const std::byte* data;

        LANEWISE_INLINE auto at(index_t i) const noexcept {
            alignas(64) std::byte packed[static_cast<std::size_t>(N * size)];
            if constexpr (Form == row_form::backwards) {
                reverse_block<bits_type<T>, N>(packed, data - i - (N - 1) * size);
            } else {
                constexpr auto step = static_cast<int>(elements_apart(Form));
                skip_blocks<bits_type<T>, step, N>(packed, data + i * step);
            }
            return short_register<Op, N>::load(packed);
        }
    };

    template <int N>
    struct splat {
        decltype(short_register<Op, N>::load(nullptr)) one;

        LANEWISE_INLINE explicit splat(const std::byte* data) noexcept : one(short_register<Op, N>::repeated(data)) {}
        LANEWISE_INLINE const auto& at(index_t) const noexcept { return one; }
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

    /// The same in a table, which all operands have: (146, 10, 44, 2) floats, 1.75x beside asking for it.
    template <int K>
    struct table_steps {
        std::byte* data;
        const index_t* table;

        LANEWISE_INLINE explicit table_steps(const rows& r) noexcept : data(r.data[K]), table(r.start[K].table) {}
        LANEWISE_INLINE std::byte* next(index_t j) const noexcept { return data + table[j]; }
    };

    template <int N>
    LANEWISE_ALWAYS_INLINE static bool run_steps(const void* op, const rows& r) noexcept {
        if (r.are_even()) {
            run_forms<even_steps, N>(*static_cast<const Op*>(op), r);
        } else {
            run_forms<table_steps, N>(*static_cast<const Op*>(op), r);
        }
        return true;
    }

    template <int N>
    LANEWISE_INLINE static bool run_filled_steps(const void* op, const rows& r) noexcept {
        const Op& given = *static_cast<const Op*>(op);
        return r.are_even() ? run_each<even_steps, N, false, false, splat<N>, splat<N>>(given, r)
                            : run_each<table_steps, N, false, false, splat<N>, splat<N>>(given, r);
    }

    /// Input K in one form, the other one in another.
    template <int K, row_form Form, row_form Other = row_form::packed>
    LANEWISE_FLATTEN static bool run_form(const void* op, const rows& r) noexcept {
        constexpr int N = up_to_32_bytes;
        using first = rearranged<Form, N>;
        using second = std::conditional_t<Other == row_form::packed, packed<N>, rearranged<Other, N>>;
        using A = std::conditional_t<K == a_position, first, second>;
        using B = std::conditional_t<K == b_position, first, second>;
        return run_each<even_steps, N, false, false, A, B>(*static_cast<const Op*>(op), r);
    }

    template <template <int> class Steps, int N, bool Streaming = false>
    LANEWISE_FLATTEN static void run_forms(const Op& given, const rows& r) noexcept {
        with_chosen(
            given, LANEWISE_EACH(const auto& op) {
                if constexpr (N * size >= 16) {
                    if (r.form[b_position] == row_form::splat)
                        return run_all<Steps, N, Streaming, packed<N>, splat<N>>(op, r);
                    if (r.form[a_position] == row_form::splat)
                        return run_all<Steps, N, Streaming, splat<N>, packed<N>>(op, r);
                }
                return run_all<Steps, N, Streaming, packed<N>, packed<N>>(op, r);
            });
    }

    /// Rows of a single register have a loop of their own: the other one, of which they jump over a part, takes up to twice as
    /// long by where its code lies (25,000 rows of 8 floats less a column: 1.8x). Not rearranged ones, whose one loop is then
    /// compiled worse (48 bytes backwards: 1.1x slower).
    template <template <int> class Steps, int N, bool Streaming, class A, class B, class Some>
    LANEWISE_INLINE static bool run_all(const Some& given, const rows& r) noexcept {
        if constexpr (!LANEWISE_SMALL && !Streaming) {
            if (r.n == N) return run_each<Steps, N, Streaming, true, A, B>(given, r);
        }
        return run_each<Steps, N, Streaming, false, A, B>(given, r);
    }

    /// The last register overlaps the one before; its inputs are loaded first, as out may be one of them.
    template <template <int> class Steps, int N, bool Streaming, bool Single, class A, class B, class Some>
    LANEWISE_INLINE static bool run_each(const Some& given, const rows& r) noexcept {
        using reg = short_register<Op, N>;
        Steps<a_position> rows_of_a(r);
        Steps<b_position> rows_of_b(r);
        Steps<out_position> rows_of_out(r);
        const index_t last = Single ? 0 : (r.n - N) * size;
        const index_t count = r.count; // what is stored might be it
        kept_operation<Some> op = given;
        for (index_t j = 0; j < count; ++j) {
            const A a{rows_of_a.next(j)};
            const B b{rows_of_b.next(j)};
            std::byte* const out = rows_of_out.next(j);
            if constexpr (Streaming) {
                for (index_t i = 0; i <= last; i += N * size) {
                    stream<N * size, N * size>(out + i, [&](std::byte* to) { reg::store(to, op(a.at(i), b.at(i))); });
                    keep_store_order();
                }
                continue;
            }
            const auto last_a = a.at(last);
            const auto last_b = b.at(last);
            for (index_t i = 0; i < last; i += N * size) reg::store(out + i, op(a.at(i), b.at(i)));
            reg::store(out + last, op(last_a, last_b));
        }
        return true;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
