// Powers rounded to odd: beside MPFR, next to doubles as close as pairs come, and where a double is the power.

#include <lanewise/detail/wide/pow_scalar.hpp>

#if defined(LANEWISE_HAVE_MPFR)
#include "../../support/mpfr_pow.hpp"
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace {

using lanewise::detail::pow_to_odd;

TEST(pow_scalar, exact_powers_are_themselves) {
    EXPECT_EQ(pow_to_odd(4, .5), 2);
    EXPECT_EQ(pow_to_odd(9, 1.5), 27);
    EXPECT_EQ(pow_to_odd(3, 33), 5559060566555523); // of 53 bits
    EXPECT_EQ(pow_to_odd(4097, 2), 16785409);       // of 25 bits: a tie of float32
    EXPECT_EQ(pow_to_odd(0x1p-30, -2.5), 0x1p75);
    EXPECT_EQ(pow_to_odd(2, -149), 0x1p-149);
    EXPECT_EQ(pow_to_odd(3, 34), 0x1.d9fe779881945p53); // of 54 bits
}

TEST(pow_scalar, far_powers_are_infinite_or_zero) {
    EXPECT_EQ(pow_to_odd(2, 301), __builtin_inf());
    EXPECT_EQ(pow_to_odd(2, -301), 0);
}

#if defined(LANEWISE_HAVE_MPFR)

/// x^y rounded to odd by MPFR, and how far it lies from the nearest double, as a part of itself.
struct reference {
    double power;
    double distance;
};

reference reference_of(double x, double y) {
    static lanewise_test::exact_pow pow;
    const mpfr_srcptr exact = pow(x, y);
    const double below = mpfr_get_d(exact, MPFR_RNDZ);
    const std::uint64_t more = mpfr_cmp_d(exact, below) != 0 ? 1 : 0;
    const double nearest = mpfr_get_d(exact, MPFR_RNDN);
    mpfr_t rest;
    mpfr_init2(rest, 53);
    mpfr_sub_d(rest, exact, nearest, MPFR_RNDN);
    const double distance = std::abs(mpfr_get_d(rest, MPFR_RNDN) / nearest);
    mpfr_clear(rest);
    return {std::bit_cast<double>(std::bit_cast<std::uint64_t>(below) | more), distance};
}

TEST(pow_scalar, random_pairs_are_rounded_to_odd) {
    std::mt19937_64 engine(3);
    for (std::int64_t i = 0; i < 20000 * lanewise_test::test_scale(); ++i) {
        const double x = std::exp2(std::uniform_real_distribution<double>(-140, 128)(engine));
        const double y = std::uniform_real_distribution<double>(-290, 290)(engine) / std::log2(x);
        ASSERT_EQ(pow_to_odd(x, y), reference_of(x, y).power) << std::hexfloat << x << " ^ " << y;
    }
}

// The exponent that brings x next to 1 + k 2^-52, rounded, misses it by 2^-105 and less.
TEST(pow_scalar, powers_next_to_a_double_are_told_from_it) {
    std::mt19937_64 engine(4);
    double closest = 1;
    mpfr_t goal, exponent, log;
    mpfr_inits2(200, goal, exponent, log, nullptr);
    for (std::int64_t i = 0; i < 20000 * lanewise_test::test_scale(); ++i) {
        const double x = std::exp2(std::uniform_real_distribution<double>(-100, 100)(engine));
        const int k = std::uniform_int_distribution<int>(-20, 20)(engine) * 2;
        if (k == 0) continue;
        mpfr_set_d(goal, k * 0x1p-52, MPFR_RNDN);
        mpfr_log1p(goal, goal, MPFR_RNDN);
        mpfr_set_d(log, x, MPFR_RNDN);
        mpfr_log(log, log, MPFR_RNDN);
        mpfr_div(exponent, goal, log, MPFR_RNDN);
        const double y = mpfr_get_d(exponent, MPFR_RNDN);
        const reference want = reference_of(x, y);
        closest = std::min(closest, want.distance);
        ASSERT_EQ(pow_to_odd(x, y), want.power) << std::hexfloat << x << " ^ " << y;
    }
    mpfr_clears(goal, exponent, log, nullptr);
    EXPECT_LT(closest, 0x1p-110);
}

#endif

} // namespace
