// Rows of large calls that are transposed a cache line at a time: one input and both, in either direction, of every width and
// length around a line's, a block's and a part's elements, beside packed rows and splats, wherever out's lines begin.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/transposed_row.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class TransposedLines : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t line = cache_line / size;
    static constexpr index_t columns = transpose_columns<bits_type<T>>;
    static constexpr index_t block = transpose_rows<bits_type<T>>;
    static constexpr index_t part = size >= 4 ? 64 : 128;

    static std::vector<index_t> widths() {
        return {1, columns - 1, columns, columns + 1, line - 1, line, line + 1, 2 * line, 2 * line + columns + 1};
    }
    static std::vector<index_t> lengths() {
        return {1, block - 1, block, line + 1, part - 1, part, part + 1, part + block, 2 * part + line - 1, 3 * part};
    }

    /// Rows of w neighbours, of n elements each; in one direction or the other.
    static rows_shape neighbours(index_t w, index_t n, index_t way = 1) { return {{{n, w + 3}}, {{w, way}}}; }

    static strided_rows strided(laid_out_rows<T>& from) {
        const strided_rows rows = from.packed(pitch_of(from.elements() * size));
        EXPECT_EQ(rows.run.count, 1);
        return rows;
    }

    static void run(const rows& r, const strided_rows* a, const strided_rows* b) {
        const op operation{};
        const strided_rows* inputs[operand_count] = {};
        inputs[a_position] = a;
        inputs[b_position] = b;
        EXPECT_TRUE(transposed_lines<op>::may(r, inputs));
        transposing_function_of<op>()(&operation, r, inputs);
        fence_streams();
    }

    static row_run streamed(edge at, index_t shift) { return {.at = at, .streaming = true, .shift = shift}; }

    static void expect_one(const rows_shape& shape, const row_layout& out, const row_layout& other, index_t shift = 0) {
        for (const int k : {a_position, b_position}) {
            const edge at = k == a_position ? edge::front : edge::end;
            laid_out_rows<T> from(shape, at);
            row_operands<T> operands(from.elements(), out, other, other, streamed(at, shift));
            const strided_rows rows = strided(from);
            run(operands.all(), k == a_position ? &rows : nullptr, k == b_position ? &rows : nullptr);
            ASSERT_TRUE(operands.are_differences(k, from)) << show(shape) << ", input " << k << ", shifted " << shift;
        }
    }

    static void expect_both(const rows_shape& a, const rows_shape& b, const row_layout& out, index_t shift = 0) {
        for (const edge at : edges) {
            laid_out_rows<T> from_a(a, at);
            laid_out_rows<T> from_b(b, at);
            row_operands<T> operands(from_a.elements(), out, out, out, streamed(at, shift));
            const strided_rows rows_of_a = strided(from_a);
            const strided_rows rows_of_b = strided(from_b);
            run(operands.all(), &rows_of_a, &rows_of_b);
            ASSERT_TRUE(operands.are_differences(from_a, from_b))
                << show(a) << " and " << show(b) << ", shifted " << shift;
        }
    }
};
using transposed_types = testing::Types<std::uint8_t, std::uint16_t, float, double, float16, bfloat16>;
TYPED_TEST_SUITE(TransposedLines, transposed_types, named_by_dtype);

TYPED_TEST(TransposedLines, OfEveryWidthAndLength) {
    for (const index_t w : this->widths()) {
        for (const index_t n : this->lengths()) {
            const auto shape = this->neighbours(w, n);
            this->expect_one(shape, evenly(w, n), evenly(w, n + 1), w % 5);
            this->expect_one(shape, evenly(w, n + 2), evenly(w, 1, row_form::splat));
            this->expect_both(shape, {{{n, w}}, {{w, 1}}}, evenly(w, n + 1), n % 7);
        }
    }
}

TYPED_TEST(TransposedLines, Backwards) {
    for (const index_t w : this->widths()) {
        for (const index_t n : {this->line + 1, this->part, 2 * this->part + 3}) {
            const auto forwards = this->neighbours(w, n);
            const auto backwards = this->neighbours(w, n, -1);
            const rows_shape turned{{{n, -w}}, {{w, -1}}};
            this->expect_one(backwards, evenly(w, n), evenly(w, n));
            this->expect_one(turned, evenly(w, -n), evenly(w, 1, row_form::splat), 1);
            this->expect_both(backwards, forwards, evenly(w, n));
            this->expect_both(forwards, turned, evenly(w, n + 3));
            this->expect_both(turned, backwards, evenly(w, n));
        }
    }
}

TYPED_TEST(TransposedLines, WhereverOutsLinesBegin) {
    for (const index_t w : {this->line, this->line + 2}) {
        for (index_t shift = 0; shift < this->line; ++shift) {
            for (const index_t n : {2 * this->line, this->part + this->line - 1, 2 * this->part + shift}) {
                this->expect_one(this->neighbours(w, n), evenly(w, n + shift), evenly(w, n), shift);
                this->expect_both(this->neighbours(w, n), this->neighbours(w, n, -1), evenly(w, n + 1), shift);
            }
        }
    }
}

TYPED_TEST(TransposedLines, InSeveralGroupsOfNeighbours) {
    for (const index_t w : {this->columns, this->line, this->line + 1}) {
        const index_t n = this->part + 5;
        const index_t group = n * (w + 1);
        const rows_shape up{{{n, w + 1}}, {{w, 1}, {3, group}}};
        const rows_shape down{{{n, w + 1}}, {{w, -1}, {3, -group}}};
        std::vector<index_t> starts;
        for (index_t j = 0; j < 3 * w; ++j) starts.push_back(j * n + j / w * 7);
        this->expect_one(up, evenly(3 * w, n), evenly(3 * w, n));
        this->expect_one(down, in_table(starts), evenly(3 * w, n));
        this->expect_both(up, down, in_table(starts));
        this->expect_both(up, {{{n, 3 * w}}, {{3 * w, 1}}}, evenly(3 * w, n));
    }
}

// Powers of two compete for a set of the cache, so that less is fetched ahead.
TYPED_TEST(TransposedLines, FarApart) {
    for (const index_t kilobytes : {4, 16, 64}) {
        const index_t apart = kilobytes * 1024 / this->size;
        const index_t n = this->block + 2;
        this->expect_both({{{n, apart}}, {{this->line, 1}}}, {{{n, -apart}}, {{this->line, 1}}}, evenly(this->line, n));
    }
}

} // namespace
} // namespace lanewise_test
