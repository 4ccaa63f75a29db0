#pragma once

/// The one loop over lanes: a lane operation over rows of packed elements.
///
/// A lane operation is a value with
///     first, second, result   the storage types of a row of a, of b and of out
///     lane                    what the first two are loaded as; without it, their own lanes
///     step                    how many elements it takes at a time
///     operator()              lanes of the first two -> lanes of the third; or -> bool, for an operation that only looks
///                             for an element and writes nothing: true ends the loop.
/// An operation that is a template on the number of lanes is also called with fewer, down to `least_step`.

#include "../lane/memory.hpp"
#include "../loop/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The smallest number of elements that an operation takes: `least_step` where it has one.
template <class Op>
constexpr int least_step() noexcept {
    if constexpr (requires { Op::least_step; }) {
        return Op::least_step;
    } else {
        return Op::step;
    }
}

/// What an operation's inputs of storage type T are loaded as.
template <class Op, class T>
struct lane_of {
    using type = lane_type<T>;
};

template <class Op, class T>
    requires requires {
        typename Op::lane;
    }
struct lane_of<Op, T> {
    using type = typename Op::lane;
};

/// Whether an operation has results; one that only looks returns bool.
template <class Op>
inline constexpr bool writes_out =
    !std::is_same_v<bool, decltype(std::declval<const Op&>()(
                              std::declval<lanes<typename lane_of<Op, typename Op::first>::type, Op::step>>(),
                              std::declval<lanes<typename lane_of<Op, typename Op::second>::type, Op::step>>()))>;

/// An operation so cheap that how out is written matters.
template <class Op>
inline constexpr bool is_memory_bound = requires {
    typename Op::memory_bound;
};

/// A cheap operation on bfloat16 alone: it does not mind in which order it gets its elements.
template <class Op>
inline constexpr bool is_in_pairs = is_memory_bound<Op>&& std::is_same_v<typename Op::first, bfloat16>&&
    std::is_same_v<typename Op::second, bfloat16>&& std::is_same_v<typename Op::result, bfloat16>;

/// A row of packed elements, or of one that is repeated: then it fills a buffer of a whole step.
///
/// Why a buffer: one loop serves splats and packed rows alike. A loop of its own, with the splat in a register, is no
/// faster (the loop is bound by its stores), and made every kernel four times the code.
template <class T, class L, bool InPairs>
struct input_row {
    const std::byte* data;
    bool splat;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        const std::byte* const from = data + (splat ? 0 : i * static_cast<index_t>(sizeof(T)));
        if constexpr (InPairs) {
            return load_pairs<N>(from);
        } else {
            return load_as<L, T, N>(from);
        }
    }

    /// The lanes of n < N elements from i on.
    template <int N>
    LANEWISE_INLINE auto some_lanes_at(index_t i, index_t n) const noexcept {
        return splat ? load_as<L, T, N>(data) : load_first<L, T, N>(data + i * static_cast<index_t>(sizeof(T)), n);
    }
};

/// An input of an operation.
template <class T, class L, int Step, bool InPairs>
class input_rows {
public:
    LANEWISE_INLINE input_rows(const rows& r, int k) noexcept : r_(r), k_(k) {}

    /// Row j; it holds until the next call.
    LANEWISE_INLINE input_row<T, L, InPairs> operator[](index_t j) noexcept {
        const std::byte* const data = r_.data[k_] + r_.start[k_][j];
        if (!r_.splat[k_]) return {data, false};
        const T value = load_element<T>(data);
        for (T& element : repeated_) element = value;
        return {reinterpret_cast<const std::byte*>(repeated_), true};
    }

    /// Fetches the row that comes some rows after row j, into the L2 cache: it is not needed yet.
    LANEWISE_INLINE void prefetch(index_t j) const noexcept {
        j += r_.prefetch[k_];
        if (r_.prefetch[k_] == 0 || j >= r_.count) return;
        const std::byte* const data = r_.data[k_] + r_.start[k_][j];
        const index_t bytes = r_.n * static_cast<index_t>(sizeof(T));
        for (index_t i = 0; i < bytes; i += cache_line) __builtin_prefetch(data + i, 0, 2);
    }

private:
    const rows& r_;
    int k_;
    alignas(64) T repeated_[static_cast<std::size_t>(Step)];
};

/// A lane operation on one row.
template <class Op>
class row_loop {
    using A = input_row<typename Op::first, typename lane_of<Op, typename Op::first>::type, is_in_pairs<Op>>;
    using B = input_row<typename Op::second, typename lane_of<Op, typename Op::second>::type, is_in_pairs<Op>>;
    using R = typename Op::result;
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();

public:
    LANEWISE_INLINE row_loop(const Op& op, const A& a, const B& b, std::byte* out) noexcept
        : op_(op), a_(a), b_(b), out_(out) {}

    /// Runs n elements; false if a looking operation found something.
    ///
    /// The last elements that do not fill a step are the end of one that overlaps its neighbour. Its inputs are loaded
    /// first, since in place the neighbour's results would replace them.
    LANEWISE_INLINE bool run(index_t n, bool around_cache) const noexcept {
        if (n < least) return run_some(0, n);
        if constexpr (is_memory_bound<Op>) {
            if (around_cache) {
                run_around_cache(n);
                return true;
            }
        }
        const index_t last = n - least;
        const auto last_a = a_.template lanes_at<least>(last);
        const auto last_b = b_.template lanes_at<least>(last);
        index_t i = 0;
        for (; i + step <= n; i += step) {
            if (!run_at<step>(i)) return false;
        }
        if constexpr (least < step) {
            for (; i + least <= n; i += least) {
                if (!run_at<least>(i)) return false;
            }
        }
        return i == n || apply<least>(last, last_a, last_b);
    }

private:
    template <int N, class X, class Y>
    LANEWISE_INLINE bool apply(index_t i, const X& x, const Y& y) const noexcept {
        if constexpr (writes_out<Op>) {
            store_lanes<N>(out_ + i * static_cast<index_t>(sizeof(R)), op_(x, y));
            return true;
        } else {
            return !op_(x, y);
        }
    }

    template <int N, class Z>
    LANEWISE_INLINE static void store_lanes(std::byte* to, const Z& z) noexcept {
        if constexpr (is_in_pairs<Op>) {
            store_pairs<N>(to, z);
        } else {
            store<R, N>(to, z);
        }
    }

    template <int N>
    LANEWISE_INLINE bool run_at(index_t i) const noexcept {
        return apply<N>(i, a_.template lanes_at<N>(i), b_.template lanes_at<N>(i));
    }

    /// Writes whole steps around the cache, from out's first cache line on, and what lies before and behind them as usual,
    /// but no element twice: a line that is written both ways goes to memory in between (a - b.T with an out 16 bytes past
    /// a line: 2x).
    LANEWISE_INLINE void run_around_cache(index_t n) const noexcept {
        constexpr std::uintptr_t line = cache_line;
        constexpr auto size = static_cast<index_t>(sizeof(R));
        constexpr int at_once = is_float16<R> && !is_in_pairs<Op> ? 2 * batch_size<float> : cache_line;
        const auto before = static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(out_) % line / sizeof(R));
        const index_t head = before < n ? before : n;
        run_usual(0, head);
        index_t i = head;
        for (; i + step <= n; i += step) {
            const auto z = op_(a_.template lanes_at<step>(i), b_.template lanes_at<step>(i));
            stream<step * size, at_once>(out_ + i * size, [&](std::byte* to) { store_lanes<step>(to, z); });
        }
        run_usual(i, n);
    }

    /// Elements [i, end).
    LANEWISE_INLINE void run_usual(index_t i, index_t end) const noexcept {
        for (; i + least <= end; i += least) run_at<least>(i);
        if (i < end) run_some(i, end - i);
    }

    /// n elements from i on, fewer than any step.
    LANEWISE_INLINE bool run_some(index_t i, index_t n) const noexcept {
        const auto x = a_.template some_lanes_at<least>(i, n);
        const auto y = b_.template some_lanes_at<least>(i, n);
        if constexpr (writes_out<Op>) {
            store_first<R, least>(out_ + i * static_cast<index_t>(sizeof(R)), op_(x, y), n);
            return true;
        } else {
            return !op_(x, y);
        }
    }

    const Op& op_;
    A a_;
    B b_;
    std::byte* out_;
};

/// Runs a lane operation over rows; false if it ended the walk. After the last rows of those written around the cache comes
/// fence_streams.
template <class Op>
bool run_rows(const void* op, const rows& r) noexcept {
    using A = typename Op::first;
    using B = typename Op::second;
    input_rows<A, typename lane_of<Op, A>::type, Op::step, is_in_pairs<Op>> a(r, a_position);
    input_rows<B, typename lane_of<Op, B>::type, Op::step, is_in_pairs<Op>> b(r, b_position);
    for (index_t j = 0; j < r.count; ++j) {
        if constexpr (is_memory_bound<Op>) {
            a.prefetch(j);
            b.prefetch(j);
        }
        std::byte* const out = r.data[out_position] + r.start[out_position][j];
        if (!row_loop<Op>(*static_cast<const Op*>(op), a[j], b[j], out).run(r.n, r.around_cache)) return false;
    }
    return true;
}

/// The same as run_rows, and the large functions of the operation become part of the loop (LANEWISE_INLINE_LATE).
template <class Op>
LANEWISE_FLATTEN bool run_rows_flat(const void* op, const rows& r) noexcept {
    return run_rows<Op>(op, r);
}

/// A lane operation as the loops call it. A cheap one has no large functions, unless they are a user's, which the compiler
/// inlines or not as it likes.
template <class Op>
constexpr rows_function rows_function_of() noexcept {
    if constexpr (is_memory_bound<Op>) {
        return run_rows<Op>;
    } else {
        return run_rows_flat<Op>;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
