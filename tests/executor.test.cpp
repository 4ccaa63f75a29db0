// An executor changes who computes an element, and nothing else.

#include "support/executors.hpp"

#include <lanewise/lanewise.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace lanewise_test {
namespace {

using namespace lanewise;

static_assert(executor<four_threads> && executor<const four_threads> && executor<four_threads&> && executor<shuffled>);
static_assert(!executor<const shuffled> && !executor<tensor<float>> && !executor<int>);

template <class T>
tensor<T> filled(const extents& shape, unsigned seed) {
    std::mt19937 random(seed);
    tensor<T> t(shape);
    for (T& value : t) value = static_cast<T>(random() % 19);
    return t;
}

template <class T>
bool same_bits(const tensor<T>& a, const tensor<T>& b) {
    return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
}

template <class T>
class Executors : public testing::Test {};
using dtypes = testing::Types<float16, double, std::uint8_t>;
TYPED_TEST_SUITE(Executors, dtypes);

/// Calls with(a, b, out) and with(executor, a, b, out) on layouts of every kind.
template <class T, class Operator>
void expect_same_bits(const Operator& operate) {
    const auto check = [&](const auto& a, const auto& b, const extents& shape) {
        tensor<T> serial(shape);
        tensor<T> parallel(shape);
        operate(a, b, serial);
        operate(four_threads(), a, b, parallel);
        EXPECT_TRUE(same_bits(serial, parallel));
        shuffled in_disorder;
        operate(in_disorder, a, b, parallel);
        EXPECT_TRUE(same_bits(serial, parallel));
        EXPECT_EQ(in_disorder.calls, 1u);
        EXPECT_GE(in_disorder.parts, 2u);
    };
    const tensor<T> square = filled<T>({401, 399}, 1);
    check(square, filled<T>({401, 399}, 2), {401, 399});
    check(square, filled<T>({401, 1}, 2), {401, 399});
    check(square, T(3), {401, 399});
    check(transpose(square), filled<T>({399, 401}, 2), {399, 401});
    check(filled<T>({7, 1, 50, 3}, 1), filled<T>({70, 50, 1}, 2), {7, 70, 50, 3});
    const tensor<T> row = filled<T>({80001}, 1);
    check(flip(row, 0), filled<T>({80001}, 2), {80001});
}

TYPED_TEST(Executors, GiveTheSameBits) {
    using T = TypeParam;
    expect_same_bits<T>([](auto&&... arguments) { subtract(arguments...); });
    expect_same_bits<T>([](auto&&... arguments) { EXPECT_TRUE(try_pow(arguments...)); });
}

TEST(Executor, ServesEveryOperator) {
    expect_same_bits<float>([](auto&&... arguments) { difference_square(arguments...); });
    expect_same_bits<float>([](auto&&... arguments) { pow(arguments...); });
    expect_same_bits<float>([](auto&&... arguments) { EXPECT_TRUE(try_subtract(arguments...)); });
    expect_same_bits<float>([](auto&&... arguments) { EXPECT_TRUE(try_difference_square(arguments...)); });
}

TEST(Executor, ComesWithOptionsToo) {
    const tensor<float> a = filled<float>({300, 300}, 1);
    const tensor<float> b = filled<float>({300}, 2);
    shuffled ex;
    tensor<float> out({300, 300});
    subtract(a, b, out, {.executor = ex});
    EXPECT_TRUE(same_bits(out, subtract(a, b)));
    EXPECT_TRUE(same_bits(out, subtract(ex, a, b)));
    EXPECT_TRUE(same_bits(pow(a, b), pow(ex, a, b, {.scale_bias = scale_bias{1, 0}})));
    EXPECT_EQ(ex.calls, 3u);
}

TEST(Executor, IsNotAskedForSmallCalls) {
    shuffled ex;
    const tensor<float> a = filled<float>({1024}, 1);
    static_cast<void>(subtract(ex, a, a));
    const tensor<float> column = filled<float>({1024, 1}, 2);
    static_cast<void>(pow(ex, a, transpose(column)));
    EXPECT_EQ(ex.calls, 0u);
}

TEST(Executor, OfNoneIsTheCaller) {
    const executor_ref none;
    EXPECT_FALSE(none);
    const tensor<float> a = filled<float>({300, 300}, 1);
    EXPECT_TRUE(same_bits(subtract(a, 2), subtract(a, 2, {.executor = none})));
}

TEST(Executor, WorksInPlace) {
    tensor<float> a = filled<float>({300, 301}, 1);
    const tensor<float> expected = subtract(a, 2);
    subtract(four_threads(), a, 2, a);
    EXPECT_TRUE(same_bits(a, expected));
}

TEST(Executor, LeavesOutAloneWhereAnElementOverflows) {
    tensor<std::int8_t> a = filled<std::int8_t>({300, 301}, 1);
    a(17, 3) = -128;
    a(299, 300) = -128;
    const tensor<std::int8_t> before = a;
    const status s = try_subtract(four_threads(), a, 1, a, {.overflow = integer_overflow::error});
    EXPECT_EQ(s.code(), status_code::integer_overflow);
    EXPECT_EQ(s.message(), "subtract: [17, 3]: a = -128, b = 1: the result does not fit in int8");
    EXPECT_TRUE(same_bits(a, before));
}

} // namespace
} // namespace lanewise_test
