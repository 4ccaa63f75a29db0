// Rows that are not packed: where they begin, and which runs are copied as they lie.

#include <lanewise/detail/plan/strided_rows.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::index_t;

TEST(StridedRows, OffsetsAreATableOrEvenSteps) {
    const index_t table[] = {3, 1, 4};
    const offsets uneven{3, 7, table};
    const offsets even{3, -7, nullptr};
    EXPECT_EQ(uneven[2], 4);
    EXPECT_EQ(even[2], -14);
    std::byte line[20];
    for (offsets from : {uneven, even}) {
        std::byte* const third = line + 15 + from[2];
        std::byte* begin = line + 15;
        from.begin_at(1, begin);
        EXPECT_EQ(begin + from[1], third);
    }
}

TEST(StridedRows, OffsetsAreCalledForInTurn) {
    std::byte line[100];
    const index_t table[] = {5, 90, 0};
    const auto places = [&](const offsets& at, index_t first) {
        std::vector<index_t> found;
        at.each(line + first, [&](const std::byte* p) { found.push_back(p - line); });
        return found;
    };
    EXPECT_EQ(places({3, 7, table}, 2), (std::vector<index_t>{7, 92, 2}));
    EXPECT_EQ(places({4, -9, nullptr}, 50), (std::vector<index_t>{50, 41, 32, 23}));
    EXPECT_EQ(places({3, 0, nullptr}, 8), (std::vector<index_t>{8, 8, 8}));
    EXPECT_EQ(places({0, 7, nullptr}, 8), (std::vector<index_t>{}));
}

TEST(StridedRows, VeryShortRunsThatDifferAreNotPlainIfTheyAreMany) {
    pack_notes notes{};
    strided_rows g{nullptr, 3, 4, {8, 12, nullptr}, {1, 0, nullptr}, nullptr, &notes};
    EXPECT_FALSE(has_plain_runs(g, 4));
    g.run.count = 7;
    EXPECT_TRUE(has_plain_runs(g, 4)) << "few";
    g.run.count = 8;
    g.run.stride = 0;
    EXPECT_TRUE(has_plain_runs(g, 4)) << "alike";
    g.run.stride = 12;
    g.n = 4;
    EXPECT_TRUE(has_plain_runs(g, 4)) << "longer";
    g.step = 0;
    g.n = 3;
    EXPECT_TRUE(has_plain_runs(g, 4)) << "one element, repeated";
    g.step = 8;
    g.n = 100;
    EXPECT_FALSE(has_plain_runs(g, 4)) << "apart";
}

TEST(StridedRows, PixelsFromRightToLeftAreNotPlain) {
    pack_notes notes{};
    const auto are_plain = [&](index_t n, index_t size, index_t stride) {
        return has_plain_runs({nullptr, n, size, {8, stride, nullptr}, {1, 0, nullptr}, nullptr, &notes}, size);
    };
    EXPECT_FALSE(are_plain(4, 1, -4));
    EXPECT_FALSE(are_plain(16, 1, -16));
    EXPECT_FALSE(are_plain(4, 4, -16));
    EXPECT_TRUE(are_plain(17, 1, -17)) << "more than 16 bytes";
    EXPECT_TRUE(are_plain(4, 1, 4)) << "from left to right";
    EXPECT_TRUE(are_plain(4, 1, -5)) << "with gaps";
}

TEST(StridedRows, AreCutAtAnAxisEnd) {
    strided_rows g{nullptr, 12, 4, {5, 100, nullptr}, {9, 1000, nullptr}};
    g.cut(36, 7);
    EXPECT_EQ(g.n, 12);
    EXPECT_EQ(g.run.count, 3);
    EXPECT_EQ(g.row.count, 7);
    g.cut(8, 7);
    EXPECT_EQ(g.n, 8);
    EXPECT_EQ(g.run.count, 1);
}

} // namespace
} // namespace lanewise_test
