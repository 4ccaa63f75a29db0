#pragma once

/// x^y correctly rounded (to nearest even) to a 16-bit format; all special values included.
///
///   pow_float16<Format, Pairs>(x, y)   x any float32 values (float16, bfloat16, or scale_bias of them), y in float or double
///                                      lanes, used exactly. The result is a float32, which rounds to the power.
///
/// Format    float16_format or bfloat16_format.
/// Pairs     checked: every x and y is a value of the format. any: anything else.
/// How       the double core of float32 pow, converted to float32. Its error is below 2^-28.6 (exp2 2^-28.9, log2 2^-37.7 of
///           |t| <= 134 times ln 2), less than half of a float32's last place, 2^-25. So it lies on the same side as the power
///           of every midpoint between two values of the format, which is a float32, unless it is that midpoint: of 2^13 or
///           2^16 elements about one. Then the cold step takes the core at its higher precision (error < 2^-43.2), snaps it
///           to 42 bits, which restores exact ties, and rounds it to the format's precision by adding and subtracting
///           1.5 * 2^(53 - digits) * max(2^e, 2^emin).
///           any: where the snapped value is a tie, the scalar stage decides (pow_scalar.hpp): a value closer than 2^-43 to a
///           tie is either a tie or must be computed further.
/// Accuracy  correctly rounded. Proven as far as the budget goes; of the cold step checked is proven by exhaustion (all 2^32
///           pairs have been compared with MPFR: tests/pow_exhaustive.cpp), any up to the scalar stage.

#include "../exp_log/exp2_float32.hpp"
#include "../exp_log/log2_float32.hpp"
#include "../wide/pow_scalar.hpp"
#include "pow_float32.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

struct float16_format {
    static constexpr int digits = 11;
    static constexpr double smallest_normal = 0x1p-14;
};
struct bfloat16_format {
    static constexpr int digits = 8;
    static constexpr double smallest_normal = 0x1p-126;
};

enum class pow_pairs { checked, any };

/// v >= 0 rounded to the format, in double: to `digits` bits, or to the format's smallest step.
template <class Format>
LANEWISE_INLINE double round_to_format(double v) noexcept {
    const double binade = __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, v) & 0x7ff0000000000000);
    const double unit = binade > Format::smallest_normal ? binade : Format::smallest_normal;
    const double shift = product(unit, 1.5 * static_cast<double>(std::int64_t{1} << (53 - Format::digits)));
    return (v + shift) - shift;
}

/// Where the conversion to the format would see a tie, of its normal numbers.
template <class Format, int N>
LANEWISE_INLINE lanes_mask<std::int32_t, N> is_normal_midpoint(const lanes<float, N>& v) noexcept {
    constexpr std::int32_t discarded = (1 << (24 - Format::digits)) - 1;
    return (bit_cast_to<std::int32_t>(v) & discarded) == (discarded >> 1) + 1;
}
/// The same of all numbers. Those below the format's normal ones are brought to its smallest step first, which may make a tie
/// of one that is close to it.
template <class Format, int N>
LANEWISE_INLINE lanes_mask<std::int32_t, N> is_format_midpoint(const lanes<float, N>& v) noexcept {
    constexpr auto smallest = static_cast<float>(Format::smallest_normal);
    if constexpr (smallest > std::numeric_limits<float>::min()) {
        return is_normal_midpoint<Format>(select(v < smallest, v + smallest, v));
    } else {
        return is_normal_midpoint<Format>(v);
    }
}

/// v >= 0 snapped to 42 bits and rounded to the format; `tie` says whether it lay in the middle of two of its values.
template <class Format, int N>
struct rounded_to_format {
    lanes<double, N> value;
    lanes_mask<double, N> tie;

    LANEWISE_INLINE explicit rounded_to_format(const lanes<double, N>& v) noexcept {
        constexpr std::uint64_t snap_step = std::uint64_t{1} << (53 - 42);
        const auto snapped = bit_cast_to<double>((bit_cast_to<std::uint64_t>(v) + snap_step / 2) & ~(snap_step - 1));
        const auto unit = maximum(snapped & __builtin_inf(), Format::smallest_normal);
        const auto shift = unit * (1.5 * static_cast<double>(std::int64_t{1} << (53 - Format::digits)));
        value = (snapped + shift) - shift;
        tie = absolute(snapped - value) == unit * (1.0 / static_cast<double>(std::int64_t{1} << Format::digits));
    }
};

/// The cold step: infinite and NaN bases, ones, and midpoints, of which the scalar stage computes the ties anew.
template <class Format, pow_pairs Pairs, class Y, int N>
LANEWISE_INLINE lanes<float, N> settle_float16_part(const lanes<float, N>& x, const lanes<Y, N>& any_y) noexcept {
    constexpr auto precision = float32_precision::test_2_40;
    const lanes<float, N> ax = absolute(x);
    const lanes<double, N> y = exponent_in_double(any_y);
    const auto finite_power = exp2_float32<precision>(y * log2_float32<precision>(widen(ax)));
    const lanes<double, N> power = pow_magnitudes(widen(ax), y, finite_power);
    const rounded_to_format<Format, N> rounded(power);
    // From 2^128 on it overflows; far beyond, its rounding does, and that of a tie.
    const auto may_be_finite = power < 0x1p128;
    const lanes<double, N> nearest = select(may_be_finite, rounded.value, power);
    if constexpr (Pairs == pow_pairs::checked) {
        return narrow(nearest);
    } else {
        constexpr auto size = static_cast<std::size_t>(N);
        float bases[size];
        double exponents[size];
        double ties[size];
        double results[size];
        spill(ax, bases);
        spill(y, exponents);
        spill(bits_where(rounded.tie & may_be_finite, 1.0), ties);
        spill(nearest, results);
        for (std::size_t i = 0; i != size; ++i) {
            if (ties[i] != 0)
                results[i] = round_to_format<Format>(pow_to_odd(static_cast<double>(bases[i]), exponents[i]));
        }
        return narrow(fill<double, N>(results));
    }
}

template <class Format, pow_pairs Pairs, class Y, int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<float, N> settle_float16(const lanes<float, N>& x,
                                                                             const lanes<Y, N>& y) noexcept {
    return map_parts<lanes<float, N>>(
        LANEWISE_EACH(const auto& x_part, const auto& y_part) {
            return settle_float16_part<Format, Pairs>(x_part, y_part);
        },
        x, y);
}

template <class Format, pow_pairs Pairs, class Y, int N>
LANEWISE_INLINE lanes<float, N> pow_float16(const lanes<float, N>& x, const lanes<Y, N>& y) noexcept {
    constexpr auto precision = float32_precision::test_2_25;
    constexpr auto smallest = static_cast<float>(Format::smallest_normal);
    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const lanes<float, N> ax = absolute(x);
    lanes<float, N> z = narrow(exp2_float32<precision>(exponent_in_double(y) * log2_float32<precision>(widen(ax))));

    if (any(is_normal_midpoint<Format>(z)) || !all_within<false>(z, smallest, infinity) ||
        !all_within<false>(x, 0x1p-149f, largest)) [[unlikely]] {
        z = with_zeros(ax, y, z);
        if (any(is_format_midpoint<Format>(z)) || !all((z == z) & (ax < infinity)))
            z = settle_float16<Format, Pairs>(copy(x), copy(y));
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
