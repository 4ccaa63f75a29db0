#pragma once

/// What the module ufuncs calls in the module _core, which holds the kernels: a capsule with three functions.

#include <lanewise/c.h>

namespace lanewise_python {

struct c_api {
    static constexpr const char* capsule = "lanewise._core._c_api";

    decltype(&lanewise_subtract) subtract;
    decltype(&lanewise_pow) pow;
    decltype(&lanewise_difference_square) difference_square;
};

} // namespace lanewise_python
