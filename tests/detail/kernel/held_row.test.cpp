// Rows held in registers while single elements pass, or rows.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/held_row.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class HeldRow : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr index_t least = op::least_step;
    static constexpr index_t shortest = held_row<op, a_position>::shortest;
    static constexpr index_t longest = held_row<op, a_position>::longest;

    template <int Held>
    static bool run(const rows& r) {
        const op operation{};
        return held_row<op, Held>::run(&operation, r);
    }

    /// A row of n elements held beside `other`.
    static void expect_held(index_t n, const row_layout& other, const row_layout& out) {
        const row_layout held = evenly(std::ssize(other.starts), 0);
        ASSERT_TRUE(runs<T>(n, out, held, other, {}, run<a_position>));
        ASSERT_TRUE(runs<T>(n, out, other, held, {}, run<b_position>));
    }
    /// The same where out is `other`.
    static void expect_held_in_place(index_t n, const row_layout& other) {
        const row_layout held = evenly(std::ssize(other.starts), 0);
        ASSERT_TRUE(runs<T>(n, other, held, other, {.in_place = b_position}, run<a_position>));
        ASSERT_TRUE(runs<T>(n, other, other, held, {.in_place = a_position}, run<b_position>));
    }

    template <int Held>
    static bool takes(index_t n, const row_layout& a, const row_layout& b, const row_run& how = {}) {
        row_operands<T> operands(n, evenly(2, n), a, b, how);
        return run<Held>(operands.all());
    }
};
using held_types = testing::Types<std::uint8_t, std::uint16_t, float, double, float16, bfloat16>;
TYPED_TEST_SUITE(HeldRow, held_types, named_by_dtype);

TYPED_TEST(HeldRow, OfEveryLengthIsRunInEachRow) {
    for (index_t n = this->shortest; n <= this->longest; n += n < 2 * this->least || n > this->longest - 3 ? 1 : 5)
        this->expect_held(n, evenly(3, 2, row_form::splat), evenly(3, n + 1));
}

TYPED_TEST(HeldRow, OfWholeRegistersIsRunInEachRow) {
    for (index_t registers = 1; registers <= 16; ++registers) {
        const index_t n = registers * this->least;
        this->expect_held(n, evenly(3, -1, row_form::splat), evenly(3, n));
        this->expect_held(n, in_table({0, 7, 7, 3}, row_form::splat), in_table({5 * n, 0, 2 * n, n}));
    }
}

TYPED_TEST(HeldRow, IsRunInAnyNumberOfRows) {
    for (const index_t n :
         {this->shortest, this->shortest + 1, this->least, this->least + 1, 4 * this->least + 3, 6 * this->least}) {
        for (index_t count = 2; count <= 18; ++count)
            this->expect_held(n, evenly(count, 1, row_form::splat), evenly(count, n + 2));
    }
}

/// More than 48 KiB of bytes: where registers have 64 of them, by halves.
TYPED_TEST(HeldRow, OfManyRowsIsRunInEach) {
    for (const index_t n : {this->least + 5, 2 * this->least + 5}) {
        const index_t count = 48 * 1024 / n + 2;
        this->expect_held(n, evenly(count, 1, row_form::splat), evenly(count, n));
    }
}

TYPED_TEST(HeldRow, ThatOthersShareIsRunBesideEach) {
    constexpr index_t most = held_row<typename TestFixture::op, a_position>::most_shared;
    for (index_t registers = most / 2 + 1; registers <= most; ++registers) {
        const index_t n = registers * this->least;
        for (const index_t count : {1, 2, 7}) {
            this->expect_held(n, evenly(count, n), evenly(count, n));
            this->expect_held(n, evenly(count, n + 3), evenly(count, -n - 1));
            this->expect_held(n, evenly(count, 0), evenly(count, n));
            this->expect_held_in_place(n, evenly(count, n));
            this->expect_held_in_place(n, evenly(count, -n - 1));
        }
    }
}

TYPED_TEST(HeldRow, ThatOthersShareIsOfMoreThanHalfTheRegisters) {
    constexpr index_t most = held_row<typename TestFixture::op, a_position>::most_shared;
    const auto is_run = [](index_t n, const row_layout& held, const row_layout& other, const row_run& how = {}) {
        return TestFixture::template takes<a_position>(n, held, other, how);
    };
    const row_layout held = evenly(2, 0);
    const index_t n = (most == 0 ? 8 : most) * this->least;
    const row_layout rows = evenly(2, n);
    EXPECT_EQ(is_run(n, held, rows), most > 0) << "pairs are not";
    EXPECT_FALSE(is_run(n / 2, held, rows)) << "too short";
    EXPECT_FALSE(is_run(n + this->least, held, rows)) << "too long";
    EXPECT_FALSE(is_run(n - 1, held, rows)) << "no whole registers";
    EXPECT_FALSE(is_run(n, held, in_table({0, n}))) << "in a table";
    EXPECT_FALSE(is_run(n, held, rows, {.streaming = true}));
    EXPECT_FALSE(is_run(n, held, rows, {.prefetch = 1}));
    if (rearranges<typename TestFixture::op>) {
        EXPECT_FALSE(is_run(n, held, evenly(2, n, row_form::backwards)));
    }
}

TYPED_TEST(HeldRow, TakesNoOthers) {
    const index_t n = this->shortest;
    const row_layout held = evenly(2, 0);
    const row_layout one = evenly(2, 1, row_form::splat);
    constexpr int a = a_position;
    constexpr int b = b_position;
    EXPECT_TRUE(this->template takes<a>(n, held, one));
    EXPECT_TRUE(this->template takes<b>(n, one, held));
    EXPECT_FALSE(this->template takes<b>(n, held, one)) << "the other one is held";
    EXPECT_FALSE(this->template takes<a>(n - 1, held, one)) << "too short";
    EXPECT_TRUE(this->template takes<a>(this->longest, held, one));
    EXPECT_FALSE(this->template takes<a>(this->longest + 1, held, one)) << "too long";
    EXPECT_FALSE(this->template takes<a>(n, evenly(2, n), one)) << "not the same row";
    EXPECT_TRUE(this->template takes<a>(n, in_table({0, 0}), one));
    EXPECT_FALSE(this->template takes<a>(n, in_table({0, n}), one)) << "not the same row";
    EXPECT_FALSE(this->template takes<a>(n, held, evenly(2, n))) << "a row";
    EXPECT_FALSE(this->template takes<a>(n, evenly(2, 0, row_form::splat), one)) << "two elements";
    EXPECT_FALSE(this->template takes<a>(n, held, one, {.streaming = true}));
}

TYPED_TEST(HeldRow, OfALargeCallIsNotRunInPieces) {
    const index_t n = 5 * this->least;
    const row_layout held = evenly(2, 0);
    const row_layout one = evenly(2, 1, row_form::splat);
    EXPECT_TRUE(this->template takes<a_position>(n, held, one, {.is_large = true}));
    EXPECT_FALSE(this->template takes<a_position>(n + this->least, held, one, {.is_large = true}));
}

} // namespace
} // namespace lanewise_test
