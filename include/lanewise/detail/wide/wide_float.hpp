#pragma once

/// Positive floating-point numbers of 256 bits, for the last stage of float64 pow.
///
///   uint256                            256 bits, an integer or a fixed-point number; limb[3] is the most significant
///   high_product(a, b)              a * b / 2^256, rounded down
///   quotient(a, divisor)            a / divisor, rounded down
///   wide_float{digits, exponent}    digits * 2^exponent, the first bit set
///   multiply, ratio                 relative error < 2^-253
///   add, subtract                   the same, of the larger operand
///
/// No limb is ever lost silently: a shift by 256 or more gives 0.

#include "power_bits.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

struct uint256 {
    std::uint64_t limb[4];
};

inline uint256 shift_right(const uint256& a, int bits) noexcept {
    uint256 out{};
    const int limbs = bits / 64;
    const int rest = bits % 64;
    for (int i = 0; i + limbs < 4; ++i) {
        out.limb[i] = a.limb[i + limbs] >> rest;
        if (rest != 0 && i + limbs < 3) out.limb[i] |= a.limb[i + limbs + 1] << (64 - rest);
    }
    return out;
}

/// bits < 256
inline uint256 shift_left(const uint256& a, int bits) noexcept {
    uint256 out{};
    const int limbs = bits / 64;
    const int rest = bits % 64;
    for (int i = 3; i >= limbs; --i) {
        out.limb[i] = a.limb[i - limbs] << rest;
        if (rest != 0 && i > limbs) out.limb[i] |= a.limb[i - limbs - 1] >> (64 - rest);
    }
    return out;
}

/// 256 for zero.
inline int leading_zeros(const uint256& a) noexcept {
    for (int i = 3; i >= 0; --i) {
        if (a.limb[i] != 0) return 64 * (3 - i) + __builtin_clzll(a.limb[i]);
    }
    return 256;
}

/// Modulo 2^256; `carry` is what leaves at the top.
inline uint256 add(const uint256& a, const uint256& b, bool& carry) noexcept {
    uint256 out{};
    uint128 sum = 0;
    for (int i = 0; i < 4; ++i) {
        sum = (sum >> 64) + a.limb[i] + b.limb[i];
        out.limb[i] = static_cast<std::uint64_t>(sum);
    }
    carry = (sum >> 64) != 0;
    return out;
}

inline uint256 add(const uint256& a, const uint256& b) noexcept {
    bool carry;
    return add(a, b, carry);
}

/// Modulo 2^256.
inline uint256 subtract(const uint256& a, const uint256& b) noexcept {
    uint256 out{};
    std::uint64_t borrow = 0;
    for (int i = 0; i < 4; ++i) {
        const uint128 difference = static_cast<uint128>(a.limb[i]) - b.limb[i] - borrow;
        out.limb[i] = static_cast<std::uint64_t>(difference);
        borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
    }
    return out;
}

[[gnu::noinline, gnu::cold]] inline uint256 high_product(const uint256& a, const uint256& b) noexcept {
    std::uint64_t limb[8] = {};
    for (int i = 0; i < 4; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < 4; ++j) {
            const uint128 sum = static_cast<uint128>(a.limb[i]) * b.limb[j] + limb[i + j] + carry;
            limb[i + j] = static_cast<std::uint64_t>(sum);
            carry = static_cast<std::uint64_t>(sum >> 64);
        }
        limb[i + 4] = carry;
    }
    return {{limb[4], limb[5], limb[6], limb[7]}};
}

[[gnu::noinline, gnu::cold]] inline uint256 quotient(const uint256& a, std::uint64_t divisor) noexcept {
    uint256 out{};
    std::uint64_t rest = 0;
    for (int i = 3; i >= 0; --i) {
        const uint128 dividend = (static_cast<uint128>(rest) << 64) | a.limb[i];
        out.limb[i] = static_cast<std::uint64_t>(dividend / divisor);
        rest = static_cast<std::uint64_t>(dividend % divisor);
    }
    return out;
}

struct wide_float {
    uint256 digits;
    int exponent;
};

/// digits * 2^exponent, digits not zero.
inline wide_float normalized(const uint256& digits, int exponent) noexcept {
    const int zeros = leading_zeros(digits);
    return {shift_left(digits, zeros), exponent - zeros};
}

/// v is not zero.
inline wide_float wide_float_of(std::uint64_t v) noexcept {
    return normalized({{v, 0, 0, 0}}, 0);
}

inline wide_float multiply(const wide_float& a, const wide_float& b) noexcept {
    return normalized(high_product(a.digits, b.digits), a.exponent + b.exponent + 256);
}

/// a / b, neither of them zero.
inline wide_float ratio(std::uint64_t a, std::uint64_t b) noexcept {
    const int a_zeros = __builtin_clzll(a);
    const int b_zeros = __builtin_clzll(b);
    const std::uint64_t divisor = b << b_zeros;
    // Half of the dividend, below the divisor, is the first remainder; a has a bit to spare for it.
    std::uint64_t rest = (a << a_zeros) >> 1;
    uint256 out{};
    for (int i = 3; i >= 0; --i) {
        const uint128 dividend = static_cast<uint128>(rest) << 64;
        out.limb[i] = static_cast<std::uint64_t>(dividend / divisor);
        rest = static_cast<std::uint64_t>(dividend % divisor);
    }
    return normalized(out, b_zeros - a_zeros + 1 - 256);
}

/// a - b for a > b.
inline wide_float subtract(const wide_float& a, const wide_float& b) noexcept {
    return normalized(subtract(a.digits, shift_right(b.digits, a.exponent - b.exponent)), a.exponent);
}

/// a + b for a >= b.
inline wide_float add(const wide_float& a, const wide_float& b) noexcept {
    bool carry;
    const uint256 sum = add(a.digits, shift_right(b.digits, a.exponent - b.exponent), carry);
    if (!carry) return {sum, a.exponent};
    uint256 halved = shift_right(sum, 1);
    halved.limb[3] |= std::uint64_t{1} << 63;
    return {halved, a.exponent + 1};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
