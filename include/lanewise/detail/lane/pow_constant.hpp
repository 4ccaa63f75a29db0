#pragma once

/// x^c for one float32 exponent c that has a shorter way to the same bits.
///
///   constant_exponent           the exponents that do
///   constant_exponent_of(y)     which of them y is, or none
///   pow_float32_constant<C>(x)  x^C, correctly rounded; all special values
///
/// How       0, 1, 2, -1, 1/2: one operation in float, correctly rounded by IEEE 754. The others: at most three operations in
///           double, then one conversion.
/// Accuracy  proven by exhaustion: for each exponent all 2^32 bases give the bits of pow_float32 (tests/pow_exhaustive.cpp).
///           In float alone x * x * x misrounds 17 % and 1 / sqrt(x) 25 %.

#include "mask.hpp"
#include "widths.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

enum class constant_exponent {
    none,
    zero,
    one,
    two,
    three,
    four,
    five,
    half,
    three_halves,
    five_halves,
    minus_one,
    minus_two,
    minus_three,
    minus_half,
};

constexpr constant_exponent constant_exponent_of(double y) noexcept {
    constexpr struct {
        double value;
        constant_exponent name;
    } known[] = {
        {0, constant_exponent::zero},          {1, constant_exponent::one},
        {2, constant_exponent::two},           {3, constant_exponent::three},
        {4, constant_exponent::four},          {5, constant_exponent::five},
        {0.5, constant_exponent::half},        {1.5, constant_exponent::three_halves},
        {2.5, constant_exponent::five_halves}, {-1, constant_exponent::minus_one},
        {-2, constant_exponent::minus_two},    {-3, constant_exponent::minus_three},
        {-0.5, constant_exponent::minus_half},
    };
    for (const auto& k : known) {
        if (k.value == y) return k.name;
    }
    return constant_exponent::none;
}

/// sqrt as pow has it: +0 for -0, inf for -inf.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> pow_half(const lanes<T, N>& x) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    return select(x == splat<T, N>(-infinity), infinity, sqrt(x) + T(0));
}

template <constant_exponent C, int N>
LANEWISE_INLINE lanes<float, N> pow_float32_constant(const lanes<float, N>& x) noexcept {
    using enum constant_exponent;
    static_assert(C != none);
    if constexpr (C == zero) {
        return splat<float, N>(1.0f);
    } else if constexpr (C == one) {
        return x;
    } else if constexpr (C == two) {
        return x * x;
    } else if constexpr (C == half) {
        return pow_half(x);
    } else if constexpr (C == minus_one) {
        return 1.0f / x;
    } else {
        const lanes<double, N> wide = widen(x);
        const lanes<double, N> square = wide * wide;
        if constexpr (C == three)
            return narrow(square * wide);
        else if constexpr (C == four)
            return narrow(square * square);
        else if constexpr (C == five)
            return narrow(square * square * wide);
        else if constexpr (C == minus_two)
            return narrow(1.0 / square);
        else if constexpr (C == minus_three)
            return narrow(1.0 / (square * wide));
        else if constexpr (C == minus_half)
            return narrow(1.0 / pow_half(wide));
        else if constexpr (C == three_halves)
            return narrow(absolute(wide) * pow_half(wide));
        else
            return narrow(square * pow_half(wide));
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
