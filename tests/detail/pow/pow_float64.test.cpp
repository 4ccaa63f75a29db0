// float64 pow: correctly rounded on every distribution of tests/support/mpfr_pow.hpp and for the hardest pairs known, every
// special value, 64-bit integer exponents used exactly, and the same bits on every target.

#include <lanewise/detail/exp_log/widen.hpp>
#include <lanewise/detail/pow/pow_float64.hpp>

#include "../../support/hard_pairs.hpp"
#include "../../support/pow_special_values.hpp"
#if defined(LANEWISE_HAVE_MPFR)
#include "../../support/mpfr_pow.hpp"
#endif

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

using namespace lanewise::detail;

constexpr int step = pow_float64_step;

/// pow of whole vectors, `step` elements at a time; the tail is padded with ones.
template <class Y>
std::vector<double> pow_of(std::vector<double> x, std::vector<Y> y) {
    const std::size_t n = x.size();
    constexpr auto size = static_cast<std::size_t>(step);
    const std::size_t padded = (n + size - 1) / size * size;
    x.resize(padded, 1.0);
    y.resize(padded, Y(1));
    std::vector<double> z(padded);
    for (std::size_t i = 0; i != padded; i += size)
        spill(pow_float64(fill<double, step>(&x[i]), fill<Y, step>(&y[i])), &z[i]);
    z.resize(n);
    return z;
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

TEST(pow_float64, special_values_follow_c23) {
    const auto values = lanewise_test::interesting_values<double>();
    std::vector<double> x;
    std::vector<double> y;
    for (const double a : values) {
        for (const double b : values) {
            x.push_back(a);
            y.push_back(b);
        }
    }
    const auto z = pow_of(x, y);
    int rules = 0;
    for (std::size_t i = 0; i != x.size(); ++i) {
        if (const auto want = lanewise_test::special_pow(x[i], y[i])) {
            ++rules;
            EXPECT_TRUE(same(z[i], *want)) << x[i] << " ^ " << y[i] << " = " << z[i] << ", want " << *want;
        }
    }
    EXPECT_GT(rules, 1000);
}

// One lane at the edge sends its whole step to the edge path: its neighbours must not notice.
TEST(pow_float64, an_element_does_not_depend_on_its_neighbours) {
    std::mt19937_64 engine(7);
    std::uniform_real_distribution<double> base(-20, 20);
    std::uniform_real_distribution<double> exponent(-40, 40);
    for (int round = 0; round != 2000; ++round) {
        std::vector<double> x(static_cast<std::size_t>(step));
        std::vector<double> y(static_cast<std::size_t>(step));
        for (int i = 0; i != step; ++i) {
            x[static_cast<std::size_t>(i)] = base(engine);
            y[static_cast<std::size_t>(i)] = i % 3 ? std::nearbyint(exponent(engine)) : exponent(engine);
        }
        const auto alone = pow_of(x, y);
        const std::size_t at = engine() % static_cast<std::size_t>(step);
        x[at] = round % 2 ? std::numeric_limits<double>::infinity() : 0x1p-1060;
        const auto disturbed = pow_of(x, y);
        for (std::size_t i = 0; i != x.size(); ++i) {
            if (i != at) {
                EXPECT_TRUE(same(alone[i], disturbed[i])) << x[i] << " ^ " << y[i];
            }
        }
    }
}

// Steps that overflow or underflow as a whole have a way of their own.
TEST(pow_float64, whole_steps_at_the_ends_of_the_range) {
    constexpr auto size = static_cast<std::size_t>(step);
    for (double y = -1090; y < 1040; y = y == -1060 ? 1010 : y + 0.125) {
        for (const double x : {2.0, -2.0, 0.5}) {
            const double exponent = x == 0.5 ? -y : y;
            const double alone = pow_of<double>({x}, {exponent})[0]; // among ones
            if (x > 0 && y <= -1075) {
                EXPECT_EQ(alone, 0.0) << y;
            } else if (x > 0 && y >= 1024) {
                EXPECT_EQ(alone, HUGE_VAL) << y;
            }
            for (const double z : pow_of(std::vector<double>(size, x), std::vector<double>(size, exponent)))
                EXPECT_TRUE(same(z, alone)) << x << " ^ " << exponent << " = " << z << ", alone " << alone;
        }
    }
    const std::vector<double> infinite(size, -HUGE_VAL);
    for (const double z : pow_of(std::vector<double>(size, -2.0), infinite)) EXPECT_TRUE(same(z, 0.0));
    for (const double z : pow_of(std::vector<double>(size, -0.5), infinite)) EXPECT_TRUE(same(z, HUGE_VAL));
}

TEST(pow_float64, integer_exponents_give_what_equal_doubles_give) {
    std::vector<double> x;
    std::vector<double> real;
    std::vector<std::int64_t> integer;
    for (const double a : lanewise_test::interesting_values<double>()) {
        for (const std::int64_t e : {0, 1, 2, 3, -1, -2, -3, 10, -10, 1000, -1023, 123456789}) {
            x.push_back(a);
            real.push_back(static_cast<double>(e));
            integer.push_back(e);
        }
        for (const std::int64_t e : {std::int64_t{1} << 53, std::int64_t{1} << 62, -(std::int64_t{1} << 62),
                                     std::numeric_limits<std::int64_t>::min()}) {
            x.push_back(a);
            real.push_back(static_cast<double>(e));
            integer.push_back(e);
        }
    }
    const auto from_real = pow_of(x, real);
    const auto from_integer = pow_of(x, integer);
    for (std::size_t i = 0; i != x.size(); ++i)
        EXPECT_TRUE(same(from_real[i], from_integer[i]))
            << x[i] << " ^ " << integer[i] << ": " << from_real[i] << ", " << from_integer[i];
}

TEST(pow_float64, huge_integer_exponents_keep_their_parity) {
    constexpr std::int64_t odd = std::numeric_limits<std::int64_t>::max();
    const auto z = pow_of<std::int64_t>({-1.0, -1.0, -1.0, -0.0, -2.0, -0.5}, {odd, odd - 1, -odd, odd, odd, odd});
    EXPECT_EQ(z[0], -1.0);
    EXPECT_EQ(z[1], 1.0);
    EXPECT_EQ(z[2], -1.0);
    EXPECT_TRUE(same(z[3], -0.0));
    EXPECT_EQ(z[4], -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(same(z[5], -0.0));
}

TEST(pow_float64, hardest_pairs) {
    std::vector<double> x;
    std::vector<double> y;
    const auto pairs = lanewise_test::hard_pairs();
    ASSERT_EQ(pairs.size(), 192u);
    for (const auto& pair : pairs) {
        x.push_back(pair.x);
        y.push_back(pair.y);
    }
    const auto z = pow_of(x, y);
    for (std::size_t i = 0; i != z.size(); ++i)
        EXPECT_TRUE(same(z[i], pairs[i].power)) << std::hexfloat << x[i] << " ^ " << y[i] << " = " << z[i];
}

// Large exponents of bases next to 1 + 2^-8, halfway between two rows of a table of 128. Each power was a neighbour of these, as
// the error of the logarithm was taken for two thirds of what it is. Powers by MPFR.
TEST(pow_float64, bases_halfway_between_rows) {
    const struct {
        double x, y, power;
    } pairs[] = {
        {0x1.010042251fbfbp+0, 59825, 0x1.c6557d71d9abfp+336},
        {0x1.010372ffb34b5p+0, 166973, 0x1.b6846556c84e1p+951},
        {0x1.00ff122b5d517p+0, 0x1.2a85ba5975743p+17, 0x1.79e3a0bf1e191p+856},
        {0x1.00f87d6cad24fp+0, -0x1.1f8a370caf429p+15, 0x1.08e798161452fp-201},
        {0x1.00fe225de6503p+0, 0x1.ebbc0b988623ap+16, 0x1.daa4d690f40cbp+702},
        {0x1.00fe219fc4113p+0, -119671, 0x1.c04ad2aaa25ddp-669},
        {0x1.00ff122b5d517p+0, -0x1.af25f826a600dp+16, 0x1.5c6d385bb9f3dp-619},
    };
    for (const auto& [x, y, power] : pairs)
        EXPECT_EQ(pow_of<double>({x}, {y})[0], power) << std::hexfloat << x << " ^ " << y;
}

// What x * x, 1 / x and sqrt(x) are by IEEE 754.
TEST(pow_float64, is_the_operation_where_the_exponent_names_one) {
    std::mt19937_64 engine(17);
    std::vector<double> x(20000);
    for (double& v : x) v = std::abs(std::bit_cast<double>(engine()));
    const auto square = pow_of(x, std::vector<double>(x.size(), 2.0));
    const auto inverse = pow_of(x, std::vector<double>(x.size(), -1.0));
    const auto root = pow_of(x, std::vector<double>(x.size(), 0.5));
    for (std::size_t i = 0; i != x.size(); ++i) {
        EXPECT_TRUE(same(square[i], x[i] * x[i])) << std::hexfloat << x[i];
        EXPECT_TRUE(same(inverse[i], 1 / x[i])) << std::hexfloat << x[i];
        EXPECT_TRUE(same(root[i], std::sqrt(x[i]))) << std::hexfloat << x[i];
    }
}

// Pairs that are made of bits alone, so that every target makes the same.
TEST(pow_float64, gives_the_same_bits_everywhere) {
    std::mt19937_64 engine(64);
    std::uint64_t digest = 0xcbf29ce484222325;
    const auto exponent_field = [](std::uint64_t bits, std::uint64_t lowest, std::uint64_t count) {
        return (bits & 0x800fffffffffffff) | ((lowest + (bits >> 52) % 2048 * count / 2048) << 52);
    };
    for (int round = 0; round != 500; ++round) {
        std::vector<double> x(256);
        std::vector<double> y(256);
        for (std::size_t i = 0; i != x.size(); ++i) {
            std::uint64_t base = engine();
            std::uint64_t exponent = engine();
            switch (i % 4) {
            case 0: // ordinary
                base = exponent_field(base, 1013, 20) & ~(std::uint64_t{1} << 63);
                exponent = exponent_field(exponent, 1018, 10);
                break;
            case 1: // near one, with exponents that make much of it
                base = 0x3ff0000000000000 + ((base >> 13) >> (base % 40)) - ((exponent >> 14) >> (exponent % 40));
                exponent = exponent_field(exponent, 1030, 40);
                break;
            case 2: // small integers and halves, some of them negative
                base = std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<int>(base % 2000) - 500));
                exponent = std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<int>(exponent % 41) - 10) / 2);
                break;
            default:
                break;
            }
            x[i] = std::bit_cast<double>(base);
            y[i] = std::bit_cast<double>(exponent);
        }
        const auto z = pow_of(x, y);
        for (std::size_t i = 0; i != z.size(); ++i) {
            const bool is_nan = z[i] != z[i];
            digest = (digest ^ (is_nan ? 0x7ff8000000000000 : std::bit_cast<std::uint64_t>(z[i]))) * 0x100000001b3;
#if defined(LANEWISE_HAVE_MPFR)
            ASSERT_TRUE(same(z[i], lanewise_test::nearest_pow<double>(x[i], y[i])))
                << std::hexfloat << x[i] << " ^ " << y[i] << " = " << z[i];
#endif
        }
    }
    EXPECT_EQ(digest, 0x4166847b8db499cf) << std::hex << digest;
}

#if defined(LANEWISE_HAVE_MPFR)
struct tally {
    double worst = 0;
    double worst_x = 1;
    double worst_y = 1;
    std::size_t pairs = 0;
    std::size_t misrounded = 0;
    std::uint64_t digest = 0xcbf29ce484222325;

    template <class Y>
    void add(double got, double x, Y y) {
        ++pairs;
        digest = (digest ^ (got != got ? 0x7ff8000000000000 : std::bit_cast<std::uint64_t>(got))) * 0x100000001b3;
        if (same(got, lanewise_test::nearest_pow<double>(x, y))) return;
        ++misrounded;
        const double error = lanewise_test::ulp_error(got, x, y);
        if (error > worst) {
            worst = error;
            worst_x = x;
            worst_y = static_cast<double>(y);
        }
    }
    void report(const char* name) const {
        std::printf("%-28s pairs %9zu  misrounded %zu  digest %016llx\n", name, pairs, misrounded,
                    static_cast<unsigned long long>(digest));
        EXPECT_EQ(misrounded, 0u) << name << ": " << worst << " ulp at " << std::hexfloat << worst_x << " ^ "
                                  << worst_y;
    }
};

TEST(pow_float64, is_correctly_rounded) {
    const std::int64_t n = 5000 * lanewise_test::test_scale();
    lanewise_test::each_distribution<double>([&](const char* name, auto&& draw) {
        tally seen;
        for (std::int64_t done = 0; done < n; done += 1024) {
            std::vector<double> x(1024);
            std::vector<double> y(1024);
            for (std::size_t i = 0; i != x.size(); ++i) draw(x[i], y[i]);
            const auto z = pow_of(x, y);
            for (std::size_t i = 0; i != x.size(); ++i) seen.add(z[i], x[i], y[i]);
        }
        seen.report(name);
    });
}

TEST(pow_float64, is_correctly_rounded_for_integer_exponents) {
    const std::int64_t n = 5000 * lanewise_test::test_scale();
    std::mt19937_64 engine(11);
    tally seen;
    for (std::int64_t done = 0; done < n; done += 1024) {
        std::vector<double> x(1024);
        std::vector<std::int64_t> y(1024);
        for (std::size_t i = 0; i != x.size(); ++i) {
            // a base so near one that a 63-bit exponent does not overflow it
            const int bits = 53 + static_cast<int>(engine() % 11);
            y[i] = static_cast<std::int64_t>(engine() >> (64 - bits)) | 1;
            const double away = static_cast<double>(1 + engine() % 700) * 0x1p-52;
            x[i] = engine() % 2 ? 1 + away : 1 - away;
            if (engine() % 2) x[i] = -x[i];
            if (engine() % 2) y[i] = -y[i];
        }
        const auto z = pow_of(x, y);
        for (std::size_t i = 0; i != x.size(); ++i) seen.add(z[i], x[i], y[i]);
    }
    seen.report("64-bit integer exponents");
}
#endif

} // namespace
