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
            row_input<op, T, true> input;
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
    EXPECT_FALSE(row_forms_of<minus_on<std::uint8_t>>().skipping);
    EXPECT_FALSE(row_forms_of<minus_on<float16>>().backwards);
    using widens = lane_function<float, minus, std::uint8_t, float>;
    EXPECT_FALSE(row_forms_of<widens>().backwards);
}

TEST(InputRows, BeginWhereTheyAreToldAndHoldUntilTheNext) {
    using op = minus_on<float>;
    std::vector<float> memory(100);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
    const index_t starts[] = {40, 0, 80};
    rows r{.n = 1, .count = 3, .data = {}, .start = {}, .form = {}, .streaming = false, .prefetch = {0, 1, 1}};
    r.data[a_position] = reinterpret_cast<std::byte*>(memory.data());
    r.data[b_position] = r.data[a_position];
    r.start[a_position] = {3, 0, starts};
    r.start[b_position] = {3, 12, nullptr};
    r.form[b_position] = row_form::splat;
    input_rows<op, float> a(r, a_position);
    input_rows<op, float> b(r, b_position);
    for (index_t j = 0; j < 3; ++j) {
        a.prefetch(j);
        const auto row_a = a[j].template lanes_at<op::least_step>(0);
        const auto row_b = b[j].template lanes_at<op::least_step>(0);
        float got_a[static_cast<std::size_t>(op::least_step)];
        float got_b[static_cast<std::size_t>(op::least_step)];
        row_a.reg[0].store_unaligned(got_a);
        row_b.reg[0].store_unaligned(got_b);
        for (std::size_t k = 0; k < std::size(got_a); ++k) {
            EXPECT_EQ(got_a[k], static_cast<float>(starts[j] / 4) + static_cast<float>(k));
            EXPECT_EQ(got_b[k], static_cast<float>(3 * j));
        }
    }
}

} // namespace
} // namespace lanewise_test
