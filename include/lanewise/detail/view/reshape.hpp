#pragma once

/// Which extents a reshaped view has, and with which strides.

#include "axes.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The extents of `wanted`, of which one may be -1, for a view of `count` elements.
inline extents extents_for(index_t count, const axis_list& wanted) {
    status_facts facts{.code = status_code::shape_mismatch, .function = "reshape"};
    index_t extent[max_rank] = {};
    const std::span<const index_t> all(extent, static_cast<std::size_t>(wanted.rank()));
    int open = -1;
    for (int i = 0; i < wanted.rank(); ++i) {
        extent[i] = wanted[i];
        if (extent[i] >= 0) continue;
        facts.axis = static_cast<std::int8_t>(i);
        facts.numbers[0] = extent[i];
        if (extent[i] != -1 || open >= 0) {
            facts.code = status_code::negative_extent;
            if (extent[i] == -1) {
                facts.wording = status_wording::field_and_limit;
                facts.subject = "the extent";
                facts.relation = "as is that of axis";
                facts.numbers[1] = open;
            }
            refuse(status(facts));
        }
        open = i;
        extent[i] = 1;
    }
    index_t others = 0;
    if (!extents(all).try_size(others)) {
        refuse(status(status_facts{.code = status_code::size_overflow,
                                   .function = "reshape",
                                   .subject = "the new shape's number of elements"}));
    }
    if (open < 0 ? count == others : others != 0 && count % others == 0) {
        if (open >= 0) extent[open] = count / others;
        return extents(all);
    }
    facts.wording = status_wording::field_and_limit;
    if (open >= 0 && count == 0) {
        facts.subject = "the extent";
        facts.relation = "which may stand for any number beside an extent of";
        refuse(status(facts));
    }
    facts.axis = -1;
    facts.subject = "the view's number of elements";
    facts.relation = open < 0 ? "the new shape's is" : "not a multiple of";
    facts.numbers[0] = count;
    facts.numbers[1] = others;
    refuse(status(facts));
}

/// The strides with which the elements of `a`, of which there are some, have the shape `to` in row-major order. Throws
/// shape_mismatch where there are none: axes that are joined have to lie one behind the other; and size_overflow.
inline strides reshaped_strides(const axes& a, const extents& to) {
    index_t result[max_rank] = {};
    int next = a.rank; // axes from here on are joined, and given to axes of the result but for
    index_t left = 1;  // so many positions
    index_t step = 1;  // so far apart
    for (int i = to.rank() - 1; i >= 0; --i) {
        while (left % to[i] != 0) {
            if (a.extent[--next] == 1) continue;
            index_t joined = a.stride[next];
            if (left == 1) {
                step = joined;
            } else if (__builtin_mul_overflow(left, step, &joined) || joined != a.stride[next]) {
                refuse(status(status_facts{.code = status_code::shape_mismatch,
                                           .wording = status_wording::field_and_limit,
                                           .axis = static_cast<std::int8_t>(next),
                                           .function = a.function,
                                           .subject = "the view is not packed there: its stride",
                                           .relation = "not",
                                           .numbers = {a.stride[next], joined}}));
            }
            left *= a.extent[next];
        }
        result[i] = step;
        left /= to[i];
        index_t bytes = 0;
        const bool overflows =
            __builtin_mul_overflow(step, to[i], &step) || __builtin_mul_overflow(step, a.element_bytes, &bytes);
        if (overflows && left > 1) a.refuse_distance(next); // else no axis of elements takes it
    }
    return strides(std::span<const index_t>(result, static_cast<std::size_t>(to.rank())));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
