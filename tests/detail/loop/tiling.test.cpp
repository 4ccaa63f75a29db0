// Which tile a layout is run in: each kind is chosen where its page says so, and not where it would be wrong or slow.

#include "support/lowered_limits.hpp"
#include "support/scalar_kernel.hpp"
#include "support/strided.hpp"

#include <lanewise/detail/loop/tiling.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace lanewise_test {
namespace {

using lanewise::extents;
using steps = std::vector<index_t>;

constexpr scalar_kernel::abilities every{true, true, true, true};

/// The tile of a call over memory that nobody reads.
class Tiling : public testing::Test {
protected:
    const tile& choose(const std::vector<index_t>& shape, const steps& out, const steps& a, const steps& b,
                       index_t size = 4, const scalar_kernel::abilities& can = every) {
        operand_layout operands[operand_count];
        const steps* const strides[] = {&out, &a, &b};
        for (int k = 0; k < operand_count; ++k) {
            operands[k].element_bytes = size;
            operands[k].data = reinterpret_cast<std::byte*>(std::uintptr_t{1} << (40 + k));
            for (std::size_t i = 0; i < shape.size(); ++i) operands[k].stride[i] = (*strides[k])[i] * size;
        }
        scalar_kernel scalar(size, size, size, can);
        plan_ = make_plan(extents(shape), operands);
        kernel_ = scalar.kernel();
        kernel_.forms.repeated = repeated_;
        kernel_.forms.shortest_row = shortest_;
        kernel_.forms.shortest_apart = smaller(shortest_, shortest_apart_);
        kernel_.forms.shortest_rearranged = shortest_rearranged_;
        return chosen_.emplace(tiling(plan_, kernel_).choose());
    }

    index_t stride(int k, int axis) const { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const { return plan_.axis[axis].extent; }

    index_t shortest_ = short_row; // rows that the kernel has a loop for
    index_t shortest_apart_ = short_row;
    index_t shortest_rearranged_ = 128;
    index_t repeated_ = 0; // on the way

private:
    plan plan_;
    row_kernel kernel_{};
    std::optional<tile> chosen_;
};

TEST_F(Tiling, OperandsThatAreWhereTheyLieAreRunDirectly) {
    for (const steps& b : {steps{1000, 1}, {0, 1}, {1, 0}, {0, 0}, {1000, -1}}) {
        const tile& chosen = choose({300, 1000}, {1000, 1}, {1000, 1}, b);
        EXPECT_TRUE(chosen.direct()) << show(b);
        EXPECT_EQ(chosen.row().rank, 1);
    }
    EXPECT_FALSE(choose({300, 1000}, {1000, 1}, {1000, 1}, {1000, -1}, 4, {}).direct()) << "a kernel of packed rows";
    EXPECT_FALSE(choose({300, 1000}, {1000, 1}, {1000, 1}, {5000, 5}).direct()) << "every fifth";
    EXPECT_FALSE(choose({1000, 3}, {3, 1}, {3, 1}, {1, 0}).direct()) << "rows of three";
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {40, 1}, {40, -1}).direct()) << "rows of forty backwards";
}

TEST_F(Tiling, ShortRearrangedRowsBesidePackedOnesAreRunDirectlyWhereThereIsALoop) {
    shortest_rearranged_ = 40;
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, 1}, {40, -1}).direct());
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, -1}, {0, 1}).direct());
    EXPECT_FALSE(choose({1000, 39}, {39, 1}, {39, 1}, {39, -1}).direct());
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {1, 0}, {40, -1}).direct()) << "beside a column";
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {40, -1}, {80, -1}).direct()) << "both";
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, 1}, {85, 2}).direct()) << "every second";
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {165, 4}, {40, 1}).direct()) << "every fourth";
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {40, 1}, {85, 2}, 1).direct()) << "forty bytes";
    EXPECT_TRUE(choose({1000, 16, 40}, {640, 40, 1}, {640, 40, 1}, {750, 44, -1}).direct());
    EXPECT_FALSE(choose({1000, 15, 40}, {600, 40, 1}, {600, 40, 1}, {750, 44, -1}).direct()) << "rows in a table";
}

TEST_F(Tiling, ManyOrLongRowsAreEnoughForATile) {
    const auto rows = [this](const std::vector<index_t>& shape) {
        const index_t n = shape.back() + 5; // apart
        return choose(shape, {400 * n, 20 * n, n, 1}, {400 * n, 20 * n, n, 1}, {n, 20 * n, 400 * n, 1}).rows();
    };
    shortest_ = 4;
    EXPECT_EQ(rows({10, 10, 10, 4}), 100);
    EXPECT_EQ(rows({10, 4, 10, 4}), 120) << "of three axes";
    EXPECT_EQ(rows({10, 10, 10, 64}), 100);
    EXPECT_EQ(rows({10, 10, 15, 4}), 120);
    EXPECT_EQ(rows({10, 10, 16, 4}), 16) << "evenly apart";
    EXPECT_EQ(rows({2, 3, 200, 4}), 200) << "more than of several axes";
}

TEST_F(Tiling, RowsBetweenWhoseElementsOthersLieAreShortWhereTheCacheWouldNotKeepThem) {
    const auto whole = [this](index_t n, const steps& b) { return choose({3, n}, {n, 1}, {n, 1}, b).elements() == n; };
    EXPECT_TRUE(whole(80000, {1, 3}));
    EXPECT_FALSE(whole(100000, {1, 3}));
    EXPECT_FALSE(whole(100000, {-1, 3}));
    EXPECT_TRUE(whole(100000, {400000, 3})) << "what lies between is no row's";
    const auto cropped = [this](index_t rows) {
        const index_t n = rows * 320;
        return choose({3, rows, 320}, {n, 320, 1}, {n, 320, 1}, {1, 1000, 3}).count();
    };
    EXPECT_EQ(extent(cropped(200).axis[0]), 200);
    EXPECT_EQ(extent(cropped(300).axis[0]), 3);
    EXPECT_LT(choose({3, 2, 80000}, {160000, 80000, 1}, {160000, 80000, 1}, {1, 240030, 3}).elements(), 80000);
    EXPECT_EQ(choose({5, 20, 6000}, {120000, 6000, 1}, {120000, 6000, 1}, {0, 20000, 3}).elements(), 6000);
}

TEST_F(Tiling, ShortRowsAreJoinedToLongOnes) {
    const tile& colours = choose({100000, 3}, {3, 1}, {3, 1}, {1, 0});
    EXPECT_GE(colours.elements(), 128);
    EXPECT_LE(colours.elements(), 2048);
    EXPECT_EQ(colours.elements() * 4 % 64, 0) << "whole cache lines of out";
    EXPECT_TRUE(colours.operand(a_position).in_place);
    EXPECT_FALSE(colours.operand(b_position).in_place);
    EXPECT_GE(choose({4, 4, 4, 4, 4, 4, 4, 4}, {16384, 4096, 1024, 256, 64, 16, 4, 1}, {64, 64, 16, 0, 4, 0, 1, 0},
                     {0, 64, 0, 16, 0, 4, 0, 1})
                  .elements(),
              128);
}

TEST_F(Tiling, SoAreRowsOfLittleMoreThanARegisterWhereLittleIsPacked) {
    shortest_ = 4;
    const auto is_direct = [this](index_t n, const steps& a, const steps& b, index_t size = 4) {
        return choose({1000, n}, {n, 1}, a, b, size).direct();
    };
    EXPECT_FALSE(is_direct(9, {9, 1}, {0, 1}));
    EXPECT_FALSE(is_direct(11, {0, 1}, {11, 1}));
    EXPECT_TRUE(is_direct(9, {9, 1}, {1, 0})) << "all of b is packed";
    EXPECT_TRUE(is_direct(8, {8, 1}, {0, 1})) << "32 bytes";
    EXPECT_TRUE(is_direct(12, {12, 1}, {0, 1})) << "half more";
    EXPECT_TRUE(is_direct(17, {17, 1}, {0, 1}, 2)) << "16 bits take longer to pack";
    EXPECT_TRUE(is_direct(9, {13, 1}, {0, 1})) << "apart";
    repeated_ = 9;
    for (const index_t n : {5, 9}) {
        EXPECT_FALSE(is_direct(n, {n, 1}, {1, 0})) << "b is repeated on the way";
        EXPECT_FALSE(is_direct(n, {-1, 0}, {n, 1})) << n;
        EXPECT_TRUE(is_direct(n, {n, 1}, {2, 0})) << "no neighbours";
        EXPECT_TRUE(choose({63, n}, {n, 1}, {n, 1}, {1, 0}).direct()) << "few rows";
        EXPECT_FALSE(choose({64, n}, {n, 1}, {n, 1}, {1, 0}).direct()) << n;
    }
    const auto is_crop_direct = [this](index_t rows) {
        return choose({50, rows, 9}, {rows * 9, 9, 1}, {rows * 9, 9, 1}, {90, 1, 0}).direct();
    };
    EXPECT_TRUE(is_crop_direct(15));
    EXPECT_FALSE(is_crop_direct(16)) << "less columns of so many rows";
    EXPECT_TRUE(is_direct(10, {10, 1}, {1, 0})) << "too often for that";
    repeated_ = 0;
    EXPECT_TRUE(choose({1000, 9}, {13, 1}, {9, 1}, {0, 1}).direct()) << "apart in out";
    EXPECT_TRUE(choose({1000, 9}, {9, 1}, {9, 1}, {0, 1}, 4, {true, true, false, true}).direct()) << "a dear operation";
}

TEST_F(Tiling, AndRowsOfLess) {
    shortest_ = 4;
    EXPECT_FALSE(choose({1000, 7}, {7, 1}, {7, 1}, {0, 1}).direct());
    EXPECT_TRUE(choose({31, 7}, {7, 1}, {7, 1}, {0, 1}).direct()) << "few rows";
    EXPECT_TRUE(choose({1000, 7}, {7, 1}, {7, 1}, {1, 0}).direct()) << "all of b is packed";
    EXPECT_FALSE(choose({1000, 4}, {4, 1}, {4, 1}, {1, 0}).direct()) << "which is quick with four";
    EXPECT_TRUE(choose({1000, 4}, {4, 1}, {0, 1}, {1, 0}).direct()) << "but not both";
    EXPECT_FALSE(choose({1000, 23}, {23, 1}, {1, 0}, {1, 0}).direct()) << "two columns";
    EXPECT_TRUE(choose({1000, 24}, {24, 1}, {1, 0}, {1, 0}).direct()) << "96 bytes";
    EXPECT_TRUE(choose({1000, 32}, {32, 1}, {1, 0}, {1, 0}, 1).direct());
    EXPECT_TRUE(choose({1000, 7}, {7, 1}, {10, 1}, {0, 1}).direct()) << "all of a is";
    EXPECT_TRUE(choose({1000, 7}, {10, 1}, {10, 1}, {10, 1}).direct()) << "out too";
    EXPECT_FALSE(choose({1000, 3}, {10, 1}, {10, 1}, {10, 1}).direct()) << "there is no loop for such";
    shortest_ = 2;
    EXPECT_TRUE(choose({1000, 3}, {10, 1}, {10, 1}, {10, 1}).direct());
    EXPECT_FALSE(choose({1000, 3}, {10, 1}, {10, 1}, {10, 0}).direct()) << "nor beside a number";
    EXPECT_FALSE(choose({1000, 3}, {10, 1}, {10, 0}, {10, 1}).direct());
    EXPECT_TRUE(choose({1000, 4}, {10, 1}, {10, 1}, {10, 0}).direct()) << "but for 16 bytes";
    const auto permuted_is_direct = [this](index_t m, index_t n) {
        return choose({50, m, n}, {m * n, n, 1}, {n, 50 * n, 1}, {m * n, n, 1}).direct();
    };
    EXPECT_FALSE(permuted_is_direct(15, 7)) << "in tables";
    EXPECT_FALSE(permuted_is_direct(15, 8)) << "32 bytes";
    EXPECT_TRUE(permuted_is_direct(15, 9));
    EXPECT_TRUE(permuted_is_direct(16, 7)) << "many evenly apart";
    EXPECT_FALSE(permuted_is_direct(16, 3)) << "less than 16 bytes";
}

TEST_F(Tiling, SomeRowsAreShorterIfMuchWouldBePacked) {
    shortest_ = 4;
    shortest_apart_ = 2;
    const auto is_direct = [this](const steps& out, const steps& a, const steps& b) {
        return choose({1000, 3}, out, a, b).direct();
    };
    EXPECT_TRUE(is_direct({4, 1}, {3, 1}, {3, 1})) << "out";
    EXPECT_TRUE(is_direct({3, 1}, {4, 1}, {5, 1})) << "both inputs";
    EXPECT_FALSE(is_direct({3, 1}, {4, 1}, {3, 1}));
    EXPECT_FALSE(is_direct({3, 1}, {0, 1}, {5, 1}));
}

TEST_F(Tiling, AndThoseAlongManyAxes) {
    shortest_ = 4;
    const auto is_direct = [this](index_t n, index_t size = 4) {
        return choose({20, 20, 20, n}, {400 * n, 20 * n, n, 1}, {20, 0, 1, 0}, {0, n, 0, 1}, size).direct();
    };
    EXPECT_FALSE(is_direct(9));
    EXPECT_FALSE(is_direct(11));
    EXPECT_TRUE(is_direct(12)) << "half more";
    EXPECT_TRUE(is_direct(8)) << "32 bytes";
    EXPECT_TRUE(is_direct(17, 2)) << "16 bits take longer to pack";
    EXPECT_TRUE(choose({40, 40, 15}, {600, 15, 1}, {0, 15, 1}, {15, 0, 1}).direct()) << "three axes";
    EXPECT_TRUE(choose({3, 3, 3, 9}, {81, 27, 9, 1}, {200, 0, 25, 1}, {0, 9, 0, 1}).direct()) << "apart, thrice";
}

TEST_F(Tiling, ATransposedInputIsTransposedOnTheWay) {
    const tile& second = choose({500, 500}, {500, 1}, {500, 1}, {1, 500});
    EXPECT_TRUE(second.is_transposed(b_position));
    EXPECT_GE(second.elements() * second.rows(), 16 * 500);
    EXPECT_TRUE(choose({500, 500}, {500, 1}, {-1, -500}, {500, 1}).is_transposed(a_position));
    EXPECT_TRUE(choose({500, 500}, {500, 1}, {1, 500}, {1, 0}).is_transposed(a_position)) << "less a column";
}

TEST_F(Tiling, IfItsRowsAreNeighboursInWholeBlocks) {
    const auto is_transposed = [this](index_t rows, index_t size) {
        const steps apart{(rows + 3) * 344, 344, 1};
        return choose({20, rows, 344}, {rows * 344, 344, 1}, {rows, 1, 20 * rows}, apart, size)
            .is_transposed(a_position);
    };
    EXPECT_TRUE(is_transposed(4, 8));
    EXPECT_FALSE(is_transposed(3, 8));
    EXPECT_TRUE(is_transposed(4, 4));
    EXPECT_FALSE(is_transposed(3, 4));
    EXPECT_TRUE(is_transposed(8, 2));
    EXPECT_FALSE(is_transposed(7, 2));
}

TEST_F(Tiling, ButNotWhereItsElementsRepeatInARowOrAnotherOperandIsPacked) {
    EXPECT_FALSE(choose({500, 8, 40}, {320, 40, 1}, {320, 40, 1}, {1, 0, 500}).is_transposed(b_position));
    EXPECT_TRUE(choose({500, 8, 40}, {320, 40, 1}, {320, 40, 1}, {1, 20000, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 500}, {500, 1}, {2505, 5}, {1, 500}).is_transposed(b_position));
    EXPECT_FALSE(choose({500, 500}, {1000, 2}, {500, 1}, {1, 500}).is_transposed(b_position));
}

TEST_F(Tiling, AndElsewhereBroughtIntoRowsOfAFewLines) {
    const auto expect_rows = [](const tile& chosen) {
        EXPECT_FALSE(chosen.is_transposed(a_position) || chosen.is_transposed(b_position));
        EXPECT_TRUE(chosen.elements() * 4 == 512 || chosen.elements() * 4 == 1024) << chosen.elements();
        EXPECT_GE(chosen.rows(), 16);
    };
    scalar_kernel::abilities no_transposing = every;
    no_transposing.transposes = false;
    expect_rows(choose({500, 500}, {500, 1}, {500, 1}, {1, 500}, 4, no_transposing));
    expect_rows(choose({500, 500}, {500, 1}, {505, 5}, {1, 500})); // the other input is packed, too
    // So many rows a power of two apart compete for one set of the cache.
    expect_rows(choose({256, 1024}, {1024, 1}, {1024, 1}, {1, 256}));
    expect_rows(choose({250, 400}, {400, 1}, {400, 1}, {1, 512}));
}

TEST_F(Tiling, SlidingWindowsAreNeverTransposed) {
    for (const index_t step : {-1, 2, 3, 4}) {
        for (const index_t n : {63, 100, 127, 250}) {
            for (const index_t m : {8, 16, 40, 64}) {
                const tile& windows = choose({32, m, n}, {m * n, n, 1}, {m * n, n, 1}, {5 * n, 1, step});
                EXPECT_FALSE(windows.is_transposed(b_position) && windows.operand(b_position).in_place) << step;
            }
        }
    }
}

TEST_F(Tiling, OfNeighboursWholeCacheLinesAreTaken) {
    for (const index_t size : {1, 2, 4, 8}) {
        const tile& transposed = choose({12000, 90}, {90, 1}, {90, 1}, {1, 12000}, size);
        EXPECT_EQ(transposed.elements(), 90);
        EXPECT_EQ(transposed.rows() * size % cache_line, 0) << size;
    }
}

TEST_F(Tiling, BothInputsPackedAlongTheSameAxisAreUnpack) {
    const tile& alike = choose({256, 250}, {250, 1}, {1, 256}, {1, 256});
    EXPECT_FALSE(alike.operand(out_position).in_place);
    EXPECT_TRUE(alike.operand(a_position).in_place && alike.operand(b_position).in_place);
    const tile& short_rows = choose({31, 1409}, {1409, 1}, {1, 62}, {1, 31}, 1);
    EXPECT_TRUE(short_rows.operand(out_position).in_place) << "rows too short for a loop";
    const lowered_limits lowered(all_streamed());
    EXPECT_TRUE(choose({256, 250}, {250, 1}, {1, 256}, {1, 256}).operand(out_position).in_place) << "around the cache";
}

TEST_F(Tiling, OutIsWrittenAroundTheCacheInLongPackedRows) {
    const lowered_limits lowered(all_large());
    EXPECT_TRUE(choose({300, 128}, {200, 1}, {128, 1}, {128, 1}).streaming());
    EXPECT_FALSE(choose({300, 127}, {200, 1}, {127, 1}, {127, 1}).streaming()) << "rows of 508 bytes";
    EXPECT_FALSE(choose({300, 128}, {256, 2}, {128, 1}, {128, 1}).streaming()) << "every second";
    EXPECT_FALSE(choose({300, 4095}, {4095, 1}, {4095, -1}, {4095, 1}).streaming()) << "backwards";
    EXPECT_FALSE(choose({300, 4095}, {4095, 1}, {4095, 1}, {4095, -1}).streaming());
    EXPECT_TRUE(choose({300, 4096}, {4096, 1}, {4096, 1}, {4096, -1}).streaming());
    const tile& joined = choose({300, 127}, {127, 1}, {127, 1}, {0, 1});
    EXPECT_TRUE(joined.streaming());
    EXPECT_GE(joined.elements(), 127 * 4);
    EXPECT_TRUE(choose({300, 128}, {128, 1}, {128, 1}, {0, 1}).direct()) << "long enough alone";
    EXPECT_TRUE(choose({300, 127}, {127, 1}, {130, 1}, {0, 1}).direct()) << "all of a is apart";
    EXPECT_FALSE(choose({300, 2, 60}, {120, 60, 1}, {120, 60, 1}, {80, 0, 1}).direct()) << "each row of b twice";
}

TEST_F(Tiling, ARowThatIsHeldBesideNumbersIsNotPackedWithThemAgainAndAgain) {
    const lowered_limits lowered(all_large());
    shortest_ = 4;
    const auto of_each_row = [this](index_t n, index_t size) {
        return choose({50, 48, n}, {48 * n, n, 1}, {48, 1, 0}, {n, 0, 1}, size).direct() &&
               choose({50, 48, n}, {48 * n, n, 1}, {n, 0, 1}, {48, 1, 0}, size).direct();
    };
    EXPECT_TRUE(of_each_row(24, 4));
    EXPECT_TRUE(of_each_row(8, 4)) << "32 bytes";
    EXPECT_FALSE(of_each_row(7, 4)) << "28 bytes";
    const auto outer = [this](index_t n, index_t size) {
        return choose({3000, n}, {n, 1}, {1, 0}, {0, 1}, size).direct();
    };
    EXPECT_FALSE(outer(41, 4)) << "one row for all, packed once";
    EXPECT_TRUE(outer(41, 2)) << "a number takes longer to be repeated than such elements";
    EXPECT_FALSE(choose({50, 56, 48, 41}, {110208, 1968, 41, 1}, {48, 0, 1, 0}, {0, 41, 0, 1}).direct()) << "a stays";
    EXPECT_FALSE(choose({50, 48, 25}, {1200, 25, 1}, {1200, 25, 1}, {25, 0, 1}).direct()) << "a is no number";
}

TEST_F(Tiling, ShortRowsOfWholeRegistersAreWrittenAroundTheCacheWhereTheyLie) {
    const lowered_limits lowered(all_large());
    shortest_ = 4;
    EXPECT_TRUE(choose({50, 56, 48, 24}, {64512, 1152, 24, 1}, {48, 0, 1, 0}, {0, 24, 0, 1}).direct());
    EXPECT_FALSE(choose({50, 56, 48, 16}, {43008, 768, 16, 1}, {48, 0, 1, 0}, {0, 16, 0, 1}).direct()) << "64 bytes";
    EXPECT_FALSE(choose({50, 56, 48, 26}, {69888, 1248, 26, 1}, {48, 0, 1, 0}, {0, 26, 0, 1}).direct()) << "104 bytes";
    EXPECT_FALSE(choose({50, 56, 15, 24}, {20160, 360, 24, 1}, {15, 0, 1, 0}, {0, 24, 0, 1}).direct()) << "few rows";
}

TEST_F(Tiling, AnInputThatRepeatsAnElementInEachRowIsNotReadAcrossThem) {
    const index_t size = 8; // a's numbers of neighbouring rows are in one line
    const tile& chosen = choose({64, 56, 48, 41}, {110208, 1968, 41, 1}, {48, 0, 1, 0}, {0, 41, 0, 1}, size);
    EXPECT_EQ(chosen.row().rank, 2) << "no more rows along the outermost axis, but longer ones";
}

TEST_F(Tiling, ElementsApartAreBroughtTogetherWhereRowsAreShortOrOthersShareThem) {
    EXPECT_FALSE(choose({490, 267}, {267, 1}, {267, 1}, {0, 3}).operand(b_position).in_place);
    EXPECT_TRUE(choose({490, 267}, {267, 1}, {267, 1}, {801, 3}).operand(b_position).in_place) << "each row its own";
    EXPECT_TRUE(choose({17, 3, 267}, {801, 267, 1}, {801, 267, 1}, {801, 0, 3}).operand(b_position).in_place == false)
        << "some rows";
    const auto in_place = [this](index_t n) {
        return choose({20, 30, n}, {30 * n, n, 1}, {30 * n, n, 1}, {2 * n, 40 * n, 2}, 1).operand(b_position).in_place;
    };
    EXPECT_TRUE(in_place(128));
    EXPECT_FALSE(in_place(48)) << "rows of less than a cache line";
}

TEST_F(Tiling, TilesFitTheirBuffers) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 4000; ++round) {
        const lowered_limits lowered(round % 2 == 0 ? tiles_alone() : all_streamed());
        shortest_ = round % 3 == 0 ? 4 : short_row;
        const index_t size = index_t{1} << random() % 4;
        const auto shape = random_large_shape(random, 60000);
        const tile& chosen = choose(
            shape, random_order(random, shape, false, 1 << 20), random_order(random, shape, true, 1 << 20),
            random_order(random, shape, true, 1 << 20), size, random() % 2 == 0 ? every : scalar_kernel::abilities{});
        index_t elements = 1;
        for (int i = 0; i < chosen.row().rank; ++i) elements *= chosen.extent(chosen.row().axis[i]);
        ASSERT_EQ(elements, chosen.elements()) << show(shape);
        for (int i = 0; i + 1 < chosen.count().rank; ++i) {
            const int axis = chosen.count().axis[i];
            ASSERT_EQ(chosen.extent(axis), extent(axis)) << "not the last axis of rows, " << show(shape);
        }
        if (chosen.direct()) continue;
        ASSERT_LE(chosen.rows(), usual_rows) << show(shape);
        index_t positions = 0;
        for (int k = 0; k < operand_count; ++k) {
            const operand_row& o = chosen.operand(k);
            const bool is_packed = !o.in_place && k != out_position;
            // Along one axis they are even.
            if (!o.in_place && chosen.row().rank - o.first_outside > 1) positions += chosen.elements() / o.run;
            if (!is_packed && chosen.count().rank > 1) positions += chosen.rows();
            if (chosen.is_transposed(k)) positions += 2 * chosen.rows();
            if (o.in_place || chosen.is_transposed(k)) continue;
            ASSERT_LE(chosen.elements(), most_row_elements) << show(shape);
            ASSERT_GE(o.pitch, o.form == row_form::splat ? size : chosen.elements() * size);
            index_t different = 1;
            for (int i = 0; i < chosen.count().rank; ++i) {
                const int axis = chosen.count().axis[i];
                if (k == out_position || stride(k, axis) != 0) different *= chosen.extent(axis);
            }
            ASSERT_LE(chosen.elements() * size, most_row_bytes) << show(shape);
            if (k == out_position) continue;
            positions += chosen.rows() + different;
            const bool shares_first_half = chosen.shares_packed() && k == a_position;
            const index_t end = shares_first_half ? chosen.packed_at(b_position) : packed_room;
            ASSERT_LE(chosen.packed_at(k) + different * o.pitch + cache_line, end) << show(shape);
        }
        ASSERT_LE(positions, position_table::room) << show(shape);
    }
}

} // namespace
} // namespace lanewise_test
