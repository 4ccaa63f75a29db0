// Which rows are run where they lie, and which are brought into others.

#include "support/tiling_suite.hpp"

namespace lanewise_test {
namespace {

using DirectRows = Tiling;

TEST_F(DirectRows, OperandsThatAreWhereTheyLieAreRunDirectly) {
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

TEST_F(DirectRows, ShortRearrangedRowsBesidePackedOnesAreRunDirectlyWhereThereIsALoop) {
    shortest_rearranged_ = 40;
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, 1}, {40, -1}).direct());
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, -1}, {0, 1}).direct());
    EXPECT_FALSE(choose({1000, 39}, {39, 1}, {39, 1}, {39, -1}).direct());
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {1, 0}, {40, -1}).direct()) << "beside a column";
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, -1}, {80, -1}).direct()) << "both";
    EXPECT_FALSE(choose({1000, 39}, {39, 1}, {39, -1}, {80, -1}).direct());
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {40, -1}, {85, 2}).direct()) << "each in another way";
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {40, 1}, {85, 2}).direct()) << "every second";
    EXPECT_TRUE(choose({1000, 40}, {40, 1}, {165, 4}, {40, 1}).direct()) << "every fourth";
    EXPECT_FALSE(choose({1000, 40}, {40, 1}, {40, 1}, {85, 2}, 1).direct()) << "forty bytes";
    EXPECT_TRUE(choose({1000, 16, 40}, {640, 40, 1}, {640, 40, 1}, {750, 44, -1}).direct());
    EXPECT_FALSE(choose({1000, 15, 40}, {600, 40, 1}, {600, 40, 1}, {750, 44, -1}).direct()) << "rows in a table";
}

TEST_F(DirectRows, ShortRowsAreJoinedToLongOnes) {
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

TEST_F(DirectRows, SoAreRowsOfLittleMoreThanARegisterWhereLittleIsPacked) {
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

TEST_F(DirectRows, AndRowsOfLess) {
    shortest_ = 4;
    EXPECT_FALSE(choose({1000, 7}, {7, 1}, {7, 1}, {0, 1}).direct());
    EXPECT_TRUE(choose({31, 7}, {7, 1}, {7, 1}, {0, 1}).direct()) << "few rows";
    EXPECT_TRUE(choose({1000, 7}, {7, 1}, {7, 1}, {1, 0}).direct()) << "all of b is packed";
    EXPECT_FALSE(choose({1000, 4}, {4, 1}, {4, 1}, {1, 0}).direct()) << "which is quick with four";
    EXPECT_TRUE(choose({1000, 4}, {4, 1}, {0, 1}, {1, 0}).direct()) << "but not both";
    EXPECT_FALSE(choose({1000, 5}, {5, 1}, {1, 0}, {1, 0}).direct()) << "two columns";
    EXPECT_TRUE(choose({1000, 6}, {6, 1}, {1, 0}, {1, 0}).direct()) << "24 bytes";
    EXPECT_FALSE(choose({1000, 23}, {23, 1}, {1, 0}, {1, 0}, 1).direct());
    EXPECT_TRUE(choose({1000, 32}, {32, 1}, {1, 0}, {1, 0}, 1).direct());
    EXPECT_TRUE(choose({1000, 7}, {7, 1}, {10, 1}, {0, 1}).direct()) << "all of a is";
    EXPECT_TRUE(choose({1000, 7}, {10, 1}, {1, 0}, {-1, 0}).direct()) << "with gaps in out";
    EXPECT_FALSE(choose({1000, 3}, {10, 1}, {1, 0}, {-1, 0}).direct());
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
    EXPECT_TRUE(choose({50, 16, 7}, {112, 7, 1}, {7, 350, 1}, {128, 8, 1}).direct()) << "nor does b";
    EXPECT_TRUE(permuted_is_direct(15, 8)) << "eight elements";
    EXPECT_TRUE(permuted_is_direct(15, 9));
    EXPECT_FALSE(permuted_is_direct(23, 7)) << "b goes on from row to row";
    EXPECT_TRUE(permuted_is_direct(24, 7)) << "many evenly apart";
    EXPECT_FALSE(permuted_is_direct(30, 3)) << "less than 16 bytes";
    const auto apart_is_direct = [this](index_t m, index_t n, index_t size) {
        return choose({50, m, n}, {m * n, n, 1}, {n, 50 * n, 1}, {m * (n + 2), n + 2, 1}, size).direct();
    };
    EXPECT_FALSE(apart_is_direct(23, 4, 4)) << "16 bytes";
    EXPECT_TRUE(apart_is_direct(24, 4, 4));
    EXPECT_TRUE(apart_is_direct(23, 5, 4)) << "more";
    EXPECT_FALSE(apart_is_direct(15, 4, 8));
    EXPECT_TRUE(apart_is_direct(16, 4, 8));
}

TEST_F(DirectRows, ThoseOfLessThan16BytesAreJoinedUnlessBothInputsLieApart) {
    shortest_ = 2;
    const auto is_direct = [this](index_t n, const steps& a, const steps& b) {
        return choose({20, 500, n}, {500 * n, n, 1}, a, b).direct();
    };
    EXPECT_FALSE(is_direct(3, {1600, 3, 1}, {2000, 4, 1})) << "a goes on";
    EXPECT_FALSE(is_direct(3, {2500, 5, 1}, {3, 0, 1})) << "b stays";
    EXPECT_TRUE(is_direct(3, {2500, 5, 1}, {2000, 4, 1}));
    EXPECT_FALSE(is_direct(3, {2500, 5, 1}, {0, 4, 1})) << "b is packed once";
    EXPECT_FALSE(is_direct(3, {0, 5, 1}, {2000, 4, 1}));
    EXPECT_TRUE(is_direct(3, {-2000, -3, 1}, {2000, 4, 1})) << "one mirrored";
    EXPECT_TRUE(is_direct(3, {2000, 4, 1}, {-2000, -3, 1}));
    EXPECT_FALSE(is_direct(3, {-1500, -3, 1}, {-2000, -3, 1})) << "both";
    EXPECT_FALSE(is_direct(2, {-2000, -2, 1}, {2000, 4, 1})) << "pairs";
    EXPECT_TRUE(is_direct(2, {2000, 3, 1}, {2000, 4, 1}));
    const auto rows_are_direct = [this](index_t n, const steps& a, const steps& b, index_t size = 4) {
        return choose({5000, n}, {n, 1}, a, b, size).direct();
    };
    EXPECT_TRUE(rows_are_direct(3, {3, 1}, {4, 1})) << "along one axis";
    EXPECT_FALSE(rows_are_direct(2, {2, 1}, {4, 1})) << "pairs";
    EXPECT_FALSE(rows_are_direct(3, {-3, 1}, {0, 1})) << "mirrored";
    EXPECT_FALSE(rows_are_direct(3, {0, 1}, {-3, 1}));
    EXPECT_TRUE(rows_are_direct(2, {3, 1}, {4, 1}));
}

TEST_F(DirectRows, AndWhereOutIsUnpackedThoseAlongFewRows) {
    shortest_ = 2;
    const auto is_direct = [this](index_t m, index_t n, const steps& a, const steps& b) {
        return choose({50, m, n}, {200 * (n + 1), n + 1, 1}, a, b).direct();
    };
    EXPECT_FALSE(is_direct(23, 3, {69, 3, 1}, {100, 3, 1}));
    EXPECT_TRUE(is_direct(24, 3, {72, 3, 1}, {100, 3, 1})) << "many";
    EXPECT_TRUE(is_direct(23, 4, {92, 4, 1}, {100, 4, 1})) << "16 bytes";
    EXPECT_FALSE(is_direct(23, 3, {69, 3, 1}, {-69, -3, 1})) << "mirrored";
    EXPECT_FALSE(is_direct(23, 3, {69, 3, 1}, {0, 5, 1})) << "packed once";
    EXPECT_TRUE(is_direct(23, 3, {69, 3, 1}, {120, 5, 1})) << "apart";
    EXPECT_TRUE(is_direct(23, 3, {120, 5, 1}, {69, 3, 1}));
    const lowered_limits lowered(all_large());
    EXPECT_TRUE(is_direct(23, 3, {69, 3, 1}, {100, 3, 1})) << "of a large call";
}

TEST_F(DirectRows, PixelsMirroredAreOneRowBesidePackedOnes) {
    shortest_ = 2;
    const auto is_direct = [this](index_t n, const steps& a, const steps& b, index_t size = 4) {
        return choose({20, 500, n}, {500 * n, n, 1}, a, b, size).direct();
    };
    EXPECT_FALSE(is_direct(4, {2000, -4, 1}, {2000, 4, 1}));
    EXPECT_FALSE(is_direct(4, {2100, 4, 1}, {-2000, -4, 1})) << "b";
    EXPECT_FALSE(is_direct(2, {1000, -2, 1}, {1000, 2, 1}, 8));
    EXPECT_TRUE(is_direct(5, {2500, -5, 1}, {2500, 5, 1})) << "20 bytes";
    EXPECT_TRUE(is_direct(4, {2500, -5, 1}, {2000, 4, 1})) << "cut";
    EXPECT_TRUE(is_direct(4, {2000, -4, 1}, {2500, 5, 1})) << "the other one is";
    EXPECT_TRUE(is_direct(4, {2000, -4, 1}, {500, 1, 0})) << "beside a mask";
    EXPECT_TRUE(is_direct(4, {2000, -4, 1}, {2000, -4, 1})) << "both";
}

TEST_F(DirectRows, PixelsLessPixelsAreUnpackedIntoPlanes) {
    shortest_ = 2;
    const auto is_direct = [this](index_t channels, const steps& a, const steps& b, index_t size = 4) {
        const tile& chosen = choose({channels, 5000}, {5000, 1}, a, b, size);
        return chosen.direct() && chosen.elements() == 5000;
    };
    EXPECT_FALSE(is_direct(4, {1, 4}, {1, 4}));
    EXPECT_TRUE(is_direct(3, {1, 3}, {1, 3})) << "of 12 bytes";
    EXPECT_FALSE(is_direct(3, {1, 3}, {1, 3}, 8));
    EXPECT_TRUE(is_direct(2, {1, 2}, {1, 2}, 8)) << "pairs";
    EXPECT_TRUE(is_direct(4, {1, 4}, {5000, 1})) << "less planes";
    EXPECT_TRUE(is_direct(4, {5000, 1}, {1, 4}));
    EXPECT_TRUE(is_direct(4, {20000, 4}, {1, 4})) << "less every fourth";
    EXPECT_TRUE(is_direct(4, {1, 4}, {20000, 4}));
}

TEST_F(DirectRows, RowsAreJoinedForAnInputThatAllImagesShare) {
    shortest_ = 4;
    const auto is_direct = [this](index_t images, index_t m, index_t n, const steps& b, index_t size = 4) {
        return choose({images, m, n}, {m * n, n, 1}, {m * n + 5, n, 1}, b, size).direct();
    };
    EXPECT_FALSE(is_direct(16, 20, 17, {0, 1, 0})) << "a column";
    EXPECT_TRUE(is_direct(15, 20, 17, {0, 1, 0})) << "few images";
    EXPECT_TRUE(is_direct(16, 20, 17, {20, 1, 0})) << "another column for each";
    EXPECT_FALSE(is_direct(16, 20, 23, {0, 1, 0}));
    EXPECT_TRUE(is_direct(16, 20, 24, {0, 1, 0})) << "96 bytes";
    EXPECT_FALSE(is_direct(8, 20, 17, {0, 21, 1})) << "a crop";
    EXPECT_TRUE(is_direct(7, 20, 17, {0, 21, 1})) << "few images";
    EXPECT_FALSE(is_direct(8, 20, 127, {0, 130, 1}, 1));
    EXPECT_TRUE(is_direct(8, 20, 128, {0, 131, 1}, 1)) << "long rows";
    EXPECT_FALSE(is_direct(8, 40, 100, {0, 104, 1}));
    EXPECT_TRUE(is_direct(8, 41, 100, {0, 104, 1})) << "much";
    EXPECT_FALSE(is_direct(8, 60, 17, {0, 0, 1})) << "a row";
    EXPECT_TRUE(is_direct(8, 61, 17, {0, 0, 1})) << "often";
    EXPECT_FALSE(is_direct(8, 4, 95, {0, 0, 1}));
    EXPECT_TRUE(is_direct(8, 4, 96, {0, 0, 1})) << "a long one";
    EXPECT_FALSE(choose({8, 20, 17}, {340, 17, 1}, {0, 20, 1}, {0, 0, 1}).direct()) << "both";
    EXPECT_FALSE(choose({8, 20, 17}, {340, 17, 1}, {1, 0, 0}, {0, 0, 1}).direct()) << "less a number for each image";
    EXPECT_TRUE(choose({8, 20, 17}, {340, 17, 1}, {400, 20, 1}, {0, 20, 1}).direct()) << "the other is apart";
    EXPECT_TRUE(choose({8, 20, 17}, {400, 20, 1}, {345, 17, 1}, {0, 20, 1}).direct()) << "out is";
    EXPECT_TRUE(choose({20, 17}, {17, 1}, {17, 1}, {20, 1}).direct()) << "one image";
    const auto in_two_axes = [this](index_t images, const steps& b) {
        return choose({3, images, 20, 17}, {images * 340, 340, 17, 1}, {9000, 345, 17, 1}, b).direct();
    };
    EXPECT_FALSE(in_two_axes(8, {17, 0, 0, 1})) << "a row for each of three";
    EXPECT_TRUE(in_two_axes(7, {17, 0, 0, 1}));
    EXPECT_FALSE(in_two_axes(3, {0, 0, 0, 1})) << "nine in all";
    EXPECT_TRUE(in_two_axes(8, {0, 17, 0, 1})) << "the same for all three";
}

TEST_F(DirectRows, SomeRowsAreShorterIfMuchWouldBePacked) {
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

TEST_F(DirectRows, AndThoseAlongManyAxes) {
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

TEST_F(DirectRows, ARowThatIsHeldBesideNumbersIsNotPackedWithThemAgainAndAgain) {
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

TEST_F(DirectRows, ShortRowsOfWholeRegistersAreWrittenAroundTheCacheWhereTheyLie) {
    const lowered_limits lowered(all_large());
    shortest_ = 4;
    EXPECT_TRUE(choose({50, 56, 48, 24}, {64512, 1152, 24, 1}, {48, 0, 1, 0}, {0, 24, 0, 1}).direct());
    EXPECT_FALSE(choose({50, 56, 48, 16}, {43008, 768, 16, 1}, {48, 0, 1, 0}, {0, 16, 0, 1}).direct()) << "64 bytes";
    EXPECT_FALSE(choose({50, 56, 48, 26}, {69888, 1248, 26, 1}, {48, 0, 1, 0}, {0, 26, 0, 1}).direct()) << "104 bytes";
    EXPECT_FALSE(choose({50, 56, 15, 24}, {20160, 360, 24, 1}, {15, 0, 1, 0}, {0, 24, 0, 1}).direct()) << "few rows";
}

TEST_F(DirectRows, RowsThatShareAnInputAreJoinedWhereItStaysInRegisters) {
    shortest_ = 4;
    scalar_kernel::abilities can = every;
    can.held_elements = 8;
    can.held_registers = 8;
    const auto is_direct = [&](index_t n, const steps& a, const steps& b, index_t rows = 1000) {
        return choose({rows, n}, {n, 1}, a, b, 4, can).direct();
    };
    EXPECT_TRUE(is_direct(12, {12, 1}, {0, 1})) << "not converted";
    can.backwards = false;
    EXPECT_FALSE(is_direct(12, {12, 1}, {0, 1}));
    EXPECT_FALSE(is_direct(16, {0, 1}, {16, 1}));
    EXPECT_FALSE(is_direct(32, {32, 1}, {0, 1}));
    EXPECT_TRUE(is_direct(40, {40, 1}, {0, 1})) << "as they are";
    EXPECT_TRUE(is_direct(36, {36, 1}, {0, 1})) << "nine registers";
    can.held_registers = 64;
    EXPECT_FALSE(is_direct(127 / 8 * 8, {120, 1}, {0, 1}));
    EXPECT_EQ(choose({1000, 128}, {128, 1}, {128, 1}, {0, 1}, 4, can).rows(), 1000) << "long, though more would fit";
    can.held_registers = 8;
    EXPECT_TRUE(is_direct(16, {20, 1}, {0, 1})) << "apart";
    EXPECT_TRUE(is_direct(16, {1, 0}, {0, 1})) << "beside numbers";
    EXPECT_TRUE(is_direct(16, {16, 1}, {0, 1}, 63)) << "few rows";
    EXPECT_TRUE(choose({50, 100, 16}, {1600, 16, 1}, {1600, 16, 1}, {16, 0, 1}, 4, can).direct()) << "along two axes";
}

} // namespace
} // namespace lanewise_test
