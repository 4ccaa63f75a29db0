#pragma once

/// Where the elements of a view lie, and whether that is inside a buffer.

#include "../../extents.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The lowest and the highest element offset that a view reaches, from its first element; false beyond 63 bits.
/// For a view with elements only: an empty one reaches nothing.
constexpr bool offset_range(const extents& shape, const strides& steps, index_t& lowest, index_t& highest) noexcept {
    lowest = 0;
    highest = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        index_t reach = 0;
        if (shape[i] <= 1) continue;
        if (__builtin_mul_overflow(shape[i] - 1, steps[i], &reach)) return false;
        if (__builtin_add_overflow(reach < 0 ? lowest : highest, reach, reach < 0 ? &lowest : &highest)) return false;
    }
    return true;
}

constexpr bool is_empty(const extents& shape) noexcept {
    index_t count = 0;
    return shape.try_size(count) && count == 0;
}

inline void require_same_rank(const extents& shape, const strides& steps) {
    if (shape.rank() == steps.rank()) return;
    require(status(detail::status_facts{.code = status_code::rank_out_of_range,
                                        .function = "tensor_view",
                                        .relation = "but",
                                        .numbers = {shape.rank(), steps.rank()}}));
}

/// Throws unless every element of the view lies in a buffer of `size` elements.
inline void require_inside(index_t size, const extents& shape, const strides& steps, index_t offset) {
    if (is_empty(shape)) return;
    index_t lowest = 0;
    index_t highest = 0;
    if (!offset_range(shape, steps, lowest, highest) || __builtin_add_overflow(lowest, offset, &lowest) ||
        __builtin_add_overflow(highest, offset, &highest)) {
        require(status(detail::status_facts{
            .code = status_code::size_overflow, .function = "tensor_view", .subject = "an offset"}));
    }
    if (lowest >= 0 && highest < size) return;
    require(status(detail::status_facts{.code = status_code::buffer_too_small,
                                        .function = "tensor_view",
                                        .numbers = {lowest < 0 ? lowest : highest, size}}));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
