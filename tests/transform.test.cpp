// A user's function on loops of the operators, against the same function element by element.

#include "support/executors.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/subtract.hpp>
#include <lanewise/transform.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace lanewise_test {
namespace {

using namespace lanewise;

/// 2 max(x, y) - min(x, y): exact on small integers in every dtype, and not symmetric under most mistakes.
const auto stretch = [](const auto& x, const auto& y) {
    return xsimd::max(x, y) + xsimd::max(x, y) - xsimd::min(x, y);
};

/// The same on all loops.
struct cheap_stretch {
    using cheap = void;

    template <class Batch>
    Batch operator()(const Batch& x, const Batch& y) const noexcept {
        return stretch(x, y);
    }
};

template <class T>
T stretched(double x, double y) {
    return static_cast<T>(static_cast<float>(2 * std::max(x, y) - std::min(x, y)));
}

template <class T>
double number(T value) {
    if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>) {
        return static_cast<double>(static_cast<float>(value));
    } else {
        return static_cast<double>(value);
    }
}

template <class T>
tensor<T> filled(const extents& shape, int seed) {
    // About the half of an unsigned type's range, signed and unsigned differ in which of two is larger.
    constexpr int lowest = std::is_unsigned_v<T> && sizeof(T) <= 2 ? std::numeric_limits<T>::max() / 2 - 10 : 0;
    tensor<T> t(shape);
    int i = seed;
    for (T& value : t) value = T(static_cast<float>(lowest + (i += 7) % 20));
    return t;
}

template <class T>
class Transform : public testing::Test {};
using dtypes = testing::Types<float16, bfloat16, float, double, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                              std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Transform, dtypes);

TYPED_TEST(Transform, AppliesTheFunctionToEveryPair) {
    using T = TypeParam;
    for (index_t n : {0, 1, 2, 3, 5, 8, 17, 40, 100}) {
        const tensor<T> a = filled<T>({n, 3, 5}, 1);
        const tensor<T> b = filled<T>({3, n, 1}, 2);
        const auto swapped = permute(b, {1, 0, 2});
        tensor<T> out({n, 3, 5});
        transform(stretch, a, swapped, out);
        for (index_t i = 0; i < n; ++i) {
            for (index_t j = 0; j < 3; ++j) {
                for (index_t k = 0; k < 5; ++k) {
                    ASSERT_EQ(number(out(i, j, k)),
                              number(stretched<T>(number(a(i, j, k)), number(swapped(i, j, index_t{0})))));
                }
            }
        }
    }
}

template <class T>
class OnAllLoops : public testing::Test {};
using some_dtypes = testing::Types<float16, float, std::uint16_t>; // the loops are tested with every one
TYPED_TEST_SUITE(OnAllLoops, some_dtypes);

TYPED_TEST(OnAllLoops, ACheapFunctionIsTheSame) {
    using T = TypeParam;
    const auto expect_same = [](const auto& a, const auto& b) {
        const tensor<T> plain = transform(stretch, a, b);
        const tensor<T> all = transform(cheap_stretch(), a, b);
        EXPECT_EQ(std::memcmp(all.data(), plain.data(), sizeof(T) * static_cast<std::size_t>(plain.size())), 0);
    };
    for (index_t n : {3, 16, 24, 40, 100}) {
        const tensor<T> a = filled<T>({60, n}, 1);
        const tensor<T> row = filled<T>({1, n}, 2);
        const tensor<T> column = filled<T>({60, 1}, 2);
        const tensor<T> across = filled<T>({n, 60}, 2);
        const tensor<T> wide = filled<T>({60, 2 * n}, 2);
        expect_same(a.view(), row.view());
        expect_same(a.view(), column.view());
        expect_same(a.view(), flip(a, 1));
        expect_same(a.view(), transpose(across));
        expect_same(a.view(), slice(wide, 1, 0, 2 * n, 2));
    }
}

TYPED_TEST(Transform, WidensBytes) {
    using T = TypeParam;
    // Of 4 bytes; what else widens is tested with subtract.
    if constexpr (widens(dtype::uint8, dtype_of<T>) && sizeof(T) == 4) {
        for (index_t n : {1, 7, 33, 200}) {
            const tensor<std::uint8_t> a = filled<std::uint8_t>({n}, 1);
            const tensor<T> b = filled<T>({n}, 2);
            const tensor<T> forth = transform(stretch, a, b);
            const tensor<T> back = transform(stretch, flip(b, 0), a);
            for (index_t i = 0; i < n; ++i) {
                ASSERT_EQ(number(forth(i)), number(stretched<T>(number(a(i)), number(b(i)))));
                ASSERT_EQ(number(back(i)), number(stretched<T>(number(b(n - 1 - i)), number(a(i)))));
            }
        }
    }
}

template <class T>
bool same_bits(const tensor<T>& a, const tensor<T>& b) {
    return a.extents() == b.extents() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
}

TEST(Transform, IsWhatTheOperatorsAre) {
    const tensor<float16> a = filled<float16>({31, 17}, 1);
    const tensor<float16> b = filled<float16>({17}, 2);
    EXPECT_TRUE(same_bits(subtract(a, b), transform([](auto x, auto y) { return x - y; }, a, b)));
    EXPECT_TRUE(same_bits(difference_square(a, b), transform([](auto x, auto y) { return (x - y) * (x - y); }, a, b)));
}

TEST(Transform, TakesPlainNumbersAndStateOfTheCaller) {
    const tensor<float> a = filled<float>({100}, 1);
    const float gain = 0.5F;
    const tensor<float> out = transform([&](auto x, auto y) { return x * gain + y; }, a, 1);
    for (index_t i = 0; i < 100; ++i) EXPECT_EQ(out(i), a(i) * gain + 1);
}

TEST(Transform, WorksInPlaceAndOnThreads) {
    tensor<float> a = filled<float>({300, 301}, 1);
    const tensor<float> b = filled<float>({300, 1}, 2);
    const tensor<float> expected = transform(stretch, a, b);
    EXPECT_TRUE(same_bits(transform(four_threads(), stretch, a, b), expected));
    tensor<float> out({300, 301});
    const four_threads ex;
    transform(stretch, a, b, out, {.executor = ex});
    EXPECT_TRUE(same_bits(out, expected));
    EXPECT_TRUE(try_transform(four_threads(), stretch, a, b, a));
    EXPECT_TRUE(same_bits(a, expected));
}

TEST(Transform, RefusesAsTheOperatorsDo) {
    tensor<float> a({2, 3});
    EXPECT_EQ(try_transform(stretch, a, tensor<float>({2, 4}), a).message(),
              "transform: axis 1: a has extent 3, b has extent 4: shapes (2, 3) and (2, 4)");
    tensor<float> other({3, 2});
    EXPECT_EQ(try_transform(stretch, a, 1, other).message(),
              "transform: axis 0: the result has extent 2, out has extent 3: shapes (2, 3) and (3, 2)");
    EXPECT_EQ(try_transform(stretch, a, a, a, {.broadcast = broadcast_rule::none()}).code(), status_code::ok);
    EXPECT_THROW(transform(stretch, a, tensor<float>({4}), a), error);
}

} // namespace
} // namespace lanewise_test
