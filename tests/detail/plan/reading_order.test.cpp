// The order in which an operand is read: the same elements go to the same places, and what is near in memory comes first.

#include "support/strided.hpp"
#include "support/test_scale.hpp"

#include <lanewise/detail/plan/reading_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

using move = std::pair<index_t, index_t>; // from, to

std::vector<move> moves(const reading_order& order) {
    std::vector<index_t> shape;
    for (int k = 0; k < order.rank(); ++k) shape.push_back(order[k].extent);
    std::vector<move> result;
    for_each_index(shape, [&](const auto& index) {
        move m{0, 0};
        for (int k = 0; k < order.rank(); ++k) {
            m.first += index[static_cast<std::size_t>(k)] * order[k].from;
            m.second += index[static_cast<std::size_t>(k)] * order[k].to;
        }
        result.push_back(m);
    });
    std::ranges::sort(result);
    return result;
}

/// Axes over `shape`, innermost first, the first `elements` of which are a row's; rows are `room` bytes longer than that.
reading_order ordered(const std::vector<index_t>& shape, const std::vector<index_t>& from, std::size_t elements,
                      index_t room) {
    reading_order order;
    order.clear(true);
    index_t to = 4;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i == elements) {
            order.end_elements();
            to += room;
        }
        order.add({shape[i], from[i], to});
        to *= shape[i];
    }
    if (elements >= shape.size()) order.end_elements();
    return order;
}

TEST(ReadingOrder, OfSmallerElementsLeadsFromTheSameElementsToPlacesThatMuchNearerInEachRow) {
    const reading_order order = ordered({3, 5, 2, 7}, {4, 12, 60, -400}, 2, 64);
    const reading_order halves = order.resized(4, 2);
    ASSERT_EQ(halves.rank(), order.rank());
    for (int k = 0; k < order.rank(); ++k) {
        EXPECT_EQ(halves[k].extent, order[k].extent);
        EXPECT_EQ(halves[k].from, order[k].from);
        EXPECT_EQ(halves[k].to, k < 2 ? order[k].to / 2 : order[k].to) << k;
    }
}

TEST(ReadingOrder, SortedLeadsFromTheSameElementsToTheSamePlaces) {
    std::mt19937_64 random(3);
    for (std::int64_t round = 0; round < 600 * test_scale(); ++round) {
        const auto shape = random_large_shape(random, 3000);
        std::vector<index_t> from = random_order(random, shape, true, 1 << 20);
        for (index_t& step : from) step *= 4;
        reading_order order = ordered(shape, from, random() % (shape.size() + 1), random() % 2 == 0 ? 0 : 64);
        const auto before = moves(order);
        order.sort();
        ASSERT_EQ(moves(order), before) << show(shape) << ", steps " << show(from);
        ASSERT_LE(order.rank(), lanewise::max_rank);
        order.sort();
        ASSERT_EQ(moves(order), before) << "sorted twice";
    }
}

TEST(ReadingOrder, LeavesAxesOfOneElementOut) {
    reading_order order;
    order.clear(false);
    order.add({1, 4, 4});
    order.add({5, 4, 4});
    EXPECT_EQ(order.rank(), 1);
    EXPECT_FALSE(order.is_large());
    order.clear(true);
    EXPECT_EQ(order.rank(), 0);
    EXPECT_TRUE(order.is_large());
}

TEST(ReadingOrder, NeighboursAreOneAxisButNotElementsAndRows) {
    reading_order joined = ordered({6, 7}, {4, 24}, 2, 0);
    joined.sort();
    ASSERT_EQ(joined.rank(), 1);
    EXPECT_EQ(joined[0].extent, 42);
    reading_order apart = ordered({6, 7}, {4, 24}, 1, 0);
    apart.sort();
    EXPECT_EQ(apart.rank(), 2);
    reading_order in_memory_alone;
    in_memory_alone.clear(false);
    in_memory_alone.add({6, 4, 4});
    in_memory_alone.add({7, 24, 100});
    in_memory_alone.end_elements();
    in_memory_alone.sort();
    EXPECT_EQ(in_memory_alone.rank(), 2);
}

TEST(ReadingOrder, TheSmallestStepsComeFirstUnlessTheirAxesAreShort) {
    reading_order order = ordered({20, 30, 25}, {4000, 4, -120}, 1, 0);
    order.sort();
    ASSERT_EQ(order.rank(), 3);
    EXPECT_EQ(order[0].from, 4);
    EXPECT_EQ(order[1].from, -120);
    EXPECT_EQ(order[2].from, 4000);
    order = ordered({17, 40}, {4, 8}, 1, 0);
    order.sort();
    EXPECT_EQ(order[0].extent, 17);
    order = ordered({15, 40}, {4, 8}, 1, 0);
    order.sort();
    EXPECT_EQ(order[0].extent, 40);
    EXPECT_EQ(order[1].extent, 15);
    order = ordered({15, 14}, {4, 8}, 1, 0); // no long one
    order.sort();
    EXPECT_EQ(order[0].extent, 15);
}

TEST(ReadingOrder, AnAxisWhoseLinesCompeteForASetStaysOutside) {
    if (LANEWISE_SMALL) GTEST_SKIP();
    const auto first_extent = [](index_t neighbours, index_t step, index_t count, index_t far) {
        reading_order order = ordered({count, neighbours}, {far, step}, 1, 0);
        order.sort();
        return order[0].extent;
    };
    EXPECT_EQ(first_extent(4, 8, 100, 4096), 4);
    EXPECT_EQ(first_extent(4, -8, 100, -8192), 4);
    EXPECT_EQ(first_extent(4, 8, 8, 4096), 4) << "not long";
    EXPECT_EQ(first_extent(4, 8, 100, 4096 + 64), 100) << "in all sets";
    EXPECT_EQ(first_extent(4, 8, 17, 2048), 4);
    EXPECT_EQ(first_extent(4, 8, 16, 2048), 16) << "eight in each of two sets";
    EXPECT_EQ(first_extent(4, 64, 100, 4096), 100) << "each of another line";
    EXPECT_EQ(first_extent(20, 8, 100, 4096), 20) << "long itself";
}

} // namespace
} // namespace lanewise_test
