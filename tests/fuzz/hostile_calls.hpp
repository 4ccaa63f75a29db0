#pragma once

#include "call_case.hpp"

#include "../interop/directml_structs.hpp"

namespace lanewise_test {

using directml_tensors = std::array<const DML_TENSOR_DESC*, operands>;

/// The operator on DirectML's descriptions of its tensors; `scale_bias` may be null, and counts for pow only.
status call_directml(const call_case& c, const directml_tensors& of, const DML_SCALE_BIAS* scale_bias,
                     const addresses& data) noexcept;

} // namespace lanewise_test
