#pragma once

/// What becomes of a plain number of one type where out has another, by its definition; and the functions for transform.

#include "call_case.hpp"

namespace lanewise_test {

/// For transform: wrong if its operands change places, or if one is read that is not there.
struct less_twice {
    template <class X>
    X operator()(const X& x, const X& y) const {
        if constexpr (std::is_integral_v<X>) { // modulo 2^n
            using U = std::common_type_t<std::make_unsigned_t<X>, unsigned>;
            return static_cast<X>(static_cast<U>(x) - static_cast<U>(y) - static_cast<U>(y));
        } else {
            return static_cast<X>(x - y - y);
        }
    }
};

/// Its first operand counts for nothing; on all loops.
struct second {
    using cheap = void;

    template <class X>
    X operator()(const X&, const X& y) const {
        return y;
    }
};

/// The one that an out of T is computed with: every one costs time to compile.
template <class T>
using function_for = std::conditional_t<std::is_same_v<T, double>, second, less_twice>;

/// An element's value: long double has 64 significant bits at least.
inline long double exact_value(dtype type, std::uint64_t bits) {
    static_assert(std::numeric_limits<long double>::digits >= 64);
    long double value = 0;
    with_element(type, [&]<class T>(T) { value = static_cast<long double>(widened(from_bits<T>(bits))); });
    return value;
}

/// The 16-bit float next to x, of two as near the even one; beyond the largest, infinity is its next neighbour.
template <class T>
T nearest_16_bits(long double x) {
    const T guess(static_cast<double>(x));
    if (x == 0 || !std::isfinite(x)) return guess;
    const auto value = [](std::uint16_t bits) {
        return static_cast<long double>(static_cast<float>(T::from_bits(bits)));
    };
    const auto infinity = T(HUGE_VAL).bits();
    const auto magnitude = [&](std::uint16_t bits) {
        const auto below = static_cast<std::uint16_t>(bits - 1);
        const auto far_below = static_cast<std::uint16_t>(bits - 2);
        return bits == infinity ? 2 * value(below) - value(far_below) : value(bits);
    };
    const auto sign = static_cast<std::uint16_t>(guess.bits() & 0x8000);
    const auto middle = static_cast<std::uint16_t>(guess.bits() - sign);
    std::uint16_t best = middle;
    long double least = HUGE_VALL;
    for (int candidate = middle == 0 ? 0 : middle - 1; candidate <= middle + 1 && candidate <= infinity; ++candidate) {
        const auto bits = static_cast<std::uint16_t>(candidate);
        const long double away = std::fabs(magnitude(bits) - std::fabs(x));
        if (away > least || (away == least && bits % 2 != 0)) continue;
        least = away;
        best = bits;
    }
    return T::from_bits(static_cast<std::uint16_t>(best | sign));
}

/// `x` as a T: rounded once where T is floating; none where T is an integer type that does not have it.
template <class T>
std::optional<T> as_number(long double x) {
    if constexpr (is_integer<T>) {
        using limits = std::numeric_limits<T>;
        if (!(x >= static_cast<long double>(limits::min()) && x <= static_cast<long double>(limits::max()))) return {};
        if (x != std::floor(x)) return {};
        return static_cast<T>(x);
    } else if constexpr (is_16_bit_float<T>) {
        return nearest_16_bits<T>(x);
    } else {
        return static_cast<T>(x);
    }
}

/// The bits of a case's plain number as an element of out's dtype.
inline std::optional<std::uint64_t> number_as_out(const call_case& c, std::size_t k) {
    const operand_case& v = c.operand[k];
    const long double x = exact_value(v.type, c.block[v.block].value(v.offset / size_of(v.type)));
    std::optional<std::uint64_t> bits;
    with_element(c.operand[at_out].type, [&]<class T>(T) {
        if (const auto converted = as_number<T>(x)) bits = bits_of(*converted);
    });
    return bits;
}

} // namespace lanewise_test
