#pragma once

#include "detail/op/transform.hpp"

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

template <class Function, class T, class Batch = batch<lane_type<T>>>
concept function_of_batches = std::is_invocable_r_v<Batch, const Function&, Batch, Batch>;

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// out[i] = f(a[i], b[i])   for every index i of out, for a function f of your own.
///
///     transform([](auto x, auto y) { return xsimd::abs(x - y); }, a, b, out);
///
/// Function  f takes two xsimd::batch<T> and returns one; float's stand in for float16 and bfloat16, and the result is rounded
///           once. Each lane is to be computed from its own elements alone; f may be called on lanes that hold no element,
///           or twice on some, so it has no side effects. It must not throw. An executor calls it from several threads.
/// Shapes    a and b broadcast by `options.broadcast` to exactly out's extents. Rank 0-8.
/// Dtype     out has T, one of the twelve; each input has T or a dtype that widens to T without loss. A plain number is a
///           tensor of rank 0 with dtype T.
/// Aliasing  out may be the same view as a, b or both, and may interleave with them. Any other overlap is refused
///           (partial_overlap, output_self_overlap), and so are strides in no order where it takes longer than
///           the call to find out (overlap_undecided).
/// Errors    refused before anything is written; the status names operand, axis and both numbers.
/// Cost      O(size); no heap allocation; reads each operand once, writes out once: subtract is this with x - y.
template <detail::no_executor Function, class A, class B, viewable Out>
status try_transform(const Function& f, const A& a, const B& b, Out&& out, const options& options = {}) noexcept {
    using T = detail::storage_t<dtype_of<detail::view_element_t<Out>>>;
    static_assert(detail::function_of_batches<Function, T>,
                  "lanewise: the function does not take two xsimd::batch of out's dtype (float for the 16-bit floats) "
                  "and return one");
    return detail::with_operands(a, b, out, [&](const auto& x, const auto& y, const auto& result) noexcept -> status {
        if (detail::run_one_row(f, x, y, result, options)) return {};
        return detail::with_call("transform", x, y, result, options,
                                 [&]<class X, class Y>(const detail::call& c, std::type_identity<X>,
                                                       std::type_identity<Y>, std::type_identity<T>) noexcept {
                                     return detail::run_function<X, Y, T>(c, f);
                                 });
    });
}

/// The same, throwing `error`.
template <detail::no_executor Function, class A, class B, viewable Out>
void transform(const Function& f, const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(try_transform(f, a, b, out, options));
}

/// The same into a new tensor of the dtype that the other input widens to.
template <detail::no_executor Function, class A, class B>
auto transform(const Function& f, const A& a, const B& b, const options& options = {}) {
    using T = typename decltype(detail::common_element<A, B>())::type;
    tensor<T> out(detail::result_extents("transform", "a", "b", a, b, options.broadcast));
    detail::require(try_transform(f, a, b, out, options));
    return out;
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class Function, class A, class B, detail::out_like Out>
status try_transform(Ex&& ex, const Function& f, const A& a, const B& b, Out&& out, options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return try_transform(f, a, b, out, options);
}
template <executor Ex, class Function, class A, class B, detail::out_like Out>
void transform(Ex&& ex, const Function& f, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    transform(f, a, b, out, options);
}
template <executor Ex, class Function, class A, class B>
auto transform(Ex&& ex, const Function& f, const A& a, const B& b, options options = {}) {
    options.executor = executor_ref(ex);
    return transform(f, a, b, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
