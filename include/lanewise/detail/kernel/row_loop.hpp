#pragma once

/// The loop over the lanes of a row.

#include "../lane/stream.hpp"
#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How many elements of a row of T lie before its first cache line, or block of other bytes.
template <class T, int Bytes = cache_line>
LANEWISE_INLINE index_t before_line(const std::byte* row) noexcept {
    return static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(row) % std::uintptr_t{Bytes} / sizeof(T));
}

/// A lane operation on one row.
template <class Op, class A = input_row<Op, typename Op::first>, class B = input_row<Op, typename Op::second>>
class row_loop {
    using R = typename Op::result;
    static constexpr auto size = static_cast<index_t>(sizeof(R));
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();
    static constexpr int line = static_cast<int>(smaller(step, cache_line / size)); // elements of one, or a step

public:
    /// From so many elements on, a row is worth a function of its own.
    static constexpr index_t long_row = 8 * step;

    LANEWISE_INLINE row_loop(const Op& op, const A& a, const B& b, std::byte* out) noexcept
        : op_(op), a_(a), b_(b), out_(out) {}

    /// Runs n elements; false if a looking operation found something.
    LANEWISE_INLINE bool run(index_t n) const noexcept {
        if constexpr (is_memory_bound<Op>) {
            run_bound<false>(n);
            return true;
        } else {
            return run_computing(n);
        }
    }

    /// The same for many elements.
    LANEWISE_INLINE void run_long(index_t n) const noexcept { run_bound<true>(n); }

    /// Writes whole lines around the cache, from out's first cache line on, and what lies before and behind them as usual,
    /// but no element twice: a line that is written both ways goes to memory in between (a - b.T with an out 16 bytes past
    /// a line: 2x).
    LANEWISE_INLINE void run_streaming(index_t n) const noexcept {
        index_t i = smaller(before_line<R>(out_), n);
        run_usual(0, i);
        in_forms<line>(LANEWISE_EACH(const auto& x, const auto& y) {
            for (; i + line <= n; i += line)
                stream_at<line>(i, op_(x.template lanes_at<line>(i), y.template lanes_at<line>(i)));
        });
        run_usual(i, n);
    }

    /// The same where an input may be rearranged: one loop, however out is written, and whatever is less than a step in
    /// functions, for what brings an input's elements is most of the code.
    LANEWISE_INLINE void run_rearranging(index_t n, bool streaming) const noexcept {
        const A a = a_; // copies, since a byte that is stored might otherwise be theirs
        const B b = b_;
        if (n < least) return run_ends(0, n);
        index_t i = 0;
        if (streaming) {
            i = smaller(before_line<R>(out_), n);
            run_ends(0, i);
        }
        const index_t last = n - least;
        std::byte end[static_cast<std::size_t>(least * size)];
        if (!streaming && n % least != 0) run_register(last, end);
        for (; i + step <= n; i += step) {
            const auto x = a.template lanes_at<step>(i);
            const auto y = b.template lanes_at<step>(i);
            if (streaming) {
                stream_at<step>(i, op_(x, y)); // twice, or g++ keeps what is stored in memory, too
            } else {
                store_at<step>(i, op_(x, y));
            }
        }
        if (streaming) return run_ends(i, n);
        for (; i <= last; i += least) run_register(i, out_ + i * size);
        if (i < n) __builtin_memcpy(out_ + last * size, end, sizeof end);
    }

    /// Runs n elements, at least one register of them.
    ///
    /// The last ones that do not fill a step are the end of one that overlaps its neighbour, its inputs loaded before the
    /// neighbour's results replace them, in place. A long row's first register overlaps its neighbour, too, so that all others
    /// begin where memory has whole ones: a store into two lines takes as long as two (rows of 700 floats 1.1x, AVX-512 1.25x).
    template <bool Long>
    LANEWISE_INLINE void run_with_end(index_t n) const noexcept {
        const index_t last = n - least;
        const auto last_a = a_.template lanes_at<least>(last);
        const auto last_b = b_.template lanes_at<least>(last);
        index_t i = 0;
        std::byte first[static_cast<std::size_t>(least * size)];
        if constexpr (Long && aligns) {
            if (n >= long_row) i = before_line<R, least * size>(out_);
            store_results<Op, least>(first, results<least>(0));
        }
        const bool has_first = i != 0;
        const auto run = LANEWISE_EACH(const auto& x, const auto& y) {
            run_steps(op_, i, n, x, y);
        };
        if constexpr (Long) {
            in_forms<step>(run);
        } else {
            run(a_, b_);
        }
        if constexpr (least < step) {
            for (; i + least <= n; i += least) store_at<least>(i, results<least>(i));
        }
        if (has_first) __builtin_memcpy(out_, first, sizeof first);
        // A short row begins with a whole register: where i ends need not be known (8 floats: 1 ns).
        if (Long ? i != n : n % least != 0) store_at<least>(last, op_(last_a, last_b));
    }

private:
    static constexpr bool aligns = is_cheap_on_one_type<Op> && !is_float16<R> && least * size >= 32;

    /// Whether the registers of a step are stored in order: where they are more than a cache line, and memory decides.
    static constexpr bool in_order = is_memory_bound<Op> && !is_float16<R> && step * size > cache_line;

    /// Of a memory-bound operation.
    template <bool Long>
    LANEWISE_INLINE void run_bound(index_t n) const noexcept {
        if (n < least) {
            run_some(0, n);
        } else {
            run_with_end<Long>(n);
        }
    }

    /// Of another operation, whose code stands twice, for a step and for a register: the last one overlaps as above.
    LANEWISE_INLINE bool run_computing(index_t n) const noexcept {
        const bool few = n < least;
        const index_t last = n - least;
        const auto last_a = few ? a_.template some_lanes_at<least>(0, n) : a_.template lanes_at<least>(last);
        const auto last_b = few ? b_.template some_lanes_at<least>(0, n) : b_.template lanes_at<least>(last);
        index_t i = 0;
        if constexpr (least < step) {
            const auto run = LANEWISE_EACH(const auto& op) {
                return run_steps(op, i, n, a_, b_);
            };
            if (!with_chosen(op_, run)) return false;
        }
        std::remove_const_t<decltype(last_a)> between_a;
        std::remove_const_t<decltype(last_b)> between_b;
        while (i < n) {
            const bool is_last = i >= last;
            if (!is_last) {
                between_a = a_.template lanes_at<least>(i);
                between_b = b_.template lanes_at<least>(i);
            }
            // References: copies would be waited for (8 floats with AVX-512: 2 ns).
            const auto& x = is_last ? last_a : between_a;
            const auto& y = is_last ? last_b : between_b;
            if constexpr (writes_out<Op>) {
                const auto z = op_(x, y);
                if (few) {
                    store_first<R, least>(out_, z, n);
                } else {
                    store_results<Op, least>(out_ + smaller(i, last) * size, z);
                }
            } else {
                if (op_(x, y)) return false;
            }
            i += least;
        }
        return true;
    }

    /// run(a, b), of a cheap operation for each form: a splat stays in registers (an outer product, 1Ki floats less one: 1.2x),
    /// and no step asks for the forms.
    template <int N, class Run>
    LANEWISE_INLINE void in_forms(const Run& run) const noexcept {
        using plain = input_row<Op, R>;
        if constexpr (is_cheap_on_one_type<Op> && std::is_same_v<A, plain> && std::is_same_v<B, plain>) {
            using packed = packed_row<Op, R>;
            if (b_.form == row_form::splat) {
                const auto y = b_.template lanes_at<N>(0);
                return run(a_, splat_row<decltype(y)>{y});
            }
            if (a_.form == row_form::splat) {
                const auto x = a_.template lanes_at<N>(0);
                return run(splat_row<decltype(x)>{x}, packed{b_.data});
            }
            return run(packed{a_.data}, packed{b_.data});
        } else {
            return run(a_, b_);
        }
    }

    /// Steps of elements from i on, while there are any.
    template <class Some, class X, class Y>
    LANEWISE_INLINE bool run_steps(const Some& op, index_t& i, index_t n, const X& x, const Y& y) const noexcept {
        for (const index_t last = n - step; i <= last; i += step) {
            // References, as a splat's lanes would be copied through memory (rows less a column: 6x).
            const auto& x_lanes = x.template lanes_at<step>(i);
            const auto& y_lanes = y.template lanes_at<step>(i);
            if constexpr (writes_out<Op>) {
                store_at<step>(i, op(x_lanes, y_lanes));
            } else {
                if (op(x_lanes, y_lanes)) return false;
            }
        }
        return true;
    }

    template <int N>
    LANEWISE_INLINE auto results(index_t i) const noexcept {
        return op_(a_.template lanes_at<N>(i), b_.template lanes_at<N>(i));
    }

    template <int N, class Z>
    LANEWISE_INLINE void store_at(index_t i, const Z& z) const noexcept {
        if constexpr (in_order && N == step) {
            store_in_order<R, step>(out_ + i * size, z);
        } else {
            store_results<Op, N>(out_ + i * size, z);
        }
    }

    /// Around the cache.
    template <int N, class Z>
    LANEWISE_INLINE void stream_at(index_t i, const Z& z) const noexcept {
        if constexpr (is_float16<R>) {
            constexpr int at_once = is_in_pairs<Op> ? cache_line : 2 * batch_size<float>;
            stream<N * size, at_once>(out_ + i * size, [&](std::byte* to) { store_results<Op, N>(to, z); });
        } else {
            stream_lanes<R, N>(out_ + i * size, z);
        }
    }

    /// Elements [i, end), fewer than a line, beside those that go around the cache.
    LANEWISE_INLINE void run_usual(index_t i, index_t end) const noexcept {
        for (; i + least <= end; i += least) store_at<least>(i, results<least>(i));
        if (i < end) store_first_in_pieces<R, least>(out_ + i * size, some_results(i, end - i), end - i);
    }

    /// Elements [i, end) of a row that is rearranged.
    [[gnu::noinline]] LANEWISE_FLATTEN void run_ends(index_t i, index_t end) const noexcept {
        for (; i + least <= end; i += least) run_register(i, out_ + i * size);
        if (i < end) run_some(i, end - i);
    }

    [[gnu::noinline]] LANEWISE_FLATTEN void run_register(index_t i, std::byte* to) const noexcept {
        store_results<Op, least>(to, results<least>(i));
    }

    LANEWISE_INLINE auto some_results(index_t i, index_t n) const noexcept {
        return op_(a_.template some_lanes_at<least>(i, n), b_.template some_lanes_at<least>(i, n));
    }

    /// n elements from i on, less than a register.
    LANEWISE_INLINE void run_some(index_t i, index_t n) const noexcept {
        store_first<R, least>(out_ + i * size, some_results(i, n), n);
    }

    kept_operation<Op> op_;
    A a_;
    B b_;
    std::byte* out_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
