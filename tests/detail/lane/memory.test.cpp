// bfloat16s stored in pairs: rounded as the conversion of one is, which tests/float16.test.cpp holds against its definition.

#include <lanewise/detail/lane/memory.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::bfloat16;

constexpr int step = 4 * batch_size<float>;

/// Every high half with each of the low halves that decide how it is rounded.
std::vector<float> decisive_values() {
    std::vector<float> values;
    for (std::uint32_t high = 0; high < 1u << 16; ++high) {
        for (const std::uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xfffeu, 0xffffu, 0x1234u, 0xabcdu})
            values.push_back(std::bit_cast<float>(high << 16 | low));
    }
    while (values.size() % step != 0) values.push_back(1);
    return values;
}

template <bool AnyNaN>
std::vector<bfloat16> stored_in_pairs(const std::vector<float>& values) {
    std::vector<bfloat16> stored(values.size());
    for (std::size_t i = 0; i < values.size(); i += step) {
        lanes<float, step> value; // elements at even places in a register, those behind them in the next one
        for (int k = 0; k < step; ++k) {
            const int pair = k / (2 * batch_size<float>);
            const int inside = k % (2 * batch_size<float>);
            auto* const reg = reinterpret_cast<std::byte*>(&value.reg[2 * pair + inside % 2]);
            std::memcpy(reg + sizeof(float) * static_cast<std::size_t>(inside / 2),
                        &values[i + static_cast<std::size_t>(k)], sizeof(float));
        }
        store_pairs<AnyNaN, step>(reinterpret_cast<std::byte*>(stored.data() + i), value);
    }
    return stored;
}

void expect_rounded_once(const std::vector<float>& values, const std::vector<bfloat16>& stored) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float want = static_cast<float>(bfloat16(values[i]));
        const float got = static_cast<float>(stored[i]);
        if (std::isnan(want)) {
            ASSERT_TRUE(std::isnan(got)) << i;
        } else {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(want)) << values[i];
        }
    }
}

TEST(Pairs, OfAnyBitsAreRoundedOnce) {
    const std::vector<float> values = decisive_values();
    expect_rounded_once(values, stored_in_pairs<true>(values));
}

TEST(Pairs, OfNumbersAndOfNaNsThatAreBfloat16sAreRoundedOnce) {
    std::vector<float> values = decisive_values();
    for (float& value : values) {
        if (std::isnan(value))
            value = std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) & 0xffff0000) | 0x400000);
    }
    expect_rounded_once(values, stored_in_pairs<false>(values));
}

TEST(Pairs, HaveTheSameBitsAsElementsStoredInOrder) {
    const std::vector<float> values = decisive_values();
    const std::vector<bfloat16> stored = stored_in_pairs<true>(values);
    for (std::size_t i = 0; i < values.size(); i += step) {
        bfloat16 in_order[static_cast<std::size_t>(step)];
        store<bfloat16, step>(reinterpret_cast<std::byte*>(in_order),
                              load<float, step>(reinterpret_cast<const std::byte*>(values.data() + i)));
        ASSERT_EQ(std::memcmp(in_order, stored.data() + i, sizeof in_order), 0) << i;
    }
}

} // namespace
} // namespace lanewise_test
