#pragma once

/// What a caller may choose.

#include "broadcast.hpp"
#include "executor.hpp"

#include <optional>
#include <span>

namespace lanewise {

/// What becomes of integer results that do not fit.
enum class integer_overflow : std::uint8_t {
    wrap,     ///< exact modulo 2^n
    saturate, ///< the exact result clamped to the dtype
    error,    ///< the call is refused: nothing is written, and the status names the first such element
};

/// g(x) = x * scale + bias, applied to pow's base.
struct scale_bias {
    double scale = 1; ///< what x is multiplied by
    double bias = 0;  ///< what is added then
};

/// For subtract and difference_square.
struct options {
    broadcast_rule broadcast = {};                      ///< which shapes go together
    integer_overflow overflow = integer_overflow::wrap; ///< what becomes of integers that do not fit
    executor_ref executor = {};                         ///< who runs the parts; by default the caller's thread
    /// Memory for what a call packs, instead of 36 KiB of its stack; what it holds does not matter, nor how it is aligned. Less
    /// than 37 KiB may be left alone; memory that shares a byte with an operand, or lies in its gaps, always is, and all is
    /// beside an executor, whose threads use their own stacks. With 144 KiB, a - b.T of doubles whose columns are 32 KiB apart is
    /// 1.25 times as fast.
    std::span<std::byte> scratch = {};
};

/// For pow.
struct pow_options {
    broadcast_rule broadcast = {};                      ///< which shapes go together
    integer_overflow overflow = integer_overflow::wrap; ///< what becomes of integers that do not fit
    /// g(x) = x * scale + bias, applied to every base first.
    std::optional<lanewise::scale_bias> scale_bias = {};
    executor_ref executor = {}; ///< who runs the parts; by default the caller's thread
    /// As for subtract.
    std::span<std::byte> scratch = {};
};

namespace detail {

/// An operand rather than the executor that may stand before it.
template <class Operand>
concept no_executor = !executor<Operand>;

/// An out rather than the options that may stand in its place.
template <class Out, class Options>
concept out_like = !std::convertible_to<Out, Options>;

/// What knows its dtype when the program runs: a call with such an operand is dynamic.hpp's.
template <class Object>
concept typed_at_run_time = !viewable<Object> && any_viewable<Object>;

/// Operands that the typed operators take, or complain about.
template <class A, class B>
concept typed_inputs = no_executor<A> && !typed_at_run_time<const A&> && !typed_at_run_time<const B&>;

template <class A, class B, class Out, class Options>
concept typed_call = typed_inputs<A, B> && out_like<Out, Options> && !typed_at_run_time<Out>;

/// What stands neither for an operator's options nor behind an executor.
template <class A, class Last, class Options>
concept misplaced = no_executor<A> && !std::convertible_to<const Last&, Options>;

} // namespace detail
} // namespace lanewise
