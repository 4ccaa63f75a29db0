// The words in which loops and kernels speak of rows: forms, and what a kernel takes.

#include <lanewise/detail/plan/row_kernel.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::index_t;

TEST(RowKernel, FormsTellHowFarElementsAreApart) {
    constexpr index_t size = 4;
    for (const index_t apart : {0, 1, -1, 2, 3, 4}) {
        const row_form form = form_of(apart * size, size, true);
        EXPECT_EQ(elements_apart(form), apart);
        EXPECT_EQ(is_rearranged(form), apart != 0 && apart != 1);
        EXPECT_EQ(is_skipping(form), apart >= 2);
        EXPECT_TRUE((row_forms{true, true}.include(apart * size, size)));
        EXPECT_EQ((row_forms{true, false}.include(apart * size, size)), apart < 2);
        EXPECT_EQ((row_forms{false, true}.include(apart * size, size)), apart >= 0);
        EXPECT_EQ((row_forms{false, false}.include(apart * size, size)), apart == 0 || apart == 1);
    }
    for (const index_t other : {-2, 5, 6}) EXPECT_FALSE((row_forms{true, true}.include(other * size, size)));
    EXPECT_EQ(form_of(8, size, false), row_form::packed) << "packed";
    EXPECT_EQ(form_of(0, size, false), row_form::splat) << "packed, one element";
}

TEST(RowKernel, RowsThatStayInRegistersAreMoreThanHalfOfThem) {
    row_forms forms{};
    EXPECT_EQ(forms.times_held(3), 0) << "there are none";
    forms.held_elements = 8;
    forms.held_registers = 8;
    for (const auto& [n, registers] : {std::pair<index_t, index_t>{1, 8},
                                       {2, 8},
                                       {3, 6},
                                       {4, 8},
                                       {5, 5},
                                       {6, 6},
                                       {7, 7},
                                       {8, 8},
                                       {10, 5},
                                       {12, 6},
                                       {16, 8},
                                       {20, 5},
                                       {24, 6},
                                       {40, 5},
                                       {64, 8}})
        EXPECT_EQ(forms.times_held(n) * n, registers * 8) << n;
    for (const index_t n : {9, 11, 33, 41, 63, 65, 72, 1000}) EXPECT_EQ(forms.times_held(n), 0) << n;
    forms.held_registers = 4;
    EXPECT_EQ(forms.times_held(3), 8);
    EXPECT_EQ(forms.times_held(5), 0);
}

TEST(RowKernel, TakesForOutPackedRowsOrNothing) {
    row_kernel kernel{};
    for (index_t& bytes : kernel.row_element_bytes) bytes = 4;
    kernel.forms = {true, true};
    EXPECT_TRUE(kernel.takes(out_position, 8)) << "an operation that writes nothing";
    kernel.unpack = [](const strided_rows&, const std::byte*, index_t) {};
    EXPECT_TRUE(kernel.takes(out_position, 4));
    EXPECT_FALSE(kernel.takes(out_position, 8));
    EXPECT_FALSE(kernel.takes(out_position, -4));
    EXPECT_TRUE(kernel.takes(a_position, -4));
    kernel.converts[a_position] = true;
    EXPECT_FALSE(kernel.takes(a_position, 4));
}

TEST(RowKernel, ASingleRowIsRows) {
    std::byte memory[3];
    const one_row row{
        5, {memory, memory + 1, memory + 2}, {row_form::packed, row_form::splat, row_form::backwards}, true};
    const rows r = rows_of(row);
    EXPECT_EQ(r.n, 5);
    EXPECT_EQ(r.count, 1);
    EXPECT_TRUE(r.streaming);
    for (int k = 0; k < operand_count; ++k) {
        EXPECT_EQ(r.data[k], memory + k);
        EXPECT_EQ(r.form[k], row.form[k]);
        EXPECT_EQ(r.start[k][0], 0);
        EXPECT_EQ(r.prefetch[k], 0);
    }
}

} // namespace
} // namespace lanewise_test
