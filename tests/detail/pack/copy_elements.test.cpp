// Elements copied one by one or a few at a time, and what is fetched ahead of them.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/copy_elements.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class CopyElements : public testing::Test {
protected:
    static void expect_copied(const rows_shape& shape) {
        for (const bool is_large : {false, true}) {
            ASSERT_TRUE(packs<T>(shape, in_turn, is_large)) << "large: " << is_large;
            ASSERT_TRUE(packs<T>(shape, sorted, is_large)) << "sorted, large: " << is_large;
        }
    }

private:
    static void in_turn(std::byte* packed, index_t, const strided_rows& from) {
        copy_elements<T>(packed, from.data, *from.order);
    }
    static void sorted(std::byte* packed, index_t, const strided_rows& from) {
        from.order->sort();
        copy_elements<T>(packed, from.data, *from.order);
    }
};
TYPED_TEST_SUITE(CopyElements, moved_types);

TYPED_TEST(CopyElements, OneElementIsCopied) {
    this->expect_copied({{}, {}});
}

TYPED_TEST(CopyElements, LinesOfEveryLengthAreCopied) {
    for (index_t n = 2; n <= 20; ++n) {
        for (const index_t step : {3, -2, 5, 1, -1}) {
            this->expect_copied({{{n, step}}, {}});
            this->expect_copied({{{n, step}}, {{3, 7 * n}}});
            this->expect_copied({{{2, 200 * n}, {n, step}}, {{3, 7 * n}}});
            this->expect_copied({{{3, -90 * n}, {2, 40 * n}, {n, step}}, {{2, 400 * n}, {2, -1000 * n}}});
        }
    }
}

TYPED_TEST(CopyElements, RunsOfTwoToFourAreCopiedWhole) {
    for (const index_t n : {2, 3, 4, 5}) {
        for (const index_t step : {1, -1}) {
            this->expect_copied({{{n, step}, {40, 90}}, {{3, n}}});
            this->expect_copied({{{n, step}, {17, -3 * n}, {5, 7}}, {{2, 1000}, {3, -n}}});
            this->expect_copied({{{40, 3 * n}, {n, step}}, {{3, 500}}});
        }
    }
}

TYPED_TEST(CopyElements, ElementsThatAreRepeatedAreCopied) {
    for (index_t n = 2; n <= 9; ++n) {
        this->expect_copied({{{n, 0}, {5, 2}}, {{3, 11}}});
        this->expect_copied({{{5, 3}, {n, 0}}, {{3, 17}}});
    }
}

TYPED_TEST(CopyElements, LinesAroundWhatIsFetchedAheadAreCopied) {
    constexpr auto size = static_cast<index_t>(sizeof(TypeParam));
    for (const index_t step : {9, -9}) {
        for (const index_t bytes : {index_t{512}, index_t{513}, fetch_ahead, 2 * fetch_ahead}) {
            const index_t n = bytes / (9 * size);
            for (const index_t more : {0, 1, 2, 3, 4, 5}) {
                this->expect_copied({{{n + more, step}}, {{2, 12 * n + 99}}});
                this->expect_copied({{{5, 1}, {n + more, step}}, {{2, 12 * n + 99}}});
            }
        }
    }
}

TYPED_TEST(CopyElements, TheOrderIsAsItWas) {
    laid_out_rows<TypeParam> from({{{9, 2}, {3, 40}}, {{2, 200}}}, edge::end);
    packed_rows<TypeParam> packed(27, 2, pitch_of(27 * 8), edge::end);
    const strided_rows g = from.packed(packed.pitch());
    const reading_order before = *g.order;
    copy_elements<TypeParam>(packed.data(), g.data, *g.order);
    ASSERT_EQ(g.order->rank(), before.rank());
    for (int k = 0; k < before.rank(); ++k) {
        EXPECT_EQ((*g.order)[k].extent, before[k].extent);
        EXPECT_EQ((*g.order)[k].from, before[k].from);
        EXPECT_EQ((*g.order)[k].to, before[k].to);
    }
}

/// A part of a line: how many elements, and how many bytes ahead is fetched.
struct part {
    index_t count;
    index_t ahead;
    bool operator==(const part&) const = default;
};

std::vector<part> parts_of(const fetched_line& line) {
    std::vector<part> parts;
    line.in_parts([&](index_t count, index_t ahead) { parts.push_back({count, ahead}); });
    return parts;
}

TEST(FetchedLine, FetchesTheRestOfTheLineAndThenTheNextOne) {
    // The last `fetch_ahead` bytes have the next line's first ones fetched.
    EXPECT_EQ(parts_of({{1000, 8, 1}, 100000, true}), (std::vector<part>{{616, 3072}, {384, 100000 - 616 * 8}}));
    EXPECT_EQ(parts_of({{1000, -8, 1}, 100000, true}), (std::vector<part>{{616, -3072}, {384, 100000 + 616 * 8}}));
    EXPECT_EQ(parts_of({{100, 8, 1}, 4000, true}), (std::vector<part>{{0, 800}, {100, 4000}}));
}

TEST(FetchedLine, FetchesNothingOfShortLinesAndOfNearOnes) {
    EXPECT_EQ(parts_of({{64, 8, 1}, 4000, true}), (std::vector<part>{{64, 0}}));
    EXPECT_EQ(parts_of({{65, 8, 1}, 4000, true}), (std::vector<part>{{0, 65 * 8}, {65, 4000}}));
    EXPECT_EQ(parts_of({{1000, 8, 1}, 4000, false}), (std::vector<part>{{1000, 0}}));
}

} // namespace
} // namespace lanewise_test
