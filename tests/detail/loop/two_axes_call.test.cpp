// Which calls of few elements are run without a tile: crops and transposed matrices; and that every element of them is right.

#include "support/scalar_kernel.hpp"
#include "support/strided.hpp"

#include <lanewise/detail/loop/two_axes_call.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using lanewise::extents;
using steps = std::vector<index_t>;

constexpr scalar_kernel::abilities every{true, true, true, true};

enum class way { none, in_place, transposed, repeated };

class TwoAxesCall : public testing::Test {
protected:
    TwoAxesCall() {
        std::mt19937_64 random(3);
        for (auto& memory : memory_) {
            memory.resize(std::size_t{1} << 20);
            for (std::byte& b : memory) b = static_cast<std::byte>(random());
        }
    }

    /// How out = op(a, b) is run, if it is such a call; then its elements are checked. Strides in elements of `size` bytes.
    way run(const std::vector<index_t>& shape, const steps& out, const steps& a, const steps& b, index_t size = 4,
            const scalar_kernel::abilities& can = every) {
        operand_layout operands[operand_count];
        const steps* const strides[] = {&out, &a, &b};
        for (int k = 0; k < operand_count; ++k) {
            operands[k].element_bytes = size;
            operands[k].data = memory_[k].data() + memory_[k].size() / 2;
            for (std::size_t i = 0; i < shape.size(); ++i) operands[k].stride[i] = (*strides[k])[i] * size;
        }
        scalar_kernel scalar(size, size, size, can);
        row_kernel kernel = scalar.kernel();
        kernel.forms.shortest_row = kernel.forms.shortest_apart = 4;
        kernel.forms.shortest_rearranged = 20;
        const plan p = make_plan(extents(shape), operands);
        EXPECT_EQ(p.rank, static_cast<int>(shape.size()));
        if (!two_axes_call::may(p)) return way::none;
        two_axes_call call(p, kernel);
        if (!call.fits()) return way::none;
        EXPECT_TRUE(call.run());
        index_t wrong = 0;
        for_each_index(shape, [&](const auto& index) {
            const auto at = [&](int k) { return operands[k].data + offset_of(index, *strides[k]) * size; };
            const auto value = [&](int k) { return scalar_kernel::load(at(k), size); };
            std::uint64_t want = scalar_kernel::operation(value(a_position), value(b_position));
            if (size < 8) want &= (std::uint64_t{1} << (8 * size)) - 1;
            wrong += value(out_position) != want || scalar.writes[at(out_position)] != 1;
        });
        EXPECT_EQ(wrong, 0) << show(shape) << ", out " << show(out) << ", a " << show(a) << ", b " << show(b);
        const index_t places = shape.size() == 2 ? 1 : shape[0];
        EXPECT_EQ(scalar.seen.rows + scalar.seen.transposed + scalar.seen.shuffled, places);
        return scalar.seen.shuffled > 0 ? way::repeated : scalar.seen.transposed > 0 ? way::transposed : way::in_place;
    }

private:
    std::vector<std::byte> memory_[operand_count];
};

TEST_F(TwoAxesCall, CropsAreRunWhereTheyLie) {
    for (const index_t size : {1, 2, 4, 8}) {
        EXPECT_EQ(run({16, 20}, {20, 1}, {90, 1}, {70, 1}, size), way::in_place);
        EXPECT_EQ(run({16, 20}, {90, 1}, {20, 1}, {20, 1}, size), way::in_place) << "into one";
        EXPECT_EQ(run({16, 20}, {20, 1}, {90, 1}, {0, 1}, size), way::in_place) << "less a row";
        EXPECT_EQ(run({16, 20}, {20, 1}, {1, 0}, {90, 1}, size), way::in_place) << "from a column";
        EXPECT_EQ(run({16, 20}, {-20, 1}, {90, 1}, {-70, 1}, size), way::in_place) << "from the last row on";
        EXPECT_EQ(run({16, 20}, {1, 90}, {1, 16}, {1, 70}, size), way::in_place) << "column by column";
        EXPECT_EQ(run({16, 20}, {20, 1}, {90, 1}, {20, -1}, size), way::in_place) << "less one that is backwards";
        EXPECT_EQ(run({16, 20}, {20, 1}, {70, -1}, {20, 1}, size), way::in_place) << "from one";
        EXPECT_EQ(run({16, 64}, {64, 1}, {200, 3}, {64, 1}, size), way::in_place) << "every third element less one";
    }
}

TEST_F(TwoAxesCall, OtherRowsAreNot) {
    EXPECT_EQ(run({64, 20}, {20, 1}, {20, 1}, {0, 1}), way::none) << "many that follow each other: one row";
    EXPECT_EQ(run({16, 3}, {90, 1}, {3, 1}, {3, 1}), way::none) << "short ones";
    EXPECT_EQ(run({16, 19}, {19, 1}, {90, 1}, {70, -1}), way::none) << "few elements backwards";
    EXPECT_EQ(run({16, 20}, {20, 1}, {1, 0}, {70, -1}), way::none) << "backwards beside a column";
    EXPECT_EQ(run({16, 20}, {20, 1}, {90, -2}, {70, 1}), way::none) << "every second backwards";
    EXPECT_EQ(run({16, 20}, {20, 1}, {90, 1}, {70, 2}, 2), way::none) << "every second element of few bytes";
    EXPECT_EQ(run({16, 20}, {20, 1}, {90, 1}, {170, 7}), way::none) << "far apart";
    EXPECT_EQ(run({16, 20}, {40, 2}, {90, 1}, {70, 1}), way::none) << "out's elements";
    EXPECT_EQ(run({64, 256}, {300, 1}, {300, 1}, {300, 1}), way::in_place);
    EXPECT_EQ(run({64, 257}, {300, 1}, {300, 1}, {300, 1}), way::none) << "many elements";
    EXPECT_EQ(run({16, 256}, {300, 1}, {300, 1}, {300, -1}), way::in_place) << "backwards";
    EXPECT_EQ(run({16, 257}, {300, 1}, {300, 1}, {300, -1}), way::none) << "many of them";
}

TEST_F(TwoAxesCall, FewRowsOrLongOnesAreRunThoughTheyFollowEachOther) {
    const auto less_a_row = [this](index_t rows, index_t elements, index_t size = 4) {
        return run({rows, elements}, {elements, 1}, {elements, 1}, {0, 1}, size);
    };
    EXPECT_EQ(less_a_row(63, 31), way::in_place);
    EXPECT_EQ(less_a_row(64, 31), way::none);
    EXPECT_EQ(less_a_row(64, 32), way::in_place) << "128 bytes";
    EXPECT_EQ(less_a_row(32, 128), way::in_place);
    EXPECT_EQ(less_a_row(128, 128), way::in_place);
    EXPECT_EQ(less_a_row(40, 127), way::none) << "many elements";
    EXPECT_EQ(less_a_row(129, 128), way::none) << "many elements";
    EXPECT_EQ(less_a_row(4, 7, 2), way::in_place);
    EXPECT_EQ(less_a_row(5, 7, 2), way::none) << "14 bytes";
    EXPECT_EQ(less_a_row(5, 8, 2), way::in_place);
    EXPECT_EQ(less_a_row(2, 3), way::in_place);
    EXPECT_EQ(less_a_row(3, 3), way::none) << "shorter than the operation's loops take";
    constexpr scalar_kernel::abilities repeats{.transposes = true, .shuffles = true, .repeated = 9};
    EXPECT_EQ(run({255, 7}, {7, 1}, {1, 0}, {0, 1}, 4, repeats), way::in_place) << "outer";
    EXPECT_EQ(run({255, 7}, {7, 1}, {0, 1}, {1, 0}, 4, repeats), way::in_place) << "outer";
    EXPECT_EQ(run({256, 7}, {7, 1}, {0, 1}, {1, 0}, 4, repeats), way::none) << "many rows";
    EXPECT_EQ(run({64, 7}, {7, 1}, {7, 1}, {0, 1}, 4, repeats), way::none) << "and one is not outer";
    EXPECT_EQ(run({5, 40}, {80, 2}, {40, 1}, {0, 1}), way::none) << "into every second element";
    EXPECT_EQ(run({5, 40}, {40, 1}, {40, 1}, {0, 1}, 4, {true, true, false, true}), way::none) << "a dear operation";
}

TEST_F(TwoAxesCall, AFewPlacesAreRunInTurn) {
    const auto less_rows = [this](index_t places, index_t rows, index_t elements, index_t size = 4) {
        const steps packed{rows * elements, elements, 1};
        return run({places, rows, elements}, packed, packed, {elements, 0, 1}, size);
    };
    for (const index_t size : {1, 2, 4, 8}) {
        EXPECT_EQ(less_rows(3, 5, 16, size), way::in_place);
        EXPECT_EQ(run({2, 5, 16}, {-90, 16, 1}, {100, 20, 1}, {-16, 0, 1}, size), way::in_place) << "backwards";
        EXPECT_EQ(run({2, 3, 64}, {192, 64, 1}, {192, 64, 1}, {0, 1, 0}, size), way::in_place) << "less numbers";
    }
    EXPECT_EQ(less_rows(4, 5, 16), way::none) << "many places for so few elements";
    EXPECT_EQ(less_rows(4, 32, 16), way::in_place);
    EXPECT_EQ(less_rows(4, 32, 15), way::none);
    EXPECT_EQ(less_rows(8, 32, 16), way::in_place);
    EXPECT_EQ(less_rows(9, 16, 32), way::none) << "many places";
    EXPECT_EQ(less_rows(8, 32, 17), way::none) << "many elements";
    EXPECT_EQ(less_rows(2, 4, 4), way::in_place);
    EXPECT_EQ(less_rows(2, 4, 4, 2), way::none) << "rows of 8 bytes";
    EXPECT_EQ(run({2, 33, 40}, {1320, 40, 1}, {1320, 40, 1}, {1320, 1, 33}), way::none) << "transposed";
}

TEST_F(TwoAxesCall, AnInputIsTransposedOnTheWay) {
    for (const index_t size : {1, 2, 4, 8}) {
        EXPECT_EQ(run({33, 40}, {40, 1}, {40, 1}, {1, 33}, size), way::transposed);
        EXPECT_EQ(run({33, 40}, {40, 1}, {1, 33}, {40, 1}, size), way::transposed);
        EXPECT_EQ(run({33, 40}, {40, 1}, {-1, 35}, {50, 1}, size), way::transposed) << "backwards";
        EXPECT_EQ(run({33, 40}, {60, 1}, {1, -35}, {0, 0}, size), way::transposed) << "less a number";
        EXPECT_EQ(run({33, 40}, {40, 1}, {1, 33}, {1, 33}, size), way::none) << "both";
        EXPECT_EQ(run({33, 40}, {40, 1}, {1, 33}, {40, -1}, size), way::none) << "beside one backwards";
        EXPECT_EQ(run({33, 40}, {80, 2}, {1, 33}, {40, 1}, size), way::none) << "into elements apart";
        EXPECT_EQ(run({33, 40}, {40, 1}, {2, 66}, {40, 1}, size), way::none) << "no neighbours";
        EXPECT_EQ(run({33, 40}, {40, 1}, {1, 33}, {40, 1}, size, {true, true, false, true}), way::none)
            << "a dear operation";
        EXPECT_EQ(run({33, 40}, {40, 1}, {1, 4096}, {40, 1}, size), way::none) << "lines that compete";
    }
}

TEST_F(TwoAxesCall, AnInputsElementsAreRepeatedOnTheWay) {
    constexpr scalar_kernel::abilities repeats{.transposes = true, .shuffles = true, .repeated = 9};
    for (const index_t size : {4, 8}) {
        for (const index_t n : {2, 5, 9}) {
            EXPECT_EQ(run({64, n}, {n, 1}, {n, 1}, {1, 0}, size, repeats), way::repeated) << n;
            EXPECT_EQ(run({64, n}, {n, 1}, {-1, 0}, {n, 1}, size, repeats), way::repeated) << n;
            EXPECT_NE(run({63, n}, {n, 1}, {n, 1}, {1, 0}, size, repeats), way::repeated) << "few rows";
            EXPECT_NE(run({64, n}, {n, 1}, {n, 1}, {1, 0}, size), way::repeated) << "not this kernel";
            EXPECT_NE(run({64, n}, {n, 1}, {n, 1}, {2, 0}, size, repeats), way::repeated) << "no neighbours";
            EXPECT_NE(run({64, n}, {n, 1}, {n + 1, 1}, {1, 0}, size, repeats), way::repeated) << "others apart";
            EXPECT_NE(run({64, n}, {n + 1, 1}, {n, 1}, {1, 0}, size, repeats), way::repeated) << "out apart";
            EXPECT_NE(run({64, n}, {n, 1}, {-n, -1}, {1, 0}, size, repeats), way::repeated) << "backwards";
            EXPECT_NE(run({64, n}, {n, 1}, {1, 0}, {2, 0}, size, repeats), way::repeated) << "beside a column";
        }
    }
}

TEST_F(TwoAxesCall, OnlyWholeBlocksAre) {
    const auto is_transposed = [this](index_t rows, index_t elements, index_t size) {
        return run({rows, elements}, {elements, 1}, {elements, 1}, {1, rows + 9}, size) == way::transposed;
    };
    struct block {
        index_t size;
        index_t rows;
        index_t elements;
    };
    for (const auto& [size, rows, elements] : {block{1, 16, 32}, {2, 8, 16}, {4, 4, 8}, {8, 4, 8}}) {
        EXPECT_TRUE(is_transposed(rows, elements, size)) << size;
        EXPECT_FALSE(is_transposed(rows, elements - 1, size)) << size;
        EXPECT_FALSE(is_transposed(rows - 1, elements, size)) << size;
    }
}

TEST_F(TwoAxesCall, ConvertedInputsAreNot) {
    std::vector<std::byte> memory(1 << 16);
    for (const bool is_column : {false, true}) {
        const operand_layout column{memory.data(), 4, {4, 0}};
        const operand_layout narrow{memory.data(), 2, {is_column ? 4 : 10, is_column ? 0 : 2}};
        const operand_layout packed{memory.data(), 4, {20, 4}};
        const operand_layout operands[] = {packed, is_column ? packed : column, narrow};
        scalar_kernel scalar(4, 4, 2, {.shuffles = true, .repeated = 9});
        const row_kernel kernel = scalar.kernel();
        const plan p = make_plan(extents{100, 5}, operands);
        EXPECT_FALSE(two_axes_call(p, kernel).fits()) << is_column;
    }
    for (const bool transposed : {false, true}) {
        const operand_layout operands[] = {{memory.data(), 4, {160, 4}},
                                           {memory.data(), 4, {200, 4}},
                                           {memory.data(), 2, {transposed ? 2 : 100, transposed ? 66 : 2}}};
        scalar_kernel scalar(4, 4, 2, every);
        const row_kernel kernel = scalar.kernel();
        const plan p = make_plan(extents{33, 40}, operands);
        EXPECT_FALSE(two_axes_call(p, kernel).fits()) << transposed;
    }
}

} // namespace
} // namespace lanewise_test
