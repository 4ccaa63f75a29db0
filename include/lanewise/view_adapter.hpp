#pragma once

/// How an object becomes a view: what a type of your own needs, to be an operand of any call.
///
///     template <>
///     struct lanewise::view_adapter<image> {
///         static tensor_view<float> view(const image& i) noexcept { return {i.pixels(), {i.rows(), i.columns()}}; }
///     };

#include "extents.hpp"

namespace lanewise {

template <class T>
class tensor_view;
template <class T>
class tensor;
struct any_tensor_view;
struct const_any_view;

/// How a type becomes a view: `static tensor_view<T> view(object)`, which must not throw. Specialised in tensor_view.hpp
/// for views and for contiguous ranges, in tensor.hpp for tensors, and in interop/ for the tensors of others.
/// `static constexpr bool owns = true` says that the elements die with the object, so that a view of a temporary one is
/// refused. Where not every object has a view, `static status check(const object&) noexcept` says why one has none, and `view` is
/// called of those alone that have one.
template <class Object>
struct view_adapter {};

/// Anything that views as a tensor.
template <class Object>
concept viewable = requires(Object&& object) {
    view_adapter<std::remove_cvref_t<Object>>::view(object);
};

/// How an object whose dtype is known at run time becomes a view:
///
///     static status try_view(object, const_any_view& result) noexcept;
///     static status try_view(object, any_tensor_view& result) noexcept;    // where its elements can be written
///
/// `result` is written only when all is well. Specialised in any_view.hpp for the two views and for whatever has a
/// view_adapter, in interop/ for the tensors of others. It may say that it `owns`, like a view_adapter.
template <class Object>
struct any_view_adapter {};

/// Anything that views as a tensor once it is looked at; with any_tensor_view, as one that can be written.
template <class Object, class View = const_any_view>
concept any_viewable = requires(Object&& object, View& result) {
    { any_view_adapter<std::remove_cvref_t<Object>>::try_view(object, result) }
    noexcept->std::same_as<status>;
};

namespace detail::inline LANEWISE_ISA {

template <viewable Object>
auto view_of(Object&& object) {
    return view_adapter<std::remove_cvref_t<Object>>::view(object);
}

template <viewable Object>
using view_element_t = typename decltype(view_of(std::declval<Object>()))::element_type;

} // namespace detail::inline LANEWISE_ISA

namespace detail {

/// What converts from one T to another only if it adds const.
template <class T>
using array_pointer = T (*)[];

template <class From, class To>
concept adds_const_at_most = std::convertible_to<array_pointer<From>, array_pointer<To>>;

template <class Adapter>
concept adapts_an_owner = requires {
    requires Adapter::owns;
};

/// What views as a tensor, and still does after the full expression.
template <class V>
concept lasting_view = viewable<V> &&
    (std::is_lvalue_reference_v<V> || !adapts_an_owner<view_adapter<std::remove_cvref_t<V>>>);

template <class V>
inline constexpr bool is_tensor_view = false;
template <class T>
inline constexpr bool is_tensor_view<tensor_view<T>> = true;

/// What becomes a view of T, and is none yet.
template <class V, class T>
concept viewable_as =
    !is_tensor_view<std::remove_cvref_t<V>> && viewable<V> && adds_const_at_most<view_element_t<V>, T>;

} // namespace detail

namespace detail::inline LANEWISE_ISA {

/// What has a view_adapter with a `check`.
template <class Object>
concept checked_view = requires(const Object& object) {
    { view_adapter<Object>::check(object) } -> std::same_as<status>;
};

/// Why an object has no view, if it has none.
template <class Object>
status check_view(const Object& object) noexcept {
    if constexpr (checked_view<Object>) {
        return view_adapter<Object>::check(object);
    } else {
        return {};
    }
}

/// An object's view; throws why it has none, about `operand` if a call names it so.
template <viewable Object>
auto require_view(Object&& object, const char* operand = nullptr) {
    if (const status s = check_view(object); !s) refuse(operand == nullptr ? s : s.about(operand));
    return view_of(object);
}

/// The same for the operands of a call, which are named.
template <class Out, class A, class B>
status check_views(const char* name_a, const char* name_b, const Out& out, const A& a, const B& b) noexcept {
    if (const status s = check_view(out); !s) return s.about("out");
    if (const status s = check_view(a); !s) return s.about(name_a);
    if (const status s = check_view(b); !s) return s.about(name_b);
    return {};
}

} // namespace detail::inline LANEWISE_ISA
} // namespace lanewise
