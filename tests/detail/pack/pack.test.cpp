// Each way in which strided rows become packed ones, at lengths around its blocks and chunks. Those with a
// header of their own have a test of their own; what is here is called by name, and then as `pack` chooses.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/pack.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class Pack : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    /// By name and as chosen.
    static void expect_both(const rows_shape& shape, const packing& mechanism) {
        ASSERT_TRUE(packs<T>(shape, mechanism));
        ASSERT_TRUE(packs<T>(shape, as_chosen)) << "as chosen";
    }

    static void as_chosen(std::byte* packed, index_t pitch, const strided_rows& from) {
        pack<T, T>(nullptr, packed, pitch, from);
    }
};
TYPED_TEST_SUITE(Pack, moved_types);

TYPED_TEST(Pack, PackedRunsOfEveryLengthAreCopied) {
    for (index_t n = 1; n <= 70; ++n) {
        this->expect_both({{{n, 1}}, {{3, 2 * n}}}, pack_runs<TypeParam>);
        this->expect_both({{{n, 1}, {9, n + 1}}, {{2, -10 * n}}}, pack_runs<TypeParam>);
        this->expect_both({{{n, 1}, {3, -n - 2}, {2, 5 * n + 7}}, {{2, 11 * n + 20}, {2, -30 * n - 50}}},
                          pack_runs<TypeParam>);
    }
}

TYPED_TEST(Pack, RunsAreCopiedOrRepeated) {
    const index_t longest = 16 / this->size;
    for (const index_t times : {1, 2, 7, 8, 9, 30}) {
        for (const index_t rows : {1, 3, 12}) {
            for (const index_t n : {index_t{1}, longest / 2, longest, longest + 1})
                this->expect_both({{{n, 1}, {times, 0}}, {{rows, 40}}}, pack_runs<TypeParam>);
        }
    }
    for (index_t n = 1; n <= longest; ++n) {
        this->expect_both({{{n, 1}, {300, 0}}, {{2, n + 1}}}, pack_runs<TypeParam>);
        this->expect_both({{{n, 1}, {300, n + 1}}, {{2, 2}}}, pack_runs<TypeParam>);
    }
}

TYPED_TEST(Pack, AnElementIsRepeatedInRunsOfEveryLength) {
    for (index_t n = 1; n <= 70; ++n) {
        this->expect_both({{{n, 0}, {3, 2}}, {{3, 7}}}, pack_splats<TypeParam>);
        this->expect_both({{{n, 0}, {3, 2}, {2, -9}}, {{2, 20}, {2, 41}}}, pack_splats<TypeParam>);
    }
}

TYPED_TEST(Pack, TheElementOfASplatIsOneForEachRow) {
    for (const index_t stride : {1, -1, 5}) {
        for (const edge at : edges) {
            laid_out_rows<TypeParam> from({{}, {{9, stride}}}, at);
            packed_rows<TypeParam> packed(1, 9, this->size, at);
            pack<TypeParam, TypeParam>(nullptr, packed.data(), this->size, from.packed(this->size));
            ASSERT_TRUE(packed.are([&](index_t j, index_t i) { return *from.at(j, i); })) << stride;
        }
    }
}

TYPED_TEST(Pack, RunsBackwardsOfHalfABlockOrMoreAreReversed) {
    for (index_t n = reverse_elements<TypeParam> / 2; n <= 2 * 64 / this->size + 3; ++n) {
        this->expect_both({{{n, -1}}, {{3, 2 * n}}}, pack_reversed<TypeParam>);
        this->expect_both({{{n, -1}, {3, n + 1}}, {{2, -5 * n}}}, pack_reversed<TypeParam>);
    }
}

TYPED_TEST(Pack, EverySecondThirdAndFourthElementIsTakenWithoutWhatLiesBetween) {
    if constexpr (!can_skip<TypeParam>) {
        GTEST_SKIP() << "Elements of these are not skipped on this instruction set.";
    } else {
        constexpr index_t least = skip_elements<TypeParam>;
        for (index_t n = least; n <= 4 * least + 1; ++n) {
            this->expect_both({{{n, 2}}, {{3, 2 * n + 5}}}, pack_skipping<TypeParam, 2>);
            this->expect_both({{{n, 3}}, {{3, 3 * n + 5}}}, pack_skipping<TypeParam, 3>);
            this->expect_both({{{n, 4}}, {{3, 4 * n + 5}}}, pack_skipping<TypeParam, 4>);
            this->expect_both({{{n, 2}, {2, 4 * n}}, {{2, -9 * n}}}, pack_skipping<TypeParam, 2>);
        }
    }
}

TYPED_TEST(Pack, RowsThatNothingFasterFitsArePackedToo) {
    for (const index_t step : {2, 3, 4, 5, -2, -3, 7}) {
        for (index_t n = 1; n <= 40; n += 3) {
            for (const bool is_large : {false, true}) {
                const auto& any = TestFixture::as_chosen;
                ASSERT_TRUE(packs<TypeParam>({{{n, step}}, {{3, 8 * n}}}, any, is_large));
                ASSERT_TRUE(packs<TypeParam>({{{3, step}, {n, 40}}, {{2, 5}}}, any, is_large));
                ASSERT_TRUE(packs<TypeParam>({{{2, 3 * n}, {n, step}, {2, 9 * n}}, {{2, 99 * n}}}, any, is_large));
            }
        }
    }
}

// Of a call without tiles, which has no notes; nobody has sorted their axes either.
TYPED_TEST(Pack, FewElementsAreCopiedAsTheyLie) {
    const auto few = [](std::byte* packed, index_t pitch, const strided_rows& from) {
        strided_rows unsorted = from;
        unsorted.notes = nullptr;
        unsorted.order = nullptr;
        TestFixture::as_chosen(packed, pitch, unsorted);
    };
    for (const index_t step : {2, 3, 4, 5, -1, -2, 7}) {
        for (index_t n = 1; n <= 21; ++n) {
            ASSERT_TRUE(packs<TypeParam>({{{n, step}}, {{3, 8 * n}}}, few));
            ASSERT_TRUE(packs<TypeParam>({{{3, step}, {n, 40}}, {{2, 5}}}, few));
            ASSERT_TRUE(packs<TypeParam>({{{2, 3 * n}, {n, step}}, {{3, 99 * n}}}, few));
        }
    }
}

} // namespace
} // namespace lanewise_test
