#pragma once

/// Every layout, for one operator on one dtype: whatever the strides, offsets, ranks and lengths, an element's result has
/// the bits that the same two operands give alone, at rank 0; and nothing but the views' elements is touched.
///
/// All operands lie against a page that nobody may touch, at either end, and the inputs in pages that nobody may write.
/// An Operation has
///     element                     the dtype of all three operands
///     run(a, b, out, mode)        the call, on anything that it takes
///     modes()                     the overflow modes to try
///     first_values(mode), second_values(mode)    operands to draw from; under `error` none of them may fault

#include "elements.hpp"
#include "guarded.hpp"
#include "strided.hpp"

#include <lanewise/options.hpp>
#include <lanewise/tensor_view.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace lanewise_test {

using lanewise::extents;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::strides;
using lanewise::tensor_view;

/// Which operands are one view.
enum class shared { none, a, b, both };

template <class Operation>
class layout_checker {
public:
    using T = typename Operation::element;

    layout_checker(integer_overflow mode, index_t capacity)
        : mode_(mode), first_(Operation::first_values(mode)), second_(Operation::second_values(mode)),
          a_(bytes(capacity)), b_(bytes(capacity)), out_(bytes(capacity)) {
        for (const T x : first_) {
            for (const T y : second_) alone_.push_back(run_alone(x, y));
            twice_.push_back(run_alone(x, x));
        }
        fill(a_, first_, 0);
        fill(b_, second_, 1);
        a_.forbid_writing();
        b_.forbid_writing();
    }

    /// Runs one call; strides of out, a and b over `shape`, each operand at the end or at the front of its memory.
    testing::AssertionResult check(const std::vector<index_t>& shape, const std::vector<index_t>& out_strides,
                                   const std::vector<index_t>& a_strides, const std::vector<index_t>& b_strides,
                                   bool at_end, shared in_place = shared::none) {
        // In place out holds the values of the input that it stands for.
        const bool holds_b = in_place == shared::b;
        if (holds_b) {
            fill(out_, second_, 1);
        } else {
            fill(out_, first_, 0);
        }
        const std::vector<std::byte> before(out_.first(), out_.end());
        T* const out = place(out_, shape, out_strides, at_end);
        const bool a_is_out = in_place == shared::a || in_place == shared::both;
        const bool b_is_out = in_place == shared::b || in_place == shared::both;
        const auto& steps_a = a_is_out ? out_strides : a_strides;
        const auto& steps_b = b_is_out ? out_strides : b_strides;
        T* const a = a_is_out ? out : place(a_, shape, a_strides, at_end);
        T* const b = b_is_out ? out : place(b_, shape, b_strides, at_end);
        const extents e(shape);
        const status s =
            Operation::run(tensor_view<const T>(a, e, strides(steps_a)), tensor_view<const T>(b, e, strides(steps_b)),
                           tensor_view<T>(out, e, strides(out_strides)), mode_);
        const auto about = [&] {
            return show(shape) + ", strides of out " + show(out_strides) + ", a " + show(steps_a) + ", b " +
                   show(steps_b) + (at_end ? ", at the end" : ", at the front") + ", mode " +
                   std::to_string(static_cast<int>(mode_));
        };
        if (!s) return testing::AssertionFailure() << s.message() << ": " << about();

        testing::AssertionResult result = testing::AssertionSuccess();
        for_each_index(shape, [&](const auto& index) {
            T* const element = out + offset_of(index, out_strides);
            const std::size_t i = value_at(a_is_out ? out_ : a_, a + offset_of(index, steps_a), 0, first_.size());
            const std::size_t j = value_at(b_is_out ? out_ : b_, b + offset_of(index, steps_b), 1, second_.size());
            const T want = in_place == shared::both ? twice_[i] : alone_[i * second_.size() + j];
            if (result && !same(*element, want)) {
                result = testing::AssertionFailure()
                         << "at " << show(index) << " " << show_value(first_[i]) << " and " << show_value(second_[j])
                         << " give " << show_value(*element) << ", alone " << show_value(want) << ": " << about();
            }
            const auto offset = reinterpret_cast<std::byte*>(element) - out_.first();
            std::memcpy(static_cast<void*>(element), before.data() + offset, sizeof(T));
        });
        if (result && std::memcmp(out_.first(), before.data(), before.size()) != 0) {
            result = testing::AssertionFailure() << "written outside out's elements: " << about();
        }
        return result;
    }

    /// The same with plain numbers as operands, over n contiguous elements.
    testing::AssertionResult check_scalars(index_t n) {
        for (std::size_t k = 0; k < first_.size(); ++k) {
            const extents e{n};
            T* const out = place(out_, {n}, {1}, true);
            T* const a = place(a_, {n}, {1}, true);
            T* const b = place(b_, {n}, {1}, true);
            const std::size_t j = k % second_.size();
            const status left = Operation::run(first_[k], tensor_view<const T>(b, e), tensor_view<T>(out, e), mode_);
            for (index_t i = 0; i < n; ++i) {
                const T want = alone_[k * second_.size() + value_at(b_, b + i, 1, second_.size())];
                if (!left || !same(out[i], want))
                    return testing::AssertionFailure() << "the number " << show_value(first_[k]) << " as first operand";
            }
            const status right = Operation::run(tensor_view<const T>(a, e), second_[j], tensor_view<T>(out, e), mode_);
            for (index_t i = 0; i < n; ++i) {
                const T want = alone_[value_at(a_, a + i, 0, first_.size()) * second_.size() + j];
                if (!right || !same(out[i], want))
                    return testing::AssertionFailure()
                           << "the number " << show_value(second_[j]) << " as second operand";
            }
        }
        return testing::AssertionSuccess();
    }

private:
    static std::size_t bytes(index_t elements) { return static_cast<std::size_t>(elements) * sizeof(T); }

    T run_alone(T x, T y) const {
        T result{};
        const status s = Operation::run(tensor_view<const T>(&x, extents{}), tensor_view<const T>(&y, extents{}),
                                        tensor_view<T>(&result, extents{}), mode_);
        EXPECT_TRUE(static_cast<bool>(s)) << s.message();
        return result;
    }

    /// Which of `count` values stands at an element's place in its memory.
    static std::size_t value_at(const guarded_memory& memory, const T* element, std::size_t salt, std::size_t count) {
        const auto position = static_cast<std::size_t>(element - reinterpret_cast<const T*>(memory.first()));
        return (position * (7 + 4 * salt) + position / 64 + salt) % count;
    }

    static void fill(const guarded_memory& memory, const std::vector<T>& values, std::size_t salt) {
        auto* const elements = reinterpret_cast<T*>(memory.first());
        for (std::size_t i = 0; i < memory.size() / sizeof(T); ++i)
            elements[i] = values[value_at(memory, elements + i, salt, values.size())];
    }

    /// The first element of a view whose lowest or highest element stands against the forbidden page.
    static T* place(const guarded_memory& memory, const std::vector<index_t>& shape, const std::vector<index_t>& steps,
                    bool at_end) {
        index_t low = 0;
        index_t high = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] == 0) return reinterpret_cast<T*>(at_end ? memory.end() : memory.first());
            (steps[i] < 0 ? low : high) += steps[i] * (shape[i] - 1);
        }
        return at_end ? reinterpret_cast<T*>(memory.end()) - 1 - high : reinterpret_cast<T*>(memory.first()) - low;
    }

    integer_overflow mode_;
    std::vector<T> first_;
    std::vector<T> second_;
    guarded_memory a_;
    guarded_memory b_;
    guarded_memory out_;
    std::vector<T> alone_; // the result of first_[i] and second_[j] is at i * second_.size() + j
    std::vector<T> twice_; // of first_[i] with itself
};

/// 64 values: special ones, then random ones.
template <class T>
std::vector<T> varied_values(unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values = special_values<T>();
    while (values.size() < 64) values.push_back(random_value<T>(random));
    return values;
}

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

/// Operation::element by name, for typed tests.
struct named_by_element {
    template <class Operation>
    static std::string GetName(int) {
        return name(dtype_of<typename Operation::element>);
    }
};

template <class Operation>
class Layouts : public testing::Test {
protected:
    /// Lengths beside the sizes of registers and of blocks of them, for any instruction set.
    static constexpr index_t lengths[] = {1,  2,  3,  4,   5,   7,   8,   9,   15,  16,  17,  31,  32,  33,
                                          63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1030};
};
TYPED_TEST_SUITE_P(Layouts);

TYPED_TEST_P(Layouts, ContiguousRowsOfEveryLengthTouchNothingOutside) {
    // Up to five registers of 64 bytes, and blocks of four of them with a tail of one.
    constexpr auto longest = static_cast<index_t>(336 / sizeof(typename TypeParam::element));
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, longest);
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

TYPED_TEST_P(Layouts, StridedRowsOfEveryLengthTouchNothingBetweenOrOutside) {
    constexpr auto longest = static_cast<index_t>(80 / sizeof(typename TypeParam::element));
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 3 * longest);
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

TYPED_TEST_P(Layouts, EveryMixOfStridesGivesTheBitsOfTheElementsAlone) {
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 3 * 1030);
        bool at_end = false;
        for (const index_t n : this->lengths) {
            for (const index_t out : {1, 2, -1}) {
                for (const index_t a : {1, 2, -1, 0}) {
                    for (const index_t b : {1, 2, -1, 0}) {
                        at_end = !at_end;
                        ASSERT_TRUE(checker.check({n}, {out}, {a}, {b}, at_end));
                    }
                }
            }
        }
    }
}

TYPED_TEST_P(Layouts, ViewsOfEveryRankGiveTheBitsOfTheElementsAlone) {
    constexpr index_t capacity = 2000;
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, capacity);
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

TYPED_TEST_P(Layouts, MatricesTransposedMirroredAndRepeatedGiveTheBitsOfTheElementsAlone) {
    constexpr index_t m = 37;
    constexpr index_t n = 70;
    const std::vector<index_t> forms[] = {{n, 1}, {1, m}, {-n, 1}, {n, -1}, {2 * n, 2},
                                          {0, 1}, {1, 0}, {0, 0},  {-1, -m}};
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 2 * m * n);
        for (const auto& out : forms) {
            if (out[0] == 0 || out[1] == 0) continue;
            for (const auto& a : forms) {
                for (const auto& b : forms) ASSERT_TRUE(checker.check({m, n}, out, a, b, true));
            }
            ASSERT_TRUE(checker.check({m, n}, out, out, out, true, shared::both));
        }
    }
}

TYPED_TEST_P(Layouts, LargeViewsInAnyOrderGiveTheBitsOfTheElementsAlone) {
    constexpr index_t elements = 6000;
    constexpr index_t capacity = 6 * elements;
    constexpr auto seed = static_cast<unsigned>(dtype_of<typename TypeParam::element>); // other layouts for each dtype
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, capacity);
        std::mt19937_64 random(seed);
        for (int round = 0; round < 20; ++round) {
            const auto shape = random_large_shape(random, elements);
            ASSERT_TRUE(checker.check(shape, random_order(random, shape, false, capacity),
                                      random_order(random, shape, true, capacity),
                                      random_order(random, shape, true, capacity), random() % 2 == 0))
                << "round " << round;
        }
        // Of 8 bytes, packed rows that follow each other as their elements do, and are transposed.
        ASSERT_TRUE(checker.check({37, 6, 3, 24}, {432, 72, 24, 1}, {12, -1, -444, 1332}, {1, 111, 37, -666}, true));
    }
}

TYPED_TEST_P(Layouts, ColoursInPlanesAndPixelsGiveTheBitsOfTheElementsAlone) {
    constexpr index_t n = 201;
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 17 * n);
        for (index_t colours = 2; colours <= 17; ++colours) {
            const std::vector<index_t> forms[] = {{colours, 1}, {1, n}, {1, 0}, {colours, -1}, {-colours, 1}, {-1, -n}};
            for (const auto& b : forms) {
                for (const bool at_end : {false, true}) {
                    ASSERT_TRUE(checker.check({n, colours}, {colours, 1}, {colours, 1}, b, at_end));
                    ASSERT_TRUE(checker.check({colours, n}, {n, 1}, {n, 1}, {b[1], b[0]}, at_end));
                }
            }
        }
    }
}

TYPED_TEST_P(Layouts, SmallMatricesInAnyOrderGiveTheBitsOfTheElementsAlone) {
    constexpr index_t elements = 700; // more than one row takes
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 2 * elements);
        bool at_end = false;
        for (index_t m = 2; m <= 9; ++m) {
            for (index_t n = 2; n <= 9; ++n) {
                const index_t size = m * n;
                const std::vector<index_t> orders[] = {{size, 1, m},     {size, -1, m}, {size, -1, -m}, {-size, 1, -m},
                                                       {size + 3, 1, m}, {m, 1, 0},     {n, 0, 1}};
                for (const auto& b : orders) {
                    at_end = !at_end;
                    ASSERT_TRUE(checker.check({elements / size, m, n}, {size, n, 1}, {size, n, 1}, b, at_end));
                }
            }
        }
        // Eight axes swapped in pairs, forwards and with some of them backwards.
        const std::vector<index_t> shape{2, 3, 2, 5, 4, 3, 2, 5};
        const std::vector<index_t> packed{3600, 1200, 600, 120, 30, 10, 5, 1};
        layout_checker<TypeParam> larger(mode, 7200);
        ASSERT_TRUE(larger.check(shape, packed, packed, {1200, 2400, 120, 240, 10, 40, 1, 2}, true));
        ASSERT_TRUE(larger.check(shape, packed, {1200, 2400, 120, 240, -10, 40, 1, -2}, packed, false));
    }
}

TYPED_TEST_P(Layouts, OuterProductsOfEveryLengthGiveTheBitsOfTheElementsAlone) {
    constexpr index_t rows = 11;
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, rows * 1030);
        for (const index_t n : this->lengths) {
            for (const bool at_end : {false, true}) {
                ASSERT_TRUE(checker.check({rows, n}, {n, 1}, {1, 0}, {0, 1}, at_end));
                ASSERT_TRUE(checker.check({rows, n}, {n + 5, 1}, {0, 1}, {-3, 0}, at_end));
            }
        }
    }
}

TYPED_TEST_P(Layouts, AxesThatShareARowOrABoxGiveTheBitsOfTheElementsAlone) {
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 36000);
        for (const bool at_end : {false, true}) {
            // Few rows along each axis.
            ASSERT_TRUE(checker.check({3, 5, 4, 40}, {840, 168, 42, 1}, {0, 160, 40, 1}, {-200, 40, 0, 1}, at_end));
            ASSERT_TRUE(checker.check({3, 9, 2, 70}, {1260, 140, 70, 1}, {1, 0, 210, 3}, {140, 420, 0, -1}, at_end));
            // An input repeated along a row's last axis.
            ASSERT_TRUE(checker.check({3, 5, 70}, {350, 70, 1}, {140, 0, 2}, {-70, 0, -1}, at_end));
            ASSERT_TRUE(checker.check({4, 3, 7, 33}, {693, 231, 33, 1}, {1, 0, 5, 40}, {231, 77, 1, 7}, at_end));
            // Short runs of out.
            ASSERT_TRUE(checker.check({7, 30, 3}, {310, 10, 3}, {90, 3, 1}, {1, 21, 7}, at_end));
            ASSERT_TRUE(checker.check({7, 2, 60, 2}, {1000, 500, 8, -2}, {240, 120, 2, 1}, {0, 120, 2, 1}, at_end));
            // Rows of two lengths in turn.
            ASSERT_TRUE(checker.check({11, 7, 3, 51, 3}, {3213, 3, 1, 63, 21}, {3213, 459, 153, -3, -1},
                                      {-357, 1, -3927, 7, -11781}, at_end));
        }
    }
}

TYPED_TEST_P(Layouts, NumbersGiveTheBitsOfRankZero) {
    for (const integer_overflow mode : TypeParam::modes()) {
        layout_checker<TypeParam> checker(mode, 100);
        for (const index_t n : {0, 1, 100}) ASSERT_TRUE(checker.check_scalars(n));
    }
}

REGISTER_TYPED_TEST_SUITE_P(Layouts, ContiguousRowsOfEveryLengthTouchNothingOutside,
                            StridedRowsOfEveryLengthTouchNothingBetweenOrOutside,
                            EveryMixOfStridesGivesTheBitsOfTheElementsAlone,
                            ViewsOfEveryRankGiveTheBitsOfTheElementsAlone,
                            MatricesTransposedMirroredAndRepeatedGiveTheBitsOfTheElementsAlone,
                            LargeViewsInAnyOrderGiveTheBitsOfTheElementsAlone,
                            ColoursInPlanesAndPixelsGiveTheBitsOfTheElementsAlone,
                            SmallMatricesInAnyOrderGiveTheBitsOfTheElementsAlone,
                            OuterProductsOfEveryLengthGiveTheBitsOfTheElementsAlone,
                            AxesThatShareARowOrABoxGiveTheBitsOfTheElementsAlone, NumbersGiveTheBitsOfRankZero);

} // namespace lanewise_test
