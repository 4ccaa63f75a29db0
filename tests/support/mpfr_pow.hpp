#pragma once

/// pow as it should be: exact references by MPFR and the distributions that pow is tested over.
///
///   nearest_pow<T>(x, y)       x^y correctly rounded to T (float or double), subnormals and overflow included
///   ulp_error<T>(got, x, y)    |got - x^y| in units in the last place of T at x^y; 0 where both are the same special value
///   same_value(a, b)           the same bits, or both NaN
///   each_distribution<T>(f)    calls f(name, draw); draw(x, y) makes a pair for a float32 or float64 pow
///
/// Needs libmpfr; the tests that include it are built with LANEWISE_HAVE_MPFR.

#include "test_scale.hpp"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <type_traits>

namespace lanewise_test {

template <class T>
using word_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
bool same_value(T a, T b) {
    return std::bit_cast<word_of<T>>(a) == std::bit_cast<word_of<T>>(b) || (std::isnan(a) && std::isnan(b));
}

/// x^y to 200 bits, with MPFR's own wide exponent range.
class exact_pow {
public:
    exact_pow() {
        mpfr_inits2(64, x_, y_, nullptr);
        mpfr_init2(power_, 200);
    }
    ~exact_pow() { mpfr_clears(x_, y_, power_, nullptr); }
    exact_pow(const exact_pow&) = delete;
    exact_pow& operator=(const exact_pow&) = delete;

    /// Sets base() and exponent(), exactly.
    template <class Y>
    void set(double x, Y y) {
        mpfr_set_d(x_, x, MPFR_RNDN);
        if constexpr (std::is_floating_point_v<Y>)
            mpfr_set_d(y_, static_cast<double>(y), MPFR_RNDN);
        else if constexpr (std::is_signed_v<Y>)
            mpfr_set_sj(y_, y, MPFR_RNDN);
        else
            mpfr_set_uj(y_, y, MPFR_RNDN);
    }
    template <class Y>
    mpfr_srcptr operator()(double x, Y y) {
        set(x, y);
        mpfr_pow(power_, x_, y_, MPFR_RNDN);
        return power_;
    }
    mpfr_ptr base() { return x_; }
    mpfr_ptr exponent() { return y_; }

private:
    mpfr_t x_;
    mpfr_t y_;
    mpfr_t power_;
};

/// x^y rounded once to `precision` bits with the exponent range and the subnormals of a binary format.
template <class Y>
double nearest_in_format(double x, Y y, int precision, int smallest_exponent, int largest_exponent) {
    thread_local exact_pow pow;
    pow.set(x, y);
    mpfr_t result;
    mpfr_init2(result, precision);
    const mpfr_exp_t emin = mpfr_get_emin();
    const mpfr_exp_t emax = mpfr_get_emax();
    mpfr_set_emin(smallest_exponent);
    mpfr_set_emax(largest_exponent);
    int inexact = mpfr_pow(result, pow.base(), pow.exponent(), MPFR_RNDN);
    inexact = mpfr_check_range(result, inexact, MPFR_RNDN);
    mpfr_subnormalize(result, inexact, MPFR_RNDN);
    const double nearest = mpfr_get_d(result, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(result);
    return nearest;
}

template <class T, class Y>
T nearest_pow(T x, Y y) {
    if constexpr (std::is_same_v<T, float>) {
        // glibc's double pow is right to 0.52 units in the last place: MPFR decides only what that leaves open.
        if constexpr (std::is_floating_point_v<Y> || sizeof(Y) <= 4) {
            const double near = std::pow(static_cast<double>(x), static_cast<double>(y));
            const double reach = near * 0x1p-51;
            const auto low = static_cast<float>(near - reach);
            const auto high = static_cast<float>(near + reach);
            if (low == high && std::abs(near) > 0x1p-151) return low;
        }
        return static_cast<float>(nearest_in_format(x, y, 24, -148, 128));
    } else {
        return nearest_in_format(x, y, 53, -1073, 1024);
    }
}

template <class T, class Y>
double ulp_error(T got, T x, Y y) {
    thread_local exact_pow pow;
    mpfr_srcptr exact = pow(static_cast<double>(x), y);
    const T want = nearest_pow<T>(x, y);
    if (same_value(got, want) && (std::isnan(want) || mpfr_inf_p(exact) || mpfr_zero_p(exact))) return 0;
    if (std::isnan(got) || std::isnan(want) || mpfr_inf_p(exact) || mpfr_zero_p(exact))
        return std::numeric_limits<double>::infinity();
    if (std::signbit(got) != (mpfr_sgn(exact) < 0)) return std::numeric_limits<double>::infinity();
    constexpr int digits = std::numeric_limits<T>::digits;
    constexpr int smallest = std::numeric_limits<T>::min_exponent - digits;
    constexpr int largest = std::numeric_limits<T>::max_exponent;
    if (std::isinf(got) && std::isinf(want)) return 0;
    long unit = mpfr_get_exp(exact) - digits;
    unit = unit < smallest ? smallest : unit > largest - digits ? largest - digits : unit;
    mpfr_t error;
    mpfr_init2(error, 200);
    if (std::isinf(got)) // stands for the first value beyond the largest
        mpfr_set_si_2exp(error, got > 0 ? 1 : -1, largest, MPFR_RNDN);
    else
        mpfr_set_d(error, static_cast<double>(got), MPFR_RNDN);
    mpfr_sub(error, error, exact, MPFR_RNDN);
    mpfr_mul_2si(error, error, -unit, MPFR_RNDN);
    const double units = std::abs(mpfr_get_d(error, MPFR_RNDN));
    mpfr_clear(error);
    return units;
}

/// Calls f(name, draw) for every named distribution of (base, exponent) pairs; draw(x, y) sets both.
template <class T, class F>
void each_distribution(F&& f, std::uint64_t seed = 20260) {
    std::mt19937_64 engine(seed);
    const auto uniform = [&](double low, double high) {
        return std::fma(high - low, static_cast<double>(engine() >> 11) * 0x1p-53, low);
    };
    const auto bits = [&]() { return std::bit_cast<T>(static_cast<word_of<T>>(engine())); };
    constexpr bool single = sizeof(T) == 4;
    constexpr double emin = single ? -126 : -1022;
    constexpr double emax = single ? 128 : 1024;
    constexpr double lowest = emin - std::numeric_limits<T>::digits + 0.5;
    const auto any_binade = [&]() {
        const double significand = std::exp2(uniform(0, 1));
        return static_cast<T>(significand * std::exp2(std::floor(uniform(emin, emax - 0.01))));
    };
    const auto exponent_for = [&](T x, double log2_result) {
        const double log2_x = std::log2(std::abs(static_cast<double>(x)));
        return log2_x == 0 ? T(1) : static_cast<T>(log2_result / log2_x);
    };

    f("uniform", [&](T& x, T& y) {
        x = static_cast<T>(uniform(0, 100));
        y = static_cast<T>(uniform(-10, 10));
    });
    f("full exponent range", [&](T& x, T& y) {
        x = any_binade();
        y = exponent_for(x, uniform(lowest, emax));
    });
    f("near one, huge y", [&](T& x, T& y) {
        const double away = std::exp2(uniform(1 - std::numeric_limits<T>::digits, -2));
        x = static_cast<T>(1 + (engine() % 2 ? away : -away));
        y = exponent_for(x, uniform(lowest, emax));
    });
    f("near overflow", [&](T& x, T& y) {
        x = any_binade();
        y = exponent_for(x, uniform(emax - 1e-4, emax + 1e-6));
    });
    f("subnormal results", [&](T& x, T& y) {
        x = any_binade();
        y = exponent_for(x, uniform(lowest - 1, emin));
    });
    f("subnormal bases", [&](T& x, T& y) {
        const word_of<T> significand = std::bit_cast<word_of<T>>(bits()) >> (single ? 9 : 12);
        x = std::bit_cast<T>(significand >> (engine() % 20));
        y = static_cast<T>(uniform(-1, 1));
    });
    f("small integers and halves", [&](T& x, T& y) {
        x = static_cast<T>(std::rint(uniform(-5000, 5000)));
        const double n = std::rint(uniform(-20, 20));
        y = static_cast<T>(engine() % 2 ? n / 2 : n);
    });
    f("exact ties", [&](T& x, T& y) {
        // odd s, so that s^n has one bit more than T: a tie, or an exact value beside one
        const int n = static_cast<int>(engine() % (single ? 14 : 32)) + 2;
        const double root = std::exp2((std::numeric_limits<T>::digits + 1.0) / n);
        const int k = static_cast<int>(engine() % 3);
        const double s = 2 * std::floor(uniform(root / 2.2, root) / 2) + 1;
        x = static_cast<T>(std::ldexp(std::pow(s, 1 << k), (static_cast<int>(engine() % 9) - 4) * (1 << k)));
        y = static_cast<T>(std::ldexp(n, -k));
    });
    f("powers of two", [&](T& x, T& y) {
        x = static_cast<T>(std::exp2(std::rint(uniform(lowest + 1, emax - 1))));
        const double n = std::rint(uniform(-600, 600));
        y = static_cast<T>(std::ldexp(n, -static_cast<int>(engine() % 5)));
    });
    f("negative bases", [&](T& x, T& y) {
        x = -any_binade();
        y = std::rint(exponent_for(x, uniform(lowest, emax)));
        if (engine() % 8 == 0) y += T(0.5);
    });
    f("tiny exponents", [&](T& x, T& y) {
        x = any_binade();
        const double size = std::exp2(uniform(-80, -5));
        y = static_cast<T>(engine() % 2 ? size : -size);
    });
    f("any bits", [&](T& x, T& y) {
        x = bits();
        y = bits();
    });
}

} // namespace lanewise_test
