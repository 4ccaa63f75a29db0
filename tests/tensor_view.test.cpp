// Views: what they may be made from, where they reach, and what they refuse.

#include "support/indices.hpp"
#include "support/refusal.hpp"

#include <lanewise/tensor_view.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

constexpr index_t largest = std::numeric_limits<index_t>::max();
constexpr index_t lowest = std::numeric_limits<index_t>::min();

TEST(TensorView, IsRowMajorUnlessToldOtherwise) {
    int data[6] = {0, 1, 2, 3, 4, 5};
    const tensor_view<int> v(data, {2, 3});
    EXPECT_EQ(v.data(), data);
    EXPECT_EQ(v.rank(), 2);
    EXPECT_EQ(v.extent(0), 2);
    EXPECT_EQ(v.extent(1), 3);
    EXPECT_EQ(v.stride(0), 3);
    EXPECT_EQ(v.stride(1), 1);
    EXPECT_EQ(v.size(), 6);
    EXPECT_EQ(v.extents(), (extents{2, 3}));
    EXPECT_EQ(v.strides(), (strides{3, 1}));
    EXPECT_EQ(v(1, 2), 5);
    v(1, 2) = 7;
    EXPECT_EQ(data[5], 7);
}

TEST(TensorView, StridesOfAnySignLeadToTheElements) {
    int data[6] = {0, 1, 2, 3, 4, 5};
    const tensor_view<int> backwards(data + 5, extents{2, 3}, strides{-1, -2});
    EXPECT_EQ(backwards(0, 0), 5);
    EXPECT_EQ(backwards(1, 2), 0);
    EXPECT_EQ(backwards(0, 2), 1);
    const tensor_view<const int> repeated(data + 4, extents{2, 3}, strides{0, 0});
    EXPECT_EQ(repeated(1, 2), 4);
}

TEST(TensorView, OfARangeAloneHasRankOne) {
    std::vector<int> values{1, 2, 3};
    const tensor_view all(values);
    EXPECT_EQ(all.extents(), extents{3});
    EXPECT_EQ(all.data(), values.data());
    const tensor_view of_const(std::as_const(values));
    static_assert(std::is_same_v<decltype(of_const), const tensor_view<const int>>);
    const tensor_view named(values, {values.size()});
    EXPECT_EQ(named.extents(), extents{3});
    const tensor_view rows(values, {1, values.size()});
    EXPECT_EQ(rows.extents(), (extents{1, 3}));

    const auto last = [](tensor_view<const int> v) { return v(v.extent(0) - 1); };
    EXPECT_EQ(last(values), 3);
    EXPECT_EQ(last(std::vector<int>{4, 5}), 5) << "a temporary lives as long as the call";
}

TEST(TensorView, ExtentsBeyondSixtyThreeBitsAreNegative) {
    EXPECT_REFUSED(extents{~std::size_t{0}}, status_code::negative_extent, "extents: axis 0: extent -1 is negative");
}

#if GTEST_HAS_DEATH_TEST && !defined(NDEBUG)
TEST(TensorViewDeathTest, AnIndexOutsideIsAsserted) {
    int data[6] = {};
    const tensor_view<int> v(data, {2, 3});
    EXPECT_DEATH(v(2, 0), "an index inside the view");
    EXPECT_DEATH(v(0, -1), "an index inside the view");
    EXPECT_DEATH(v(0), "as many numbers as axes");
    EXPECT_DEATH(v.extent(2), "an axis of the list");
    EXPECT_DEATH(v.stride(-1), "an axis of the list");
}
#endif

TEST(TensorView, RankZeroIsOneElement) {
    double value = 2.5;
    const tensor_view<double> v(&value, extents{});
    EXPECT_EQ(v.rank(), 0);
    EXPECT_EQ(v.size(), 1);
    EXPECT_EQ(v(), 2.5);
}

TEST(TensorView, EightAxesAreIndexedOneByOne) {
    std::vector<int> data(256);
    std::iota(data.begin(), data.end(), 0);
    const tensor_view v(data, extents{2, 2, 2, 2, 2, 2, 2, 2});
    EXPECT_EQ(v(1, 0, 1, 0, 0, 1, 1, 0), 0b10100110);
}

TEST(TensorView, ConvertsToOneThatOnlyReads) {
    int data[2] = {1, 2};
    const tensor_view<int> v(data, {2});
    const tensor_view<const int> reading = v;
    EXPECT_EQ(reading.data(), data);
    EXPECT_EQ(reading.extents(), v.extents());
    EXPECT_EQ(reading.strides(), v.strides());
    EXPECT_TRUE((std::is_convertible_v<tensor_view<int>, tensor_view<const int>>));
    EXPECT_FALSE((std::is_constructible_v<tensor_view<int>, tensor_view<const int>>));
    EXPECT_FALSE((std::is_constructible_v<tensor_view<int>, tensor_view<float>>));
    EXPECT_FALSE((std::is_constructible_v<tensor_view<int>, const std::vector<int>&, extents>));
    EXPECT_FALSE((std::is_constructible_v<tensor_view<int>, std::vector<unsigned>&, extents>));
}

TEST(TensorView, DeducesItsElementFromPointerOrRange) {
    std::vector<short> vector(4);
    const std::vector<short>& fixed = vector;
    std::array<float, 4> array = {};
    EXPECT_TRUE((std::is_same_v<decltype(tensor_view(vector.data(), extents{4})), tensor_view<short>>));
    EXPECT_TRUE((std::is_same_v<decltype(tensor_view(vector, extents{4})), tensor_view<short>>));
    EXPECT_TRUE((std::is_same_v<decltype(tensor_view(fixed, extents{4})), tensor_view<const short>>));
    EXPECT_TRUE((std::is_same_v<decltype(tensor_view(array, extents{2}, strides{2}, 1)), tensor_view<float>>));
    EXPECT_TRUE(
        (std::is_same_v<decltype(tensor_view(std::span<const float>(array), extents{2})), tensor_view<const float>>));
}

TEST(TensorView, OverARangeMayUseItAllOrLess) {
    std::vector<int> buffer = {0, 1, 2, 3, 4, 5};
    EXPECT_EQ(tensor_view(buffer, extents{2, 3})(1, 2), 5);
    EXPECT_EQ(tensor_view(buffer, extents{5})(4), 4);
    EXPECT_EQ(tensor_view(buffer, extents{3}, strides{2}, 1)(2), 5);
    EXPECT_EQ(tensor_view(buffer, extents{6}, strides{-1}, 5)(5), 0);
    EXPECT_EQ(tensor_view(buffer, extents{2, 3}, strides{-3, 1}, 3)(1, 2), 2);
    EXPECT_EQ(tensor_view(buffer, extents{1000, 1}, strides{0, 1000}, 5)(999, 0), 5);
    EXPECT_EQ(tensor_view(buffer, extents{}, strides{}, 5)(), 5);
}

TEST(TensorView, OverARangeRefusesToReachOutsideAtEitherEnd) {
    std::vector<int> buffer(6);
    EXPECT_REFUSED(tensor_view(buffer, extents{7}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
    EXPECT_REFUSED(tensor_view(buffer, extents{3}, strides{2}, 2), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
    EXPECT_REFUSED(tensor_view(buffer, extents{2}, strides{-1}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element -1 of a buffer of 6 elements");
    EXPECT_REFUSED(tensor_view(buffer, extents{}, strides{}, 6), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
    EXPECT_REFUSED(tensor_view(buffer, extents{}, strides{}, -1), status_code::buffer_too_small,
                   "tensor_view: the view reaches element -1 of a buffer of 6 elements");
    int array[6] = {};
    EXPECT_REFUSED(tensor_view(array, extents{7}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
    EXPECT_REFUSED(tensor_view<const int>(array, extents{2}, strides{6}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 6 of a buffer of 6 elements");
    std::vector<int> none;
    EXPECT_REFUSED(tensor_view(none, extents{}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 0 of a buffer of 0 elements");
}

TEST(TensorView, ExactlyTheRangesThatHoldEveryElementAreAccepted) {
    std::mt19937_64 random(11);
    int accepted = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<index_t> shape(random() % 4);
        std::vector<index_t> steps(shape.size());
        for (auto& extent : shape) extent = random_between(random, 0, 4);
        for (auto& step : steps) step = random_between(random, -3, 3);
        std::vector<int> buffer(static_cast<std::size_t>(random_between(random, 0, 12)));
        const index_t size = std::ssize(buffer);
        const index_t offset = random_between(random, -2, 12);
        bool inside = true;
        for_each_index(shape, [&](const auto& index) {
            const index_t at = offset + offset_of(index, steps);
            inside = inside && at >= 0 && at < size;
        });
        bool made = true;
        try {
            static_cast<void>(tensor_view(buffer, extents(shape), strides(steps), offset));
        } catch (const lanewise::error& e) {
            made = false;
            EXPECT_EQ(e.status().code(), status_code::buffer_too_small);
        }
        ASSERT_EQ(made, inside) << show(shape) << show(steps) << " from " << offset << " in " << size;
        accepted += made;
    }
    EXPECT_GT(accepted, 500);
    EXPECT_LT(accepted, 2500);
}

TEST(TensorView, OffsetsBeyond63BitsAreRefused) {
    std::vector<int> buffer(6);
    EXPECT_EQ(refusal([&] { tensor_view(buffer, extents{3}, strides{largest}); }).code(), status_code::size_overflow);
    EXPECT_EQ(refusal([&] { tensor_view(buffer, extents{3}, strides{lowest}); }).code(), status_code::size_overflow);
    EXPECT_EQ(refusal([&] {
                  tensor_view(buffer, extents{2, 2}, strides{largest, largest});
              }).code(),
              status_code::size_overflow);
    EXPECT_EQ(refusal([&] { tensor_view(buffer, extents{2}, strides{1}, largest); }).code(),
              status_code::size_overflow);
    EXPECT_EQ(refusal([&] { tensor_view(buffer, extents{2}, strides{largest}); }).code(),
              status_code::buffer_too_small);
    // More elements than can be counted, and all of them one: no empty view.
    EXPECT_EQ(refusal([&] {
                  tensor_view(buffer, extents{largest, largest}, strides{0, 0}, 99);
              }).code(),
              status_code::buffer_too_small);
}

TEST(TensorView, AnEmptyOneReachesNothing) {
    std::vector<int> none;
    EXPECT_EQ(tensor_view(none, extents{0}).size(), 0);
    EXPECT_EQ(tensor_view(none, extents{3, 0}, strides{largest, largest}, 17).size(), 0);
    EXPECT_EQ(tensor_view(none, extents{largest, largest, 0}).size(), 0);
    std::vector<int> some(3);
    EXPECT_EQ(tensor_view(some, extents{0}, strides{1}, 17).data(), some.data()); // not beyond the end
    int* nowhere = nullptr;
    EXPECT_EQ(tensor_view(nowhere, extents{3, 0}).size(), 0);
}

TEST(TensorView, ExtentsAndStridesOfDifferentLengthAreRefused) {
    int data[6] = {};
    EXPECT_REFUSED(tensor_view(data, extents{2, 3}, strides{1}), status_code::rank_out_of_range,
                   "tensor_view: 2 extents, but 1 stride");
    int* pointer = data;
    EXPECT_REFUSED(tensor_view(pointer, extents{}, strides{1}), status_code::rank_out_of_range,
                   "tensor_view: 0 extents, but 1 stride");
}

} // namespace
} // namespace lanewise_test
