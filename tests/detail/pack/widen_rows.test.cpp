// Elements widened: packed ones of every length, from elsewhere and from the end of where they go; and strided rows of them.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/pack.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// Elements of From as To, which holds them all.
template <class From, class To>
struct widening {
    using from = From;
    using to = To;
};

template <class Pair>
class WidenRow : public testing::Test {};

using widenings =
    testing::Types<widening<std::uint8_t, std::uint16_t>, widening<std::int8_t, std::int64_t>,
                   widening<std::int16_t, std::int32_t>, widening<std::uint8_t, float>, widening<std::uint16_t, double>,
                   widening<std::uint32_t, double>, widening<float16, float>, widening<bfloat16, float>,
                   widening<float16, double>, widening<bfloat16, double>, widening<std::int8_t, float16>,
                   widening<std::uint8_t, bfloat16>, widening<float, double>>;
TYPED_TEST_SUITE(WidenRow, widenings);

TYPED_TEST(WidenRow, OfEveryLengthAndWhereverItLies) {
    using From = typename TypeParam::from;
    using To = typename TypeParam::to;
    std::mt19937_64 random(7);
    for (index_t n = 1; n <= 150; ++n) {
        const auto size = static_cast<std::size_t>(n);
        std::vector<From> from(size);
        for (From& element : from) element = From(static_cast<std::int8_t>(random() % 100)); // of every type
        constexpr std::size_t beyond = 40;
        for (const bool in_place : {false, true}) {
            std::vector<std::byte> to(size * sizeof(To) + beyond, std::byte{0x5a});
            std::byte* const end = to.data() + size * (sizeof(To) - sizeof(From));
            if (in_place) std::memcpy(end, from.data(), size * sizeof(From));
            widen_row<From, To>(to.data(), in_place ? end : reinterpret_cast<const std::byte*>(from.data()), n);
            for (std::size_t i = 0; i < size; ++i) {
                To got;
                std::memcpy(&got, to.data() + i * sizeof(To), sizeof got);
                ASSERT_EQ(static_cast<double>(got), static_cast<double>(from[i])) << n << " " << i << " " << in_place;
            }
            for (std::size_t i = 0; i < beyond; ++i) ASSERT_EQ(to[size * sizeof(To) + i], std::byte{0x5a}) << n;
        }
    }
}

template <class Pair>
class Widened : public testing::Test {};
TYPED_TEST_SUITE(Widened, widenings);

TYPED_TEST(Widened, ElementsOfStridedRowsAreTheSameNumbers) {
    using From = typename TypeParam::from;
    using To = typename TypeParam::to;
    const auto widen = [](From value) {
        if constexpr (is_16_bit_float<To>) {
            return To(static_cast<float>(value)); // it holds every 8-bit integer
        } else {
            return static_cast<To>(widened(value));
        }
    };
    const auto pack_widened = [](std::byte* packed, index_t pitch, const strided_rows& from) {
        pack<From, To>(nullptr, packed, pitch, from);
    };
    const auto check = [&](const rows_shape& shape) {
        for (const bool is_large : {false, true})
            ASSERT_TRUE((packs_as<From, To>(shape, is_large, pack_widened, widen)));
    };
    for (const index_t n : {1, 2, 3, 4, 5, 7, 63, 64, 65, 127, 128, 131}) {
        check({{{n, 1}}, {{3, 2 * n}}});
        check({{{n, 1}, {2, n + 1}}, {{2, -5 * n}}});
        check({{{n, 3}}, {{3, 3 * n}}});
        check({{{n, -1}}, {{3, n + 1}}});
        check({{{n, 0}, {3, 1}}, {{2, 5}}});
        check({{{3, 2 * n}, {n, 1}}, {{2, n}}});
    }
    check({{}, {{7, 2}}});
}

TEST(WidenRowOfFloat16, EveryBitPatternIsWhatALoadMakesOfIt) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto element = static_cast<std::uint16_t>(bits);
        for (const index_t n : {1, 40}) { // with a load of some elements, and of whole registers
            std::uint16_t from[40];
            for (std::uint16_t& one : from) one = element;
            float to[40];
            widen_row<float16, float>(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from), n);
            alignas(64) float loaded[batch_size<float>];
            load<float16, batch_size<float>>(reinterpret_cast<const std::byte*>(from)).reg[0].store_aligned(loaded);
            ASSERT_EQ(std::memcmp(&to[n - 1], &loaded[0], sizeof(float)), 0) << bits;
        }
    }
}

} // namespace
} // namespace lanewise_test
