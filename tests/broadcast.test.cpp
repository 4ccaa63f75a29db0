// How two shapes become one, under each rule.

#include "support/broadcast_oracle.hpp"
#include "support/refusal.hpp"

#include <lanewise/broadcast.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace lanewise_test {
namespace {

using lanewise::broadcast;
using lanewise::broadcast_rule;
using lanewise::extents;
using lanewise::status;
using lanewise::status_code;

constexpr index_t largest = std::numeric_limits<index_t>::max();

TEST(Broadcast, NumpyAlignsRightAndRepeatsOnes) {
    EXPECT_EQ(broadcast({2, 3, 4}, {2, 3, 4}), (extents{2, 3, 4}));
    EXPECT_EQ(broadcast({2, 3, 4}, {4}), (extents{2, 3, 4}));
    EXPECT_EQ(broadcast({4}, {2, 3, 1}), (extents{2, 3, 4}));
    EXPECT_EQ(broadcast({5, 1, 4}, {6, 1}), (extents{5, 6, 4}));
    EXPECT_EQ(broadcast({}, {}), extents{});
    EXPECT_EQ(broadcast({}, {2, 3}), (extents{2, 3}));
    EXPECT_EQ(broadcast({1}, {}), extents{1});
    EXPECT_EQ(broadcast({8, 1, 6, 1}, {7, 1, 5}), (extents{8, 7, 6, 5}));
    EXPECT_EQ(broadcast({1, 1, 1, 1, 1, 1, 1, 1}, {2}), (extents{1, 1, 1, 1, 1, 1, 1, 2}));
}

TEST(Broadcast, ZeroAgainstOneIsZeroAndAgainstMoreIsRefused) {
    EXPECT_EQ(broadcast({0}, {1}), extents{0});
    EXPECT_EQ(broadcast({1}, {0}), extents{0});
    EXPECT_EQ(broadcast({3, 0}, {}), (extents{3, 0}));
    EXPECT_REFUSED(broadcast({0}, {2}), status_code::shape_mismatch,
                   "broadcast: axis 0: a has extent 0, b has extent 2");
}

TEST(Broadcast, ARefusalNamesTheAxisOfTheResult) {
    EXPECT_REFUSED(broadcast({2, 3}, {2, 2, 4}), status_code::shape_mismatch,
                   "broadcast: axis 2: a has extent 3, b has extent 4 (axis 1 of a): shapes (2, 3) and (2, 2, 4)");
    EXPECT_REFUSED(broadcast({5, 2, 3}, {7, 3}), status_code::shape_mismatch,
                   "broadcast: axis 1: a has extent 2, b has extent 7 (axis 0 of b): shapes (5, 2, 3) and (7, 3)");
}

TEST(Broadcast, NoneTakesIdenticalShapesOnly) {
    const auto none = broadcast_rule::none();
    EXPECT_EQ(broadcast({2, 3}, {2, 3}, none), (extents{2, 3}));
    EXPECT_EQ(broadcast({}, {}, none), extents{});
    EXPECT_REFUSED(broadcast({2, 3}, {2, 1}, none), status_code::shape_mismatch,
                   "broadcast: axis 1: a has extent 3, b has extent 1: shapes (2, 3) and (2, 1)");
    EXPECT_REFUSED(broadcast({3}, {1, 3}, none), status_code::shape_mismatch,
                   "broadcast: a has rank 1, b has rank 2: shapes (3) and (1, 3)");
}

TEST(Broadcast, PdpdBroadcastsBIntoA) {
    const auto pdpd = [](index_t axis) { return broadcast_rule::pdpd(axis); };
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {3, 4}, pdpd(1)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {3, 1}, pdpd(1)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {1, 4}, pdpd(1)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {}, pdpd(-1)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {5}, pdpd(-1)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3, 4, 5}, {2, 3}, pdpd(0)), (extents{2, 3, 4, 5}));
    EXPECT_EQ(broadcast({2, 3}, {2, 3, 1, 1}, pdpd(0)), (extents{2, 3}));
    EXPECT_EQ(broadcast({2, 3}, {1}, pdpd(2)), (extents{2, 3}));
    EXPECT_REFUSED(broadcast({1}, {4}, pdpd(0)), status_code::shape_mismatch,
                   "broadcast: axis 0: a has extent 1, b has extent 4");
    EXPECT_REFUSED(broadcast({2, 3, 4}, {4}, pdpd(1)), status_code::shape_mismatch,
                   "broadcast: axis 1: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 3, 4) and (4)");
}

TEST(Broadcast, PdpdCountsMinusOneBeforeItDropsTrailingOnes) {
    // rank(a) - rank(b) = 1: b's 3 meets a's axis 1, though the 1 after it is dropped.
    EXPECT_EQ(broadcast({2, 3, 4}, {3, 1}, broadcast_rule::pdpd()), (extents{2, 3, 4}));
    EXPECT_EQ(refusal([] { broadcast({2, 4, 3}, {3, 1}, broadcast_rule::pdpd()); }).axis(), 1);
}

TEST(Broadcast, PdpdRefusesAnAxisOutOfRange) {
    const auto code = [](const extents& a, const extents& b, index_t axis) {
        extents result{7};
        const status s = try_broadcast(a, b, broadcast_rule::pdpd(axis), result);
        EXPECT_EQ(result, extents{7});
        return s.code();
    };
    EXPECT_EQ(code({2, 3}, {3}, 2), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {2, 3}, 1), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {3}, -2), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {1}, 3), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {2, 3, 1}, -1), status_code::bad_axis);
    EXPECT_EQ(code({}, {1}, -1), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {3}, largest), status_code::bad_axis);
    EXPECT_EQ(code({2, 3}, {3}, std::numeric_limits<index_t>::min()), status_code::bad_axis);
}

TEST(Broadcast, TryBroadcastWritesTheResultOnlyWhenAllIsWell) {
    extents result{7};
    const status refused = try_broadcast({2, 3}, {4}, broadcast_rule::numpy(), result);
    EXPECT_EQ(refused.code(), status_code::shape_mismatch);
    EXPECT_EQ(refused.axis(), 1);
    EXPECT_EQ(refused.first(), 3);
    EXPECT_EQ(refused.second(), 4);
    EXPECT_EQ(result, extents{7});
    EXPECT_TRUE(try_broadcast({2, 3}, {3}, broadcast_rule::numpy(), result));
    EXPECT_EQ(result, (extents{2, 3}));
    EXPECT_TRUE(noexcept(try_broadcast(result, result, broadcast_rule::numpy(), result)));
}

TEST(Broadcast, AShapeMayBeTooLargeToCount) {
    EXPECT_EQ(broadcast({largest, 1}, {largest}), (extents{largest, largest}));
}

TEST(Broadcast, RandomShapesAgreeWithTheDefinition) {
    std::mt19937_64 random(5);
    int count[3][3] = {};
    for (int round = 0; round < 60000; ++round) {
        const auto rule = static_cast<broadcast_rule::kind>(round % 3);
        const broadcast_rule how = rule == broadcast_rule::kind::pdpd
                                       ? broadcast_rule::pdpd(random_between(random, -2, 4))
                                   : rule == broadcast_rule::kind::none ? broadcast_rule::none()
                                                                        : broadcast_rule::numpy();
        std::vector<index_t> a(static_cast<std::size_t>(random_between(random, 0, random() % 8 == 0 ? 8 : 4)));
        for (auto& extent : a) extent = random_between(random, 0, 3);
        // b is a piece of a, with some axes made 1 or something else.
        std::vector<index_t> b(a.begin() + random_between(random, 0, std::ssize(a)), a.end());
        if (rule == broadcast_rule::kind::pdpd && !b.empty())
            b.resize(static_cast<std::size_t>(random_between(random, 0, std::ssize(b))));
        for (auto& extent : b)
            extent = random() % 3 == 0 ? 1 : random() % 16 == 0 ? random_between(random, 0, 3) : extent;
        while (b.size() < 8 && random() % 4 == 0) b.insert(random() % 2 == 0 ? b.begin() : b.end(), 1);
        if (rule == broadcast_rule::kind::none && random() % 2 == 0) b = a;
        if (rule != broadcast_rule::kind::pdpd && random() % 2 == 0) std::swap(a, b);

        const auto want = broadcast_by_definition(a, b, how);
        extents got{7};
        const status s = try_broadcast(extents(a), extents(b), how, got);
        const auto about = [&] {
            return show(a) + " and " + show(b) + ", rule " + std::to_string(round % 3) + ", axis " +
                   std::to_string(how.axis);
        };
        ASSERT_EQ(s.code(), want.says == verdict::fits           ? status_code::ok
                            : want.says == verdict::shapes_clash ? status_code::shape_mismatch
                                                                 : status_code::bad_axis)
            << about();
        ASSERT_EQ(to_vector(got), want.says == verdict::fits ? want.shape : std::vector<index_t>{7}) << about();
        ++count[round % 3][static_cast<int>(want.says)];
    }
    // Each rule was seen to accept and to refuse.
    for (int rule = 0; rule < 3; ++rule) {
        EXPECT_GT(count[rule][0], 2000);
        EXPECT_GT(count[rule][1], 500);
    }
    EXPECT_GT(count[2][2], 2000);
}

} // namespace
} // namespace lanewise_test
