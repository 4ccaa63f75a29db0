#pragma once

/// The operators on views whose dtype is known at run time only.
///
///     const_any_view a{dtype::uint8, pixels, {480, 640, 3}, strides::row_major({480, 640, 3})};
///     subtract(a, mean, out);                                   // out is an any_tensor_view
///     any_tensor bright = pow(a, 0.45, dtype::float32);         // or is made
///
/// Each promises what its typed form promises (subtract.hpp, difference_square.hpp, pow.hpp), for every pair of dtypes
/// that the typed form compiles for; any other pair, and a dtype outside the enumeration, is refused
/// (unsupported_dtype), as are extents and strides of different length (rank_out_of_range).
///
/// Operands  any_tensor_view, const_any_view, any_tensor (any_tensor.hpp), DLPack tensors with their interop header,
///           and beside one of these tensors and plain numbers: a call is this header's where one operand or out knows
///           its dtype at run time only, else the typed headers'. A number takes out's dtype; as an exponent it keeps
///           its own and its value.
/// Result    without out, an any_tensor: of the dtype that the other input widens to, for pow the base's; or of the one
///           that is named. Where there is no such dtype, or y is a number and no integer beside an integral base, one
///           must be named.
/// Cost      one kernel per dtype of out and form of exponent is instantiated, not one per pair: an input of another
///           dtype is widened into packed rows of the kernel's type first, some hundred elements at a time. All of them
///           are compiled in every file that includes this header, up to a minute each, unless LANEWISE_DYNAMIC_COMPILED is
///           defined: then the three functions are only declared, and a library has them that the CMake function
///           lanewise_add_dynamic compiles once. That library is built from the same headers.

#include "detail/op/any_arguments.hpp"

namespace lanewise {

/// subtract, difference_square and pow as their typed headers describe them, for dtypes that are known at run time.
///
/// Shapes    a and b (x and y) broadcast by `options.broadcast` to exactly out's extents. Rank 0-8.
/// Dtype     each input has out's dtype or one that widens to it; pow's exponent may have any of the twelve.
/// Errors    refused before anything is written; the status names the operand and, where shapes clash, the axis and both
///           numbers.
/// Accuracy  the bits of the typed calls. Held by tests/dynamic.test.cpp.
/// Source    as of the typed calls.
LANEWISE_DYNAMIC status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                     const options& options = {}) noexcept;
LANEWISE_DYNAMIC status try_difference_square(const const_any_view& a, const const_any_view& b,
                                              const any_tensor_view& out, const options& options = {}) noexcept;
LANEWISE_DYNAMIC status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                                const pow_options& options = {}) noexcept;

namespace detail::inline LANEWISE_ISA {

inline constexpr any_operator<options> any_subtract_operator{"subtract", "a", "b", false, try_subtract};
inline constexpr any_operator<options> any_difference_square_operator{"difference_square", "a", "b", false,
                                                                      try_difference_square};
inline constexpr any_operator<pow_options> any_pow_operator{"pow", "x", "y", true, try_pow};

/// A call that this header takes; where its arguments do not fit, one sentence says so.
template <class A, class B, class Options, class Out = int>
concept any_call = no_executor<A> && out_like<Out, Options> && !std::same_as<std::remove_cvref_t<Out>, dtype> &&
                   (typed_at_run_time<const A&> || typed_at_run_time<const B&> || typed_at_run_time<Out>);

/// Runs an operator on arguments that fit; the first that has no view says why.
template <class Options, class A, class B, class Out>
status try_any_call(const any_operator<Options>& op, const A& a, const B& b, Out&& out,
                    const Options& options) noexcept {
    require_any_call<A, B, Out>();
    if constexpr (any_view<A> && any_view<B> && std::same_as<std::remove_cvref_t<Out>, any_tensor_view>) {
        return op.run(a, b, out, options); // nothing to make of them (8 floats: 79 -> 51 ns)
    } else if constexpr (any_inputs<A, B> && any_out<Out>) {
        any_input view_a(a);
        any_input view_b(b);
        any_tensor_view view_out{};
        if (!view_a.viewed()) return view_a.viewed().about(op.a);
        if (!view_b.viewed()) return view_b.viewed().about(op.b);
        if (const status s = any_view_adapter<std::remove_cvref_t<Out>>::try_view(out, view_out); !s)
            return s.about("out");
        return run_any(op, view_a, view_b, view_out, options);
    } else {
        return {};
    }
}

template <class Options, class A, class B>
any_tensor make_any_call(const any_operator<Options>& op, const A& a, const B& b, const dtype* named,
                         const Options& options) {
    require_any_tensor<A, B>();
    if constexpr (any_inputs<A, B>) {
        any_input view_a(a);
        any_input view_b(b);
        return make_any(op, view_a, view_b, named, options);
    } else {
        return any_tensor(dtype::float32, {});
    }
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

/// The same on whatever becomes such views, and on numbers.
template <class A, class B, class Out>
    requires detail::any_call<A, B, options, Out> status try_subtract(const A& a, const B& b, Out&& out,
                                                                      const options& options = {})
noexcept {
    return detail::try_any_call(detail::any_subtract_operator, a, b, static_cast<Out&&>(out), options);
}
template <class A, class B, class Out>
    requires detail::any_call<A, B, options, Out> status try_difference_square(const A& a, const B& b, Out&& out,
                                                                               const options& options = {})
noexcept {
    return detail::try_any_call(detail::any_difference_square_operator, a, b, static_cast<Out&&>(out), options);
}
template <class X, class Y, class Out>
    requires detail::any_call<X, Y, pow_options, Out> status try_pow(const X& x, const Y& y, Out&& out,
                                                                     const pow_options& options = {})
noexcept {
    return detail::try_any_call(detail::any_pow_operator, x, y, static_cast<Out&&>(out), options);
}
template <class A, class B, class Out>
    requires detail::any_call<A, B, options, Out>
void subtract(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(detail::try_any_call(detail::any_subtract_operator, a, b, static_cast<Out&&>(out), options));
}
template <class A, class B, class Out>
    requires detail::any_call<A, B, options, Out>
void difference_square(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(
        detail::try_any_call(detail::any_difference_square_operator, a, b, static_cast<Out&&>(out), options));
}
template <class X, class Y, class Out>
    requires detail::any_call<X, Y, pow_options, Out>
void pow(const X& x, const Y& y, Out&& out, const pow_options& options = {}) {
    detail::require(detail::try_any_call(detail::any_pow_operator, x, y, static_cast<Out&&>(out), options));
}

/// The same into a new tensor.
template <class A, class B>
    requires detail::any_call<A, B, options>
[[nodiscard]] any_tensor subtract(const A& a, const B& b, const options& options = {}) {
    return detail::make_any_call(detail::any_subtract_operator, a, b, nullptr, options);
}
template <class A, class B>
    requires detail::any_call<A, B, options>
[[nodiscard]] any_tensor difference_square(const A& a, const B& b, const options& options = {}) {
    return detail::make_any_call(detail::any_difference_square_operator, a, b, nullptr, options);
}
template <class X, class Y>
    requires detail::any_call<X, Y, pow_options>
[[nodiscard]] any_tensor pow(const X& x, const Y& y, const pow_options& options = {}) {
    return detail::make_any_call(detail::any_pow_operator, x, y, nullptr, options);
}

/// The same into a new tensor of the dtype that is named; then all inputs may be typed.
template <detail::no_executor A, class B>
[[nodiscard]] any_tensor subtract(const A& a, const B& b, dtype type, const options& options = {}) {
    return detail::make_any_call(detail::any_subtract_operator, a, b, &type, options);
}
template <detail::no_executor A, class B>
[[nodiscard]] any_tensor difference_square(const A& a, const B& b, dtype type, const options& options = {}) {
    return detail::make_any_call(detail::any_difference_square_operator, a, b, &type, options);
}
template <detail::no_executor X, class Y>
[[nodiscard]] any_tensor pow(const X& x, const Y& y, dtype type, const pow_options& options = {}) {
    return detail::make_any_call(detail::any_pow_operator, x, y, &type, options);
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class A, class B, detail::out_like<options> Out>
    requires detail::any_call<A, B, options, Out> status try_subtract(Ex&& ex, const A& a, const B& b, Out&& out,
                                                                      options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_subtract(a, b, static_cast<Out&&>(out), options);
}
template <executor Ex, class A, class B, detail::out_like<options> Out>
    requires detail::any_call<A, B, options, Out>
void subtract(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    subtract(a, b, static_cast<Out&&>(out), options);
}
template <executor Ex, class A, class B>
    requires detail::any_call<A, B, options>
[[nodiscard]] any_tensor subtract(Ex&& ex, const A& a, const B& b, options options = {}) {
    options.executor = executor_ref(ex);
    return subtract(a, b, options);
}
template <executor Ex, class A, class B>
[[nodiscard]] any_tensor subtract(Ex&& ex, const A& a, const B& b, dtype type, options options = {}) {
    options.executor = executor_ref(ex);
    return subtract(a, b, type, options);
}
template <executor Ex, class A, class B, detail::out_like<options> Out>
    requires detail::any_call<A, B, options, Out> status try_difference_square(Ex&& ex, const A& a, const B& b,
                                                                               Out&& out, options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_difference_square(a, b, static_cast<Out&&>(out), options);
}
template <executor Ex, class A, class B, detail::out_like<options> Out>
    requires detail::any_call<A, B, options, Out>
void difference_square(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    difference_square(a, b, static_cast<Out&&>(out), options);
}
template <executor Ex, class A, class B>
    requires detail::any_call<A, B, options>
[[nodiscard]] any_tensor difference_square(Ex&& ex, const A& a, const B& b, options options = {}) {
    options.executor = executor_ref(ex);
    return difference_square(a, b, options);
}
template <executor Ex, class A, class B>
[[nodiscard]] any_tensor difference_square(Ex&& ex, const A& a, const B& b, dtype type, options options = {}) {
    options.executor = executor_ref(ex);
    return difference_square(a, b, type, options);
}
template <executor Ex, class X, class Y, detail::out_like<pow_options> Out>
    requires detail::any_call<X, Y, pow_options, Out> status try_pow(Ex&& ex, const X& x, const Y& y, Out&& out,
                                                                     pow_options options = {})
noexcept {
    options.executor = executor_ref(ex);
    return try_pow(x, y, static_cast<Out&&>(out), options);
}
template <executor Ex, class X, class Y, detail::out_like<pow_options> Out>
    requires detail::any_call<X, Y, pow_options, Out>
void pow(Ex&& ex, const X& x, const Y& y, Out&& out, pow_options options = {}) {
    options.executor = executor_ref(ex);
    pow(x, y, static_cast<Out&&>(out), options);
}
template <executor Ex, class X, class Y>
    requires detail::any_call<X, Y, pow_options>
[[nodiscard]] any_tensor pow(Ex&& ex, const X& x, const Y& y, pow_options options = {}) {
    options.executor = executor_ref(ex);
    return pow(x, y, options);
}
template <executor Ex, class X, class Y>
[[nodiscard]] any_tensor pow(Ex&& ex, const X& x, const Y& y, dtype type, pow_options options = {}) {
    options.executor = executor_ref(ex);
    return pow(x, y, type, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise

#if !defined(LANEWISE_DYNAMIC_COMPILED)

#include "detail/op/any_calls.hpp"

namespace lanewise {

LANEWISE_DYNAMIC status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                     const options& options) noexcept {
    return detail::try_any_subtract(a, b, out, options);
}

LANEWISE_DYNAMIC status try_difference_square(const const_any_view& a, const const_any_view& b,
                                              const any_tensor_view& out, const options& options) noexcept {
    return detail::try_any_difference_square(a, b, out, options);
}

LANEWISE_DYNAMIC status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                                const pow_options& options) noexcept {
    return detail::try_any_pow(x, y, out, options);
}

} // namespace lanewise

#endif
