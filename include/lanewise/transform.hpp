#pragma once

/// Functions of your own, element by element, on loops that the operators run on.

#include "detail/op/arguments.hpp"
#include "detail/op/transform.hpp"

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

template <class Function, class T, class Batch = batch<lane_type<T>>>
concept function_of_batches = std::is_invocable_r_v<Batch, const Function&, Batch, Batch>;

/// Whether a function fits elements of T.
template <class Function, class T>
struct checked_function {
    static constexpr bool fit = function_of_batches<Function, storage_t<dtype_of<T>>>;

    static_assert(
        fit, "lanewise: the function does not take two xsimd::batch of out's dtype (float for the 16-bit floats) and "
             "return one: [](auto x, auto y) { return x - y; } does");
};

/// transform on arguments that fit.
template <class Function, class A, class B, class Out>
status try_function(const Function& f, const A& a, const B& b, Out& out, const options& chosen) noexcept {
    using T = storage_t<dtype_of<view_element_t<Out&>>>;
    return with_operands(a, b, out, [&](const auto& x, const auto& y, const auto& result) noexcept -> status {
        if (run_one_row(f, x, y, result, chosen)) return {};
        return with_call("transform", x, y, result, chosen,
                         [&]<class X, class Y>(const call& c, std::type_identity<X>, std::type_identity<Y>,
                                               std::type_identity<T>) noexcept { return run_function<X, Y, T>(c, f); });
    });
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// out[i] = f(a[i], b[i])   for every index i of out, for a function f of your own.
///
///     transform([](auto x, auto y) { return xsimd::abs(x - y); }, a, b, out);
///
/// Function  f takes two xsimd::batch<T> and returns one; float's stand in for float16 and bfloat16, and the result is rounded
///           once. Each lane is to be computed from its own elements alone; f may be called on lanes that hold no element,
///           or twice on some, so it has no side effects, and divides no integers, which may trap. It must not throw. An
///           executor calls it from several threads. `options.overflow` is not asked.
/// Shapes    a and b broadcast by `options.broadcast` to exactly out's extents. Rank 0-8.
/// Dtype     out has T, one of the twelve; each input has T or a dtype that widens to T without loss. A plain number is a
///           tensor of rank 0 with dtype T.
/// Aliasing  out may be the same view as a, b or both, and may interleave with them. Any other overlap is refused
///           (partial_overlap, output_self_overlap), and so are strides in no order where 32Ki steps of search and one for each
///           element, 128Ki at most (a few milliseconds), do not decide (overlap_undecided).
/// Errors    refused before anything is written; the status names the operand and, where shapes clash, the axis and both
///           numbers.
/// Accuracy  f's own, in every lane. Held by tests/transform.test.cpp.
/// Cost      O(size); no heap allocation; reads each operand once, writes out once. f is compiled into each loop, so by default
///           it gets only the plain ones. Where its class says `using cheap = void;`, it gets every loop that subtract has,
///           in 20 to 40 KB more code: within the cache, rows of 16 to 100 elements with a row or a column for all, and rows
///           backwards, are 1.5 to 4 times as fast.
template <detail::no_executor Function, class A, class B, class Out>
    requires(detail::typed_call<A, B, Out, options>)
status try_transform(const Function& f, const A& a, const B& b, Out&& out, const options& options = {})
noexcept {
    if constexpr (detail::checked_call<A, B, Out>::fit) {
        if constexpr (detail::checked_function<Function, detail::view_element_t<Out>>::fit)
            return detail::try_function(f, a, b, out, options);
    }
    return {};
}

/// The same, throwing `error`.
template <detail::no_executor Function, class A, class B, class Out>
    requires(detail::typed_call<A, B, Out, options>)
void transform(const Function& f, const A& a, const B& b, Out&& out, const options& options = {}) {
    if constexpr (detail::checked_call<A, B, Out>::fit) detail::require(try_transform(f, a, b, out, options));
}

/// No call, but a sentence about options that are another operator's.
template <class Function, class A, class B, class Out, class Last>
    requires(detail::misplaced<Function, Last, options>)
void transform(const Function&, const A&, const B&, Out&&, const Last&) {
    static_cast<void>(detail::checked_options<Last>());
}

/// The same into a new tensor: of the dtype that the other input widens to, or of T, as in `transform<float>(f, a, b)`.
template <class T = void, detail::no_executor Function, class A, class B>
    requires(detail::typed_inputs<A, B>)
[[nodiscard]] auto transform(const Function& f, const A& a, const B& b, const options& options = {}) {
    using result = detail::common_call<T, A, B>;
    if constexpr (detail::checked<result::found>::fit) {
        using R = typename result::type;
        tensor<R> out(detail::result_extents("transform", "a", "b", a, b, options.broadcast));
        if constexpr (detail::checked_function<Function, R>::fit) detail::require(try_transform(f, a, b, out, options));
        return out;
    } else {
        return tensor<float>({}); // so that the sentence is the only error
    }
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class Function, class A, class B, detail::out_like<options> Out>
status try_transform(Ex&& ex, const Function& f, const A& a, const B& b, Out&& out, options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return try_transform(f, a, b, out, options);
}
template <executor Ex, class Function, class A, class B, detail::out_like<options> Out>
void transform(Ex&& ex, const Function& f, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    transform(f, a, b, out, options);
}
template <class T = void, executor Ex, class Function, class A, class B>
[[nodiscard]] auto transform(Ex&& ex, const Function& f, const A& a, const B& b, options options = {}) {
    options.executor = executor_ref(ex);
    return transform<T>(f, a, b, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
