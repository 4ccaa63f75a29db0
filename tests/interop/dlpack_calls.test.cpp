// DLPack tensors as operands, their dtypes known at run time.

#if __has_include(<lanewise/dynamic.hpp>)

#include "support/refusal.hpp"

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/dlpack.hpp>

#include <vector>

namespace lanewise_test {
namespace {

using lanewise::status_code;

/// The fields of DLTensor, by other types than dlpack.h's: only the names matter.
struct tensor {
    void* data;
    struct {
        int device_type;
        int device_id;
    } device;
    int ndim;
    struct {
        unsigned char code;
        unsigned char bits;
        unsigned short lanes;
    } dtype;
    const long* shape;
    const long* strides;
    unsigned long byte_offset;
};

struct versioned {
    struct {
        unsigned major;
    } version;
    void* manager_ctx;
    void (*deleter)(versioned*);
    unsigned long flags;
    tensor dl_tensor;
};

TEST(DlpackCalls, TensorsAreOperandsAsTheyAre) {
    const long shape[2] = {2, 3};
    const long transposed[2] = {1, 2};
    std::vector<float> a = {1, 2, 3, 4, 5, 6};
    std::vector<signed char> b = {1, 1, 1, 2, 2, 2};
    std::vector<float> out(6);
    const tensor dl_a = {a.data(), {1, 0}, 2, {2, 32, 1}, shape, transposed, 0};
    const tensor dl_b = {b.data(), {1, 0}, 2, {0, 8, 1}, shape, nullptr, 0};
    const versioned dl_out = {{1}, nullptr, nullptr, 0, {out.data(), {1, 0}, 2, {2, 32, 1}, shape, nullptr, 0}};
    lanewise::subtract(dl_a, dl_b, dl_out);
    EXPECT_EQ(out, (std::vector<float>{0, 2, 4, 0, 2, 4}));
    lanewise::pow(dl_out, dl_b, dl_out);
    EXPECT_EQ(out, (std::vector<float>{0, 2, 4, 0, 4, 16}));
    EXPECT_TRUE(lanewise::try_difference_square(dl_out, dl_a, dl_out));
    EXPECT_EQ(out, (std::vector<float>{1, 1, 1, 4, 0, 100}));
}

TEST(DlpackCalls, WhatCannotBeViewedIsRefused) {
    const long shape[1] = {2};
    std::vector<float> data = {1, 2};
    const tensor good = {data.data(), {1, 0}, 1, {2, 32, 1}, shape, nullptr, 0};
    tensor elsewhere = good;
    elsewhere.device.device_type = 2;
    const versioned read_only = {{1}, nullptr, nullptr, 1, good};
    const auto expect_refused = [](const lanewise::status& s, const char* operand, const char* message) {
        EXPECT_EQ(s.code(), status_code::unsupported_tensor);
        EXPECT_STREQ(s.operand(), operand);
        EXPECT_EQ(s.message(), message);
    };
    expect_refused(lanewise::try_subtract(elsewhere, good, good), "a", "dlpack: a: device_type is 2, not the CPU's 1");
    expect_refused(lanewise::try_subtract(good, elsewhere, good), "b", "dlpack: b: device_type is 2, not the CPU's 1");
    expect_refused(lanewise::try_subtract(good, good, elsewhere), "out",
                   "dlpack: out: device_type is 2, not the CPU's 1");
    expect_refused(lanewise::try_subtract(good, good, read_only), "out",
                   "dlpack: out: flags is 1, which includes READ_ONLY: it can only be viewed as const");
    EXPECT_EQ(data, (std::vector<float>{1, 2}));
    EXPECT_TRUE(lanewise::try_subtract(read_only, read_only, good));
    EXPECT_EQ(data, (std::vector<float>{0, 0}));
}

TEST(DlpackCalls, ViewsMadeByHandAreOperandsToo) {
    const long shape[1] = {2};
    std::vector<float> data = {1, 5, 7};
    std::vector<float> out(2);
    const tensor dl = {data.data(), {1, 0}, 1, {2, 32, 1}, shape, nullptr, 0};
    const tensor from_the_second_on = {data.data(), {1, 0}, 1, {2, 32, 1}, shape, nullptr, sizeof(float)};
    const lanewise::any_tensor_view result = {lanewise::dtype::float32, out.data(), {2}, {1}};
    lanewise::subtract(lanewise::const_any_from_dlpack(dl), lanewise::any_from_dlpack(from_the_second_on), result);
    EXPECT_EQ(out, (std::vector<float>{-4, -2}));
}

} // namespace
} // namespace lanewise_test

#endif
