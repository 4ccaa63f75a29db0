// pow on floats: special values to the letter of C23 F.10.4.4, the rest against long double.

#include "support/elements.hpp"
#include "support/indices.hpp"
#include "support/pow_reference.hpp"

#include <lanewise/pow.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lanewise_test {
namespace {

using lanewise::broadcast_rule;
using lanewise::extents;
using lanewise::scale_bias;
using lanewise::status_code;
using lanewise::tensor;
using lanewise::tensor_view;

template <class T>
class Pow : public testing::Test {};
TYPED_TEST_SUITE(Pow, floating_types, named_by_dtype);

/// pow(x, y) for every x and every y.
template <class T>
tensor<T> table(const std::vector<T>& x, const std::vector<T>& y) {
    const tensor_view<const T> rows(x.data(), extents{std::ssize(x), 1});
    const tensor_view<const T> columns(y.data(), extents{std::ssize(y)});
    return lanewise::pow(rows, columns);
}

template <class T>
T one(double x, double y) {
    const T base = static_cast<T>(x);
    const T exponent = static_cast<T>(y);
    T out{};
    lanewise::pow(tensor_view(&base, extents{}), tensor_view(&exponent, extents{}), tensor_view(&out, extents{}));
    return out;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TYPED_TEST(Pow, SpecialValuesAreThoseOfTheStandard) {
    using T = TypeParam;
    const auto is = [](double x, double y, double want) {
        const T got = one<T>(x, y);
        EXPECT_TRUE(same(got, static_cast<T>(want)))
            << "pow(" << x << ", " << y << ") is " << show_value(got) << ", not " << want;
    };
    for (const double zero : {0.0, -0.0}) {
        for (const double x : {nan, infinity, -infinity, 0.0, -0.0, 1.0, -1.5, 100.0}) is(x, zero, 1);
    }
    for (const double y : {nan, infinity, -infinity, 0.5, -3.0, 1000.0}) is(1, y, 1);
    is(-1, infinity, 1);
    is(-1, -infinity, 1);
    for (const double sign : {1.0, -1.0}) {
        is(sign * 0.0, -3, sign * infinity);
        is(sign * 0.0, -1, sign * infinity);
        is(sign * 0.0, -2, infinity);
        is(sign * 0.0, -0.5, infinity);
        is(sign * 0.0, -infinity, infinity);
        is(sign * 0.0, 3, sign * 0.0);
        is(sign * 0.0, 1, sign * 0.0);
        is(sign * 0.0, 2, 0);
        is(sign * 0.0, 0.5, 0);
        is(sign * 0.0, infinity, 0);
        for (const double small : {0.0, 0.5, 0.9}) {
            is(sign * small, -infinity, infinity);
            is(sign * small, infinity, 0);
        }
        for (const double large : {1.1, 2.0, infinity}) {
            is(sign * large, -infinity, 0);
            is(sign * large, infinity, infinity);
        }
    }
    is(-infinity, -3, -0.0);
    is(-infinity, -2, 0);
    is(-infinity, -0.5, 0);
    is(-infinity, 3, -infinity);
    is(-infinity, 2, infinity);
    is(-infinity, 0.5, infinity);
    is(infinity, -2, 0);
    is(infinity, -0.5, 0);
    is(infinity, 3, infinity);
    is(infinity, 0.5, infinity);
    for (const double x : {-0.5, -1.0, -2.0, -100.0}) {
        for (const double y : {0.5, -0.5, 1.5, -2.25}) is(x, y, nan);
    }
    is(nan, 1, nan);
    is(2, nan, nan);
    is(-1, nan, nan);
    is(0, nan, nan);
    is(nan, infinity, nan);
    is(-2, 3, -8);
    is(-2, -3, -0.125);
    is(-2, 4, 16);
}

TYPED_TEST(Pow, TheParityOfTheExponentIsExactUpToTheLargestOddNumber) {
    using T = TypeParam;
    const int digits = std::is_same_v<T, float16>    ? 11
                       : std::is_same_v<T, bfloat16> ? 8
                       : std::is_same_v<T, float>    ? 24
                                                     : 53;
    const double largest_odd = std::ldexp(1.0, digits) - 1;
    EXPECT_EQ(widened(one<T>(-1, largest_odd)), -1);
    EXPECT_EQ(widened(one<T>(-1, -largest_odd)), -1);
    EXPECT_EQ(widened(one<T>(-1, largest_odd - 1)), 1);
    EXPECT_EQ(widened(one<T>(-1, largest_odd + 1)), 1);
    EXPECT_EQ(widened(one<T>(-1, std::ldexp(1.0, 15))), 1);
    EXPECT_TRUE(std::isnan(widened(one<T>(-1, (largest_odd - 1) / 2 + 0.5)))) << "half an odd number";
}

TYPED_TEST(Pow, ResultsAreRoundedCorrectly) {
    using T = TypeParam;
    std::mt19937_64 random(41);
    std::vector<T> x = special_values<T>();
    std::vector<T> y = special_values<T>();
    for (int i = 0; i < 250; ++i) {
        x.push_back(random_value<T>(random));
        y.push_back(random_value<T>(random));
    }
    const tensor<T> out = table(x, y);
    int decided = 0;
    for_each_index({std::ssize(x), std::ssize(y)}, [&](const auto& i) {
        const T base = x[static_cast<std::size_t>(i[0])];
        const T exponent = y[static_cast<std::size_t>(i[1])];
        const pow_answer<T> want = pow_by_long_double<T>(widened(base), widened(exponent));
        const T got = out(i[0], i[1]);
        decided += want.decided;
        ASSERT_TRUE(want.admits(got)) << "pow(" << show_value(base) << ", " << show_value(exponent) << ") is "
                                      << show_value(got) << ", not " << want.text();
    });
    EXPECT_GT(decided, 70000);
}

TYPED_TEST(Pow, AtTheEdgesOfTheRangeResultsBecomeSubnormalZeroOrInfinite) {
    using T = TypeParam;
    std::mt19937_64 random(43);
    const int least = std::is_same_v<T, float16>    ? -24
                      : std::is_same_v<T, bfloat16> ? -133
                      : std::is_same_v<T, float>    ? -149
                                                    : -1074;
    const int most = std::is_same_v<T, float16> ? 16 : std::is_same_v<T, double> ? 1024 : 128;
    // Every exact power of two down to the least, and half of it, a tie that goes to 0.
    for (int e = least - 2; e <= most; ++e) {
        const T got = one<T>(2, e);
        ASSERT_TRUE(same(got, static_cast<T>(std::ldexp(1.0, e)))) << e;
    }
    for (int round = 0; round < 4000; ++round) {
        const T base = random_value<T>(random);
        const double log = std::log2(std::fabs(static_cast<double>(widened(base))));
        if (!std::isfinite(log) || log == 0) continue;
        const double target = (round % 2 == 0 ? least : most) + static_cast<double>(random() % 600) / 100 - 3;
        const T exponent = static_cast<T>(target / log);
        const pow_answer<T> want = pow_by_long_double<T>(widened(base), widened(exponent));
        const T got = one<T>(widened(base), widened(exponent));
        ASSERT_TRUE(want.admits(got)) << "pow(" << show_value(base) << ", " << show_value(exponent) << ") is "
                                      << show_value(got) << ", not " << want.text();
    }
}

TYPED_TEST(Pow, SquaresRootsAndReciprocalsAreExactOrRoundedOnce) {
    using T = TypeParam;
    std::mt19937_64 random(47);
    for (int round = 0; round < 2000; ++round) {
        const T base = random_value<T>(random);
        const auto x = static_cast<double>(widened(base));
        if (std::isnan(x)) continue;
        if constexpr (sizeof(T) < 8) {
            // These are exact in float64 before they are rounded, or far from halfway.
            EXPECT_TRUE(same(one<T>(x, 2), static_cast<T>(x * x))) << show_value(base);
            EXPECT_TRUE(same(one<T>(x, -1), static_cast<T>(1 / x))) << show_value(base);
            if (x > 0) {
                EXPECT_TRUE(same(one<T>(x, 0.5), static_cast<T>(std::sqrt(x)))) << show_value(base);
            }
        }
        EXPECT_TRUE(same(one<T>(x, 1), base)) << show_value(base);
    }
}

TYPED_TEST(Pow, ScaleAndBiasAreAppliedInFloat64) {
    using T = TypeParam;
    std::mt19937_64 random(53);
    const double pairs[][2] = {{1.0 / 255, 0}, {2, -1},    {0.1, 0.1},    {-3, 0x1p-40}, {1, 1e-300},
                               {0, 2},         {1e300, 0}, {infinity, 0}, {1, nan}};
    std::vector<T> x = special_values<T>();
    for (int i = 0; i < 200; ++i) x.push_back(random_value<T>(random));
    for (const auto& [scale, bias] : pairs) {
        for (const double y : {1.0, 2.0, 1 / 2.2, -0.5}) {
            const T exponent = static_cast<T>(y);
            tensor<T> out(extents{std::ssize(x)});
            lanewise::pow(tensor_view(x, extents{std::ssize(x)}), tensor_view(&exponent, extents{}), out,
                          {.scale_bias = scale_bias{scale, bias}});
            for (std::size_t i = 0; i < x.size(); ++i) {
                // volatile: no compiler may contract the two.
                const volatile double product = static_cast<double>(widened(x[i])) * scale;
                const double sum = product + bias;
                const double g = sizeof(T) == 8 ? sum : static_cast<double>(static_cast<float>(sum));
                const pow_answer<T> want = pow_by_long_double<T>(g, widened(exponent));
                ASSERT_TRUE(want.admits(out(static_cast<index_t>(i))))
                    << "pow(" << show_value(x[i]) << " * " << scale << " + " << bias << ", " << show_value(exponent)
                    << ") is " << show_value(out(static_cast<index_t>(i))) << ", not " << want.text();
            }
        }
    }
}

TYPED_TEST(Pow, ScaleAndBiasOfAStridedBaseAreThoseOfItsElements) {
    using T = TypeParam;
    constexpr index_t rows = 9;
    constexpr index_t columns = 70;
    std::mt19937_64 random(54);
    std::vector<T> memory(3 * rows * columns);
    for (T& x : memory) x = static_cast<T>(random_between(random, 0, 250));
    const lanewise::pow_options options{.scale_bias = scale_bias{0.1, 0.3}};
    const index_t steps[][2] = {{columns, 1},  {3 * columns, 3}, {1, rows}, {2, 2 * rows}, {columns, -1},
                                {-columns, 2}, {0, 1},           {1, 0},    {0, 0}};
    for (const auto& [row, column] : steps) {
        const index_t first = (row < 0 ? -row * (rows - 1) : 0) + (column < 0 ? -column * (columns - 1) : 0);
        const tensor_view<const T> x(memory.data() + first, {rows, columns}, {row, column});
        tensor<T> packed({rows, columns});
        for (index_t i = 0; i < rows; ++i) {
            for (index_t j = 0; j < columns; ++j) packed(i, j) = x(i, j);
        }
        for (const double y : {2.0, 2.2}) {
            const tensor<T> want = lanewise::pow(packed, y, options);
            const tensor<T> got = lanewise::pow(x, y, options);
            for (index_t i = 0; i < rows; ++i) {
                for (index_t j = 0; j < columns; ++j)
                    ASSERT_TRUE(same(got(i, j), want(i, j))) << row << ", " << column << " at " << i << ", " << j;
            }
        }
    }
}

TYPED_TEST(Pow, ABaseOfANarrowerDtypeIsWidened) {
    using T = TypeParam;
    for_each_type(all_types{}, [](auto narrow) {
        using From = decltype(narrow);
        if constexpr (widens(dtype_of<From>, dtype_of<T>)) {
            const std::vector<From> x = special_values<From>();
            const extents shape{std::ssize(x)};
            tensor<T> out(shape);
            tensor<T> wide(shape);
            for (std::size_t i = 0; i < x.size(); ++i) wide(static_cast<index_t>(i)) = static_cast<T>(widened(x[i]));
            lanewise::pow(tensor_view(x, shape), 2.5, out);
            const tensor<T> want = lanewise::pow(wide, 2.5);
            for (index_t i = 0; i < shape[0]; ++i)
                ASSERT_TRUE(same(out(i), want(i)))
                    << name(dtype_of<From>) << " " << show_value(x[static_cast<std::size_t>(i)]);
            lanewise::pow(tensor_view(x, shape), 2.5, out, {.scale_bias = scale_bias{0.5, 0.25}});
            const tensor<T> scaled = lanewise::pow(wide, 2.5, {.scale_bias = scale_bias{0.5, 0.25}});
            for (index_t i = 0; i < shape[0]; ++i)
                ASSERT_TRUE(same(out(i), scaled(i)))
                    << name(dtype_of<From>) << " " << show_value(x[static_cast<std::size_t>(i)]);
        }
    });
}

TEST(PowNumbers, AnExponentKeepsItsOwnTypeAndABaseTakesOuts) {
    const float x = 10;
    tensor<float> out(extents{});
    lanewise::pow(tensor_view(&x, extents{}), 2.2, out);
    EXPECT_EQ(out(), 158.489319246111348520210137339150701326f);
    lanewise::pow(tensor_view(&x, extents{}), 2.2f, out);
    EXPECT_EQ(out(), static_cast<float>(std::pow(10.0, static_cast<double>(2.2f))));
    EXPECT_NE(static_cast<float>(std::pow(10.0, static_cast<double>(2.2f))), 158.489319246111348520210137339150701326f);
    lanewise::pow(0.1, tensor_view(&x, extents{}), out);
    EXPECT_EQ(out(), static_cast<float>(std::pow(static_cast<double>(0.1f), 10.0)));
    const float minus_one = -1;
    lanewise::pow(tensor_view(&minus_one, extents{}), (1LL << 53) + 1, out);
    EXPECT_EQ(out(), -1.0f);
    lanewise::pow(tensor_view(&minus_one, extents{}), ~0ULL, out);
    EXPECT_EQ(out(), -1.0f);
    EXPECT_TRUE((std::is_same_v<decltype(lanewise::pow(tensor_view(&x, extents{}), 2)), tensor<float>>));
    EXPECT_TRUE((std::is_same_v<decltype(lanewise::pow(2, tensor_view(&x, extents{}))), tensor<float>>))
        << "not an int, which would lose the fraction";
    EXPECT_TRUE((std::is_same_v<decltype(lanewise::pow(2.0, tensor_view(&x, extents{}))), tensor<double>>));
}

TEST(PowShapes, FollowTheBroadcastRule) {
    const std::vector<double> x = {1, 2, 3, 4, 5, 6};
    const std::vector<double> y = {2, 3};
    tensor<double> out({2, 3});
    lanewise::pow(tensor_view(x, extents{2, 3}), tensor_view(y, extents{2}), out,
                  {.broadcast = broadcast_rule::pdpd(0)});
    EXPECT_EQ(std::vector<double>(out.begin(), out.end()), (std::vector<double>{1, 4, 9, 64, 125, 216}));
    EXPECT_EQ(try_pow(tensor_view(x, extents{2, 3}), tensor_view(y, extents{2}), out).code(),
              status_code::shape_mismatch);
    const tensor<double> grown = lanewise::pow(tensor_view(y, extents{2, 1}), tensor_view(x, extents{3}));
    EXPECT_EQ(std::vector<double>(grown.begin(), grown.end()), (std::vector<double>{2, 4, 8, 3, 9, 27}));
}

} // namespace
} // namespace lanewise_test
