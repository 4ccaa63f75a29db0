// Shapes and strides: valid from birth, however they are made.

#include "support/indices.hpp"
#include "support/refusal.hpp"

#include <lanewise/extents.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

namespace lanewise_test {
namespace {

#if defined(__SIZEOF_INT128__)
static_assert(!std::is_constructible_v<lanewise::extents, std::vector<__int128>>, "64 bits might not hold them");
#endif
static_assert(!std::is_constructible_v<lanewise::extents, std::array<bool, 2>>);
static_assert(std::is_constructible_v<lanewise::extents, std::vector<unsigned char>>);

using lanewise::extents;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;

constexpr index_t largest = std::numeric_limits<index_t>::max();

TEST(Extents, AreMadeFromAListASpanOrAnyContiguousIntegers) {
    const std::vector<index_t> want = {2, 3, 4};
    const std::vector<int> ints = {2, 3, 4};
    const std::array<unsigned char, 3> bytes = {2, 3, 4};
    const std::size_t sizes[] = {2, 3, 4};
    EXPECT_EQ(to_vector(extents{2, 3, 4}), want);
    EXPECT_EQ(to_vector(extents(std::span<const index_t>(want))), want);
    EXPECT_EQ(to_vector(extents(want)), want);
    EXPECT_EQ(to_vector(extents(ints)), want);
    EXPECT_EQ(to_vector(extents(bytes)), want);
    EXPECT_EQ(to_vector(extents(sizes)), want);
    EXPECT_EQ(to_vector(strides{-1, 0, 5}), (std::vector<index_t>{-1, 0, 5}));
    EXPECT_EQ(to_vector(strides(std::span<const index_t>(want))), want);
    EXPECT_EQ(to_vector(strides(ints)), want);
    EXPECT_EQ(to_vector(strides(bytes)), want);
}

TEST(Extents, AnswerForRankExtentAndSize) {
    const extents shape{2, 3, 4};
    EXPECT_EQ(shape.rank(), 3);
    EXPECT_EQ(shape.extent(0), 2);
    EXPECT_EQ(shape.extent(2), 4);
    EXPECT_EQ(shape[1], 3);
    EXPECT_EQ(shape.size(), 24);
    EXPECT_EQ((extents{1, 1, 1, 1, 1, 1, 1, 7}).size(), 7);
    const extents copy = shape;
    EXPECT_EQ(copy, shape);
    EXPECT_NE(copy, (extents{2, 3}));
    EXPECT_NE(copy, (extents{2, 3, 5}));
}

TEST(Extents, RankZeroIsOneElement) {
    EXPECT_EQ(extents().rank(), 0);
    EXPECT_EQ(extents().size(), 1);
    EXPECT_EQ(extents{}, extents(std::vector<index_t>{}));
    EXPECT_NE(extents(), extents{1});
}

TEST(Extents, MoreThanEightAxesAreRefused) {
    const std::vector<index_t> nine(9, 1);
    EXPECT_REFUSED(extents(nine), status_code::rank_out_of_range, "extents: rank 9 is more than 8");
    EXPECT_REFUSED((extents{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), status_code::rank_out_of_range,
                   "extents: rank 10 is more than 8");
    EXPECT_REFUSED(strides(nine), status_code::rank_out_of_range, "strides: rank 9 is more than 8");
    EXPECT_EQ(extents(std::vector<index_t>(8, 1)).rank(), 8);
}

TEST(Extents, ANegativeExtentIsRefusedWithItsAxis) {
    EXPECT_REFUSED((extents{2, -3}), status_code::negative_extent, "extents: axis 1: extent -3 is negative");
    const std::vector<std::uint64_t> wrapping = {std::uint64_t{1} << 63};
    EXPECT_REFUSED(extents(wrapping), status_code::negative_extent,
                   "extents: axis 0: extent -9223372036854775808 is negative");
    EXPECT_EQ(strides{-3}[0], -3);
}

TEST(Extents, TryMakeWritesTheResultOnlyWhenAllIsWell) {
    extents result{7};
    const std::vector<index_t> nine(9, 1);
    const index_t negative[] = {2, -1};
    const index_t good[] = {2, 3};
    EXPECT_EQ(extents::try_make(nine, result).code(), status_code::rank_out_of_range);
    EXPECT_EQ(result, extents{7});
    const status refused = extents::try_make(negative, result);
    EXPECT_EQ(refused.code(), status_code::negative_extent);
    EXPECT_EQ(refused.axis(), 1);
    EXPECT_EQ(refused.first(), -1);
    EXPECT_EQ(result, extents{7});
    EXPECT_TRUE(extents::try_make(good, result));
    EXPECT_EQ(result, (extents{2, 3}));
    EXPECT_TRUE(noexcept(extents::try_make(good, result)));
}

TEST(Extents, AZeroExtentMakesTheSizeZeroWhateverTheOthersAre) {
    EXPECT_EQ(extents{0}.size(), 0);
    EXPECT_EQ((extents{3, 0, 4}).size(), 0);
    EXPECT_EQ((extents{largest, largest, 0}).size(), 0);
    EXPECT_EQ((extents{0, largest, largest}).size(), 0);
}

TEST(Extents, ASizeBeyond63BitsIsRefused) {
    EXPECT_EQ((extents{largest, 1}).size(), largest);
    EXPECT_EQ((extents{index_t{1} << 31, index_t{1} << 31}).size(), index_t{1} << 62);
    EXPECT_REFUSED((extents{index_t{1} << 32, index_t{1} << 31}).size(), status_code::size_overflow,
                   "extents: the number of elements does not fit in 63 bits");
    // The product modulo 2^64 is 0.
    EXPECT_REFUSED((extents{index_t{1} << 32, index_t{1} << 32}).size(), status_code::size_overflow,
                   "extents: the number of elements does not fit in 63 bits");
}

TEST(Strides, RowMajorAndColumnMajorArePacked) {
    EXPECT_EQ(to_vector(strides::row_major({2, 3, 4})), (std::vector<index_t>{12, 4, 1}));
    EXPECT_EQ(to_vector(strides::column_major({2, 3, 4})), (std::vector<index_t>{1, 2, 6}));
    EXPECT_EQ(strides::row_major({}).rank(), 0);
    EXPECT_EQ(strides::column_major({}).rank(), 0);
}

TEST(Strides, PackedOnesLeadToEveryElementOnce) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<index_t> shape(random() % 6);
        for (auto& extent : shape) extent = random_between(random, 1, 4);
        const extents e(shape);
        index_t next = 0;
        for_each_index(shape, [&](const auto& index) {
            ASSERT_EQ(offset_of(index, to_vector(strides::row_major(e))), next++) << show(shape);
        });
        std::vector<index_t> reversed(shape.rbegin(), shape.rend());
        next = 0;
        for_each_index(reversed, [&](auto index) {
            std::reverse(index.begin(), index.end());
            ASSERT_EQ(offset_of(index, to_vector(strides::column_major(e))), next++) << show(shape);
        });
    }
}

TEST(Strides, PackedOnesThatDoNotFitAreRefusedUnlessNoElementNeedsThem) {
    EXPECT_EQ(to_vector(strides::row_major({largest, 1})), (std::vector<index_t>{1, 1}));
    EXPECT_EQ(to_vector(strides::row_major({5, largest})), (std::vector<index_t>{largest, 1}));
    EXPECT_EQ(refusal([] {
                  static_cast<void>(strides::row_major({2, 5, largest}));
              }).code(),
              status_code::size_overflow);
    EXPECT_EQ(refusal([] {
                  static_cast<void>(strides::column_major({largest, 5, 2}));
              }).code(),
              status_code::size_overflow);
    EXPECT_EQ(strides::row_major({5, largest, largest, 0}).rank(), 4);
    EXPECT_EQ(strides::column_major({0, largest, largest, 5}).rank(), 4);
}

} // namespace
} // namespace lanewise_test
