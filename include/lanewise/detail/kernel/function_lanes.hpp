#pragma once

/// A function of two registers as a lane operation.

#include "../lane/memory.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Function(a, b) in the lanes of T; storage types X and Y widen to them in the load. float16 and bfloat16 are computed as
/// float; the store rounds. Function may be a reference.
template <class T, class Function, class X = T, class Y = T>
struct lane_function {
    using first = X;
    using second = Y;
    using result = T;
    using lane = lane_type<T>;
    using memory_bound = void;
    static constexpr int least_step = batch_size<lane>;
    /// Several registers per step keep the loop's own instructions off the critical path.
    static constexpr int step = 4 * least_step;

    [[no_unique_address]] Function function;

    template <int N>
    LANEWISE_INLINE lanes<lane, N> operator()(const lanes<lane, N>& a, const lanes<lane, N>& b) const noexcept {
        lanes<lane, N> out;
        each_register<lanes<lane, N>::count>(LANEWISE_EACH(int i) { out.reg[i] = function(a.reg[i], b.reg[i]); });
        return out;
    }
};

/// As what elements of T go to a function: where it is `modular`, its results having the same bits on signed integers and
/// unsigned ones, as the latter (an object of all dtypes: 12 % smaller).
template <class T, class Function>
struct lane_element {
    using type = T;
};

template <class T, class Function>
    requires(std::is_integral_v<T>&& requires { typename std::remove_cvref_t<Function>::modular; })
struct lane_element<T, Function> {
    using type = std::make_unsigned_t<T>;
};

template <class T, class Function>
using function_on = lane_function<typename lane_element<T, Function>::type, Function>;

} // namespace lanewise::detail::inline LANEWISE_ISA
