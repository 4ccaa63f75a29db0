// Rows transposed in blocks: of all numbers of rows that a register has, the last blocks overlapping their neighbours.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/pack_transposed.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class PackTransposed : public testing::Test {
protected:
    static constexpr index_t columns = fewest_across<T>;
    static constexpr index_t fewest = fewest_rows<T>;
    static constexpr index_t whole = transpose_rows<T>;

    static void expect_transposed(const rows_shape& shape) {
        ASSERT_TRUE(packs<T>(shape, [](std::byte* packed, index_t, const strided_rows& from) {
            ASSERT_TRUE(pack_transposed<T>(packed, from));
        }));
    }

    static bool is_transposed(const rows_shape& shape) {
        laid_out_rows<T> from(shape, edge::end);
        return transposed_blocks<T>(from.packed(pitch_of(from.elements() * from.size))).any();
    }
};
TYPED_TEST_SUITE(PackTransposed, moved_types);

TYPED_TEST(PackTransposed, RowsThatAreNeighboursOfEveryLength) {
    for (index_t n = TestFixture::fewest; n <= 2 * TestFixture::whole + 1; ++n) {
        for (const index_t across : {TestFixture::columns, TestFixture::columns + 1, 3 * TestFixture::columns - 1}) {
            this->expect_transposed({{{n, across}}, {{across, 1}}});
            this->expect_transposed({{{n, across + 3}}, {{across, -1}}});
            this->expect_transposed({{{n, -across}}, {{across, 1}}});
        }
    }
}

TYPED_TEST(PackTransposed, RowsOfSeveralRuns) {
    for (const index_t n : {2, 3, 5, 16, 33}) {
        const index_t runs = TestFixture::whole;
        const index_t across = TestFixture::columns + 1;
        this->expect_transposed({{{n, across}, {runs, n * across + 7}}, {{across, 1}}});
        this->expect_transposed({{{n, across}, {runs + 1, 3 * n * across}, {3, n * across + 1}}, {{across, -1}}});
    }
}

TYPED_TEST(PackTransposed, PlacesInARowThatAreNeighbours) {
    for (const index_t along : {TestFixture::fewest, TestFixture::whole, TestFixture::whole + 1}) {
        for (const index_t across : {TestFixture::columns, 2 * TestFixture::columns + 1}) {
            this->expect_transposed({{{along, across + 2}, {across, 1}}, {{3, 50 * along * across}}});
            this->expect_transposed({{{along, across}, {across, -1}}, {}});
        }
    }
}

TYPED_TEST(PackTransposed, AxesThatAreNeither) {
    for (const index_t along : {TestFixture::fewest, TestFixture::whole, TestFixture::whole + 1}) {
        const index_t across = TestFixture::columns + 1;
        const index_t block = along * across;
        this->expect_transposed({{{along, across}}, {{across, 1}, {3, 2 * block}}});
        this->expect_transposed({{{along, across}}, {{across, 1}, {3, 2 * block}, {2, -7 * block}}});
        this->expect_transposed({{{along, across}, {across, 1}, {3, 2 * block}}, {{2, 7 * block}}});
        this->expect_transposed({{{along, across * 4}}, {{across, 1}, {3, across}, {2, -4 * block - 5}}});
        // So far apart that they do not stay in the L1 cache.
        this->expect_transposed({{{along, across}}, {{across, 1}, {3, 17 * 1024}}});
        this->expect_transposed({{{along, across}}, {{across, 1}, {2, 17 * 1024}, {2, -50 * 1024}}});
    }
}

TYPED_TEST(PackTransposed, OthersAreNot) {
    const index_t rows = TestFixture::fewest;
    const index_t wide = TestFixture::columns;
    EXPECT_TRUE(this->is_transposed({{{rows, wide}}, {{wide, 1}}}));
    EXPECT_FALSE(this->is_transposed({{{rows - 1, wide}}, {{wide, 1}}})) << "too few";
    EXPECT_FALSE(this->is_transposed({{{rows, wide}}, {{wide - 1, 1}}})) << "too narrow";
    EXPECT_FALSE(this->is_transposed({{{rows, 2 * wide}}, {{wide, 2}}})) << "no neighbours";
    EXPECT_FALSE(this->is_transposed({{{2 * wide, 1}}, {{rows, 3 * wide}}})) << "packed runs";
}

TEST(RowCursor, StepsThroughTheElementsOfARow) {
    const index_t run[] = {0, 100, -50};
    const strided_rows g{nullptr, 5, 3, {3, 0, run}, {1, 0, nullptr}};
    const auto place = [&](index_t i) { return run[i / 5] + i % 5 * 3; };
    row_cursor cursor(g);
    index_t four[4];
    for (index_t i = 0; i + 4 <= 15; i += 4) {
        cursor.next(four);
        for (index_t k = 0; k < 4; ++k) EXPECT_EQ(four[k], place(i + k)) << i;
    }
    for (const index_t first : {0, 1, 4, 5, 9, 10, 11}) {
        cursor.go_to(first);
        cursor.next(four);
        for (index_t k = 0; k < 4; ++k) EXPECT_EQ(four[k], place(first + k)) << first;
    }
}

} // namespace
} // namespace lanewise_test
