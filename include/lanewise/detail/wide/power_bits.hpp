#pragma once

/// A positive power to 128 bits, and its rounding to float64.
///
///   power_bits{digits, exponent}   digits * 2^(exponent - 126); digits is not zero
///   nearest_float64(p)             rounded once, to nearest, ties to even: subnormal, zero and infinite results too
///   odd_float64(p)                 rounded to odd, of a normal result: rounding it again to 51 bits or fewer, subnormal or
///                                  not, rounds p once
///   digits_of(sum)                 a double-double in [1/2, 2) times 2^126, to 2^-115
///
/// A power of more bits than that is given with its last bit set, which tells it from a tie.

#include "double_double.hpp"

#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

__extension__ typedef unsigned __int128 uint128;

struct power_bits {
    uint128 digits;
    int exponent;
};

inline int leading_zeros(uint128 v) noexcept {
    const auto upper = static_cast<std::uint64_t>(v >> 64);
    return upper != 0 ? __builtin_clzll(upper) : 64 + __builtin_clzll(static_cast<std::uint64_t>(v));
}

[[gnu::noinline, gnu::cold]] inline double nearest_float64(const power_bits& power) noexcept {
    const int zeros = leading_zeros(power.digits);
    const uint128 digits = power.digits << zeros;
    const int exponent = power.exponent + 1 - zeros; // of the first digit
    if (exponent > 1023) return __builtin_inf();
    const int lacking = exponent < -1022 ? -1022 - exponent : 0; // bits that a subnormal does not have
    if (lacking > 53) return 0;
    const int dropped = 128 - 53 + lacking;
    const uint128 kept = dropped < 128 ? digits >> dropped : 0;
    const uint128 half = uint128{1} << (dropped - 1);
    const uint128 rest = dropped < 128 ? digits & ((half << 1) - 1) : digits;
    const bool up = rest > half || (rest == half && (kept & 1) != 0);
    // Of a normal number, `kept` has the implicit bit, and adds it to the exponent field; a carry does the rest.
    const auto field = static_cast<std::uint64_t>(lacking == 0 ? exponent + 1022 : 0) << 52;
    return __builtin_bit_cast(double, field + static_cast<std::uint64_t>(kept) + (up ? 1 : 0));
}

[[gnu::noinline, gnu::cold]] inline double odd_float64(const power_bits& power) noexcept {
    const int zeros = leading_zeros(power.digits);
    const uint128 digits = power.digits << zeros;
    const bool more = digits << 53 != 0;
    const auto field = static_cast<std::uint64_t>(power.exponent + 1 - zeros + 1022) << 52;
    return __builtin_bit_cast(double, field + (static_cast<std::uint64_t>(digits >> 75) | (more ? 1 : 0)));
}

inline uint128 digits_of(const double_double& sum) noexcept {
    const auto high = static_cast<std::uint64_t>(sum.high * 0x1p53);
    const auto low = static_cast<std::int64_t>(sum.low * 0x1p115);
    return (static_cast<uint128>(high) << 73) + static_cast<uint128>(low) * 2048;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
