// Views whose dtype is a value: where they come from.

#include "support/refusal.hpp"

#include <lanewise/any_view.hpp>
#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace lanewise_test {
namespace {

using lanewise::any_tensor_view;
using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::strides;
using lanewise::tensor_view;

TEST(AnyView, WhateverHasATypedViewHasOneWithItsDtypeAsAValue) {
    lanewise::tensor<std::int16_t> t(extents{2, 3});
    any_tensor_view written;
    ASSERT_TRUE(lanewise::any_view_adapter<lanewise::tensor<std::int16_t>>::try_view(t, written));
    EXPECT_EQ(written.type, dtype::int16);
    EXPECT_EQ(written.data, t.data());
    EXPECT_EQ(written.extents, t.extents());
    EXPECT_EQ(written.strides, t.strides());
    const const_any_view read = written;
    EXPECT_EQ(read.data, t.data());
    static_assert(lanewise::any_viewable<lanewise::tensor<float>&, any_tensor_view>);
    static_assert(lanewise::any_viewable<const lanewise::tensor<float>&> &&
                  !lanewise::any_viewable<const lanewise::tensor<float>&, any_tensor_view>);
    static_assert(lanewise::any_viewable<tensor_view<const float>> &&
                  !lanewise::any_viewable<tensor_view<const float>, any_tensor_view>);
    static_assert(lanewise::any_viewable<const any_tensor_view&, any_tensor_view> &&
                  !lanewise::any_viewable<const_any_view, any_tensor_view>);
    static_assert(!lanewise::any_viewable<int> && !lanewise::any_viewable<std::vector<bool>>);
    static_assert(!lanewise::any_viewable<int> && lanewise::any_viewable<std::vector<float>&, any_tensor_view>);
    static_assert(std::is_aggregate_v<any_tensor_view> && std::is_aggregate_v<const_any_view>);
    static_assert(std::is_trivially_copyable_v<any_tensor_view> && std::is_trivially_copyable_v<const_any_view>);
}

TEST(AnyView, TypedIsTheTensorViewOfItsDtype) {
    lanewise::tensor<std::int16_t> t(extents{2, 3});
    t(1, 2) = 7;
    const any_tensor_view any = transpose(any_tensor_view(t.view()));
    const tensor_view<std::int16_t> v = lanewise::typed<std::int16_t>(any);
    EXPECT_EQ(v.extents(), (extents{3, 2}));
    EXPECT_EQ(v(2, 1), 7);
    v(2, 1) = 8;
    EXPECT_EQ(lanewise::typed<const std::int16_t>(any)(2, 1), 8);
    EXPECT_EQ(lanewise::typed<const std::int16_t>(const_any_view(any))(2, 1), 8);
    EXPECT_EQ(lanewise::typed<std::int16_t>(t)(1, 2), 8);
}

TEST(AnyView, TypedRefusesAnotherDtype) {
    const float value = 1;
    const const_any_view floats{dtype::float32, &value, {}, {}};
    const const_any_view unknown{static_cast<dtype>(12), &value, {}, {}};
    const const_any_view lacks_a_stride{dtype::float32, &value, {1}, {}};
    EXPECT_REFUSED(lanewise::typed<const int>(floats), lanewise::status_code::unsupported_dtype,
                   "typed: the view has dtype float32, not T's int32");
    EXPECT_REFUSED(lanewise::typed<const float>(unknown), lanewise::status_code::unsupported_dtype,
                   "typed: the view has dtype number 12, which is none of the twelve");
    EXPECT_REFUSED(lanewise::typed<const float>(lacks_a_stride), lanewise::status_code::rank_out_of_range,
                   "typed: the view: 1 extent, but 0 strides");
    const const_any_view lacks_an_extent{dtype::float32, &value, {}, {1, 2}};
    EXPECT_REFUSED(lanewise::typed<const float>(lacks_an_extent), lanewise::status_code::rank_out_of_range,
                   "typed: the view: 0 extents, but 2 strides");
}

} // namespace
} // namespace lanewise_test
