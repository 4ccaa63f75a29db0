// A register of 16-bit floats converts as one of them does, which tests/float16.test.cpp holds against the definition.

#include <lanewise/detail/lane/float16_register.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

constexpr auto count = static_cast<std::size_t>(batch_size<float>);

template <class T>
class HalfRegister : public testing::Test {};
using halves_types = testing::Types<lanewise::float16, lanewise::bfloat16>;
TYPED_TEST_SUITE(HalfRegister, halves_types);

TYPED_TEST(HalfRegister, LoadsEveryPattern) {
    for (std::uint32_t first = 0; first < 1u << 16; first += count) {
        TypeParam from[count];
        for (std::size_t i = 0; i < count; ++i) from[i] = TypeParam::from_bits(static_cast<std::uint16_t>(first + i));
        const auto loaded = float16_register<TypeParam>::load(reinterpret_cast<const std::byte*>(from));
        float got[count];
        loaded.store_unaligned(got);
        for (std::size_t i = 0; i < count; ++i) {
            const float want = from[i];
            ASSERT_EQ(std::signbit(got[i]), std::signbit(want)) << first + i;
            if (std::isnan(want)) {
                ASSERT_TRUE(std::isnan(got[i])) << first + i;
            } else {
                ASSERT_EQ(got[i], want) << first + i;
            }
        }
    }
}

/// Every high half with low halves around the places where a float16 or a bfloat16 is rounded.
std::vector<float> decisive_values() {
    std::vector<float> values;
    for (std::uint32_t high = 0; high < 1u << 16; ++high) {
        for (const std::uint32_t low : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x2fffu, 0x3000u, 0x3001u, 0x7fffu, 0x8000u,
                                        0x8001u, 0xefffu, 0xf000u, 0xf001u, 0xfffeu, 0xffffu})
            values.push_back(std::bit_cast<float>(high << 16 | low));
    }
    return values;
}

TYPED_TEST(HalfRegister, StoresEveryValueRoundedOnce) {
    const std::vector<float> values = decisive_values();
    for (std::size_t first = 0; first < values.size(); first += count) {
        TypeParam got[count];
        float16_register<TypeParam>::store(reinterpret_cast<std::byte*>(got),
                                           batch<float>::load_unaligned(values.data() + first));
        for (std::size_t i = 0; i < count; ++i) {
            const float value = values[first + i];
            const auto bits = std::bit_cast<std::uint32_t>(value);
            if (std::isnan(value)) {
                ASSERT_TRUE(std::isnan(static_cast<float>(got[i]))) << bits;
                ASSERT_EQ(got[i].bits() >> 15, bits >> 31) << bits;
            } else {
                ASSERT_EQ(got[i].bits(), TypeParam(value).bits()) << bits;
            }
        }
    }
}

} // namespace
} // namespace lanewise_test
