// The operators on views whose dtype is known at run time, every pair of dtypes, and on DirectML's descriptions.

#include "call_case.hpp"
#include "hostile_calls.hpp"

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/directml.hpp>

namespace lanewise_test {

status call_dynamic(const call_case& c, const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                    const lanewise::any_tensor_view& out) noexcept {
    const lanewise::options chosen{c.rule, c.overflow, c.executor, c.scratch};
    switch (c.op) {
    case operation::subtract:
        return lanewise::try_subtract(a, b, out, chosen);
    case operation::difference_square:
        return lanewise::try_difference_square(a, b, out, chosen);
    case operation::pow:
    case operation::transform: // there is none
        break;
    }
    return lanewise::try_pow(a, b, out, {c.rule, c.overflow, c.scale_bias, c.executor, c.scratch});
}

void call_dynamic_throwing(const call_case& c, const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                           const lanewise::any_tensor_view& out) {
    const lanewise::options chosen{c.rule, c.overflow, c.executor, c.scratch};
    switch (c.op) {
    case operation::subtract:
        return lanewise::subtract(a, b, out, chosen);
    case operation::difference_square:
        return lanewise::difference_square(a, b, out, chosen);
    case operation::pow:
    case operation::transform:
        break;
    }
    lanewise::pow(a, b, out, {c.rule, c.overflow, c.scale_bias, c.executor, c.scratch});
}

status call_directml(const call_case& c, const directml_tensors& of, const DML_SCALE_BIAS* scale_bias,
                     const addresses& data) noexcept {
    namespace directml = lanewise::directml;
    if (c.op == operation::pow) {
        const DML_ELEMENT_WISE_POW_OPERATOR_DESC desc{of[at_a], of[at_b], of[at_out], scale_bias};
        return directml::try_pow<DML_BUFFER_TENSOR_DESC>(desc, data[at_a], data[at_b], data[at_out]);
    }
    const DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC desc{of[at_a], of[at_b], of[at_out]};
    if (c.op == operation::subtract)
        return directml::try_subtract<DML_BUFFER_TENSOR_DESC>(desc, data[at_a], data[at_b], data[at_out]);
    return directml::try_difference_square<DML_BUFFER_TENSOR_DESC>(desc, data[at_a], data[at_b], data[at_out]);
}

} // namespace lanewise_test
