// Rows of which one input is shuffled on the way: periods and blocks, either input, in place, and around the cache.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/shuffled_row.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class ShuffledRow : public testing::Test {
protected:
    using op = minus_on<T>;
    static_assert((row_forms_of<op>().repeated > 0) == takes_shuffled<op>(), "who repeats is called without asking");
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes_of_a_load = load_width / size;
    static constexpr index_t fewest = 2 * register_halves * lanes_of_a_load; // runs of periods
    static constexpr index_t many = std::max(fewest, 128 / size); // runs of two elements, whose row is worth its rest
    static constexpr index_t line = cache_line / size;

    void SetUp() override {
        if (!takes_shuffled<op>())
            GTEST_SKIP() << "No register of this instruction set is as long as what is shuffled.";
    }

    static bool run(const rows& r, int k, const strided_rows& from) {
        if constexpr (takes_shuffled<op>()) {
            const op operation{};
            const bool taken = shuffling_function_of<op>()(&operation, r, k, from);
            fence_streams();
            return taken;
        } else {
            return false;
        }
    }

    /// Whether rows are taken, `other` beside what is shuffled; those that are, are right.
    static bool takes(const rows_shape& shape, const row_layout& out, const row_layout& other, row_run how = {},
                      bool is_large = false) {
        bool taken = true;
        for (const int k : {a_position, b_position}) {
            for (const edge at : edges) {
                if (how.streaming && at == edge::end) continue; // out would not begin at a line
                laid_out_rows<T> from(shape, at, is_large);
                how.at = at;
                if (how.in_place != out_position) how.in_place = other_input(k);
                row_operands<T> operands(from.elements(), out, other, other, how);
                taken = run(operands.all(), k, from.packed(pitch_of(from.elements() * size))) && taken;
                EXPECT_TRUE(!taken || operands.are_differences(k, from)) << show(shape) << ", input " << k;
            }
        }
        return taken;
    }

    /// Rows that are taken, wherever out and the other input have them, and in place.
    static void expect_taken(const rows_shape& shape, bool is_large = false) {
        const index_t n = extent_of(shape.elements);
        const index_t count = extent_of(shape.rows);
        const row_layout packed = evenly(count, n);
        ASSERT_TRUE(takes(shape, packed, packed, {}, is_large)) << show(shape);
        ASSERT_TRUE(takes(shape, packed, packed, {.in_place = a_position}, is_large)) << show(shape);
        std::vector<index_t> backwards;
        for (index_t j = 0; j < count; ++j) backwards.push_back((count - j) * (n + 3));
        ASSERT_TRUE(takes(shape, in_table(backwards), evenly(count, 1), {}, is_large)) << show(shape);
    }

    template <class F>
    static void for_each_count(const F& f) {
        for (index_t count = many; count <= many + 2 * lanes_of_a_load + 1; ++count) f(count);
        for (const index_t count : {5 * many - 1, 6 * many}) f(count);
    }
};
using shuffled_types = testing::Types<std::uint8_t, std::uint16_t, float, double>;
TYPED_TEST_SUITE(ShuffledRow, shuffled_types, named_by_dtype);

TYPED_TEST(ShuffledRow, OfRepeatedElements) {
    for (const index_t n : {2, 3, 6}) {
        this->for_each_count([&](index_t count) {
            this->expect_taken({{{n, 0}, {count, 1}}, {{2, count + 3}}});
            this->expect_taken({{{n, 0}, {count, -1}}, {}});
        });
    }
}

TYPED_TEST(ShuffledRow, OfPixelsBackwards) {
    for (const index_t n : {2, 3, 8, 16}) {
        if (n * this->size > load_width) continue;
        this->for_each_count([&](index_t count) {
            this->expect_taken({{{n, -1}, {count, n}}, {{2, n * count}}}, true);
        });
    }
}

TYPED_TEST(ShuffledRow, WhoseRegistersTakeManyLoadsArePacked) {
    const index_t count = 6 * this->fewest;
    EXPECT_FALSE(this->takes({{{count, 2}}, {{2, 1}}}, evenly(2, count), evenly(2, count))) << "others between";
}

TYPED_TEST(ShuffledRow, OfBlocks) {
    const index_t load = can_shuffle_words && this->size >= 4 ? halves_bytes : load_width;
    for (index_t p = 2; p <= 12; ++p) {
        for (index_t q = 2; q <= 12; ++q) {
            const index_t unit = p * q;
            if (unit * this->size < halves_bytes || unit * this->size > 4 * load) continue;
            this->expect_taken({{{q, p}, {p, 1}, {3, unit}}, {{2, 3 * unit + 3}}});
            this->expect_taken({{{q, -p}, {p, -1}, {2, unit + 5}}, {{3, -2 * unit - 10}}});
        }
    }
}

TYPED_TEST(ShuffledRow, OfPlanesAndWhatIsBehindTheirLastRegisters) {
    const index_t most = can_shuffle_words || this->size <= 2 ? 4 : this->size == 4 ? 3 : 0;
    for (index_t planes = 2; planes <= most; ++planes) {
        this->for_each_count([&](index_t count) {
            this->expect_taken({{{planes, count + 1}, {count, 1}}, {{2, planes * (count + 1)}}});
            this->expect_taken({{{planes, -count}, {count, -1}}, {{3, count}}});
        });
    }
}

TYPED_TEST(ShuffledRow, OfPlanesOfRuns) {
    if (!can_shuffle_words || this->size < 4) GTEST_SKIP() << "Runs of planes are shuffled by words.";
    const index_t n = 16 / this->size;
    for (const index_t planes : {2, 3, 4}) {
        for (const index_t m : {2, 3, 7, 40}) {
            this->expect_taken({{{n, 1}, {planes, n * m + 1}, {m, n}}, {{2, planes * n * m + 20}}});
            this->expect_taken({{{n, 1}, {planes, -n * m}, {m, n}}, {}});
        }
    }
}

TYPED_TEST(ShuffledRow, AroundTheCacheFromALineOn) {
    for (const index_t n : {2, 3}) {
        this->for_each_count([&](index_t count) {
            const rows_shape shape{{{n, 0}, {count, 1}}, {{2, count}}};
            const index_t pitch = (n * count + this->line - 1) / this->line * this->line;
            const bool taken = this->takes(shape, evenly(2, pitch), evenly(2, n * count), {.streaming = true});
            EXPECT_TRUE(taken || n * count * this->size < 4 * n * cache_line) << count;
            EXPECT_FALSE(this->takes(shape, evenly(2, pitch), evenly(2, n * count), {.streaming = true, .shift = 1}))
                << "not from a line on";
            EXPECT_FALSE(this->takes(shape, evenly(2, pitch + 1), evenly(2, n * count), {.streaming = true}))
                << "only the first one";
            EXPECT_EQ(this->takes(shape, in_table({0, pitch}), evenly(2, n * count), {.streaming = true}), taken);
            EXPECT_FALSE(this->takes(shape, in_table({0, pitch + 1}), evenly(2, n * count), {.streaming = true}));
        });
        const rows_shape one_row{{{n, 0}, {6 * this->fewest, 1}}, {}};
        EXPECT_TRUE(this->takes(one_row, evenly(1, 0), evenly(1, 0), {.streaming = true}));
    }
}

TYPED_TEST(ShuffledRow, BlocksOfWholeRegistersAroundTheCacheFromALineOn) {
    constexpr bool streams = can_shuffle_words && sizeof(TypeParam) >= 4;
    const index_t half = halves_bytes / this->size;
    const row_layout lines = evenly(2, 8 * half);
    for (const index_t blocks : {4, 3}) {
        const rows_shape shape{{{2, half}, {half, 1}, {blocks, 2 * half}}, {{2, 2 * blocks * half}}};
        EXPECT_EQ(this->takes(shape, lines, lines, {.streaming = true}), streams);
        EXPECT_FALSE(this->takes(shape, lines, lines, {.streaming = true, .shift = 1})) << "not from a line on";
    }
    const rows_shape more{{{2, half + 1}, {half + 1, 1}, {3, 2 * half + 2}}, {}};
    EXPECT_FALSE(this->takes(more, evenly(1, 0), evenly(1, 0), {.streaming = true})) << "a register and a bit";
}

TYPED_TEST(ShuffledRow, OfElementsThatComeAsOftenAsMayBe) {
    for (index_t n = 2; n <= most_repeated<TypeParam>; ++n) {
        for (const index_t count : {this->fewest / 2, this->many + 1}) {
            this->expect_taken({{{n, 0}, {count, 1}}, {{2, count + 3}}});
            this->expect_taken({{{n, 0}, {count, -1}}, {{3, -count}}});
        }
    }
}

TYPED_TEST(ShuffledRow, ShortOnesInWholeUnitsOnly) {
    const index_t unit = halves_bytes / this->size; // elements that are each repeated twice
    const index_t units = 256 / (2 * halves_bytes);
    const auto takes = [this](index_t count) {
        return this->takes({{{2, 0}, {count, 1}}, {{2, count}}}, evenly(2, 2 * count), evenly(2, 2 * count));
    };
    EXPECT_TRUE(takes((units - 1) * unit));
    EXPECT_FALSE(takes((units - 1) * unit + 1)) << "what is left of each row takes longer than packing";
    EXPECT_FALSE(takes(units * unit - 1));
    EXPECT_TRUE(takes(units * unit));
    EXPECT_TRUE(takes(units * unit + 1));
}

TYPED_TEST(ShuffledRow, ManyRowsWhoseEndsAreKeptInTurn) {
    const index_t count = this->many + 1;
    this->expect_taken({{{2, 0}, {count, 1}}, {{200, count + 3}}});
    this->expect_taken({{{3, 0}, {count, -1}}, {{90, count + 3}}});
    if (can_shuffle_words || this->size <= 2) this->expect_taken({{{2, 30'000}, {count, 1}}, {{150, count}}});
}

TYPED_TEST(ShuffledRow, TakesNoOthers) {
    const index_t count = 6 * this->fewest;
    const rows_shape repeated{{{2, 0}, {count, 1}}, {{2, count}}};
    EXPECT_TRUE(this->takes(repeated, evenly(2, 2 * count), evenly(2, 2 * count)));
    EXPECT_FALSE(this->takes(repeated, evenly(2, 2 * count), evenly(2, 1, row_form::splat)));
    EXPECT_FALSE(this->takes(repeated, evenly(2, 2 * count), evenly(2, 4 * count, row_form::backwards)));
    EXPECT_FALSE(this->takes({{{33, 0}, {count, 1}}, {}}, evenly(1, 0), evenly(1, 0))) << "too often";
    EXPECT_FALSE(this->takes({{{count, 1}}, {{2, count}}}, evenly(2, count), evenly(2, count))) << "packed";
    EXPECT_FALSE(this->takes({{{count, 5}}, {{2, 5 * count}}}, evenly(2, count), evenly(2, count))) << "no period";
    const index_t half = halves_bytes / this->size;
    const rows_shape block{{{2, half}, {half, 1}, {4, 2 * half}}, {{2, 8 * half}}};
    EXPECT_TRUE(this->takes(block, evenly(2, 8 * half), evenly(2, 8 * half)));
    EXPECT_FALSE(this->takes(block, evenly(2, 8 * half), evenly(2, 1, row_form::splat)));
}

} // namespace
} // namespace lanewise_test
