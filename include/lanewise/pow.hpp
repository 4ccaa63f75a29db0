#pragma once

/// Powers, element by element: tensors of bases and of exponents, or one number in the place of either.

#include "detail/op/arguments.hpp"
#include "detail/op/short_pow.hpp"

namespace lanewise {

namespace detail::inline LANEWISE_ISA {

/// pow on arguments that fit, whatever their layout. Not inline, so that the shortcut before it has a small stack frame.
template <class Base, class Y, class Out>
[[gnu::noinline]] status try_any_power(const Base& base, const Y& y, const Out& out,
                                       const pow_options& options) noexcept {
    using T = typename Out::storage;
    const auto exponent = bind_exact(y);
    status why;
    const bool in_order = check_scalar(base, "pow", "x", why) && check_scale_bias(dtype_of<T>, options.scale_bias, why);
    const call c("pow", "x", "y", out.describe(), base.describe(), exponent.describe(), options,
                 in_order ? nullptr : &why, true);
    using E = typename decltype(exponent)::storage;
    return run_pow<typename Base::storage, E, T>(c, options.overflow, options.scale_bias);
}

/// pow on arguments that fit.
template <class X, class Y, class Out>
status try_power(const X& x, const Y& y, Out& out, const pow_options& options) noexcept {
    if constexpr (checked_view<X> || checked_view<Y> || checked_view<std::remove_cv_t<Out>>) {
        if (const status s = check_views("x", "y", out, x, y); !s) return s;
    }
    const view_operand<Out> bound_out(out);
    constexpr dtype type = dtype_of<view_element_t<Out&>>;
    using T = storage_t<type>;
    const auto base = bind<T>(x);
    if constexpr (input_dtype<X, type>() == type) {
        if (is_exact(base) && !options.scale_bias.has_value()) {
            if constexpr (!viewable<const Y&>) {
                const auto number = static_cast<scalar_storage_t<Y>>(own_value(y));
                if (run_short_pow_by<T>(bound_out, base, number, options)) return {};
            } else if constexpr (input_dtype<Y, type>() == type) {
                if (run_short_pow<T>(bound_out, base, view_operand<const Y>(y), options)) return {};
            }
        }
    }
    return try_any_power(base, y, bound_out, options);
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// out[i] = pow(g(x[i]), y[i])   for every index i of out; g(x) = x, or x * scale + bias with `options.scale_bias`.
///
/// Shapes    x and y broadcast by `options.broadcast` to exactly out's extents. Rank 0-8.
/// Dtype     out has T, one of the twelve; x has T or a dtype that widens to T without loss; y has any of the twelve and
///           is used exactly (an int64 is not rounded to a float first). A plain number as base takes dtype T (rounded
///           once; scalar_out_of_range where an integer type does not have it); as exponent it keeps its own type and value.
/// Aliasing  out may be the same view as x, or as a y of dtype T, and may interleave with them. Any other overlap is
///           refused (partial_overlap, output_self_overlap), and so are strides in no order where 32Ki steps of search
///           and one for each element, 128Ki at most (a few milliseconds), do not decide (overlap_undecided).
/// Errors    refused before anything is written; the status names the operand and, where shapes clash, the axis and both
///           numbers.
/// Values    floats: IEEE 754-2019 pow: pow(x, +-0) = pow(1, y) = 1 even for NaN, pow(-1, +-inf) = 1, a negative finite
///           base with a non-integral exponent gives NaN. g in float64, product and sum each rounded once, then rounded to
///           float32 for float16, bfloat16 and float32 and used without rounding back to the 16-bit types.
///           Integers: never through floating point; 0^0 = 1; by `options.overflow` exact modulo 2^n, clamped, or refused.
///           A negative exponent gives the quotient truncated towards zero, 0 for base 0; under integer_overflow::error it
///           is refused (negative_exponent) unless the base is 1 or -1. g is exact, then overflows likewise; a scale or
///           bias that is no integer is refused (scale_bias_not_integral).
///           Integer base, floating exponent: integral exponents as above; others, infinite ones too, by float64 pow,
///           truncated towards zero, NaN gives 0, out of range is clamped (integer_overflow under integer_overflow::error).
/// Accuracy  floats: correctly rounded (to nearest even); README.md says what that rests on. An element's result depends on
///           its operands alone, not on the processor either, but for a NaN's bits. Held by tests/pow.test.cpp and
///           tests/detail/pow/pow_*.test.cpp.
/// Cost      O(size); no heap allocation; reads each operand once, writes out once. integer_overflow::error reads twice.
/// Source    DirectML DML_ELEMENT_WISE_POW_OPERATOR_DESC and ..._CONSTANT_POW_...; OpenVINO Power-1; ONNX Pow-15; numpy.power.
template <class X, class Y, class Out>
    requires(detail::typed_call<X, Y, Out, pow_options>)
status try_pow(const X& x, const Y& y, Out&& out, const pow_options& options = {})
noexcept {
    if constexpr (detail::checked_call<X, Y, Out, true>::fit) {
        return detail::try_power(x, y, out, options);
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <class X, class Y, class Out>
    requires(detail::typed_call<X, Y, Out, pow_options>)
void pow(const X& x, const Y& y, Out&& out, const pow_options& options = {}) {
    if constexpr (detail::checked_call<X, Y, Out, true>::fit) detail::require(try_pow(x, y, out, options));
}

/// No call, but a sentence about options that are another operator's.
template <class X, class Y, class Out, class Last>
    requires(detail::misplaced<X, Last, pow_options>)
void pow(const X&, const Y&, Out&&, const Last&) {
    static_cast<void>(detail::checked_options<Last>());
}

/// The same into a new tensor: of the base's dtype, or of T, as in `pow<float>(pixels, 1 / 2.2)`.
///
/// A plain exponent that is not integral needs T where the base is integral (scalar_out_of_range otherwise). A plain base has
/// its own type, or the exponents' where they are floating and it is not.
template <class T = void, class X, class Y>
    requires(detail::typed_inputs<X, Y> && !(scalar<X> && scalar<Y>)) // two numbers are std::pow's
[[nodiscard]] auto pow(const X& x, const Y& y, const pow_options& options = {}) {
    using result = detail::pow_call<T, X, Y>;
    if constexpr (detail::checked<result::found>::fit) {
        using R = typename result::type;
        if constexpr (std::is_void_v<T> && is_integral(dtype_of<R>) && scalar<Y>)
            detail::require_integral_exponent(dtype_of<R>, y);
        tensor<R> out(detail::result_extents("pow", "x", "y", x, y, options.broadcast));
        detail::require(try_pow(x, y, out, options));
        return out;
    } else {
        return tensor<float>({}); // so that the sentence is the only error
    }
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class X, class Y, detail::out_like<pow_options> Out>
status try_pow(Ex&& ex, const X& x, const Y& y, Out&& out, pow_options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return try_pow(x, y, out, options);
}
template <executor Ex, class X, class Y, detail::out_like<pow_options> Out>
void pow(Ex&& ex, const X& x, const Y& y, Out&& out, pow_options options = {}) {
    options.executor = executor_ref(ex);
    pow(x, y, out, options);
}
template <class T = void, executor Ex, class X, class Y>
    requires(detail::typed_inputs<X, Y>)
[[nodiscard]] auto pow(Ex&& ex, const X& x, const Y& y, pow_options options = {}) {
    options.executor = executor_ref(ex);
    return pow<T>(x, y, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
