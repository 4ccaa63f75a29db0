// README.md's calls on a dtype that a file or a message named, and those of the guide from DirectML.

#include "../../interop/directml_structs.hpp"

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/directml.hpp>
#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include <cstdint>
#include <cstdio>

namespace {

using namespace lanewise_test; // in the place of DirectML.h

lanewise::status centre(lanewise::dtype type, const void* pixels, const lanewise::extents& shape,
                        lanewise::tensor_view<const float> mean, lanewise::any_tensor_view out) {
    lanewise::const_any_view image{type, pixels, shape, lanewise::strides::row_major(shape)};
    return lanewise::try_subtract(image, mean, out);
}

lanewise::any_tensor contrast(lanewise::const_any_view image, const lanewise::tensor<float>& mean) {
    using namespace lanewise;
    any_tensor out = subtract(image, mean, dtype::float32); // the inputs widen to the dtype that is named
    difference_square(out, 0.5, out);                       // a number takes out's dtype
    pow(transpose(out), 0.45, transpose(out));              // or, as an exponent, keeps its own
    return out;
}

bool subtract_row(const std::uint16_t (&image)[2][3], const std::uint16_t (&row)[3], std::uint16_t (&result)[2][3]) {
    const UINT sizes[] = {2, 3}, packed[] = {3, 1}, repeated[] = {0, 1}; // a stride of 0 broadcasts
    const DML_BUFFER_TENSOR_DESC full{DML_TENSOR_DATA_TYPE_UINT16, DML_TENSOR_FLAG_NONE, 2, sizes, packed, 12, 0};
    const DML_BUFFER_TENSOR_DESC one_row{DML_TENSOR_DATA_TYPE_UINT16, DML_TENSOR_FLAG_NONE, 2, sizes, repeated, 8, 0};
    const DML_TENSOR_DESC a{DML_TENSOR_TYPE_BUFFER, &full}, b{DML_TENSOR_TYPE_BUFFER, &one_row};
    const DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC desc{&a, &b, &a};

    using lanewise::directml::operator_type, lanewise::directml::supports;
    static_assert(supports(operator_type::subtract, DML_FEATURE_LEVEL_5_1, DML_TENSOR_DATA_TYPE_UINT16, 2));
    static_assert(!supports(operator_type::subtract, DML_FEATURE_LEVEL_4_1, DML_TENSOR_DATA_TYPE_UINT16, 2));
    return static_cast<bool>(lanewise::directml::try_subtract(desc, image, row, result));
}

} // namespace

int main() {
    const std::uint8_t pixels[] = {10, 20, 30, 40, 50, 60};
    const float mean[] = {25, 35, 45};
    float out[6] = {};
    const lanewise::tensor_view<const float> mean_view(mean, {3});
    const lanewise::tensor_view<float> out_view(out, {2, 3});
    const lanewise::status s = centre(lanewise::dtype::uint8, pixels, {2, 3}, mean_view, out_view);
    std::printf("%s: %g to %g\n", s.message().c_str(), double{out[0]}, double{out[5]});
    const lanewise::const_any_view image{lanewise::dtype::uint8, pixels, {2, 3}, {3, 1}};
    const lanewise::any_tensor made = contrast(image, lanewise::tensor<float>::of({9.5, 19.5, 29.5}));
    const bool is_right = made.as<float>()(0, 1) == 0 && made.as<float>()(1, 2) > 0;

    const std::uint16_t image16[2][3] = {{10, 20, 30}, {40, 50, 60}}, row[3] = {1, 2, 3};
    std::uint16_t result16[2][3] = {};
    const bool is_right16 = subtract_row(image16, row, result16) && result16[1][2] == 57;
    return s && out[0] == -15 && out[5] == 15 && is_right && is_right16 ? 0 : 1;
}
