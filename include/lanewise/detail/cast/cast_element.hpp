#pragma once

/// One element as another dtype.
///
///   cast_element<T>(x)   to a float: rounded once to nearest even. To an integer: rounded to the nearest, ties to
///                        even, then clamped to T's range; NaN gives 0.
///
/// Sums and comparisons alone, which every instruction set has for registers too: a float plus 1.5 times the power of
/// two from which on floats are integers is rounded to an integer, which stands in the sum's lowest bits.

#include "../../float16.hpp"
#include "../lane/fused.hpp" // refuses to compile where sums are not IEEE 754's
#include "../lane/memory.hpp"

#include <limits>

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
constexpr T clamped(T x, T low, T high) noexcept {
    return x < low ? low : x > high ? high : x;
}

/// Integer to integer.
template <class T, class X>
constexpr T clamp_integer(X x) noexcept {
    using from = std::numeric_limits<X>;
    using to = std::numeric_limits<T>;
    constexpr bool narrows = to::digits < from::digits;
    constexpr X low = !from::is_signed || !to::is_signed ? X{0} : narrows ? static_cast<X>(to::min()) : from::min();
    constexpr X high = narrows ? static_cast<X>(to::max()) : from::max();
    return static_cast<T>(clamped(x, low, high));
}

/// Float to an integer of fewer bits than the float has: what the sum needs. Of 64-bit integers, those within 2^51.
template <class T, class X>
struct few_bits {
    static constexpr bool has_all = sizeof(T) < 8;
    static constexpr X magic = sizeof(X) == 4 ? X(0x1.8p23) : X(0x1.8p52);
    static constexpr X most = X(0x1p51);
    static constexpr X low = has_all               ? static_cast<X>(std::numeric_limits<T>::min())
                             : std::is_signed_v<T> ? -most
                                                   : X{0};
    static constexpr X high = has_all ? static_cast<X>(std::numeric_limits<T>::max()) : most;
};

template <class T, class X>
constexpr T round_to_few_bits(X x) noexcept {
    using bits = std::conditional_t<sizeof(X) == 4, std::int32_t, std::int64_t>;
    using rounding = few_bits<T, X>;
    const X sum = clamped(x == x ? x : X{0}, rounding::low, rounding::high) + rounding::magic;
    return static_cast<T>(__builtin_bit_cast(bits, sum) - __builtin_bit_cast(bits, rounding::magic));
}

/// double to a 64-bit integer.
template <class T>
constexpr T round_to_64_bits(double x) noexcept {
    constexpr double low = std::is_signed_v<T> ? -0x1p63 : 0.0;
    constexpr double beyond = std::is_signed_v<T> ? 0x1p63 : 0x1p64;
    constexpr double whole = 0x1p52; // from here on there are no fractions
    constexpr T least = std::numeric_limits<T>::min();
    constexpr T most = std::numeric_limits<T>::max();
    if (!(x >= low)) return x < low ? least : T{0};
    if (x >= beyond) return most;
    if (x >= 0 && x < whole) return static_cast<T>((x + whole) - whole);
    if (x < 0 && x > -whole) return static_cast<T>((x - whole) + whole);
    return static_cast<T>(x);
}

template <class T, class X>
constexpr T cast_element(X x) noexcept {
    if constexpr (std::is_same_v<T, X>) {
        return x;
    } else if constexpr (is_float16<X>) {
        return cast_element<T>(static_cast<float>(x));
    } else if constexpr (!std::is_integral_v<T>) {
        return static_cast<T>(x);
    } else if constexpr (std::is_integral_v<X>) {
        return clamp_integer<T>(x);
    } else if constexpr (sizeof(T) == 8) {
        return round_to_64_bits<T>(static_cast<double>(x));
    } else if constexpr (sizeof(T) == 4) {
        return round_to_few_bits<T>(static_cast<double>(x));
    } else {
        return round_to_few_bits<T>(x);
    }
}

/// A double as a float that rounds to a 16-bit float as the double itself would: where it lies between two floats, the
/// one of them whose last bit is set.
constexpr float round_to_odd(double x) noexcept {
    const auto nearest = static_cast<float>(x);
    const auto wide = static_cast<double>(nearest);
    const double magnitude = x < 0 ? -x : x;
    const double wide_magnitude = wide < 0 ? -wide : wide;
    const auto bits = __builtin_bit_cast(std::int32_t, nearest) - (wide_magnitude > magnitude ? 1 : 0);
    return __builtin_bit_cast(float, bits | (wide != x ? 1 : 0));
}

/// The same for a 64-bit integer: one that a double holds, where x has more than its 53 bits.
template <class X>
constexpr X odd_for_double(X x) noexcept {
    constexpr X exact = X{1} << 53;
    constexpr X rest = 0x7ff;
    const bool has_more = x > exact || (std::is_signed_v<X> && x < X{0} - exact);
    return has_more ? (x & ~rest) | ((x & rest) != 0 ? rest + 1 : X{0}) : x;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
