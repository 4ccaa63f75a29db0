#pragma once

/// Every layout, for one operator on one dtype, whatever the strides, offsets, ranks and lengths: as layout_checker.hpp
/// checks a call. An Operation has, beside what that wants,
///     modes()                     the overflow modes to try

#include "layout_checker.hpp"
#include "registered_suite.hpp"

namespace lanewise_test {

/// lowest, lowest + 1, ..., highest.
template <class T>
std::vector<T> values_between(int lowest, int highest) {
    std::vector<T> values;
    for (int v = lowest; v <= highest; ++v) values.push_back(static_cast<T>(v));
    return values;
}

inline std::vector<integer_overflow> modes_of(bool integer) {
    if (!integer) return {integer_overflow::wrap};
    return {integer_overflow::wrap, integer_overflow::saturate, integer_overflow::error};
}

template <class Operation>
class Layouts : public testing::Test {
public:
    static constexpr const char* name = "Layouts";
    static std::vector<suite_test<Layouts>> tests() {
        return {
            {"ContiguousRowsOfEveryLengthTouchNothingOutside",
             &Layouts::ContiguousRowsOfEveryLengthTouchNothingOutside},
            {"StridedRowsOfEveryLengthTouchNothingBetweenOrOutside",
             &Layouts::StridedRowsOfEveryLengthTouchNothingBetweenOrOutside},
            {"EveryMixOfStridesGivesTheBitsOfTheElementsAlone",
             &Layouts::EveryMixOfStridesGivesTheBitsOfTheElementsAlone},
            {"ViewsOfEveryRankGiveTheBitsOfTheElementsAlone", &Layouts::ViewsOfEveryRankGiveTheBitsOfTheElementsAlone},
            {"MatricesTransposedMirroredAndRepeatedGiveTheBitsOfTheElementsAlone",
             &Layouts::MatricesTransposedMirroredAndRepeatedGiveTheBitsOfTheElementsAlone},
            {"SlidingWindowsGiveTheBitsOfTheElementsAlone", &Layouts::SlidingWindowsGiveTheBitsOfTheElementsAlone},
            {"LongRowsBesideTransposedOnesGiveTheBitsOfTheElementsAlone",
             &Layouts::LongRowsBesideTransposedOnesGiveTheBitsOfTheElementsAlone},
            {"LargeViewsInAnyOrderGiveTheBitsOfTheElementsAlone",
             &Layouts::LargeViewsInAnyOrderGiveTheBitsOfTheElementsAlone},
            {"ColoursInPlanesAndPixelsGiveTheBitsOfTheElementsAlone",
             &Layouts::ColoursInPlanesAndPixelsGiveTheBitsOfTheElementsAlone},
            {"SmallMatricesInAnyOrderGiveTheBitsOfTheElementsAlone",
             &Layouts::SmallMatricesInAnyOrderGiveTheBitsOfTheElementsAlone},
            {"OuterProductsAndRepeatedRowsGiveTheBitsOfTheElementsAlone",
             &Layouts::OuterProductsAndRepeatedRowsGiveTheBitsOfTheElementsAlone},
            {"AxesThatShareARowOrABoxGiveTheBitsOfTheElementsAlone",
             &Layouts::AxesThatShareARowOrABoxGiveTheBitsOfTheElementsAlone},
            {"NumbersGiveTheBitsOfRankZero", &Layouts::NumbersGiveTheBitsOfRankZero},
        };
    }

private:
    using T = typename Operation::element;

    /// Lengths beside the sizes of registers and of blocks of them, for any instruction set.
    static constexpr index_t lengths[] = {1,  2,  3,  4,   5,   7,   8,   9,   15,  16,  17,  31,  32,  33,
                                          63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1030};

    void ContiguousRowsOfEveryLengthTouchNothingOutside() {
        // Up to five registers of 64 bytes, and blocks of four of them with a tail of one.
        constexpr auto longest = static_cast<index_t>(336 / sizeof(T));
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, longest);
            for (index_t n = 0; n <= longest; ++n) {
                for (const bool at_end : {false, true}) {
                    ASSERT_TRUE(checker.check({n}, {1}, {1}, {1}, at_end));
                    ASSERT_TRUE(checker.check({n}, {1}, {0}, {1}, at_end));
                    ASSERT_TRUE(checker.check({n}, {1}, {1}, {0}, at_end));
                    ASSERT_TRUE(checker.check({n}, {1}, {1}, {1}, at_end, shared::a));
                    ASSERT_TRUE(checker.check({n}, {1}, {1}, {1}, at_end, shared::b));
                }
            }
        }
    }

    void StridedRowsOfEveryLengthTouchNothingBetweenOrOutside() {
        constexpr auto longest = static_cast<index_t>(80 / sizeof(T));
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 3 * longest);
            for (index_t n = 0; n <= longest; ++n) {
                for (const bool at_end : {false, true}) {
                    ASSERT_TRUE(checker.check({n}, {2}, {2}, {3}, at_end));
                    ASSERT_TRUE(checker.check({n}, {-1}, {1}, {-1}, at_end));
                    ASSERT_TRUE(checker.check({n}, {-3}, {-2}, {0}, at_end));
                    ASSERT_TRUE(checker.check({n}, {2}, {0}, {0}, at_end));
                    ASSERT_TRUE(checker.check({n}, {-2}, {1}, {1}, at_end, shared::a));
                    ASSERT_TRUE(checker.check({n}, {3}, {1}, {1}, at_end, shared::b));
                }
            }
        }
    }

    void EveryMixOfStridesGivesTheBitsOfTheElementsAlone() {
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 4 * 1030);
            bool at_end = false;
            for (const index_t n : lengths) {
                for (const index_t out : {1, 2, -1}) {
                    for (const index_t a : {1, 2, 3, 4, -1, 0}) {
                        at_end = !at_end; // of an even number of b's, each of which lies at both ends
                        for (const index_t b : {1, 2, 3, 4, -1, 0}) {
                            at_end = !at_end;
                            ASSERT_TRUE(checker.check({n}, {out}, {a}, {b}, at_end));
                        }
                    }
                }
            }
        }
    }

    void ViewsOfEveryRankGiveTheBitsOfTheElementsAlone() {
        constexpr index_t capacity = 2000;
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, capacity);
            std::mt19937_64 random(23);
            for (int round = 0; round < 300; ++round) {
                std::vector<index_t> shape = random_shape(random, 8, 400);
                shape.resize(static_cast<std::size_t>(round % 9), 1);
                if (round % 50 == 25 && !shape.empty()) shape[random() % shape.size()] = 0;
                layout out = random_layout(random, shape, capacity / 4, false);
                if (round % 2 == 0) out.strides = random_order(random, shape, false, capacity);
                if (!all_different(out.positions(shape))) continue;
                const auto in_place = random() % 2 == 0 ? static_cast<shared>(random() % 4) : shared::none;
                ASSERT_TRUE(checker.check(shape, out.strides, random_layout(random, shape, capacity / 4, true).strides,
                                          random_layout(random, shape, capacity / 4, true).strides, random() % 2 == 0,
                                          in_place))
                    << "round " << round;
            }
        }
    }

    void MatricesTransposedMirroredAndRepeatedGiveTheBitsOfTheElementsAlone() {
        constexpr index_t m = 37;
        constexpr index_t n = 70;
        const std::vector<index_t> forms[] = {{n, 1},     {1, m}, {-n, 1}, {n, -1}, {2 * n, 2},
                                              {3 * n, 3}, {0, 1}, {1, 0},  {0, 0},  {-1, -m}};
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 3 * m * n);
            bool at_end = false;
            for (const auto& out : forms) {
                if (out[0] == 0 || out[1] == 0) continue;
                for (const auto& a : forms) {
                    at_end = !at_end;
                    for (const auto& b : forms) {
                        at_end = !at_end;
                        ASSERT_TRUE(checker.check({m, n}, out, a, b, at_end));
                    }
                }
                ASSERT_TRUE(checker.check({m, n}, out, out, out, true, shared::both));
            }
        }
    }

    void SlidingWindowsGiveTheBitsOfTheElementsAlone() {
        constexpr index_t count = 32;
        constexpr index_t n = 63;
        constexpr index_t pitch = 4 * n + 16;
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, count * 16 * n + pitch);
            for (const index_t windows : {2, 4, 8, 16}) {
                for (const index_t step : {1, 2, 3, 4, -1}) {
                    const std::vector<index_t> shape{count, windows, n};
                    const std::vector<index_t> packed{windows * n, n, 1};
                    const std::vector<index_t> sliding{pitch, 1, step};
                    for (const bool at_end : {false, true}) {
                        ASSERT_TRUE(checker.check(shape, packed, sliding, packed, at_end)) << "step " << step;
                        ASSERT_TRUE(checker.check(shape, packed, packed, sliding, at_end)) << "step " << step;
                    }
                }
            }
        }
    }

    void LongRowsBesideTransposedOnesGiveTheBitsOfTheElementsAlone() {
        // Rows and columns beside multiples of a cache line's elements, and of what is run at a time.
        constexpr index_t shapes[][2] = {{3, 1400}, {17, 260}, {20, 2060}, {40, 130}, {66, 65}, {131, 70}, {131, 33}};
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 20 * 2070);
            bool at_end = false;
            for (const auto& [m, n] : shapes) {
                at_end = !at_end;
                for (const auto& turned : {std::vector<index_t>{1, m}, {-1, m}, {1, -m}, {-1, -m}}) {
                    at_end = !at_end;
                    ASSERT_TRUE(checker.check({m, n}, {n, 1}, {n, 1}, turned, at_end));
                    ASSERT_TRUE(checker.check({m, n}, {n + 7, 1}, turned, {1, 0}, at_end));
                    ASSERT_TRUE(checker.check({m, n}, {-n, 1}, turned, {n, 1}, at_end, shared::b));
                }
            }
            // The rows' elements are in several runs.
            ASSERT_TRUE(checker.check({70, 3, 35}, {105, 35, 1}, {105, 35, 1}, {1, 7000, 70}, true));
            ASSERT_TRUE(checker.check({5, 14, 2, 66}, {1848, 132, 66, 1}, {-1, 5, 9240, 140}, {0, 132, 66, 1}, false));
        }
    }

    void LargeViewsInAnyOrderGiveTheBitsOfTheElementsAlone() {
        constexpr index_t elements = 6000;
        constexpr index_t capacity = 6 * elements;
        constexpr auto seed = static_cast<unsigned>(dtype_of<T>); // other layouts for each dtype
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, capacity);
            std::mt19937_64 random(seed);
            for (int round = 0; round < 20; ++round) {
                const auto shape = random_large_shape(random, elements);
                ASSERT_TRUE(checker.check(shape, random_order(random, shape, false, capacity),
                                          random_order(random, shape, true, capacity),
                                          random_order(random, shape, true, capacity), random() % 2 == 0))
                    << "round " << round;
            }
            // Of 8 bytes, packed rows that follow each other as their elements do, and are transposed.
            ASSERT_TRUE(
                checker.check({37, 6, 3, 24}, {432, 72, 24, 1}, {12, -1, -444, 1332}, {1, 111, 37, -666}, true));
        }
    }

    void ColoursInPlanesAndPixelsGiveTheBitsOfTheElementsAlone() {
        constexpr index_t n = 201;
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 17 * n);
            for (index_t colours = 2; colours <= 17; ++colours) {
                const std::vector<index_t> forms[] = {{colours, 1},  {1, n},        {1, 0},
                                                      {colours, -1}, {-colours, 1}, {-1, -n}};
                for (const auto& b : forms) {
                    for (const bool at_end : {false, true}) {
                        ASSERT_TRUE(checker.check({n, colours}, {colours, 1}, {colours, 1}, b, at_end));
                        ASSERT_TRUE(checker.check({colours, n}, {n, 1}, {n, 1}, {b[1], b[0]}, at_end));
                    }
                }
            }
        }
    }

    void SmallMatricesInAnyOrderGiveTheBitsOfTheElementsAlone() {
        constexpr index_t elements = 704; // more than one row takes
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 2 * elements);
            bool at_end = false;
            for (index_t m = 2; m <= 9; ++m) {
                for (index_t n = 2; n <= 9; ++n) {
                    const index_t size = m * n;
                    const std::vector<index_t> orders[] = {{size, 1, m},   {size, -1, m},    {size, -1, -m},
                                                           {-size, 1, -m}, {size + 3, 1, m}, {m, 1, 0},
                                                           {n, 0, 1}};
                    for (const auto& b : orders) {
                        at_end = !at_end;
                        ASSERT_TRUE(checker.check({elements / size, m, n}, {size, n, 1}, {size, n, 1}, b, at_end));
                    }
                }
            }
            // Eight axes swapped in pairs, forwards and with some of them backwards.
            const std::vector<index_t> shape{2, 3, 2, 5, 4, 3, 2, 5};
            const std::vector<index_t> packed{3600, 1200, 600, 120, 30, 10, 5, 1};
            layout_checker<Operation> larger(mode, 7200);
            ASSERT_TRUE(larger.check(shape, packed, packed, {1200, 2400, 120, 240, 10, 40, 1, 2}, true));
            ASSERT_TRUE(larger.check(shape, packed, {1200, 2400, 120, 240, -10, 40, 1, -2}, packed, false));
        }
    }

    void OuterProductsAndRepeatedRowsGiveTheBitsOfTheElementsAlone() {
        constexpr index_t rows = 11;
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, rows * 1030);
            for (const index_t n : lengths) {
                for (const bool at_end : {false, true}) {
                    ASSERT_TRUE(checker.check({rows, n}, {n, 1}, {1, 0}, {0, 1}, at_end));
                    ASSERT_TRUE(checker.check({rows, n}, {n + 5, 1}, {0, 1}, {-3, 0}, at_end));
                    ASSERT_TRUE(checker.check({rows, n}, {n, 1}, {n, 1}, {0, 1}, at_end, shared::a));
                    ASSERT_TRUE(checker.check({rows, n}, {n + 5, 1}, {0, 1}, {-n, 1}, at_end));
                }
            }
        }
    }

    void AxesThatShareARowOrABoxGiveTheBitsOfTheElementsAlone() {
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 36000);
            for (const bool at_end : {false, true}) {
                // Few rows along each axis.
                ASSERT_TRUE(checker.check({3, 5, 4, 40}, {840, 168, 42, 1}, {0, 160, 40, 1}, {-200, 40, 0, 1}, at_end));
                ASSERT_TRUE(
                    checker.check({3, 9, 2, 70}, {1260, 140, 70, 1}, {1, 0, 210, 3}, {140, 420, 0, -1}, at_end));
                // An input repeated along a row's last axis.
                ASSERT_TRUE(checker.check({3, 5, 70}, {350, 70, 1}, {140, 0, 2}, {-70, 0, -1}, at_end));
                ASSERT_TRUE(checker.check({4, 3, 7, 33}, {693, 231, 33, 1}, {1, 0, 5, 40}, {231, 77, 1, 7}, at_end));
                // Blocks of an image's lines.
                ASSERT_TRUE(checker.check({4, 45, 2, 2}, {180, 4, 2, 1}, {180, 4, 2, 1}, {180, 2, 90, 1}, at_end));
                ASSERT_TRUE(checker.check({3, 11, 4, 4}, {176, 16, 4, 1}, {176, 4, 44, 1}, {0, 16, 4, 1}, at_end));
                // Both inputs transposed alike.
                ASSERT_TRUE(checker.check({67, 75}, {75, 1}, {1, 67}, {1, 67}, at_end));
                ASSERT_TRUE(checker.check({2, 130, 35}, {5000, 37, 1}, {4550, 1, 130}, {0, -1, 130}, at_end));
                // Short runs of out.
                ASSERT_TRUE(checker.check({7, 30, 3}, {310, 10, 3}, {90, 3, 1}, {1, 21, 7}, at_end));
                ASSERT_TRUE(checker.check({7, 2, 60, 2}, {1000, 500, 8, -2}, {240, 120, 2, 1}, {0, 120, 2, 1}, at_end));
                // Rows of two lengths in turn.
                ASSERT_TRUE(checker.check({11, 7, 3, 51, 3}, {3213, 3, 1, 63, 21}, {3213, 459, 153, -3, -1},
                                          {-357, 1, -3927, 7, -11781}, at_end));
            }
        }
    }

    void NumbersGiveTheBitsOfRankZero() {
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, 100);
            for (const index_t n : {0, 1, 100}) ASSERT_TRUE(checker.check_scalars(n));
        }
    }
};

} // namespace lanewise_test
