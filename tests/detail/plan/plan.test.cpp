// The plan visits every element of the call exactly once, in fewer axes than the call came with.

#include "support/strided.hpp"

#include <lanewise/detail/plan/plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::detail::a_position;
using lanewise::detail::b_position;
using lanewise::detail::make_plan;
using lanewise::detail::operand_count;
using lanewise::detail::operand_layout;
using lanewise::detail::out_position;
using lanewise::detail::plan;

std::byte* const origin = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 40);

/// Where out, a and b are at one step, in bytes from the origin.
using visit = std::array<index_t, operand_count>;

struct call {
    std::vector<index_t> shape;
    layout operand[operand_count];
    index_t bytes[operand_count] = {4, 4, 4};

    plan planned() const {
        operand_layout operands[operand_count];
        for (int k = 0; k < operand_count; ++k) {
            operands[k].data = origin + operand[k].start * bytes[k];
            operands[k].element_bytes = bytes[k];
            for (std::size_t i = 0; i < shape.size(); ++i) operands[k].stride[i] = operand[k].strides[i] * bytes[k];
        }
        return make_plan(extents(shape), operands);
    }

    std::vector<visit> visits() const {
        std::vector<visit> result;
        for_each_index(shape, [&](const auto& index) {
            visit v;
            for (std::size_t k = 0; k < operand_count; ++k)
                v[k] = (operand[k].start + offset_of(index, operand[k].strides)) * bytes[k];
            result.push_back(v);
        });
        std::ranges::sort(result);
        return result;
    }
};

std::vector<visit> visits(const plan& p) {
    std::vector<index_t> shape;
    for (int i = 0; i < p.rank; ++i) shape.push_back(p.axis[i].extent);
    std::vector<visit> result;
    for_each_index(shape, [&](const auto& index) {
        visit v;
        for (std::size_t k = 0; k < operand_count; ++k) {
            v[k] = p.data[k] - origin;
            for (std::size_t i = 0; i < index.size(); ++i) v[k] += index[i] * p.axis[i].stride[k];
        }
        result.push_back(v);
    });
    std::ranges::sort(result);
    return result;
}

std::vector<index_t> packed(const std::vector<index_t>& shape) {
    return to_vector(lanewise::strides::row_major(extents(shape)));
}

TEST(Plan, VisitsTheElementsOfTheCallExactlyOnce) {
    std::mt19937_64 random(17);
    int merged = 0;
    for (int round = 0; round < 20000; ++round) {
        call c;
        c.shape = random_shape(random, 8, 60);
        const bool alike = random() % 2 == 0;
        for (int k = 0; k < operand_count; ++k) {
            c.operand[k] = k > 0 && alike ? c.operand[0] : random_layout(random, c.shape, 400, k != out_position);
            c.bytes[k] = index_t{1} << random_between(random, 0, 3);
        }
        const plan p = c.planned();
        ASSERT_EQ(visits(p), c.visits()) << "round " << round << ": " << show(c.shape);
        index_t previous = 0;
        for (int i = 0; i < p.rank; ++i) {
            ASSERT_TRUE(p.axis[i].extent > 1 || p.rank == 1) << "an axis of extent 1 was kept";
            ASSERT_GE(p.axis[i].stride[out_position], previous) << "out is not walked in the order of memory";
            previous = p.axis[i].stride[out_position];
        }
        for (int k = 0; k < operand_count; ++k) ASSERT_EQ(p.element_bytes[k], c.bytes[k]);
        merged += p.rank < std::ranges::count_if(
                               c.shape, [](index_t extent) { return extent > 1; });
    }
    EXPECT_GT(merged, 1000);
}

TEST(Plan, AContiguousCallOfEightAxesIsOneLoop) {
    const std::vector<index_t> shape = {2, 3, 1, 2, 3, 2, 1, 2};
    const layout packed_layout{0, packed(shape)};
    const plan p = call{shape, {packed_layout, packed_layout, packed_layout}}.planned();
    ASSERT_EQ(p.rank, 1);
    EXPECT_EQ(p.axis[0].extent, 144);
    EXPECT_EQ(p.axis[0].stride[out_position], 4);
}

TEST(Plan, AxesPermutedAlikeAreOneLoopToo) {
    const layout permuted{0, {1, 20, 4}};
    const plan p = call{{4, 6, 5}, {permuted, permuted, permuted}}.planned();
    ASSERT_EQ(p.rank, 1);
    EXPECT_EQ(p.axis[0].extent, 120);
}

TEST(Plan, AxesThatAllRunBackwardsAreMirrored) {
    const layout backwards{119, {-30, -5, -1}};
    const plan p = call{{4, 6, 5}, {backwards, backwards, backwards}}.planned();
    ASSERT_EQ(p.rank, 1);
    EXPECT_EQ(p.data[a_position], origin);
    EXPECT_EQ(p.axis[0].stride[b_position], 4);
}

TEST(Plan, ARepeatedRowKeepsTheLoopsApartAndARepeatedElementDoesNot) {
    const layout out{0, {12, 4, 1}};
    const plan row = call{{2, 3, 4}, {out, out, {0, {0, 0, 1}}}}.planned();
    ASSERT_EQ(row.rank, 2);
    EXPECT_EQ(row.axis[0].extent, 4);
    EXPECT_EQ(row.axis[1].extent, 6);
    EXPECT_EQ(row.axis[1].stride[b_position], 0);
    const plan element = call{{2, 3, 4}, {out, out, {0, {0, 0, 0}}}}.planned();
    ASSERT_EQ(element.rank, 1);
    EXPECT_EQ(element.axis[0].extent, 24);
}

TEST(Plan, GoesAroundTheCacheFromTheLimitOnUnlessOutIsAnInput) {
    const auto around = [](index_t elements, const layout& a) {
        return call{{elements}, {{0, {1}}, a, {1 << 21, {0}}}}.planned().streaming; // b is a single element
    };
    const layout own{1 << 20, {1}};
    const index_t limit = lanewise::detail::limits.streaming_bytes;
    EXPECT_TRUE(around(limit / 8, own));
    EXPECT_FALSE(around(limit / 8 - 1, own));
    EXPECT_FALSE(around(limit, {0, {1}})) << "in place";
}

TEST(Plan, ASingleElementIsOneLoopOfOne) {
    const layout one{3, {7, 9}};
    const plan p = call{{1, 1}, {one, one, one}}.planned();
    ASSERT_EQ(p.rank, 1);
    EXPECT_EQ(p.axis[0].extent, 1);
    EXPECT_EQ(p.data[out_position], origin + 12);
    EXPECT_EQ((call{{}, {{5, {}}, {6, {}}, {7, {}}}}.planned().rank), 1);
}

} // namespace
} // namespace lanewise_test
