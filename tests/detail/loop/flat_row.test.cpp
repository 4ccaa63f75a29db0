// Where the row of a flat tile ends: as soon as it is long, before an axis along which its packed inputs stay or go on unevenly,
// and where its runs would not fit their table.

#include "support/tiling_suite.hpp"

namespace lanewise_test {
namespace {

using FlatRow = Tiling;

TEST_F(FlatRow, AShortRowEndsWhereWhatIsPackedStays) {
    const auto elements = [this](index_t n, index_t times, const steps& a, index_t size) {
        return choose({400, 2, n, times}, {2 * n * times, n * times, times, 1}, a, {n, 0, 1, 0}, size).elements();
    };
    const auto pixels = [&](index_t n, index_t size) { return elements(n, 2, {4 * n, 2 * n, 2, 1}, size); };
    EXPECT_EQ(pixels(30, 4), 60);
    EXPECT_EQ(pixels(8, 4), 16);
    EXPECT_GT(pixels(7, 8), 14) << "too few elements";
    EXPECT_EQ(pixels(16, 1), 32);
    EXPECT_GT(pixels(15, 1), 30) << "too few bytes";
    EXPECT_GT(elements(30, 2, {600, 300, 10, 5}, 4), 60) << "the other input is packed, too, and goes on";
    EXPECT_EQ(choose({400, 2, 60}, {120, 60, 1}, {0, 0, 5}, {60, 0, 1}).elements(), 60) << "both stay";
    EXPECT_GT(choose({400, 2, 60}, {240, 120, 2}, {120, 60, 1}, {60, 0, 1}).elements(), 60) << "no input is packed";
    EXPECT_GT(choose({400, 2, 64}, {256, 128, 2}, {130, 65, 1}, {64, 0, 1}).elements(), 64);
    const lowered_limits lowered(all_large());
    EXPECT_GT(pixels(30, 4), 60) << "around the cache";
    EXPECT_EQ(choose({400, 2, 127}, {254, 127, 1}, {254, 127, 1}, {635, 0, 5}, 8).elements(), 127)
        << "long enough for it";
}

TEST_F(FlatRow, OrWhereRepeatedElementsGoOnUnevenly) {
    const auto elements = [this](index_t n, index_t times, index_t apart) {
        return choose({200, n, times}, {n * times, times, 1}, {n * times, times, 1}, {n + apart, 1, 0}).elements();
    };
    EXPECT_EQ(elements(30, 2, 3), 60);
    EXPECT_EQ(elements(18, 2, 3), 36);
    EXPECT_GT(elements(17, 2, 3), 34) << "too few";
    EXPECT_EQ(choose({200, 30, 2}, {60, 2, 1}, {60, 2, 1}, {70, 2, 0}).elements(), 60) << "not of neighbours";
    EXPECT_GE(choose({200, 3, 9, 2}, {54, 18, 2, 1}, {54, 18, 2, 1}, {100, 10, 1, 0}).elements(), 108)
        << "along several axes";
    EXPECT_GT(elements(30, 2, 0), 60) << "evenly";
    EXPECT_GT(choose({200, 30, 2}, {60, 2, 1}, {63, 2, 1}, {30, 1, 0}).elements(), 60)
        << "evenly, but for the other input";
    EXPECT_GT(choose({200, 16, 3}, {48, 3, 1}, {48, 3, 1}, {51, 3, -1}).elements(), 48) << "backwards";
    EXPECT_EQ(elements(12, 4, 3), 48);
    EXPECT_GT(elements(12, 5, 3), 60) << "as soon copied";
}

TEST_F(FlatRow, ARowOfMatricesLessAPackedOneIsLong) {
    const auto elements = [this](const steps& a, const steps& b) {
        return choose({400, 20, 12, 2}, {480, 24, 2, 1}, a, b).elements();
    };
    EXPECT_GE(elements({480, 24, 2, 1}, {0, 0, 1, 12}), 128);
    EXPECT_GE(elements({0, 0, 1, 12}, {480, 24, 2, 1}), 128);
    EXPECT_EQ(elements({480, 24, 2, 1}, {24, 0, 1, 12}), 24) << "not the same for all";
    EXPECT_EQ(elements({0, 0, 1, 12}, {0, 0, 1, 12}), 24) << "both are packed";
    EXPECT_EQ(elements({500, 25, 2, 1}, {0, 0, 1, 12}), 24) << "and the other one is apart";
}

TEST_F(FlatRow, ARowEndsWhereARunThatIsRepeatedDoes) {
    const auto elements = [this](index_t m, index_t n, const steps& b, index_t size = 4) {
        return choose({30, m, n}, {m * n, n, 1}, {m * n, n, 1}, b, size).elements(); // too few to be worth a choice
    };
    EXPECT_EQ(elements(20, 3, {3, 0, 1}), 60);
    EXPECT_EQ(elements(20, 4, {4, 0, 1}), 80);
    EXPECT_GE(elements(20, 5, {5, 0, 1}), 128) << "more than 16 bytes";
    EXPECT_EQ(elements(20, 5, {5, 0, 1}, 2), 100);
    EXPECT_EQ(choose({30, 20, 3}, {60, 3, 1}, {3, 0, 1}, {3, 0, 1}).elements(), 60) << "both";
    EXPECT_GE(choose({30, 20, 3}, {60, 3, 1}, {3, 0, 1}, {0, 40, 7}).elements(), 128) << "beside one that stays";
    EXPECT_GE(elements(7, 2, {2, 0, 1}), 128) << "short rows";
    EXPECT_GE(elements(20, 3, {3, 0, 2}), 128) << "no run";
    EXPECT_GE(elements(20, 3, {60, 5, 1}), 128) << "others";
}

TEST_F(FlatRow, ARowOfFewPlanesEndsWhereTheirsDo) {
    const auto elements = [this](index_t m, index_t n, const steps& a) {
        return choose({30, m, n}, {m * n, n, 1}, a, {m * n, n, 1}).elements();
    };
    EXPECT_EQ(elements(20, 3, {25, 1, 750}), 60);
    EXPECT_EQ(elements(20, 3, {25, -1, 750}), 60) << "backwards";
    EXPECT_EQ(elements(30, 4, {35, 1, 1050}), 120);
    EXPECT_GE(elements(24, 5, {25, 1, 750}), 128) << "of five";
    EXPECT_GE(elements(17, 2, {25, 1, 750}), 68) << "short rows";
    EXPECT_GE(elements(20, 3, {20, 1, 600}), 128) << "they go on";
    EXPECT_GE(elements(20, 3, {50, 2, 1500}), 128) << "every second column";
}

TEST_F(FlatRow, PixelsMirroredEndWithTheirImageRow) {
    const auto elements = [this](index_t columns, index_t channels, const steps& a, index_t size) {
        const index_t n = columns * channels;
        return choose({90, columns, channels}, {n, channels, 1}, a, {n, channels, 1}, size).elements();
    };
    EXPECT_EQ(elements(20, 2, {40, -2, 1}, 4), 40);
    EXPECT_EQ(elements(20, 4, {80, -4, 1}, 1), 80);
    EXPECT_EQ(elements(20, 2, {44, -2, 1}, 2), 40) << "of a crop";
    EXPECT_GE(elements(20, 2, {-40, -2, 1}, 4), 128) << "upside down, too: evenly";
    EXPECT_GE(elements(7, 2, {14, -2, 1}, 4), 128) << "few elements";
    EXPECT_GE(elements(12, 2, {24, -3, 1}, 1), 128) << "pixels cut, too";
    EXPECT_GE(elements(20, 3, {60, -3, 2}, 1), 128) << "channels apart";
    EXPECT_EQ(choose({90, 20, 2}, {40, 2, 1}, {40, -2, 1}, {40, -2, 1}).elements(), 40) << "both";
    EXPECT_EQ(choose({90, 20, 2}, {40, 2, 1}, {40, -2, 1}, {100, 5, 2}).elements(), 40) << "beside one that goes on";
    EXPECT_GE(choose({90, 20, 2}, {40, 2, 1}, {40, -2, 1}, {101, 5, 2}).elements(), 128) << "or does not";
    EXPECT_EQ(choose({90, 20, 2}, {40, 2, 1}, {-40, -2, 1}, {0, -2, 1}).elements(), 40)
        << "one goes on mirrored, and one stays";
}

TEST_F(FlatRow, OneOfVeryShortRunsEndsWhereTheyDo) {
    const auto elements = [this](index_t columns, index_t n, const steps& a) {
        return choose({40, columns, n}, {columns * n, n, 1}, a, {columns * n, n, 1}).elements();
    };
    EXPECT_EQ(elements(48, 2, {200, 4, 1}), 96);
    EXPECT_EQ(elements(32, 3, {200, -4, 1}), 96) << "mirrored";
    EXPECT_GE(elements(47, 2, {200, 4, 1}), 188) << "few elements";
    EXPECT_GE(elements(24, 4, {200, 5, 1}), 192) << "longer runs";
    EXPECT_GE(elements(48, 2, {192, 4, 1}), 192) << "they go on";
    EXPECT_GE(elements(48, 2, {250, 5, 2}), 192) << "elements apart";
}

TEST_F(FlatRow, ALongOneEndsWhereWhatIsInPlaceWouldBePackedForMore) {
    const auto elements = [this](index_t n, const steps& out, const steps& b, index_t size = 4) {
        return choose({50, n, 4}, out, {n * -4, -4, 1}, b, size).elements();
    };
    EXPECT_EQ(elements(16, {64, 4, 1}, {70, 4, 1}), 64) << "256 bytes";
    EXPECT_GE(elements(15, {60, 4, 1}, {70, 4, 1}), 128);
    EXPECT_GE(elements(16, {64, 4, 1}, {64, 4, 1}), 128) << "it goes on";
    EXPECT_EQ(elements(8, {40, 4, 1}, {32, 4, 1}), 32) << "out: 128 bytes";
    EXPECT_GE(elements(7, {40, 4, 1}, {28, 4, 1}), 128);
}

TEST_F(FlatRow, AnInputThatGoesOnDoesNotKeepOneThatDoesNot) {
    const auto elements = [this](const steps& a, const steps& b) {
        return choose({40, 30, 2}, {60, 2, 1}, a, b).elements();
    };
    const steps planes = {30, 1, 1200};
    EXPECT_EQ(elements(planes, {33, 1, 0}), 60);
    EXPECT_EQ(elements({33, 1, 0}, planes), 60);
    EXPECT_GE(elements(planes, {30, 1, 0}), 128) << "both go on";
    EXPECT_GE(elements(planes, {0, -2, 1}), 128) << "one stays, that is no reason";
}

TEST_F(FlatRow, EvenRunsNeedNoTableAndMayBeMany) {
    const auto elements = [this](const steps& out, const steps& a, const steps& b) {
        return choose({60, 62, 2}, out, a, b, 1).elements();
    };
    const steps packed = {124, 2, 1};
    EXPECT_GT(elements(packed, {124, 2, -1}, packed), 2 * most_runs);
    EXPECT_GT(elements(packed, {124, 2, -1}, {130, 2, 1}), 2 * most_runs) << "the other's are rows";
    EXPECT_LE(elements(packed, {130, 2, -1}, packed), 2 * most_runs) << "uneven";
    EXPECT_LE(elements({300, 4, 1}, {124, 2, -1}, packed), 2 * most_runs) << "of out";
}

} // namespace
} // namespace lanewise_test
