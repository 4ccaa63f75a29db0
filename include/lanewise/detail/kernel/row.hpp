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

#include "../lane/transpose.hpp"
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

/// An operation that takes rows of elements backwards where they lie: to turn them on the way costs less than to collect them
/// (1024 floats: 1.7x; not so 16-bit floats, which are converted on the way).
template <class Op>
inline constexpr bool reads_backwards =
    is_memory_bound<Op> && !is_float16<typename Op::result> &&
    std::is_same_v<typename Op::first, typename Op::result> && std::is_same_v<typename Op::second, typename Op::result>;

/// A row of packed elements, or of one that is repeated: then it fills a buffer of a whole step. If MayTurn, perhaps of
/// elements backwards.
///
/// Why a buffer: one loop serves splats and packed rows alike. A loop of its own, with the splat in a register, is no
/// faster (the loop is bound by its stores), and made every kernel four times the code.
template <class Op, class T, bool MayTurn>
struct input_row {
    using lane = typename lane_of<Op, T>::type;
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    const std::byte* data;
    row_form form;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        if constexpr (MayTurn) {
            if (form == row_form::backwards) {
                alignas(64) std::byte turned[static_cast<std::size_t>(N) * sizeof(T)];
                reverse_block<bits_type<T>, N>(turned, data - (i + N - 1) * size);
                return loaded<N>(turned);
            }
        }
        return loaded<N>(form == row_form::splat ? data : data + i * size);
    }

    /// The lanes of n < N elements from i on.
    template <int N>
    LANEWISE_INLINE auto some_lanes_at(index_t i, index_t n) const noexcept {
        if (form == row_form::splat) return load_as<lane, T, N>(data);
        if constexpr (MayTurn) {
            if (form == row_form::backwards) {
                alignas(64) T padded[static_cast<std::size_t>(N)];
                pad(padded, N - n, data - (i + n - 1) * size, n);
                alignas(64) std::byte turned[sizeof padded];
                reverse_block<bits_type<T>, N>(turned, reinterpret_cast<const std::byte*>(padded));
                return load_as<lane, T, N>(turned);
            }
        }
        return load_first<lane, T, N>(data + i * size, n);
    }

private:
    template <int N>
    LANEWISE_INLINE static auto loaded(const std::byte* from) noexcept {
        if constexpr (is_in_pairs<Op>) {
            return load_pairs<N>(from);
        } else {
            return load_as<lane, T, N>(from);
        }
    }
};

/// An input of an operation.
template <class Op, class T, bool MayTurn>
class input_rows {
public:
    LANEWISE_INLINE input_rows(const rows& r, int k) noexcept : r_(r), k_(k) {}

    /// Row j; it holds until the next call.
    LANEWISE_INLINE input_row<Op, T, MayTurn> operator[](index_t j) noexcept {
        const std::byte* const data = r_.data[k_] + r_.start[k_][j];
        if (r_.form[k_] != row_form::splat) return {data, r_.form[k_]};
        const T value = load_element<T>(data);
        for (T& element : repeated_) element = value;
        return {reinterpret_cast<const std::byte*>(repeated_), row_form::splat};
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
    alignas(64) T repeated_[static_cast<std::size_t>(Op::step)];
};

/// A lane operation on one row.
template <class Op, bool MayTurn>
class row_loop {
    using A = input_row<Op, typename Op::first, MayTurn>;
    using B = input_row<Op, typename Op::second, MayTurn>;
    using R = typename Op::result;
    static constexpr auto size = static_cast<index_t>(sizeof(R));
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();

public:
    LANEWISE_INLINE row_loop(const Op& op, const A& a, const B& b, std::byte* out) noexcept
        : op_(op), a_(a), b_(b), out_(out) {}

    /// Runs n elements; false if a looking operation found something.
    LANEWISE_INLINE bool run(index_t n, bool around_cache) const noexcept {
        if (n < least) return run_some(0, n);
        if constexpr (is_memory_bound<Op>) {
            if (around_cache) {
                run_around_cache(n);
                return true;
            }
        }
        return run_with_end(n);
    }

    /// The same where an input may run backwards; what is rare is not inlined, for that is half of the code.
    LANEWISE_INLINE void run_turning(index_t n, bool around_cache) const noexcept {
        if (n < least) {
            run_ends(0, n);
        } else if (around_cache) {
            run_turning_around_cache(n);
        } else {
            run_with_end(n);
        }
    }

private:
    template <int N, class X, class Y>
    LANEWISE_INLINE bool apply(index_t i, const X& x, const Y& y) const noexcept {
        if constexpr (writes_out<Op>) {
            store_lanes<N>(out_ + i * size, op_(x, y));
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

    /// Runs n elements, at least one register of them.
    ///
    /// The last ones that do not fill a step are the end of one that overlaps its neighbour. Its inputs are loaded first, since
    /// in place the neighbour's results would replace them.
    LANEWISE_INLINE bool run_with_end(index_t n) const noexcept {
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

    /// Writes whole steps around the cache, from out's first cache line on, and what lies before and behind them as usual,
    /// but no element twice: a line that is written both ways goes to memory in between (a - b.T with an out 16 bytes past
    /// a line: 2x).
    LANEWISE_INLINE void run_around_cache(index_t n) const noexcept {
        constexpr int at_once = is_float16<R> && !is_in_pairs<Op> ? 2 * batch_size<float> : cache_line;
        index_t i = before_line(n);
        run_usual(0, i);
        for (; i + step <= n; i += step) {
            const auto z = op_(a_.template lanes_at<step>(i), b_.template lanes_at<step>(i));
            stream<step * size, at_once>(out_ + i * size, [&](std::byte* to) { store_lanes<step>(to, z); });
        }
        run_usual(i, n);
    }

    /// How many elements lie before out's first cache line, n at most.
    LANEWISE_INLINE index_t before_line(index_t n) const noexcept {
        constexpr std::uintptr_t line = cache_line;
        const auto before = static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(out_) % line / sizeof(R));
        return before < n ? before : n;
    }

    /// Elements [i, end).
    LANEWISE_INLINE void run_usual(index_t i, index_t end) const noexcept {
        for (; i + least <= end; i += least) run_at<least>(i);
        if (i < end) run_some(i, end - i);
    }

    [[gnu::noinline]] void run_ends(index_t i, index_t end) const noexcept { run_usual(i, end); }
    [[gnu::noinline]] void run_turning_around_cache(index_t n) const noexcept { run_around_cache(n); }

    /// n elements from i on, fewer than any step.
    LANEWISE_INLINE bool run_some(index_t i, index_t n) const noexcept {
        const auto x = a_.template some_lanes_at<least>(i, n);
        const auto y = b_.template some_lanes_at<least>(i, n);
        if constexpr (writes_out<Op>) {
            store_first<R, least>(out_ + i * size, op_(x, y), n);
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

/// Runs a lane operation over rows of which some run backwards.
template <class Op>
[[gnu::noinline]] void run_rows_turning(const void* op, const rows& r) noexcept {
    input_rows<Op, typename Op::first, true> a(r, a_position);
    input_rows<Op, typename Op::second, true> b(r, b_position);
    for (index_t j = 0; j < r.count; ++j) {
        std::byte* const out = r.data[out_position] + r.start[out_position][j];
        row_loop<Op, true>(*static_cast<const Op*>(op), a[j], b[j], out).run_turning(r.n, r.around_cache);
    }
}

/// Runs a lane operation over rows; false if it ended the walk. After the last rows of those written around the cache comes
/// fence_streams.
template <class Op>
bool run_rows(const void* op, const rows& r) noexcept {
    if constexpr (reads_backwards<Op>) {
        if (r.form[a_position] == row_form::backwards || r.form[b_position] == row_form::backwards) {
            run_rows_turning<Op>(op, r);
            return true;
        }
    }
    input_rows<Op, typename Op::first, false> a(r, a_position);
    input_rows<Op, typename Op::second, false> b(r, b_position);
    for (index_t j = 0; j < r.count; ++j) {
        if constexpr (is_memory_bound<Op>) {
            a.prefetch(j);
            b.prefetch(j);
        }
        std::byte* const out = r.data[out_position] + r.start[out_position][j];
        if (!row_loop<Op, false>(*static_cast<const Op*>(op), a[j], b[j], out).run(r.n, r.around_cache)) return false;
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
