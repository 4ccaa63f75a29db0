// Where a rounding is decided: powers next to the middle of two values of the result's dtype. The exponents are float64s, of
// which there are some so close that the middle is nearer than any budget.

#include <lanewise/pow.hpp>

#include <gtest/gtest.h>

#if defined(LANEWISE_HAVE_MPFR)

#include "support/mpfr_pow.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace lanewise;
using lanewise_test::nearest_in_format;

/// Digits, and the exponents of the smallest normal value and of the first one beyond the largest.
template <class T>
struct format {
    static constexpr int digits = std::is_same_v<T, float16>    ? 11
                                  : std::is_same_v<T, bfloat16> ? 8
                                                                : std::numeric_limits<T>::digits;
    static constexpr int smallest = std::is_same_v<T, float16> ? -14 : sizeof(T) == 8 ? -1022 : -126;
    static constexpr int beyond = std::is_same_v<T, float16> ? 16 : sizeof(T) == 8 ? 1024 : 128;
    static constexpr int unit = smallest - digits + 1; // the exponent of the smallest subnormal value
};

enum class edge { normal, subnormal, subnormal_and_normal, zero, infinity, near_one };
constexpr edge edges[] = {edge::normal, edge::subnormal, edge::subnormal_and_normal,
                          edge::zero,   edge::infinity,  edge::near_one};

class boundary_source {
public:
    boundary_source() { mpfr_inits2(200, middle_, log_of_base_, nullptr); }
    ~boundary_source() { mpfr_clears(middle_, log_of_base_, nullptr); }
    boundary_source(const boundary_source&) = delete;
    boundary_source& operator=(const boundary_source&) = delete;

    /// A finite base that is not 0 and not 1.
    template <class T>
    T base() {
        for (;;) {
            double x = std::exp2(uniform(format<T>::smallest, format<T>::beyond));
            if (random_() % 2 == 0) x = 1 + (random_() % 2 ? 1 : -1) * std::exp2(uniform(1 - format<T>::digits, -2));
            const T rounded = static_cast<T>(x);
            const double back = static_cast<double>(rounded);
            if (back != 1 && std::isfinite(back)) return rounded;
        }
    }

    /// An exponent with which the power of x lies next to such a middle: the nearest, or one some float64s away.
    template <class T>
    double exponent(double x, edge at) {
        set_middle<T>(at);
        mpfr_log(middle_, middle_, MPFR_RNDN);
        mpfr_set_d(log_of_base_, x, MPFR_RNDN);
        mpfr_log(log_of_base_, log_of_base_, MPFR_RNDN);
        mpfr_div(middle_, middle_, log_of_base_, MPFR_RNDN);
        const double nearest = mpfr_get_d(middle_, MPFR_RNDN);
        auto away = static_cast<std::int64_t>(random_() % 2 ? random_() % 4 : std::uint64_t(std::exp2(uniform(0, 30))));
        if (random_() % 2) away = -away;
        return std::bit_cast<double>(std::bit_cast<std::int64_t>(nearest) + away);
    }

private:
    double uniform(double low, double high) {
        return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
    }

    /// (k + 1/2) * 2^e for a value k * 2^e of T.
    template <class T>
    void set_middle(edge at) {
        using F = format<T>;
        constexpr std::uint64_t one = std::uint64_t{1} << (F::digits - 1); // as a significand
        std::uint64_t k = one + random_() % one;
        long e = F::unit;
        if (at == edge::normal) e += static_cast<long>(random_() % (F::beyond - F::smallest));
        if (at == edge::subnormal) k = static_cast<std::uint64_t>(std::exp2(uniform(0, F::digits - 1))) % (one - 1);
        if (at == edge::subnormal_and_normal) k = one - 1;
        if (at == edge::zero) k = 0;
        if (at == edge::infinity) k = 2 * one - 1, e = F::beyond - F::digits;
        if (at == edge::near_one) k = random_() % 2 ? one + random_() % 8 : 2 * one - 1 - random_() % 8;
        if (at == edge::near_one) e = (k < one + 8 ? 1 : 0) - F::digits;
        mpfr_set_ui_2exp(middle_, 2 * k + 1, e - 1, MPFR_RNDN);
    }

    std::mt19937_64 random_{20261130};
    mpfr_t middle_;
    mpfr_t log_of_base_;
};

/// Each in a call of its own, and then among others that nothing has to look at: a step in which one element is looked at again
/// may look at all.
template <class T>
void expect_powers_rounded_right() {
    const auto pairs = static_cast<int>(1000 * lanewise_test::test_scale());
    constexpr double scale = 0.25; // exact, whether a compiler fuses what follows or not
    constexpr double bias = 0.3;
    boundary_source source;
    for (const edge at : edges) {
        int wrong = 0;
        for (int i = 0; i < pairs; ++i) {
            const T x = source.base<T>();
            double base = static_cast<double>(x);
            pow_options options;
            if (i % 3 == 0) {
                options.scale_bias = scale_bias{scale, bias};
                base = base * scale + bias;
                if (sizeof(T) < 8) base = static_cast<double>(static_cast<float>(base));
            }
            if (base == 1) continue;
            const double y = source.exponent<T>(base, at);
            const double want = nearest_in_format(base, y, format<T>::digits, format<T>::unit + 1, format<T>::beyond);
            T alone[1];
            pow(std::vector<T>{x}, std::vector<double>{y}, alone, options);
            std::vector<T> bases(70, T(3.0f));
            std::vector<double> exponents(bases.size(), 0.7);
            const std::size_t place = static_cast<std::size_t>(i) % bases.size();
            bases[place] = x;
            exponents[place] = y;
            std::vector<T> among(bases.size());
            pow(bases, exponents, among, options);
            if (static_cast<double>(alone[0]) == want && static_cast<double>(among[place]) == want) continue;
            if (++wrong <= 3) {
                ADD_FAILURE() << std::hexfloat << base << " ^ " << y << " = " << static_cast<double>(alone[0])
                              << ", among others " << static_cast<double>(among[place]) << ", want " << want;
            }
        }
        EXPECT_EQ(wrong, 0) << "of " << pairs << " at edge " << static_cast<int>(at);
    }
}

TEST(pow_boundaries, float16) {
    expect_powers_rounded_right<float16>();
}
TEST(pow_boundaries, bfloat16) {
    expect_powers_rounded_right<bfloat16>();
}
TEST(pow_boundaries, float32) {
    expect_powers_rounded_right<float>();
}
TEST(pow_boundaries, float64) {
    expect_powers_rounded_right<double>();
}

} // namespace

#endif
