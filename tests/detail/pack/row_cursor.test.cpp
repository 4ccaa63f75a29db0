// The places of a row's elements, of one run after the other.

#include <lanewise/detail/pack/row_cursor.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise;
using namespace lanewise::detail;

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
