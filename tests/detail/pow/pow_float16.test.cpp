// float16 and bfloat16 pow: correctly rounded for samples of all pairs (all of them: tests/pow_exhaustive.cpp), for bases
// and exponents beyond the format, and every special value.

#include <lanewise/detail/pow/pow_float16.hpp>
#include <lanewise/float16.hpp>

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

constexpr int step = 8 * batch_size<double>;

template <class Format>
constexpr double largest = std::is_same_v<Format, float16_format> ? 65504.0 : 0x1.fep127;
template <class Format>
constexpr int smallest_exponent = std::is_same_v<Format, float16_format> ? -23 : -132; // of MPFR's subnormals
template <class Format>
constexpr int largest_exponent = std::is_same_v<Format, float16_format> ? 16 : 128;

template <class Format>
using element_of = std::conditional_t<std::is_same_v<Format, float16_format>, lanewise::float16, lanewise::bfloat16>;

template <class Format, pow_pairs Pairs, class Y>
std::vector<float> pow_of(std::vector<float> x, std::vector<Y> y) {
    const std::size_t n = x.size();
    constexpr auto size = static_cast<std::size_t>(step);
    const std::size_t padded = (n + size - 1) / size * size;
    x.resize(padded, 1.0f);
    y.resize(padded, Y(1));
    std::vector<float> z(padded);
    for (std::size_t i = 0; i != padded; i += size)
        spill(pow_float16<Format, Pairs>(fill<float, step>(&x[i]), fill<Y, step>(&y[i])), &z[i]);
    z.resize(n);
    for (float& v : z) v = static_cast<float>(static_cast<element_of<Format>>(v));
    return z;
}

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (a != a && b != b);
}

/// Rounded to the format's precision and range, by the function under test's own scalar rounding.
template <class Format>
float in_format(double v) {
    const double rounded = std::copysign(round_to_format<Format>(std::abs(v)), v);
    return static_cast<float>(std::abs(rounded) > largest<Format> ? std::copysign(HUGE_VAL, v) : rounded);
}

template <class Format>
class pow_float16_of : public testing::Test {};
using formats = testing::Types<float16_format, bfloat16_format>;
TYPED_TEST_SUITE(pow_float16_of, formats);

TYPED_TEST(pow_float16_of, special_values_follow_c23) {
    std::vector<float> x;
    std::vector<float> y;
    std::vector<double> wide;
    for (const float a : lanewise_test::interesting_values<float>()) {
        for (const float b : lanewise_test::interesting_values<float>()) {
            x.push_back(a);
            y.push_back(b);
            wide.push_back(static_cast<double>(b));
        }
    }
    const auto checked = pow_of<TypeParam, pow_pairs::checked>(x, y);
    const auto any = pow_of<TypeParam, pow_pairs::any>(x, y);
    const auto from_double = pow_of<TypeParam, pow_pairs::any>(x, wide);
    for (std::size_t i = 0; i != x.size(); ++i) {
        EXPECT_TRUE(same(any[i], from_double[i])) << x[i] << " ^ " << y[i];
        if (const auto want = lanewise_test::special_pow(x[i], y[i])) {
            EXPECT_TRUE(same(any[i], *want)) << x[i] << " ^ " << y[i] << " = " << any[i] << ", want " << *want;
            EXPECT_TRUE(same(checked[i], *want)) << x[i] << " ^ " << y[i] << " = " << checked[i] << ", want " << *want;
        }
    }
}

TYPED_TEST(pow_float16_of, special_values_follow_c23_one_by_one_among_ordinary_elements) {
    const auto check = [](const std::vector<float>& x, const std::vector<float>& y, float want) {
        const float got = pow_of<TypeParam, pow_pairs::any>(x, y)[5];
        EXPECT_TRUE(same(got, want)) << x[5] << " ^ " << y[5] << " = " << got << ", want " << want;
    };
    lanewise_test::each_special_pair_alone(step, check);
}

// An infinite base leads to the cold step, whose arithmetic must not overflow where the power does.
TYPED_TEST(pow_float16_of, powers_beyond_the_format_are_right_beside_an_infinite_base) {
    constexpr auto size = static_cast<std::size_t>(step);
    for (float exponent = 150.5f; exponent < 1200; exponent += 0.5f) {
        std::vector<float> x(size, 2.0f);
        std::vector<float> y(size, exponent);
        x[0] = HUGE_VALF;
        for (std::size_t i = 1; i < size; i += 2) y[i] = -exponent;
        const auto checked = pow_of<TypeParam, pow_pairs::checked>(x, y);
        const auto any = pow_of<TypeParam, pow_pairs::any>(x, y);
        for (std::size_t i = 0; i != size; ++i) {
            const float want = i % 2 == 0 ? HUGE_VALF : 0.0f;
            EXPECT_TRUE(same(checked[i], want)) << "2^" << y[i] << " is " << checked[i];
            EXPECT_TRUE(same(any[i], want)) << "2^" << y[i] << " is " << any[i];
        }
    }
}

TYPED_TEST(pow_float16_of, ties_beyond_all_floats_overflow_beside_an_infinite_base) {
    constexpr auto size = static_cast<std::size_t>(step);
    for (const float odd : {7.0f, -7.0f, 13.0f, -13.0f}) { // whose cubes have a bit more than bfloat16 and float16
        for (int e = 0; e < 120; ++e) {
            std::vector<float> x(size, std::ldexp(odd, e));
            const float want = in_format<TypeParam>(std::pow(static_cast<double>(x[1]), 3.0));
            x[0] = HUGE_VALF;
            const auto cubes = pow_of<TypeParam, pow_pairs::any>(x, std::vector<double>(size, 3.0));
            for (std::size_t i = 1; i != size; ++i) ASSERT_TRUE(same(cubes[i], want)) << x[i] << "^3 is " << cubes[i];
        }
    }
}

#if defined(LANEWISE_HAVE_MPFR)
template <class Format, pow_pairs Pairs, class Y, class Draw>
void expect_correctly_rounded(const char* name, Draw draw) {
    const std::int64_t n = 50000 * lanewise_test::test_scale();
    std::size_t misrounded = 0;
    std::uint64_t digest = 0xcbf29ce484222325;
    for (std::int64_t done = 0; done < n; done += 4096) {
        std::vector<float> x(4096);
        std::vector<Y> y(4096);
        for (std::size_t i = 0; i != x.size(); ++i) draw(x[i], y[i]);
        const auto z = pow_of<Format, Pairs>(x, y);
        for (std::size_t i = 0; i != x.size(); ++i) {
            digest = (digest ^ (z[i] != z[i] ? 0x7fc00000 : std::bit_cast<std::uint32_t>(z[i]))) * 0x100000001b3;
            const auto want = static_cast<float>(lanewise_test::nearest_in_format(
                static_cast<double>(x[i]), y[i], Format::digits, smallest_exponent<Format>, largest_exponent<Format>));
            if (!same(z[i], want) && ++misrounded <= 3)
                ADD_FAILURE() << name << ": " << std::hexfloat << x[i] << " ^ " << y[i] << " = " << z[i] << ", want "
                              << want;
        }
    }
    EXPECT_EQ(misrounded, 0u) << name;
    std::printf("%-32s pairs %9lld  misrounded %zu  digest %016llx\n", name,
                static_cast<long long>((n + 4095) / 4096 * 4096), misrounded, static_cast<unsigned long long>(digest));
}

TYPED_TEST(pow_float16_of, is_correctly_rounded) {
    using format = TypeParam;
    std::mt19937_64 engine(5);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
    };
    const auto value = [&]() {
        const double v = std::exp2(uniform(-20, 16)) * (engine() % 4 ? 1 : -1);
        return in_format<format>(v);
    };
    const auto near_one = [&]() { return in_format<format>(uniform(0.8, 1.25)); };
    const auto integer = [&]() { return static_cast<float>(static_cast<int>(engine() % 25) - 12); };

    expect_correctly_rounded<format, pow_pairs::checked, float>("format ^ format", [&](float& x, float& y) {
        x = engine() % 2 ? value() : near_one();
        y = in_format<format>(uniform(-16, 16) / std::max(0.01, std::abs(std::log2(std::abs(static_cast<double>(x))))));
        if (engine() % 2) y = std::nearbyint(y);
    });
    expect_correctly_rounded<format, pow_pairs::any, float>("format ^ float32", [&](float& x, float& y) {
        x = engine() % 2 ? value() : near_one();
        y = static_cast<float>(uniform(-24, 16) /
                               std::max(0.001, std::abs(std::log2(std::abs(static_cast<double>(x))))));
    });
    expect_correctly_rounded<format, pow_pairs::any, double>("float32 ^ float64", [&](float& x, double& y) {
        x = static_cast<float>(std::exp2(uniform(-20, 20)));
        y = uniform(-24, 16) / std::log2(static_cast<double>(x));
    });
    expect_correctly_rounded<format, pow_pairs::any, double>("format ^ small integer", [&](float& x, double& y) {
        x = value();
        y = static_cast<double>(integer());
    });
    expect_correctly_rounded<format, pow_pairs::any, float>("float32 beside a tie", [&](float& x, float& y) {
        // the base whose power is next to the middle of two values of the format
        const double middle = in_format<format>(uniform(1, 4)) * (1 + std::exp2(-format::digits));
        y = static_cast<float>(integer());
        y = y == 0 ? 3.0f : y;
        x = static_cast<float>(std::pow(middle, 1 / static_cast<double>(y)));
    });
    const auto subnormal_tie = [&] {
        return std::ldexp(static_cast<double>(engine() % 100) + 0.5, smallest_exponent<format> - 1);
    };
    expect_correctly_rounded<format, pow_pairs::any, float>("float32 beside a subnormal tie", [&](float& x, float& y) {
        y = static_cast<float>(engine() % 11 + 2);
        x = static_cast<float>(std::pow(subnormal_tie(), 1 / static_cast<double>(y)));
    });
    expect_correctly_rounded<format, pow_pairs::any, double>("float64 next to one", [&](float& x, double& y) {
        x = static_cast<float>(uniform(0.1, 0.9));
        y = std::log2(subnormal_tie()) / std::log2(static_cast<double>(x));
    });
}
#endif

} // namespace
