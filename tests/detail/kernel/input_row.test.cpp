// The lanes that an operation gets of a row in each form, and of its last elements.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/row.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class InputRow : public testing::Test {
protected:
    using op = minus_on<T>;
    using lane = lane_type<T>;
    static constexpr int least = op::least_step;
    static constexpr int step = op::step;

    template <int N>
    static std::vector<lane> values(const lanes<lane, N>& from) {
        std::vector<lane> to(static_cast<std::size_t>(N));
        std::memcpy(to.data(), &from, sizeof from);
        return to;
    }

    /// Rows of 2 * step elements in a form: all lanes from every element on, and fewer than a register's.
    static void expect_lanes(row_form form) {
        constexpr index_t n = 2 * step;
        for (const edge at : edges) {
            row_operand<T> memory(evenly(1, 0, form), n, at, 0, 4);
            memory.is_read();
            row_input<op, T, rearranged_row<op, T>> input;
            const auto row = input.row(memory.data(), form, n, memory.data());
            for (index_t i = 0; i + step <= n; i += least) {
                const auto got = values<step>(row.template lanes_at<step>(form == row_form::splat ? 0 : i));
                for (index_t k = 0; k < step; ++k)
                    ASSERT_TRUE(same(got[static_cast<std::size_t>(k)], static_cast<lane>(memory.before(0, i + k))))
                        << i;
            }
            for (index_t count = 0; count < least; ++count) {
                const index_t first = n - count;
                const auto got = values<least>(row.template some_lanes_at<least>(first, count));
                for (index_t k = 0; k < least; ++k) {
                    if (form == row_form::splat && k >= count) continue; // it is repeated there, too
                    const lane want = k < count ? static_cast<lane>(memory.before(0, first + k)) : lane(1);
                    ASSERT_TRUE(same(got[static_cast<std::size_t>(k)], want)) << count;
                }
            }
        }
    }
};
using input_types = testing::Types<std::uint8_t, std::uint16_t, float, double, float16>;
TYPED_TEST_SUITE(InputRow, input_types, named_by_dtype);

TYPED_TEST(InputRow, GivesTheLanesOfEveryForm) {
    this->expect_lanes(row_form::packed);
    this->expect_lanes(row_form::splat);
    if constexpr (rearranges<minus_on<TypeParam>>) this->expect_lanes(row_form::backwards);
    if constexpr (skips<minus_on<TypeParam>>) {
        this->expect_lanes(row_form::every_second);
        this->expect_lanes(row_form::every_third);
        this->expect_lanes(row_form::every_fourth);
    }
}

TEST(InputRowForms, AreTakenByCheapOperationsOnOneType) {
    EXPECT_TRUE(row_forms_of<minus_on<float>>().backwards);
    EXPECT_EQ(row_forms_of<minus_on<float>>().skipping, can_skip<float>);
    EXPECT_EQ(row_forms_of<minus_on<std::uint8_t>>().skipping, can_skip<std::uint8_t>);
    EXPECT_FALSE(row_forms_of<minus_on<float16>>().backwards);
    using widens = lane_function<float, minus, std::uint8_t, float>;
    EXPECT_FALSE(row_forms_of<widens>().backwards);
}

} // namespace
} // namespace lanewise_test
