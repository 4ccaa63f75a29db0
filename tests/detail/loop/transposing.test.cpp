// Which inputs of a tile are transposed on their way to the operation, and when out is on its way back.

#include "support/tiling_suite.hpp"

namespace lanewise_test {
namespace {

TEST_F(Tiling, ATransposedInputIsTransposedOnTheWay) {
    const tile& second = choose({500, 500}, {500, 1}, {500, 1}, {1, 500});
    EXPECT_TRUE(second.is_transposed(b_position));
    EXPECT_GE(second.elements() * second.rows(), 16 * 500);
    EXPECT_TRUE(choose({500, 500}, {500, 1}, {-1, -500}, {500, 1}).is_transposed(a_position));
    EXPECT_TRUE(choose({500, 500}, {500, 1}, {1, 500}, {1, 0}).is_transposed(a_position)) << "less a column";
}

TEST_F(Tiling, IfItsRowsAreNeighboursInWholeBlocks) {
    const auto is_transposed = [this](index_t rows, index_t size) {
        const steps apart{(rows + 3) * 344, 344, 1};
        return choose({20, rows, 344}, {rows * 344, 344, 1}, {rows, 1, 20 * rows}, apart, size)
            .is_transposed(a_position);
    };
    EXPECT_TRUE(is_transposed(4, 8));
    EXPECT_FALSE(is_transposed(3, 8));
    EXPECT_TRUE(is_transposed(4, 4));
    EXPECT_FALSE(is_transposed(3, 4));
    EXPECT_TRUE(is_transposed(8, 2));
    EXPECT_FALSE(is_transposed(7, 2));
}

TEST_F(Tiling, ButNotWhereItsElementsRepeatInARowOrAnotherOperandIsPacked) {
    EXPECT_FALSE(choose({500, 8, 40}, {320, 40, 1}, {320, 40, 1}, {1, 0, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 100, 4}, {400, 4, 1}, {400, 4, 1}, {1, 500, 0}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 2, 200}, {400, 200, 1}, {400, 200, 1}, {1, 0, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 40, 8}, {320, 8, 1}, {320, 8, 1}, {1, 500, 0}, 1).is_transposed(b_position));
    EXPECT_TRUE(choose({500, 8, 40}, {320, 40, 1}, {320, 40, 1}, {1, 20000, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 500}, {500, 1}, {2505, 5}, {1, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 500}, {1000, 2}, {500, 1}, {1, 500}).is_transposed(b_position));
}

TEST_F(Tiling, SlidingWindowsAreNeverTransposed) {
    for (const index_t step : {-1, 2, 3, 4}) {
        for (const index_t n : {63, 100, 127, 250}) {
            for (const index_t m : {8, 16, 40, 64}) {
                const tile& windows = choose({32, m, n}, {m * n, n, 1}, {m * n, n, 1}, {5 * n, 1, step});
                EXPECT_FALSE(windows.transposes() && windows.operand(b_position).in_place) << step;
            }
        }
    }
}

TEST_F(Tiling, WhereBothInputsArePackedAlongTheSameAxisOutIsUnpacked) {
    const tile& alike = choose({256, 250}, {250, 1}, {1, 256}, {1, 256});
    EXPECT_FALSE(alike.operand(out_position).in_place);
    EXPECT_TRUE(alike.operand(a_position).in_place && alike.operand(b_position).in_place);
    EXPECT_EQ(alike.elements(), 64) << "256 bytes";
    const auto is_unpacked = [this](index_t n, index_t size) { // rows of n
        return !choose({4096, n}, {n, 1}, {1, 4096}, {1, 4096}, size).operand(out_position).in_place;
    };
    EXPECT_TRUE(is_unpacked(16, 1));
    EXPECT_FALSE(is_unpacked(15, 1)) << "too few for a block";
    EXPECT_TRUE(is_unpacked(16, 2));
    EXPECT_FALSE(is_unpacked(15, 2));
    EXPECT_TRUE(is_unpacked(32, 4));
    EXPECT_FALSE(is_unpacked(31, 4)) << "no faster";
    EXPECT_FALSE(is_unpacked(31, 8));
    const steps apart{1, 9 * 4096, 4096};
    EXPECT_TRUE(choose({4096, 8, 8}, {64, 8, 1}, apart, apart, 1).operand(out_position).in_place)
        << "eight rows at a time";
    const tile& short_rows = choose({31, 1409}, {1409, 1}, {1, 62}, {1, 31}, 1);
    EXPECT_TRUE(short_rows.operand(out_position).in_place) << "rows too short for a loop";
    const lowered_limits lowered(all_large());
    const tile& large = choose({4096, 1000}, {1000, 1}, {1, 4096}, {1, 4096}, 1);
    EXPECT_FALSE(large.operand(out_position).in_place);
    EXPECT_EQ(large.elements(), 512);
}

TEST_F(Tiling, InLargeCallsRowsAreTransposedALineOfNeighboursAtATime) {
    const lowered_limits lowered(all_large());
    const auto are_transposed = [this](const std::vector<index_t>& shape, const steps& a, const steps& b,
                                       index_t size = 4) {
        const tile& chosen = choose(shape, {shape[1], 1}, a, b, size);
        return std::pair(chosen.is_transposed(a_position), chosen.is_transposed(b_position));
    };
    constexpr std::pair both(true, true);
    constexpr std::pair one(false, true);
    constexpr std::pair none(false, false);
    EXPECT_EQ(are_transposed({1000, 1000}, {1, 1000}, {1, 1000}), both);
    EXPECT_EQ(are_transposed({1000, 1000}, {-1, 1000}, {1, -1000}), both);
    EXPECT_EQ(are_transposed({1000, 1000}, {1000, 1}, {1, 1000}), one);
    EXPECT_EQ(are_transposed({1000, 1000}, {1, 0}, {-1, 1000}), one);
    EXPECT_EQ(are_transposed({1000, 1000}, {1000, -1}, {1, 1000}), none) << "beside a row backwards";
    EXPECT_EQ(are_transposed({1000, 1000}, {5, 5000}, {1, 1000}), none) << "beside other strided rows";
    EXPECT_EQ(are_transposed({16, 80000}, {80000, 1}, {1, 17}), one);
    EXPECT_EQ(are_transposed({15, 80000}, {80000, 1}, {1, 17}), none) << "less than a line of neighbours";
    EXPECT_EQ(are_transposed({1000, 128}, {1, 1000}, {1, 1000}), both);
    EXPECT_EQ(are_transposed({1000, 127}, {1, 1000}, {1, 1000}), none)
        << "rows are too short for the way around the cache";
    EXPECT_EQ(are_transposed({1000, 1000}, {1000, 1}, {1, 4096}), one);
    EXPECT_EQ(are_transposed({1000, 1000}, {1000, 1}, {1, 8192}), none) << "lines compete for a set";
    EXPECT_EQ(are_transposed({1000, 1000}, {1, 2048}, {1, 2048}, 1), both);
    EXPECT_EQ(are_transposed({1000, 1000}, {1000, 1}, {1, 4096}, 1), one);
    EXPECT_EQ(are_transposed({1000, 1000}, {1, 4096}, {1, 4096}, 1), none);
    EXPECT_FALSE(choose({8, 1000, 1000}, {1000000, 1000, 1}, {1000000, 1000, 1}, {0, 1, 1000}).transposes())
        << "packed once";
    const tile& one_run = choose({1700, 8, 200}, {1600, 200, 1}, {1600, 200, 1}, {1, 350000, 1720});
    EXPECT_TRUE(one_run.transposes());
    EXPECT_EQ(one_run.elements(), 200) << "up to where b does not go on";
    EXPECT_FALSE(choose({600, 80, 100}, {8000, 100, 1}, {8000, 100, 1}, {1, 71000, 700}).transposes()) << "not so long";
}

TEST_F(Tiling, NeighboursOfOtherRowsAreAcrossAnInputThatMovesAlongItsOwn) {
    choose({500, 500}, {500, 1}, {1, 500}, {500, 1});
    EXPECT_EQ(axis_across(a_position), 1);
    EXPECT_EQ(axis_across(b_position), -1);
    choose({64, 56, 48, 41}, {110208, 1968, 41, 1}, {48, 0, 1, 0}, {0, 41, 0, 1}, 8);
    EXPECT_EQ(axis_across(a_position), -1) << "an element for each row, all in one line";
}

} // namespace
} // namespace lanewise_test
