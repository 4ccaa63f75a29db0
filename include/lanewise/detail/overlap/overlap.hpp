#pragma once

/// Do two strided sets of elements share a byte? Does a view name an element twice? Decided exactly, not by bounding boxes.
///
/// Elements of two views coincide when an equation over the indices,
///     first_a + sum(stride_a[i] * x[i]) + p  =  first_b + sum(stride_b[i] * y[i]) + q,
/// has a solution with every index inside its extent and p, q inside an element; a view names an element twice when one
/// over the differences between two indices has. With a counted upwards and b downwards no coefficient is negative: a
/// bounded_equation, whose search takes its steps from the budget of the call. What that does not suffice for is undecided.

#include "../../extents.hpp"
#include "bounded_equation.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// An operand as the loops see it: its first element, and for every axis of the result how many bytes apart neighbours are.
struct operand_layout {
    std::byte* data;
    index_t element_bytes;
    index_t stride[max_rank];
};

constexpr std::uint64_t step_size(index_t stride) noexcept {
    return stride < 0 ? 0 - static_cast<std::uint64_t>(stride) : static_cast<std::uint64_t>(stride);
}

/// Whether an element of a, counted upwards from the lowest, and one of b, downwards from the highest, share a byte. All
/// of b ends `between` bytes (> 0) behind a's first one.
[[gnu::cold, gnu::noinline]] inline answer elements_meet(const extents& shape, const operand_layout& a,
                                                         const operand_layout& b, std::uint64_t between,
                                                         search_budget& budget) noexcept {
    bounded_equation equation;
    for (int i = 0; i < shape.rank(); ++i) {
        const auto last = static_cast<std::uint64_t>(shape[i] - 1);
        equation.add(step_size(a.stride[i]), last);
        equation.add(step_size(b.stride[i]), last);
    }
    // From b's element ending on the first byte of a's to it beginning on the last byte.
    const std::uint64_t highest = between - 1;
    const auto slack = static_cast<std::uint64_t>(a.element_bytes + b.element_bytes - 2);
    return equation.solve(highest < slack ? 0 : highest - slack, highest, budget);
}

/// Whether a and b, indexed over the same extents (all of them > 0), have a byte in common. The offsets of an operand's
/// elements, and the difference of any two, fit in 63 bits.
inline answer shares_bytes(const extents& shape, const operand_layout& a, const operand_layout& b,
                           search_budget& budget) noexcept {
    index_t low_a = 0;
    index_t low_b = 0;
    index_t high_a = a.element_bytes;
    index_t high_b = b.element_bytes;
    for (int i = 0; i < shape.rank(); ++i) {
        (a.stride[i] < 0 ? low_a : high_a) += a.stride[i] * (shape[i] - 1);
        (b.stride[i] < 0 ? low_b : high_b) += b.stride[i] * (shape[i] - 1);
    }
    // Wide enough for the difference of any two positions whose own offsets fit in 63 bits.
    __extension__ typedef __int128 wide;
    const wide distance = static_cast<wide>(reinterpret_cast<std::uintptr_t>(b.data)) -
                          static_cast<wide>(reinterpret_cast<std::uintptr_t>(a.data));
    if (distance + low_b >= high_a || distance + high_b <= low_a) return answer::no;
    return elements_meet(shape, a, b, static_cast<std::uint64_t>(distance + high_b - low_a), budget);
}

/// The axes along which a view moves, and its steps along them, smallest first.
struct sorted_steps {
    int axis[max_rank];
    std::uint64_t step[max_rank];
};

/// Whether one or more steps along axis[k] come back along the axes before it, which reach so many bytes.
[[gnu::cold, gnu::noinline]] inline answer comes_back(const extents& shape, const sorted_steps& order, int k,
                                                      std::uint64_t reach, search_budget& budget) noexcept {
    // step[k] * (1 + x) + sum(step[j] * (z[j] - last[j])) = 0 for 0 <= z[j] <= 2 * last[j].
    const auto last = [&](int j) { return static_cast<std::uint64_t>(shape[order.axis[j]] - 1); };
    bounded_equation equation;
    equation.add(order.step[k], last(k) - 1);
    for (int j = 0; j < k; ++j) equation.add(order.step[j], 2 * last(j));
    return equation.solve(reach - order.step[k], reach - order.step[k], budget);
}

/// Whether two different indices of a (extents all > 0) name the same element; if so, they differ along `axis`, and if
/// that is undecided, it is whether some do. Strides are multiples of the element size: two elements coincide or are apart.
LANEWISE_ALWAYS_INLINE answer overlaps_itself(const extents& shape, const operand_layout& a, int& axis,
                                              search_budget& budget) noexcept {
    sorted_steps order;
    int rank = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        axis = i;
        const std::uint64_t step = step_size(a.stride[i]);
        if (step == 0) return answer::yes;
        int at = rank++;
        for (; at > 0 && order.step[at - 1] > step; --at) {
            order.axis[at] = order.axis[at - 1];
            order.step[at] = order.step[at - 1];
        }
        order.axis[at] = i;
        order.step[at] = step;
    }
    std::uint64_t reach = 0;
    for (int k = 0; k < rank; ++k) {
        axis = order.axis[k];
        // A step beyond the reach of all smaller ones leads to new elements; else look for a way back.
        if (order.step[k] <= reach) {
            if (const answer back = comes_back(shape, order, k, reach, budget); back != answer::no) return back;
        }
        reach += order.step[k] * static_cast<std::uint64_t>(shape[axis] - 1);
    }
    return answer::no;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
