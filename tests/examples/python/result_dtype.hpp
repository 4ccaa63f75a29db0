#pragma once

/// Which dtype a call without out and dtype gives: NumPy's, where the inputs widen to it without loss.

#include <lanewise/dtype.hpp>

namespace lanewise_python {

using lanewise::dtype;

/// What a call knows of an input: a tensor's dtype, or that it is a Python number, an int or a float.
struct input_kind {
    dtype type; // of a number, what NumPy makes of it alone: int64 or float64
    bool is_number;
};

/// The dtype that both widen to, as small as can be; float64 where there is none.
constexpr dtype promoted(dtype a, dtype b) noexcept {
    for (dtype type : {a, b, dtype::int16, dtype::int32, dtype::int64, dtype::float32}) {
        if (lanewise::widens(a, type) && lanewise::widens(b, type)) return type;
    }
    return dtype::float64;
}

static_assert(promoted(dtype::int8, dtype::uint8) == dtype::int16);
static_assert(promoted(dtype::uint8, dtype::float16) == dtype::float16);
static_assert(promoted(dtype::float16, dtype::bfloat16) == dtype::float32);
static_assert(promoted(dtype::int32, dtype::float32) == dtype::float64);

/// A number takes the other's dtype, unless it is a float and the other is integral.
constexpr dtype result_dtype(input_kind a, input_kind b) noexcept {
    if (a.is_number == b.is_number) return promoted(a.type, b.type);
    const dtype number = a.is_number ? a.type : b.type;
    const dtype tensor = a.is_number ? b.type : a.type;
    return lanewise::is_floating(number) && !lanewise::is_floating(tensor) ? dtype::float64 : tensor;
}

} // namespace lanewise_python
