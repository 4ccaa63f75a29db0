// pow on integers: exact in every overflow mode, for exponents of every dtype.

#include "support/indices.hpp"
#include "support/integer_pow_reference.hpp"
#if defined(LANEWISE_HAVE_MPFR)
#include "support/mpfr_pow.hpp"
#endif

#include <lanewise/pow.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::integer_overflow;
using lanewise::scale_bias;
using lanewise::status;
using lanewise::status_code;
using lanewise::tensor;
using lanewise::tensor_view;

template <class T>
class PowIntegers : public testing::Test {};
TYPED_TEST_SUITE(PowIntegers, integer_types, named_by_dtype);

template <class T>
std::vector<T> bases() {
    std::vector<T> values = special_values<T>();
    std::mt19937_64 random(61);
    for (int i = 0; i < 60; ++i) values.push_back(random_value<T>(random));
    return values;
}

/// Exponents around every place where powers leave a range, and large ones of both parities.
template <class E>
std::vector<E> exponents() {
    std::vector<E> values = special_values<E>();
    for (int e = -3; e <= 66; ++e) {
        if (e >= 0 || std::is_signed_v<E> || !is_integer<E>) values.push_back(static_cast<E>(e));
    }
    if constexpr (!is_integer<E>) {
        for (const double e : {0.25, -0.25, 1.5, 2.5, 1e3, 1e4, -65504.0, 0x1p60, 0x1p64 + 0x1p12, -0x1p70})
            values.push_back(static_cast<E>(e));
    }
    return values;
}

/// Every call of this file, so that there is one instantiation for each pair of dtypes.
template <class T, class E>
status run(tensor_view<const T> x, tensor_view<const E> y, tensor_view<T> out, const lanewise::pow_options& options) {
    return try_pow(x, y, out, options);
}

/// One call with every base and every exponent.
template <class T, class E>
tensor<T> table(const std::vector<T>& x, const std::vector<E>& y, integer_overflow mode) {
    const tensor_view<const T> rows(x.data(), extents{std::ssize(x), 1});
    const tensor_view<const E> columns(y.data(), extents{std::ssize(y)});
    tensor<T> out({std::ssize(x), std::ssize(y)});
    EXPECT_TRUE(run(rows, columns, out.view(), {.overflow = mode}));
    return out;
}

template <class T, class E>
status single(T x, E y, T& out, const lanewise::pow_options& options) {
    return run(tensor_view<const T>(&x, extents{}), tensor_view<const E>(&y, extents{}),
               tensor_view<T>(&out, extents{}), options);
}

template <class E>
bool is_integral_value(E e) {
    if constexpr (is_integer<E>) {
        return true;
    } else {
        return std::isfinite(widened(e)) && std::trunc(widened(e)) == widened(e);
    }
}

TYPED_TEST(PowIntegers, IntegralExponentsOfEveryDtypeAreExactInEveryMode) {
    using T = TypeParam;
    for_each_type(all_types{}, [](auto sample) {
        using E = decltype(sample);
        const auto x = bases<T>();
        std::vector<E> y;
        for (const E e : exponents<E>()) {
            if (is_integral_value(e)) y.push_back(e);
        }
        const tensor<T> wrapped = table(x, y, integer_overflow::wrap);
        const tensor<T> saturated = table(x, y, integer_overflow::saturate);
        for_each_index({std::ssize(x), std::ssize(y)}, [&](const auto& i) {
            const T base = x[static_cast<std::size_t>(i[0])];
            const E exponent = y[static_cast<std::size_t>(i[1])];
            const integer_power<T> want = power_by_definition(base, exact_integer::from(exponent));
            const auto about = [&] {
                return std::to_string(base) + "^" + show_value(exponent) + " of " + name(dtype_of<E>);
            };
            ASSERT_EQ(+wrapped(i[0], i[1]), +want.wrapped) << about();
            ASSERT_EQ(+saturated(i[0], i[1]), +want.saturated) << about();
            T out = 77;
            const status s = single(base, exponent, out, {.overflow = integer_overflow::error});
            ASSERT_EQ(static_cast<int>(s.code()), static_cast<int>(want.fault())) << about();
            ASSERT_EQ(+out, +(s ? want.wrapped : T{77})) << about();
        });
    });
}

/// What x^y may be as a float64: with MPFR the one that it is, else what a long double's power, rounded again, leaves open.
std::vector<double> float64_powers(double x, double y) {
#if defined(LANEWISE_HAVE_MPFR)
    return {nearest_pow<double>(x, y)};
#else
    const auto power = static_cast<double>(std::pow(static_cast<long double>(x), static_cast<long double>(y)));
    return {power, power * (1 - 0x1p-52), power * (1 + 0x1p-52)};
#endif
}

TYPED_TEST(PowIntegers, OtherExponentsAreFloat64PowTruncated) {
    using T = TypeParam;
    for_each_type(floating_types{}, [](auto sample) {
        using E = decltype(sample);
        const auto x = bases<T>();
        std::vector<E> y;
        for (const E e : exponents<E>()) {
            if (!is_integral_value(e)) y.push_back(e);
        }
        const tensor<T> wrapped = table(x, y, integer_overflow::wrap);
        const tensor<T> saturated = table(x, y, integer_overflow::saturate);
        for_each_index({std::ssize(x), std::ssize(y)}, [&](const auto& i) {
            const T base = x[static_cast<std::size_t>(i[0])];
            const E exponent = y[static_cast<std::size_t>(i[1])];
            const auto about = [&] { return std::to_string(base) + "^" + show_value(exponent); };
            T out = 77;
            const status s = single(base, exponent, out, {.overflow = integer_overflow::error});
            const auto highest = static_cast<long double>(std::numeric_limits<T>::max());
            const auto lowest = static_cast<long double>(std::numeric_limits<T>::min());
            bool admitted = false;
            for (const double power : float64_powers(static_cast<double>(base), widened(exponent))) {
                const auto towards_zero = static_cast<long double>(std::trunc(power));
                const bool fits = towards_zero >= lowest && towards_zero <= highest; // false for NaN
                const T want = std::isnan(power)       ? T{0}
                               : fits                  ? static_cast<T>(towards_zero)
                               : towards_zero < lowest ? std::numeric_limits<T>::min()
                                                       : std::numeric_limits<T>::max();
                admitted = admitted || (wrapped(i[0], i[1]) == want && saturated(i[0], i[1]) == want &&
                                        s.code() == (fits ? status_code::ok : status_code::integer_overflow) &&
                                        out == (fits ? want : T{77}));
            }
            ASSERT_TRUE(admitted) << about() << " is " << +wrapped(i[0], i[1]) << ", " << +saturated(i[0], i[1]) << ", "
                                  << s.message();
        });
    });
}

TYPED_TEST(PowIntegers, RootsThatAreExactStayExact) {
    using T = TypeParam;
    for (int root = 0; root <= 11; ++root) {
        T out = 77;
        ASSERT_TRUE(single(static_cast<T>(root * root), 0.5, out, {}));
        EXPECT_EQ(+out, root);
        if (root > 0 && root <= 5) {
            ASSERT_TRUE(single(static_cast<T>(root * root), 1.5f, out, {}));
            EXPECT_EQ(+out, root * root * root);
        }
        ASSERT_TRUE(single(static_cast<T>(root * root + 1), 0.5, out, {}));
        EXPECT_EQ(+out, root == 0 ? 1 : root);
    }
}

template <class T, class Y>
void expect_number_gives_what_a_tensor_does(const std::vector<T>& x, std::initializer_list<Y> numbers) {
    const extents shape{std::ssize(x)};
    const tensor_view<const T> view(x.data(), shape);
    for (const Y y : numbers) {
        const std::vector<Y> exponents(x.size(), y);
        for (const auto mode : {integer_overflow::wrap, integer_overflow::saturate}) {
            tensor<T> want(shape);
            tensor<T> got(shape);
            lanewise::pow(view, tensor_view(exponents.data(), shape), want, {.overflow = mode});
            lanewise::pow(view, y, got, {.overflow = mode});
            for (index_t i = 0; i < std::ssize(x); ++i)
                ASSERT_EQ(got(i), want(i)) << show_value(view(i)) << "^" << show_value(y);
        }
    }
}

TYPED_TEST(PowIntegers, ANumberGivesWhatATensorDoes) {
    using T = TypeParam;
    const std::vector<T> x = bases<T>();
    expect_number_gives_what_a_tensor_does<T, int>(x, {0, 1, 2, 3, 7, -1, -2, 300, 1 << 30});
    expect_number_gives_what_a_tensor_does<T, double>(x, {0, 2, -1, 3, 0.5, 1.5, -0.5, 300, 0x1p70, NAN, INFINITY});
    expect_number_gives_what_a_tensor_does<T, std::uint64_t>(x, {2, 5, ~std::uint64_t{0}, std::uint64_t{1} << 63});
}

TYPED_TEST(PowIntegers, ScaleAndBiasAreExactAndFollowTheOverflowMode) {
    using T = TypeParam;
    const double pairs[][2] = {{2, 0}, {1, 1}, {-1, 0}, {3, -7}, {100, -5000}, {0x1p40, -0x1p33}, {0, 5}, {-0x1p52, 1}};
    for (const auto& pair : pairs) {
        const double scale = pair[0];
        const double bias = pair[1];
        for (const T x : bases<T>()) {
            const int128 g = static_cast<int128>(x) * static_cast<int128>(scale) + static_cast<int128>(bias);
            using limits = std::numeric_limits<T>;
            const auto seen = as_seen<T>(static_cast<uint128>(g),
                                         g<static_cast<int128>(limits::min()), g> static_cast<int128>(limits::max()));
            for (const int y : {0, 1, 2, 3}) {
                const auto about = [&] {
                    return "(" + std::to_string(x) + " * " + std::to_string(scale) + " + " + std::to_string(bias) +
                           ")^" + std::to_string(y);
                };
                const exact_integer e = exact_integer::from(y);
                T out = 77;
                ASSERT_TRUE(single(x, y, out, {.scale_bias = scale_bias{scale, bias}}));
                ASSERT_EQ(+out, +power_by_definition(seen.wrapped, e).wrapped) << about();
                ASSERT_TRUE(
                    single(x, y, out, {.overflow = integer_overflow::saturate, .scale_bias = scale_bias{scale, bias}}));
                ASSERT_EQ(+out, +power_by_definition(seen.saturated, e).saturated) << about();
                out = 77;
                const status s =
                    single(x, y, out, {.overflow = integer_overflow::error, .scale_bias = scale_bias{scale, bias}});
                const bool faulty = seen.overflows || power_by_definition(seen.wrapped, e).overflows;
                ASSERT_EQ(static_cast<int>(s.code()),
                          static_cast<int>(faulty ? status_code::integer_overflow : status_code::ok))
                    << about();
                ASSERT_EQ(+out, +(faulty ? T{77} : power_by_definition(seen.wrapped, e).wrapped)) << about();
            }
        }
    }
}

TYPED_TEST(PowIntegers, ScaleAndBiasApplyAfterWidening) {
    using T = TypeParam;
    if constexpr (sizeof(T) > 1) {
        const std::uint8_t x = 200;
        T out = 0;
        ASSERT_TRUE(
            try_pow(tensor_view(&x, extents{}), 1, tensor_view(&out, extents{}), {.scale_bias = scale_bias{2, 1}}));
        EXPECT_EQ(+out, 401);
    }
}

TYPED_TEST(PowIntegers, UnderErrorTheFirstFaultInRowMajorOrderIsNamed) {
    using T = TypeParam;
    constexpr index_t n = 300 / static_cast<index_t>(sizeof(T)) + 7;
    for (index_t column = 0; column < n; ++column) {
        tensor<T> x({2, n});
        for (T& v : x) v = 1;
        x(1, column) = 100;
        x(1, n - 1) = 100;
        const tensor<T> before = x;
        const status s = try_pow(x, 200, x, {.overflow = integer_overflow::error});
        ASSERT_EQ(s.message(), "pow: [1, " + std::to_string(column) +
                                   "]: x = 100, y = 200: the result does not fit in " + name(dtype_of<T>));
        for_each_index({2, n}, [&](const auto& i) { ASSERT_EQ(x(i[0], i[1]), before(i[0], i[1])); });
    }
}

TEST(PowIntegersExamples, ExponentsOfWideTypesAreNotRounded) {
    std::int32_t out = 0;
    ASSERT_TRUE(single(-1, std::int64_t{(std::int64_t{1} << 53) + 1}, out, {}));
    EXPECT_EQ(out, -1);
    ASSERT_TRUE(single(3, ~std::uint64_t{0}, out, {}));
    EXPECT_EQ(static_cast<std::uint32_t>(out), 0xaaaaaaabu); // 3 * 0xaaaaaaab = 1 modulo 2^32
    ASSERT_TRUE(single(0, 0, out, {.overflow = integer_overflow::error}));
    EXPECT_EQ(out, 1);
    ASSERT_TRUE(single(0, -1, out, {}));
    EXPECT_EQ(out, 0);
    ASSERT_TRUE(single(-1, -3, out, {.overflow = integer_overflow::error}));
    EXPECT_EQ(out, -1);
}

} // namespace
} // namespace lanewise_test
