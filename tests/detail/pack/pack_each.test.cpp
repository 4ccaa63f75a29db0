// Elements that are converted while they are packed: packed runs in chunks, others one by one.

#include "support/laid_out_grid.hpp"

#include <lanewise/detail/pack/pack.hpp>

#include <gtest/gtest.h>

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
class Widened : public testing::Test {};

using widenings =
    testing::Types<widening<std::uint8_t, float>, widening<std::int8_t, std::int64_t>,
                   widening<std::int16_t, std::int32_t>, widening<std::uint32_t, double>, widening<float16, float>,
                   widening<bfloat16, double>, widening<std::int8_t, float16>, widening<std::uint8_t, bfloat16>>;
TYPED_TEST_SUITE(Widened, widenings);

TYPED_TEST(Widened, ElementsAreTheSameNumbers) {
    using From = typename TypeParam::from;
    using To = typename TypeParam::to;
    const auto widen = [](From value) {
        if constexpr (is_16_bit_float<To>) {
            return To(static_cast<float>(value)); // it holds every 8-bit integer
        } else {
            return static_cast<To>(widened(value));
        }
    };
    const auto pack_widened = [](std::byte* packed, index_t pitch, const grid& from) {
        pack<From, To>(nullptr, packed, pitch, from);
    };
    const auto check = [&](const grid_shape& shape) {
        for (const bool is_far : {false, true}) ASSERT_TRUE((packs_as<From, To>(shape, is_far, pack_widened, widen)));
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

TEST(ConvertPacked, TakesEveryLengthBesideItsChunks) {
    for (index_t n = 1; n <= 200; ++n) {
        for (const edge at : edges) {
            laid_out_grid<std::uint8_t> from({{{200, 1}}, {}}, edge::front);
            packed_rows<float> packed(n, 1, 0, at, 0);
            convert_packed<std::uint8_t, float>(packed.data(), from.memory().first(), n,
                                                [](std::uint8_t value) { return static_cast<float>(value) - 1; });
            ASSERT_TRUE(packed.are([&](index_t, index_t i) { return static_cast<float>(*from.at(0, i)) - 1; })) << n;
        }
    }
}

} // namespace
} // namespace lanewise_test
