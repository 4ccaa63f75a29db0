// float32 pow: correctly rounded, on every distribution of tests/support/mpfr_pow.hpp, and every special value.

#include <lanewise/detail/pow/pow_constant.hpp>
#include <lanewise/detail/pow/pow_float32_integral.hpp>

#include "../../support/pow_special_values.hpp"
#if defined(LANEWISE_HAVE_MPFR)
#include "../../support/mpfr_pow.hpp"
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace lanewise::detail;

constexpr int step = pow_float32_step;

/// pow of whole vectors, `step` elements at a time; the tail is padded with ones.
template <class Y>
std::vector<float> pow_of(std::vector<float> x, std::vector<Y> y) {
    const std::size_t n = x.size();
    constexpr auto size = static_cast<std::size_t>(step);
    const std::size_t padded = (n + size - 1) / size * size;
    x.resize(padded, 1.0f);
    y.resize(padded, Y(1));
    std::vector<float> z(padded);
    for (std::size_t i = 0; i != padded; i += size)
        spill(pow_float32(fill<float, step>(&x[i]), fill<Y, step>(&y[i])), &z[i]);
    z.resize(n);
    return z;
}

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (a != a && b != b);
}

TEST(pow_float32, special_values_follow_c23) {
    const auto values = lanewise_test::interesting_values<float>();
    std::vector<float> x;
    std::vector<float> y;
    for (const float a : values) {
        for (const float b : values) {
            x.push_back(a);
            y.push_back(b);
        }
    }
    const auto z = pow_of(x, y);
    const auto wide = pow_of(x, std::vector<double>(y.begin(), y.end()));
    int rules = 0;
    for (std::size_t i = 0; i != x.size(); ++i) {
        EXPECT_TRUE(same(z[i], wide[i])) << x[i] << " ^ " << y[i] << ": " << z[i] << ", through double " << wide[i];
        if (const auto want = lanewise_test::special_pow(x[i], y[i])) {
            ++rules;
            EXPECT_TRUE(same(z[i], *want)) << x[i] << " ^ " << y[i] << " = " << z[i] << ", want " << *want;
        }
    }
    EXPECT_GT(rules, 1000);
}

TEST(pow_float32, special_values_follow_c23_one_by_one_among_ordinary_elements) {
    const auto check = [](const std::vector<float>& x, const std::vector<float>& y, float want) {
        EXPECT_TRUE(same(pow_of(x, y)[5], want)) << x[5] << " ^ " << y[5] << ", want " << want;
        const float wide = pow_of(x, std::vector<double>(y.begin(), y.end()))[5];
        EXPECT_TRUE(same(wide, want)) << x[5] << " ^ double " << y[5] << ", want " << want;
    };
    lanewise_test::each_special_pair_alone(step, check);
}

TEST(pow_float32, double_exponents_beyond_float_keep_their_value) {
    const double tiny = std::numeric_limits<double>::denorm_min();
    const double inf = std::numeric_limits<double>::infinity();
    const std::vector<float> x = {0.0f, -0.0f, -2.0f, -2.0f, -1.0f, -1.0f, 2.0f, static_cast<float>(inf), 3.0f, -1.0f};
    const std::vector<double> y = {
        tiny, -tiny, tiny, 1e300, 0x1p53 - 1, 0x1p53, 1e300, tiny, std::bit_cast<double>(0x7ff8000000000fff), 1e300};
    const auto z = pow_of(x, y);
    EXPECT_TRUE(same(z[0], 0.0f));
    EXPECT_TRUE(same(z[1], static_cast<float>(inf)));
    EXPECT_NE(z[2], z[2]);
    EXPECT_TRUE(same(z[3], static_cast<float>(inf)));
    EXPECT_TRUE(same(z[4], -1.0f));
    EXPECT_TRUE(same(z[5], 1.0f));
    EXPECT_TRUE(same(z[6], static_cast<float>(inf)));
    EXPECT_TRUE(same(z[7], static_cast<float>(inf)));
    EXPECT_NE(z[8], z[8]);
    EXPECT_TRUE(same(z[9], 1.0f));
}

/// Bases of every kind: all of `interesting_values`, and floats spread over all bit patterns.
std::vector<float> many_bases() {
    std::vector<float> x = lanewise_test::interesting_values<float>();
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 999983)
        x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    for (int i = -3000; i != 3000; ++i) x.push_back(static_cast<float>(i));
    const auto size = static_cast<std::size_t>(step);
    x.resize(x.size() / size * size);
    return x;
}

/// Bases of both signs whose powers the sum of two floats decides: within 2^+-6, and some zeros.
std::vector<float> moderate_bases() {
    std::vector<float> x;
    for (std::uint32_t bits = 0x3c800000; bits < 0x42800000; bits += 9973) {
        x.push_back(std::bit_cast<float>(bits));
        x.push_back(std::bit_cast<float>(bits | 0x80000000u));
        if (bits % 64 == 0) x.push_back(bits % 128 == 0 ? 0.0f : -0.0f);
    }
    for (int i = -1000; i != 1000; ++i) x.push_back(1 + static_cast<float>(i) * 0x1p-23f);
    const auto size = static_cast<std::size_t>(step);
    x.resize(x.size() / size * size);
    return x;
}

/// y holds as many exponents as x has bases.
template <class Y>
void expect_integral_pow_to_agree(const std::vector<float>& x, const std::vector<Y>& y) {
    const auto want = pow_of(x, std::vector<double>(y.begin(), y.end()));
    for (std::size_t i = 0; i != x.size(); i += static_cast<std::size_t>(step)) {
        float got[static_cast<std::size_t>(step)];
        spill(pow_float32_integral(fill<float, step>(&x[i]), fill<Y, step>(&y[i])), got);
        for (std::size_t j = 0; j != static_cast<std::size_t>(step); ++j)
            ASSERT_TRUE(same(got[j], want[i + j]))
                << x[i + j] << " ^ " << y[i + j] << ": " << got[j] << ", in general " << want[i + j];
    }
}

template <class Y>
void expect_integral_exponents_to_agree() {
    for (const auto& x : {many_bases(), moderate_bases()}) {
        for (int n = -17; n <= 17; ++n) expect_integral_pow_to_agree(x, std::vector<Y>(x.size(), static_cast<Y>(n)));
        std::vector<Y> mixed(x.size());
        for (std::size_t i = 0; i != x.size(); ++i) mixed[i] = static_cast<Y>(static_cast<int>(i * i % 31) - 15);
        expect_integral_pow_to_agree(x, mixed);
    }
}

TEST(pow_float32, integral_exponents_give_the_same_bits) {
    expect_integral_exponents_to_agree<float>();
    expect_integral_exponents_to_agree<double>();
    if constexpr (lanes_have_fma) expect_integral_exponents_to_agree<std::int32_t>();
}

// Found by trying all mantissas: pairs whose power is so close to a midpoint that the sum of two floats is on its other side.
TEST(pow_float32, integral_exponents_round_right_where_the_sum_of_two_floats_does_not) {
    struct pair {
        float x;
        std::int32_t n;
    };
    constexpr pair pairs[] = {{0x1.461dcep+0f, -15}, {0x1.907f38p+0f, -15}, {0x1.cfde7p+0f, -14}, {0x1.01fd4cp+0f, -13},
                              {0x1.143d34p+0f, -12}, {0x1.369802p+0f, -10}, {0x1.986eep+0f, -7},  {0x1.f1d9e2p+0f, -6},
                              {0x1.39109cp+0f, -5},  {0x1.c26d16p+0f, -1},  {0x1.271996p+0f, 3},  {0x1.48e49ep+0f, 5},
                              {0x1.546af6p+0f, 6},   {0x1.16c14cp+0f, 7},   {0x1.959d4ap+0f, 9},  {0x1.fde0eap+0f, 13}};
    std::vector<float> x(static_cast<std::size_t>(step), 1.0f);
    std::vector<double> y(static_cast<std::size_t>(step), 1.0);
    for (const pair& p : pairs) {
        x[5] = p.x;
        y[5] = p.n;
        expect_integral_pow_to_agree(x, y);
    }
}

TEST(pow_float32, one_integral_exponent_that_is_too_large_among_small_ones) {
    if constexpr (lanes_have_fma) {
        constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
        for (const std::int32_t n : {16, -16, 17, 31, 256, 65536, 65537, -65535, largest, -largest, -largest - 1}) {
            for (const float x : {1.5f, -1.0f, 0.75f, 0.0f, -0.0f, 1 + 0x1p-23f}) {
                std::vector<float> bases(static_cast<std::size_t>(step), 1.25f);
                std::vector<std::int32_t> exponents(static_cast<std::size_t>(step), 3);
                bases[5] = x;
                exponents[5] = n;
                expect_integral_pow_to_agree(bases, exponents);
            }
        }
    }
}

TEST(pow_float32, integral_exponents_that_are_too_large_in_every_lane_and_register) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    const std::int32_t large[] = {least, 16, -16, 17, 31, 65536, -65535, least + 1, least + 16};
    for (const std::int32_t first : large) {
        for (const std::int32_t second : large) {
            std::vector<float> bases(static_cast<std::size_t>(step), -1.25f);
            std::vector<std::int32_t> exponents;
            while (exponents.size() < bases.size())
                exponents.push_back(exponents.size() / batch_size<float> % 2 == 0 ? first : second);
            if constexpr (lanes_have_fma) expect_integral_pow_to_agree(bases, exponents);
            expect_integral_pow_to_agree(bases, std::vector<double>(exponents.begin(), exponents.end()));
            std::vector<double> beyond_int(exponents.begin(), exponents.end());
            for (double& n : beyond_int) n = n < 0 ? n * 0x1p20 : n;
            expect_integral_pow_to_agree(bases, beyond_int);
        }
    }
}

TEST(pow_float32, one_base_whose_powers_are_far_away_among_moderate_ones) {
    if constexpr (lanes_have_fma) {
        for (int k = -149; k != 128; ++k) {
            for (std::int32_t n = -15; n <= 15; ++n) {
                std::vector<float> bases(static_cast<std::size_t>(step), 1.25f);
                bases[5] = std::ldexp(1.625f, k);
                expect_integral_pow_to_agree(bases, std::vector<std::int32_t>(bases.size(), n));
            }
        }
    }
}

TEST(pow_float32, the_sum_of_two_floats_keeps_its_budget) {
    if constexpr (lanes_have_fma) {
        constexpr int size = batch_size<float>;
        double worst = 0;
        for (std::uint32_t bits = 0x3f800000; bits < 0x40000000 - 997 * size; bits += 997 * size) {
            float m[static_cast<std::size_t>(size)];
            for (std::uint32_t i = 0; i != size; ++i)
                m[i] = std::bit_cast<float>(bits + 997 * i) * (i % 2 == 0 ? 1 : -1);
            for (std::int32_t n = -15; n <= 15; ++n) {
                auto power = power_of_mantissa(fill<float, size>(m), splat<std::int32_t, size>(n < 0 ? -n : n));
                power.invert_where_negative(splat<std::int32_t, size>(n));
                float high[static_cast<std::size_t>(size)];
                float low[static_cast<std::size_t>(size)];
                spill(power.high, high);
                spill(power.low, low);
                for (std::size_t i = 0; i != static_cast<std::size_t>(size); ++i) {
                    double_double exact{1, 0};
                    for (int k = 0; k != (n < 0 ? -n : n); ++k) exact = multiply(exact, {static_cast<double>(m[i]), 0});
                    // high + low less the power, or less 1 / the power, times it.
                    const double_double sum{static_cast<double>(high[i]), static_cast<double>(low[i])};
                    const double_double product = n < 0 ? multiply(fast_two_sum(sum.high, sum.low), exact) : exact;
                    const double error = n < 0 ? (product.high - 1) + product.low
                                               : ((sum.high - exact.high) + (sum.low - exact.low)) / exact.high;
                    worst = std::max(worst, std::fabs(error));
                }
            }
        }
        std::printf("the sum's largest error: 2^%.2f\n", std::log2(worst));
        EXPECT_LT(worst, 0x1.85p-40); // 2^-39.4
    }
}

/// x^C in each of N elements, where x alone decides how they are computed, and beside a NaN, which may decide otherwise.
template <constant_exponent C, int N>
void expect_everywhere(float x, float want) {
    for (const float last : {x, std::numeric_limits<float>::quiet_NaN()}) {
        float bases[static_cast<std::size_t>(N)];
        float got[static_cast<std::size_t>(N)];
        std::fill_n(bases, N, x);
        bases[N - 1] = last;
        spill(pow_float32_constant<C>(fill<float, N>(bases)), got);
        for (int i = 0; i != N - 1; ++i)
            ASSERT_TRUE(same(got[i], want)) << x << ": " << got[i] << ", in general " << want;
    }
}

template <constant_exponent C>
void expect_constant_to_agree(double y) {
    ASSERT_EQ(constant_exponent_of(y), C);
    const auto x = many_bases();
    const auto want = pow_of(x, std::vector<float>(x.size(), static_cast<float>(y)));
    for (std::size_t i = 0; i != x.size(); i += static_cast<std::size_t>(step)) {
        float got[static_cast<std::size_t>(step)];
        spill(pow_float32_constant<C>(fill<float, step>(&x[i])), got);
        for (std::size_t j = 0; j != static_cast<std::size_t>(step); ++j)
            ASSERT_TRUE(same(got[j], want[i + j]))
                << x[i + j] << " ^ " << y << ": " << got[j] << ", in general " << want[i + j];
    }
    for (std::size_t i = 0; i != x.size(); ++i) {
        expect_everywhere<C, batch_size<float>>(x[i], want[i]);
        expect_everywhere<C, step>(x[i], want[i]);
    }
}

// All 2^32 bases: tests/pow_exhaustive.cpp, `constant`.
TEST(pow_float32, constant_exponents_give_the_same_bits) {
    using enum constant_exponent;
    expect_constant_to_agree<zero>(0);
    expect_constant_to_agree<one>(1);
    expect_constant_to_agree<two>(2);
    expect_constant_to_agree<three>(3);
    expect_constant_to_agree<four>(4);
    expect_constant_to_agree<five>(5);
    expect_constant_to_agree<half>(0.5);
    expect_constant_to_agree<three_halves>(1.5);
    expect_constant_to_agree<five_halves>(2.5);
    expect_constant_to_agree<minus_one>(-1);
    expect_constant_to_agree<minus_two>(-2);
    expect_constant_to_agree<minus_three>(-3);
    expect_constant_to_agree<minus_half>(-0.5);
    EXPECT_EQ(constant_exponent_of(2.2), none);
}

// The hardest pairs known, and corners that other libraries missed: x, y, x^y as bit patterns.
// Source: CORE-MATH src/binary32/pow/powf.wc (inputs, MIT); results by MPFR.
TEST(pow_float32, hardest_pairs_of_core_math) {
    static constexpr std::uint32_t pairs[][3] = {
        {0x3f882c00, 0x5fd00000, 0x7f800000}, {0x3f882c00, 0xdfd00000, 0x00000000},
        {0xbfa00000, 0x49634c90, 0xff800000}, {0x80000000, 0xc99b0008, 0xff800000},
        {0x803fc1ff, 0xc9283990, 0xff800000}, {0xbfa003fe, 0x48fd4b80, 0x7f800000},
        {0xc021bf00, 0x489deb00, 0x7f800000}, {0xbfb19730, 0x48e57d00, 0x7f800000},
        {0xbfa003fe, 0x488c1900, 0x7f800000}, {0xc11f43fe, 0x47dc4100, 0x7f800000},
        {0x80000000, 0xcb000001, 0xff800000}, {0x80000001, 0xcb1a4001, 0xff800000},
        {0x80000001, 0xcb000001, 0xff800000}, {0xcf980000, 0x4b000001, 0xff800000},
        {0x3547ed87, 0x0cd18d80, 0x3f800000}, {0x2386ff07, 0x8a0e4417, 0x3f800000},
        {0x5639205c, 0x8c5a1110, 0x3f800000}, {0x35cd0800, 0x3ff00000, 0x2d5af26b},
        {0x19cd0800, 0x3ff00000, 0x000000db}, {0x293b1960, 0xb42fc98a, 0x3f80002a},
        {0xc23d63e0, 0x41b80000, 0xff7fffff}, {0x423d63e0, 0x41b80000, 0x7f7fffff},
        {0x303b3eb9, 0x3f801404, 0x3038d8ac}, {0x5c5e3c26, 0x3f8115f3, 0x5c9c15b8},
        {0x041748bc, 0x3f8118bc, 0x03957733}, {0x02d512f8, 0x3f826c72, 0x01ad8a40},
        {0x42cd9ae3, 0x3f829e64, 0x42e20bc3}, {0x2261a3eb, 0x3f82ab0c, 0x21c2b224},
        {0x0c84c65e, 0x3f82fbef, 0x0b4c854c}, {0x32f34af5, 0x3f835351, 0x329ae4e6},
        {0x36949b43, 0x3f842ca7, 0x3646d2f3}, {0x50ade15b, 0x3f847248, 0x51473e0e},
        {0x623c9cae, 0x3f84c062, 0x638d2e14}, {0x411f14df, 0x3f84f5cd, 0x412de3ca},
        {0x3996658b, 0x3f85cde8, 0x394fcbb6}, {0x4f545502, 0x3f85d98e, 0x50110a22},
        {0x0a1671a9, 0x3f8669fc, 0x076c1160}, {0x502069ed, 0x3f866a42, 0x50ff4439},
        {0x4ba0e4fb, 0x3f867cb9, 0x4c3d1ae2}, {0x136b54f5, 0x3f8924fe, 0x103fbe48},
        {0x1d24db42, 0x3f8a84fb, 0x1a537cae}, {0x62458bc6, 0x3f8acf85, 0x6535d6e1},
        {0x5cac73ab, 0x3f8b69f8, 0x5f478359}, {0x701efddf, 0x3f8b7db4, 0x74846a81},
        {0x5fff4f04, 0x3f8b84e5, 0x62e5f842}, {0x232a29c1, 0x3f8bb3ac, 0x2096e3c4},
        {0x36933f38, 0x3f8bb630, 0x35be7f77}, {0x43ec607b, 0x3f8bf407, 0x44520f89},
        {0x15f22989, 0x3f8cbbfb, 0x11c9799e}, {0x1b1065d4, 0x3f8d7902, 0x173618f6},
        {0x0fe629f4, 0x3f8ddba9, 0x0abab4f4}, {0x4cc5a63b, 0x3f8e8a7f, 0x4e49152e},
        {0x511f259c, 0x3f8ee10d, 0x532b2a4c}, {0x1dc4d5ef, 0x3f8f3c1d, 0x19c22de7},
        {0x784ae361, 0x3f8fbb8e, 0x7f46cd4b}, {0x38373dde, 0x3f905da3, 0x374b150a},
        {0x5f7455bc, 0x3f90a59b, 0x6397f226}, {0x6e3c6377, 0x3f917818, 0x74a075b1},
        {0x650a3bcc, 0x3f930c6b, 0x6a9c5bbe}, {0x3f60921e, 0x3f93778c, 0x3f5c242d},
        {0x1ba76048, 0x3f93bb37, 0x1622e35c}, {0x177a7f93, 0x3f952c20, 0x10d46a63},
        {0x474014df, 0x3f96c609, 0x48a41cb3}, {0x46e605ba, 0x3f983b6f, 0x4849b4d2},
        {0x0a1e6831, 0x3f99339a, 0x00276d35},
    };
    std::vector<float> x;
    std::vector<float> y;
    for (const auto& pair : pairs) {
        x.push_back(std::bit_cast<float>(pair[0]));
        y.push_back(std::bit_cast<float>(pair[1]));
    }
    const auto z = pow_of(x, y);
    for (std::size_t i = 0; i != z.size(); ++i)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(z[i]), pairs[i][2]) << x[i] << " ^ " << y[i];
}

#if defined(LANEWISE_HAVE_MPFR)
template <class Y>
void expect_correctly_rounded() {
    const std::size_t n = static_cast<std::size_t>(20000 * lanewise_test::test_scale());
    lanewise_test::each_distribution<float>([&](const char* name, auto&& draw) {
        std::uint64_t digest = 0xcbf29ce484222325;
        std::size_t misrounded = 0;
        double worst = 0;
        for (std::size_t done = 0; done < n; done += 4096) {
            std::vector<float> x(4096);
            std::vector<float> y(4096);
            for (std::size_t i = 0; i != x.size(); ++i) draw(x[i], y[i]);
            std::vector<Y> exponents(y.begin(), y.end());
            if constexpr (std::is_same_v<Y, double>) {
                for (std::size_t i = 0; i != y.size(); ++i) // bits that a float cannot hold
                    exponents[i] *=
                        exponents[i] == std::nearbyint(exponents[i]) ? 1 : 1 + 0x1p-30 * static_cast<double>(i);
            }
            const auto z = pow_of(x, exponents);
            for (std::size_t i = 0; i != x.size(); ++i) {
                digest = (digest ^ (z[i] != z[i] ? 0x7fc00000 : std::bit_cast<std::uint32_t>(z[i]))) * 0x100000001b3;
                const float want = lanewise_test::nearest_pow<float>(x[i], exponents[i]);
                if (same(z[i], want)) continue;
                worst = std::max(worst, lanewise_test::ulp_error(z[i], x[i], exponents[i]));
                if (++misrounded <= 3)
                    ADD_FAILURE() << name << ": " << std::hexfloat << x[i] << " ^ " << exponents[i] << " = " << z[i]
                                  << ", want " << want;
            }
        }
        EXPECT_EQ(misrounded, 0u) << name << ": worst " << worst << " ulp";
        std::printf("%-28s pairs %9zu  misrounded %zu  digest %016llx\n", name, (n + 4095) / 4096 * 4096, misrounded,
                    static_cast<unsigned long long>(digest));
    });
}

TEST(pow_float32, is_correctly_rounded) {
    expect_correctly_rounded<float>();
}
TEST(pow_float32, is_correctly_rounded_for_double_exponents) {
    expect_correctly_rounded<double>();
}
#endif

} // namespace
