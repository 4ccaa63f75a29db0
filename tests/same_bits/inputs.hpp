#pragma once

/// The inputs of same_bits: bits of each dtype from a generator of integers, the same for ever.

#include <lanewise/dtype.hpp>

#include <cstdint>
#include <iterator>
#include <vector>

namespace same_bits {

using lanewise::dtype;

/// splitmix64
class generator {
public:
    explicit generator(std::uint64_t seed) noexcept : state_(seed) {}
    std::uint64_t operator()() noexcept {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

struct format {
    dtype type;
    int bytes;
    int exponent_bits; // 0: an integer
    bool is_signed;
};
inline constexpr format formats[] = {
    {dtype::float16, 2, 5, true},  {dtype::bfloat16, 2, 8, true}, {dtype::float32, 4, 8, true},
    {dtype::float64, 8, 11, true}, {dtype::int8, 1, 0, true},     {dtype::int16, 2, 0, true},
    {dtype::int32, 4, 0, true},    {dtype::int64, 8, 0, true},    {dtype::uint8, 1, 0, false},
    {dtype::uint16, 2, 0, false},  {dtype::uint32, 4, 0, false},  {dtype::uint64, 8, 0, false},
};
inline const format& format_of(dtype type) noexcept {
    return formats[static_cast<int>(type)];
}
inline bool is_integer(dtype type) noexcept {
    return format_of(type).exponent_bits == 0;
}
inline std::uint64_t low_bits(int n) noexcept {
    return n == 0 ? 0 : ~std::uint64_t{0} >> (64 - n);
}

enum class values {
    any,      ///< of every magnitude, and for floats zeros, subnormals, infinities and NaN
    integral, ///< the same, but floats are integers
    small,    ///< integers that seldom overflow: 3 to 5 as a first operand, 0 to 3 as a second
};

inline std::uint64_t float_bits(const format& f, values which, generator& random) noexcept {
    const int fraction_bits = 8 * f.bytes - 1 - f.exponent_bits;
    const std::uint64_t one = low_bits(f.exponent_bits - 1) << fraction_bits;
    const std::uint64_t infinity = low_bits(f.exponent_bits) << fraction_bits;
    const std::uint64_t unit = std::uint64_t{1} << fraction_bits;
    const std::uint64_t sign = (random() & 1) << (8 * f.bytes - 1);
    const std::uint64_t fraction = random() & (unit - 1);
    const std::uint64_t digits = random();
    if (which != values::any) {
        // 2^k and k bits behind the point: 0 to 127.
        const int k = static_cast<int>(digits % 8);
        return sign |
               (k == 7 ? 0 : one + static_cast<std::uint64_t>(k) * unit + (fraction & ~low_bits(fraction_bits - k)));
    }
    const std::uint64_t near_one = one + unit * (digits >> 32 & 7) - 3 * unit;
    switch (digits % 8) {
    case 0: {
        const std::uint64_t special[] = {0, 1, infinity - 1, infinity, infinity + unit / 2, one, one + 1, one - 1};
        return sign | special[digits >> 8 & 7];
    }
    case 1:
        return sign | (digits >> 8 & 1 ? fraction : fraction + unit); // subnormal, or nearly so
    case 2:
        return random() & low_bits(8 * f.bytes);
    case 3:
    case 4:
        return sign | (near_one + (fraction & ~low_bits(fraction_bits - 3))); // a few digits: 1.5, 3, 0.125
    default:
        return sign | (near_one + fraction);
    }
}

/// The bits of what an operand's elements are taken from.
inline const std::vector<std::uint64_t>& pool(dtype type, values which, int operand) {
    static std::vector<std::uint64_t> pools[std::size(formats)][3][2];
    std::vector<std::uint64_t>& result = pools[static_cast<int>(type)][static_cast<int>(which)][operand];
    if (!result.empty()) return result;
    const format& f = format_of(type);
    generator random(static_cast<std::uint64_t>(type) * 16 + static_cast<std::uint64_t>(which) * 4 +
                     static_cast<std::uint64_t>(operand));
    result.resize(2053); // a prime: no stride meets the same few values again
    for (std::uint64_t& bits : result) {
        if (!is_integer(type)) {
            bits = float_bits(f, which, random);
        } else if (which == values::small) {
            bits = operand == 0 ? 3 + random() % 3 : random() % 4;
        } else {
            const std::uint64_t magnitude = random();
            bits = (magnitude & low_bits(8 * f.bytes)) >> (random() % static_cast<std::uint64_t>(8 * f.bytes));
            if (f.is_signed && random() % 2 != 0) bits = ~bits & low_bits(8 * f.bytes);
        }
    }
    return result;
}

inline bool is_nan(dtype type, std::uint64_t bits) noexcept {
    const format& f = format_of(type);
    const int fraction_bits = 8 * f.bytes - 1 - f.exponent_bits;
    return !is_integer(type) && (bits & low_bits(8 * f.bytes - 1)) > low_bits(f.exponent_bits) << fraction_bits;
}

} // namespace same_bits
