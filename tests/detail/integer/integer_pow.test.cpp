// pow on all eight integer types, against 128-bit arithmetic: exponents of every integer type and float64, one per
// element and one for all.

#include "integer_apply.hpp"
#include "integer_oracle.hpp"
#include "support/elements.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lanewise_test {
namespace {

template <class T>
class IntegerPow : public testing::Test {};

TYPED_TEST_SUITE(IntegerPow, integer_types);

/// Raises every x to its exponent in all modes; `given` is what the lanes see of y.
template <class T, class Given>
void check_lanes(const std::vector<T>& x, const std::vector<wide>& y, const std::vector<Given>& given) {
    const auto wrapped = apply(wrapping_pow<T, Given>{}, x, given);
    const auto saturated = apply(saturating_pow<T, Given>{}, x, given);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto want = oracle_pow(x[i], y[i]);
        ASSERT_EQ(wrapped[i], want.wrapped) << +x[i] << " ^ " << +given[i];
        ASSERT_EQ(saturated[i], want.saturated) << +x[i] << " ^ " << +given[i];
        const bool faulty = want.overflow || want.negative_exponent;
        ASSERT_EQ(faulty_at(pow_faults<T, Given>{}, x[i], given[i], i), faulty) << +x[i] << " ^ " << +given[i];
    }
}

/// `canonical` is what any exponent is for the lanes that have one type for all.
template <class T>
void check_canonical(const std::vector<T>& x, const std::vector<wide>& y, const std::vector<signed_of<T>>& canonical) {
    check_lanes(x, y, canonical);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto want = oracle_pow(x[i], y[i]);
        const integer_fault fault = pow_fault(x[i], canonical[i]);
        ASSERT_EQ(fault == integer_fault::overflow, want.overflow) << +x[i] << " ^ " << +canonical[i];
        ASSERT_EQ(fault == integer_fault::negative_exponent, want.negative_exponent) << +x[i] << " ^ " << +canonical[i];
    }
}

template <class T, class E>
void check_power(const std::vector<T>& x, const std::vector<E>& y) {
    const std::vector<wide> exact(y.begin(), y.end());
    std::vector<signed_of<T>> canonical(y.size());
    std::transform(y.begin(), y.end(), canonical.begin(), [](E e) { return canonical_exponent<signed_of<T>>(e); });
    check_canonical(x, exact, canonical);
    if constexpr (sizeof(E) == sizeof(T)) check_lanes(x, exact, y);
}

template <class T, class E>
void check_power_of_pairs(const std::vector<T>& bases, const std::vector<E>& exponents) {
    std::vector<T> x;
    std::vector<E> y;
    for (const T b : bases)
        for (const E e : exponents) {
            x.push_back(b);
            y.push_back(e);
        }
    check_power(x, y);
}

template <class T>
std::vector<T> every_byte() {
    std::vector<T> values;
    for (int v = 0; v < 256; ++v) values.push_back(static_cast<T>(v));
    return values;
}

TEST(IntegerPowBytes, EveryBaseToEveryExponent) {
    check_power_of_pairs(every_byte<std::int8_t>(), every_byte<std::int8_t>());
    check_power_of_pairs(every_byte<std::int8_t>(), every_byte<std::uint8_t>());
    check_power_of_pairs(every_byte<std::uint8_t>(), every_byte<std::int8_t>());
    check_power_of_pairs(every_byte<std::uint8_t>(), every_byte<std::uint8_t>());
}

TYPED_TEST(IntegerPow, ExponentsOfEveryType) {
    const auto bases = interesting_values<TypeParam>(100, 3);
    check_power_of_pairs(bases, every_byte<std::int8_t>());
    check_power_of_pairs(bases, interesting_values<std::int16_t>(100, 4));
    check_power_of_pairs(bases, interesting_values<std::int32_t>(100, 5));
    check_power_of_pairs(bases, interesting_values<std::int64_t>(100, 6));
    check_power_of_pairs(bases, every_byte<std::uint8_t>());
    check_power_of_pairs(bases, interesting_values<std::uint16_t>(100, 7));
    check_power_of_pairs(bases, interesting_values<std::uint32_t>(100, 8));
    check_power_of_pairs(bases, interesting_values<std::uint64_t>(100, 9));
}

/// Every exponent up to n + 2, every base that just fits or just does not, both signs.
TYPED_TEST(IntegerPow, AroundTheEdgeOfTheRange) {
    using T = TypeParam;
    std::vector<T> x;
    std::vector<int> y;
    const auto highest = static_cast<long double>(std::numeric_limits<T>::max());
    for (int e = 1; e <= lanewise::detail::bits_of<T> + 2; ++e) {
        const auto root = static_cast<std::uint64_t>(std::pow(highest, 1.0L / e));
        for (std::uint64_t near = root - 3; near != root + 4; ++near)
            for (const std::uint64_t base : {near, 0 - near}) {
                x.push_back(static_cast<T>(base));
                y.push_back(e);
            }
    }
    check_power(x, y);
}

TYPED_TEST(IntegerPow, OneExponentForAll) {
    using T = TypeParam;
    using S = signed_of<T>;
    const auto x = interesting_values<T>(300, 10);
    for (const std::int64_t e : interesting_values<std::int64_t>(50, 11)) {
        const auto canonical = canonical_exponent<S>(e);
        const std::vector<S> y(x.size(), canonical);
        const auto wrapped = apply(wrapping_pow_by<T>(canonical), x, y);
        const auto saturated = apply(saturating_pow_by<T>(canonical), x, y);
        ASSERT_EQ(wrapped, apply(wrapping_pow<T>{}, x, y)) << e;
        ASSERT_EQ(saturated, apply(saturating_pow<T>{}, x, y)) << e;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const bool want = pow_fault(x[i], canonical) != integer_fault::none;
            const pow_by_faults<T> faults(canonical);
            ASSERT_EQ(faulty_at(faults, x[i], canonical, i), want) << +x[i] << " ^ " << e;
        }
    }
}

template <class T>
void check_floating(T x, double y, T wrapped, T saturated, integer_fault fault) {
    ASSERT_EQ(apply(pow_floating_lanes<T>{{}, false}, {x}, {y})[0], wrapped) << +x << " ^ " << y;
    ASSERT_EQ(apply(pow_floating_lanes<T>{{}, true}, {x}, {y})[0], saturated) << +x << " ^ " << y;
    ASSERT_EQ(pow_fault(x, y), fault) << +x << " ^ " << y;
    using faults = pow_floating_faults<T>;
    for (const std::size_t at : {std::size_t{0}, static_cast<std::size_t>(faults::step) - 1})
        ASSERT_EQ(faulty_at(faults{}, x, y, at), fault != integer_fault::none) << +x << " ^ " << y;
}

TYPED_TEST(IntegerPow, IntegralFloatingExponentsAreExact) {
    using T = TypeParam;
    for (const T x : interesting_values<T>(100, 12))
        for (const std::int64_t e : interesting_values<std::int64_t>(30, 13)) {
            const auto y = static_cast<double>(e);
            const auto want = oracle_pow(x, static_cast<wide>(y));
            check_floating<T>(x, y, want.wrapped, want.saturated,
                              want.negative_exponent ? integer_fault::negative_exponent
                              : want.overflow        ? integer_fault::overflow
                                                     : integer_fault::none);
        }
}

/// 2^k times an odd number, far beyond 64 bits: even, and for odd bases only its residue counts.
TYPED_TEST(IntegerPow, HugeFloatingExponents) {
    using T = TypeParam;
    using S = signed_of<T>;
    for (const double y : {0x1p63, 0x1.8p63, 0x1.fffffffffffffp63, 0x1.fffffffffffffp80, 0x1p114, 0x1p115, 1e300}) {
        EXPECT_EQ(canonical_exponent<S>(-y), -2) << y;
        const S e = canonical_exponent<S>(y);
        EXPECT_GE(e, S{1} << (lanewise::detail::bits_of<T> - 2)) << y;
        const auto residue = static_cast<double>(e) - std::ldexp(1.0, lanewise::detail::bits_of<T> - 2);
        const double period = std::ldexp(1.0, lanewise::detail::bits_of<T> - 2);
        EXPECT_EQ(residue, std::fmod(y, period)) << y;
    }
    const T max = std::numeric_limits<T>::max();
    check_floating<T>(2, 1e300, 0, max, integer_fault::overflow);
    check_floating<T>(1, 1e300, 1, 1, integer_fault::none);
    check_floating<T>(0, 1e300, 0, 0, integer_fault::none);
    check_floating<T>(0, -1e300, 0, 0, integer_fault::negative_exponent);
    if constexpr (std::is_signed_v<T>) check_floating<T>(-1, -1e300, 1, 1, integer_fault::none);
}

TYPED_TEST(IntegerPow, OtherFloatingExponents) {
    using T = TypeParam;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const T max = std::numeric_limits<T>::max();
    const auto check = [](T x, double y, T want, bool fits) {
        check_floating<T>(x, y, want, want, fits ? integer_fault::none : integer_fault::overflow);
    };
    check(4, 0.5, 2, true);
    check(27, 1.5, 140 > max ? max : T(140), 140 <= max); // 140.296
    check(2, -0.5, 0, true);
    check(1, nan, 1, true);
    check(2, nan, 0, false);
    check(2, infinity, max, false);
    check(2, -infinity, 0, true);
    check(1, infinity, 1, true);
    check(0, infinity, 0, true);
    check(0, -infinity, max, false);
    check(0, -0.5, max, false);
    check(0, 0.5, 0, true);
    check(100, 70.5, max, false);
    for (int root = 0; root <= 11; ++root) check(static_cast<T>(root * root), 0.5, static_cast<T>(root), true);
    if constexpr (std::is_signed_v<T>) {
        check(-1, infinity, 1, true);
        check(-4, 0.5, 0, false);
        check(-2, infinity, max, false);
    }
    if constexpr (sizeof(T) == 8) {
        // Bases are rounded to float64 first, and 2^63, 2^64 are just outside of int64, uint64.
        const T edge = static_cast<T>(max - 1);
        check(edge, 1.0 - 0x1p-53, static_cast<T>(std::pow(static_cast<double>(max), 1.0 - 0x1p-53)), true);
        check(edge, 1.0 + 0x1p-52, max, false);
    }
}

TEST(TruncateTo, EdgesOfTheRange) {
    EXPECT_TRUE(truncate_to<std::int8_t>(127.9).in_range);
    EXPECT_EQ(truncate_to<std::int8_t>(127.9).value, 127);
    EXPECT_FALSE(truncate_to<std::int8_t>(128.0).in_range);
    EXPECT_EQ(truncate_to<std::int8_t>(128.0).value, 127);
    EXPECT_TRUE(truncate_to<std::int8_t>(-128.9).in_range);
    EXPECT_EQ(truncate_to<std::int8_t>(-128.9).value, -128);
    EXPECT_FALSE(truncate_to<std::int8_t>(-129.0).in_range);
    EXPECT_TRUE(truncate_to<std::uint8_t>(-0.9).in_range);
    EXPECT_FALSE(truncate_to<std::uint8_t>(-1.0).in_range);
    EXPECT_EQ(truncate_to<std::uint8_t>(255.5).value, 255);
    EXPECT_FALSE(truncate_to<std::int64_t>(0x1p63).in_range);
    EXPECT_EQ(truncate_to<std::int64_t>(0x1.fffffffffffffp62).value, 0x7fff'ffff'ffff'fc00);
    EXPECT_TRUE(truncate_to<std::int64_t>(-0x1p63).in_range);
    EXPECT_FALSE(truncate_to<std::int64_t>(-0x1.0000000000001p63).in_range);
    EXPECT_EQ(truncate_to<std::uint64_t>(0x1.fffffffffffffp63).value, 0xffff'ffff'ffff'f800);
    EXPECT_FALSE(truncate_to<std::uint64_t>(0x1p64).in_range);
    EXPECT_FALSE(truncate_to<std::int32_t>(std::numeric_limits<double>::quiet_NaN()).in_range);
    EXPECT_EQ(truncate_to<std::int32_t>(std::numeric_limits<double>::quiet_NaN()).value, 0);
}

TEST(IsIntegralValue, Edges) {
    for (const double y : {0.0, -0.0, 1.0, -3.0, 0x1p52, 0x1.0000000000001p52, 0x1p53, -0x1p63, 1e308})
        EXPECT_TRUE(is_integral_value(y)) << y;
    for (const double y : {0.5, -0.5, 1e-320, 0x1.fffffffffffffp51, -1.5, std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        EXPECT_FALSE(is_integral_value(y)) << y;
}

} // namespace
} // namespace lanewise_test
