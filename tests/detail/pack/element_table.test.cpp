// Pieces of rows by a table: whole axes and parts of them; and which rows have none.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/element_table.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class ElementTable : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    static void expect_packed(const rows_shape& shape) {
        for (const int before : {no_note, no_block_note}) {
            ASSERT_TRUE(packs<T>(shape, [&](std::byte* packed, index_t pitch, const strided_rows& from) {
                from.notes->note = before;
                const auto* const table = element_table<T>::of(from);
                ASSERT_NE(table, nullptr) << show(shape);
                ASSERT_EQ(element_table<T>::of(from), table) << "noted";
                table->pack(packed, pitch, from);
            }));
        }
    }

    static bool has_table(const rows_shape& shape) {
        laid_out_rows<T> from(shape, edge::end);
        const strided_rows g = from.packed(pitch_of(from.elements() * size));
        const bool found = element_table<T>::of(g) != nullptr;
        EXPECT_EQ(element_table<T>::of(g) != nullptr, found) << "noted";
        return found;
    }
};
TYPED_TEST_SUITE(ElementTable, moved_types);

TYPED_TEST(ElementTable, ShortAxesInAnyOrderArePacked) {
    this->expect_packed({{{2, 9}, {3, -30}, {5, 1}}, {{4, 100}}});
    this->expect_packed({{{2, -400}, {7, -12}, {10, 84}}, {{4, 3}, {3, 1}, {2, 1000}}});
    this->expect_packed({{{3, 5}, {7, 0}, {2, 40}, {2, -90}}, {{3, 200}}});
    this->expect_packed({{{4, 0}, {5, 3}}, {}});
}

TYPED_TEST(ElementTable, PiecesOfEveryLengthArePacked) {
    for (index_t n = 16; n < 48; ++n) {
        this->expect_packed({{{n, 3}}, {{2, 5 * n}}});
        this->expect_packed({{{n, -5}}, {{2, 7 * n}, {2, 33 * n}}});
    }
}

TYPED_TEST(ElementTable, OfAnAxisThatHasNoRoomAPartWithoutARestIsTaken) {
    this->expect_packed({{{40, 7}, {40, 331}}, {{2, 20000}}});        // 8 of 40
    this->expect_packed({{{40, 7}, {37, 331}}, {{2, 20000}}});        // one of 37
    this->expect_packed({{{2, 7}, {40, 29}, {20, -3000}}, {{2, 1}}}); // 4 of 20
    this->expect_packed({{{20, 3}, {30, 90}, {3, 5000}}, {{3, -1}}}); // 15 of 30
}

TYPED_TEST(ElementTable, RowsAsLongAsTheirPitchAreNotTakenForAxes) {
    const index_t n = 192 / this->size; // three cache lines, the pitch of such rows
    this->expect_packed({{{n / 8, 3}, {8, 200}}, {{5, 1}}});
}

TYPED_TEST(ElementTable, LongLinesAreBetterCopiedInOrder) {
    EXPECT_FALSE(this->has_table({{{20, 900}}, {{48, 1}}}));
    EXPECT_TRUE(this->has_table({{{20, 900}}, {{47, 1}}}));
    EXPECT_FALSE(this->has_table({{{3, 900}, {48, 1}}, {}}));
}

TYPED_TEST(ElementTable, ElementsThatCompeteForASetAreBetterCopiedInOrder) {
    const index_t page = 4096 / this->size;
    EXPECT_FALSE(this->has_table({{{2, 3}, {8, page}}, {{9, 6}}}));
    EXPECT_FALSE(this->has_table({{{2, 2 * page}, {4, -8 * page}, {2, 3}}, {{9, 6}}}));
    EXPECT_TRUE(this->has_table({{{2, 3}, {8, page + 64}}, {{9, 6}}}));
    EXPECT_TRUE(this->has_table({{{2, 80}, {8, 4 * page}}, {{9, 6}}}));
    EXPECT_TRUE(this->has_table({{{16, 3}}, {{9, page}}})) << "rows do not";
}

TYPED_TEST(ElementTable, ShortTablesAreNone) {
    EXPECT_FALSE(this->has_table({{{15, 7}}, {{3, 1}}}));
    EXPECT_FALSE(this->has_table({{{2, 7}, {47, 900}, {389, 20}}, {{3, 1}}})) << "long lines";
    laid_out_rows<TypeParam> from({{{20, 7}}, {{3, 1}}}, edge::end);
    strided_rows g = from.packed(pitch_of(20 * this->size));
    g.notes = nullptr;
    EXPECT_EQ(element_table<TypeParam>::of(g), nullptr) << "nowhere to note it";
    laid_out_rows<TypeParam> others({{{10, 7}, {2, 900}}, {{3, 1}}}, edge::end);
    g = others.packed(pitch_of(20 * this->size));
    g.order->sort();
    for (int k = 0; k < g.order->rank(); ++k) {
        if ((*g.order)[k].extent != 3) (*g.order)[k].from = (index_t{1} << 31) / 11; // of either it is near enough
    }
    EXPECT_EQ(element_table<TypeParam>::of(g), nullptr) << "32 bits do not hold where the last one is";
}

} // namespace
} // namespace lanewise_test
