#pragma once

/// The powers of float64 that have few bits.
///
///   exact_power_bits(x, y, power)   true, and x^y in `power`, where x^y has at most 64 bits
///
/// Which   x = r * 2^e with odd r, y = n / 2^f with odd n or f = 0. r = 1: a power of two to the e * y, where that is an
///         integer. Otherwise x^y is irrational or has a denominator that is none, unless y > 0 and x is a 2^f-th power:
///         then its bits are those of (2^f-th root of r)^n. r has 53 bits, so at most five roots are integers, and
///         3^n has more than 64 bits for n > 40. All of this is integer arithmetic: nothing is left open.

#include "power_bits.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// digits * 2^exponent, for a positive finite float64, or the magnitude of an exponent.
struct binary_value {
    std::uint64_t digits;
    int exponent;
};

/// v positive and finite.
inline binary_value binary_value_of(double v) noexcept {
    const auto bits = __builtin_bit_cast(std::uint64_t, v);
    const auto field = static_cast<int>(bits >> 52);
    const std::uint64_t fraction = bits & 0x000fffffffffffff;
    return field == 0 ? binary_value{fraction, -1074} : binary_value{fraction | 0x0010000000000000, field - 1075};
}

inline void drop_trailing_zeros(binary_value& v) noexcept {
    const int zeros = __builtin_ctzll(v.digits);
    v.digits >>= zeros;
    v.exponent += zeros;
}

/// x^y or, where it is `negative`, x^-y. x is not 1, neither is 0, and x^y is between 2^-1200 and 2^1200.
[[gnu::noinline, gnu::cold]] inline bool exact_power_bits(binary_value x, binary_value y, bool negative,
                                                          power_bits& power) noexcept {
    drop_trailing_zeros(x);
    drop_trailing_zeros(y);
    if (x.digits != 1 && negative) return false;
    for (; y.exponent < 0; ++y.exponent) {
        const auto root = static_cast<std::uint64_t>(__builtin_sqrt(static_cast<double>(x.digits)));
        if (root * root != x.digits || x.exponent % 2 != 0) return false;
        x = {root, x.exponent / 2};
    }
    const std::uint64_t n = y.digits << y.exponent;
    if (x.digits == 1) {
        const std::int64_t exponent = static_cast<std::int64_t>(n) * x.exponent;
        power = {uint128{1} << 126, static_cast<int>(negative ? -exponent : exponent)};
        return true;
    }
    if (n > 40) return false;
    std::uint64_t product = 1;
    for (std::uint64_t i = 0; i != n; ++i) {
        if (__builtin_mul_overflow(product, x.digits, &product)) return false;
    }
    power = {static_cast<uint128>(product) << 62, 64 + static_cast<int>(n) * x.exponent};
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
