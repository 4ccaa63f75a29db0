#pragma once

/// A function of two registers as a lane operation.

#include "../lane/memory.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A function of sums, differences and products alone: on signed and unsigned integers its results have the same bits, and a
/// NaN that it makes of bfloat16s is a bfloat16 too: a quiet one of theirs, or the processor's usual one.
template <class Function>
inline constexpr bool is_arithmetic = requires {
    typename std::remove_cvref_t<Function>::arithmetic;
};

/// A function that is worth all loops: it says so, or is arithmetic.
template <class Function>
inline constexpr bool is_cheap = is_arithmetic<Function> || requires {
    typename std::remove_cvref_t<Function>::cheap;
};

/// Function(a, b) in the lanes of T; storage types X and Y widen to them in the load. float16 and bfloat16 are computed as
/// float; the store rounds. Function may be a reference.
template <class T, class Function, class X = T, class Y = T>
struct lane_function {
    using first = X;
    using second = Y;
    using result = T;
    using lane = lane_type<T>;
    using memory_bound = void;
    static constexpr bool plain_loops = !is_cheap<Function>;
    static constexpr bool may_make_any_nan = !is_arithmetic<Function>;
    static constexpr int least_step = batch_size<lane>;
    /// Several registers per step keep the loop's own instructions off the critical path; but not more than two cache lines,
    /// which g++ takes in any order: the processor's prefetching prefers one (outer 2048 with AVX-512: 1.4x).
    static constexpr int step = (sizeof(batch<lane>) == 64 ? 2 : 4) * least_step;

    [[no_unique_address]] Function function;

    template <int N>
    LANEWISE_INLINE lanes<lane, N> operator()(const lanes<lane, N>& a, const lanes<lane, N>& b) const noexcept {
        lanes<lane, N> out;
        each_register<lanes<lane, N>::count>(LANEWISE_EACH(int i) { out.reg[i] = function(a.reg[i], b.reg[i]); });
        return out;
    }
};

/// As what elements of T go to a function: signed integers to arithmetic as unsigned ones (an object of all dtypes: 12 %
/// smaller).
template <class T, class Function>
struct lane_element {
    using type = T;
};

template <class T, class Function>
    requires(std::is_integral_v<T>&& is_arithmetic<Function>)
struct lane_element<T, Function> {
    using type = std::make_unsigned_t<T>;
};

template <class T, class Function>
using function_on = lane_function<typename lane_element<T, Function>::type, Function>;

} // namespace lanewise::detail::inline LANEWISE_ISA
