#pragma once

/// The operators on views whose dtype is known at run time only.
///
///     const_any_view a{dtype::uint8, pixels, {480, 640, 3}, strides::row_major({480, 640, 3})};
///     subtract(a, mean, out);                    // out is an any_tensor_view
///
/// Each promises what its typed form promises (subtract.hpp, difference_square.hpp, pow.hpp), for every pair of dtypes that
/// the typed form compiles for; any other pair, and a dtype outside the enumeration, is refused (unsupported_dtype), as are
/// extents and strides of different length (rank_out_of_range). A plain number is a view of rank 0.
///
/// Cost      one kernel per dtype of out and form of exponent is instantiated, not one per pair: an input of another dtype is
///           widened into packed rows of the kernel's type first, some hundred elements at a time. All of them are compiled
///           in every file that includes this header, unless LANEWISE_DYNAMIC_COMPILED is defined: then the three functions
///           are only declared, and a library has them that was compiled once.

#include "any_view.hpp"
#include "options.hpp"

namespace lanewise {

LANEWISE_DYNAMIC status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                     const options& options = {}) noexcept;
LANEWISE_DYNAMIC status try_difference_square(const const_any_view& a, const const_any_view& b,
                                              const any_tensor_view& out, const options& options = {}) noexcept;
LANEWISE_DYNAMIC status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                                const pow_options& options = {}) noexcept;

namespace detail::inline LANEWISE_ISA {

/// Operands that know their dtype at run time, or whose type tells it: anything with an any_view_adapter. A call with a typed
/// out is the typed headers'.
template <class A, class B, class Out>
concept any_operands =
    any_viewable<const A&> && any_viewable<const B&> && any_viewable<Out, any_tensor_view> && !viewable<Out>;

/// try_operator(a, b, out) on the views of three operands; the first that has none says why.
template <class A, class B, class Out, class TryOperator>
status with_any_views(const A& a, const B& b, Out& out, const TryOperator& try_operator) noexcept {
    const_any_view view_a;
    const_any_view view_b;
    any_tensor_view view_out;
    if (const status s = any_view_adapter<A>::try_view(a, view_a); !s) return s;
    if (const status s = any_view_adapter<B>::try_view(b, view_b); !s) return s;
    if (const status s = any_view_adapter<std::remove_cvref_t<Out>>::try_view(out, view_out); !s) return s;
    return try_operator(view_a, view_b, view_out);
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// The same, throwing `error`.
inline void subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                     const options& options = {}) {
    detail::require(try_subtract(a, b, out, options));
}
inline void difference_square(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                              const options& options = {}) {
    detail::require(try_difference_square(a, b, out, options));
}
inline void pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                const pow_options& options = {}) {
    detail::require(try_pow(x, y, out, options));
}

/// The same on whatever becomes such views: DLPack tensors, mdspans, tensors, with their interop headers.
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out> status try_subtract(const A& a, const B& b, Out&& out,
                                                                 const options& options = {})
noexcept {
    return detail::with_any_views(a, b, out,
                                  [&](const auto&... views) noexcept { return try_subtract(views..., options); });
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out> status try_difference_square(const A& a, const B& b, Out&& out,
                                                                          const options& options = {})
noexcept {
    return detail::with_any_views(
        a, b, out, [&](const auto&... views) noexcept { return try_difference_square(views..., options); });
}
template <class X, class Y, class Out>
    requires detail::any_operands<X, Y, Out> status try_pow(const X& x, const Y& y, Out&& out,
                                                            const pow_options& options = {})
noexcept {
    return detail::with_any_views(x, y, out, [&](const auto&... views) noexcept { return try_pow(views..., options); });
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out>
void subtract(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(try_subtract(a, b, out, options));
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out>
void difference_square(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(try_difference_square(a, b, out, options));
}
template <class X, class Y, class Out>
    requires detail::any_operands<X, Y, Out>
void pow(const X& x, const Y& y, Out&& out, const pow_options& options = {}) {
    detail::require(try_pow(x, y, out, options));
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class A, class B, detail::out_like Out>
    requires detail::any_operands<A, B, Out> status try_subtract(Ex&& ex, const A& a, const B& b, Out&& out,
                                                                 options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_subtract(a, b, out, options);
}
template <executor Ex, class A, class B, detail::out_like Out>
    requires detail::any_operands<A, B, Out>
void subtract(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    subtract(a, b, out, options);
}
template <executor Ex, class A, class B, detail::out_like Out>
    requires detail::any_operands<A, B, Out> status try_difference_square(Ex&& ex, const A& a, const B& b, Out&& out,
                                                                          options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_difference_square(a, b, out, options);
}
template <executor Ex, class A, class B, detail::out_like Out>
    requires detail::any_operands<A, B, Out>
void difference_square(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    difference_square(a, b, out, options);
}
template <executor Ex, class X, class Y, detail::out_like Out>
    requires detail::any_operands<X, Y, Out> status try_pow(Ex&& ex, const X& x, const Y& y, Out&& out,
                                                            pow_options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_pow(x, y, out, options);
}
template <executor Ex, class X, class Y, detail::out_like Out>
    requires detail::any_operands<X, Y, Out>
void pow(Ex&& ex, const X& x, const Y& y, Out&& out, pow_options options = {}) {
    options.executor = executor_ref(ex);
    pow(x, y, out, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise

#if !defined(LANEWISE_DYNAMIC_COMPILED)

#include "detail/op/any_calls.hpp"

namespace lanewise {

LANEWISE_DYNAMIC status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                     const options& options) noexcept {
    return detail::try_any_difference<detail::subtract_operator>(a, b, out, options);
}

LANEWISE_DYNAMIC status try_difference_square(const const_any_view& a, const const_any_view& b,
                                              const any_tensor_view& out, const options& options) noexcept {
    return detail::try_any_difference<detail::difference_square_operator>(a, b, out, options);
}

LANEWISE_DYNAMIC status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                                const pow_options& options) noexcept {
    return detail::try_any_pow(x, y, out, options);
}

} // namespace lanewise

#endif
