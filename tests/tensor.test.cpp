// The tensor that owns its elements.

#include "support/indices.hpp"
#include "support/refusal.hpp"

#include <lanewise/float16.hpp>
#include <lanewise/tensor.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;
using lanewise::tensor_view;

tensor<int> counting(const extents& shape) {
    tensor<int> t(shape);
    std::iota(t.begin(), t.end(), 0);
    return t;
}

TEST(Tensor, OfNestedValues) {
    const auto rows = tensor<float>::of({{1, 2.5, 3}, {4, 5, 6}});
    EXPECT_EQ(rows.extents(), (extents{2, 3}));
    EXPECT_TRUE(std::ranges::equal(rows, std::vector<float>{1, 2.5F, 3, 4, 5, 6}));
    EXPECT_EQ(tensor<int>::of({1, 2}).extents(), extents{2});
    EXPECT_EQ(tensor<int>::of({{1}, {2}}).extents(), (extents{2, 1}));
    EXPECT_EQ(tensor<int>::of({{{1, 2}}, {{3, 4}}, {{5, 6}}})(2, 0, 1), 6);
    EXPECT_EQ(tensor<int>::of({}).extents(), extents{0});
    EXPECT_EQ(tensor<int>::of({{}, {}}).extents(), (extents{2, 0}));
    EXPECT_EQ(static_cast<float>(tensor<lanewise::float16>::of({1, 2.5})(1)), 2.5F);
    EXPECT_EQ(tensor<int>::of({{{{{{{{1}}}}}}}}).rank(), 8);
}

TEST(Tensor, NestedValuesHaveOneShape) {
    EXPECT_REFUSED(tensor<float>::of({{1, 2}, {3}}), status_code::shape_mismatch,
                   "tensor: axis 1: a list of values has extent 1, the first one has extent 2");
    EXPECT_REFUSED(tensor<float>::of({{1, 2}, 3}), status_code::shape_mismatch,
                   "tensor: a list of values has rank 1, the first one has rank 2");
    EXPECT_REFUSED(tensor<float>::of({1, {3}}), status_code::shape_mismatch,
                   "tensor: a list of values has rank 2, the first one has rank 1");
    EXPECT_REFUSED(tensor<float>::of({{{{{{{{{1}}}}}}}}}), status_code::rank_out_of_range,
                   "extents: rank 9 is more than 8");
    EXPECT_REFUSED(tensor<std::uint8_t>::of({256}), status_code::scalar_out_of_range,
                   "tensor: a value = 256 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(
        tensor<std::uint64_t>::of({-1}), status_code::scalar_out_of_range,
        "tensor: a value = -1 is no value of uint64, which holds the integers from 0 to 18446744073709551615");
}

TEST(Tensor, IsRowMajorAlignedAndZero) {
    for (index_t n = 1; n < 70; ++n) {
        const tensor<double> t(extents{2, n});
        EXPECT_EQ(t.rank(), 2);
        EXPECT_EQ(t.extent(1), n);
        EXPECT_EQ(t.stride(0), n);
        EXPECT_EQ(t.strides(), strides::row_major(t.extents()));
        EXPECT_EQ(t.size(), 2 * n);
        EXPECT_EQ(t.end() - t.begin(), 2 * n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0u);
        EXPECT_TRUE(std::ranges::all_of(t, [](double value) { return value == 0; })) << n;
    }
    EXPECT_EQ(tensor<lanewise::float16>({3})(2).bits(), 0);
}

TEST(Tensor, RankZeroHoldsOneElement) {
    tensor<int> t(extents{});
    EXPECT_EQ(t.size(), 1);
    t() = 4;
    EXPECT_EQ(*t.begin(), 4);
}

TEST(Tensor, AnEmptyOneHoldsNone) {
    tensor<int> t(extents{3, 0});
    EXPECT_EQ(t.size(), 0);
    EXPECT_EQ(t.begin(), t.end());
    const tensor<int> copy = t;
    EXPECT_EQ(copy.extents(), (extents{3, 0}));
}

TEST(Tensor, CopiesAreDeep) {
    tensor<int> t = counting({2, 3});
    tensor<int> copy = t;
    copy(0, 0) = 100;
    EXPECT_EQ(t(0, 0), 0);
    EXPECT_EQ(copy(1, 2), 5);
    t = copy;
    EXPECT_EQ(t(0, 0), 100);
    EXPECT_NE(t.data(), copy.data());
    tensor<int>& same = t;
    t = same;
    EXPECT_EQ(t(1, 2), 5);
}

TEST(Tensor, MovesLeaveAnEmptyOneBehind) {
    tensor<int> t = counting({2, 3});
    const int* data = t.data();
    tensor<int> taken = std::move(t);
    EXPECT_EQ(taken.data(), data);
    EXPECT_EQ(taken.extents(), (extents{2, 3}));
    EXPECT_EQ(t.size(), 0);
    EXPECT_EQ(t.extents(), extents{0});
    t = std::move(taken);
    EXPECT_EQ(t.data(), data);
    EXPECT_EQ(t(1, 2), 5);
    EXPECT_TRUE(std::is_nothrow_move_constructible_v<tensor<int>>);
}

TEST(Tensor, ConvertsToAView) {
    tensor<int> t = counting({2, 3});
    const tensor<int>& fixed = t;
    const tensor_view<int> v = t;
    const tensor_view<const int> reading = fixed;
    EXPECT_EQ(v.data(), t.data());
    EXPECT_EQ(v.extents(), t.extents());
    EXPECT_EQ(v.strides(), t.strides());
    EXPECT_EQ(reading.data(), t.data());
    EXPECT_TRUE((std::is_same_v<decltype(t.view()), tensor_view<int>>));
    EXPECT_TRUE((std::is_same_v<decltype(fixed.view()), tensor_view<const int>>));
    constexpr auto view_of = [](auto&& held) requires requires {
        static_cast<decltype(held)>(held).view();
    }
    {};
    EXPECT_TRUE((std::is_invocable_v<decltype(view_of), const tensor<int>&>));
    EXPECT_FALSE((std::is_invocable_v<decltype(view_of), tensor<int>>));
    EXPECT_FALSE((std::is_invocable_v<decltype(view_of), const tensor<int>>));
    EXPECT_FALSE((std::is_convertible_v<const tensor<int>&, tensor_view<int>>));
}

TEST(Tensor, IsARangeThatOtherShapesCanView) {
    tensor<int> t = counting({2, 3});
    EXPECT_TRUE(std::ranges::contiguous_range<tensor<int>>);
    EXPECT_EQ(tensor_view(t, extents{3, 2})(2, 0), 4);
    EXPECT_REFUSED(tensor_view(t, extents{7}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
}

TEST(Tensor, ASizeBeyond63BitsIsRefused) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    EXPECT_EQ(refusal([] { tensor<std::int8_t>(extents{largest, 2}); }).code(), status_code::size_overflow);
    EXPECT_EQ(refusal([] { tensor<double>(extents{largest / 4}); }).code(), status_code::size_overflow);
    EXPECT_EQ(tensor<double>(extents{largest, largest, 0}).size(), 0);
}

} // namespace
} // namespace lanewise_test
