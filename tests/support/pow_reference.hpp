#pragma once

/// pow on floats by long double, whose error is far below any rounding that it decides here: a result within 2^-58 of a
/// point where the rounding changes counts as undecided, and both neighbours are admitted.

#include "elements.hpp"

#include <cmath>

namespace lanewise_test {

static_assert(std::numeric_limits<long double>::digits >= 64,
              "the reference needs a long double that is longer than a double");

/// `value` as a double that rounds on to fewer digits as `value` itself would (rounded to odd).
inline double sticky(long double value) {
    const auto nearest = static_cast<double>(value);
    if (!std::isfinite(nearest) || static_cast<long double>(nearest) == value) return nearest;
    const double towards_zero =
        std::fabs(static_cast<long double>(nearest)) > std::fabs(value) ? std::nextafter(nearest, 0.0) : nearest;
    return (bits_of(towards_zero) & 1) != 0 ? towards_zero : from_bits<double>(bits_of(towards_zero) + 1);
}

/// `value` rounded once to T.
template <class T>
T rounded_to(long double value) {
    if constexpr (sizeof(T) == 8) {
        return static_cast<T>(value);
    } else {
        return static_cast<T>(sticky(value));
    }
}

/// The results that a conforming pow may have.
template <class T>
struct pow_answer {
    T low{};
    T high{};
    bool decided = false;

    bool admits(T got) const { return same(got, low) || same(got, high); }

    std::string text() const { return show_value(low) + (decided ? "" : " or " + show_value(high)); }
};

template <class T>
pow_answer<T> pow_by_long_double(double x, long double y) {
    if ((x == 0 || std::isinf(x)) && std::isfinite(y) && y != 0) {
        // Only the sign and the parity of y matter; glibc's powl is wrong for y = -2^63.
        const bool odd = std::fmod(std::fabs(y), 2.0L) == 1;
        y = std::copysign(odd ? 1.0L : 2.0L, y);
    }
    const long double exact = std::pow(static_cast<long double>(x), y);
    const long double margin = std::fabs(exact) * 0x1p-58L;
    pow_answer<T> answer;
    answer.low = rounded_to<T>(std::isfinite(exact) ? exact - margin : exact);
    answer.high = rounded_to<T>(std::isfinite(exact) ? exact + margin : exact);
    answer.decided = same(answer.low, answer.high);
    return answer;
}

} // namespace lanewise_test
