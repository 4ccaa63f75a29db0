// The stages of float64 pow, one by one: each stays within the error that its header states, beside MPFR, and the last
// one finds exact powers and ties.

#include <lanewise/detail/exp_log/exp_float64.hpp>
#include <lanewise/detail/pow/pow_exponent.hpp>
#include <lanewise/detail/pow/pow_float64_edge.hpp>

#include "../../support/hard_pairs.hpp"
#if defined(LANEWISE_HAVE_MPFR)
#include "../../support/mpfr_pow.hpp"
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace lanewise::detail;

double by_integers(double x, double y) {
    return nearest_float64(power_by_integers(binary_value_of(x), binary_value_of(std::abs(y)), y < 0));
}

TEST(pow_float64_stages, a_power_is_rounded_to_nearest_even_wherever_it_lies) {
    constexpr uint128 one = uint128{1} << 126;
    constexpr uint128 ulp = uint128{1} << 74; // of a float64 in [1, 2)
    EXPECT_EQ(nearest_float64({one, 0}), 1.0);
    EXPECT_EQ(nearest_float64({one + ulp / 2, 0}), 1.0);
    EXPECT_EQ(nearest_float64({one + ulp / 2 + 1, 0}), 1 + 0x1p-52);
    EXPECT_EQ(nearest_float64({one + ulp + ulp / 2, 0}), 1 + 0x1p-51);
    EXPECT_EQ(nearest_float64({one - ulp / 4, 0}), 1.0);
    EXPECT_EQ(nearest_float64({one - ulp / 4 - 1, 0}), 1 - 0x1p-53);
    EXPECT_EQ(nearest_float64({one, 1024}), __builtin_inf());
    EXPECT_EQ(nearest_float64({one - 1, 1024}), __builtin_inf());
    EXPECT_EQ(nearest_float64({one - ulp / 2, 1024}), 0x1.fffffffffffffp1023);
    EXPECT_EQ(nearest_float64({one - ulp / 4, 1024}), __builtin_inf());
    EXPECT_EQ(nearest_float64({one, -1022}), 0x1p-1022);
    EXPECT_EQ(nearest_float64({one - ulp / 2, -1022}), 0x1p-1022);
    EXPECT_EQ(nearest_float64({one - ulp / 2 - 1, -1022}), 0x0.fffffffffffffp-1022);
    EXPECT_EQ(nearest_float64({one, -1074}), 0x1p-1074);
    EXPECT_EQ(nearest_float64({one + one / 2, -1074}), 0x1p-1073);
    EXPECT_EQ(nearest_float64({one + one / 2 - 1, -1074}), 0x1p-1074);
    EXPECT_EQ(nearest_float64({one, -1075}), 0.0);
    EXPECT_EQ(nearest_float64({one + 1, -1075}), 0x1p-1074);
    EXPECT_EQ(nearest_float64({one, -1076}), 0.0);
    EXPECT_EQ(nearest_float64({one, -1200}), 0.0);
}

// Every odd root r, its 2^f-th power as a base, and every n: r^n * 2^(e n) is exact in 64 bits, and no float64 pair near it
// is.
TEST(pow_float64_stages, exact_powers_are_found) {
    int found = 0;
    int ties = 0;
    for (int f = 0; f <= 5; ++f) {
        for (std::uint64_t r = 1; r < 200; r += 2) {
            std::uint64_t base = r;
            bool fits = true;
            for (int i = 0; i != f; ++i) fits = fits && !__builtin_mul_overflow(base, base, &base);
            if (!fits || base >> 53 != 0) continue;
            std::uint64_t power = 1;
            for (int n = 1; n <= 41; ++n) {
                if (__builtin_mul_overflow(power, r, &power)) break;
                for (const int e : {0, 3, -7}) {
                    if (r == 1 && e == 0) continue;
                    const double x = std::ldexp(static_cast<double>(base), e << f);
                    const double y = std::ldexp(n, -f);
                    power_bits exact;
                    ASSERT_TRUE(exact_power_bits(binary_value_of(x), binary_value_of(y), false, exact))
                        << x << " ^ " << y;
                    ++found;
                    const bool tie = 64 - __builtin_clzll(power) - __builtin_ctzll(power) == 54;
                    ties += tie ? 1 : 0;
                    // The conversion of an integer to float64 rounds to nearest even too.
                    EXPECT_EQ(by_integers(x, y), std::ldexp(static_cast<double>(power), e * n)) << x << " ^ " << y;
                    EXPECT_EQ(nearest_power(x, y), std::ldexp(static_cast<double>(power), e * n)) << x << " ^ " << y;
                    const double beside = std::nextafter(x, 4.0);
                    if (f > 0 && n % 2 != 0) {
                        EXPECT_FALSE(exact_power_bits(binary_value_of(beside), binary_value_of(y), false, exact))
                            << beside << " ^ " << y;
                    }
                    if (r != 1) {
                        EXPECT_FALSE(exact_power_bits(binary_value_of(x), binary_value_of(y), true, exact));
                    }
                }
            }
        }
    }
    EXPECT_GT(found, 3000);
    EXPECT_GT(ties, 20);
}

TEST(pow_float64_stages, roots_of_odd_powers_of_two_are_not_exact) {
    power_bits exact;
    for (const double x : {2.0, 0.125, 18.0, 0x1p-1071, 0x1p1021, 0x1.2p-2}) {
        EXPECT_FALSE(exact_power_bits(binary_value_of(x), binary_value_of(0.5), false, exact)) << x;
        EXPECT_FALSE(exact_power_bits(binary_value_of(x * 2), binary_value_of(0.25), false, exact)) << x * 2;
    }
}

TEST(pow_float64_stages, powers_of_two_are_exact_down_to_a_tie_with_zero) {
    EXPECT_EQ(by_integers(0x1p-1074, 0.5), 0x1p-537);
    EXPECT_EQ(by_integers(2.0, -1074.0), 0x1p-1074);
    EXPECT_EQ(by_integers(2.0, -1075.0), 0.0);
    EXPECT_EQ(by_integers(4.0, -537.5), 0.0);
    EXPECT_EQ(by_integers(0.25, 537.0), 0x1p-1074);
    EXPECT_EQ(by_integers(2.0, 1023.0), 0x1p1023);
    EXPECT_EQ(by_integers(2.0, 1024.0), __builtin_inf());
    EXPECT_EQ(by_integers(3.0, 34.0), 16677181699666568.0); // 3^34 ends in 569: a tie
}

TEST(pow_float64_stages, hard_pairs_are_right_in_integers_alone) {
    const auto pairs = lanewise_test::hard_pairs();
    ASSERT_EQ(pairs.size(), 192u);
    for (const auto& [x, y, power] : pairs) {
        EXPECT_EQ(by_integers(x, y), power) << std::hexfloat << x << " ^ " << y;
        EXPECT_EQ(nearest_power(x, y), power) << std::hexfloat << x << " ^ " << y;
    }
}

#if defined(LANEWISE_HAVE_MPFR)
/// Numbers of 400 bits, and how far one is from another, as a power of two.
class number {
public:
    number() { mpfr_init2(value_, 400); }
    ~number() { mpfr_clear(value_); }
    number(const number&) = delete;
    number& operator=(const number&) = delete;

    void set_power(double x, double y) {
        mpfr_t base;
        mpfr_t exponent;
        mpfr_inits2(64, base, exponent, nullptr);
        mpfr_set_d(base, x, MPFR_RNDN);
        mpfr_set_d(exponent, y, MPFR_RNDN);
        mpfr_pow(value_, base, exponent, MPFR_RNDN);
        mpfr_clears(base, exponent, nullptr);
    }
    void set_log(double x) {
        mpfr_set_d(value_, x, MPFR_RNDN);
        mpfr_log(value_, value_, MPFR_RNDN);
    }
    /// limb[0] + limb[1] 2^64 + ..., times 2^scale
    void set_limbs(const std::uint64_t* limb, int count, int scale) {
        mpfr_set_zero(value_, 1);
        for (int i = count - 1; i >= 0; --i) {
            mpfr_mul_2si(value_, value_, 64, MPFR_RNDN);
            mpfr_add_uj(limb[i]);
        }
        mpfr_mul_2si(value_, value_, scale, MPFR_RNDN);
    }
    void set_sum(double a, double b, double c, int scale) {
        mpfr_set_d(value_, a, MPFR_RNDN);
        mpfr_add_d(value_, value_, b, MPFR_RNDN);
        mpfr_add_d(value_, value_, c, MPFR_RNDN);
        mpfr_mul_2si(value_, value_, scale, MPFR_RNDN);
    }
    /// |this - exact| / exact
    double relative_error(const number& exact) const {
        number error;
        mpfr_sub(error.value_, value_, exact.value_, MPFR_RNDN);
        mpfr_div(error.value_, error.value_, exact.value_, MPFR_RNDN);
        return std::abs(mpfr_get_d(error.value_, MPFR_RNDN));
    }

private:
    void mpfr_add_uj(std::uint64_t v) {
        mpfr_t term;
        mpfr_init2(term, 64);
        mpfr_set_uj(term, v, MPFR_RNDN);
        mpfr_add(value_, value_, term, MPFR_RNDN);
        mpfr_clear(term);
    }
    mpfr_t value_;
};

/// f(x, y) for pairs of every distribution whose power is neither out of range nor 1.
template <class F>
void each_ordinary_pair(std::int64_t n, F&& f) {
    lanewise_test::each_distribution<double>([&](const char* name, auto&& draw) {
        for (std::int64_t i = 0; i < n; ++i) {
            double x;
            double y;
            draw(x, y);
            x = std::abs(x);
            const double t = y * std::log2(x);
            if (x > 0 && std::isfinite(x) && std::isfinite(y) && std::abs(t) < 1080 && t != 0) f(name, x, y);
        }
    });
    for (const auto& [x, y, power] : lanewise_test::hard_pairs()) f("hard", x, y);
}

/// How far the lanes' logarithm of x is off, as a part of itself.
double error_of_log(double x) {
    constexpr int size = batch_size<double>;
    const log_sum<size> log = log_float64(splat<double, size>(x));
    double high[size];
    double low[size];
    spill(log.high, high);
    spill(log.low, low);
    number sum;
    number exact;
    sum.set_sum(high[0], low[0], 0, 0);
    exact.set_log(x);
    return sum.relative_error(exact);
}

/// A base next to 1 + 2^-9, where the low part of the logarithm is largest beside the high one.
double draw_next_to_the_first_row(std::mt19937_64& engine) {
    return 1 + std::uniform_real_distribution<double>(0.88, 1.12)(engine) * 0x1p-9;
}

TEST(pow_float64_stages, the_logarithm_stays_within_its_error) {
    constexpr double u = 0x1p-72 / 6;
    constexpr double most = (lanes_have_fma ? 11.1 : 12.1) * u;
    std::mt19937_64 engine(8);
    double worst = 0;
    for (std::int64_t i = 0; i < 20000 * lanewise_test::test_scale(); ++i) {
        double x = draw_next_to_the_first_row(engine);
        if (i % 4 == 0) x = std::exp2(std::uniform_real_distribution<double>(-1022, 1024)(engine));
        if (i % 4 == 1) x = std::exp2(std::uniform_real_distribution<double>(-.5, .5)(engine));
        const double error = error_of_log(x);
        worst = std::max(worst, error);
        ASSERT_LE(error, most) << std::hexfloat << x;
    }
    std::printf("logarithm: at most %.2f U\n", worst / u);
}

/// The pairs that stage 1 is furthest off for: of many bases next to 1 + 2^-9 those whose logarithm is, and large results.
template <class F>
void each_steep_pair(std::int64_t n, F&& f) {
    std::mt19937_64 engine(1);
    std::vector<std::pair<double, double>> bases;
    for (std::int64_t i = 0; i < n; ++i) {
        const double x = draw_next_to_the_first_row(engine);
        bases.emplace_back(error_of_log(x), x);
    }
    std::sort(bases.rbegin(), bases.rend());
    bases.resize(static_cast<std::size_t>(n / 500));
    std::uniform_real_distribution<double> size_of_t(100, 745);
    for (const auto& [error, x] : bases) {
        for (int i = 0; i < 500; ++i) {
            const double t = size_of_t(engine);
            f("steep", x, (i % 2 == 0 ? t : -t) / std::log(x));
        }
    }
}

TEST(pow_float64_stages, stage_1_stays_within_its_reach) {
    double worst = 0;
    double closest = 0;
    constexpr int size = batch_size<double>;
    const auto check = [&](const char* name, double x, double y) {
        const log_sum<size> t =
            exponent_sum<double, size>(splat<double, size>(y)).times(log_of_any(splat<double, size>(x)));
        const power_bounds<size> bounds(t.high, t.low);
        double high[size];
        double above[size];
        double below[size];
        double t_high[size];
        std::uint64_t steps[size];
        spill(bounds.high, high);
        spill(bounds.low_above, above);
        spill(bounds.low_below, below);
        spill(bounds.steps, steps);
        spill(t.high, t_high);
        if (std::abs(t_high[0]) > 745) return;
        const auto n = static_cast<int>(static_cast<std::int64_t>(steps[0] << 46) >> 52);
        number sum;
        number exact;
        exact.set_power(x, y);
        sum.set_sum(high[0], above[0] / 2, below[0] / 2, n);
        const double reach = (above[0] - below[0]) / 2 / high[0];
        const double part = sum.relative_error(exact) / reach;
        worst = std::max(worst, part);
        ASSERT_LT(part, 1) << name << std::hexfloat << ' ' << x << " ^ " << y;
        double closer[size];
        spill(closer_reach(absolute(t.high), splat<double, size>(std::abs(y))), closer);
        closest = std::max(closest, sum.relative_error(exact) / closer[0]);
        ASSERT_LT(sum.relative_error(exact), closer[0]) << name << std::hexfloat << ' ' << x << " ^ " << y;
    };
    each_ordinary_pair(3000 * lanewise_test::test_scale(), check);
    each_steep_pair(5000 * lanewise_test::test_scale(), check);
    std::printf("stage 1: at most %.3f of its reach, %.3f looked at closer\n", worst, closest);
}

TEST(pow_float64_stages, stage_2_stays_within_half_of_its_reach) {
    double worst = 0;
    each_ordinary_pair(3000 * lanewise_test::test_scale(), [&](const char* name, double x, double y) {
        const power_estimate near = power_by_double_double(x, scalar_exponent(y));
        const std::uint64_t limb[] = {static_cast<std::uint64_t>(near.power.digits),
                                      static_cast<std::uint64_t>(near.power.digits >> 64)};
        number estimate;
        number exact;
        exact.set_power(x, y);
        estimate.set_limbs(limb, 2, near.power.exponent - 126);
        const double reach = static_cast<double>(near.reach) / static_cast<double>(near.power.digits);
        worst = std::max(worst, estimate.relative_error(exact) / reach);
        ASSERT_LT(estimate.relative_error(exact), reach / 2) << name << std::hexfloat << ' ' << x << " ^ " << y;
    });
    std::printf("stage 2: at most %.3f of its reach\n", worst);
}

TEST(pow_float64_stages, stage_3_is_right_to_240_bits) {
    double worst = 0;
    each_ordinary_pair(1000 * lanewise_test::test_scale(), [&](const char* name, double x, double y) {
        const wide_power power = pow_wide(binary_value_of(x), binary_value_of(std::abs(y)), y < 0);
        number wide_value;
        number exact;
        exact.set_power(x, y);
        wide_value.set_limbs(power.digits.limb, 4, power.exponent - 254);
        worst = std::max(worst, wide_value.relative_error(exact));
        ASSERT_LT(wide_value.relative_error(exact), 0x1p-240) << name << std::hexfloat << ' ' << x << " ^ " << y;
    });
    std::printf("stage 3: 2^%.1f\n", std::log2(worst));
}
#endif

} // namespace
