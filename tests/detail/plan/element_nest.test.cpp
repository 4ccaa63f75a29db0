// Elements one by one: each exactly once, in blocks whose cache lines are used up, and not where that is slow.

#include "support/scalar_kernel.hpp"
#include "support/strided.hpp"

#include <lanewise/detail/plan/element_nest.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <random>

namespace lanewise_test {
namespace {

using lanewise::max_rank;

constexpr auto size = index_t{8};

/// Axes, innermost first: extents, and steps of out, a and b in elements.
plan plan_of(const std::vector<std::array<index_t, 4>>& axes) {
    plan p;
    for (const auto& [extent, out, a, b] : axes) p.axis[p.rank++] = {extent, {out * size, a * size, b * size}};
    for (index_t& bytes : p.element_bytes) bytes = size;
    p.streaming = false;
    return p;
}

bool may(const plan& p, const scalar_kernel::abilities& can = {.one_by_one = true}, index_t bytes_of_b = size) {
    scalar_kernel kernel(size, size, bytes_of_b, can);
    return element_nest::may(p, kernel.kernel());
}

std::vector<index_t> block(const plan& p) {
    index_t extent[max_rank];
    element_nest::cut_block(p, extent);
    return {extent, extent + p.rank};
}

using extent_list = std::vector<index_t>;

TEST(ElementNest, IsOfKernelsThatTakeElements) {
    const plan p = plan_of({{100, 1, 300, 30000}, {100, 100, 1, 300}, {100, 10000, 30000, 1}});
    EXPECT_TRUE(may(p));
    EXPECT_FALSE(may(p, {}));
    EXPECT_FALSE(may(p, {.one_by_one = true}, 4)) << "b would be converted";
    plan large = p;
    large.streaming = true;
    EXPECT_FALSE(may(large));
}

TEST(ElementNest, IsNotWhereNeighboursAlongOneAxisShareASetOfTheCacheAlongAnother) {
    const auto of_step = [](index_t step, index_t extent) {
        return may(plan_of({{extent, 1, step, 3}, {extent, extent, 1, 3 * extent}}));
    };
    for (const index_t bytes : {2048, 4096, 6144, 1 << 20}) {
        EXPECT_FALSE(of_step(bytes / size, 100)) << bytes;
        EXPECT_FALSE(of_step(-bytes / size, 16)) << bytes;
        EXPECT_TRUE(of_step(bytes / size, 15)) << "few";
        EXPECT_TRUE(of_step(bytes / size + 1, 100)) << bytes;
    }
    EXPECT_TRUE(of_step(1024 / size, 100));
    EXPECT_TRUE(may(plan_of({{100, 1, 101, 0}, {100, 1024, 1024, 1024}}))) << "no neighbours along that";
}

TEST(ElementNest, TakesBlocksAlongAxesOfNeighbours) {
    EXPECT_EQ(block(plan_of({{100, 1, 300, 30000}, {200, 100, 1, 300}, {300, 20000, 30000, 1}})),
              (extent_list{32, 32, 32}));
    EXPECT_EQ(block(plan_of({{63, 1, 300, 30000}, {64, 63, -7, 300}, {5, 4032, 30000, 0}})), (extent_list{63, 32, 1}))
        << "the rest of a block would be short; seven elements are near, and a repeated one is not";
    EXPECT_EQ(block(plan_of({{63, 1, 300, 30000}, {64, 63, -8, 300}, {50, 4032, 30000, 0}})), (extent_list{63, 32, 1}))
        << "eight are not, but make the block large enough";
}

TEST(ElementNest, TakesMoreAlongInnerAxesIfBlocksWouldBeSmall) {
    EXPECT_EQ(block(plan_of({{5000, 1, 3, -1}})), (extent_list{1024}));
    EXPECT_EQ(block(plan_of({{5000, 1, 3, -1}, {3, 9000, 9000, 1}})), (extent_list{342, 3})) << "no fewer";
    EXPECT_EQ(block(plan_of({{500, 1, 3, -1}, {70, 900, 900, 900}})), (extent_list{500, 32}));
    EXPECT_EQ(block(plan_of({{4, 1, 300, 300}, {5, 100, 1, 3000}, {100, 500, 40, 40}, {100, 50000, 4000, 4000}})),
              (extent_list{4, 5, 32, 32}));
    EXPECT_EQ(block(plan_of({{20, 1, 300, 300}, {20, 100, 1, 3000}, {9, 500, 40, 40}, {100, 50000, 4000, 4000}})),
              (extent_list{20, 20, 9, 1}));
}

/// How a block's loops are nested: the kernel's two, which see the element at each position.
class Nest : public testing::Test {
protected:
    Nest() : kernel_(size, size, size, {.one_by_one = true}) {}

    /// Runs a block of those extents over memory that every operand has for itself; each element is run once.
    void run(const plan& p, const std::vector<index_t>& extents) {
        index_t extent[max_rank] = {};
        std::ranges::copy(extents, extent);
        element_nest nest;
        nest.set(p, extent);
        std::byte* first[operand_count];
        std::vector<index_t> steps[operand_count];
        for (int k = 0; k < operand_count; ++k) {
            memory_[k].resize(std::size_t{1} << 20);
            first[k] = memory_[k].data() + memory_[k].size() / 2;
            for (int i = 0; i < p.rank; ++i) steps[k].push_back(p.axis[i].stride[k]);
        }
        for (std::byte& b : memory_[a_position]) b = static_cast<std::byte>(random_());
        for (std::byte& b : memory_[b_position]) b = static_cast<std::byte>(random_());
        kernel_.writes.clear();
        nest.run(kernel_.kernel(), first);
        index_t wrong = 0;
        for_each_index(extents, [&](const auto& index) {
            const auto at = [&](int k) { return first[k] + offset_of(index, steps[k]); };
            const auto value = [&](int k) { return scalar_kernel::load(at(k), size); };
            wrong += value(out_position) != scalar_kernel::operation(value(a_position), value(b_position));
            wrong += kernel_.writes[at(out_position)] != 1;
        });
        EXPECT_EQ(wrong, 0) << show(extents);
        EXPECT_EQ(std::ssize(kernel_.writes),
                  std::accumulate(extents.begin(), extents.end(), index_t{1}, std::multiplies<>()));
    }

    std::mt19937_64 random_{1};
    scalar_kernel kernel_;
    std::vector<std::byte> memory_[operand_count];
};

TEST_F(Nest, RunsEveryElementOnceOfAnyRank) {
    run(plan_of({{100, 1, 1, 1}}), {1});
    run(plan_of({{100, 1, 1, 1}}), {7});
    run(plan_of({{100, 2, -3, 0}, {100, 200, 1, -1}}), {1, 5});
    run(plan_of({{9, 1, -3, 0}, {30, 9, 1, -1}, {20, 270, 30, 5}}), {9, 30, 20});
    run(plan_of({{9, 1, -3, 0},
                 {3, 9, 100, -1},
                 {2, 27, 30, 5},
                 {4, 54, 1, 9},
                 {3, 216, 7, 7},
                 {2, 648, 0, 11},
                 {2, 1296, 900, 0},
                 {2, 2592, 1, 1}}),
        {9, 3, 2, 4, 3, 2, 2, 2});
    EXPECT_GT(kernel_.seen.one_by_one, 1);
}

TEST(ElementNest, HasALongAxisInsideAndThenThoseOfNeighbours) {
    static std::vector<index_t> loops; // the kernel's extents
    const auto loops_of = [](const plan& p, const std::vector<index_t>& extents) {
        index_t extent[max_rank] = {};
        std::ranges::copy(extents, extent);
        element_nest nest;
        nest.set(p, extent);
        row_kernel kernel{};
        kernel.run_elements = [](const void*, std::byte* const(&)[operand_count], const loop_axis& inner,
                                 const loop_axis& outer) {
            loops = {inner.extent, outer.extent};
        };
        std::byte* const nowhere[operand_count] = {};
        nest.run(kernel, nowhere);
        return loops;
    };
    const plan p = plan_of({{100, 1, 300, 500}, {200, 100, 1, 300}, {300, 2000, 300, 30}});
    EXPECT_EQ(loops_of(p, {10, 20, 30}), (extent_list{20, 10})) << "by their steps";
    EXPECT_EQ(loops_of(p, {10, 7, 30}), (extent_list{10, 7})) << "a short one comes second";
    EXPECT_EQ(loops_of(p, {7, 7, 30}), (extent_list{30, 7})) << "though the long one has no neighbours";
    EXPECT_EQ(loops_of(p, {6, 7, 5}), (extent_list{7, 6})) << "all are short";
    EXPECT_EQ(loops_of(p, {1, 1, 5}), (extent_list{5, 1}));
    const plan backwards = plan_of({{100, 1, -900, 8}, {200, 100, 1, 30}});
    EXPECT_EQ(loops_of(backwards, {10, 20}), (extent_list{20, 10})) << "however they lead";
    const plan short_ones = plan_of({{2, 1, 2, 3}, {3, 2, 9, 27}, {300, 6, 30, 90}, {5, 1, 900, 900}});
    EXPECT_EQ(loops_of(short_ones, {2, 3, 30, 5}), (extent_list{30, 2})) << "the others keep their order";
    const plan far = plan_of({{100, 1, 900, 9000}, {200, 100, 8, 10}});
    EXPECT_EQ(loops_of(far, {10, 20}), (extent_list{10, 20})) << "neighbours come first though they reach further";
}

} // namespace
} // namespace lanewise_test
