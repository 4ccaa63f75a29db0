#pragma once

/// Views whose dtype is a value, known at run time only. The operators on them are in dynamic.hpp.

#include "tensor_view.hpp"

namespace lanewise {

/// A dtype, a pointer to elements of it that can only be read, a shape, and strides in elements.
///
/// Shapes    as tensor_view's. Nothing is checked before an operator is called, and then everything is: the dtype, that
///           extents and strides have the same rank, the pointer, its alignment.
/// Origin    every any_tensor_view and every tensor_view converts to it; interop/ makes it from the tensors of others.
struct const_any_view {
    dtype type = dtype::float16;
    const void* data = nullptr;
    lanewise::extents extents = {};
    lanewise::strides strides = {};
};

/// The same over elements that can be written.
struct any_tensor_view {
    dtype type = dtype::float16;
    void* data = nullptr;
    lanewise::extents extents = {};
    lanewise::strides strides = {};

    LANEWISE_KEYED operator const_any_view() const noexcept { return {type, data, extents, strides}; }
};

template <class T>
tensor_view<T>::operator const_any_view() const noexcept {
    return {dtype_of<T>, data_, extents_, strides_};
}

template <class T>
tensor_view<T>::operator any_tensor_view() const noexcept requires(!std::is_const_v<T>) {
    return {dtype_of<T>, data_, extents_, strides_};
}

template <>
struct any_view_adapter<const_any_view> {
    LANEWISE_KEYED static status try_view(const const_any_view& v, const_any_view& result) noexcept {
        result = v;
        return {};
    }
};

template <>
struct any_view_adapter<any_tensor_view> {
    template <class View>
    LANEWISE_KEYED static status try_view(const any_tensor_view& v, View& result) noexcept {
        result = v;
        return {};
    }
};

/// What has a type for its elements has a dtype.
template <class Object>
    requires viewable<Object&>
struct any_view_adapter<Object> {
    LANEWISE_KEYED static status try_view(const Object& object, const_any_view& result) noexcept {
        return assign(object, result);
    }

    template <class O>
        requires viewable<O&> &&(!std::is_const_v<detail::view_element_t<O&>>)LANEWISE_KEYED static status
            try_view(O& object, any_tensor_view& result) noexcept {
            return assign(object, result);
        }

    private:
        template <class O, class View>
        LANEWISE_KEYED static status assign(O& object, View& result) noexcept {
            const status viewed = detail::check_view(object);
            if (!viewed) return viewed;
            const auto v = detail::view_of(object);
            result = View{dtype_of<typename decltype(v)::element_type>, v.data(), v.extents(), v.strides()};
            return {};
        }
};

} // namespace lanewise
