// A call of few elements, run as one row or a few, takes each of them once.

#include "support/walk_suite.hpp"

#include <algorithm>

namespace lanewise_test {
namespace {

class SmallCall : public Walk {
protected:
    /// Walks a call of few elements as one, and counts it.
    static auto walk_counting(int& few) {
        return [&few](const plan& p, const row_kernel& kernel) {
            small_call call(p, kernel);
            if (!call.fits()) return walk_tiles(p, kernel);
            ++few;
            return call.run();
        };
    }
};

TEST_F(SmallCall, OfAFewElementsTakesEachOnce) {
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
TEST_F(SmallCall, OfFewElementsThatDifferTakesEachOnce) {
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

// A number of another size, which is one element once it is converted, is no row to hold.
TEST_F(SmallCall, RunsALongRowBesideAConvertedNumber) {
    const std::vector<index_t> steps[] = {{3, 1}, {3, 1}, {0, 0}};
    const scalar_kernel::abilities can{.held_elements = 8, .held_registers = 8};
    int few = 0;
    EXPECT_GE(check({400, 3}, steps, {4, 4, 2}, can, walk_counting(few)).longest, 384);
    EXPECT_EQ(few, 1);
}

} // namespace
} // namespace lanewise_test
