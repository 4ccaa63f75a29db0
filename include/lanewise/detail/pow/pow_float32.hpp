#pragma once

/// x^y for float32 bases, correctly rounded (to nearest even), all special values included.
///
///   pow_float32(x, y)   y in float or in double lanes, used exactly.
///
/// How       t = y * log2 |x| and 2^t in double, one conversion to float, which rounds overflow by itself. Where the bits
///           that the conversion discards come within 2^-37 of a boundary between two floats a cold step decides
///           (pow_float32_cold.hpp); of subnormal results these bits are looked at after a sum that makes them normal.
/// Budget    relative error of 2^t before the conversion:   normal results, |t| <= 128   subnormal ones, |t| <= 150
///             log2   2^-45.04 of t, times |t| ln 2           2^-38.56                     2^-38.34
///             y * L  2^-53 of t, likewise                    2^-46.5                      2^-46.3
///             exp2                                           2^-40.1                      2^-40.1
///             sum                                          < 2^-38.1                    < 2^-37.9
///           Tested against 2^15 units of 2^-52 (2^-37 at a significand of 1, 2^-38 at 2) and, in the cold step, 2^-37.
/// Accuracy  correctly rounded. Proven as far as the budget goes; the cold step says what it rests on. Tested: none of 96
///           million pairs over twelve distributions wrong, nor any of CORE-MATH's hardest
///           (tests/detail/pow/pow_float32.test.cpp).
/// Special   a step in which a power is not a normal number above the smallest, or a base zero or not finite, is looked at again
///           (1.2x): powers of zero are selected there. Infinite and NaN bases, and powers of 1 and by 0 that came out as NaN,
///           belong to the cold step; signs are selected after it (pow_special.hpp). Nothing branches on subnormal bases.

#include "../exp_log/exp2_float32.hpp"
#include "../exp_log/log2_float32.hpp"
#include "pow_float32_cold.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Elements per step that keep enough chains in flight: eight double registers.
inline constexpr int pow_float32_step = (few_chains ? 4 : 8) * batch_size<double>;

/// What comes out as such a float, or a larger one, is a normal power; as 2^-126 a subnormal one may come out.
inline constexpr float above_smallest = 0x1.000002p-126f;

/// Where the conversion of `power` to float could round the other way: within Reach units of 2^-52 of a midpoint.
/// Of a subnormal result it says nothing.
template <unsigned Reach = 1u << 15, int N>
LANEWISE_INLINE lanes_mask<std::int32_t, N> near_float_midpoint(const lanes<double, N>& power) noexcept {
    // The low 29 bits are discarded; a midpoint is 0x10000000. The order of the elements does not matter to any().
    constexpr auto from_lowest = static_cast<std::int32_t>(Reach - 0x10000000u);
    constexpr auto outside = static_cast<std::int32_t>(0x1fffffffu & ~(2 * Reach - 1));
    return ((low_words(power) + from_lowest) & outside) == 0;
}

/// Subnormal results of float become normal ones by adding the smallest of these, and discard the same bits: 2^-37.9 of one is
/// at most 2^14.1 of the units that a sum has.
template <int N>
LANEWISE_INLINE lanes<double, N> raised_to_normal(const lanes<double, N>& power) noexcept {
    return select(power < 0x1p-126, power + 0x1p-126, power);
}

/// z where ax is not zero, and there 0^y; NaN, which the cold step decides, where y is zero or NaN.
template <class Y, int N>
LANEWISE_INLINE lanes<float, N> with_zeros(const lanes<float, N>& ax, const lanes<Y, N>& y,
                                           const lanes<float, N>& z) noexcept {
    const auto of_zero = [&] {
        if constexpr (std::is_same_v<Y, float>)
            return zero_power(y);
        else
            return narrow(zero_power(y));
    }();
    return select(ax == 0.0f, of_zero, z);
}

template <class Y, int N>
LANEWISE_INLINE lanes<float, N> pow_float32(const lanes<float, N>& x, const lanes<Y, N>& y) noexcept {
    constexpr auto precision = float32_precision::test_2_37;
    const lanes<float, N> ax = absolute(x);
    const lanes<double, N> power = exp2_float32<precision>(exponent_in_double(y) * log2_float32<precision>(widen(ax)));
    lanes<float, N> z = narrow(power);

    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (any(near_float_midpoint(power)) || !all_within<false>(z, above_smallest, infinity) ||
        !all_within<false>(x, 0x1p-149f, largest)) [[unlikely]] {
        z = with_zeros(ax, y, z);
        if (any(near_float_midpoint(raised_to_normal(power))) || !all((z == z) & (ax < infinity)))
            z = settle_float32(copy(x), copy(y), copy(power)); // not ax and a wide y, kept until here (AVX2: 1.2x)
    }

    if (any_sign_bit(x)) {
        if constexpr (std::is_same_v<Y, float>)
            z = pow_signs(x, exponent_parity(y), z);
        else
            z = pow_signs(x, narrow(exponent_parity(y)), z);
    }
    return z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
