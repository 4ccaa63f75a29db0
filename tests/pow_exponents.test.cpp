// pow on floats with exponents of every dtype, whose values are used exactly.

#include "support/indices.hpp"
#include "support/pow_reference.hpp"

#include <lanewise/pow.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::tensor;
using lanewise::tensor_view;

template <class T>
class PowExponents : public testing::Test {};
TYPED_TEST_SUITE(PowExponents, floating_types, named_by_dtype);

TYPED_TEST(PowExponents, OfEveryDtypeAreUsedExactly) {
    using T = TypeParam;
    for_each_type(all_types{}, [](auto sample) {
        using E = decltype(sample);
        std::mt19937_64 random(71);
        std::vector<T> x = special_values<T>();
        std::vector<E> y = special_values<E>();
        for (int i = 0; i < 100; ++i) {
            x.push_back(random_value<T>(random));
            y.push_back(random_value<E>(random));
        }
        const tensor_view<const T> rows(x.data(), extents{std::ssize(x), 1});
        const tensor_view<const E> columns(y.data(), extents{std::ssize(y)});
        const tensor<T> out = lanewise::pow(rows, columns);
        for_each_index({std::ssize(x), std::ssize(y)}, [&](const auto& i) {
            const T base = x[static_cast<std::size_t>(i[0])];
            const E exponent = y[static_cast<std::size_t>(i[1])];
            const pow_answer<T> want =
                pow_by_long_double<T>(static_cast<double>(widened(base)), static_cast<long double>(widened(exponent)));
            ASSERT_TRUE(want.admits(out(i[0], i[1])))
                << "pow(" << show_value(base) << ", " << name(dtype_of<E>) << " " << show_value(exponent) << ") is "
                << show_value(out(i[0], i[1])) << ", not " << want.text();
        });
    });
}

TYPED_TEST(PowExponents, WideIntegersKeepTheirParityAndTheirSize) {
    using T = TypeParam;
    const auto power = [](double base, auto exponent) {
        const T x = static_cast<T>(base);
        T out{};
        lanewise::pow(tensor_view(&x, extents{}), tensor_view(&exponent, extents{}), tensor_view(&out, extents{}));
        return static_cast<double>(widened(out));
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(power(-1, std::numeric_limits<std::int64_t>::max()), -1);
    EXPECT_EQ(power(-1, std::numeric_limits<std::int64_t>::min()), 1);
    EXPECT_EQ(power(-1, std::numeric_limits<std::uint64_t>::max()), -1);
    EXPECT_EQ(power(-1, std::numeric_limits<std::uint64_t>::max() - 1), 1);
    EXPECT_EQ(power(-1, std::numeric_limits<std::uint32_t>::max()), -1);
    EXPECT_EQ(power(-2, std::numeric_limits<std::int64_t>::max()), -infinity);
    EXPECT_EQ(power(-2, std::numeric_limits<std::uint64_t>::max()), -infinity);
    EXPECT_TRUE(std::signbit(power(-2, std::numeric_limits<std::int64_t>::min() + 1)));
    EXPECT_EQ(power(-2, std::numeric_limits<std::int64_t>::min()), 0);
    EXPECT_EQ(power(-0.0, std::int64_t{-3}), -infinity);
    EXPECT_EQ(power(0.0, std::int64_t{0}), 1);
}

TYPED_TEST(PowExponents, ANumberGivesTheBitsOfATensor) {
    using T = TypeParam;
    std::mt19937_64 random(73);
    std::vector<T> x = special_values<T>();
    for (int i = 0; i < 300; ++i) x.push_back(random_value<T>(random));
    const tensor_view<const T> bases(x.data(), extents{std::ssize(x)});
    for (const double y : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -1.0, -2.0, -3.0, 0.5, -0.5, 1.5, 2.5, 2.25, -7.0}) {
        const std::vector<T> exponents(x.size(), static_cast<T>(y));
        const T single = static_cast<T>(y);
        const tensor<T> want = lanewise::pow(bases, tensor_view(exponents.data(), extents{std::ssize(x)}));
        const tensor<T> of_number = lanewise::pow(bases, y);
        const tensor<T> of_one = lanewise::pow(bases, tensor_view(&single, extents{1}));
        const tensor<T> of_integer = std::rint(y) == y ? lanewise::pow(bases, static_cast<int>(y)) : want;
        for (index_t i = 0; i < std::ssize(x); ++i) {
            const auto about = [&] { return show_value(x[static_cast<std::size_t>(i)]) + "^" + show_value(y); };
            ASSERT_TRUE(same(of_number(i), want(i))) << about();
            ASSERT_TRUE(same(of_one(i), want(i))) << about();
            ASSERT_TRUE(same(of_integer(i), want(i))) << about();
        }
    }
}

TEST(PowExponents64, PowersOfNumbersNextToOneAreRightForEveryWidth) {
    // (1 + 2^-52)^n for a 62-bit n that no float64 holds.
    const double base = 1 + 0x1p-52;
    for (const std::int64_t n :
         {(std::int64_t{1} << 58) + 1, (std::int64_t{1} << 60) - 12345, -((std::int64_t{1} << 59) + 77777)}) {
        double out = 0;
        lanewise::pow(tensor_view(&base, extents{}), tensor_view(&n, extents{}), tensor_view(&out, extents{}));
        EXPECT_TRUE(pow_by_long_double<double>(base, static_cast<long double>(n)).admits(out))
            << n << ": " << show_value(out);
    }
}

} // namespace
} // namespace lanewise_test
