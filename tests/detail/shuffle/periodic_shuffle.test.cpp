// Periodic shuffles: each kind of strided rows that has one, with every number of runs around what its periods leave over.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/periodic_shuffle.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class PeriodicShuffle : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes = load_width / size;
    static constexpr index_t fewest = 2 * register_halves * lanes; // runs

    void SetUp() override {
        if (!can_shuffle_bytes) GTEST_SKIP() << "This instruction set shuffles no bytes.";
    }

    /// The shuffle takes the rows, and some of its registers if it is `long_enough`.
    static void expect_pattern(const rows_shape& shape, bool long_enough = false, bool is_large = false) {
        const auto pack = [&](std::byte* packed, index_t pitch, const strided_rows& from) {
            if (!can_shuffle_bytes) return; // where the compiler knows that there is none
            const auto* const even = periodic_shuffle<T>::of(from);
            ASSERT_NE(even, nullptr);
            ASSERT_EQ(periodic_shuffle<T>::of(from), even) << "noted";
            ASSERT_TRUE(even->periods() > 0 || !long_enough) << show(shape);
            even->pack(packed, pitch, from);
        };
        ASSERT_TRUE(packs<T>(shape, pack, is_large));
    }

    static bool has_pattern(const rows_shape& shape, bool is_large = false) {
        laid_out_rows<T> from(shape, edge::end, is_large);
        return periodic_shuffle<T>::of(from.packed(pitch_of(from.elements() * size))) != nullptr;
    }

    /// Whether runs of n elements begin with a register once in one register or three.
    static bool is_short(index_t n) {
        const index_t registers = n / std::gcd(n, halves_bytes / size);
        return registers == 1 || registers == 3;
    }

    /// Calls f with every number of runs that one period, a few and the runs behind them have, and with some more.
    template <class F>
    static void for_each_count(const F& f) {
        for (index_t count = fewest; count <= fewest + 2 * lanes + 1; ++count) f(count);
        for (const index_t count : {5 * fewest - 1, 7 * fewest, 9 * fewest + lanes + 1}) f(count);
    }
};
TYPED_TEST_SUITE(PeriodicShuffle, moved_types);

TYPED_TEST(PeriodicShuffle, TakesPixelsBackwards) {
    for (index_t n = 2; n * this->size <= load_width; ++n) {
        EXPECT_EQ(this->has_pattern({{{n, -1}, {this->fewest, n}}, {}}, true), this->is_short(n)) << n;
        if (!this->is_short(n)) continue;
        this->for_each_count([&](index_t count) {
            this->expect_pattern({{{n, -1}, {count, n}}, {{2, n * count + 3}}}, count >= 4 * this->fewest, true);
        });
    }
}

TYPED_TEST(PeriodicShuffle, TakesShortPixelsOneBeforeTheOther) {
    for (index_t n = 2; n * this->size <= load_width && n < 4; ++n) {
        this->for_each_count([&](index_t count) {
            if (count < 8) return; // so few runs are copied
            this->expect_pattern({{{n, 1}, {count, -n}}, {{2, n * count + 3}}}, count >= 4 * this->fewest, true);
        });
    }
}

TYPED_TEST(PeriodicShuffle, TakesElementsBetweenWhichOtherRowsLie) {
    const index_t most = this->size <= 2 ? 4 : this->size == 4 ? 3 : 0;
    for (index_t apart = 2; apart <= most; ++apart) {
        this->for_each_count([&](index_t count) {
            this->expect_pattern({{{count, apart}}, {{apart, 1}}}, count >= 4 * this->fewest);
            this->expect_pattern({{{count, -apart}}, {{apart, -1}}}, count >= 4 * this->fewest);
            this->expect_pattern({{{count, apart}}, {{apart, 1}, {2, apart * count + 7}}});
        });
    }
}

TYPED_TEST(PeriodicShuffle, OthersAreNone) {
    const index_t count = this->fewest;
    EXPECT_FALSE(this->has_pattern({{{3, 0}, {count, 1}}, {}})) << "repeated elements";
    EXPECT_FALSE(this->has_pattern({{{2, count}, {count, 1}}, {}})) << "planes";
    EXPECT_FALSE(this->has_pattern({{{2, -1}, {count - 1, 2}}, {}})) << "too few runs";
    EXPECT_FALSE(this->has_pattern({{{2, -1}, {count, 3}}, {}})) << "runs apart";
    EXPECT_FALSE(this->has_pattern({{{2, -1}, {count, 2}, {2, 3 * count}}, {}})) << "uneven";
    EXPECT_FALSE(this->has_pattern({{{count, 1}}, {}})) << "packed";
    const index_t in_load = load_width / this->size;
    EXPECT_TRUE(this->has_pattern({{{in_load, -1}, {count, in_load}}, {}}, true));
    EXPECT_FALSE(this->has_pattern({{{in_load + 1, -1}, {count, in_load + 1}}, {}}, true))
        << "pixels longer than a load";
    EXPECT_TRUE(this->has_pattern({{{2, -1}, {count, 2}}, {}}));
    EXPECT_FALSE(this->has_pattern({{{3, -1}, {count, 3}}, {}})) << "pixels of three, near";
    EXPECT_FALSE(this->has_pattern({{{count, 2}}, {{3, 2 * count}}})) << "nobody's elements lie between";
    EXPECT_FALSE(this->has_pattern({{{count, 3}}, {{2, 1}}})) << "others' elements lie between";
    laid_out_rows<TypeParam> from({{{2, -1}, {count, 2}}, {}}, edge::end);
    strided_rows unnoted = from.packed(cache_line);
    unnoted.notes = nullptr;
    EXPECT_EQ(periodic_shuffle<TypeParam>::of(unnoted), nullptr);
}

TYPED_TEST(PeriodicShuffle, ThePeriodsAreOfSoManyRegistersAndRuns) {
    const auto period = [&](const rows_shape& shape, index_t registers, bool is_quick) {
        laid_out_rows<TypeParam> from(shape, edge::end, true);
        const auto* const even = periodic_shuffle<TypeParam>::of(from.packed(pitch_of(from.elements() * this->size)));
        ASSERT_NE(even, nullptr);
        const index_t runs = registers * halves_bytes / (shape.elements[0].extent * this->size);
        EXPECT_EQ(even->period_bytes(), registers * halves_bytes);
        EXPECT_EQ(even->periods(), (shape.elements[1].extent - this->lanes + 1) / runs);
        EXPECT_EQ(even->is_quick(), is_quick);
    };
    for (index_t count = this->fewest; count < 3 * this->fewest; ++count) {
        period({{{2, -1}, {count, 2}}, {}}, 1, true);
        if (this->size < 8) period({{{3, -1}, {count, 3}}, {}}, 3, true);
    }
    laid_out_rows<TypeParam> between({{{this->fewest, 2}}, {{2, 1}}}, edge::end);
    if (this->size <= 4) {
        const strided_rows rows = between.packed(pitch_of(this->fewest * this->size));
        const auto* const even = periodic_shuffle<TypeParam>::of(rows);
        ASSERT_NE(even, nullptr);
        EXPECT_FALSE(even->is_quick());
    }
}

TYPED_TEST(PeriodicShuffle, RegistersAndTheEndOfARowAreTheElements) {
    if (!can_shuffle_bytes) return; // as above
    for (const index_t n : {2, 3}) {
        if (n * this->size > load_width) continue;
        const index_t count = 3 * this->fewest + 1;
        for (const edge at : edges) {
            laid_out_rows<TypeParam> from({{{n, -1}, {count, n}}, {{2, n * count}}}, at, true);
            packed_rows<TypeParam> packed(n * count, 2, pitch_of(n * count * this->size), at);
            const strided_rows g = from.packed(packed.pitch());
            const auto* const even = periodic_shuffle<TypeParam>::of(g);
            ASSERT_NE(even, nullptr);
            ASSERT_TRUE(even->is_quick());
            ASSERT_GT(even->periods(), 1);
            const index_t periods = even->periods() - 1; // not all of them
            for (index_t j = 0; j < 2; ++j) {
                std::byte* const row = packed.data() + j * packed.pitch();
                index_t registers = 0;
                even->each_shuffled_quickly(g, j, periods, [&](index_t to, halves_register shuffled) {
                    store_halves(row + to, shuffled);
                    ++registers;
                });
                EXPECT_EQ(registers * halves_bytes, periods * even->period_bytes());
                even->pack_end(row + periods * even->period_bytes(), g, j, periods);
            }
            ASSERT_TRUE(packed.are([&](index_t j, index_t i) { return *from.at(j, i); })) << n;
        }
    }
}

} // namespace
} // namespace lanewise_test
