#pragma once

/// Views whose dtype is a value, known at run time only. The operators on them are in dynamic.hpp, views of them in
/// view_ops.hpp, and tensors that own such elements in any_tensor.hpp.

#include "tensor_view.hpp"

namespace lanewise {

/// A dtype, a pointer to elements of it that can only be read, a shape, and strides in elements.
///
/// Shapes    as tensor_view's. Nothing is checked before an operator is called, and then everything is: the dtype, that
///           extents and strides have the same rank, the pointer, its alignment.
/// Origin    every any_tensor_view and every tensor_view converts to it; interop/ makes it from the tensors of others.
struct const_any_view {
    dtype type = dtype::float16;    ///< of all elements
    const void* data = nullptr;     ///< the element with index 0
    lanewise::extents extents = {}; ///< of all axes; a default one is rank 0: one element
    lanewise::strides strides = {}; ///< of all axes, in elements
};

/// The same over elements that can be written.
struct any_tensor_view {
    dtype type = dtype::float16;    ///< of all elements
    void* data = nullptr;           ///< the element with index 0
    lanewise::extents extents = {}; ///< of all axes; a default one is rank 0: one element
    lanewise::strides strides = {}; ///< of all axes, in elements

    /// What may be written may be read.
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

namespace detail {

/// One of the two views.
template <class View>
concept any_view = std::same_as<View, const_any_view> || std::same_as<View, any_tensor_view>;

/// An object whose elements die with it.
template <class Object>
concept owning_any = adapts_an_owner<view_adapter<Object>> || adapts_an_owner<any_view_adapter<Object>>;

/// What is a tensor, whenever its dtype is known, and still is after the full expression.
template <class V>
concept lasting_any_view = any_viewable<V&> &&(std::is_lvalue_reference_v<V> || !owning_any<std::remove_cvref_t<V>>);

} // namespace detail

namespace detail::inline LANEWISE_ISA {

/// What a tensor_view cannot get wrong: strides for every extent, and a dtype.
template <any_view View>
status check_any_view(const char* function, const char* operand, const char* subject, const View& v) noexcept {
    if (v.extents.rank() != v.strides.rank()) {
        return status(status_facts{.code = status_code::rank_out_of_range,
                                   .function = function,
                                   .operand = operand,
                                   .subject = subject,
                                   .relation = "but",
                                   .numbers = {v.extents.rank(), v.strides.rank()}});
    }
    if (is_valid(v.type)) return {};
    return status(status_facts{.code = status_code::unsupported_dtype,
                               .function = function,
                               .operand = operand,
                               .subject = subject,
                               .numbers = {static_cast<index_t>(v.type), 0}});
}

/// The view that says most of an object: a typed one, else one that can be written. Throws what it has instead of a
/// view.
template <class V>
    requires any_viewable<V&>
auto view_or_any_view_of(V& object) {
    if constexpr (viewable<V&>) {
        return require_view(object);
    } else {
        std::conditional_t<any_viewable<V&, any_tensor_view>, any_tensor_view, const_any_view> result{};
        require(any_view_adapter<std::remove_cv_t<V>>::try_view(object, result));
        return result;
    }
}

/// The view as one of elements of T, if that is its dtype.
template <class T, any_view View>
tensor_view<T> typed_view(const char* function, const View& v) {
    require(check_any_view(function, "", "the view", v));
    if (v.type != dtype_of<T>) {
        refuse(status(status_facts{.code = status_code::unsupported_dtype,
                                   .types = {v.type, dtype_of<T>},
                                   .function = function,
                                   .subject = "the view",
                                   .other = "T",
                                   .relation = "not"}));
    }
    return {static_cast<T*>(v.data), v.extents, v.strides};
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// What is known by now to have the dtype of T, as a tensor_view<T>; T is const where the elements cannot be written.
///
///     if (any.type == dtype::float32) run(typed<const float>(any));
///
/// Errors    unsupported_dtype where the dtype is not T's; as the operators do where there is no view at all.
template <element T, class V>
[[nodiscard]] tensor_view<T> typed(V&& object) {
    using view = std::conditional_t<std::is_const_v<T>, const_any_view, any_tensor_view>;
    constexpr bool is_tensor = any_viewable<V&, view>;
    static_assert(is_tensor,
                  "lanewise: typed<T> takes a tensor (tensor_view, tensor, any_tensor_view, ...), and T is const "
                  "where its elements cannot be written");
    detail::refuse_temporary<V, !is_tensor || detail::lasting_any_view<V>>();
    view v{}; // braces: no constructor, whose symbol would not be keyed
    if constexpr (is_tensor) detail::require(any_view_adapter<std::remove_cvref_t<V>>::try_view(object, v));
    return detail::typed_view<T>("typed", v);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
