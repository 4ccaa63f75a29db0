// Rows transposed on the way to the operation: of every width and length around a block's, a cache line's and a part's elements,
// either input, backwards, in several runs, beside packed rows and splats, and in place.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/transposed_row.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class TransposedRow : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t line = cache_line / size;
    static constexpr index_t columns = transpose_columns<bits_type<T>>;
    static constexpr index_t block = transpose_rows<bits_type<T>>;

    static std::vector<index_t> widths() {
        return {1, 2, columns - 1, columns, columns + 1, columns + 3, line - 1, line, line + 1, 2 * line + 3};
    }
    static std::vector<index_t> lengths() {
        return {1, block - 1, block, block + 1, line - 1, line, line + 1, 2 * line - 1, 2 * line, 3 * line + line / 2};
    }

    static void expect_run(const rows_shape& shape, const row_layout& out, const row_layout& other, row_run how = {}) {
        for (const int k : {a_position, b_position}) {
            const edge at = k == a_position ? edge::front : edge::end;
            laid_out_rows<T> from(shape, at);
            if (std::ssize(shape.rows) > 1) from.with_a_table_of_rows();
            how.at = at;
            if (how.in_place != out_position) how.in_place = other_input(k);
            row_operands<T> operands(from.elements(), out, other, other, how);
            const op operation{};
            const strided_rows strided = from.packed(pitch_of(from.elements() * size));
            const strided_rows* inputs[operand_count] = {};
            inputs[k] = &strided;
            transposing_function_of<op>()(&operation, operands.all(), inputs);
            ASSERT_TRUE(operands.are_differences(k, from))
                << show(shape) << ", input " << k << ", in place " << how.in_place;
        }
    }
};
using transposed_types = testing::Types<std::uint8_t, std::uint16_t, float, double, float16, bfloat16>;
TYPED_TEST_SUITE(TransposedRow, transposed_types, named_by_dtype);

TYPED_TEST(TransposedRow, OfEveryWidthAndLength) {
    for (const index_t w : this->widths()) {
        for (const index_t n : this->lengths()) {
            const rows_shape shape{{{n, w + 3}}, {{w, 1}}};
            this->expect_run(shape, evenly(w, n), evenly(w, n + 1));
            this->expect_run(shape, evenly(w, n + 2), evenly(w, 1, row_form::splat));
            this->expect_run(shape, evenly(w, n), evenly(w, n), {.in_place = a_position});
        }
    }
}

// Few enough elements at a time that their cache lines stay in the L1 cache, of rows half a kilobyte apart fewer.
TYPED_TEST(TransposedRow, InParts) {
    const index_t half_kilobyte = 512 / this->size;
    for (const index_t n : {255 + this->block, 256 + this->block, 257 + this->block, index_t{2 * 256 + 1}}) {
        for (const index_t w : {this->columns + 1, this->columns + 3}) {
            this->expect_run({{{n, w + 2}}, {{w, 1}}}, evenly(w, n), evenly(w, n), {.in_place = a_position});
            this->expect_run({{{n, half_kilobyte}}, {{w, 1}}}, evenly(w, n + 1), evenly(w, 1, row_form::splat));
            const rows_shape uneven{{{n / 2, w}, {2, n / 2 * w + 5}}, {{w, 1}}};
            this->expect_run(uneven, evenly(w, n), evenly(w, n + 1));
        }
    }
}

TYPED_TEST(TransposedRow, Backwards) {
    for (const index_t w : this->widths()) {
        for (const index_t n : {this->line - 1, this->line + 2, 3 * this->line}) {
            this->expect_run({{{n, w}}, {{w, -1}}}, evenly(w, n), evenly(w, n + 1));
            this->expect_run({{{n, -w}}, {{w, -1}}}, evenly(w, n), evenly(w, n), {.in_place = a_position});
            this->expect_run({{{n, -w}}, {{w, 1}}}, evenly(w, -n), evenly(w, 2, row_form::splat));
        }
    }
}

TYPED_TEST(TransposedRow, InSeveralRuns) {
    for (const index_t w : {this->columns, this->line + 1}) {
        for (const index_t n : {index_t{3}, this->line - 1, this->line}) {
            for (const index_t more : {2, 5}) {
                const rows_shape shape{{{n, w}, {more, n * w + 9}, {2, -9 * n * w - 99}}, {{w, 1}}};
                this->expect_run(shape, evenly(w, 2 * n * more), evenly(w, 2 * n * more + 1));
            }
        }
    }
}

TYPED_TEST(TransposedRow, InSeveralGroupsOfNeighbours) {
    for (const index_t w : {index_t{1}, this->columns, this->line + 1}) {
        const index_t n = this->line + 3;
        const index_t group = n * (w + 1);
        this->expect_run({{{n, w + 1}}, {{w, 1}, {3, group}}}, evenly(3 * w, n), evenly(3 * w, n));
        this->expect_run({{{n, w + 1}}, {{w, -1}, {3, -group}}}, evenly(3 * w, n), evenly(3 * w, 1, row_form::splat));
    }
}

// Neighbours throughout, whose other operand's or results' rows are not evenly apart.
TYPED_TEST(TransposedRow, BesideUnevenRows) {
    for (const index_t w : {index_t{1}, this->columns, this->line + 1}) {
        const index_t n = this->line + 3;
        std::vector<index_t> starts;
        for (index_t j = 0; j < 3 * w; ++j) starts.push_back(j * n + j / w * 7);
        this->expect_run({{{n, 3 * w}}, {{3 * w, 1}}}, in_table(starts), evenly(3 * w, n));
        this->expect_run({{{n, 3 * w}}, {{3 * w, -1}}}, evenly(3 * w, n), in_table(starts));
    }
}

} // namespace
} // namespace lanewise_test
