// A unit's elements one by one, against where strided rows have them.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/row_unit.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

constexpr index_t size = 4;
using element = std::uint32_t;

/// What a unit of elements of four bytes is to have.
struct unit_facts {
    index_t bytes;
    index_t block;
};

void expect_unit(const rows_shape& shape, index_t least, index_t most, const unit_facts& want) {
    laid_out_rows<element> from(shape, edge::end);
    row_unit unit(from.packed(cache_line), size, least, most);
    ASSERT_EQ(unit.bytes(), want.bytes) << show(shape);
    ASSERT_EQ(unit.block(), want.block) << show(shape);
    const auto place = [&](index_t i) { return (from.at(0, i) - from.at(0, 0)) * size; };
    const index_t count = want.bytes / size;
    const auto check = [&](index_t i) {
        // The block that holds the element is neighbours in memory, all of them the unit's.
        const index_t low = place(i) - unit.in_block();
        ASSERT_GE(unit.in_block(), 0);
        ASSERT_LE(unit.in_block(), unit.block() - size);
        std::vector<bool> found(static_cast<std::size_t>(unit.block() / size));
        for (index_t k = 0; k < count; ++k) {
            const index_t inside = place(k) - low;
            if (inside >= 0 && inside < unit.block()) found[static_cast<std::size_t>(inside / size)] = true;
        }
        ASSERT_EQ(std::count(found.begin(), found.end(), true), unit.block() / size) << i;
    };
    for (index_t first = 0; first < count; ++first) {
        unit.go_to(first);
        check(first);
        for (index_t i = first + 1; i < count && i < first + 5; ++i) {
            unit.next();
            check(i);
        }
    }
}

TEST(RowUnit, IsAsFewAxesAsAreLongEnough) {
    expect_unit({{{3, 4}, {4, 1}, {7, 12}}, {}}, 32, 512, {48, 48});
    expect_unit({{{3, 4}, {4, 1}, {7, 12}}, {}}, 48, 512, {48, 48});
    expect_unit({{{3, 4}, {4, 1}, {7, 12}}, {}}, 49, 512, {336, 336});
    expect_unit({{{3, -4}, {4, -1}, {7, 20}}, {}}, 32, 512, {48, 48});
    expect_unit({{{2, 30}, {5, 1}, {3, 10}}, {}}, 32, 512, {40, 20});
    expect_unit({{{2, 30}, {2, 5}, {5, 1}, {2, 70}}, {}}, 32, 512, {80, 40});
    expect_unit({{{5, -1}, {8, 7}, {2, 100}}, {}}, 64, 512, {160, 20});
}

TEST(RowUnit, TakesAPartOfALongAxisThatContinuesItsBlock) {
    // The smallest divisor that makes it so long.
    expect_unit({{{2, 2}, {2, 1}, {12, 4}}, {}}, 32, 64, {32, 32});
    expect_unit({{{2, 2}, {2, 1}, {15, 4}}, {}}, 32, 64, {48, 48});
    expect_unit({{{2, 2}, {2, 1}, {25, 4}}, {}}, 32, 64, {16, 16});    // its divisor makes too much
    expect_unit({{{3, -1}, {21, 3}}, {}}, 32, 128, {96, 96});          // runs are even: a multiple of the least
    expect_unit({{{3, -1}, {24, 3}, {2, 90}}, {}}, 32, 128, {96, 96}); // as a divisor may be
    expect_unit({{{3, -1}, {21, 3}, {2, 90}}, {}}, 32, 128, {36, 36});
    expect_unit({{{3, -1}, {23, 3}}, {}}, 32, 64, {60, 60});          // all that there is room for
    expect_unit({{{3, -1}, {23, 3}, {2, 90}}, {}}, 32, 64, {12, 12}); // others follow
    expect_unit({{{2, 2}, {2, 1}, {12, 5}}, {}}, 32, 64, {16, 16});   // not what continues it
    expect_unit({{{2, 2}, {2, 1}, {12, -4}}, {}}, 32, 64, {32, 32});
}

TEST(RowUnit, GoesOnToABlockOfAWholeLoad) {
    expect_unit({{{8, 20}, {2, 1}, {3, 2}, {2, 200}}, {}}, 32, 512, {192, 24});
    expect_unit({{{8, 20}, {2, 1}, {3, 4}}, {}}, 32, 512, {192, 8}); // there is none
}

TEST(RowUnit, CountsTheRunsInIt) {
    laid_out_rows<element> even({{{3, 4}, {4, 1}, {7, 12}}, {}}, edge::end);
    const row_unit whole(even.packed(cache_line), size, 32, 512);
    EXPECT_TRUE(whole.has_whole_runs());
    EXPECT_EQ(whole.runs(), 4);
    // A run that is longer than a unit.
    laid_out_rows<element> longer({{{64, -1}, {3, 80}}, {}}, edge::end);
    const row_unit part(longer.packed(cache_line), size, 32, 64);
    EXPECT_FALSE(part.has_whole_runs());
}

} // namespace
} // namespace lanewise_test
