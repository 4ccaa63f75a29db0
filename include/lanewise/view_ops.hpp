#pragma once

/// Views of views, as in NumPy: new shapes and strides over the same elements, nothing is copied.
///
/// Each takes anything that views as a tensor and returns a tensor_view of the same element type. Axes may be negative
/// and then count from the end. An axis outside the view throws bad_axis.

#include "broadcast.hpp"
#include "tensor_view.hpp"

#include <optional>

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

/// A view being taken apart: plain arrays, so that axes can be moved.
struct axes {
    int rank;
    index_t extent[max_rank + 1];
    index_t stride[max_rank + 1];

    template <class T>
    explicit axes(const tensor_view<T>& v) noexcept : rank(v.rank()), extent{}, stride{} {
        for (int i = 0; i < rank; ++i) {
            extent[i] = v.extent(i);
            stride[i] = v.stride(i);
        }
    }

    template <class T>
    tensor_view<T> over(T* data) const {
        const auto count = static_cast<std::size_t>(rank);
        return {data, extents(std::span(extent, count)), strides(std::span(stride, count))};
    }
};

/// `axis` counted from the front; throws bad_axis unless it is one of the `rank` axes of what is named.
inline int require_axis(const char* function, index_t axis, int rank, const char* whose = "a view") {
    const index_t counted = axis < 0 ? axis + rank : axis;
    if (counted < 0 || counted >= rank) {
        require(status(detail::status_facts{
            .code = status_code::bad_axis, .function = function, .other = whose, .numbers = {axis, rank}}));
    }
    return static_cast<int>(counted);
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// All axes in reverse order.
template <viewable V>
auto transpose(V&& view) {
    const auto v = detail::view_of(view);
    detail::axes result(v);
    for (int i = 0; i < v.rank(); ++i) {
        result.extent[i] = v.extent(v.rank() - 1 - i);
        result.stride[i] = v.stride(v.rank() - 1 - i);
    }
    return result.over(v.data());
}

/// Axis i of the result is axis `order[i]` of the view. `order` names every axis once, or bad_axis is thrown.
template <viewable V>
auto permute(V&& view, const strides& order) {
    const auto v = detail::view_of(view);
    if (order.rank() != v.rank()) {
        detail::require(status(detail::status_facts{.code = status_code::bad_axis,
                                                    .function = "permute",
                                                    .subject = "the order",
                                                    .numbers = {order.rank(), v.rank()}}));
    }
    detail::axes result(v);
    bool taken[max_rank] = {};
    for (int i = 0; i < v.rank(); ++i) {
        const int axis = detail::require_axis("permute", order[i], v.rank());
        if (taken[axis]) {
            detail::require(status(detail::status_facts{.code = status_code::bad_axis,
                                                        .function = "permute",
                                                        .relation = "is named twice",
                                                        .numbers = {axis, v.rank()}}));
        }
        taken[axis] = true;
        result.extent[i] = v.extent(axis);
        result.stride[i] = v.stride(axis);
    }
    return result.over(v.data());
}

/// The elements `start`, `start + step`, ... before `stop` along one axis: v[start:stop:step].
///
/// Bounds    negative ones count from the end, those outside the axis are clipped, std::nullopt is the end that the
///           step comes from or goes to: `slice(v, 0, std::nullopt, std::nullopt, -1)` reverses axis 0.
/// Errors    bad_axis; bad_step where step is 0.
template <viewable V>
auto slice(V&& view, index_t axis, std::optional<index_t> start, std::optional<index_t> stop, index_t step = 1) {
    const auto v = detail::view_of(view);
    const int i = detail::require_axis("slice", axis, v.rank());
    if (step == 0)
        detail::require(status(detail::status_facts{
            .code = status_code::bad_step, .axis = static_cast<std::int8_t>(i), .function = "slice"}));
    const index_t n = v.extent(i);
    const index_t lowest = step > 0 ? 0 : -1;
    const index_t highest = step > 0 ? n : n - 1;
    const auto clip = [&](const std::optional<index_t>& bound, index_t otherwise) {
        if (!bound.has_value()) return otherwise;
        const index_t counted = *bound < 0 ? *bound + n : *bound;
        return counted < lowest ? lowest : counted > highest ? highest : counted;
    };
    const index_t first = clip(start, step > 0 ? lowest : highest);
    const index_t last = clip(stop, step > 0 ? highest : lowest);
    const index_t distance = step > 0 ? last - first : first - last;
    // |step| as an unsigned number, since -step overflows for the lowest one.
    const auto width = step > 0 ? static_cast<std::size_t>(step) : 0 - static_cast<std::size_t>(step);
    detail::axes result(v);
    result.extent[i] = distance <= 0 ? 0 : static_cast<index_t>((static_cast<std::size_t>(distance) - 1) / width + 1);
    // The stride of a single element is never used, and the product might not fit.
    if (result.extent[i] > 1) result.stride[i] = v.stride(i) * step;
    return result.over(distance <= 0 || detail::is_empty(v.extents()) ? v.data() : v.data() + first * v.stride(i));
}

/// One axis in reverse order.
template <viewable V>
auto flip(V&& view, index_t axis) {
    const auto v = detail::view_of(view);
    const int i = detail::require_axis("flip", axis, v.rank());
    if (v.extent(i) <= 1) return v;
    detail::axes result(v);
    result.stride[i] = -v.stride(i);
    return result.over(detail::is_empty(v.extents()) ? v.data() : v.data() + (v.extent(i) - 1) * v.stride(i));
}

/// A new axis of extent 1 in front of axis `axis` (rank() or -1: at the end). Throws rank_out_of_range at rank 8.
template <viewable V>
auto expand(V&& view, index_t axis) {
    const auto v = detail::view_of(view);
    const int at = detail::require_axis("expand", axis, v.rank() + 1, "a result");
    if (v.rank() == max_rank) {
        detail::require(status(detail::status_facts{
            .code = status_code::rank_out_of_range, .function = "expand", .numbers = {max_rank + 1, max_rank}}));
    }
    detail::axes result(v);
    for (int i = result.rank++; i > at; --i) {
        result.extent[i] = result.extent[i - 1];
        result.stride[i] = result.stride[i - 1];
    }
    result.extent[at] = 1;
    result.stride[at] = 0;
    return result.over(v.data());
}

/// The view without axis `axis`, which must have extent 1, or shape_mismatch is thrown.
template <viewable V>
auto squeeze(V&& view, index_t axis) {
    const auto v = detail::view_of(view);
    const int at = detail::require_axis("squeeze", axis, v.rank());
    if (v.extent(at) != 1) {
        detail::require(status(detail::status_facts{.code = status_code::shape_mismatch,
                                                    .axis = static_cast<std::int8_t>(at),
                                                    .function = "squeeze",
                                                    .subject = "the view",
                                                    .relation = "only an axis of extent 1 can be dropped",
                                                    .numbers = {v.extent(at), 1}}));
    }
    detail::axes result(v);
    --result.rank;
    for (int i = at; i < result.rank; ++i) {
        result.extent[i] = result.extent[i + 1];
        result.stride[i] = result.stride[i + 1];
    }
    return result.over(v.data());
}

/// The view repeated to a larger shape under the numpy rule: repeated axes have stride 0. Throws shape_mismatch.
template <viewable V>
auto broadcast_to(V&& view, const extents& shape) {
    const auto v = detail::view_of(view);
    detail::require(detail::check_broadcast_to(v.extents(), shape));
    const int offset = shape.rank() - v.rank();
    return tensor_view(v.data(), shape, detail::broadcast_strides(v.extents(), v.strides(), shape.rank(), offset));
}

} // namespace LANEWISE_ISA
} // namespace lanewise
