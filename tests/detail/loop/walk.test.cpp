// The walk hands every element of a plan to the kernel exactly once, on each of its ways.

#include "support/walk_suite.hpp"

#include <array>

namespace lanewise_test {
namespace {

TEST_F(Walk, TakesEveryElementOnceWhateverTheLayout) {
    const call_limits ways[] = {{}, tiles_alone(), all_streamed(), short_pieces(33), short_pieces(7)};
    scalar_kernel::taken all;
    for (int round = 0; round < 1250; ++round) {
        const lowered_limits lowered(ways[round % 5]);
        first_ = round % 3;
        lent_.resize(round % 4 == 3 ? 36800 + random_() % 30000 : 0);
        const index_t size = index_t{1} << random_() % 4;
        const index_t sizes[] = {size, size > 1 && random_() % 8 == 0 ? size / 2 : size,
                                 size > 1 && random_() % 8 == 0 ? size / 2 : size};
        const index_t most = bytes / size - 128;
        const auto shape = round % 2 == 0 ? random_large_shape(random_, most / 6) : random_matrices(most / 6);
        const std::vector<index_t> steps[] = {random_order(random_, shape, false, most),
                                              random_order(random_, shape, true, most),
                                              random_order(random_, shape, true, most)};
        const auto bits = random_();
        const scalar_kernel::abilities can{.backwards = (bits & 1) != 0,
                                           .skipping = (bits & 2) != 0,
                                           .transposes = (bits & 4) != 0,
                                           .shuffles = (bits & 8) != 0,
                                           .held_elements = 8,
                                           .held_registers = 8,
                                           .one_by_one = (bits & 16) != 0};
        const auto seen = check(shape, steps, sizes, can, walk_tiles);
        if (HasFailure()) return;
        all.rearranged += seen.rearranged > 0;
        all.splats += seen.splats > 0;
        all.packed += seen.packed > 0;
        all.shuffled += seen.shuffled > 0;
        all.transposed += seen.transposed > 0;
        all.unpack += seen.unpack > 0;
        all.streamed += seen.streamed > 0;
        all.one_by_one += seen.one_by_one > 0;
        all.finished += seen.finished;
    }
    for (const int times : {all.rearranged, all.splats, all.packed, all.shuffled, all.transposed, all.unpack,
                            all.streamed, all.one_by_one, all.finished})
        EXPECT_GT(times, 10) << "a way that was hardly taken";
}

TEST_F(Walk, TakesEveryElementOnceWhereTilesAreCutAlongSeveralAxes) {
    int unpack = 0;
    int both_transposed = 0;
    for (const index_t size : {1, 2, 4, 8}) {
        for (const auto& ijk : {std::array<index_t, 3>{50, 70, 66}, {64, 64, 64}, {40, 96, 33}, {1, 130, 250}}) {
            const auto [i, j, k] = ijk;
            if (i * j * k * size > 8 * bytes - 64 * size) continue;
            const std::vector<index_t> shape{i, j, k};
            // Both inputs have their neighbours along other axes; or along the same one, and many rows are unpacked.
            const std::vector<index_t> both[] = {{j * k, k, 1}, {j, 1, i * j}, {1, i * k, i}};
            const std::vector<index_t> alike[] = {{j * k, k, 1}, {j, 1, i * j}, {j, 1, i * j}};
            check(shape, both, {size, size, size}, {}, walk_tiles);
            unpack += check(shape, alike, {size, size, size}, {}, walk_tiles).unpack;
            const lowered_limits lowered(all_large());
            check(shape, both, {size, size, size}, {}, walk_tiles);
            both_transposed +=
                check(shape, alike, {size, size, size}, {.transposes = true}, walk_tiles).both_transposed;
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(unpack, 0);
    EXPECT_GT(both_transposed, 0);
}

TEST_F(Walk, UnpacksRowsThatFollowEachOther) {
    for (const index_t channels : {32, 33, 50}) {
        constexpr index_t n = 200;
        const std::vector<index_t> planes[] = {{n, 1}, {1, channels}, {1, channels}};
        EXPECT_GT(check({channels, n}, planes, {4, 4, 4}, {}, walk_tiles).unpack, 0) << channels;
    }
    // Windows that overlap: what is left of them does not follow.
    const std::vector<index_t> windows[] = {{60, 1}, {1, 64}, {1, 64}};
    EXPECT_GT(check({127, 60}, windows, {4, 4, 4}, {}, walk_tiles).unpack, 0);
}

// Blocks that are cut along three axes, with what is left of each, and along axes of one position.
TEST_F(Walk, TakesElementsOneByOneInBlocks) {
    const lowered_limits lowered(tiles_alone());
    for (const auto& ijk : {std::array<index_t, 3>{65, 66, 40}, {33, 5, 150}, {3, 130, 64}, {2, 97, 131}}) {
        const auto [i, j, k] = ijk;
        const std::vector<index_t> gapped = {2 * j * k, -2 * k, 2};
        for (const std::vector<index_t>& b : {std::vector<index_t>{1, i * k, i}, {0, k, -1}, {k, 0, 1}}) {
            const std::vector<index_t> steps[] = {gapped, {j, 1, i * j}, b};
            const index_t size = 2 * i * j * k * 8 < 8 * bytes ? 8 : 1;
            const auto seen = check({i, j, k}, steps, {size, size, size}, {.one_by_one = true}, walk_tiles);
            EXPECT_GT(seen.one_by_one, 0) << i << " " << j << " " << k;
            EXPECT_EQ(seen.rows + seen.packed + seen.unpack, 0);
            if (HasFailure()) return;
        }
    }
}

// What a has inside the row's last axis is packed once for both positions of it.
TEST_F(Walk, RepeatsWhatItPackedOnce) {
    const std::vector<index_t> packed = {96, 16, 32, 1};
    const std::vector<index_t> repeated[] = {packed, {48, 0, 1, 3}, packed};
    int found = 0;
    for (const index_t size : {1, 2, 4, 8})
        found += check({50, 2, 3, 16}, repeated, {size, size, size}, {true, true, false, true}, walk_tiles).packed;
    EXPECT_GT(found, 0);
}

// Images less the same one, in another order and larger than the room for packed rows: as often as one image is.
TEST_F(Walk, PacksAnInputThatStaysOnceForAllTilesAlongThatAxis) {
    const std::vector<index_t> images = {21000, 140, 1};
    const std::vector<index_t> one = {0, 1, 150};
    const auto packed = [&](index_t count, const std::vector<index_t>& a, const std::vector<index_t>& b) {
        const std::vector<index_t> steps[] = {images, a, b};
        return check({count, 150, 140}, steps, {4, 4, 4}, {}, walk_tiles).packed;
    };
    const auto once = packed(1, images, one);
    EXPECT_GT(once, 1);
    EXPECT_EQ(packed(5, images, one), once);
    EXPECT_EQ(packed(5, one, images), once);
    EXPECT_LT(packed(5, one, {0, 280, 2}), 2 * packed(1, one, {0, 280, 2})) << "in tiles of another size";
}

// Elements of five planes, forwards and backwards, in rows that come the other way: far apart, and near.
TEST_F(Walk, PacksRowsInTheOrderOfMemoryWhereTheyAreFarApart) {
    const std::vector<index_t> packed = {150, 5, 1};
    for (const index_t sign : {1, -1}) {
        for (const index_t size : {1, 2, 4, 8}) {
            const index_t far = 256 / size;
            for (const index_t row : {far, far - 1}) {
                const std::vector<index_t> steps[] = {packed, packed, {-sign * row, 2 * sign, sign * 50 * row}};
                const auto seen = check({50, 30, 5}, steps, {size, size, size}, {}, walk_tiles);
                EXPECT_GT(seen.packed, 1);
                EXPECT_EQ(seen.zigzag, row == far ? 0 : seen.packed) << size;
            }
        }
    }
}

// The same, of rows along several axes, of which some are the same, and in tiles of fewer rows at an axis's end; rows that a
// kernel might shuffle, and does or does not.
TEST_F(Walk, PacksRowsAlongSeveralAxesInTheOrderOfMemory) {
    const std::vector<index_t> packed = {3 * 7 * 150, 7 * 150, 150, 25, 5, 1};
    const std::vector<index_t> steps[] = {packed, packed, {7 * 200, 0, -200, 10, 2, 11 * 7 * 200}};
    const std::vector<index_t> other[] = {packed, {0, 64, -7 * 64, 10, 2, 11 * 7 * 64}, packed};
    const std::vector<index_t> uneven[] = {packed, packed, {7 * 200, 7 * 11 * 200, -200, 20, 2, 7 * 11 * 3 * 200}};
    for (const bool shuffles : {false, true}) {
        const scalar_kernel::abilities can{.shuffles = shuffles};
        EXPECT_EQ(check({11, 3, 7, 6, 5, 5}, steps, {4, 4, 4}, can, walk_tiles).zigzag, 0);
        EXPECT_EQ(check({11, 3, 7, 6, 5, 5}, other, {4, 4, 4}, can, walk_tiles).zigzag, 0);
        const auto seen = check({11, 3, 7, 6, 5, 5}, uneven, {2, 2, 2}, can, walk_tiles);
        EXPECT_GT(seen.packed, 0);
        EXPECT_EQ(seen.zigzag, 0);
        EXPECT_EQ(seen.shuffled, 0);
    }
}

// A kernel that would shuffle the few rows at the axis's end.
TEST_F(Walk, ShufflesNoneOfTheRowsOnceTheyArePackedInTheOrderOfMemory) {
    const std::vector<index_t> packed = {150, 5, 1};
    const std::vector<index_t> steps[] = {packed, packed, {-100, 2, 7500}};
    const auto seen = check({75, 30, 5}, steps, {4, 4, 4}, {.shuffles = true, .most_shuffled = 40}, walk_tiles);
    EXPECT_EQ(seen.packed, 2);
    EXPECT_EQ(seen.zigzag, 0);
}

// b, or a, is the same in all rows along the axis: as whole registers, or as long as a row may be; then what is left.
TEST_F(Walk, RunsRowsThatShareAnInputTogether) {
    const std::vector<index_t> packed = {3, 1};
    const std::vector<index_t> shared = {0, 1};
    const index_t sizes[] = {4, 4, 4};
    for (const auto& [a, b] : {std::pair{packed, shared}, {shared, packed}}) {
        const std::vector<index_t> steps[] = {packed, a, b};
        for (const auto& can : {scalar_kernel::abilities{}, {.held_elements = 8, .held_registers = 8}}) {
            const auto seen = check({5001, 3}, steps, sizes, can, walk_tiles);
            EXPECT_EQ(seen.rows, 2);
            EXPECT_EQ(seen.packed, 2) << "rows of two lengths";
        }
        EXPECT_EQ(check({16 * 300, 3}, steps, sizes, {.held_elements = 8, .held_registers = 8}, walk_tiles).rows, 1);
        EXPECT_EQ(check({5001, 3}, steps, sizes, {.shuffles = true}, walk_tiles).shuffled, 0) << "packed once is less";
        const lowered_limits lowered(all_streamed());
        EXPECT_GT(check({5001, 3}, steps, sizes, {.held_elements = 8, .held_registers = 8}, walk_tiles).rows, 2);
    }
}

// A number of another size, which is one element once it is converted, is no row to hold.
TEST_F(Walk, RunsLongRowsBesideAConvertedNumber) {
    const std::vector<index_t> steps[] = {{1}, {1}, {0}};
    const scalar_kernel::abilities can{.held_elements = 8, .held_registers = 8};
    EXPECT_GE(check({20000}, steps, {4, 4, 2}, can, walk_tiles).longest, 1024);
}

// The tiles are along another axis than the one whose rows share b.
TEST_F(Walk, RunsTilesApartWhereOnlyTheRowsOfEachShareAnInput) {
    const std::vector<index_t> packed = {1078, 77, 11, 1};
    const std::vector<index_t> steps[] = {packed, packed, {77, 0, -11, 1}};
    const auto seen = check({7, 14, 7, 11}, steps, {2, 2, 2}, {.held_elements = 8, .held_registers = 8}, walk_tiles);
    EXPECT_EQ(seen.rows, 7);
    const std::vector<index_t> matrices = {15003, 3, 1};
    const std::vector<index_t> of_each[] = {matrices, matrices, {3, 0, 1}};
    check({3, 5001, 3}, of_each, {4, 4, 4}, {.held_elements = 8, .held_registers = 8}, walk_tiles);
}

// One row to the axis's end, unless it would be packed.
TEST_F(Walk, ShufflesASingleRowInOnePiece) {
    const index_t sizes[] = {4, 4, 4};
    const std::vector<index_t> repeated[] = {{3, 1}, {3, 1}, {1, 0}};
    EXPECT_EQ(check({9001, 3}, repeated, sizes, {.shuffles = true}, walk_tiles).shuffled, 1);
    EXPECT_GT(check({9001, 3}, repeated, sizes, {}, walk_tiles).packed, 1);
    const std::vector<index_t> in_rows[] = {{3003, 3, 1}, {3003, 3, 1}, {2000, 1, 0}};
    EXPECT_GT(check({9, 1001, 3}, in_rows, sizes, {.shuffles = true}, walk_tiles).shuffled, 1);
}

// Planes to pixels less a colour: one is shuffled, the other one packed for all rows of as many pixels.
TEST_F(Walk, ShufflesBesideAnInputThatIsPackedOnce) {
    const std::vector<index_t> pixels = {3, 1};
    const std::vector<index_t> planes = {1, 3001};
    const std::vector<index_t> colour = {0, 1};
    for (const auto& [a, b] : {std::pair{planes, colour}, {colour, planes}}) {
        const std::vector<index_t> steps[] = {pixels, a, b};
        const auto seen = check({3000, 3}, steps, {4, 4, 4}, {.shuffles = true}, walk_tiles);
        EXPECT_GT(seen.shuffled, 2);
        EXPECT_EQ(seen.rows, 0);
        EXPECT_LE(seen.packed, 2) << "rows of two lengths";
    }
}

// b's rows are the same in every tile, and a's are others.
TEST_F(Walk, ShufflesTheInputThatChangesMoreOften) {
    const std::vector<index_t> out = {10240, 128, 2, 1};
    const std::vector<index_t> changes = {10700, 65, 1, 5300};
    const std::vector<index_t> stays = {0, 65, 1, 5300};
    for (const auto& [a, b] : {std::pair{changes, stays}, {stays, changes}}) {
        const std::vector<index_t> steps[] = {out, a, b};
        const auto seen = check({3, 80, 64, 2}, steps, {1, 1, 1}, {.shuffles = true}, walk_tiles);
        EXPECT_EQ(seen.shuffled, 3);
        EXPECT_EQ(seen.packed, 1);
    }
}

// Such a row has to be packed, for which it is too long.
TEST_F(Walk, CutsASingleRowThatAsAWholeIsStreamedAndNotShuffled) {
    lanewise::detail::call_limits pieces = short_pieces(33);
    pieces.streaming_bytes = 0;
    pieces.streamed_row_bytes = 200;
    const lowered_limits lowered(pieces);
    const std::vector<index_t> repeated[] = {{3, 1}, {3, 1}, {1, 0}};
    EXPECT_GT(
        check({9001, 3}, repeated, {4, 4, 4}, {.shuffles = true, .shuffles_streamed = false}, walk_tiles).shuffled, 1);
}

TEST_F(Walk, StreamsFromLineToLineOfOutWhereverThatBegins) {
    const lowered_limits lowered(all_streamed());
    constexpr index_t m = 33;
    constexpr index_t n = 992; // whole lines, cut into pieces
    const std::vector<index_t> steps[] = {{n, 1}, {n, 1}, {1, m}};
    first_ = 5;
    const auto seen = check({m, n}, steps, {4, 4, 4}, {}, walk_tiles);
    EXPECT_EQ(seen.within_lines, m) << "only the rows' first pieces";
    EXPECT_GT(seen.rows, 1);
}

TEST_F(Walk, OrdersStreamsOnceAtTheEndOfAStreamedCallAlone) {
    const index_t sizes[] = {4, 4, 4};
    const std::vector<index_t> steps[] = {{100, 1}, {1, 100}, {100, 1}};
    EXPECT_EQ(check({100, 100}, steps, sizes, {}, walk_tiles).finished, 0);
    const lowered_limits lowered(all_streamed());
    const auto seen = check({100, 100}, steps, sizes, {}, walk_tiles);
    EXPECT_EQ(seen.finished, 1);
    EXPECT_EQ(seen.streamed, seen.rows);
}

TEST_F(Walk, TellsTheKernelThatACallIsLargeThoughItsRowsAreTooShortToBeStreamed) {
    const std::vector<index_t> steps[] = {{104, 1}, {104, 1}, {104, 1}};
    EXPECT_EQ(check({20, 100}, steps, {4, 4, 4}, {}, walk_tiles).large, 0);
    const lowered_limits lowered(all_large());
    const auto seen = check({20, 100}, steps, {4, 4, 4}, {}, walk_tiles);
    EXPECT_EQ(seen.streamed, 0);
    EXPECT_EQ(seen.large, seen.rows);
    const std::vector<index_t> into_every_second[] = {{208, 2}, {104, 1}, {104, 1}};
    EXPECT_EQ(check({20, 100}, into_every_second, {4, 4, 4}, {}, walk_tiles).large, 0) << "in a buffer";
}

TEST_F(Walk, OfPartsTakesEveryElementOnce) {
    int cut = 0;
    for (int round = 0; round < 600; ++round) {
        call_limits limits_of_parts = round % 2 == 0 ? tiles_alone() : all_streamed();
        limits_of_parts.part_elements = 1 + static_cast<index_t>(random_() % 500);
        const lowered_limits lowered(limits_of_parts);
        const index_t size = index_t{1} << random_() % 4;
        const auto shape = random_large_shape(random_, 4000);
        const std::vector<index_t> steps[] = {random_order(random_, shape, random_() % 4 == 0, 7000),
                                              random_order(random_, shape, true, 7000),
                                              random_order(random_, shape, true, 7000)};
        if (std::ranges::count(steps[out_position], 0) > 0) continue;
        check(shape, steps, {size, size, size}, {true, true, true, true}, [&cut](const plan& p, const row_kernel& k) {
            const plan_parts parts(p);
            cut += parts.count() > 1;
            bool all = true;
            for (index_t part = parts.count(); part-- > 0;) all = parts.walk(part, k) && all;
            return all;
        });
        if (HasFailure()) return;
    }
    EXPECT_GT(cut, 200);
}

TEST_F(Walk, EndsWhereTheKernelFindsSomething) {
    std::vector<std::byte> memory(40000);
    plan p;
    p.rank = 3;
    for (index_t& b : p.element_bytes) b = 1;
    for (std::byte*& data : p.data) data = memory.data();
    p.axis[0] = {2000, {1, 1, 0}}; // a row
    p.axis[1] = {4, {2000, 2000, 1}};
    p.axis[2] = {5, {8000, 8000, 1}};
    p.streaming = false;
    static int calls;
    calls = 0;
    row_kernel kernel{};
    for (index_t& b : kernel.row_element_bytes) b = 1;
    kernel.run = [](const void*, const rows&) { return ++calls < 2; };
    const lowered_limits lowered(tiles_alone());
    EXPECT_FALSE(tile_walker(p, kernel).walk());
    EXPECT_EQ(calls, 2);
}

} // namespace
} // namespace lanewise_test
