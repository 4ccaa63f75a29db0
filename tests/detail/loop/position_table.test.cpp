#include <lanewise/detail/loop/position_table.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise;
using namespace lanewise::detail;

/// A plan of axes (extent, bytes of operand a), and the group of all of them.
class some_axes {
public:
    tile_axes of(std::initializer_list<std::pair<index_t, index_t>> all) {
        plan_.rank = 0;
        for (const auto& [extent, stride] : all) {
            group_.axis[plan_.rank] = plan_.rank;
            extents_[plan_.rank] = extent;
            plan_.axis[plan_.rank++] = {2 * extent, {0, stride, 0}}; // a tile has half of it
        }
        group_.rank = plan_.rank;
        return {plan_, group_, extents_};
    }

private:
    plan plan_{};
    axis_group group_;
    index_t extents_[max_rank];
};

class PositionTable : public testing::Test {
protected:
    tile_axes axes(std::initializer_list<std::pair<index_t, index_t>> all) { return axes_.of(all); }
    tile_axes elements(std::initializer_list<std::pair<index_t, index_t>> all) { return elements_.of(all); }

    position_table table_;

private:
    some_axes axes_;
    some_axes elements_;
};

TEST_F(PositionTable, EvenStepsNeedNone) {
    EXPECT_EQ(table_.positions(axes({}).steps(0, a_position))[0], 0);
    const offsets even = table_.positions(axes({{5, 4}, {3, 20}, {2, 60}}).steps(0, a_position));
    EXPECT_EQ(even.table, nullptr);
    EXPECT_EQ(even.stride, 4);
    EXPECT_EQ(table_.positions(axes({{5, 4}, {3, 24}}).steps(1, a_position)).stride, 24)
        << "the axes inside `first` do not matter";
}

TEST_F(PositionTable, UnevenStepsAreOneBehindTheOther) {
    table_.begin_runs();
    const offsets runs = table_.positions(axes({{3, 4}, {2, -100}}).steps(0, a_position));
    table_.end_runs();
    table_.begin_rows();
    const offsets rows = table_.positions(axes({{2, 7}, {2, 1000}, {2, 0}}).steps(0, a_position));
    const index_t expected_runs[] = {0, 4, 8, -100, -96, -92};
    const index_t expected_rows[] = {0, 7, 1000, 1007, 0, 7, 1000, 1007};
    for (index_t i = 0; i < 6; ++i) EXPECT_EQ(runs[i], expected_runs[i]) << i;
    for (index_t i = 0; i < 8; ++i) EXPECT_EQ(rows[i], expected_rows[i]) << i;
    table_.begin_rows();
    EXPECT_EQ(table_.positions(axes({{2, 7}, {2, 1000}}).steps(0, a_position)).table, rows.table)
        << "rows anew, behind the runs";
}

TEST_F(PositionTable, EvenStepsInATableTellWhetherTheyAreNone) {
    table_.begin_runs();
    const offsets same = table_.in_table(axes({{3, 0}, {2, 0}}).steps(0, a_position));
    const offsets others = table_.in_table(axes({{3, 8}, {2, 24}}).steps(0, a_position));
    ASSERT_NE(same.table, nullptr);
    ASSERT_NE(others.table, nullptr);
    EXPECT_EQ(same.stride, 0);
    EXPECT_NE(others.stride, 0);
    for (index_t i = 0; i < 6; ++i) {
        EXPECT_EQ(same[i], 0) << i;
        EXPECT_EQ(others[i], 8 * i) << i;
    }
    EXPECT_NE(table_.in_table(axes({{2, 0}, {2, -8}, {2, 0}}).steps(0, a_position)).stride, 0);
    EXPECT_EQ(table_.in_table(axes({}).steps(0, a_position))[0], 0);
}

TEST_F(PositionTable, RowsThatRepeatArePackedOnce) {
    axis_steps memory;
    axis_steps among;
    packing_direction().find_steps(axes({{2, 50}, {3, 0}, {2, -9}}), a_position, 64, memory, among);
    table_.begin_runs();
    const offsets from = table_.positions(memory);
    const offsets row = table_.positions(among);
    const index_t expected_from[] = {0, 50, -9, 41};
    const index_t expected_row[] = {0, 64, 0, 64, 0, 64, 128, 192, 128, 192, 128, 192};
    for (index_t i = 0; i < 4; ++i) EXPECT_EQ(from[i], expected_from[i]) << i;
    for (index_t i = 0; i < 12; ++i) EXPECT_EQ(row[i], expected_row[i]) << i;
}

TEST_F(PositionTable, RowsThatAllDifferArePackedEvenly) {
    axis_steps memory;
    axis_steps among;
    packing_direction().find_steps(axes({{2, 50}, {3, 7}}), a_position, 64, memory, among);
    EXPECT_FALSE(memory.are_even());
    ASSERT_TRUE(among.are_even());
    EXPECT_EQ(among.even().stride, 64);
}

// Three rows of four elements, which lie 1000 bytes apart, forwards; the rows do not.
TEST_F(PositionTable, RowsFarApartArePackedInTheDirectionOfTheirElements) {
    const tile_axes rows = axes({{3, -300}, {2, 0}, {2, 5000}, {2, -255}});
    packing_direction direction(elements({{4, 1000}, {2, 0}, {2, -9000}}), rows, a_position, 64);
    EXPECT_TRUE(direction.mirrors());
    EXPECT_EQ(direction.from, -600);
    EXPECT_EQ(direction.packed, 128);
    axis_steps memory;
    axis_steps among;
    direction.find_steps(rows, a_position, 64, memory, among);
    table_.begin_runs();
    const offsets from = table_.positions(memory);
    const offsets row = table_.positions(among);
    const index_t expected_from[] = {0, 300, 600, 5000, 5300, 5600, -255, 45, 345, 4745, 5045, 5345};
    const index_t expected_row[] = {0, -64, -128, 0, -64, -128, 192, 128, 64, 192, 128, 64, 384};
    for (index_t i = 0; i < 12; ++i) EXPECT_EQ(from[i], expected_from[i]) << i;
    for (index_t i = 0; i < 13; ++i) EXPECT_EQ(row[i], expected_row[i]) << i;
    reading_order order;
    order.clear(false);
    order.end_elements();
    direction.add_rows(order, rows, a_position, 64);
    ASSERT_EQ(order.rank(), 3);
    EXPECT_EQ(order[0].from, 300);
    EXPECT_EQ(order[1].from, 5000);
    EXPECT_EQ(order[1].to, 192);
    EXPECT_EQ(order[2].from, -255);
}

TEST_F(PositionTable, RowsThatLeadAsTheirElementsArePackedAsTheyCome) {
    for (const index_t step : {0, 8})
        EXPECT_FALSE(packing_direction(elements({{4, step}}), axes({{3, 300}}), a_position, 64).mirrors());
    EXPECT_FALSE(packing_direction(elements({{4, 8}}), axes({{3, -255}}), a_position, 64).mirrors());
    EXPECT_TRUE(packing_direction(elements({{4, 8}}), axes({{3, -256}}), a_position, 64).mirrors());
    EXPECT_FALSE(packing_direction(elements({{4, -8}}), axes({{3, -300}}), a_position, 64).mirrors());
    EXPECT_TRUE(packing_direction(elements({{4, -8}}), axes({{3, 256}}), a_position, 64).mirrors());
}

} // namespace
} // namespace lanewise_test
