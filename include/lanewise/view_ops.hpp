#pragma once

/// Views of views, as in NumPy: new shapes and strides over the same elements, nothing is copied.
///
/// Each takes anything that views as a tensor and returns a tensor_view of the same element type, or for what has its
/// dtype at run time a view of that kind: an any_tensor_view where its elements can be written (any_tensor, DLPack, ...), else
/// a const_any_view. Axes may be negative and then count from the end.
///
/// Errors    bad_axis where an axis is outside the view; of views that nothing has checked yet unsupported_dtype (no
///           dtype), rank_out_of_range (extents and strides of different length), and size_overflow where an element is
///           more than 63 bits of bytes away; what cannot be viewed at all, by its own status. A view of a temporary
///           tensor does not compile.

#include "any_view.hpp"
#include "broadcast.hpp"

#include <optional>

namespace lanewise {

namespace detail::inline LANEWISE_ISA {

/// A view being taken apart: plain arrays, so that axes can be moved.
struct axes {
    const char* function; // that moves them
    index_t element_bytes;
    int rank = 0;
    index_t extent[max_rank + 1] = {};
    index_t stride[max_rank + 1] = {};
    index_t offset = 0; // from the view's first element to the result's, in elements

    axes(const char* name, dtype type, const extents& shape, const strides& steps) noexcept
        : function(name), element_bytes(size_bytes(type)) {
        assign(shape, steps);
    }

    void assign(const extents& shape, const strides& steps) noexcept {
        rank = shape.rank();
        for (int i = 0; i < rank; ++i) {
            extent[i] = shape[i];
            stride[i] = steps[i];
        }
    }

    extents shape() const { return extents(std::span(extent, static_cast<std::size_t>(rank))); }
    strides steps() const { return strides(std::span(stride, static_cast<std::size_t>(rank))); }

    /// How many elements apart positions of axis i are; throws size_overflow where there are elements, and the bytes do not fit
    /// in 63 bits.
    index_t distance(int i, index_t positions) const {
        index_t elements = 0;
        index_t bytes = 0;
        if ((__builtin_mul_overflow(positions, stride[i], &elements) ||
             __builtin_mul_overflow(elements, element_bytes, &bytes)) &&
            !is_empty(shape())) {
            require(status(status_facts{.code = status_code::size_overflow,
                                        .axis = static_cast<std::int8_t>(i),
                                        .function = function,
                                        .other = "the view",
                                        .numbers = {extent[i], stride[i]}}));
        }
        return elements;
    }

    /// The result's first element lies `position` along axis i. Where there are no elements it stays where it is.
    void begin_at(int i, index_t position) {
        if (!is_empty(shape())) offset = distance(i, position);
    }

    /// `axis` counted from the front; throws bad_axis unless it is one of `count` axes.
    int require_axis(index_t axis, int count, const char* whose = "a view") const {
        const index_t counted = axis < 0 ? axis + count : axis;
        if (counted < 0 || counted >= count) {
            refuse(status(status_facts{
                .code = status_code::bad_axis, .function = function, .other = whose, .numbers = {axis, count}}));
        }
        return static_cast<int>(counted);
    }
};

template <class T>
axes take_apart(const char* function, const tensor_view<T>& v) noexcept {
    return {function, dtype_of<T>, v.extents(), v.strides()};
}
template <any_view View>
axes take_apart(const char* function, const View& v) {
    require(check_any_view(function, "", "the view", v));
    return {function, v.type, v.extents, v.strides};
}

/// A null pointer stays one: the operators refuse it where there are elements.
template <class T>
tensor_view<T> put_together(const tensor_view<T>& v, const axes& moved) {
    return {v.data() == nullptr ? nullptr : v.data() + moved.offset, moved.shape(), moved.steps()};
}
template <any_view View>
View put_together(const View& v, const axes& moved) {
    using byte =
        std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(v.data)>>, const std::byte, std::byte>;
    auto* const first = static_cast<byte*>(v.data);
    return {v.type, first == nullptr ? nullptr : first + moved.offset * moved.element_bytes, moved.shape(),
            moved.steps()};
}

/// What every function on views does: move(axes) tells them apart.
template <class V, class Move>
auto move_axes(const char* function, V&& object, const Move& move) {
    constexpr bool is_tensor = any_viewable<V&>;
    static_assert(is_tensor,
                  "lanewise: a view can be made of a tensor only (tensor_view, tensor, any_tensor_view, ...)");
    refuse_temporary<V, !is_tensor || lasting_any_view<V>>();
    if constexpr (is_tensor) {
        const auto v = view_or_any_view_of(object);
        axes moved = take_apart(function, v);
        move(moved);
        return put_together(v, moved);
    } else {
        return tensor_view<float>(nullptr, extents{}); // so that the sentence above is the only one
    }
}

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
/// shape_mismatch where there are none: axes that are joined have to lie one behind the other.
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
        static_cast<void>(__builtin_mul_overflow(step, to[i], &step)); // of the first axis nobody takes it
    }
    return strides(std::span<const index_t>(result, static_cast<std::size_t>(to.rank())));
}

} // namespace detail::inline LANEWISE_ISA

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
