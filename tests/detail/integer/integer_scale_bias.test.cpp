// Integral x*scale + bias of any magnitude, against big integers.

#include "integer_oracle.hpp"
#include "support/elements.hpp"

#include <lanewise/detail/integer/integer_scale_bias.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// A two's-complement number of 2304 bits: 2^1024 times 64 bits and their sums fit.
class big {
public:
    explicit big(wide value) {
        for (std::size_t i = 0; i < size; ++i) {
            word_[i] = static_cast<std::uint32_t>(value);
            value >>= 32;
        }
    }

    static big from(double integral) {
        int exponent = 0;
        const double fraction = std::frexp(integral, &exponent);
        big r(static_cast<wide>(std::ldexp(fraction, exponent < 53 ? exponent : 53)));
        const int shift = exponent < 53 ? 0 : exponent - 53;
        for (int i = 0; i < shift % 32; ++i) r = r + r;
        std::move_backward(r.word_.begin(), r.word_.end() - shift / 32, r.word_.end());
        std::fill_n(r.word_.begin(), shift / 32, 0);
        return r;
    }

    friend big operator+(const big& a, const big& b) {
        big r(0);
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < size; ++i) {
            carry += std::uint64_t{a.word_[i]} + b.word_[i];
            r.word_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        return r;
    }

    friend big operator*(const big& a, const big& b) {
        big r(0);
        for (std::size_t i = 0; i < size; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; i + j < size; ++j) {
                carry += std::uint64_t{a.word_[i]} * b.word_[j] + r.word_[i + j];
                r.word_[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        return r;
    }

    friend big operator-(const big& a) {
        big r = a;
        for (std::uint32_t& word : r.word_) word = ~word;
        return r + big(1);
    }

    bool negative() const { return (word_[size - 1] >> 31) != 0; }

    friend bool operator<(const big& a, const big& b) { return (a + -b).negative(); }

    std::uint64_t low() const { return word_[0] | std::uint64_t{word_[1]} << 32; }

private:
    static constexpr std::size_t size = 72;
    std::array<std::uint32_t, size> word_;
};

template <class T>
void check(T x, double scale, double bias) {
    const big g = big(static_cast<wide>(x)) * big::from(scale) + big::from(bias);
    const bool below = g < big(static_cast<wide>(std::numeric_limits<T>::min()));
    const bool above = big(static_cast<wide>(std::numeric_limits<T>::max())) < g;
    const auto wrapped = static_cast<T>(g.low());
    const auto got = integer_scale_bias(scale, bias)(x);
    ASSERT_EQ(got.wrapped, wrapped) << +x << " * " << scale << " + " << bias;
    ASSERT_EQ(got.side, above - below) << +x << " * " << scale << " + " << bias;
    ASSERT_EQ(got.saturated(), above ? std::numeric_limits<T>::max() : below ? std::numeric_limits<T>::min() : wrapped);
}

template <class T>
class IntegerScaleBias : public testing::Test {};

TYPED_TEST_SUITE(IntegerScaleBias, integer_types);

TYPED_TEST(IntegerScaleBias, EveryMagnitude) {
    const std::vector<double> terms = {0,        1,        2,       -1,      -3,
                                       127,      1e3,      -1e5,    0x1p31,  -0x1p32,
                                       0x1p53,   -0x1p53,  0x1p62,  -0x1p63, 0x1p64,
                                       0x1.8p64, -0x1p116, 0x1p117, 0x1p126, 0x1p127,
                                       -0x1p180, 0x1p1000, 1e308,   -1e308,  0x1.fffffffffffffp1023};
    const std::vector<TypeParam> bases = {0,
                                          1,
                                          2,
                                          3,
                                          static_cast<TypeParam>(-1),
                                          static_cast<TypeParam>(-2),
                                          std::numeric_limits<TypeParam>::min(),
                                          std::numeric_limits<TypeParam>::max()};
    for (const TypeParam x : bases)
        for (const double scale : terms)
            for (const double bias : terms) check(x, scale, bias);
}

/// The product and the bias nearly cancel, at every magnitude.
TYPED_TEST(IntegerScaleBias, Cancellation) {
    std::mt19937_64 random(14);
    for (int i = 0; i < 2000; ++i) {
        const auto x = static_cast<TypeParam>(random() >> (random() % 64));
        const double scale =
            std::trunc(std::ldexp(static_cast<double>(random() | 1), static_cast<int>(random() % 150) - 64));
        double bias = -scale * static_cast<double>(x);
        if (i % 3 == 1) bias = std::nextafter(bias, 0);
        if (i % 3 == 2) bias += static_cast<double>(random() % 256);
        check(x, scale, std::trunc(bias));
    }
}

} // namespace
} // namespace lanewise_test
