// Subtract and difference_square on all eight integer types, against 128-bit arithmetic.

#include "integer_apply.hpp"
#include "integer_oracle.hpp"
#include "support/elements.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

template <class T>
class IntegerLanes : public testing::Test {};

TYPED_TEST_SUITE(IntegerLanes, integer_types);

template <class T>
struct operands {
    std::vector<T> x;
    std::vector<T> y;
};

/// Every pair of interesting values; for 8 bits every pair there is.
template <class T>
operands<T> all_pairs() {
    std::vector<T> values;
    if constexpr (sizeof(T) == 1)
        for (int v = 0; v < 256; ++v) values.push_back(static_cast<T>(v));
    else
        values = interesting_values<T>(600, 1);
    operands<T> r;
    for (const T x : values)
        for (const T y : values) {
            r.x.push_back(x);
            r.y.push_back(y);
        }
    // Differences near the largest root, whatever the operands.
    std::mt19937_64 random(2);
    for (int i = 0; i < 20000; ++i) {
        using U = std::make_unsigned_t<T>;
        const auto x = static_cast<U>(random());
        const auto d = static_cast<U>(largest_root<T>() + random() % 5 - 2);
        r.x.push_back(static_cast<T>(x));
        r.y.push_back(static_cast<T>(static_cast<U>(i % 2 != 0 ? x - d : x + d)));
    }
    return r;
}

TYPED_TEST(IntegerLanes, SubtractWrapsAndSaturates) {
    const auto [x, y] = all_pairs<TypeParam>();
    const auto wrapped = apply(lane_function<TypeParam, subtract_operator::function>{}, x, y);
    const auto saturated = apply(saturating_subtract<TypeParam>{}, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto want = oracle_subtract(x[i], y[i]);
        ASSERT_EQ(wrapped[i], want.wrapped) << +x[i] << " - " << +y[i];
        ASSERT_EQ(saturated[i], want.saturated) << +x[i] << " - " << +y[i];
        ASSERT_EQ(subtract_fault(x[i], y[i]) != integer_fault::none, want.overflow) << +x[i] << " - " << +y[i];
        ASSERT_EQ(faulty_at(subtract_faults<TypeParam>{}, x[i], y[i], i), want.overflow) << +x[i] << " - " << +y[i];
    }
}

TYPED_TEST(IntegerLanes, DifferenceSquareWrapsAndSaturates) {
    const auto [x, y] = all_pairs<TypeParam>();
    const auto wrapped = apply(lane_function<TypeParam, difference_square_operator::function>{}, x, y);
    const auto saturated = apply(saturating_difference_square<TypeParam>{}, x, y);
    using faults = difference_square_faults<TypeParam>;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto want = oracle_difference_square(x[i], y[i]);
        ASSERT_EQ(wrapped[i], want.wrapped) << "(" << +x[i] << " - " << +y[i] << ")^2";
        ASSERT_EQ(saturated[i], want.saturated) << "(" << +x[i] << " - " << +y[i] << ")^2";
        ASSERT_EQ(difference_square_fault(x[i], y[i]) != integer_fault::none, want.overflow) << +x[i] << ", " << +y[i];
        ASSERT_EQ(faulty_at(faults{}, x[i], y[i], i), want.overflow) << +x[i] << ", " << +y[i];
    }
}

TEST(IntegerLanesExamples, OfTheContract) {
    EXPECT_EQ(apply(saturating_subtract<std::uint8_t>{}, {3}, {5})[0], 0);
    EXPECT_EQ(apply(lane_function<std::uint8_t, difference_square_operator::function>{}, {3}, {5})[0], 4);
    EXPECT_EQ(apply(saturating_difference_square<std::uint8_t>{}, {3}, {5})[0], 4);
    EXPECT_FALSE(faulty_at(difference_square_faults<std::uint8_t>{}, 3, 5, 0));
    EXPECT_EQ(apply(saturating_difference_square<std::int8_t>{}, {-128}, {127})[0], 127);
}

} // namespace
} // namespace lanewise_test
