// Neighbours that are each repeated: every number of times and of elements, forwards and backwards, and as units of an operation.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/repeat_shuffle.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class RepeatShuffle : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes = halves_bytes / size; // of a register
    static constexpr index_t most = size < 4 ? 32 : 16;

    void SetUp() override {
        if (!can_shuffle_bytes) GTEST_SKIP() << "This instruction set shuffles no bytes.";
    }

    /// A unit's runs: half a register of them where a load of 16 bytes brings those, and they fill two to five registers.
    static index_t runs_of_unit(index_t times) {
        const bool halved = halves_bytes == 32 && (times == 4 || times == 6 || times == 8 || times == 10);
        return halved ? lanes / 2 : lanes;
    }

    static bool takes(const rows_shape& shape) {
        laid_out_rows<T> from(shape, edge::end);
        return repeat_shuffle<T>::of(from.packed(pitch_of(from.elements() * size))) != nullptr;
    }

    static void expect_packed(const rows_shape& shape) {
        ASSERT_TRUE(packs<T>(shape, [&](std::byte* packed, index_t pitch, const strided_rows& from) {
            if (!can_shuffle_bytes) return; // where the compiler knows that there is none
            const auto* const repeats = repeat_shuffle<T>::of(from);
            ASSERT_NE(repeats, nullptr) << show(shape);
            ASSERT_EQ(repeat_shuffle<T>::of(from), repeats) << "noted";
            pack_in_units(*repeats, packed, pitch, from);
        }));
    }
};
TYPED_TEST_SUITE(RepeatShuffle, moved_types);

TYPED_TEST(RepeatShuffle, PacksNeighboursEachAFewTimes) {
    for (index_t times = 2; times <= this->most; ++times) {
        for (const index_t n : {this->runs_of_unit(times), this->lanes, this->lanes + 1, 2 * this->lanes - 1,
                                2 * this->lanes, 5 * this->lanes + 1}) {
            this->expect_packed({{{times, 0}, {n, 1}}, {{2, n + 5}}});
            this->expect_packed({{{times, 0}, {n, -1}}, {{3, -n}}});
        }
    }
}

TYPED_TEST(RepeatShuffle, TakesNoOthers) {
    EXPECT_TRUE(this->takes({{{3, 0}, {this->lanes, 1}}, {}}));
    EXPECT_FALSE(this->takes({{{3, 0}, {this->lanes - 1, 1}}, {}})) << "less than a register";
    EXPECT_TRUE(this->takes({{{6, 0}, {this->runs_of_unit(6), 1}}, {}}));
    EXPECT_FALSE(this->takes({{{6, 0}, {this->runs_of_unit(6) - 1, 1}}, {}})) << "less than a unit";
    EXPECT_FALSE(this->takes({{{3, 0}, {3 * this->lanes, 2}}, {}})) << "no neighbours";
    EXPECT_FALSE(this->takes({{{3, 0}, {this->lanes, 1}, {2, 3 * this->lanes}}, {}})) << "not evenly apart";
    EXPECT_FALSE(this->takes({{{3, 1}, {3 * this->lanes, 1}}, {}})) << "not repeated";
    EXPECT_TRUE(this->takes({{{this->most, 0}, {this->lanes, 1}}, {}}));
    EXPECT_FALSE(this->takes({{{this->most + 1, 0}, {this->lanes, 1}}, {}})) << "too often";
    laid_out_rows<TypeParam> from({{{3, 0}, {this->lanes, 1}}, {}}, edge::end);
    strided_rows unnoted = from.packed(cache_line);
    unnoted.notes = nullptr;
    EXPECT_EQ(repeat_shuffle<TypeParam>::of(unnoted), nullptr);
}

TYPED_TEST(RepeatShuffle, GivesEachUnitOrRegisterByRowAndPlace) {
    if (!can_shuffle_bytes) return; // as above
    for (index_t times = 2; times <= this->most; ++times) {
        const index_t runs = this->runs_of_unit(times);
        const index_t unit_bytes = times * runs * this->size;
        const index_t n = 3 * runs - 1;
        for (const edge at : edges) {
            laid_out_rows<TypeParam> from({{{times, 0}, {n, 1}}, {{2, n}}}, at);
            packed_rows<TypeParam> packed(times * n, 2, pitch_of(times * n * this->size), at);
            const strided_rows g = from.packed(packed.pitch());
            const auto* const repeats = repeat_shuffle<TypeParam>::of(g);
            ASSERT_NE(repeats, nullptr);
            EXPECT_EQ(repeats->bytes(), unit_bytes);
            EXPECT_EQ(repeats->whole_bytes(), 2 * repeats->bytes());
            EXPECT_EQ(repeats->rest_bytes(), (runs - 1) * times * this->size);
            index_t registers = 0;
            repeats->each_unit(g, [&](index_t j) {
                return [&, row = unit_packer{packed.data() + j * packed.pitch()}](index_t to, const auto& unit) {
                    row(to, unit);
                    registers += unit.registers;
                };
            });
            EXPECT_EQ(registers, 2 * 2 * unit_bytes / halves_bytes);
            repeats->pack_units(packed.data() + repeats->last_at(), packed.pitch(), repeats->last_of(g));
            ASSERT_TRUE(packed.are([&](index_t j, index_t i) { return *from.at(j, i); })) << times;
        }
    }
}

} // namespace
} // namespace lanewise_test
