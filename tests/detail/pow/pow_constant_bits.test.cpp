// Constant exponents beside float64 and the 16-bit floats give the bits of the general pow: for every 16-bit base, and for
// float64 bases of all kinds. (float32: pow_float32.test.cpp, and all bases in tests/pow_exhaustive.cpp.)

#include <lanewise/detail/exp_log/widen.hpp>
#include <lanewise/detail/operation/pow_operations.hpp>

#include "../../support/hard_pairs.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iterator>
#include <random>

namespace {

using namespace lanewise::detail;
using lanewise::bfloat16;
using lanewise::float16;

template <class T>
bool same(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/// x^C of whole vectors, and in general.
template <class T, constant_exponent C>
void expect_the_general_bits(const std::vector<T>& bases) {
    using constant = float_pow_constant<T, C>;
    using general = float_pow<T, T, T>;
    constexpr int step = std::max(constant::step, general::step);
    constexpr auto size = static_cast<std::size_t>(step);
    for (std::size_t first = 0; first < bases.size(); first += size) {
        T x[size] = {};
        T y[size] = {};
        T got[size] = {};
        T want[size] = {};
        for (std::size_t i = 0; i != size; ++i) {
            x[i] = bases[std::min(first + i, bases.size() - 1)];
            y[i] = static_cast<T>(value_of(C));
        }
        const auto at = [](T* array, std::size_t i) { return reinterpret_cast<std::byte*>(array + i); };
        for (std::size_t i = 0; i != size; i += static_cast<std::size_t>(constant::step)) {
            const auto v = load<T, constant::step>(at(x, i));
            store<T, constant::step>(at(got, i), constant{}(v, v));
        }
        for (std::size_t i = 0; i != size; i += static_cast<std::size_t>(general::step)) {
            store<T, general::step>(at(want, i),
                                    general{}(load<T, general::step>(at(x, i)), load<T, general::step>(at(y, i))));
        }
        for (std::size_t i = 0; i != size; ++i)
            ASSERT_TRUE(same(got[i], want[i]))
                << std::hexfloat << static_cast<double>(x[i]) << " ^ " << value_of(C) << " = "
                << static_cast<double>(got[i]) << ", in general " << static_cast<double>(want[i]);
    }
}

template <class T, constant_exponent... C>
void expect_all(const std::vector<T>& bases) {
    (expect_the_general_bits<T, C>(bases), ...);
}

template <class T>
void expect_all_exponents(const std::vector<T>& bases) {
    using enum constant_exponent;
    expect_all<T, zero, one, constant_exponent::two, three, four, half, three_halves, five_halves, minus_one, minus_two,
               minus_half>(bases);
    if constexpr (sizeof(T) == 2) expect_all<T, five, minus_three>(bases);
}

static_assert(constant_exponent_of(-0.0) == constant_exponent::zero);
static_assert(constant_exponent_of(2 + 0x1p-51) == constant_exponent::none);
static_assert(constant_exponent_of(0x1p-1074) == constant_exponent::none);
static_assert(constant_exponent_of(-1.5) == constant_exponent::none);
static_assert(constant_exponent_of(1e300) == constant_exponent::none);
static_assert(constant_exponent_of(__builtin_nan("")) == constant_exponent::none);

template <class T>
std::vector<T> every_base() {
    std::vector<T> x;
    for (unsigned bits = 0; bits < 65536; ++bits) x.push_back(T::from_bits(static_cast<std::uint16_t>(bits)));
    return x;
}

TEST(pow_constant_bits, float16) {
    expect_all_exponents(every_base<float16>());
}

TEST(pow_constant_bits, bfloat16) {
    expect_all_exponents(every_base<bfloat16>());
}

TEST(pow_constant_bits, float64) {
    std::mt19937_64 engine(23);
    const double limits[] = {0x1p-200, 0x1p200, 0x1p-1022, 0x1p-1074, 0x1p341, 0x1p-341, 0x1p512, 0x1p-511, 0x1p256};
    std::vector<double> x = {0.0, -0.0, 1.0, -1.0, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
    for (const double limit : limits) {
        for (const double v : {std::nextafter(limit, 0.0), limit, std::nextafter(limit, __builtin_inf())}) {
            x.push_back(v);
            x.push_back(-v);
        }
    }
    for (int i = 0; i != 20000; ++i) {
        const std::uint64_t bits = engine();
        x.push_back(std::bit_cast<double>(bits));
        // in [1, 16), where every exponent's power is ordinary
        x.push_back(std::bit_cast<double>((bits >> 12) | (0x3ff0000000000000 + ((bits & 3) << 52))));
        // squares and integers of 18 bits, whose powers are exact or ties
        x.push_back(static_cast<double>(bits % 262144) * static_cast<double>(bits % 262144));
        x.push_back(static_cast<double>(bits % 262144));
        x.push_back(1.0 + static_cast<double>(bits % 4096) * 0x1p-52);
        x.push_back(i % 3 == 0 ? 0.0 : -static_cast<double>(bits % 1000));
    }
    expect_all_exponents(x);
    // Each of the special ones alone among ordinary ones, and these among themselves.
    constexpr std::size_t specials = 7 + 6 * std::size(limits);
    std::vector<double> ordinary;
    for (std::size_t i = 0; i != 64 * specials; ++i) {
        const std::uint64_t bits = engine();
        ordinary.push_back(std::bit_cast<double>((bits >> 12) | (0x3ff0000000000000 + ((bits & 3) << 52))));
    }
    expect_all_exponents(ordinary);
    for (std::size_t i = 0; i != specials; ++i) ordinary[64 * i + 5] = x[i];
    expect_all_exponents(ordinary);
    for (const auto& pair : lanewise_test::hard_pairs()) x.push_back(pair.x);
    expect_all_exponents(x);
}

} // namespace
