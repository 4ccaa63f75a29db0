// Views whose dtype is a value: where they come from.

#include <lanewise/any_view.hpp>
#include <lanewise/tensor.hpp>

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
    static_assert(std::is_aggregate_v<any_tensor_view> && std::is_aggregate_v<const_any_view>);
    static_assert(std::is_trivially_copyable_v<any_tensor_view> && std::is_trivially_copyable_v<const_any_view>);
}

} // namespace
} // namespace lanewise_test
