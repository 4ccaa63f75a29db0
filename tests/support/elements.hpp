#pragma once

/// The twelve element types as lists for typed tests, their bits, and values worth trying.

#include <lanewise/float16.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace lanewise_test {

using lanewise::bfloat16;
using lanewise::dtype_of;
using lanewise::float16;
using lanewise::index_t;

using floating_types = testing::Types<float16, bfloat16, float, double>;
using integer_types = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                     std::uint32_t, std::uint64_t>;
using all_types = testing::Types<float16, bfloat16, float, double, std::int8_t, std::int16_t, std::int32_t,
                                 std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

/// Calls f with a value of every type in the list.
template <class... T, class F>
void for_each_type(testing::Types<T...>, F f) {
    (f(T{}), ...);
}

/// Names typed tests after the dtype: Subtract/float16.IsExact.
struct named_by_dtype {
    template <class T>
    static std::string GetName(int) {
        return name(dtype_of<T>);
    }
};

template <class T>
inline constexpr bool is_16_bit_float = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
inline constexpr bool is_integer = std::is_integral_v<T>;

/// The type that a test calculates in: exact for everything that T holds.
template <class T>
auto widened(T value) {
    if constexpr (is_16_bit_float<T>) {
        return static_cast<float>(value);
    } else {
        return value;
    }
}

template <class T>
std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
    return value;
}

template <class T>
bool is_nan(T value) {
    if constexpr (is_integer<T>) {
        return false;
    } else {
        return std::isnan(widened(value));
    }
}

/// The same bits, or NaN both.
template <class T>
bool same(T a, T b) {
    return bits_of(a) == bits_of(b) || (is_nan(a) && is_nan(b));
}

template <class T>
std::string show_value(T value) {
    std::ostringstream text;
    text.precision(std::numeric_limits<long double>::max_digits10);
    text << +widened(value) << " (0x" << std::hex << bits_of(value) << ")";
    return text.str();
}

/// Zeros, limits, subnormals, infinities, NaN, and what lies beside them.
template <class T>
std::vector<T> special_values() {
    std::vector<T> values;
    if constexpr (is_integer<T>) {
        using limits = std::numeric_limits<T>;
        for (const int v : {0, 1, 2, 3, 5, 7, 10, 11, 15, 16, 100}) values.push_back(static_cast<T>(v));
        for (const T v : {T{0}, T{1}, T{2}}) {
            values.push_back(static_cast<T>(limits::max() - v));
            values.push_back(static_cast<T>(limits::min() + v));
            values.push_back(static_cast<T>(limits::max() / 2 + v));
            values.push_back(static_cast<T>(T{0} - v));
        }
    } else {
        const std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
        const int fraction_bits = std::is_same_v<T, float16>    ? 10
                                  : std::is_same_v<T, bfloat16> ? 7
                                  : std::is_same_v<T, float>    ? 23
                                                                : 52;
        const std::uint64_t one_exponent = std::uint64_t{1} << fraction_bits;
        const std::uint64_t infinity = sign - one_exponent;
        const std::uint64_t one = bits_of(T(1.0));
        for (const std::uint64_t magnitude :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, one_exponent - 1, one_exponent, one_exponent + 1,
              one - 1, one, one + 1, bits_of(T(1.5)), bits_of(T(2.0)), bits_of(T(3.0)), bits_of(T(0.5)),
              bits_of(T(0.1)), infinity - 1, infinity, infinity + one_exponent / 2}) {
            values.push_back(from_bits<T>(magnitude));
            values.push_back(from_bits<T>(magnitude | sign));
        }
    }
    return values;
}

/// Any value: for floats half of the time any bits at all, half of the time something near 1.
template <class T>
T random_value(std::mt19937_64& random) {
    const std::uint64_t bits = random();
    if constexpr (is_integer<T>) {
        return static_cast<T>(bits >> (random() % (8 * sizeof(T))));
    } else {
        if (random() % 2 == 0) return from_bits<T>(bits);
        const double near_one =
            std::ldexp(1 + std::ldexp(static_cast<double>(bits >> 12), -52), static_cast<int>(random() % 7) - 3);
        return T((bits & 1) != 0 ? -near_one : near_one);
    }
}

/// 64 values: special ones, then random ones.
template <class T>
std::vector<T> varied_values(unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values = special_values<T>();
    while (values.size() < 64) values.push_back(random_value<T>(random));
    return values;
}

} // namespace lanewise_test
