// Units: blocks of memory from one to four loads, by words and by bytes.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/block_shuffle.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class Units : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t load = can_shuffle_words && size >= 4 ? halves_bytes : load_width; // of a block

    void SetUp() override {
        if (!can_shuffle_bytes) GTEST_SKIP() << "This instruction set shuffles no bytes.";
    }

    static bool has_block(const rows_shape& shape) {
        laid_out_rows<T> from(shape, edge::end);
        return block_shuffle<T>::of(from.packed(pitch_of(from.elements() * size))) != nullptr;
    }

    static void expect_block(const rows_shape& shape) {
        ASSERT_TRUE(packs<T>(shape, [&](std::byte* packed, index_t pitch, const strided_rows& from) {
            if (!can_shuffle_bytes) return; // where the compiler knows that there is none
            const auto* const blocks = block_shuffle<T>::of(from);
            ASSERT_NE(blocks, nullptr) << show(shape);
            ASSERT_EQ(block_shuffle<T>::of(from), blocks) << "noted";
            pack_in_units(*blocks, packed, pitch, from);
        }));
    }
};
TYPED_TEST_SUITE(Units, moved_types);

TYPED_TEST(Units, SmallMatricesTransposedAreBlocksOfOneToFourLoads) {
    std::set<index_t> loads;
    for (index_t p = 2; p <= 16; ++p) {
        for (index_t q = 2; q <= 16; ++q) {
            const index_t unit = p * q;
            const index_t bytes = unit * this->size;
            if (bytes < halves_bytes || bytes > 4 * this->load) continue;
            loads.insert((bytes + this->load - 1) / this->load);
            for (const index_t m : {1, 2, 5}) {
                this->expect_block({{{q, p}, {p, 1}, {m, unit}}, {{2, m * unit + 3}}});
                this->expect_block({{{q, -p}, {p, 1}, {m, unit + 5}}, {{2, -m * unit - 40}}});
                this->expect_block({{{q, p}, {p, -1}, {m, -unit}}, {}});
            }
        }
    }
    EXPECT_EQ(loads.count(2) + loads.count(3) + loads.count(4), 3u);
    EXPECT_EQ(loads.count(1), this->load == halves_bytes && 4 * this->size <= this->load ? 1u : 0u);
}

TYPED_TEST(Units, SmallerMatricesAreSeveralToABlock) {
    for (const index_t p : {2, 3}) {
        const index_t matrix = p * 2 * this->size;
        if (matrix >= halves_bytes) continue;
        for (const index_t m : {16, 48}) {
            this->expect_block({{{2, p}, {p, 1}, {m, 2 * p}}, {{2, 2 * m * p + 1}}});
            this->expect_block({{{2, p}, {p, 1}, {m, 2 * p}, {3, 5 * m * p}}, {}});
        }
    }
}

TYPED_TEST(Units, WhatIsLeftOfARowIsPackedAgainFromItsEnd) {
    for (const index_t pixel : {2, 3}) {
        for (const index_t n : {37, 41, 97}) this->expect_block({{{pixel, -1}, {n, pixel}}, {{3, -pixel * n - 7}}});
    }
}

TYPED_TEST(Units, SmallBlocksOfSeveralAxes) {
    const index_t rest = this->size == 1 ? 7 : this->size == 2 ? 5 : 2;
    if (6 * rest * this->size > 4 * this->load) return;
    this->expect_block({{{2, 3 * rest}, {3, rest}, {rest, 1}, {3, 6 * rest}}, {{2, 18 * rest}}});
    this->expect_block({{{rest, 6}, {2, 3}, {3, 1}, {3, 6 * rest + 2}, {2, -90}}, {{2, 500}}});
}

TYPED_TEST(Units, ALoadOfEachOfAFewPlanes) {
    const index_t lanes = this->load / this->size;
    const index_t most = can_shuffle_words || this->size <= 2 ? 4 : this->size == 4 ? 3 : 0;
    for (index_t planes = 2; planes <= most; ++planes) {
        for (index_t n = lanes; n <= 3 * lanes + 1; ++n) {
            this->expect_block({{{planes, n + 2}, {n, 1}}, {{2, planes * (n + 2)}}});
            this->expect_block({{{planes, -n}, {n, 1}}, {}});
            this->expect_block({{{planes, n}, {n, -1}}, {{3, -n * planes}}});
        }
        for (const index_t n : {lanes, 3 * lanes}) {
            this->expect_block({{{planes, n}, {n, 1}, {3, planes * n}}, {{2, 3 * planes * n + 1}}});
            this->expect_block({{{planes, 2 * n}, {n, -1}, {3, -2 * planes * n}}, {}});
        }
        this->expect_block({{{planes, 5000}, {7 * lanes + 3, 1}}, {}});
        EXPECT_FALSE(this->has_block({{{planes, lanes}, {lanes - 1, 1}}, {}})) << "less than a load";
        EXPECT_FALSE(this->has_block({{{planes, 9 * lanes}, {2 * lanes, 2}}, {}})) << "no neighbours";
        const index_t n = 2 * lanes + 1;
        EXPECT_FALSE(this->has_block({{{planes, n}, {n, 1}, {3, planes * n}}, {}})) << "no whole units";
    }
    const index_t too_many = most == 0 ? 2 : most + 1;
    EXPECT_FALSE(this->has_block({{{too_many, 9 * lanes}, {2 * lanes, 1}}, {}}));
}

TYPED_TEST(Units, ARegisterOfEachOfAFewPlanesOfRuns) {
    if (!can_shuffle_words || this->size < 4) GTEST_SKIP() << "Runs of planes are shuffled by words.";
    for (const index_t n : {8 / this->size, 16 / this->size}) {
        if (n == 1) continue;
        const index_t least = halves_bytes / (n * this->size); // runs of a register
        for (const index_t planes : {2, 3, 4}) {
            for (index_t m = least; m <= 3 * least + 1; ++m) {
                this->expect_block({{{n, 1}, {planes, n * m + 3}, {m, n}}, {{2, planes * n * m + 50}}});
                this->expect_block({{{n, 1}, {planes, -n * m}, {m, n}}, {}});
            }
            this->expect_block({{{n, 1}, {planes, n * least}, {least, n}, {3, -50 * n}}, {{2, 500}}});
            EXPECT_FALSE(this->has_block({{{n, 1}, {planes, 90}, {least - 1, n}}, {}})) << "less than a register";
            EXPECT_FALSE(this->has_block({{{n, 1}, {planes, 90}, {2 * least, n + 1}}, {}})) << "no neighbours";
            EXPECT_FALSE(this->has_block({{{n, 1}, {planes, 90}, {least, -n}}, {}})) << "backwards";
            EXPECT_FALSE(this->has_block({{{n, 1}, {planes, 90}, {least + 1, n}, {3, 500}}, {}})) << "units differ";
            EXPECT_FALSE(this->has_block({{{n, 2}, {planes, 90}, {least, n}}, {}})) << "elements apart";
        }
        EXPECT_FALSE(this->has_block({{{n, 1}, {5, 90}, {2 * least, n}}, {}})) << "too many";
    }
    const index_t n = 12 / this->size;
    EXPECT_FALSE(this->has_block({{{n, 1}, {2, 200}, {24, n}}, {}})) << "runs of 12 bytes, or single ones";
}

TYPED_TEST(Units, OthersAreNoBlocks) {
    const index_t longest = 4 * this->load / this->size;
    EXPECT_TRUE(this->has_block({{{2, longest / 2}, {longest / 2, 1}, {3, longest}}, {}}));
    EXPECT_FALSE(this->has_block({{{2, longest / 2 + 1}, {longest / 2 + 1, 1}, {3, longest + 2}}, {}})) << "too long";
    EXPECT_FALSE(this->has_block({{{longest, -1}}, {}})) << "a single run";
    EXPECT_FALSE(this->has_block({{{4, 1}, {longest, 1}}, {}})) << "plain runs";
    EXPECT_FALSE(this->has_block({{{4, 0}, {longest, 1}}, {}})) << "repeated elements";
    const index_t half = longest / 8;
    EXPECT_FALSE(this->has_block({{{2, half + 1}, {half, 1}, {3, 2 * half + 2}}, {}})) << "two blocks";
}

TYPED_TEST(Units, EachUnitOfABlockIsGivenByRowAndPlace) {
    const index_t unit = halves_bytes / this->size;
    laid_out_rows<TypeParam> from({{{2, unit / 2}, {unit / 2, 1}, {3, unit}}, {{2, 5 * unit}}}, edge::end);
    const strided_rows g = from.packed(pitch_of(3 * halves_bytes));
    const auto* const blocks = block_shuffle<TypeParam>::of(g);
    if (unit / 2 == 1) return; // two elements of eight bytes lie as they are
    ASSERT_NE(blocks, nullptr);
    std::vector<std::pair<index_t, index_t>> seen;
    blocks->each_unit(g, [&](index_t j) { return [&seen, j](index_t at, const auto&) { seen.emplace_back(j, at); }; });
    const std::vector<std::pair<index_t, index_t>> want = {{0, 0}, {0, halves_bytes}, {0, 2 * halves_bytes},
                                                           {1, 0}, {1, halves_bytes}, {1, 2 * halves_bytes}};
    EXPECT_EQ(seen, want);
}

TEST(PieceAt, TheLastOneOverlapsTheOneBefore) {
    EXPECT_EQ(piece_at(0, 16, 40), 0);
    EXPECT_EQ(piece_at(1, 16, 40), 16);
    EXPECT_EQ(piece_at(2, 16, 40), 24);
    EXPECT_EQ(piece_at(1, 16, 32), 16);
}

} // namespace
} // namespace lanewise_test
