// Overlap, decided exactly: against sets of the bytes that are really touched.

#include "support/imaginary.hpp"
#include "support/strided.hpp"
#include "support/test_scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::detail::answer;
using lanewise::detail::operand_layout;
using lanewise::detail::search_budget;

/// Every byte that the operand touches.
std::set<index_t> bytes_of(const std::vector<index_t>& shape, index_t start, index_t element_bytes,
                           const std::vector<index_t>& stride_bytes) {
    std::set<index_t> bytes;
    for_each_index(shape, [&](const auto& index) {
        for (index_t k = 0; k < element_bytes; ++k) bytes.insert(start + offset_of(index, stride_bytes) + k);
    });
    return bytes;
}

std::vector<index_t> scaled(std::vector<index_t> strides, index_t factor) {
    for (auto& stride : strides) stride *= factor;
    return strides;
}

/// Whether a and b share a byte, decided with a call's own budget.
bool share(const extents& shape, const operand_layout& a, const operand_layout& b) {
    search_budget budget(shape.size());
    const answer found = shares_bytes(shape, a, b, budget);
    EXPECT_NE(static_cast<int>(found), static_cast<int>(answer::undecided));
    return found == answer::yes;
}

/// Whether a names an element twice, decided with a call's own budget.
bool overlaps(const extents& shape, const operand_layout& a, int& axis) {
    search_budget budget(shape.size());
    const answer found = overlaps_itself(shape, a, axis, budget);
    EXPECT_NE(static_cast<int>(found), static_cast<int>(answer::undecided));
    return found == answer::yes;
}

TEST(SharesBytes, AgreesWithTheBytesThatRandomViewsTouch) {
    std::mt19937_64 random(7);
    std::int64_t shared = 0;
    std::int64_t close = 0;
    for (std::int64_t round = 0; round < 40000 * test_scale(); ++round) {
        const auto shape = random_shape(random, 5, 40);
        const index_t size = random_between(random, 40, 150);
        const index_t bytes_a = index_t{1} << random_between(random, 0, 3);
        const index_t bytes_b = random() % 4 == 0 ? index_t{1} << random_between(random, 0, 3) : bytes_a;
        const layout a = random_layout(random, shape, size, true);
        layout b = random_layout(random, shape, size, true);
        if (random() % 2 == 0) b.strides = a.strides; // often between a's elements
        // b is aligned to its own elements only.
        const index_t start_b = b.start * bytes_b;
        const auto strides_a = scaled(a.strides, bytes_a);
        const auto strides_b = scaled(b.strides, bytes_b);
        const auto touched_a = bytes_of(shape, a.start * bytes_a, bytes_a, strides_a);
        const auto touched_b = bytes_of(shape, start_b, bytes_b, strides_b);
        const bool want = std::ranges::any_of(touched_b, [&](index_t byte) { return touched_a.contains(byte); });
        const auto about = [&] {
            return "round " + std::to_string(round) + ": " + show(shape) + ", a at " +
                   std::to_string(a.start * bytes_a) + " " + show(strides_a) + " of " + std::to_string(bytes_a) +
                   " bytes, b at " + std::to_string(start_b) + " " + show(strides_b) + " of " + std::to_string(bytes_b);
        };
        ASSERT_EQ(share(extents(shape), at(a.start * bytes_a, bytes_a, strides_a), at(start_b, bytes_b, strides_b)),
                  want)
            << about();
        ASSERT_EQ(share(extents(shape), at(start_b, bytes_b, strides_b), at(a.start * bytes_a, bytes_a, strides_a)),
                  want)
            << about();
        shared += want;
        close += !want && *touched_a.begin() <= *touched_b.rbegin() && *touched_b.begin() <= *touched_a.rbegin();
    }
    // Both answers came up, and so did views that interleave without sharing.
    EXPECT_GT(shared, 8000 * test_scale());
    EXPECT_GT(close, 2000 * test_scale());
}

TEST(SharesBytes, UnalignedElementsShareByASingleByte) {
    EXPECT_TRUE(share({2}, at(0, 4, {8}), at(3, 2, {8})));
    EXPECT_FALSE(share({2}, at(0, 4, {8}), at(4, 2, {8})));
    EXPECT_TRUE(share({2}, at(0, 4, {8}), at(7, 2, {8})));
    EXPECT_FALSE(share({2}, at(0, 4, {8}), at(6, 2, {8})));
}

TEST(SharesBytes, EvenAndOddColumnsOfAHugeMatrixAreApart) {
    constexpr index_t n = index_t{1} << 20;
    const extents shape{n, n};
    const auto even = at(0, 4, {8 * n, 8});
    EXPECT_FALSE(share(shape, even, at(4, 4, {8 * n, 8})));
    EXPECT_TRUE(share(shape, even, at(8, 4, {8 * n, 8})));
    EXPECT_FALSE(share(shape, even, at(8 * n * n - 4, 4, {-8 * n, -8})));
    EXPECT_TRUE(share(shape, even, at(8 * n * n - 8, 4, {-8 * n, -8})));
    EXPECT_FALSE(share(shape, even, at(8 * n - 4, 4, {8 * n, 0})));
    EXPECT_FALSE(share(shape, at(0, 4, {16 * n, 8}), at(8 * n, 4, {16 * n, 8})));
}

TEST(SharesBytes, StridesWithoutACommonFactorMeetOnlyWhereTheyMust) {
    // 7x = 11y + 1 first holds at x = 8, y = 5.
    EXPECT_FALSE(share({8}, at(0, 1, {7}), at(1, 1, {11})));
    EXPECT_TRUE(share({9}, at(0, 1, {7}), at(1, 1, {11})));
    // p + p*x = q*y for large primes first holds at x = q - 1.
    constexpr index_t p = 1000003;
    constexpr index_t q = 1000033;
    EXPECT_FALSE(share({q - 1}, at(p, 1, {p}), at(0, 1, {q})));
    EXPECT_TRUE(share({q}, at(p, 1, {p}), at(0, 1, {q})));
}

TEST(SharesBytes, PositionsAtTheEndsOfTheAddressSpaceDoNotWrap) {
    const extents shape{2};
    operand_layout low;
    low.data = reinterpret_cast<std::byte*>(std::uintptr_t{64});
    low.element_bytes = 8;
    low.stride[0] = 8;
    operand_layout high = low;
    high.data = reinterpret_cast<std::byte*>(~std::uintptr_t{127});
    EXPECT_FALSE(share(shape, low, high));
    EXPECT_FALSE(share(shape, high, low));
    EXPECT_TRUE(share(shape, high, high));
}

TEST(OverlapsItself, AgreesWithTheElementsThatRandomViewsTouch) {
    std::mt19937_64 random(13);
    std::int64_t overlapping = 0;
    for (std::int64_t round = 0; round < 40000 * test_scale(); ++round) {
        const auto shape = random_shape(random, 6, 60);
        const index_t bytes = index_t{1} << random_between(random, 0, 3);
        const layout a = random_layout(random, shape, 200, true);
        const bool want = !all_different(a.positions(shape));
        int axis = -1;
        ASSERT_EQ(overlaps(extents(shape), at(a.start * bytes, bytes, scaled(a.strides, bytes)), axis), want)
            << "round " << round << ": " << show(shape) << show(a.strides);
        if (want) {
            // Along the named axis there really are two indices of one element.
            ASSERT_TRUE(axis >= 0 && axis < std::ssize(shape)) << show(shape) << show(a.strides);
            bool found = false;
            for_each_index(shape, [&](const auto& i) {
                for_each_index(shape, [&](const auto& j) {
                    const auto k = static_cast<std::size_t>(axis);
                    found = found || (i[k] != j[k] && offset_of(i, a.strides) == offset_of(j, a.strides));
                });
            });
            ASSERT_TRUE(found) << show(shape) << show(a.strides) << " axis " << axis;
        }
        overlapping += want;
    }
    EXPECT_GT(overlapping, 8000 * test_scale());
    EXPECT_LT(overlapping, 32000 * test_scale());
}

TEST(OverlapsItself, StrideZeroCountsOnlyAlongAnAxisLongerThanOne) {
    int axis = -1;
    EXPECT_FALSE(overlaps({1, 5}, at(0, 4, {0, 4}), axis));
    EXPECT_TRUE(overlaps({5, 2}, at(0, 4, {4, 0}), axis));
    EXPECT_EQ(axis, 1);
    EXPECT_FALSE(overlaps({}, at(0, 4, {}), axis));
}

TEST(OverlapsItself, CollidingStridesAreFoundWithoutWalking) {
    int axis = -1;
    constexpr index_t n = index_t{1} << 40;
    // Sliding windows overlap, rows with gaps do not.
    EXPECT_TRUE(overlaps({n, 3}, at(0, 8, {8, 8}), axis));
    EXPECT_FALSE(overlaps({n, 3}, at(0, 8, {24, 8}), axis));
    EXPECT_FALSE(overlaps({n, 3}, at(0, 8, {-24, 8}), axis));
    // 3x = 2y: never for x below 2.
    EXPECT_FALSE(overlaps({2, 100}, at(0, 1, {3, 2}), axis));
    EXPECT_TRUE(overlaps({3, 100}, at(0, 1, {3, 2}), axis));
}

} // namespace
} // namespace lanewise_test
