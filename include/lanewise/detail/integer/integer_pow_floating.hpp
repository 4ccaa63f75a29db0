#pragma once

/// x^y for an integer x and a float64 y.
///
///   y integral     the exact integer power, wrapped or saturated
///   otherwise      x rounded to float64, float64 pow, truncated towards zero; NaN gives 0, out of range is clamped.
///                  An infinite y counts as non-integral.
///
///   raise(x, y, n)                  x[i] = x[i]^y[i] by float64 pow, n a multiple of pow_float64_step; out of line, so
///                                   that all integer types share it
///   truncate_to<T>(v)               v in T, and whether it was in range
///   pow_floating, pow_fault         one element

#include "../pow/pow_float64.hpp"
#include "integer_scalar.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

[[gnu::noinline]] LANEWISE_FLATTEN inline void raise(double* x, const double* y, int n) noexcept {
    constexpr int step = pow_float64_step;
    for (int i = 0; i < n; i += step) spill(pow_float64(fill<double, step>(x + i), fill<double, step>(y + i)), x + i);
}

[[gnu::noinline]] inline double float64_pow(double x, double y) noexcept {
    double power[static_cast<std::size_t>(pow_float64_step)];
    double exponent[static_cast<std::size_t>(pow_float64_step)];
    for (double& v : power) v = x;
    for (double& v : exponent) v = y;
    raise(power, exponent, pow_float64_step);
    return power[0];
}

/// A float64 truncated towards zero into T: clamped where it is out of range, 0 for NaN.
template <class T>
struct truncated {
    T value;
    bool in_range;
};

template <class T>
LANEWISE_INLINE constexpr truncated<T> truncate_to(double value) noexcept {
    // One past the maximum is a power of two, and so is the minimum of a signed T: both are float64 values. A value
    // strictly between minimum - 1 and minimum truncates into range; where that difference is below float64's
    // resolution, minimum - 1 rounds to minimum and no value lies between.
    constexpr double past = 2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<T>::digits - 1));
    constexpr double lowest = std::is_signed_v<T> ? -past : 0.0;
    if (value != value) return {T{0}, false};
    if (value >= past) return {std::numeric_limits<T>::max(), false};
    if (value >= lowest) return {static_cast<T>(value), true};
    return {std::numeric_limits<T>::min(), value > lowest - 1.0};
}

template <class T>
LANEWISE_INLINE T pow_floating(T x, double y, bool saturate) noexcept {
    if (is_integral_value(y)) {
        const auto exact = power(x, canonical_exponent<std::make_signed_t<T>>(y));
        return saturate ? exact.saturated() : exact.wrapped;
    }
    return truncate_to<T>(float64_pow(static_cast<double>(x), y)).value;
}

template <class T>
LANEWISE_INLINE integer_fault pow_fault(T x, double y) noexcept {
    if (is_integral_value(y)) return pow_fault(x, canonical_exponent<std::make_signed_t<T>>(y));
    return truncate_to<T>(float64_pow(static_cast<double>(x), y)).in_range ? integer_fault::none
                                                                           : integer_fault::overflow;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
