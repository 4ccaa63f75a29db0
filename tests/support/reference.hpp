#pragma once

/// What the operators must give for one element, in 128-bit integers and the C++ language's own rounding. It shares no
/// code with the library but the 16-bit types, whose conversions tests/float16.test.cpp holds against their definition.

#include "elements.hpp"

#include <lanewise/options.hpp>

namespace lanewise_test {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// An exact integer result as T sees it under each overflow mode.
template <class T>
struct integer_answer {
    T wrapped{};
    T saturated{};
    bool overflows = false;

    T under(lanewise::integer_overflow mode) const {
        return mode == lanewise::integer_overflow::saturate ? saturated : wrapped;
    }
};

/// The answer for a value of which the low bits and the range are known.
template <class T>
integer_answer<T> as_seen(uint128 low_bits, bool below, bool above) {
    using limits = std::numeric_limits<T>;
    const T wrapped = static_cast<T>(low_bits);
    return {wrapped, below ? limits::min() : above ? limits::max() : wrapped, below || above};
}

struct subtract_reference {
    template <class T>
    static integer_answer<T> integers(T a, T b) {
        const int128 exact = static_cast<int128>(a) - static_cast<int128>(b);
        using limits = std::numeric_limits<T>;
        return as_seen<T>(static_cast<uint128>(exact),
                          exact<static_cast<int128>(limits::min()), exact> static_cast<int128>(limits::max()));
    }
    /// 16-bit floats are subtracted in float and rounded once.
    template <class T>
    static T floats(T a, T b) {
        return T(widened(a) - widened(b));
    }
};

struct difference_square_reference {
    template <class T>
    static integer_answer<T> integers(T a, T b) {
        const int128 difference = static_cast<int128>(a) - static_cast<int128>(b);
        const auto magnitude = static_cast<uint128>(difference < 0 ? -difference : difference); // below 2^64
        const uint128 exact = magnitude * magnitude;
        return as_seen<T>(exact, false, exact > static_cast<uint128>(std::numeric_limits<T>::max()));
    }
    template <class T>
    static T floats(T a, T b) {
        const volatile auto difference = widened(a) - widened(b); // volatile: rounded before it is squared
        const auto rounded = difference;
        return T(rounded * rounded);
    }
};

template <class Reference, class T>
T expected(T a, T b, lanewise::integer_overflow mode) {
    if constexpr (is_integer<T>) {
        return Reference::template integers<T>(a, b).under(mode);
    } else {
        return Reference::template floats<T>(a, b);
    }
}

} // namespace lanewise_test
