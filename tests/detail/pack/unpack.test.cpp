// Packed rows back in strided ones of out: every element arrives, and nothing beside them is written.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/unpack.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class Unpack : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t columns = transpose_columns<T>;
    static constexpr index_t rows = transpose_rows<T>;
    static constexpr index_t few = fewest_unpacked<T>;

    using unpacking = std::function<void(const strided_rows& to, const std::byte* packed, index_t pitch)>;

    static void expect_unpack(const rows_shape& shape, const unpacking& mechanism = unpack<T>) {
        for (const edge at : edges) {
            for (const bool table : {false, true}) {
                laid_out_rows<T> to(shape, at);
                if (table) to.with_a_table_of_rows();
                const index_t bytes = to.elements() * size;
                const packed_rows<T> packed(to.elements(), to.rows(), bytes, at, 0);
                const guarded_memory& memory = to.memory();
                ASAN_UNPOISON_MEMORY_REGION(memory.first(), memory.size());
                std::vector<std::byte> want(memory.first(), memory.end());
                for (index_t j = 0; j < to.rows(); ++j) {
                    for (index_t i = 0; i < to.elements(); ++i) {
                        const T value = packed.at(j, i);
                        std::memcpy(want.data() + (reinterpret_cast<std::byte*>(to.at(j, i)) - memory.first()), &value,
                                    sizeof value);
                    }
                }
                mechanism(to.unpack(), packed.data(), bytes);
                ASSERT_EQ(std::memcmp(memory.first(), want.data(), want.size()), 0)
                    << show(shape) << ", table " << table;
            }
        }
    }
};
TYPED_TEST_SUITE(Unpack, moved_types);

TYPED_TEST(Unpack, RowsThatAreNeighboursInBlocksTransposed) {
    for (const index_t n : {this->columns, this->columns + 1, 3 * this->columns - 1}) {
        for (const index_t m : {this->few, this->rows - 1, this->rows, this->rows + 1, 2 * this->rows + 3}) {
            for (const rows_shape& shape : {rows_shape{{{n, m}}, {{m, 1}}}, rows_shape{{{n, -m - 5}}, {{m, 1}}}}) {
                this->expect_unpack(shape);
                if (m < this->few) continue;
                this->expect_unpack(shape, [](const strided_rows& to, const std::byte* packed, index_t pitch) {
                    unpack_transposed<TypeParam>(to, packed, pitch);
                });
            }
        }
        // Too few for a block.
        this->expect_unpack({{{n, 40}}, {{this->few - 1, 1}}});
        this->expect_unpack({{{this->columns - 1, 90}}, {{this->rows, 1}}});
        // Backwards.
        this->expect_unpack({{{n, 90}}, {{this->rows, -1}}});
    }
}

TYPED_TEST(Unpack, LinesAndShortRuns) {
    for (index_t n = 1; n <= 18; ++n) {
        for (const index_t step : {2, -1, 5}) {
            this->expect_unpack({{{n, step}}, {{3, 6 * n}}});
            this->expect_unpack({{{n, step}, {3, 6 * n}}, {{2, 30 * n}, {2, -100 * n}}});
            this->expect_unpack({{{n, step}, {3, 6 * n}, {2, -20 * n}}, {{2, 50 * n}}});
            this->expect_unpack({{{n, 60}, {19, 2}, {2, 1}}, {{2, 2000}}});
        }
    }
}

TYPED_TEST(Unpack, RunsAndElementsWithGapsSeveralAtATime) {
    const index_t most = gap_bytes<TypeParam> / this->size;
    const auto forced = [](const strided_rows& to, const std::byte* packed, index_t pitch) {
        if constexpr (can_spread<TypeParam>) {
            if (unpack_gapped<TypeParam>(to, packed, pitch)) return;
        }
        unpack<TypeParam>(to, packed, pitch);
    };
    for (index_t n = 1; n < most; n += 1 + n / 4) {
        for (index_t apart = n + 1; n + apart <= most; apart += 1 + n / 2) {
            const index_t at_once = (most - n) / apart + 1;
            for (const index_t count : {at_once - 1, at_once, at_once + 1, 3 * at_once + 1}) {
                this->expect_unpack({{{n, 1}, {count, apart}}, {{3, count * apart + 5}}}, forced);
                this->expect_unpack({{{n, 1}, {count, apart}, {2, count * apart + 3}}, {{2, 3 * count * apart}}},
                                    forced);
                this->expect_unpack({{{count, apart}, {2, 2 * count * apart}}, {{2, -5 * count * apart}}}, forced);
                this->expect_unpack({{{n, 1}, {count, apart}}, {{60, count * apart}}});
            }
        }
    }
}

TYPED_TEST(Unpack, PackedRunsInChunks) {
    for (index_t n = 1; n <= 70; ++n) {
        this->expect_unpack({{{n, 1}}, {{3, n + 1}}});
        this->expect_unpack({{{n, 1}, {3, n + 2}}, {{2, -9 * n}}});
        this->expect_unpack({{{n, 1}, {3, n + 2}, {2, 5 * n + 7}}, {{2, 12 * n + 50}}});
    }
}

} // namespace
} // namespace lanewise_test
