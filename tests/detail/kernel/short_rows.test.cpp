// Rows of a few registers, each like the others.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/short_rows.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class ShortRows : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr index_t shortest = short_rows<op>::shortest;
    static constexpr index_t shortest_with_splat = short_rows<op>::shortest_with_splat;
    static constexpr index_t shortest_rearranged = short_rows<op>::shortest_rearranged;
    static constexpr index_t longest_rearranged = short_rows<op>::longest_rearranged;
    static constexpr index_t longest = short_rows<op>::longest;

    static bool run(const rows& r) {
        const op operation{};
        return short_rows<op>::run(&operation, r) || short_rows<op>::run_filled(&operation, r);
    }

    static bool run_streamed(const rows& r) {
        const op operation{};
        return short_rows<op>::run_streamed(&operation, r);
    }

    /// Rows of n elements in each form that the loop takes, in place too.
    static void expect_rows(index_t n, const row_layout& a, const row_layout& b, const row_layout& out,
                            bool streamed = false) {
        const auto run_them = streamed ? run_streamed : run;
        ASSERT_TRUE(runs<T>(n, out, a, b, {.is_large = streamed}, run_them));
        ASSERT_TRUE(runs<T>(n, out, out, b, {.is_large = streamed, .in_place = a_position}, run_them));
        ASSERT_TRUE(runs<T>(n, out, a, out, {.is_large = streamed, .in_place = b_position}, run_them));
        if (n < shortest_with_splat) return;
        ASSERT_TRUE(runs<T>(n, out, as_splats(a), b, {.is_large = streamed}, run_them));
        ASSERT_TRUE(runs<T>(n, out, a, as_splats(b), {.is_large = streamed}, run_them));
        ASSERT_TRUE(runs<T>(n, out, as_splats(a), out, {.is_large = streamed, .in_place = b_position}, run_them));
        if (streamed) return;
        ASSERT_TRUE(runs<T>(n, out, as_splats(a), as_splats(b), {}, run));
    }

    static row_layout as_splats(row_layout layout) {
        layout.form = row_form::splat;
        return layout;
    }

    template <int K>
    static bool run_rearranged(const rows& r) {
        const op operation{};
        return short_rows<op>::template run_rearranged<K>(&operation, r);
    }

    static bool streams(index_t n, const row_layout& a, const row_layout& out, row_run how = {}) {
        how.is_large = true;
        row_operands<T> operands(n, out, a, evenly(2, n), how);
        return run_streamed(operands.all());
    }

    static bool takes(index_t n, const row_layout& a, const row_layout& b, const row_run& how = {}) {
        row_operands<T> operands(n, evenly(2, n), a, b, how);
        return run(operands.all());
    }
};
using short_types = testing::Types<std::uint8_t, std::uint16_t, float16, bfloat16, float, double>;
TYPED_TEST_SUITE(ShortRows, short_types, named_by_dtype);

TYPED_TEST(ShortRows, OfEveryLengthAreRun) {
    const index_t step = this->shortest;
    for (index_t n = step; n <= this->longest; n += n < 3 * step || n > this->longest - 3 ? 1 : step - 1 + n % 2) {
        this->expect_rows(n, evenly(3, n + 2), evenly(3, -n - 1), evenly(3, n));
        this->expect_rows(n, evenly(3, 0), evenly(3, 1), evenly(3, n + 1));
    }
}

/// More than 16 KiB of them: where registers have 64 bytes, by halves.
TYPED_TEST(ShortRows, OfManyAreRun) {
    const index_t elements = (16 << 10) / static_cast<index_t>(sizeof(TypeParam));
    for (const index_t n : {this->shortest, this->shortest + 1, 2 * this->shortest - 1, 2 * this->shortest,
                            3 * this->shortest, 4 * this->shortest - 1, 4 * this->shortest, 8 * this->shortest + 3}) {
        const index_t count = elements / n + 2;
        this->expect_rows(n, evenly(count, n), evenly(count, 0), evenly(count, n));
        this->expect_rows(n, evenly(count, 1), evenly(count, n + 2), evenly(count, n + 1));
    }
}

TYPED_TEST(ShortRows, AnywhereAreRun) {
    for (const index_t n : {this->shortest, this->shortest + 1, 2 * this->shortest, 2 * this->shortest + 1,
                            4 * this->shortest, 8 * this->shortest, 8 * this->shortest + 3}) {
        const row_layout apart = in_table({5 * n, 0, 2 * n, n});
        this->expect_rows(n, in_table({0, 7, 7, 3}), evenly(4, n), evenly(4, n + 2));
        this->expect_rows(n, evenly(4, n), in_table({9, 4, 0, 100}), evenly(4, n));
        this->expect_rows(n, evenly(4, 0), evenly(4, 2), apart);
    }
}

TYPED_TEST(ShortRows, InAnyNumberAreRun) {
    for (index_t count = 2; count <= 9; ++count)
        this->expect_rows(this->shortest + 1, evenly(count, 5), evenly(count, 0), evenly(count, this->shortest + 1));
}

/// Backwards, every second, third and fourth element.
TYPED_TEST(ShortRows, RearrangedOnesBesidePackedOnesAreRun) {
    const index_t least = this->shortest_rearranged;
    const index_t most = this->longest_rearranged;
    for (row_form form = row_form::backwards; form <= row_form::every_fourth; form = row_form(int(form) + 1)) {
        if (is_skipping(form) && !skips<typename TestFixture::op>) continue;
        for (index_t n = least; n <= most; n += n < 3 * least || n > most - 3 ? 1 : least - 1 + n % 2) {
            const row_layout out = evenly(3, n + 1);
            const row_layout row = evenly(3, n);
            const row_layout other = evenly(3, 4 * n + 2, form);
            ASSERT_TRUE(runs<TypeParam>(n, out, other, row, {}, this->template run_rearranged<a_position>));
            ASSERT_TRUE(runs<TypeParam>(n, out, row, other, {}, this->template run_rearranged<b_position>));
            ASSERT_TRUE(runs<TypeParam>(n, out, other, out, {.in_place = b_position},
                                        this->template run_rearranged<a_position>));
        }
    }
}

TYPED_TEST(ShortRows, OfWhichBothAreBackwardsAreRun) {
    const index_t least = this->shortest_rearranged;
    for (const index_t n : {least, least + 1, 2 * least - 1, 3 * least, this->longest_rearranged}) {
        const row_layout out = evenly(3, n + 1);
        const row_layout turned = evenly(3, n + 1, row_form::backwards);
        const row_layout other = evenly(3, -n - 3, row_form::backwards);
        ASSERT_TRUE(runs<TypeParam>(n, out, turned, other, {}, this->template run_rearranged<a_position>));
        ASSERT_TRUE(runs<TypeParam>(n, out, other, turned, {}, this->template run_rearranged<a_position>));
    }
}

/// A few KiB at a time.
TYPED_TEST(ShortRows, RearrangedOnesOfALargeCallAreRun) {
    for (const row_form form : {row_form::backwards, row_form::every_second, row_form::every_fourth}) {
        if (is_skipping(form) && !skips<typename TestFixture::op>) continue;
        const index_t n = 96 / static_cast<index_t>(sizeof(TypeParam));
        const index_t count = 8192 / 96;
        const row_layout row = evenly(count, n);
        ASSERT_TRUE(runs<TypeParam>(n, row, evenly(count, 4 * n, form), row, {.is_large = true},
                                    this->template run_rearranged<a_position>));
        ASSERT_TRUE(runs<TypeParam>(n, row, row, evenly(count, -4 * n - 1, form), {.is_large = true},
                                    this->template run_rearranged<b_position>));
    }
}

TYPED_TEST(ShortRows, RearrangedOtherwiseAreNot) {
    const index_t least = this->shortest_rearranged;
    const index_t most = this->longest_rearranged;
    const auto takes = [this](index_t n, const row_layout& a, const row_layout& b, const row_run& how = {}) {
        row_operands<TypeParam> operands(n, evenly(2, n), a, b, how);
        return this->template run_rearranged<a_position>(operands.all());
    };
    const row_layout turned = evenly(2, 300, row_form::backwards);
    const row_layout row = evenly(2, 300);
    EXPECT_TRUE(takes(least, turned, row));
    EXPECT_FALSE(takes(least - 1, turned, row)) << "too short";
    EXPECT_TRUE(takes(most, turned, row));
    EXPECT_FALSE(takes(most + 1, turned, row)) << "too long";
    EXPECT_FALSE(takes(least, row, turned)) << "the other one";
    EXPECT_TRUE(takes(least, turned, turned));
    EXPECT_FALSE(takes(least, turned, evenly(2, 300, row_form::every_third)));
    EXPECT_FALSE(takes(least, turned, evenly(2, 1, row_form::splat)));
    EXPECT_FALSE(takes(least, turned, in_table({0, least})));
    EXPECT_FALSE(takes(least, turned, row, {.prefetch = 1}));
    EXPECT_EQ(takes(least, evenly(2, 300, row_form::every_second), row), skips<typename TestFixture::op>);
}

/// Whole registers, from 96 bytes on.
TYPED_TEST(ShortRows, ThatFollowEachOtherInALargeCallAreWrittenAroundTheCache) {
    for (const index_t bytes : {128, 192, 448, 512}) {
        const index_t n = bytes / static_cast<index_t>(sizeof(TypeParam));
        this->expect_rows(n, evenly(3, n + 2), evenly(3, 0), evenly(3, n), true);
        this->expect_rows(n, evenly(3, -n - 1), evenly(3, 1), evenly(3, n), true);
    }
}

TYPED_TEST(ShortRows, AreOtherwiseNot) {
    const index_t in_64_bytes = 64 / static_cast<index_t>(sizeof(TypeParam));
    const index_t n = 2 * in_64_bytes;
    const row_layout row = evenly(2, n);
    EXPECT_TRUE(this->streams(n, row, row));
    EXPECT_FALSE(this->streams(n, row, evenly(2, n + in_64_bytes))) << "out is apart";
    EXPECT_FALSE(this->streams(n, row, evenly(2, n), {.shift = 1})) << "within a register";
    EXPECT_FALSE(this->streams(n, row, in_table({0, n}))) << "to be looked up";
    EXPECT_FALSE(this->streams(n, in_table({0, n}), row));
    EXPECT_FALSE(this->streams(n + 1, evenly(2, n + 1), evenly(2, n + 1), {.at = edge::front})) << "part of a register";
    EXPECT_FALSE(this->streams(in_64_bytes, evenly(2, in_64_bytes), evenly(2, in_64_bytes))) << "too short";
    EXPECT_FALSE(this->streams(n, evenly(2, n, row_form::backwards), row));
    row_operands<TypeParam> small(n, row, row, row, {});
    EXPECT_FALSE(this->run_streamed(small.all()));
}

TYPED_TEST(ShortRows, AreNoOthers) {
    const index_t n = this->shortest;
    const row_layout row = evenly(2, n);
    const row_layout one = evenly(2, 1, row_form::splat);
    EXPECT_TRUE(this->takes(n, row, row));
    EXPECT_TRUE(this->takes(this->longest, row, one));
    EXPECT_TRUE(this->takes(this->shortest_with_splat, one, row));
    EXPECT_FALSE(this->takes(this->shortest_with_splat - 1, one, row));
    EXPECT_FALSE(this->takes(this->shortest_with_splat - 1, row, one));
    EXPECT_FALSE(this->takes(n - 1, row, row)) << "too short";
    EXPECT_FALSE(this->takes(this->longest + 1, row, row)) << "too long";
    EXPECT_TRUE(this->takes(this->shortest_with_splat, one, one));
    EXPECT_FALSE(this->takes(this->shortest_with_splat - 1, one, one));
    EXPECT_TRUE(this->takes(this->longest, one, one));
    EXPECT_FALSE(this->takes(this->longest + 1, one, one));
    EXPECT_FALSE(this->takes(n, row, evenly(2, n, row_form::backwards)));
    EXPECT_FALSE(this->takes(n, evenly(2, n, row_form::every_second), row));
    EXPECT_FALSE(this->takes(n, row, row, {.streaming = true}));
    EXPECT_FALSE(this->takes(n, row, row, {.prefetch = 1}));
}

} // namespace
} // namespace lanewise_test
