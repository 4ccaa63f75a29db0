#pragma once

/// The exponent of a float64 pow: a double, or a 64-bit integer that no double holds.
///
///   exponent_sum<Y, N>(y)   high + low == y exactly (low exists for integers only; 0 where |y| < 2^53)
///   times(log)              y * ln |x| as high + low; `exponent` is passed on
///   parity()                as exponent_parity in pow_special.hpp; an integer's own lowest bit

#include "../exp_log/log_float64.hpp"
#include "pow_special.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class Y, int N>
struct exponent_sum;

template <int N>
struct exponent_sum<double, N> {
    lanes<double, N> high;

    LANEWISE_INLINE explicit exponent_sum(const lanes<double, N>& y) noexcept : high(copy(y)) {}

    LANEWISE_INLINE log_sum<N> times(const log_sum<N>& log) const noexcept {
        const auto p = high * log.high;
        return {copy(log.exponent), copy(p), multiply_add(high, log.low, product_error(high, log.high, p))};
    }
    LANEWISE_INLINE lanes<double, N> parity() const noexcept { return exponent_parity(high); }
};

template <int N>
struct exponent_sum<std::int64_t, N> {
    lanes<double, N> high;
    lanes<double, N> low;
    lanes<std::uint64_t, N> bits;

    LANEWISE_INLINE explicit exponent_sum(const lanes<std::int64_t, N>& y) noexcept
        : bits(bit_cast_to<std::uint64_t>(y)) {
        // The upper half, as 2^84 + (upper + 2^31) * 2^32 by its bits, and the lower half as 2^52 + lower; both exact.
        constexpr std::uint64_t two_84 = 0x4530000000000000;
        constexpr std::uint64_t two_52 = 0x4330000000000000;
        const auto shifted = bits + (std::uint64_t{1} << 63);
        const auto upper = bit_cast_to<double>((shifted >> 32) | two_84) - (0x1p84 + 0x1p63);
        const auto lower = bit_cast_to<double>((bits & 0xffffffff) | two_52) - 0x1p52;
        high = upper + lower;
        low = lower - (high - upper);
    }

    /// Without low * log.low: low is 0 but for |y| > 2^53, where |ln x| < 2^-43, and log.low 2^-53 of that.
    LANEWISE_INLINE log_sum<N> times(const log_sum<N>& log) const noexcept {
        const auto p = high * log.high;
        const auto error = multiply_add(low, log.high, product_error(high, log.high, p));
        return {copy(log.exponent), copy(p), multiply_add(high, log.low, error)};
    }
    LANEWISE_INLINE lanes<double, N> parity() const noexcept {
        constexpr std::uint64_t two_52 = 0x4330000000000000;
        return bit_cast_to<double>((bits & 1) | two_52) - 0x1p52;
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
