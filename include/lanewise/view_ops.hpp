#pragma once

/// Views of views, as in NumPy: new shapes and strides over the same elements, nothing is copied.
///
/// Each takes anything that views as a tensor and returns a tensor_view of the same element type, or for what has its
/// dtype at run time a view of that kind: an any_tensor_view where its elements can be written (any_tensor, DLPack, ...), else
/// a const_any_view. Axes may be negative and then count from the end.
///
/// Errors    bad_axis where an axis is outside the view; of views that nothing has checked yet unsupported_dtype (no
///           dtype), rank_out_of_range (extents and strides of different length), and size_overflow where the result's first
///           element, or a stride that is multiplied, is more than 63 bits of bytes away; what cannot be viewed at all, by its
///           own status. A view of a temporary tensor does not compile.

#include "broadcast.hpp"
#include "detail/view/axes.hpp"
#include "detail/view/reshape.hpp"

#include <optional>

namespace lanewise {
inline namespace LANEWISE_ISA {

/// All axes in reverse order.
template <class V>
[[nodiscard]] auto transpose(V&& view) {
    return detail::move_axes<V>("transpose", static_cast<V&&>(view), [](detail::axes& a) {
        const detail::axes v = a;
        for (int i = 0; i < v.rank; ++i) {
            a.extent[i] = v.extent[v.rank - 1 - i];
            a.stride[i] = v.stride[v.rank - 1 - i];
        }
    });
}

/// Axis i of the result is axis `order[i]` of the view. `order` names every axis once, or bad_axis is thrown.
template <class V>
[[nodiscard]] auto permute(V&& view, const axis_list& order) {
    return detail::move_axes<V>("permute", static_cast<V&&>(view), [&](detail::axes& a) {
        const detail::axes v = a;
        if (order.rank() != v.rank) {
            detail::refuse(status(detail::status_facts{.code = status_code::bad_axis,
                                                       .function = "permute",
                                                       .subject = "the order",
                                                       .numbers = {order.rank(), v.rank}}));
        }
        bool taken[max_rank] = {};
        for (int i = 0; i < v.rank; ++i) {
            const int axis = v.require_axis(order[i], v.rank);
            if (taken[axis]) {
                detail::refuse(status(detail::status_facts{.code = status_code::bad_axis,
                                                           .function = "permute",
                                                           .relation = "is named twice",
                                                           .numbers = {axis, v.rank}}));
            }
            taken[axis] = true;
            a.extent[i] = v.extent[axis];
            a.stride[i] = v.stride[axis];
        }
    });
}

/// The same elements in row-major order with other extents, of which one may be -1: it is worked out.
///
/// Errors    shape_mismatch where the new shape has another number of elements, or no strides give it that shape: the rows
///           of a part of an image may become pixels, but not one row, since they do not lie one behind the other.
///           negative_extent below -1 or for a second -1.
template <class V>
[[nodiscard]] auto reshape(V&& view, const axis_list& shape) {
    return detail::move_axes<V>("reshape", static_cast<V&&>(view), [&](detail::axes& a) {
        index_t count = 0;
        if (!a.shape().try_size(count)) {
            detail::refuse(status(detail::status_facts{.code = status_code::size_overflow,
                                                       .function = a.function,
                                                       .subject = "the view's number of elements"}));
        }
        const extents reshaped = detail::extents_for(count, shape);
        a.assign(reshaped, count == 0 ? strides::row_major(reshaped) : detail::reshaped_strides(a, reshaped));
    });
}

/// The elements `start`, `start + step`, ... before `stop` along one axis: v[start:stop:step].
///
/// Bounds    negative ones count from the end, those outside the axis are clipped, std::nullopt is the end that the
///           step comes from or goes to: `slice(v, 0, std::nullopt, std::nullopt, -1)` reverses axis 0.
/// Errors    bad_axis; bad_step where step is 0.
template <class V>
[[nodiscard]] auto slice(V&& view, index_t axis, std::optional<index_t> start, std::optional<index_t> stop,
                         index_t step = 1) {
    return detail::move_axes<V>("slice", static_cast<V&&>(view), [&](detail::axes& a) {
        const int i = a.require_axis(axis, a.rank);
        if (step == 0)
            detail::refuse(status(detail::status_facts{
                .code = status_code::bad_step, .axis = static_cast<std::int8_t>(i), .function = "slice"}));
        const index_t n = a.extent[i];
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
        if (distance > 0) a.begin_at(i, first);
        const auto whole_steps = distance <= 0 ? 0 : (static_cast<std::size_t>(distance) - 1) / width + 1;
        // The stride of a single element is never used, and the product might not fit.
        if (whole_steps > 1) a.stride[i] = a.distance(i, step);
        a.extent[i] = static_cast<index_t>(whole_steps);
    });
}

/// One axis in reverse order.
template <class V>
[[nodiscard]] auto flip(V&& view, index_t axis) {
    return detail::move_axes<V>("flip", static_cast<V&&>(view), [&](detail::axes& a) {
        const int i = a.require_axis(axis, a.rank);
        if (a.extent[i] <= 1) return;
        a.begin_at(i, a.extent[i] - 1);
        a.stride[i] = a.distance(i, -1);
    });
}

/// A new axis of extent 1 in front of axis `axis` (rank() or -1: at the end). Throws rank_out_of_range at rank 8.
template <class V>
[[nodiscard]] auto expand(V&& view, index_t axis) {
    return detail::move_axes<V>("expand", static_cast<V&&>(view), [&](detail::axes& a) {
        const int at = a.require_axis(axis, a.rank + 1, "a result");
        if (a.rank == max_rank) {
            detail::refuse(status(detail::status_facts{
                .code = status_code::rank_out_of_range, .function = "expand", .numbers = {max_rank + 1, max_rank}}));
        }
        for (int i = a.rank++; i > at; --i) {
            a.extent[i] = a.extent[i - 1];
            a.stride[i] = a.stride[i - 1];
        }
        a.extent[at] = 1;
        a.stride[at] = 0;
    });
}

/// The view without axis `axis`, which must have extent 1, or shape_mismatch is thrown.
template <class V>
[[nodiscard]] auto squeeze(V&& view, index_t axis) {
    return detail::move_axes<V>("squeeze", static_cast<V&&>(view), [&](detail::axes& a) {
        const int at = a.require_axis(axis, a.rank);
        if (a.extent[at] != 1) {
            detail::refuse(status(detail::status_facts{.code = status_code::shape_mismatch,
                                                       .axis = static_cast<std::int8_t>(at),
                                                       .function = "squeeze",
                                                       .subject = "the view",
                                                       .relation = "only an axis of extent 1 can be dropped",
                                                       .numbers = {a.extent[at], 1}}));
        }
        --a.rank;
        for (int i = at; i < a.rank; ++i) {
            a.extent[i] = a.extent[i + 1];
            a.stride[i] = a.stride[i + 1];
        }
    });
}

/// The view repeated to a larger shape under the numpy rule: repeated axes have stride 0. Throws shape_mismatch.
template <class V>
[[nodiscard]] auto broadcast_to(V&& view, const extents& shape) {
    return detail::move_axes<V>("broadcast_to", static_cast<V&&>(view), [&](detail::axes& a) {
        const extents own = a.shape();
        detail::require(detail::check_broadcast_to(own, shape));
        a.assign(shape, detail::broadcast_strides(own, a.steps(), shape.rank(), shape.rank() - a.rank));
    });
}

} // namespace LANEWISE_ISA
} // namespace lanewise
