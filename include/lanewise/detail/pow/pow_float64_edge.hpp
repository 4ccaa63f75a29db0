#pragma once

/// float64 pow where the main path of pow_float64.hpp does not reach: subnormal, infinite and NaN bases, infinite, NaN and
/// huge exponents, results that are subnormal or near overflow, or whose rounding is open.
///
///   pow_float64_edge(x, y, high, low)   the complete function, for every x and y; high + low = y ln |x| as the main path has
///                                       it where |x| is a normal number
///
/// How     the same log and exp. The bounds are rounded once, the result's exponent apart: onto the grid of the subnormals
///         where the result is one, to 53 bits elsewhere. Where that gives two results, a closer look at a normal one's
///         bounds decides, or the cold stages. A step of which all results overflow or underflow needs no exponential (.9
///         times the main path, subnormal ones 1.8).
/// Closer  stage 1's budget takes what ln |x| lacks as a part of ln |x|, as it is near 1. In absolute terms a rounding of s^3 Q
///         is at most 2^-81 / 6 (log_float64.hpp), and there are as many of them. The look itself adds two to either, and all
///         is relative to .9927 of scale. Of random data over the full range, it settles 95 % of what the main path leaves
///         open.

#include "../exp_log/exp_float64.hpp"
#include "../exp_log/log_float64.hpp"
#include "pow_exponent.hpp"
#include "pow_float64_cold.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// 2^n for integral n in [-1022, 1023].
template <int N>
LANEWISE_INLINE lanes<double, N> power_of_two(const lanes<double, N>& n) noexcept {
    return bit_cast_to<double>(bit_cast_to<std::uint64_t>(n + (0x1.8p52 + 1023)) << 52);
}

/// A subnormal power: what it may be, as bits, and whether that is one number.
template <int N>
struct subnormal_power {
    lanes<double, N> value;
    lanes_mask<double, N> settled;

    /// n in [-1100, -1023]; the power is 2^n times at most 2^(63.5/64), and so no normal number.
    ///
    /// Its size in units of the smallest number is brought to 2^52, from where on doubles are integers. What high loses
    /// there is exact; the sum with the low part, 2^-16 + |t| 2^-21.58 of the power and a half at most, is rounded.
    LANEWISE_INLINE subnormal_power(const power_bounds<N>& bounds, const lanes<double, N>& n) noexcept {
        const auto unit = power_of_two(n + 1074.0);
        const auto size = bounds.high * unit;
        const auto nearest = size + 0x1p52;
        const auto rest = size - (nearest - 0x1p52);
        const auto rounding = multiply_add(size, 0x1.2p-65, splat<double, N>(0x1p-51)); // |t| < 760
        const auto above = nearest + multiply_add(bounds.low_above, unit, rest + rounding);
        const auto below = nearest + multiply_add(bounds.low_below, unit, rest - rounding);
        value = bit_cast_to<double>(bit_cast_to<std::uint64_t>(above) - 0x4330000000000000);
        settled = above == below;
    }
};

/// ln |x| for every positive finite x, elsewhere some number.
template <int N>
LANEWISE_INLINE log_sum<N> log_of_any(const lanes<double, N>& ax) noexcept {
    const auto subnormal = ax < 0x1p-1022;
    const auto scaled = select(subnormal, ax * 0x1p54, ax);
    return log_float64(scaled, bits_where(subnormal, 54.0));
}

/// z, but ax^y where one of the two is 0, infinite or NaN, or ax is 1.
template <int N>
LANEWISE_INLINE lanes<double, N> pow_of_special(const lanes<double, N>& ax, const lanes<double, N>& y,
                                                const lanes<double, N>& z) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // Where ax is 0 or infinite, so is the power; NaN anywhere gives NaN; then the ones.
    const auto is_infinite = ax == infinity;
    const auto is_zero = ax == 0.0;
    const auto up = (is_zero & (y < 0.0)) | (is_infinite & (y > 0.0));
    const auto power = select(is_zero | is_infinite, select(up, infinity, splat<double, N>(0.0)), z);
    return pow_ones(ax, y, select((ax == ax) & (y == y), power, splat<double, N>(__builtin_nan(""))));
}

/// As power_reach, but relative to the bounds' high, a little less than the scale, and with two roundings more.
template <int N>
LANEWISE_INLINE lanes<double, N> closer_reach(const lanes<double, N>& size_of_t,
                                              const lanes<double, N>& size_of_y) noexcept {
    constexpr double of_t = lanes_have_fma ? 0x1.ep-71 : 0x1.12p-70; // 22.5 U, 25.7 U
    constexpr double of_y = lanes_have_fma ? 0x1.ep-80 : 0x1.1p-79;  // 22.5 and 25.5 times 2^-81 / 6
    constexpr double constant = lanes_have_fma ? 0x1.2cp-66 : 0x1.58p-66;
    const auto by_t = size_of_t * of_t;
    const auto by_y = size_of_y * of_y;
    return select(by_y < by_t, by_y, by_t) + constant;
}

/// The complete function.
template <class Y, int N>
LANEWISE_INLINE lanes<double, N> pow_float64_of_any(const lanes<double, N>& x, const lanes<Y, N>& integer_or_real,
                                                    const lanes<double, N>& main_high,
                                                    const lanes<double, N>& main_low) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const exponent_sum<Y, N> y(integer_or_real);
    const lanes<double, N> ax = absolute(x);
    const auto ordinary = (ax > 0.0) & (ax < infinity) & ((ax < 1.0) | (ax > 1.0));
    lanes<double, N> t_high = copy(main_high);
    lanes<double, N> t_low = copy(main_low);
    if (any(ordinary & (ax < 0x1p-1022))) {
        const log_sum<N> t = y.times(log_of_any(ax));
        t_high = t.high;
        t_low = t.low;
    }

    // e^710 overflows, and e^-746 is less than half of the smallest number.
    if (all(ordinary & (absolute(t_high + 18.0) > 728.0))) {
        const auto limit = bits_where(t_high > 0.0, infinity);
        return any_sign_bit(x) ? pow_signs(x, y.parity(), limit) : copy(limit);
    }

    // Far out, where a huge y may have made low infinite or NaN, the power is infinite or 0: so it is at +-760.
    const auto inside = absolute(t_high) < 760.0;
    const power_bounds<N> bounds(clamp(t_high, -760.0, 760.0), select(inside, t_low, splat<double, N>(0.0)));
    const auto steps = (((bounds.steps >> 6) + 4096) & 8191) | 0x4330000000000000;
    const auto n = bit_cast_to<double>(steps) - (0x1p52 + 4096);
    const auto above = bounds.high + bounds.low_above;
    const auto below = bounds.high + bounds.low_below;
    // The exponent is put in by integers: a product that is subnormal costs up to a hundred cycles.
    lanes<double, N> z = bit_cast_to<double>(bit_cast_to<std::uint64_t>(above) + exponent_bits(bounds.steps));
    lanes_mask<double, N> settled = above == below;
    if (any(n > 1023.5)) {
        const auto overflows = (n > 1024.5) | ((n > 1023.5) & (above >= 1.0));
        z = select(overflows, infinity, z);
    }
    if (any(n < -1021.5)) {
        const auto subnormal = n < -1022.5;
        // Between the two a power is normal, but where it is less than 2^-1022, for the cold stages.
        const auto normal = (n > -1021.5) | ((n > -1022.5) & (below >= 1.0));
        const subnormal_power<N> power(bounds, clamp(n, -1100.0, -1023.0));
        z = select(subnormal, power.value, z);
        settled = (subnormal & power.settled) | (normal & settled);
    }
    if (!all(settled)) {
        // A normal power's bounds again, with the closer reach.
        const auto reach = closer_reach(absolute(t_high), absolute(y.high));
        const auto middle = (bounds.low_above + bounds.low_below) * 0.5;
        const auto nearest = bounds.high + multiply_add(bounds.high, reach, middle);
        const auto closer = (nearest == bounds.high + (middle - bounds.high * reach)) & (absolute(n) < 1021.5);
        z = select(closer, bit_cast_to<double>(bit_cast_to<std::uint64_t>(nearest) + exponent_bits(bounds.steps)), z);
        const auto open = ordinary & inside & !(settled | closer);
        if (any(open)) z = settle_float64(select(open, ax, splat<double, N>(0.0)), integer_or_real, copy(z));
    }
    if (!all(ordinary & (absolute(y.high) < infinity))) z = pow_of_special(ax, y.high, z);
    return any_sign_bit(x) ? pow_signs(x, y.parity(), z) : z;
}

template <class Y, int N>
[[gnu::noinline]] LANEWISE_FLATTEN lanes<double, N> pow_float64_edge(const lanes<double, N>& x, const lanes<Y, N>& y,
                                                                     const lanes<double, N>& high,
                                                                     const lanes<double, N>& low) noexcept {
    return map_parts<lanes<double, N>>(
        LANEWISE_EACH(const auto& x_part, const auto& y_part, const auto& high_part, const auto& low_part) {
            return pow_float64_of_any(x_part, y_part, high_part, low_part);
        },
        x, y, high, low);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
