// Rows of pow's operands: exponents that a row cannot hold, and g(x) = x * scale + bias.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/operation/pow_inputs.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::integer_overflow;

/// Packs these numbers, from elements that are `step` apart.
template <class Row, class E, bool BesideInteger>
std::vector<Row> packed_exponents(const std::vector<E>& exponents, index_t step) {
    const auto n = std::ssize(exponents);
    std::vector<E> memory(static_cast<std::size_t>(n * step));
    for (index_t i = 0; i < n; ++i) memory[static_cast<std::size_t>(i * step)] = exponents[static_cast<std::size_t>(i)];
    constexpr auto size = static_cast<index_t>(sizeof(E));
    reading_order order;
    order.clear(false);
    order.add({n, step * size, static_cast<index_t>(sizeof(Row))});
    order.end_elements();
    const strided_rows from{
        reinterpret_cast<std::byte*>(memory.data()), n, step * size, {1, 0, nullptr}, {1, 0, nullptr}, &order};
    std::vector<Row> packed(exponents.size());
    pack_exponents<bits_type<E>>(&conversion_of<Row, E, BesideInteger>, reinterpret_cast<std::byte*>(packed.data()), 0,
                                 from);
    return packed;
}

template <class Row, class E, bool BesideInteger>
void expect_exponents(const std::vector<E>& exponents, const std::vector<Row>& want) {
    for (const index_t step : {1, 3}) EXPECT_EQ((packed_exponents<Row, E, BesideInteger>(exponents, step)), want);
}

TEST(PackExponents, BesideFloatsKeepsSignAndParityOfThoseThatADoubleCannotHold) {
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    expect_exponents<double, std::int64_t, false>({0, 1, -1, limit - 1, limit, limit + 1, -limit + 1, -limit,
                                                   -limit - 1, highest, highest - 1, lowest, lowest + 1},
                                                  {0, 1, -1, 0x1p53 - 1, 0x1p52, 0x1p52 + 1, 1 - 0x1p53, -0x1p52,
                                                   -0x1p52 - 1, 0x1p52 + 1, 0x1p52, -0x1p52, -0x1p52 - 1});
    constexpr std::uint64_t all = ~std::uint64_t{0};
    expect_exponents<double, std::uint64_t, false>({0, 1, all, all - 1}, {0, 1, 0x1p52 + 1, 0x1p52});
}

TEST(PackExponents, BesideDoublesKeepsTheParityOfThoseThatAnInt64CannotHold) {
    constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    expect_exponents<std::int64_t, std::uint64_t, false>({0, 7, half - 1, half, half + 1, ~std::uint64_t{0}},
                                                         {0, 7, highest, highest - 1, highest, highest});
}

TEST(PackExponents, BesideIntegersAreCanonical) {
    const std::vector<std::int64_t> exponents = {0, 1, 63, 64, 65, 1000001, -1, -2, -1000001};
    std::vector<std::int8_t> want;
    for (const std::int64_t e : exponents) want.push_back(canonical_exponent<std::int8_t>(e));
    expect_exponents<std::int8_t, std::int64_t, true>(exponents, want);
    EXPECT_EQ(want[6], -1);
    EXPECT_EQ(want[8], -1);
}

TEST(PackExponents, TakesEveryLengthBesideItsChunks) {
    for (index_t n = 1; n <= 200; ++n) {
        for (const edge at : edges) {
            laid_out_rows<std::uint8_t> from({{{200, 1}}, {}}, edge::front);
            packed_rows<std::int32_t> packed(n, 1, 0, at, 0);
            convert_exponents<std::int32_t, std::uint8_t, true>(packed.data(), from.memory().first(), n);
            const auto want = [&](index_t, index_t i) { return canonical_exponent<std::int32_t>(*from.at(0, i)); };
            ASSERT_TRUE(packed.are(want)) << n;
        }
    }
}

/// One exponent that is not as usual among others that are, wherever it stands.
template <class Row, class E, bool BesideInteger>
void expect_odd_one(E usual, E odd_one) {
    for (std::size_t at = 0; at < 130; ++at) {
        std::vector<E> exponents(130, usual);
        exponents[at] = odd_one;
        std::vector<Row> want(130, static_cast<Row>(usual));
        want[at] = exponent_as<Row, BesideInteger>(odd_one);
        expect_exponents<Row, E, BesideInteger>(exponents, want);
    }
}

TEST(PackExponents, FindsTheOneThatIsNotCanonical) {
    for (const std::int64_t odd_one : {std::int64_t{-1}, std::int64_t{128}, std::int64_t{1} << 40})
        expect_odd_one<std::int8_t, std::int64_t, true>(63, odd_one);
}

TEST(PackExponents, FindsTheOneOfMoreThan32Bits) {
    constexpr std::int64_t half = std::int64_t{1} << 31;
    for (const std::int64_t odd_one :
         {half - 1, half, -half, -half - 1, std::int64_t{1} << 53, std::numeric_limits<std::int64_t>::max()}) {
        expect_odd_one<double, std::int64_t, false>(-5, odd_one);
        expect_odd_one<double, std::int64_t, false>(5, odd_one);
        expect_odd_one<double, std::uint64_t, false>(7, static_cast<std::uint64_t>(odd_one));
    }
}

template <class Row, class E>
void expect_exponents_of_every_layout() {
    const auto packing = [](std::byte* packed, index_t pitch, const strided_rows& from) {
        pack_exponents<bits_type<E>>(&conversion_of<Row, E, true>, packed, pitch, from);
    };
    const auto canonical = [](E e) { return canonical_exponent<Row>(e); };
    for (const index_t n : {1, 3, 63, 65, 130}) {
        for (const rows_shape& shape : {rows_shape{{{n, 1}}, {{3, 2 * n}}}, rows_shape{{{n, 3}}, {{2, 1}}},
                                        rows_shape{{{n, 1}, {2, -n - 1}}, {{2, 5 * n}}}, rows_shape{{{n, -1}}, {}},
                                        rows_shape{{{2, 70}, {n, 141}}, {{70, 1}}}})
            ASSERT_TRUE((packs_as<E, Row>(shape, false, packing, canonical))) << n;
    }
}

TEST(PackExponents, TakesEveryLayout) {
    expect_exponents_of_every_layout<std::int32_t, std::int64_t>();
    expect_exponents_of_every_layout<std::int8_t, std::uint8_t>();
    expect_exponents_of_every_layout<std::int16_t, std::int32_t>();
    expect_exponents_of_every_layout<std::int64_t, std::uint64_t>();
}

template <class T>
class PackScaled : public testing::Test {};
TYPED_TEST_SUITE(PackScaled, floating_types, named_by_dtype);

TYPED_TEST(PackScaled, RoundsTheProductAndTheSum) {
    using To = base_row<TypeParam>;
    // A fused product would leave 2^-60.
    const lanewise::scale_bias twice_rounded{1 + 0x1p-30, -1 - 0x1p-29};
    for (const lanewise::scale_bias& g :
         {lanewise::scale_bias{1.25, 0.3}, lanewise::scale_bias{-3, 1e-3}, twice_rounded}) {
        const auto scaled = [&](TypeParam x) {
            volatile double product = static_cast<double>(static_cast<To>(x)) * g.scale;
            return static_cast<To>(product + g.bias);
        };
        const float_scaling scaling{g, pack<TypeParam, To>};
        const auto packing_scaled = [&](std::byte* packed, index_t pitch, const strided_rows& from) {
            pack_scaled<To>(&scaling, packed, pitch, from);
        };
        for (const index_t n : {1, 2, 3, 4, 5, 63, 64, 65, 127, 128, 131}) {
            for (const rows_shape& shape :
                 {rows_shape{{{n, 1}}, {{3, 2 * n}}}, rows_shape{{{n, 1}, {2, -n - 1}}, {{2, 5 * n}}},
                  rows_shape{{{n, 3}}, {{2, 1}}}, rows_shape{{{n, -1}}, {}}})
                ASSERT_TRUE((packs_as<TypeParam, To>(shape, false, packing_scaled, scaled)));
        }
    }
}

TEST(PackScaledExamples, TheProductIsNotFusedWithTheSum) {
    double x[] = {1 + 0x1p-30, 1 + 0x1p-30, 1 + 0x1p-30, 1 + 0x1p-30, 1 + 0x1p-30};
    const float_scaling scaling{{1 + 0x1p-30, -1 - 0x1p-29}, pack<double, double>};
    double packed[8] = {};
    pack_scaled<double>(&scaling, reinterpret_cast<std::byte*>(packed), 0,
                        {reinterpret_cast<std::byte*>(x), 5, 8, {1, 0, nullptr}, {1, 0, nullptr}});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(packed[i], 0) << i;
}

template <class T>
class PackScaledIntegers : public testing::Test {};
TYPED_TEST_SUITE(PackScaledIntegers, integer_types, named_by_dtype);

template <class T>
integer_scaling scaling_of(integer_overflow overflow, const lanewise::scale_bias& g) {
    return {{g.scale, g.bias},
            [](const void*, std::byte* packed, index_t, const strided_rows& from) {
                from.order->sort();
                copy_elements<T>(packed, from.data, *from.order);
            },
            overflow};
}

TYPED_TEST(PackScaledIntegers, WrapsOrSaturatesEveryElement) {
    for (const integer_overflow overflow :
         {integer_overflow::wrap, integer_overflow::saturate, integer_overflow::error}) {
        const integer_scaling scaling = scaling_of<TypeParam>(overflow, {3, -7});
        const auto packing = [&](std::byte* packed, index_t pitch, const strided_rows& from) {
            pack_scaled_integers<TypeParam>(&scaling, packed, pitch, from);
        };
        const auto want = [&](TypeParam x) {
            const scaled_integer<TypeParam> scaled = scaling.g(x);
            return overflow == integer_overflow::saturate ? scaled.saturated() : scaled.wrapped;
        };
        for (const index_t n : {1, 2, 7, 33}) {
            const rows_shape shape{{{n, 2}, {3, 2 * n + 1}}, {{2, 9 * n}}};
            ASSERT_TRUE((packs_as<TypeParam, TypeParam>(shape, false, packing, want)));
        }
    }
}

/// The one that overflows in two rows of 70.
TYPED_TEST(PackScaledIntegers, NotesWhetherAnyOverflows) {
    using T = TypeParam;
    constexpr std::size_t n = 70;
    constexpr auto size = static_cast<index_t>(sizeof(T));
    const auto overflows = [](std::vector<T> x) {
        const integer_scaling scaling = scaling_of<T>(integer_overflow::error, {2, 1});
        reading_order order;
        order.clear(false);
        order.add({std::ssize(x), size, size});
        order.end_elements();
        std::vector<T> packed(x.size());
        const index_t row = size * static_cast<index_t>(n);
        pack_scaled_integers<T>(
            &scaling, reinterpret_cast<std::byte*>(packed.data()), row,
            {reinterpret_cast<std::byte*>(x.data()), n, size, {1, 0, nullptr}, {2, row, nullptr}, &order});
        return scaling.overflowed.load();
    };
    std::vector<T> x(2 * n, std::numeric_limits<T>::max() / 2); // twice that and one is the largest
    ASSERT_FALSE(overflows(x));
    for (T& element : x) {
        ++element;
        ASSERT_TRUE(overflows(x));
        --element;
    }
}

} // namespace
} // namespace lanewise_test
