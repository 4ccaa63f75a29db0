// Between memory and registers: every element in its lane, widened or rounded as the conversion of one is (which
// tests/float16.test.cpp holds against its definition), and no byte beside those asked for.

#include <lanewise/detail/lane/memory.hpp>

#include "support/elements.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::bfloat16;

constexpr std::byte untouched{0xee};

template <class T, int N>
using some = std::array<T, static_cast<std::size_t>(N)>;

template <int Limit>
void check_copy_few() {
    for (int bytes = 0; bytes < Limit; ++bytes) {
        some<std::byte, Limit + 1> from;
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i + 1);
        some<std::byte, Limit + 1> to;
        to.fill(untouched);
        copy_few<Limit>(to.data(), from.data(), bytes);
        for (int i = 0; i <= Limit; ++i) {
            const auto at = static_cast<std::size_t>(i);
            ASSERT_EQ(to[at], i < bytes ? from[at] : untouched) << Limit << ": byte " << i << " of " << bytes;
        }
    }
}

TEST(CopyFew, CopiesThatManyBytesWhateverTheLimit) {
    check_copy_few<2>();
    check_copy_few<4>();
    check_copy_few<8>();
    check_copy_few<16>();
    check_copy_few<32>();
    check_copy_few<64>();
    check_copy_few<256>();
}

template <class L, int N>
some<L, N> elements_of(const lanes<L, N>& value) {
    some<L, N> elements;
    std::memcpy(elements.data(), &value.reg[0], sizeof elements);
    return elements;
}

/// Some that differ from one another in every byte: a lane from elsewhere is noticed.
template <class T, int N>
some<T, N> some_elements() {
    some<T, N> elements;
    for (int i = 0; i < N; ++i)
        elements[static_cast<std::size_t>(i)] =
            static_cast<T>(static_cast<float>(i % 2 == 0 ? 1 + i % 100 : 127 - i % 100));
    return elements;
}

template <class T>
class Memory : public testing::Test {};
TYPED_TEST_SUITE(Memory, all_types);

TYPED_TEST(Memory, TheFirstElementsAreLoadedAndTheOtherLanesAreOne) {
    using T = TypeParam;
    using L = lane_type<T>;
    constexpr int N = 2 * batch_size<L>;
    const auto elements = some_elements<T, N>();
    for (int n = 0; n < N; ++n) {
        const std::vector<T> first(elements.begin(), elements.begin() + n); // nothing beyond it: ASan would see that
        const auto got = elements_of(load_first<L, T, N>(reinterpret_cast<const std::byte*>(first.data()), n));
        for (int i = 0; i < N; ++i) {
            const auto at = static_cast<std::size_t>(i);
            ASSERT_EQ(got[at], i < n ? static_cast<L>(elements[at]) : L(1)) << i << " of " << n;
        }
    }
}

TYPED_TEST(Memory, TheFirstElementsAreStoredAndNoOthers) {
    using T = TypeParam;
    using L = lane_type<T>;
    constexpr int N = 2 * batch_size<L>;
    const auto elements = some_elements<T, N>();
    const auto value = load<T, N>(reinterpret_cast<const std::byte*>(elements.data()));
    for (int n = 0; n < N; ++n) {
        std::array<std::byte, sizeof elements> got;
        got.fill(untouched);
        std::array<std::byte, sizeof elements> in_pieces = got;
        store_first<T, N>(got.data(), value, n);
        store_first_in_pieces<T, N>(in_pieces.data(), value, n);
        std::array<std::byte, sizeof elements> want;
        want.fill(untouched);
        std::memcpy(want.data(), elements.data(), static_cast<std::size_t>(n) * sizeof(T));
        ASSERT_EQ(got, want) << n;
        ASSERT_EQ(in_pieces, want) << n;
    }
}

TYPED_TEST(Memory, OneElementIsStoredManyTimes) {
    using T = TypeParam;
    constexpr int N = 32 / static_cast<int>(sizeof(T));
    const T element = some_elements<T, 2>()[1];
    some<T, N> want;
    want.fill(element);
    some<T, N> got;
    store_repeated<N>(reinterpret_cast<std::byte*>(got.data()), element);
    EXPECT_EQ(std::memcmp(got.data(), want.data(), sizeof got), 0);
}

template <class T, class... L>
void check_widening() {
    const auto check = [](auto lane) {
        using To = decltype(lane);
        static_assert(widens_in_load<T, To>);
        constexpr int N = 4 * batch_size<To>;
        const std::array<T, 4> ends = {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T(0), T(5)};
        some<T, N> from;
        for (int i = 0; i < N; ++i) from[static_cast<std::size_t>(i)] = ends[static_cast<std::size_t>((i + i / 4) % 4)];
        const auto got = elements_of(load_as<To, T, N>(reinterpret_cast<const std::byte*>(from.data())));
        for (std::size_t i = 0; i < from.size(); ++i)
            ASSERT_EQ(got[i], static_cast<To>(from[i])) << i << ": " << sizeof(T) << " to " << sizeof(To) << " bytes";
    };
    (check(L{}), ...);
}

TEST(LoadAs, WidensEveryElementInItsLane) {
    check_widening<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double>();
    check_widening<std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                   float, double>();
    check_widening<std::int16_t, std::int32_t, std::int64_t, float, double>();
    check_widening<std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>();
    check_widening<std::int32_t, std::int64_t, float, double>();
    check_widening<std::uint32_t, std::int64_t, std::uint64_t, float, double>();
    check_widening<float, double>();
}

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
