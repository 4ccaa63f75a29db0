// Rows of which one input is the same in several that follow each other, two at a time and one by one.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/shared_row.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class SharedRow : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr index_t least = op::least_step;
    static constexpr auto most = static_cast<index_t>(512 / sizeof(T));

    template <int Shared>
    static bool run(const rows& r) {
        const op operation{};
        return shared_row<op, Shared>::run(&operation, r);
    }

    static void expect_shared(index_t n, const row_layout& shared, const row_layout& other, const row_layout& out) {
        ASSERT_TRUE(runs<T>(n, out, shared, other, {}, run<a_position>));
        ASSERT_TRUE(runs<T>(n, out, other, shared, {}, run<b_position>));
        ASSERT_TRUE(runs<T>(n, out, shared, out, {.in_place = b_position}, run<a_position>));
        ASSERT_TRUE(runs<T>(n, out, out, shared, {.in_place = a_position}, run<b_position>));
    }

    template <int Shared>
    static bool takes(index_t n, const row_layout& a, const row_layout& b, const row_run& how = {}) {
        row_operands<T> operands(n, evenly(2, n), a, b, how);
        return run<Shared>(operands.all());
    }
};
using shared_types = testing::Types<std::uint8_t, std::uint16_t, float, double>;
TYPED_TEST_SUITE(SharedRow, shared_types, named_by_dtype);

TYPED_TEST(SharedRow, OfEveryLengthIsRunInEachRow) {
    for (index_t n = this->least; n <= this->most; n += n < 3 * this->least || n > this->most - 3 ? 1 : 3) {
        this->expect_shared(n, evenly(2, 0), evenly(2, n + 1), evenly(2, n));
        this->expect_shared(n, evenly(3, 0), evenly(3, -n), evenly(3, n + 3));
    }
}

TYPED_TEST(SharedRow, IsAnotherOneAfterAWhile) {
    for (const index_t n : {this->least, this->least + 1, 2 * this->least - 1}) {
        this->expect_shared(n, in_table({0, 0, n, n, 2 * n}), evenly(5, n), evenly(5, n));
        this->expect_shared(n, in_table({5, 5, 5, 0, 9, 9}), in_table({0, 3, 99, 9, 500, 77}),
                            in_table({0, 2 * n, n, 9 * n, 5 * n, 4 * n}));
        for (index_t count = 2; count <= 7; ++count)
            this->expect_shared(n, evenly(count, 0), evenly(count, n + 2), evenly(count, n));
    }
}

TYPED_TEST(SharedRow, TakesNoOthers) {
    const index_t n = this->least;
    constexpr int a = a_position;
    const row_layout shared = evenly(2, 0);
    EXPECT_TRUE(this->template takes<a>(n, shared, evenly(2, n)));
    EXPECT_FALSE(this->template takes<b_position>(n, shared, evenly(2, n))) << "the other one is shared";
    EXPECT_FALSE(this->template takes<a>(n - 1, shared, evenly(2, n))) << "too short";
    EXPECT_TRUE(this->template takes<a>(this->most, shared, evenly(2, n)));
    EXPECT_FALSE(this->template takes<a>(this->most + 1, shared, evenly(2, n))) << "too long";
    EXPECT_FALSE(this->template takes<a>(n, evenly(2, 1), evenly(2, n))) << "not shared by the first two";
    EXPECT_FALSE(this->template takes<a>(n, shared, evenly(2, n, row_form::splat))) << "a splat";
    EXPECT_FALSE(this->template takes<a>(n, shared, evenly(2, n), {.around_cache = true}));
    EXPECT_FALSE(this->template takes<a>(n, shared, evenly(2, n), {.prefetch = 4}));
}

} // namespace
} // namespace lanewise_test
