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
        ASSERT_TRUE(packs<T>(
            shape,
            [](std::byte* packed, index_t, strided_rows from) {
                from.notes = nullptr;
                ASSERT_TRUE(pack_transposed<T>(packed, from));
            },
            true));
    }

    static bool is_transposed(const rows_shape& shape) {
        laid_out_rows<T> from(shape, edge::end);
        const strided_rows rows = from.packed(pitch_of(from.elements() * from.size));
        rows.order->sort();
        return transposed_blocks<T>(rows).any();
    }
};
TYPED_TEST_SUITE(PackTransposed, moved_types);

TYPED_TEST(PackTransposed, RowsThatAreNeighboursOfEveryLength) {
    for (index_t n = TestFixture::fewest; n <= 2 * TestFixture::whole + 1; ++n) {
        constexpr index_t least = TestFixture::columns;
        constexpr index_t in_16_bytes = transpose_columns<TypeParam>;
        for (const index_t across : {least, least + 1, 3 * least - 1, in_16_bytes + 6, 2 * in_16_bytes + 9}) {
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

TYPED_TEST(PackTransposed, FewerRowsThanABlockHas) {
    constexpr index_t in_16_bytes = transpose_columns<TypeParam>;
    for (index_t along = smaller(TestFixture::fewest, 4); along <= TestFixture::whole + in_16_bytes; ++along) {
        for (const index_t across : {in_16_bytes, in_16_bytes + 1, 2 * in_16_bytes, 4 * in_16_bytes - 1}) {
            if (across < TestFixture::columns) continue;
            const index_t block = along * across;
            this->expect_transposed({{{along, across}}, {{across, 1}}});
            this->expect_transposed({{{along, across}, {across, -1}, {4, 2 * block}}, {}});
            this->expect_transposed({{{along, -across}, {across, 1}}, {{3, block + 1}}});
            this->expect_transposed({{{along, across}, {across, 1}, {2, 17 * 1024}}, {{5, -40 * 1024}}});
            // A row of two runs of which the second one is shorter than the last rows of a block.
            this->expect_transposed({{{along - 1, across}, {2, 3 * block}}, {{across, 1}, {2, 9 * block}}});
        }
    }
}

TYPED_TEST(PackTransposed, NeighboursAlongSeveralAxes) {
    const index_t rows = TestFixture::whole + 1;
    for (const index_t few : {2, 3, 5}) {
        const index_t more = TestFixture::columns;
        const index_t across = few * more;
        this->expect_transposed({{{rows, across}}, {{few, 1}, {more, few}}});
        this->expect_transposed({{{rows, across}}, {{more, few}, {few, -1}}});
        this->expect_transposed({{{rows, -across}}, {{more, -few}, {few, 1}}});
        this->expect_transposed({{{rows, across}, {few, 1}}, {{more, few}, {2, 2 * rows * across}}});
        this->expect_transposed({{{rows, across}}, {{3, few * more * rows}, {few, 1}, {2, few}, {more, 2 * few}}});
    }
}

TYPED_TEST(PackTransposed, OnlyAsManyAcrossAsLeaveABlockAlong) {
    const index_t rows = TestFixture::whole;
    const index_t wide = TestFixture::columns;
    // The second axis is in the rows and leaves too few of them.
    this->expect_transposed({{{2, wide}, {rows, 20 * wide}}, {{wide, 1}}});
    this->expect_transposed({{{rows - 1, 40 * wide}, {3, wide}, {rows, 3 * wide}}, {{wide, 1}}});
    // More than the table has room for.
    this->expect_transposed({{{rows, 640}}, {{40, 16}, {16, 1}}});
    EXPECT_FALSE(this->is_transposed({{{rows, 600}}, {{600, 1}}}));
}

TYPED_TEST(PackTransposed, NotesAreForANumberOfRows) {
    using T = TypeParam;
    const index_t wide = 2 * TestFixture::columns;
    const index_t n = TestFixture::whole;
    laid_out_rows<T> from({{{n, wide}}, {{wide, 1}}}, edge::end);
    const index_t pitch = pitch_of(n * from.size);
    strided_rows rows = from.packed(pitch);
    const auto pack = [&](index_t count, bool is_taken) {
        packed_rows<T> packed(n, count, pitch, edge::end);
        rows.row.count = count;
        rows.order->clear(false);
        rows.order->add({n, wide * from.size, from.size});
        rows.order->end_elements();
        rows.order->add({count, from.size, pitch});
        ASSERT_EQ(pack_transposed<T>(packed.data(), rows), is_taken) << count;
        if (!is_taken) return;
        ASSERT_TRUE(packed.are([&](index_t j, index_t i) { return *from.at(j, i); })) << count;
    };
    for (int i = 0; i < 2; ++i) {
        pack(wide, true);
        pack(wide, true);
        pack(wide - 1, true);
        pack(1, false);
        pack(1, false);
    }
}

TYPED_TEST(PackTransposed, OthersAreNot) {
    const index_t rows = TestFixture::fewest;
    const index_t wide = TestFixture::columns;
    EXPECT_TRUE(this->is_transposed({{{rows, wide}}, {{wide, 1}}}));
    EXPECT_FALSE(this->is_transposed({{{rows - 1, wide}}, {{wide, 1}}})) << "too few";
    EXPECT_FALSE(this->is_transposed({{{smaller(rows, 4) - 1, 640}}, {{64, 1}}})) << "too few, however many across";
    EXPECT_FALSE(this->is_transposed({{{rows, wide}}, {{wide - 1, 1}}})) << "too narrow";
    EXPECT_FALSE(this->is_transposed({{{rows, 2 * wide}}, {{wide, 2}}})) << "no neighbours";
    EXPECT_FALSE(this->is_transposed({{{2 * wide, 1}}, {{rows, 3 * wide}}})) << "packed runs";
}

} // namespace
} // namespace lanewise_test
