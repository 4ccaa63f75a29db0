#pragma once

/// The kinds of refusal.

#include <cstdint>

namespace lanewise {

/// What a call or a view was refused for.
enum class status_code : std::uint8_t {
    ok,                      ///< all is well
    rank_out_of_range,       ///< more than 8 axes, or extents and strides of different length
    negative_extent,         ///< an extent below 0
    size_overflow,           ///< an element count or a byte offset does not fit in 63 bits
    shape_mismatch,          ///< the inputs do not broadcast under the chosen rule; a view has no such shape
    output_shape_mismatch,   ///< out's extents are not the result's
    bad_axis,                ///< an axis outside the view, or twice the same
    bad_step,                ///< a slice with step 0
    unsupported_dtype,       ///< no dtype, or one that does not widen to out's
    buffer_too_small,        ///< a view over a sized buffer reaches outside it
    null_data,               ///< a null pointer with size > 0, in a call that has elements
    misaligned_data,         ///< a pointer that is not aligned for its dtype
    partial_overlap,         ///< out shares elements with an input without being the same view
    output_self_overlap,     ///< out's own elements share memory
    overlap_undecided,       ///< whether one of the two holds would take too long to find out
    integer_overflow,        ///< under integer_overflow::error: a result does not fit
    negative_exponent,       ///< under integer_overflow::error: the result would be a fraction
    scalar_out_of_range,     ///< a plain value that an integer dtype cannot hold
    scale_bias_not_integral, ///< a fractional or non-finite scale or bias on an integer tensor
    unsupported_tensor,      ///< another library's tensor: on no CPU, read-only, or against that library's own rules
};

} // namespace lanewise
