#pragma once

/// The special values of pow that arithmetic does not produce by itself (IEEE 754-2019 9.2.1, C23 F.10.4.4).
///
///   pow_ones(ax, y, z)         1 where y is zero or ax = |x| is 1, else z
///   zero_power(y)              0^y for y that is neither 0 nor NaN; NaN for these
///   pow_magnitudes(ax, y, z)   z where ax is positive and finite and y is finite; the right magnitude of ax^y anywhere else
///   exponent_parity(y)         0 where y is an even integer or infinite, 1 where it is odd, 1/2 anywhere else (NaN too)
///   pow_signs(x, parity, z)    z with x's sign where the parity is 1; NaN where x is negative, finite and not zero and the
///                              parity is 1/2
///
/// Given z = |x|^y with zeros and infinities already right, select ones first, then signs: pow(-1, +-inf) = 1 and
/// pow(-1, 3) = -1 follow, pow(1, NaN) and pow(NaN, 0) are 1, pow(-1, NaN) is NaN.

#include "../lane/mask.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T, int N>
LANEWISE_INLINE lanes<T, N> pow_ones(const lanes<T, N>& ax, const lanes<T, N>& y, const lanes<T, N>& z) noexcept {
    return select((y == T(0)) | (ax == T(1)), T(1), z);
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> zero_power(const lanes<T, N>& y) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto negative = y < T(0);
    return select(negative | (y > T(0)), bits_where(negative, infinity), splat<T, N>(T(__builtin_nan(""))));
}

template <int N>
LANEWISE_INLINE lanes<double, N> pow_magnitudes(const lanes<double, N>& ax, const lanes<double, N>& y,
                                                const lanes<double, N>& power) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto of_infinity = select(y < 0.0, 0.0, splat<double, N>(infinity));
    const auto ordered = select(ax == infinity, of_infinity, select(ax == 0.0, zero_power(y), power));
    const auto nan = splat<double, N>(__builtin_nan(""));
    return pow_ones(ax, y, select((ax == ax) & (y == y), ordered, nan));
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> exponent_parity(const lanes<T, N>& y) noexcept {
    // Half of the smallest subnormal is zero, and even: ask whether y is an integer first.
    const lanes<T, N> half = y * T(0.5);
    const lanes_mask<T, N> even = nearest_integer(half) == half;
    const lanes_mask<T, N> integer = nearest_integer(y) == y;
    return select(integer, select(even, T(0), splat<T, N>(T(1))), splat<T, N>(T(0.5)));
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> pow_signs(const lanes<T, N>& x, const lanes<T, N>& parity, const lanes<T, N>& z) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const lanes<T, N> signed_z = select(parity == T(1), z | sign_bit(x), z);
    // clang would compare a base that was widened from float16 as halves, one by one: hide where it came from.
    const lanes<T, N> base = fenced(x);
    const lanes_mask<T, N> negative = (base < T(0)) & (base > -infinity);
    return select(negative & (parity == T(0.5)), T(__builtin_nan("")), signed_z);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
