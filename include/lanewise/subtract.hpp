#pragma once

/// The differences of two tensors, element by element.

#include "detail/op/arguments.hpp"
#include "detail/op/pairwise.hpp"

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

struct subtract_operator {
    static constexpr const char* name = "subtract";

    struct function {
        using arithmetic = void; // nothing but sums, differences and products

        template <class Batch>
        LANEWISE_INLINE Batch operator()(const Batch& a, const Batch& b) const noexcept {
            return a - b;
        }
    };
    template <class T>
    using saturating = saturating_subtract<T>;
    template <class T>
    using faults = subtract_faults<T>;
    template <class T>
    static constexpr integer_fault fault(T a, T b) noexcept {
        return subtract_fault(a, b);
    }
};

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// out[i] = a[i] - b[i]   for every index i of out.
///
/// Shapes    a and b broadcast by `options.broadcast` to exactly out's extents. Rank 0-8.
/// Dtype     out has T, one of the twelve; each input has T or a dtype that widens to T without loss. A plain number is a
///           tensor of rank 0 with dtype T: rounded once where T is floating; where it is an integer, the number must be
///           one of its values (scalar_out_of_range).
/// Aliasing  out may be the same view as a, b or both, and may interleave with them. Any other overlap is refused
///           (partial_overlap, output_self_overlap), and so are strides in no order where 32Ki steps of search and one for each
///           element, 128Ki at most (a few milliseconds), do not decide (overlap_undecided).
/// Errors    refused before anything is written; the status names the operand and, where shapes clash, the axis and both
///           numbers.
/// Values    floats: correctly rounded; float16 and bfloat16 are computed in float32 and rounded once. Integers: by
///           `options.overflow` exact modulo 2^n, clamped, or refused with the first index that overflows.
/// Accuracy  the same bits on every lane of every instruction set, but for those of a NaN. Held by tests/subtract.test.cpp.
/// Cost      O(size); no heap allocation; reads each operand once, writes out once. integer_overflow::error reads twice.
/// Source    DirectML DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC; OpenVINO Subtract-1; ONNX Sub-14; numpy.subtract.
template <class A, class B, class Out>
    requires(detail::typed_call<A, B, Out, options>)
status try_subtract(const A& a, const B& b, Out&& out, const options& options = {})
noexcept {
    if constexpr (detail::checked_call<A, B, Out>::fit) {
        return detail::try_pairwise<detail::subtract_operator>(a, b, out, options);
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <class A, class B, class Out>
    requires(detail::typed_call<A, B, Out, options>)
void subtract(const A& a, const B& b, Out&& out, const options& options = {}) {
    if constexpr (detail::checked_call<A, B, Out>::fit) detail::require(try_subtract(a, b, out, options));
}

/// No call, but a sentence about options that are another operator's.
template <class A, class B, class Out, class Last>
    requires(detail::misplaced<A, Last, options>)
void subtract(const A&, const B&, Out&&, const Last&) {
    static_cast<void>(detail::checked_options<Last>());
}

/// The same into a new tensor: of the dtype that the other input widens to, or of T. Of integers it wraps unless
/// `options.overflow` says otherwise: `subtract<float>(a, b)` of uint8 images does not.
template <class T = void, class A, class B>
    requires(detail::typed_inputs<A, B>)
[[nodiscard]] auto subtract(const A& a, const B& b, const options& options = {}) {
    using result = detail::common_call<T, A, B>;
    if constexpr (detail::checked<result::found>::fit) {
        return detail::make_pairwise<detail::subtract_operator, typename result::type>(a, b, options);
    } else {
        return tensor<float>({}); // so that the sentence is the only error
    }
}

/// The same on the threads of an executor (executor.hpp).
template <executor Ex, class A, class B, detail::out_like<options> Out>
status try_subtract(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) noexcept {
    options.executor = executor_ref(ex);
    return try_subtract(a, b, out, options);
}
template <executor Ex, class A, class B, detail::out_like<options> Out>
void subtract(Ex&& ex, const A& a, const B& b, Out&& out, options options = {}) {
    options.executor = executor_ref(ex);
    subtract(a, b, out, options);
}
template <class T = void, executor Ex, class A, class B>
    requires(detail::typed_inputs<A, B>)
[[nodiscard]] auto subtract(Ex&& ex, const A& a, const B& b, options options = {}) {
    options.executor = executor_ref(ex);
    return subtract<T>(a, b, options);
}

} // namespace LANEWISE_ISA
} // namespace lanewise
