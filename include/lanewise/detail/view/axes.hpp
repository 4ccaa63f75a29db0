#pragma once

/// A view taken apart, so that its axes can be moved, and put together again.

#include "../../any_view.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

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
            !is_empty(shape()))
            refuse_distance(i);
        return elements;
    }

    [[noreturn]] void refuse_distance(int i) const {
        refuse(status(status_facts{.code = status_code::size_overflow,
                                   .axis = static_cast<std::int8_t>(i),
                                   .function = function,
                                   .other = "the view",
                                   .numbers = {extent[i], stride[i]}}));
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

} // namespace lanewise::detail::inline LANEWISE_ISA
