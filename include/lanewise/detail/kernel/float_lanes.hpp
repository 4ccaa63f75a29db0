#pragma once

/// The floating lane operations of subtract and difference_square. float16 and bfloat16 are computed as float; the store
/// rounds.

#include "../lane/memory.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Four registers per step keep the loop's own instructions off the critical path.
template <class T>
struct float_operation {
    using first = T;
    using second = T;
    using result = T;
    static constexpr int least_step = batch_size<lane_type<T>>;
    static constexpr int step = 4 * least_step;
};

template <class T>
struct float_subtract : float_operation<T> {
    template <class L, int N>
    LANEWISE_INLINE lanes<L, N> operator()(const lanes<L, N>& a, const lanes<L, N>& b) const noexcept {
        lanes<L, N> out;
        for (int i = 0; i < lanes<L, N>::count; ++i) out.reg[i] = a.reg[i] - b.reg[i];
        return out;
    }
};

template <class T>
struct float_difference_square : float_operation<T> {
    template <class L, int N>
    LANEWISE_INLINE lanes<L, N> operator()(const lanes<L, N>& a, const lanes<L, N>& b) const noexcept {
        lanes<L, N> out;
        for (int i = 0; i < lanes<L, N>::count; ++i) {
            const auto d = a.reg[i] - b.reg[i];
            out.reg[i] = d * d;
        }
        return out;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
