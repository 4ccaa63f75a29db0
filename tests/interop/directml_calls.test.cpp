// DirectML's operator descriptions run as calls.

#if __has_include(<lanewise/dynamic.hpp>)

#include "interop/directml_structs.hpp"
#include "support/refusal.hpp"

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/directml.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace lanewise_test {
namespace {

namespace directml = lanewise::directml;
using lanewise::status_code;

/// A DML_TENSOR_DESC and the DML_BUFFER_TENSOR_DESC that it points to.
struct described {
    described(DML_TENSOR_DATA_TYPE type, std::vector<UINT> sizes, std::vector<UINT> strides = {})
        : sizes_(std::move(sizes)), strides_(std::move(strides)) {
        buffer_ = {type,
                   DML_TENSOR_FLAG_NONE,
                   static_cast<UINT>(sizes_.size()),
                   sizes_.data(),
                   strides_.empty() ? nullptr : strides_.data(),
                   4096,
                   0};
    }
    described(const described&) = delete;
    described& operator=(const described&) = delete;

    const DML_TENSOR_DESC* get() const { return &tensor; }

    DML_BUFFER_TENSOR_DESC buffer_ = {};
    DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer_};

private:
    std::vector<UINT> sizes_;
    std::vector<UINT> strides_;
};

TEST(DirectmlCalls, Subtract) {
    const described a(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 2, 3});
    const described b(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 2, 3}, {0, 0, 0, 1}); // one row, broadcast
    const DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC desc = {a.get(), b.get(), a.get()};
    std::vector<float> a_data = {1, 2, 3, 4, 5, 6};
    const std::vector<float> b_data = {1, 1, 10};
    std::vector<float> result(6);
    directml::subtract(desc, a_data.data(), b_data.data(), result.data());
    EXPECT_EQ(result, (std::vector<float>{0, 1, -7, 3, 4, -4}));
    directml::subtract(desc, a_data.data(), b_data.data(), a_data.data()); // in place
    EXPECT_EQ(a_data, result);
    EXPECT_TRUE(directml::try_subtract<DML_BUFFER_TENSOR_DESC>(desc, a_data.data(), b_data.data(), result.data()));
    EXPECT_EQ(result, (std::vector<float>{-1, 0, -17, 2, 3, -14}));
}

TEST(DirectmlCalls, DifferenceSquare) {
    const described t(DML_TENSOR_DATA_TYPE_INT32, {4});
    const DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC desc = {t.get(), t.get(), t.get()};
    const std::vector<int> a = {1, -2, 3, 100000};
    const std::vector<int> b = {4, 2, 3, 0};
    std::vector<int> result(4);
    directml::difference_square(desc, a.data(), b.data(), result.data());
    EXPECT_EQ(result, (std::vector<int>{9, 16, 0, 1410065408})); // modulo 2^32
}

TEST(DirectmlCalls, PowWithAndWithoutScaleBias) {
    const described x(DML_TENSOR_DATA_TYPE_FLOAT32, {3});
    const described y(DML_TENSOR_DATA_TYPE_INT32, {3});
    DML_ELEMENT_WISE_POW_OPERATOR_DESC desc = {x.get(), y.get(), x.get(), nullptr};
    const std::vector<float> base = {2, -3, 0.5f};
    const std::vector<int> exponent = {3, 3, -2};
    std::vector<float> result(3);
    directml::pow(desc, base.data(), exponent.data(), result.data());
    EXPECT_EQ(result, (std::vector<float>{8, -27, 4}));
    const DML_SCALE_BIAS g = {2, 1};
    desc.ScaleBias = &g;
    EXPECT_TRUE(directml::try_pow(desc, base.data(), exponent.data(), result.data()));
    EXPECT_EQ(result, (std::vector<float>{125, -125, 0.25f}));
}

TEST(DirectmlCalls, NegativeBasesNeedIntegralExponents) {
    const described t(DML_TENSOR_DATA_TYPE_FLOAT32, {2});
    const DML_ELEMENT_WISE_POW_OPERATOR_DESC desc = {t.get(), t.get(), t.get(), nullptr};
    const std::vector<float> base = {-8, -8};
    const std::vector<float> exponent = {3, 0.5f};
    std::vector<float> result(2);
    directml::pow(desc, base.data(), exponent.data(), result.data());
    EXPECT_EQ(result[0], -512.0f);
    EXPECT_TRUE(std::isnan(result[1]));
}

TEST(DirectmlCalls, ConstantPow) {
    const described t(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 2});
    const DML_SCALE_BIAS g = {1, -1};
    DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC desc = {t.get(), t.get(), nullptr, 2.5f};
    std::vector<float> data = {1, 4, 9, 16};
    directml::pow(desc, data.data(), data.data());
    EXPECT_EQ(data, (std::vector<float>{1, 32, 243, 1024}));
    desc.ScaleBias = &g;
    desc.Exponent = 2;
    directml::pow(desc, data.data(), data.data());
    EXPECT_EQ(data, (std::vector<float>{0, 961, 58564, 1046529}));
}

TEST(DirectmlCalls, RefuseWhatDirectmlRefuses) {
    const described a(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3});
    const described other_type(DML_TENSOR_DATA_TYPE_FLOAT16, {2, 3});
    const described other_size(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 3});
    const described other_count(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 2, 3});
    described small(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3});
    small.buffer_.TotalTensorSizeInBytes = 8;
    described invalid(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3});
    invalid.tensor.Type = DML_TENSOR_TYPE_INVALID;
    alignas(8) float data[6] = {1, 2, 3, 4, 5, 6};
    float result[6] = {7, 7, 7, 7, 7, 7};
    const auto subtract = [&](const DML_TENSOR_DESC* x, const DML_TENSOR_DESC* y, const DML_TENSOR_DESC* out) {
        directml::subtract(DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC{x, y, out}, data, data, result);
    };
    EXPECT_REFUSED(subtract(other_type.get(), a.get(), a.get()), status_code::unsupported_dtype,
                   "directml: ATensor has dtype float16, not OutputTensor's float32");
    EXPECT_REFUSED(subtract(a.get(), other_type.get(), a.get()), status_code::unsupported_dtype,
                   "directml: BTensor has dtype float16, not OutputTensor's float32");
    EXPECT_REFUSED(subtract(a.get(), other_size.get(), a.get()), status_code::shape_mismatch,
                   "subtract: axis 0: a has extent 2, b has extent 1: shapes (2, 3) and (1, 3)");
    EXPECT_REFUSED(subtract(other_count.get(), a.get(), a.get()), status_code::shape_mismatch,
                   "subtract: a has rank 3, b has rank 2: shapes (1, 2, 3) and (2, 3)");
    EXPECT_EQ(refusal([&] { subtract(a.get(), a.get(), other_size.get()); }).code(),
              status_code::output_shape_mismatch);
    EXPECT_REFUSED(subtract(a.get(), small.get(), a.get()), status_code::buffer_too_small,
                   "directml: BTensor: TotalTensorSizeInBytes is 8, less than the needed 24");
    EXPECT_REFUSED(subtract(a.get(), a.get(), invalid.get()), status_code::unsupported_tensor,
                   "directml: OutputTensor: Type is 0, not DML_TENSOR_TYPE_BUFFER = 1");
    EXPECT_REFUSED(subtract(nullptr, a.get(), a.get()), status_code::unsupported_tensor,
                   "directml: ATensor: the description is null");
    const DML_ELEMENT_WISE_POW_OPERATOR_DESC pow = {other_type.get(), a.get(), a.get(), nullptr};
    EXPECT_REFUSED(directml::pow(pow, data, data, result), status_code::unsupported_dtype,
                   "directml: InputTensor has dtype float16, not OutputTensor's float32");
    EXPECT_REFUSED(
        directml::pow(DML_ELEMENT_WISE_POW_OPERATOR_DESC{invalid.get(), a.get(), a.get(), nullptr}, data, data, result),
        status_code::unsupported_tensor, "directml: InputTensor: Type is 0, not DML_TENSOR_TYPE_BUFFER = 1");
    described empty(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3});
    empty.tensor.Desc = nullptr;
    EXPECT_REFUSED(
        directml::pow(DML_ELEMENT_WISE_POW_OPERATOR_DESC{a.get(), a.get(), empty.get(), nullptr}, data, data, result),
        status_code::unsupported_tensor, "directml: OutputTensor: Desc is null");
    const DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC constant = {other_size.get(), a.get(), nullptr, 2};
    EXPECT_EQ(directml::try_pow(constant, data, result).code(), status_code::output_shape_mismatch);
    EXPECT_EQ(directml::try_difference_square(
                  DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC{a.get(), a.get(), a.get()}, data, nullptr, result)
                  .code(),
              status_code::null_data);
    for (const float value : result) EXPECT_EQ(value, 7.0f);
}

} // namespace
} // namespace lanewise_test

#endif
