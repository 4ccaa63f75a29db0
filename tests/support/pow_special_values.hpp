#pragma once

/// The special values of pow, one rule of C23 F.10.4.4 after another, and the values to try them on.
///
///   special_pow(x, y)       what a rule says about pow(x, y), if one does
///   each_special_pair_alone(step, f)   f(x, y, want): `step` floats each, ordinary but for a pair at [5] that a rule decides
///   interesting_values<T>() about forty values, both signs: zeros, ones, infinities, NaN, the edges of the format, odd,
///                           even and non-integral exponents up to where every value is an even integer

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace lanewise_test {

template <class T>
std::optional<T> special_pow(T x, T y) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    const bool integer = !std::isnan(y) && (std::isinf(y) || std::trunc(y) == y);
    const bool odd = integer && !std::isinf(y) && std::fmod(y, T(2)) != 0;

    if (y == 0) return T(1); // for any x, even a NaN
    if (x == 1) return T(1); // for any y, even a NaN
    if (std::isnan(x) || std::isnan(y)) return nan;
    if (x == -1 && std::isinf(y)) return T(1);
    if (x == 0) {
        const T magnitude = y > 0 ? T(0) : infinity;
        return odd ? std::copysign(magnitude, x) : magnitude;
    }
    if (std::isinf(y)) return (std::abs(x) > 1) == (y > 0) ? infinity : T(0);
    if (std::isinf(x)) {
        const T magnitude = y > 0 ? infinity : T(0);
        return odd ? std::copysign(magnitude, x) : magnitude;
    }
    if (x < 0 && !integer) return nan;
    return std::nullopt;
}

template <class T>
std::vector<T> interesting_values() {
    using limits = std::numeric_limits<T>;
    const T ulp = limits::epsilon();
    const T even = 2 / ulp; // from here on every value is an even integer
    std::vector<T> values;
    for (const T v : {T(0),
                      T(1),
                      T(2),
                      T(3),
                      T(4),
                      T(5),
                      T(0.5),
                      T(0.25),
                      T(1.5),
                      T(2.5),
                      T(1) / 3,
                      T(1e-3),
                      T(1e3),
                      limits::infinity(),
                      limits::denorm_min(),
                      limits::min(),
                      limits::max(),
                      1 + ulp,
                      1 - ulp / 2,
                      even,
                      even + 2,
                      even - 1,
                      even / 2 - T(0.5),
                      even / 2 + 1,
                      T(1e-30),
                      T(1e30)}) {
        values.push_back(v);
        values.push_back(-v);
    }
    values.push_back(limits::quiet_NaN());
    values.push_back(-limits::quiet_NaN());
    return values;
}

template <class F>
void each_special_pair_alone(std::size_t step, const F& f) {
    for (const float a : interesting_values<float>()) {
        for (const float b : interesting_values<float>()) {
            const auto want = special_pow(a, b);
            if (!want) continue;
            std::vector<float> x(step, 1.25f);
            std::vector<float> y(step, 1.5f);
            x[5] = a;
            y[5] = b;
            f(x, y, *want);
        }
    }
}

} // namespace lanewise_test
