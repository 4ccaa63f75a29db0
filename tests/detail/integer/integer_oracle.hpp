#pragma once

/// What the integer lane operations must give, in 128-bit arithmetic and with nothing of theirs but their types.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace lanewise_test {

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/// An exact result as T sees it.
template <class T>
struct exact {
    T wrapped;
    T saturated;
    bool overflow;
    bool negative_exponent = false;
};

template <class T>
exact<T> seen_from(wide value) {
    const auto lowest = static_cast<wide>(std::numeric_limits<T>::min());
    const auto highest = static_cast<wide>(std::numeric_limits<T>::max());
    exact<T> e{};
    e.wrapped = static_cast<T>(static_cast<unsigned_wide>(value));
    e.saturated = value < lowest    ? std::numeric_limits<T>::min()
                  : value > highest ? std::numeric_limits<T>::max()
                                    : static_cast<T>(value);
    e.overflow = value < lowest || value > highest;
    return e;
}

template <class T>
exact<T> oracle_subtract(T x, T y) {
    return seen_from<T>(static_cast<wide>(x) - static_cast<wide>(y));
}

template <class T>
exact<T> oracle_difference_square(T x, T y) {
    const wide d = static_cast<wide>(x) - static_cast<wide>(y);
    const auto magnitude = static_cast<unsigned_wide>(d < 0 ? -d : d);
    const unsigned_wide square = magnitude * magnitude; // magnitude < 2^64
    exact<T> e{};
    e.wrapped = static_cast<T>(square);
    e.overflow = square > static_cast<unsigned_wide>(std::numeric_limits<T>::max());
    e.saturated = e.overflow ? std::numeric_limits<T>::max() : e.wrapped;
    return e;
}

/// x^e for any e that fits in 65 bits.
template <class T>
exact<T> oracle_pow(T x, wide e) {
    const auto base = static_cast<wide>(x);
    if (e < 0) {
        exact<T> r = seen_from<T>(base == 1 ? 1 : base == -1 ? (e % 2 != 0 ? -1 : 1) : 0);
        r.negative_exponent = base != 1 && base != -1;
        return r;
    }
    // Modulo 2^128, from the exponent's highest bit down.
    unsigned_wide modulo = 1;
    for (int bit = 66; bit >= 0; --bit) {
        modulo *= modulo;
        if (((e >> bit) & 1) != 0) modulo *= static_cast<unsigned_wide>(base);
    }
    if (base >= -1 && base <= 1) {
        exact<T> r = seen_from<T>(base < 0 ? (e % 2 != 0 ? -1 : 1) : base == 0 ? (e == 0) : 1);
        return r;
    }
    // One factor at a time; out of every T's range after at most 64 of them. A product of two below 2^64 + 1 fits.
    const auto factor = static_cast<unsigned_wide>(base < 0 ? -base : base);
    unsigned_wide magnitude = 1;
    bool beyond = false;
    for (wide i = 0; i < e && !beyond; ++i) {
        magnitude *= factor;
        beyond = magnitude > unsigned_wide{1} << 64;
    }
    const wide far = beyond ? wide{1} << 100 : static_cast<wide>(magnitude);
    exact<T> r = seen_from<T>(base < 0 && e % 2 != 0 ? -far : far);
    r.wrapped = static_cast<T>(modulo);
    return r;
}

/// Values where integer arithmetic breaks, and random ones of every magnitude.
template <class T>
std::vector<T> interesting_values(std::size_t random_count, unsigned seed) {
    using U = std::make_unsigned_t<T>;
    constexpr int bits = std::numeric_limits<U>::digits;
    std::vector<T> values;
    const auto add = [&values](std::uint64_t v) {
        for (const std::uint64_t near : {v - 1, v, v + 1, 0 - v}) values.push_back(static_cast<T>(near));
    };
    add(0);
    add(static_cast<std::uint64_t>(std::numeric_limits<T>::max()));
    add(static_cast<std::uint64_t>(std::numeric_limits<T>::min()));
    for (int shift = 0; shift < bits; ++shift) add(std::uint64_t{1} << shift);
    for (const std::uint64_t root :
         {3u, 5u, 6u, 7u, 10u, 11u, 13u, 14u, 15u, 35u, 73u, 181u, 215u, 255u, 1290u, 46340u, 65535u})
        add(root);
    add(2097151);
    add(2642245);
    add(3037000499);
    add(4294967295);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < random_count; ++i)
        values.push_back(static_cast<T>(random() >> (random() % static_cast<unsigned>(bits))));
    return values;
}

} // namespace lanewise_test
