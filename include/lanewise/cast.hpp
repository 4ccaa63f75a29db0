#pragma once

/// Elements in another layout (copy), or as another dtype (cast).

#include "detail/op/arguments.hpp"
#include "detail/op/copy.hpp"

namespace lanewise {
inline namespace LANEWISE_ISA {

/// out[i] = v[i] as out's dtype   for every index i of out; what out's dtype lacks is rounded and clamped.
///
///     cast(image, out);                    // float32 to uint8: 254.5 gives 254, 255.5 and 300 give 255, -3 gives 0
///     auto half = cast<float16>(weights);  // a tensor<float16>
///
/// Shapes    v is broadcast by `options.broadcast` to exactly out's extents: aligned right under numpy(), from `axis`
///           on under pdpd(axis). Rank 0-8.
/// Dtype     any of the twelve, for v and for out. A plain number is a tensor of rank 0 of its own type.
/// Values    to the same dtype: the same bits. To an integer: clamped to its range, never modulo 2^n; a float is
///           rounded to the nearest integer before, ties to even; NaN gives 0. To a float: rounded once to nearest,
///           ties to even; what is beyond its range gives an infinity; a NaN stays one.
/// Aliasing  out may be the same view as a v of its dtype, and may interleave with v. Any other overlap is refused,
///           that of two dtypes of one size too (partial_overlap, output_self_overlap), and so are strides in no order
///           where 32Ki steps of search and one for each element, 128Ki at most (a few milliseconds), do not decide
///           (overlap_undecided).
/// Errors    refused before anything is written; the status names the operand and, where shapes clash, the axis and both
///           numbers.
/// Accuracy  the same bits on every instruction set, but for those of a NaN. Held by tests/cast.test.cpp and
///           tests/detail/cast/cast_elements.test.cpp.
/// Cost      O(size); no heap allocation; reads v once, writes out once.
/// Source    OpenCV's saturate_cast, which rounds and clamps so to 8 and 16 bits; numpy.ndarray.astype truncates floats and
///           wraps integers instead.
template <class V, class Out>
    requires(detail::typed_call<V, V, Out, copy_options>)
status try_cast(const V& v, Out&& out, const copy_options& options = {})
noexcept {
    if constexpr (detail::checked<detail::fault_of_copy<V, Out, false>()>::fit) {
        return detail::try_cast_to(v, out, options);
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <class V, class Out>
    requires(detail::typed_call<V, V, Out, copy_options>)
void cast(const V& v, Out&& out, const copy_options& options = {}) {
    if constexpr (detail::checked<detail::fault_of_copy<V, Out, false>()>::fit)
        detail::require(try_cast(v, out, options));
}

/// The same into a new tensor of T with v's extents: cast<float>(v).
template <class T, class V>
    requires(detail::typed_inputs<V, V>)
[[nodiscard]] auto cast(const V& v, const copy_options& options = {}) {
    if constexpr (detail::checked<detail::fault_of_new_copy<V, T>()>::fit) {
        tensor<T> out(detail::extents_of(v, "v"));
        lanewise::cast(v, out, options);
        return out;
    } else {
        return tensor<float>({}); // so that the sentence is the only error
    }
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class V, detail::out_like<copy_options> Out>
status try_cast(Ex&& ex, const V& v, Out&& out, copy_options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return lanewise::try_cast(v, out, options);
}
template <executor Ex, class V, detail::out_like<copy_options> Out>
void cast(Ex&& ex, const V& v, Out&& out, copy_options options = {}) {
    options.executor = executor_ref(ex);
    lanewise::cast(v, out, options);
}
template <class T, executor Ex, class V>
[[nodiscard]] auto cast(Ex&& ex, const V& v, copy_options options = {}) {
    options.executor = executor_ref(ex);
    return lanewise::cast<T>(v, options);
}

/// out[i] = v[i]   for every index i of out, every bit of it: NumPy's np.copyto(out, v).
///
///     copy(slice(image, 0, 0, 64), patch);   // patch has these extents, and strides of its own
///     copy(0, out);                          // a plain number is repeated
///     auto packed = copy(transpose(image));  // a new tensor, row by row
///
/// Dtype     v has out's: others are cast's. A plain number is a tensor of rank 0 of that dtype: rounded once where it
///           is floating; where it is an integer, the number must be one of its values (scalar_out_of_range).
/// All else is as for cast.
template <class V, class Out>
    requires(detail::typed_call<V, V, Out, copy_options>)
status try_copy(const V& v, Out&& out, const copy_options& options = {})
noexcept {
    if constexpr (detail::checked<detail::fault_of_copy<V, Out, true>()>::fit) {
        return detail::try_copy_to(v, out, options);
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <class V, class Out>
    requires(detail::typed_call<V, V, Out, copy_options>)
void copy(const V& v, Out&& out, const copy_options& options = {}) {
    if constexpr (detail::checked<detail::fault_of_copy<V, Out, true>()>::fit)
        detail::require(try_copy(v, out, options));
}

/// The same into a new tensor with v's dtype and extents.
template <class V>
    requires(detail::typed_inputs<V, V>)
[[nodiscard]] auto copy(const V& v, const copy_options& options = {}) {
    if constexpr (detail::checked<detail::fault_of_new_copy<V, void>()>::fit) {
        tensor<std::remove_const_t<detail::view_element_t<const V&>>> out(detail::extents_of(v, "v"));
        lanewise::copy(v, out, options);
        return out;
    } else {
        return tensor<float>({});
    }
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class V, detail::out_like<copy_options> Out>
status try_copy(Ex&& ex, const V& v, Out&& out, copy_options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return lanewise::try_copy(v, out, options);
}
template <executor Ex, class V, detail::out_like<copy_options> Out>
void copy(Ex&& ex, const V& v, Out&& out, copy_options options = {}) {
    options.executor = executor_ref(ex);
    lanewise::copy(v, out, options);
}
template <executor Ex, class V>
[[nodiscard]] auto copy(Ex&& ex, const V& v, copy_options options = {}) {
    options.executor = executor_ref(ex);
    return lanewise::copy(v, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
