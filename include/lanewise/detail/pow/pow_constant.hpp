#pragma once

/// x^c for one float32 exponent c that has a shorter way to the same bits.
///
///   constant_exponent           the exponents that do
///   constant_exponent_of(y)     which of them y is, or none
///   pow_float32_constant<C>(x)  x^C, correctly rounded; all special values
///
/// How       0, 1, 2, -1, 1/2: one operation in float, correctly rounded by IEEE 754. The others: at most three
///           operations in double, then one conversion; or, where products and sums fuse and no base is very large or
///           small, float beside the errors of its operations, in about half the time (a third for 3/2, 5/2, -1/2).
/// Accuracy  proven by exhaustion: for each exponent all 2^32 bases give the bits of pow_float32
///           (tests/pow_exhaustive.cpp). In float alone x * x * x misrounds 17 % and 1 / sqrt(x) 25 %.

#include "../exp_log/pow_half.hpp"
#include "../exp_log/widen.hpp"

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

/// Of half of -6 ... 10. Not in the function that looks into it: there g++ 12 stores it anew in every call, and waits for it
/// (AVX-512: 8 elements to the power of 2 25 -> 17 ns).
inline constexpr constant_exponent exponents_of_halves[] = {
    constant_exponent::minus_three,  constant_exponent::none,      constant_exponent::minus_two,
    constant_exponent::none,         constant_exponent::minus_one, constant_exponent::minus_half,
    constant_exponent::zero,         constant_exponent::half,      constant_exponent::one,
    constant_exponent::three_halves, constant_exponent::two,       constant_exponent::five_halves,
    constant_exponent::three,        constant_exponent::none,      constant_exponent::four,
    constant_exponent::none,         constant_exponent::five};

constexpr constant_exponent constant_exponent_of(double y) noexcept {
    constexpr int lowest = -6; // of 2 y
    if (!(y >= -3 && y <= 5)) return constant_exponent::none;
    const int twice = static_cast<int>(2 * y);
    return twice == 2 * y ? exponents_of_halves[twice - lowest] : constant_exponent::none;
}

/// The bases that pow_fused takes: |x| within [low, high], or 0 where `zero`. high = 0: none.
///
/// Inside, no intermediate result overflows, and none is so small that its last bits are lost and matter.
struct fused_reach {
    float low = 0;
    float high = 0;
    bool zero = false;
};

constexpr fused_reach fused_reach_of(constant_exponent c) noexcept {
    switch (c) {
    case constant_exponent::three:
        return {0x1p-33f, 0x1p48f, true};
    case constant_exponent::four:
        return {0x1p-25f, 0x1p32f, true};
    case constant_exponent::three_halves:
        return {0x1p-66f, 0x1p90f, true};
    case constant_exponent::five_halves:
        return {0x1p-40f, 0x1p50f, true};
    case constant_exponent::minus_two:
        return {0x1p-50f, 0x1p50f, false};
    case constant_exponent::minus_half:
        return {0x1p-96f, 0x1p96f, false};
    default:
        return {};
    }
}

/// x^C for bases in fused_reach_of(C), on hardware that fuses.
///
/// The result is a * b + c, rounded once: a * b is the power but for its last 24 bits, and c what it lacks, to 24 bits
/// of its own. No base's power lies closer to a rounding boundary than the error that is left, about 2^-46 of it. That
/// is a matter of the mantissa and of whether the exponent is even: multiplying x by 4 changes neither.
template <constant_exponent C, int N>
LANEWISE_INLINE lanes<float, N> pow_fused(const lanes<float, N>& x) noexcept {
    using enum constant_exponent;
    using float_lanes = lanes<float, N>;
    const float_lanes one_each = splat<float, N>(1.0f);
    if constexpr (C == minus_two) {
        const float_lanes inverse = 1.0f / x;
        const float_lanes error = subtract_product(one_each, inverse, x);
        return multiply_add(inverse, inverse, inverse * inverse * (error + error));
    } else if constexpr (C == minus_half) {
        const float_lanes inverse = 1.0f / sqrt(x);
        const float_lanes root = inverse * x;
        const float_lanes root_rest = multiply_subtract(inverse, x, root);
        const float_lanes error = subtract_product(subtract_product(one_each, inverse, root), inverse, root_rest);
        // (1 - error)^(-1/2) = 1 + (error + 3/4 error^2) / 2 + ...
        return multiply_add(inverse * 0.5f, multiply_add(error * 0.75f, error, error), inverse);
    } else {
        const float_lanes square = x * x;
        const float_lanes square_rest = multiply_subtract(x, x, square);
        if constexpr (C == three) {
            return multiply_add(square, x, square_rest * x);
        } else if constexpr (C == four) {
            return multiply_add(square, square, (square + square) * square_rest);
        } else {
            const float_lanes root = sqrt(x);
            const float_lanes twice_rest = root * subtract_product(x, root, root); // of x * root
            if constexpr (C == three_halves) {
                // A little more than a half makes up for the next term of the series, which decides for 4 - 2^-22.
                return multiply_add(x, root, twice_rest * 0x1.000002p-1f);
            } else {
                // + 0: the root of -0 is -0.
                return multiply_add(square, root + 0.0f, multiply_add(x * 0.5f, twice_rest, square_rest * root));
            }
        }
    }
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
        constexpr fused_reach reach = fused_reach_of(C);
        if constexpr (lanes_have_fma && reach.high != 0.0f) {
            if (all_within<reach.zero>(x, reach.low, reach.high)) [[likely]]
                return pow_fused<C>(x);
        }
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
