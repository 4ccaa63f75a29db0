// The walk hands every element of a plan to the kernel exactly once, on each of its ways.

#include "support/lowered_limits.hpp"
#include "support/scalar_kernel.hpp"
#include "support/strided.hpp"

#include <lanewise/detail/loop/run_plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lanewise_test {
namespace {

using lanewise::extents;

/// A call of the scalar kernel on operands in memory of their own.
class Walk : public testing::Test {
protected:
    static constexpr index_t bytes = 60000; // of an operand's memory that random layouts use

    Walk() {
        for (auto& memory : memory_) {
            memory.resize(8 * bytes + 64);
            for (std::byte& b : memory) b = static_cast<std::byte>(random_());
        }
    }

    /// Strides in elements; out's elements are apart. Runs the walk by walk_tiles(plan, kernel) and checks it.
    template <class WalkIt>
    scalar_kernel::taken check(const std::vector<index_t>& shape, const std::vector<index_t> (&steps)[operand_count],
                               const index_t (&size)[operand_count], const scalar_kernel::abilities& can,
                               const WalkIt& walk_it) {
        operand_layout operands[operand_count];
        for (int k = 0; k < operand_count; ++k) {
            operands[k].element_bytes = size[k];
            operands[k].data = first_line(k) + first_ * size[k];
            for (std::size_t i = 0; i < shape.size(); ++i) {
                operands[k].stride[i] = steps[k][i] * size[k];
                if (steps[k][i] < 0) operands[k].data -= operands[k].stride[i] * (shape[i] - 1);
            }
        }
        scalar_kernel kernel(size[out_position], size[a_position], size[b_position], can);
        const std::vector<std::byte> before = memory_[out_position];
        plan p = make_plan(extents(shape), operands);
        p.lent = lent_;
        EXPECT_TRUE(walk_it(p, kernel.kernel()));
        index_t wrong = 0;
        for_each_index(shape, [&](const auto& index) {
            const auto at = [&](int k) { return operands[k].data + offset_of(index, steps[k]) * size[k]; };
            const auto value = [&](int k) { return scalar_kernel::load(at(k), size[k]); };
            std::uint64_t want = scalar_kernel::operation(value(a_position), value(b_position));
            if (size[out_position] < 8) want &= (std::uint64_t{1} << (8 * size[out_position])) - 1;
            wrong += value(out_position) != want || kernel.writes[at(out_position)] != 1;
            kernel.writes.erase(at(out_position));
            const auto offset = at(out_position) - memory_[out_position].data();
            std::memcpy(at(out_position), before.data() + offset, static_cast<std::size_t>(size[out_position]));
        });
        EXPECT_EQ(wrong, 0) << show(shape) << ", out " << show(steps[0]) << ", a " << show(steps[1]) << ", b "
                            << show(steps[2]) << ", elements of " << show(size) << " bytes";
        EXPECT_TRUE(memory_[out_position] == before) << "written outside";
        return kernel.seen;
    }

    /// One to three matrices of rows and columns that fill registers.
    std::vector<index_t> random_matrices(index_t most) {
        const index_t m = random_between(random_, 8, 140);
        const index_t n = random_between(random_, 16, 200);
        return {random_between(random_, 1, 3), m * n > most / 3 ? most / 3 / n : m, n};
    }

    static std::vector<index_t> packed_order(const std::vector<index_t>& shape) {
        const auto steps = lanewise::strides::row_major(extents(shape));
        return {steps.begin(), steps.end()};
    }

    std::byte* first_line(int k) {
        std::byte* first = memory_[k].data();
        return first + static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(first) % 64);
    }

    static bool walk_tiles(const plan& p, const row_kernel& kernel) { return tile_walker(p, kernel).walk(); }

    /// Walks a call of few elements as one, and counts it.
    static auto walk_counting(int& few) {
        return [&few](const plan& p, const row_kernel& kernel) {
            small_call call(p, kernel);
            if (!call.fits()) return walk_tiles(p, kernel);
            ++few;
            return call.run();
        };
    }

    index_t first_ = 0; // operands begin so many elements behind a cache line's beginning
    std::mt19937_64 random_{5};
    std::vector<std::byte> memory_[operand_count];
    std::vector<std::byte> lent_; // for packed rows
};

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
                                           .held_registers = 8};
        const auto seen = check(shape, steps, sizes, can, walk_tiles);
        if (HasFailure()) return;
        all.rearranged += seen.rearranged > 0;
        all.splats += seen.splats > 0;
        all.packed += seen.packed > 0;
        all.shuffled += seen.shuffled > 0;
        all.transposed += seen.transposed > 0;
        all.unpack += seen.unpack > 0;
        all.streamed += seen.streamed > 0;
        all.finished += seen.finished;
    }
    for (const int times :
         {all.rearranged, all.splats, all.packed, all.shuffled, all.transposed, all.unpack, all.streamed, all.finished})
        EXPECT_GT(times, 10) << "a way that was hardly taken";
}

TEST_F(Walk, TakesEveryElementOnceWhereTilesAreCutAlongSeveralAxes) {
    int unpack = 0;
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
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(unpack, 0);
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
    int few = 0;
    const std::vector<index_t> rows[] = {{3, 1}, {3, 1}, {0, 0}};
    EXPECT_GE(check({400, 3}, rows, {4, 4, 2}, can, walk_counting(few)).longest, 384);
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
}

TEST_F(Walk, OfAFewElementsTakesEachOnce) {
    int few = 0;
    int unpacked = 0;
    for (int round = 0; round < 3000; ++round) {
        const index_t size = index_t{1} << random_() % 4;
        const index_t sizes[] = {size, size > 1 && random_() % 8 == 0 ? size / 2 : size, size};
        const auto shape = random_shape(random_, 8, round % 8 == 0 ? 2000 : 500);
        std::vector<index_t> steps[] = {random_order(random_, shape, round % 4 == 0, 4000),
                                        random_order(random_, shape, true, 4000),
                                        random_order(random_, shape, true, 4000)};
        if (round % 16 == 0) { // where they lie, into every second element
            steps[a_position] = steps[b_position] = steps[out_position] = packed_order(shape);
            for (index_t& step : steps[out_position]) step *= 2;
        }
        if (std::ranges::count(steps[out_position], 0) > 0) continue;
        const int before = few;
        const auto seen = check(shape, steps, sizes, {random_() % 2 == 0, false, false, false}, walk_counting(few));
        if (HasFailure()) return;
        unpacked += few > before && seen.unpack > 0;
    }
    EXPECT_GT(few, 1000);
    EXPECT_GT(unpacked, 100);
}

// What repeats along the outermost axis is packed for some positions of it, which several rows read; the last are fewer.
TEST_F(Walk, OfFewElementsThatDifferTakesEachOnce) {
    int few = 0;
    int ended_by_shorter_row = 0;
    for (int round = 0; round < 1000; ++round) {
        const index_t size = index_t{1} << random_() % 4;
        const index_t sizes[] = {size, size > 1 && random_() % 8 == 0 ? size / 2 : size, size};
        const auto inside = random_shape(random_, 6, 1500);
        auto shape = inside;
        shape.insert(shape.begin(), random_between(random_, 2, 4500 / extents(inside).size()));
        std::vector<index_t> steps[] = {random_order(random_, shape, false, bytes),
                                        random_order(random_, shape, false, bytes),
                                        random_order(random_, inside, true, 1000)};
        steps[out_position] = packed_order(shape);
        if (round % 4 != 0) steps[a_position] = steps[out_position];
        steps[b_position].insert(steps[b_position].begin(), 0);
        if (round % 2 == 0) std::swap(steps[a_position], steps[b_position]);
        const scalar_kernel::abilities can{.backwards = random_() % 2 == 0, .held_elements = 4, .held_registers = 8};
        const auto seen = check(shape, steps, sizes, can, walk_counting(few));
        if (HasFailure()) return;
        ended_by_shorter_row += seen.rows == 2;
    }
    EXPECT_GT(few, 400);
    EXPECT_GT(ended_by_shorter_row, 100);
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
