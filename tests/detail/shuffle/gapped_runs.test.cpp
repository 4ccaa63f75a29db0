// Short runs with gaps: each length and distance of which a load brings several, with every number around what loads leave over.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/gapped_runs.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class GappedRuns : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t elements = gap_bytes<T> / size;

    void SetUp() override {
        if (!can_skip<T>) GTEST_SKIP() << "This instruction set loads no such elements under a mask.";
    }

    static void pack(std::byte* packed, index_t pitch, const strided_rows& from) {
        if constexpr (can_skip<T>) {
            const auto* const runs = gapped_runs<T>::of(from);
            ASSERT_NE(runs, nullptr);
            ASSERT_EQ(gapped_runs<T>::of(from), runs) << "noted";
            runs->pack(packed, pitch, from);
        }
    }

    template <class Change>
    static bool are_taken(const rows_shape& shape, const Change& change) {
        if constexpr (can_skip<T>) {
            laid_out_rows<T> rows(shape, edge::end);
            strided_rows from = rows.packed(pitch_of(rows.elements() * size));
            change(from);
            return gapped_runs<T>::of(from) != nullptr;
        }
        return false;
    }

    static bool are_taken(const rows_shape& shape) {
        return are_taken(shape, [](const strided_rows&) {});
    }
};
TYPED_TEST_SUITE(GappedRuns, moved_types);

TYPED_TEST(GappedRuns, ArePackedSeveralAtATime) {
    for (index_t n = 1; n < this->elements; ++n) {
        for (index_t apart = n + 1; n + apart <= this->elements; ++apart) {
            const index_t at_once = (this->elements - n) / apart + 1;
            for (index_t count = at_once; count <= 2 * at_once + 1; ++count)
                ASSERT_TRUE(packs<TypeParam>({{{n, 1}, {count, apart}}, {{3, count * apart + 5}}}, this->pack));
            ASSERT_TRUE(packs<TypeParam>({{{n, 1}, {at_once, apart}}, {{2, -at_once * apart}}}, this->pack));
        }
    }
}

TYPED_TEST(GappedRuns, AreNoOthers) {
    const index_t most = this->elements;
    EXPECT_EQ(this->are_taken({{{1, 1}, {99, most - 1}}, {}}), most > 2);
    EXPECT_FALSE(this->are_taken({{{1, 1}, {99, most}}, {}})) << "one a load";
    EXPECT_TRUE(this->are_taken({{{1, 1}, {most / 2, 2}}, {}}));
    EXPECT_FALSE(this->are_taken({{{1, 1}, {most / 2 - 1, 2}}, {}})) << "less than a load";
    EXPECT_FALSE(this->are_taken({{{1, 1}, {99, -2}}, {}})) << "backwards";
    EXPECT_FALSE(this->are_taken({{{2, -1}, {99, 3}}, {}})) << "backwards inside";
    EXPECT_FALSE(this->are_taken({{{1, 1}, {99, 2}}, {}}, [](strided_rows& from) { from.notes = nullptr; }));
    const index_t table[] = {0};
    EXPECT_FALSE(this->are_taken({{{1, 1}, {99, 2}}, {}}, [&](strided_rows& from) { from.run.table = table; }));
}

} // namespace
} // namespace lanewise_test
