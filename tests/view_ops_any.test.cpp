// Views of views whose dtype is known at run time are those of typed views.

#include "support/refusal.hpp"

#include <lanewise/float16.hpp>
#include <lanewise/interop/dlpack.hpp>
#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using lanewise::any_tensor_view;
using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;
using lanewise::tensor_view;

/// f of a view with a dtype at run time is f of the typed view.
template <class T, class F>
void expect_the_same_view(const tensor_view<T>& v, const F& f) {
    const auto want = f(v);
    const any_tensor_view any = f(any_tensor_view(v));
    const const_any_view fixed = f(const_any_view(v));
    static_assert(std::is_same_v<decltype(f(any_tensor_view(v))), any_tensor_view>);
    static_assert(std::is_same_v<decltype(f(const_any_view(v))), const_any_view>);
    for (const const_any_view& got : {const_any_view(any), fixed}) {
        EXPECT_EQ(got.type, lanewise::dtype_of<T>);
        EXPECT_EQ(got.data, want.data());
        EXPECT_EQ(got.extents, want.extents());
        EXPECT_EQ(got.strides, want.strides());
    }
}

template <class T>
void expect_the_same_views() {
    tensor<T> t({4, 1, 6});
    const auto v = flip(t, 2);
    expect_the_same_view(v, [](const auto& a) { return transpose(a); });
    expect_the_same_view(v, [](const auto& a) { return permute(a, {2, 0, 1}); });
    expect_the_same_view(v, [](const auto& a) { return slice(a, 2, 1, 6, 2); });
    expect_the_same_view(v, [](const auto& a) { return slice(slice(a, 0, -1, std::nullopt, -3), 2, 4, 2, -1); });
    expect_the_same_view(v, [](const auto& a) { return flip(a, 0); });
    expect_the_same_view(v, [](const auto& a) { return expand(a, 1); });
    expect_the_same_view(v, [](const auto& a) { return squeeze(a, 1); });
    expect_the_same_view(v, [](const auto& a) { return broadcast_to(a, {4, 5, 6}); });
    expect_the_same_view(t.view(), [](const auto& a) { return reshape(a, {-1, 3}); });
}

TEST(ViewOpsOfAnyView, AreThoseOfATypedOne) {
    expect_the_same_views<std::int8_t>();
    expect_the_same_views<lanewise::float16>();
    expect_the_same_views<double>();
}

TEST(ViewOpsOfAnyView, RefuseAViewThatTheOperatorsWouldRefuse) {
    tensor<int> t({3});
    const any_tensor_view unknown{static_cast<dtype>(77), t.data(), {3}, {1}};
    const const_any_view lacks_a_stride{dtype::int32, t.data(), {3}, {}};
    EXPECT_REFUSED(transpose(unknown), status_code::unsupported_dtype,
                   "transpose: the view has dtype number 77, which is none of the twelve");
    EXPECT_REFUSED(flip(lacks_a_stride, 0), status_code::rank_out_of_range, "flip: the view: 1 extent, but 0 strides");
}

/// The fields of DLTensor: only the names matter.
struct dl_tensor {
    void* data;
    struct {
        int device_type;
    } device;
    int ndim;
    struct {
        int code, bits, lanes;
    } dtype;
    const long* shape;
    const long* strides;
    unsigned long byte_offset;
};

TEST(ViewOpsOfAnyView, OfADlpackTensorKnowItsDtypeAtRunTime) {
    const long shape[2] = {2, 3};
    float values[6] = {1, 2, 3, 4, 5, 6};
    dl_tensor dl{values, {1}, 2, {2, 32, 1}, shape, nullptr, 0};
    const auto v = lanewise::transpose(dl);
    EXPECT_TRUE((std::is_same_v<decltype(v), const any_tensor_view>));
    EXPECT_EQ(v.type, dtype::float32);
    EXPECT_EQ(v.extents, (extents{3, 2}));
    EXPECT_EQ(v.strides, (strides{1, 3}));
    EXPECT_EQ(lanewise::typed<float>(v)(2, 1), 6);
    EXPECT_EQ(lanewise::typed<const float>(dl)(1, 0), 4);
    dl.device.device_type = 2;
    EXPECT_REFUSED(lanewise::transpose(dl), status_code::unsupported_tensor,
                   "dlpack: device_type is 2, not the CPU's 1");
}

} // namespace
} // namespace lanewise_test
