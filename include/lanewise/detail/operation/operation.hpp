#pragma once

/// What a lane operation is, and what the loops ask of its type.
///
/// It is a value with
///     first, second, result   the storage types of a row of a, of b and of out
///     lane, or lane_for<T>    what the first two, or those of storage type T, are loaded as; without it, their own lanes
///     step                    how many elements it takes at a time
///     operator()              lanes of the first two -> lanes of the third; or -> bool, for an operation that only looks
///                             for an element and writes nothing: true ends the loop.
/// An operation that is a template on the number of lanes is also called with fewer, down to `least_step`. One that is one of
/// several by a value may have `choose(f)`, which returns f(that one). It may be marked
///     memory_bound            so cheap that how its operands lie and out is written matters; with loops of its own for that,
///     plain_loops             unless this is true,
///     unary                   or it does not look at the second operand
///     may_make_any_nan        of bfloat16: whether a NaN of its results may be any; with it, its elements are taken in pairs

#include "../lane/memory.hpp"

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

/// f(op), or f of the one of several that op is: asked once, for all steps of a row.
template <class Op, class F>
LANEWISE_INLINE bool with_chosen(const Op& op, const F& f) noexcept {
    if constexpr (requires { op.choose(f); }) {
        return op.choose(f);
    } else {
        return f(op);
    }
}

/// One of two operations on the same rows, by a value: loops stand once for both and ask in each step which it is, but the
/// shortest, which are of each (`subtract` and `difference_square` of all dtypes: .57 of the code of two, no slower).
template <class One, class Other>
struct either_operation : One {
    bool is_other;

    LANEWISE_INLINE constexpr explicit either_operation(bool other) noexcept : One{}, is_other(other) {}

    template <class F>
    LANEWISE_INLINE bool choose(const F& f) const noexcept {
        return is_other ? f(Other{}) : f(One{});
    }

    template <class X, class Y>
    LANEWISE_INLINE auto operator()(const X& x, const Y& y) const noexcept {
        return is_other ? Other{}(x, y) : One::operator()(x, y);
    }
};

/// An operation as a loop keeps it: a small one by value, or it might be what is stored, and would be loaded for each register.
template <class Op>
using kept_operation =
    std::conditional_t<std::is_trivially_copyable_v<Op> && sizeof(Op) <= sizeof(void*), const Op, const Op&>;

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

template <class Op, class T>
    requires requires {
        typename Op::template lane_for<T>;
    }
struct lane_of<Op, T> {
    using type = typename Op::template lane_for<T>;
};

/// Whether an operation has results; one that only looks returns bool.
template <class Op>
inline constexpr bool writes_out =
    !std::is_same_v<bool, decltype(std::declval<const Op&>()(
                              std::declval<lanes<typename lane_of<Op, typename Op::first>::type, Op::step>>(),
                              std::declval<lanes<typename lane_of<Op, typename Op::second>::type, Op::step>>()))>;

/// An operation so cheap that how out is written matters; in small code there is none.
template <class Op>
inline constexpr bool is_memory_bound = !LANEWISE_SMALL && requires {
    typename Op::memory_bound;
};

/// An operation on bfloat16 alone that does not mind in which order it gets its elements, and says what its NaNs look like.
template <class Op>
inline constexpr bool is_in_pairs = std::is_same_v<typename Op::first, bfloat16>&&
    std::is_same_v<typename Op::second, bfloat16>&& std::is_same_v<typename Op::result, bfloat16>&& requires {
    Op::may_make_any_nan;
};

/// N elements of an input of storage type T, as the lanes that an operation takes.
template <class Op, class T, int N>
LANEWISE_INLINE auto load_input(const std::byte* from) noexcept {
    if constexpr (is_in_pairs<Op>) {
        return load_pairs<N>(from);
    } else {
        return load_as<typename lane_of<Op, T>::type, T, N>(from);
    }
}

/// N results of an operation.
template <class Op, int N, class Z>
LANEWISE_INLINE void store_results(std::byte* to, const Z& z) noexcept {
    if constexpr (is_in_pairs<Op>) {
        store_pairs<Op::may_make_any_nan, N>(to, z);
    } else {
        store<typename Op::result, N>(to, z);
    }
}

/// An operation that does not look at its second operand.
template <class Op>
inline constexpr bool is_unary = requires {
    typename Op::unary;
};

/// A memory-bound operation that does without loops of its own for how rows lie: the saturating form of one that has them, which
/// would make a third more code of `subtract` on bytes (121 -> 155 KB), or a user's function, which becomes part of every loop
/// (exp(x) * sin(y) of floats: 45 s to compile and 1.2 MB; so 6 s and 160 KB).
template <class Op>
inline constexpr bool has_plain_loops = requires {
    requires Op::plain_loops;
};

/// A cheap operation all of whose rows are of one type, and which has loops of its own for how these lie: not a unary one,
/// since they would double the code of every pow (its three cheap constants: 120 KB, 10 s to compile).
template <class Op>
inline constexpr bool is_cheap_on_one_type =
    is_memory_bound<Op> && !is_unary<Op> && !has_plain_loops<Op> &&
    std::is_same_v<typename Op::first, typename Op::result> && std::is_same_v<typename Op::second, typename Op::result>;

/// One that takes rows of elements backwards, or with room in between, where they lie: to rearrange them on the way costs less
/// than to pack them (1024 floats backwards: 1.7x; not so 16-bit floats, which are converted on the way).
template <class Op>
inline constexpr bool rearranges = is_cheap_on_one_type<Op> && !is_float16<typename Op::result>;

} // namespace lanewise::detail::inline LANEWISE_ISA
