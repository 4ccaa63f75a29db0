// float16 and bfloat16: every bit pattern, and every rounding boundary between neighbours.

#include <lanewise/float16.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lanewise_test {
namespace {

using lanewise::bfloat16;
using lanewise::float16;

template <class Half>
struct format;
template <>
struct format<float16> {
    static constexpr int fraction_bits = 10;
    static constexpr int bias = 15;
    static constexpr unsigned infinity = 0x7c00;
};
template <>
struct format<bfloat16> {
    static constexpr int fraction_bits = 7;
    static constexpr int bias = 127;
    static constexpr unsigned infinity = 0x7f80;
};

/// The value of a pattern, by the definition of the format; infinity's pattern counts on as a number.
template <class Half>
double value_of(unsigned bits) {
    using f = format<Half>;
    const auto exponent = static_cast<int>((bits & 0x7fff) >> f::fraction_bits);
    const auto fraction = static_cast<double>(bits & ((1u << f::fraction_bits) - 1));
    const double one = std::ldexp(1.0, f::fraction_bits);
    const double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - f::bias - f::fraction_bits)
                                           : std::ldexp(one + fraction, exponent - f::bias - f::fraction_bits);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <class Half>
Half from_bits(unsigned bits) {
    return Half::from_bits(static_cast<std::uint16_t>(bits));
}

template <class Half>
class SixteenBits : public testing::Test {};

using halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(SixteenBits, halves);

TYPED_TEST(SixteenBits, EveryPatternConvertsToItsValueAndBack) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const auto half = from_bits<TypeParam>(bits);
        ASSERT_EQ(half.bits(), bits);
        const float value = half;
        const unsigned magnitude = bits & 0x7fff;
        ASSERT_EQ(std::signbit(value), bits >= 0x8000) << bits;
        if (magnitude > format<TypeParam>::infinity) {
            ASSERT_TRUE(std::isnan(value)) << bits;
            ASSERT_TRUE(std::isnan(static_cast<float>(TypeParam(value)))) << bits;
            ASSERT_TRUE(std::isnan(static_cast<float>(TypeParam(static_cast<double>(value))))) << bits;
            continue;
        }
        if (magnitude == format<TypeParam>::infinity) {
            ASSERT_TRUE(std::isinf(value)) << bits;
        } else {
            ASSERT_EQ(static_cast<double>(value), value_of<TypeParam>(bits)) << bits;
        }
        ASSERT_EQ(TypeParam(value).bits(), bits);
        ASSERT_EQ(TypeParam(static_cast<double>(value)).bits(), bits);
    }
}

TYPED_TEST(SixteenBits, RoundsOnceToNearestAndTiesToEven) {
    constexpr double huge = std::numeric_limits<double>::max();
    for (unsigned low = 0; low < format<TypeParam>::infinity; ++low) {
        const unsigned high = low + 1;
        const double middle = (value_of<TypeParam>(low) + value_of<TypeParam>(high)) / 2;
        const unsigned even = low % 2 == 0 ? low : high;
        for (const unsigned sign : {0u, 0x8000u}) {
            const double s = sign != 0 ? -1 : 1;
            ASSERT_EQ(TypeParam(s * middle).bits(), sign | even) << middle;
            ASSERT_EQ(TypeParam(s * std::nextafter(middle, 0.0)).bits(), sign | low) << middle;
            ASSERT_EQ(TypeParam(s * std::nextafter(middle, huge)).bits(), sign | high) << middle;
            if (static_cast<double>(static_cast<float>(middle)) == middle) {
                const auto f = static_cast<float>(s * middle);
                ASSERT_EQ(TypeParam(f).bits(), sign | even) << middle;
                ASSERT_EQ(TypeParam(std::nextafter(f, 0.0f)).bits(), sign | low) << middle;
                ASSERT_EQ(TypeParam(std::nextafter(f, f * 2)).bits(), sign | high) << middle;
            }
        }
    }
}

TYPED_TEST(SixteenBits, BeyondTheLargestNumberIsInfinity) {
    constexpr auto infinity = format<TypeParam>::infinity;
    for (const double value : {1e39, 1e300, std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(TypeParam(value).bits(), infinity);
        EXPECT_EQ(TypeParam(-value).bits(), 0x8000 | infinity);
    }
    EXPECT_EQ(TypeParam(std::numeric_limits<double>::denorm_min()).bits(), 0);
    EXPECT_EQ(TypeParam(-std::numeric_limits<double>::denorm_min()).bits(), 0x8000);
    EXPECT_EQ(TypeParam(std::numeric_limits<float>::denorm_min()).bits(), 0);
}

TYPED_TEST(SixteenBits, IntegersRoundOnceHoweverLong) {
    // 1 + 2^-(fraction_bits + 1) is halfway between two neighbours; what follows decides.
    constexpr int below = format<TypeParam>::fraction_bits + 1;
    const int highest = std::is_same_v<TypeParam, float16> ? 15 : 62;
    for (int top = below + 2; top <= highest; ++top) {
        const std::int64_t one = std::int64_t{1} << top;
        const std::int64_t half = one >> below;
        const auto plain = static_cast<unsigned>(TypeParam(std::ldexp(1.0, top)).bits());
        for (const std::int64_t sign : {1, -1}) {
            const unsigned s = sign < 0 ? 0x8000 : 0;
            EXPECT_EQ(TypeParam(sign * one).bits(), s | plain) << top;
            EXPECT_EQ(TypeParam(sign * (one + half)).bits(), s | plain) << top;
            EXPECT_EQ(TypeParam(sign * (one + half + 1)).bits(), s | (plain + 1)) << top;
            EXPECT_EQ(TypeParam(sign * (one + half - 1)).bits(), s | plain) << top;
            EXPECT_EQ(TypeParam(sign * (one + 3 * half)).bits(), s | (plain + 2)) << top;
        }
    }
    EXPECT_EQ(static_cast<float>(TypeParam(std::uint8_t{255})), 255.0f);
    EXPECT_EQ(static_cast<float>(TypeParam(std::int8_t{-128})), -128.0f);
    EXPECT_EQ(static_cast<float>(TypeParam(0)), 0.0f);
}

TEST(Float16, AnIntegerBeyondTheRangeIsInfinity) {
    EXPECT_EQ(float16(65519).bits(), 0x7bff);
    EXPECT_EQ(float16(65520).bits(), 0x7c00);
    EXPECT_EQ(float16(std::numeric_limits<std::int64_t>::min()).bits(), 0xfc00);
    EXPECT_EQ(float16(std::numeric_limits<std::uint64_t>::max()).bits(), 0x7c00);
}

TEST(Bfloat16, TheLongestIntegersKeepTheirMagnitude) {
    EXPECT_EQ(static_cast<float>(bfloat16(std::numeric_limits<std::int64_t>::min())), -0x1p63f);
    EXPECT_EQ(static_cast<float>(bfloat16(std::numeric_limits<std::uint64_t>::max())), 0x1p64f);
}

TEST(Float16, ADoubleIsNotRoundedToFloatOnTheWay) {
    // By way of float both would be ties, and go to the even neighbour 1.
    EXPECT_EQ(float16(1 + 0x1p-11 + 0x1p-50).bits(), 0x3c01);
    EXPECT_EQ(bfloat16(1 + 0x1p-8 + 0x1p-50).bits(), 0x3f81);
}

TYPED_TEST(SixteenBits, ConvertsAtCompileTime) {
    static_assert(static_cast<float>(TypeParam(1.5)) == 1.5f);
    static_assert(static_cast<float>(TypeParam::from_bits(0)) == 0.0f);
    static_assert(TypeParam(-2).bits() == 0xc000);
    EXPECT_EQ(TypeParam(1.5) + TypeParam(2), 3.5f);
}

TYPED_TEST(SixteenBits, IsATwoByteValueThatConvertsImplicitlyOnlyToFloat) {
    EXPECT_EQ(sizeof(TypeParam), 2u);
    EXPECT_EQ(alignof(TypeParam), 2u);
    EXPECT_TRUE(std::is_standard_layout_v<TypeParam>);
    EXPECT_TRUE(std::is_trivial_v<TypeParam>);
    EXPECT_TRUE((std::is_convertible_v<TypeParam, float>));
    EXPECT_FALSE((std::is_convertible_v<float, TypeParam>));
    EXPECT_FALSE((std::is_convertible_v<double, TypeParam>));
    EXPECT_FALSE((std::is_convertible_v<int, TypeParam>));
}

template <class T>
class Limits : public testing::Test {};
using formats = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(Limits, formats);

TYPED_TEST(Limits, AreWhatArithmeticFinds) {
    using limits = std::numeric_limits<TypeParam>;
    static_assert(limits::is_specialized && limits::is_iec559 && !limits::is_integer);
    const auto value = [](TypeParam x) { return static_cast<double>(static_cast<float>(x)); };
    const double largest = value(limits::max());
    EXPECT_EQ(value(limits::epsilon()), std::ldexp(1.0, 1 - limits::digits));
    EXPECT_EQ(largest, std::ldexp(1 - std::ldexp(1.0, -limits::digits), limits::max_exponent));
    EXPECT_EQ(value(limits::lowest()), -largest);
    EXPECT_EQ(value(limits::min()), std::ldexp(0.5, limits::min_exponent));
    EXPECT_EQ(value(limits::denorm_min()), std::ldexp(value(limits::min()), 1 - limits::digits));
    EXPECT_EQ(value(limits::round_error()), 0.5);
    EXPECT_EQ(value(limits::infinity()), HUGE_VAL);
    EXPECT_TRUE(std::isnan(value(limits::quiet_NaN())) && std::isnan(value(limits::signaling_NaN())));
    EXPECT_NE(limits::quiet_NaN().bits(), limits::signaling_NaN().bits());
    EXPECT_EQ(limits::digits10, static_cast<int>(std::floor((limits::digits - 1) * std::log10(2.0))));
    EXPECT_EQ(limits::max_digits10, static_cast<int>(std::ceil(limits::digits * std::log10(2.0) + 1)));
    EXPECT_EQ(limits::max_exponent10, static_cast<int>(std::floor(std::log10(largest))));
    EXPECT_EQ(limits::min_exponent10, static_cast<int>(std::ceil(std::log10(value(limits::min())))));
}

} // namespace
} // namespace lanewise_test
