// Which tile a layout is run in: each kind is chosen where its page says so, and not where it would be wrong or slow.

#include "support/tiling_suite.hpp"

namespace lanewise_test {
namespace {

TEST_F(Tiling, ManyOrLongRowsAreEnoughForATile) {
    const auto rows = [this](const std::vector<index_t>& shape) {
        const index_t n = shape.back() + 5; // apart
        return choose(shape, {400 * n, 20 * n, n, 1}, {400 * n, 20 * n, n, 1}, {n, 20 * n, 400 * n, 1}).rows();
    };
    shortest_ = 4;
    EXPECT_EQ(rows({10, 10, 10, 4}), 100);
    EXPECT_EQ(rows({10, 4, 10, 4}), 120) << "of three axes";
    EXPECT_EQ(rows({10, 10, 10, 64}), 100);
    EXPECT_EQ(rows({10, 10, 15, 4}), 120);
    EXPECT_EQ(rows({10, 10, 16, 4}), 16) << "evenly apart";
    EXPECT_EQ(rows({2, 3, 200, 4}), 200) << "more than of several axes";
}

TEST_F(Tiling, RowsThatAreCutEndWithLinesOfAPackedOut) {
    for (const index_t size : {1, 2, 4, 8}) {
        const tile& cut = choose({100000, 3}, {3, 1}, {3, 1}, {1, 0}, size, {});
        EXPECT_LT(cut.elements(), 300000);
        EXPECT_EQ(cut.elements() * size % cache_line, 0) << cut.elements();
    }
}

TEST_F(Tiling, RowsAreCutIntoEvenPieces) {
    EXPECT_EQ(choose({50, 2100}, {2100, 1}, {2100, 1}, {10600, 5}).elements(), 1056) << "and whole lines";
    EXPECT_EQ(choose({50, 2100}, {4200, 2}, {2100, 1}, {10600, 5}).elements(), 1050);
    EXPECT_EQ(choose({50, 2049}, {4098, 2}, {2049, 1}, {10600, 5}).elements(), 1025);
    EXPECT_EQ(choose({50, 2050}, {2050, 1}, {2050, 1}, {10600, 5}, 1).elements(), 1088);
    EXPECT_EQ(choose({50, 2047}, {2047, 1}, {2047, 1}, {10600, 5}, 1).elements(), 2047);
    EXPECT_EQ(choose({1927, 34}, {34, 1}, {68, -1}, {1, 1927}, 8).elements(), 34) << "not 32 and 2";
}

TEST_F(Tiling, ElementsOfWhichMoreThanTwoInputsWouldBeMovedAreRunOneByOne) {
    scalar_kernel::abilities can = every;
    can.one_by_one = true;
    const auto is_one_by_one = [&](const steps& out, const steps& a, const steps& b, index_t rows = 30) {
        return choose({20, rows, 50}, out, a, b, 8, can).is_one_by_one();
    };
    const steps packed = {1500, 50, 1};
    const steps gapped = {4500, 150, 3};
    const steps other = {1, 1000, 20}; // of rows 20 apart
    EXPECT_TRUE(is_one_by_one(gapped, other, other));
    EXPECT_TRUE(is_one_by_one(gapped, {7500, 250, 5}, packed)) << "one by one into gaps as out of them";
    EXPECT_TRUE(is_one_by_one(packed, {7500, 250, 5}, {9000, 300, 6}));
    EXPECT_TRUE(is_one_by_one(packed, {7500, 250, 5}, other)) << "one is moved, and one copied";
    EXPECT_FALSE(is_one_by_one(gapped, packed, packed)) << "out alone is unpacked";
    EXPECT_FALSE(is_one_by_one(packed, other, packed)) << "a alone is moved";
    EXPECT_FALSE(is_one_by_one(packed, packed, packed));
    EXPECT_FALSE(is_one_by_one(gapped, {0, 0, 5}, packed)) << "a's row is packed once for all";
    EXPECT_FALSE(is_one_by_one(gapped, other, other, 3)) << "of few elements no tiles are compared";
    can.one_by_one = false;
    EXPECT_FALSE(is_one_by_one(gapped, other, other));
    can.one_by_one = true;
    const lowered_limits lowered(all_large());
    EXPECT_FALSE(is_one_by_one(gapped, other, other));
}

TEST_F(Tiling, AndElsewhereBroughtIntoRowsOfAFewLines) {
    const auto expect_rows = [](const tile& chosen, index_t bytes) {
        EXPECT_FALSE(chosen.is_transposed(a_position) || chosen.is_transposed(b_position));
        EXPECT_EQ(chosen.elements() * 4, bytes);
        EXPECT_GE(chosen.rows(), 16);
    };
    scalar_kernel::abilities no_transposing = every;
    no_transposing.transposes = false;
    expect_rows(choose({500, 500}, {500, 1}, {500, 1}, {1, 500}, 4, no_transposing), 512);
    expect_rows(choose({500, 500}, {500, 1}, {505, 5}, {1, 500}), 1024); // the other input is packed, too
    // So many rows a power of two apart compete for one set of the cache.
    expect_rows(choose({256, 1024}, {1024, 1}, {1024, 1}, {1, 256}), 512);
    expect_rows(choose({250, 400}, {400, 1}, {400, 1}, {1, 512}), 448);
}

TEST_F(Tiling, OfNeighboursWholeCacheLinesAreTaken) {
    for (const index_t size : {1, 2, 4, 8}) {
        const tile& transposed = choose({12000, 90}, {90, 1}, {90, 1}, {1, 12000}, size);
        EXPECT_EQ(transposed.elements(), 90);
        EXPECT_EQ(transposed.rows() * size % cache_line, 0) << size;
    }
}

TEST_F(Tiling, InLargeCallsPackedRowsMayBeOfOneLine) {
    const lowered_limits lowered(all_large());
    const auto chosen = [this](index_t rows, index_t size) -> const tile& {
        return choose({rows, 1000}, {1000, 1}, {-1, 32768}, {1, 32768}, size, {});
    };
    EXPECT_EQ(chosen(1000, 4).elements(), 16);
    EXPECT_EQ(chosen(1000, 4).rows(), 256);
    EXPECT_GE(choose({32, 1109, 1110}, {1230990, 1110, 1}, {1, -32, 35488}, {1110, 0, -1}, 1).elements(), 256)
        << "bytes";
}

TEST_F(Tiling, TilesComeFirstAlongTheAxesAlongWhichAllThatIsPackedStays) {
    const steps images = {75000, 250, 1};
    const steps one = {0, 1, 300};
    const auto first_loop = [](const tile& chosen) {
        EXPECT_TRUE(chosen.operand(out_position).in_place);
        EXPECT_GT(chosen.loops().rank, 1);
        return chosen.loops().axis[0];
    };
    EXPECT_EQ(first_loop(choose({20, 300, 250}, images, images, one)), 2);
    EXPECT_EQ(first_loop(choose({20, 300, 250}, images, one, images)), 2);
    EXPECT_EQ(first_loop(choose({20, 300, 250}, images, one, {0, 1500, 5})), 2);
    const steps several = {375000, 1250, 5};
    EXPECT_EQ(first_loop(choose({20, 300, 250}, images, one, several)), 0) << "b does not";
    EXPECT_EQ(first_loop(choose({20, 300, 250}, images, several, one)), 0) << "a does not";
    const tile& two = choose({20, 300, 5, 250}, {375000, 1250, 250, 1}, {375000, 1250, 250, 1}, {0, 1, 0, 300});
    ASSERT_GT(two.loops().rank, 2);
    EXPECT_EQ(two.loops().axis[0], 1);
    EXPECT_EQ(two.loops().axis[1], 3);
}

TEST_F(Tiling, OutIsWrittenAroundTheCacheInLongPackedRows) {
    const lowered_limits lowered(all_large());
    EXPECT_TRUE(choose({300, 128}, {200, 1}, {128, 1}, {128, 1}).streaming());
    EXPECT_FALSE(choose({300, 127}, {200, 1}, {127, 1}, {127, 1}).streaming()) << "rows of 508 bytes";
    EXPECT_FALSE(choose({300, 128}, {256, 2}, {128, 1}, {128, 1}).streaming()) << "every second";
    EXPECT_FALSE(choose({300, 4095}, {4095, 1}, {4095, -1}, {4095, 1}).streaming()) << "backwards";
    EXPECT_FALSE(choose({300, 4095}, {4095, 1}, {4095, 1}, {4095, -1}).streaming());
    EXPECT_TRUE(choose({300, 4096}, {4096, 1}, {4096, 1}, {4096, -1}).streaming());
    const tile& joined = choose({300, 127}, {127, 1}, {127, 1}, {0, 1});
    EXPECT_TRUE(joined.streaming());
    EXPECT_GE(joined.elements(), 127 * 4);
    EXPECT_TRUE(choose({300, 128}, {128, 1}, {128, 1}, {0, 1}).direct()) << "long enough alone";
    EXPECT_TRUE(choose({300, 127}, {127, 1}, {130, 1}, {0, 1}).direct()) << "all of a is apart";
    EXPECT_FALSE(choose({300, 2, 60}, {120, 60, 1}, {120, 60, 1}, {80, 0, 1}).direct()) << "each row of b twice";
}

TEST_F(Tiling, AnInputThatRepeatsAnElementInEachRowIsNotReadAcrossThem) {
    const index_t size = 8; // a's numbers of neighbouring rows are in one line
    const tile& chosen = choose({64, 56, 48, 41}, {110208, 1968, 41, 1}, {48, 0, 1, 0}, {0, 41, 0, 1}, size);
    EXPECT_EQ(chosen.row().rank, 2) << "no more rows along the outermost axis, but longer ones";
}

TEST_F(Tiling, ElementsApartAreBroughtTogetherWhereRowsAreShortOrOthersShareThem) {
    EXPECT_FALSE(choose({490, 267}, {267, 1}, {267, 1}, {0, 3}).operand(b_position).in_place);
    EXPECT_TRUE(choose({490, 267}, {267, 1}, {267, 1}, {801, 3}).operand(b_position).in_place) << "each row its own";
    EXPECT_TRUE(choose({17, 3, 267}, {801, 267, 1}, {801, 267, 1}, {801, 0, 3}).operand(b_position).in_place == false)
        << "some rows";
    const auto in_place = [this](index_t n) {
        return choose({20, 30, n}, {30 * n, n, 1}, {30 * n, n, 1}, {2 * n, 40 * n, 2}, 1).operand(b_position).in_place;
    };
    EXPECT_TRUE(in_place(128));
    EXPECT_FALSE(in_place(48)) << "rows of less than a cache line";
}

TEST_F(Tiling, RowsThatFollowEachOtherAreRunBeforeTheyAreUnpacked) {
    shortest_ = 4;
    const auto rows_follow = [this](index_t channels, const steps& a, const steps& b, index_t size = 4) {
        return choose({channels, 5000}, {5000, 1}, a, b, size).rows_follow();
    };
    EXPECT_TRUE(rows_follow(6, {1, 6}, {1, 6})) << "pixels into planes";
    EXPECT_FALSE(rows_follow(6, {1, 7}, {1, 6})) << "one channel more";
    EXPECT_FALSE(rows_follow(6, {1, 6}, {1, 7}));
    EXPECT_FALSE(rows_follow(6, {1, 6}, {5000, 1})) << "less planes";
    EXPECT_FALSE(rows_follow(6, {1, 6}, {1, 0})) << "less one pixel";
    const tile& mirrored = choose({60, 5000}, {5000, 1}, {-1, 60}, {1, 60});
    EXPECT_FALSE(mirrored.operand(out_position).in_place || mirrored.rows_follow()) << "each backwards";
    EXPECT_TRUE(rows_follow(4, {1, 4}, {1, 4})) << "of 16 bytes";
}

TEST_F(Tiling, TilesFitTheirBuffers) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 4000; ++round) {
        const lowered_limits lowered(round % 2 == 0 ? tiles_alone() : all_streamed());
        shortest_ = round % 3 == 0 ? 4 : short_row;
        const index_t size = index_t{1} << random() % 4;
        const auto shape = random_large_shape(random, 60000);
        const tile& chosen = choose(
            shape, random_order(random, shape, false, 1 << 20), random_order(random, shape, true, 1 << 20),
            random_order(random, shape, true, 1 << 20), size, random() % 2 == 0 ? every : scalar_kernel::abilities{});
        index_t elements = 1;
        for (int i = 0; i < chosen.row().rank; ++i) elements *= chosen.extent(chosen.row().axis[i]);
        ASSERT_EQ(elements, chosen.elements()) << show(shape);
        for (int i = 0; i + 1 < chosen.count().rank; ++i) {
            const int axis = chosen.count().axis[i];
            ASSERT_EQ(chosen.extent(axis), extent(axis)) << "not the last axis of rows, " << show(shape);
        }
        if (chosen.direct()) continue;
        ASSERT_LE(chosen.rows(), chosen.count().rank > 1 ? usual_rows : 2 * usual_rows) << show(shape);
        index_t positions = 0;
        for (int k = 0; k < operand_count; ++k) {
            const operand_row& o = chosen.operand(k);
            const bool is_packed = !o.in_place && k != out_position;
            axis_steps runs;
            for (int i = o.first_outside; i < chosen.row().rank; ++i) {
                const int axis = chosen.row().axis[i];
                runs.add(chosen.extent(axis), stride(k, axis));
            }
            if (!o.in_place && !runs.are_even()) positions += chosen.elements() / o.run;
            if (!is_packed && chosen.count().rank > 1) positions += chosen.rows();
            if (chosen.is_transposed(k)) positions += 2 * chosen.rows();
            if (o.in_place || chosen.is_transposed(k)) continue;
            ASSERT_LE(chosen.elements(), most_row_elements) << show(shape);
            ASSERT_GE(o.pitch, o.form == row_form::splat ? size : chosen.elements() * size);
            index_t different = 1;
            for (int i = 0; i < chosen.count().rank; ++i) {
                const int axis = chosen.count().axis[i];
                if (k == out_position || stride(k, axis) != 0) different *= chosen.extent(axis);
            }
            ASSERT_LE(chosen.elements() * size, most_row_bytes) << show(shape);
            if (k == out_position) continue;
            positions += chosen.rows() + different;
            const bool shares_first_half = chosen.shares_packed() && k == a_position;
            const index_t end = shares_first_half ? chosen.packed_at(b_position) : packed_room;
            ASSERT_LE(chosen.packed_at(k) + different * o.pitch + cache_line, end) << show(shape);
        }
        ASSERT_LE(positions, position_table::room) << show(shape);
    }
}

TEST_F(Tiling, ShortRowsBackwardsArePackedBesideAColumn) {
    const auto are_packed = [this](index_t n, const steps& b, index_t size = 1) {
        const tile& chosen = choose({8, 1920, n}, {1920 * n, n, 1}, {-1920 * n, -n, -1}, b, size);
        EXPECT_EQ(chosen.row().rank, 1);
        return !chosen.operand(a_position).in_place;
    };
    EXPECT_TRUE(are_packed(50, {1920, -1, 0}));
    EXPECT_FALSE(are_packed(128, {1920, -1, 0}));
    EXPECT_FALSE(are_packed(112, {1920, -1, 0}, 4)) << "448 bytes";
    shortest_rearranged_ = 32;
    EXPECT_FALSE(are_packed(50, {-1920 * 60, -60, 1})) << "beside packed rows";
}

} // namespace
} // namespace lanewise_test
