#pragma once

/// One integer element at a time: the exact answers that have no business in a register.
///
///   canonical_exponent   any exponent as a signed integer of the base's width, with the same results
///   power                x^e exactly, an integer_power: the wrapped value, whether it overflowed, its sign
///   *_fault              is this element in order, an overflow, or a negative exponent? (integer_overflow::error)

#include "../../config.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace lanewise::detail::inline LANEWISE_ISA {

enum class integer_fault : unsigned char { none, overflow, negative_exponent };

/// An exponent e of any integer type as S, the signed type of the base's width n.
///
/// Where S has every value of E, e is itself. Otherwise x^e modulo 2^n and x^e clamped to n bits are the same for e and
/// for its canonical form:
///   0 <= e < 2^(n-2)   e itself.
///   e >= 2^(n-2)       (e mod 2^(n-2)) + 2^(n-2), which fits in S. Odd x: the multiplicative group modulo 2^n has
///                      exponent 2^(n-2) (Gauss, n >= 3), so the power is the same. Even x: 2^(n-2) >= n, so both
///                      powers are 0 modulo 2^n. Clamped, |x| >= 2: both powers are beyond n bits, with the sign of
///                      x^parity, and 2^(n-2) is even. |x| <= 1: only parity and e != 0 matter.
///   e < 0              -1 when odd, -2 when even: 1/x^|e| truncated is 0 unless |x| = 1, and then only parity matters.
/// Written without a branch, so that a loop of it becomes vector code.
template <class S, class E>
LANEWISE_INLINE constexpr S canonical_exponent(E e) noexcept {
    static_assert(std::is_signed_v<S> && std::is_integral_v<S> && std::is_integral_v<E>);
    if constexpr (sizeof(E) < sizeof(S) || std::is_same_v<E, S>) {
        return static_cast<S>(e);
    } else {
        using U = std::make_unsigned_t<E>;
        constexpr auto period = static_cast<U>(U{1} << (std::numeric_limits<std::make_unsigned_t<S>>::digits - 2));
        const auto bits = static_cast<U>(e);
        const auto reduced = static_cast<U>((bits & (period - 1)) | (bits < period ? U{0} : period));
        const auto negative = static_cast<U>((bits & 1) - 2);
        return static_cast<S>(e < E{0} ? negative : reduced);
    }
}

/// Is y an integer? Infinities and NaN are not.
LANEWISE_INLINE constexpr bool is_integral_value(double y) noexcept {
    const double magnitude = y < 0 ? -y : y;
    if (!(magnitude < 0x1p52)) return magnitude < __builtin_inf();
    return static_cast<double>(static_cast<std::int64_t>(y)) == y;
}

/// The same for an integral floating exponent of any magnitude. From 2^63 on it is even, and its bits below 2^62, which
/// are all that the canonical form keeps, are those of its significand shifted.
template <class S>
LANEWISE_INLINE constexpr S canonical_exponent(double y) noexcept {
    if (-0x1p63 < y && y < 0x1p63) return canonical_exponent<S>(static_cast<std::int64_t>(y));
    if (y < 0) return -2;
    const auto bits = __builtin_bit_cast(std::uint64_t, y);
    const auto shift = static_cast<unsigned>((bits >> 52) & 0x7ff) - 1075;
    const std::uint64_t significand = (bits & 0xf'ffff'ffff'ffff) | (std::uint64_t{1} << 52);
    constexpr std::uint64_t period = std::uint64_t{1} << (std::numeric_limits<std::make_unsigned_t<S>>::digits - 2);
    return static_cast<S>(((shift < 62 ? significand << shift : 0) & (period - 1)) | period);
}

template <class T>
LANEWISE_INLINE constexpr std::uint64_t magnitude_of(T x) noexcept {
    const auto bits = static_cast<std::uint64_t>(x);
    if constexpr (std::is_signed_v<T>)
        if (x < 0) return 0 - bits;
    return bits;
}

template <class T>
struct integer_power {
    T wrapped;
    bool overflow;
    bool negative;

    /// The exact power clamped to T.
    LANEWISE_INLINE constexpr T saturated() const noexcept {
        using range = std::numeric_limits<T>;
        return !overflow ? wrapped : negative ? range::min() : range::max();
    }
};

/// x^e; a negative exponent gives the quotient truncated towards zero, and 0 for x = 0.
template <class T>
LANEWISE_INLINE constexpr integer_power<T> power(T x, std::make_signed_t<T> e) noexcept {
    const std::uint64_t magnitude = magnitude_of(x);
    const bool negative = x < T{0} && (e & 1) != 0;
    if (e < 0) {
        const auto unit = static_cast<std::uint64_t>(magnitude == 1 ? 1 : 0);
        return {static_cast<T>(negative ? 0 - unit : unit), false, false};
    }
    // A square beyond 64 bits matters only once a later bit of e multiplies it in.
    std::uint64_t result = 1;
    std::uint64_t base = magnitude;
    bool beyond = false;
    bool base_beyond = false;
    for (auto left = static_cast<std::uint64_t>(e); left != 0; left >>= 1) {
        if ((left & 1) != 0) beyond |= __builtin_mul_overflow(result, base, &result) || base_beyond;
        base_beyond |= __builtin_mul_overflow(base, base, &base);
    }
    const std::uint64_t limit = static_cast<std::uint64_t>(std::numeric_limits<T>::max()) + (negative ? 1 : 0);
    return {static_cast<T>(negative ? 0 - result : result), beyond || result > limit, negative};
}

template <class T>
LANEWISE_INLINE constexpr integer_fault subtract_fault(T x, T y) noexcept {
    T difference{};
    return __builtin_sub_overflow(x, y, &difference) ? integer_fault::overflow : integer_fault::none;
}

template <class T>
LANEWISE_INLINE constexpr integer_fault difference_square_fault(T x, T y) noexcept {
    const auto a = static_cast<std::uint64_t>(x);
    const auto b = static_cast<std::uint64_t>(y);
    const std::uint64_t distance = x > y ? a - b : b - a;
    // Not squared into a signed T: clang++ would call a function for 128 bits that libgcc does not have.
    std::uint64_t square = 0;
    const bool fits = !__builtin_mul_overflow(distance, distance, &square) &&
                      square <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    return fits ? integer_fault::none : integer_fault::overflow;
}

template <class T>
LANEWISE_INLINE constexpr integer_fault pow_fault(T x, std::make_signed_t<T> e) noexcept {
    if (e < 0) return magnitude_of(x) == 1 ? integer_fault::none : integer_fault::negative_exponent;
    return power(x, e).overflow ? integer_fault::overflow : integer_fault::none;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
