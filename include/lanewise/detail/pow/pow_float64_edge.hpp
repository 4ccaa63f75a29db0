#pragma once

/// float64 pow where the main path of pow_float64.hpp does not reach: subnormal, infinite and NaN bases, infinite, NaN and
/// huge exponents, results that are subnormal or near overflow.
///
///   pow_float64_edge(x, y, t)   the complete function, for every x and y; t = y ln |x| as the main path has it where |x| is
///                               a normal number
///
/// How     the same log and exp. The bounds are rounded once, the result's exponent apart: onto the grid of the subnormals
///         where the result is one, to 53 bits elsewhere. Where that gives two results, the cold stages decide. A step of
///         which all results overflow or underflow needs no exponential (1.2 times the main path, subnormal ones 2.4).

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

/// (high + low) rounded to a multiple of `step`, a power of two, for high in [0.99, 2.01) and step >= 2^-52; right unless
/// high + low is within step * 2^-53 of the middle of two such.
template <int N>
LANEWISE_INLINE lanes<double, N> round_to_step(const lanes<double, N>& high, const lanes<double, N>& low,
                                               const lanes<double, N>& step) noexcept {
    const auto shift = step * 0x1.8p52;
    const auto first = (high + shift) - shift;
    const auto rest = (high - first) + low;
    return first + ((rest + shift) - shift);
}

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

template <class Y, int N>
[[gnu::noinline]] LANEWISE_FLATTEN lanes<double, N>
pow_float64_edge(const lanes<double, N>& x, const lanes<Y, N>& integer_or_real, const log_sum<N>& main_t) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const exponent_sum<Y, N> y(integer_or_real);
    const lanes<double, N> ax = absolute(x);
    const auto ordinary = (ax > 0.0) & (ax < infinity) & ((ax < 1.0) | (ax > 1.0));
    lanes<double, N> t_high = main_t.high;
    lanes<double, N> t_low = main_t.low;
    if (any(ordinary & (ax < 0x1p-1022))) {
        const log_sum<N> t = y.times(log_of_any(ax));
        t_high = t.high;
        t_low = t.low;
    }

    // e^710 overflows, and e^-746 is less than half of the smallest number.
    if (all(ordinary & (absolute(t_high + 18.0) > 728.0))) {
        const auto far = bits_where(t_high > 0.0, infinity);
        return any_sign_bit(x) ? pow_signs(x, y.parity(), far) : far;
    }

    // Far out, where a huge y may have made low infinite or NaN, the power is infinite or 0: so it is at +-760.
    const auto inside = absolute(t_high) < 760.0;
    const power_bounds<N> bounds(clamp(t_high, -760.0, 760.0), select(inside, t_low, splat<double, N>(0.0)));
    const auto steps = (((bounds.steps >> 6) + 4096) & 8191) | 0x4330000000000000;
    const auto n = bit_cast_to<double>(steps) - (0x1p52 + 4096);
    const auto subnormal = n < -1021.5;
    lanes<double, N> above = bounds.high + bounds.low_above;
    lanes<double, N> below = bounds.high + bounds.low_below;
    // The exponent is put in by integers: a product that is subnormal costs up to a hundred cycles.
    const auto overflows = (n > 1024.5) | ((n > 1023.5) & (above >= 1.0));
    lanes<double, N> z = select(overflows, infinity,
                                bit_cast_to<double>(bit_cast_to<std::uint64_t>(above) + exponent_bits(bounds.steps)));
    if (any(subnormal)) {
        const auto grid = clamp(splat<double, N>(-1074.0) - n, -52.0, 60.0);
        const auto step = power_of_two(grid);
        const auto more = step * 0x1p-52;
        above = select(subnormal, round_to_step(bounds.high, bounds.low_above + more, step), above);
        below = select(subnormal, round_to_step(bounds.high, bounds.low_below - more, step), below);
        // How many of the smallest number it is: the bits of a subnormal result. 2^52 is the first normal one.
        const auto count = above * power_of_two(splat<double, N>(0.0) - grid);
        const auto bits = bit_cast_to<std::uint64_t>(count + 0x1p52) - 0x4330000000000000;
        z = select(subnormal & (count < 0x1.0000000000001p52), bit_cast_to<double>(bits), z);
    }
    const auto settled = above == below;
    if (!all(settled)) {
        const auto open = ordinary & inside & !settled;
        z = settle_float64(copy(ax), integer_or_real, bits_where(open, 1.0), copy(z));
    }
    if (!all(ordinary & (absolute(y.high) < infinity))) z = pow_of_special(ax, y.high, z);
    return any_sign_bit(x) ? pow_signs(x, y.parity(), z) : z;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
