#pragma once

/// pow on integers, by the definition: repeated multiplication, modulo 2^128 where it does not fit.

#include "reference.hpp"

#include <lanewise/status.hpp>

namespace lanewise_test {

/// What x^y is, and what may be reported about it.
template <class T>
struct integer_power : integer_answer<T> {
    bool negative_exponent = false;

    lanewise::status_code fault() const {
        using code = lanewise::status_code;
        return negative_exponent ? code::negative_exponent : this->overflows ? code::integer_overflow : code::ok;
    }
};

/// magnitude * 2^doublings, negative or not: every integer that some exponent type holds.
struct exact_integer {
    uint128 magnitude = 0;
    int doublings = 0;
    bool negative = false;

    bool is_odd() const { return doublings == 0 && (magnitude & 1) != 0; }

    template <class E>
    static exact_integer from(E e) {
        if constexpr (is_integer<E>) {
            const auto wide = static_cast<int128>(e);
            return {static_cast<uint128>(wide < 0 ? -wide : wide), 0, wide < 0};
        } else {
            int exponent = 0;
            const double fraction = std::frexp(static_cast<double>(widened(e)), &exponent); // e is integral and finite
            auto magnitude = static_cast<std::uint64_t>(std::ldexp(std::fabs(fraction), 53));
            exponent -= 53;
            for (; exponent < 0; ++exponent) magnitude >>= 1;
            return {magnitude, magnitude == 0 ? 0 : exponent, fraction < 0};
        }
    }
};

template <class T>
integer_power<T> power_by_definition(T base, const exact_integer& e) {
    const auto x = static_cast<int128>(base);
    integer_power<T> result;
    if (e.magnitude == 0) {
        static_cast<integer_answer<T>&>(result) = as_seen<T>(1, false, false);
    } else if (e.negative) {
        // The exact quotient towards zero.
        const int128 quotient = x == 1 ? 1 : x == -1 ? (e.is_odd() ? -1 : 1) : 0;
        static_cast<integer_answer<T>&>(result) = as_seen<T>(static_cast<uint128>(quotient), false, false);
        result.negative_exponent = x != 1 && x != -1;
    } else if (x >= -1 && x <= 1) {
        const int128 power = x == -1 && !e.is_odd() ? 1 : x;
        static_cast<integer_answer<T>&>(result) = as_seen<T>(static_cast<uint128>(power), false, false);
    } else {
        uint128 low_bits = 1;
        for (int bit = 127; bit >= 0; --bit) {
            low_bits *= low_bits;
            if ((e.magnitude >> bit & 1) != 0) low_bits *= static_cast<uint128>(x);
        }
        for (int i = 0; i < e.doublings; ++i) low_bits *= low_bits;
        // |x| >= 2: after 64 factors it is out of every range.
        bool fits = e.doublings < 7 && (e.magnitude << e.doublings) <= 64;
        int128 exact = 1;
        if (fits) {
            for (uint128 i = 0; i < e.magnitude << e.doublings && fits; ++i) {
                fits = !__builtin_mul_overflow(exact, x, &exact) &&
                       exact >= static_cast<int128>(std::numeric_limits<T>::min()) &&
                       exact <= static_cast<int128>(std::numeric_limits<T>::max());
            }
            // A power that leaves the range never comes back: |x| >= 2.
        }
        const bool below = x < 0 && e.is_odd();
        static_cast<integer_answer<T>&>(result) = as_seen<T>(low_bits, !fits && below, !fits && !below);
    }
    return result;
}

} // namespace lanewise_test
