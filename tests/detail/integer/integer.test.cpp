// One register of integers at a time, on all eight types, against 128-bit arithmetic.

#include "integer_oracle.hpp"
#include "support/elements.hpp"

#include <lanewise/detail/integer/integer.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class IntegerRegister : public testing::Test {};

TYPED_TEST_SUITE(IntegerRegister, integer_types);

/// x and y in every lane in turn, among other lanes that hold 1 and 2; f gets the registers and which lane to look at.
template <class T, class F>
void for_each_pair(const F& f) {
    using U = unsigned_of<T>;
    int at = 0;
    for (const T x : interesting_values<T>(40, 7))
        for (const T y : interesting_values<T>(40, 8)) {
            vec<U> a = splat_vec<U>(1);
            vec<U> b = splat_vec<U>(2);
            a[at] = static_cast<U>(x);
            b[at] = static_cast<U>(y);
            f(x, y, a, b, at);
            if (testing::Test::HasFatalFailure()) return;
            at = (at + 1) % batch_size<T>;
        }
}

TYPED_TEST(IntegerRegister, MultipliesModulo2ToTheN) {
    using T = TypeParam;
    using U = unsigned_of<T>;
    for_each_pair<T>([](T x, T y, vec<U> a, vec<U> b, int at) {
        const auto product = static_cast<unsigned_wide>(static_cast<wide>(x)) * static_cast<unsigned_wide>(y);
        const auto squared = static_cast<unsigned_wide>(static_cast<wide>(x)) * static_cast<unsigned_wide>(x);
        ASSERT_EQ(multiply<U>(a, b)[at], static_cast<U>(product)) << +x << " * " << +y;
        ASSERT_EQ(square<U>(a)[at], static_cast<U>(squared)) << +x;
        const int other = (at + 1) % batch_size<T>;
        ASSERT_EQ(multiply<U>(a, b)[other], 2u);
        ASSERT_EQ(square<U>(b)[other], 4u);
    });
}

TYPED_TEST(IntegerRegister, ComparesAsNumbersOfItsType) {
    using T = TypeParam;
    using U = unsigned_of<T>;
    const auto all_ones = static_cast<U>(~U{0});
    for_each_pair<T>([=](T x, T y, vec<U> a, vec<U> b, int at) {
        const auto comparison = as_vec<U>(greater<T>(a, b));
        ASSERT_EQ(comparison[at], x > y ? all_ones : 0) << +x << " > " << +y;
        ASSERT_EQ(comparison[(at + 1) % batch_size<T>], 0u); // 1 > 2
        ASSERT_EQ(larger<T>(a, b)[at], static_cast<U>(x > y ? x : y)) << +x << ", " << +y;
        ASSERT_EQ(smaller<T>(a, b)[at], static_cast<U>(x < y ? x : y)) << +x << ", " << +y;
        ASSERT_EQ(choose<U>(greater<T>(a, b), a, b)[at], static_cast<U>(x > y ? x : y)) << +x << ", " << +y;
        const auto sign = as_vec<U>(sign_mask<U>(a));
        ASSERT_EQ(sign[at], static_cast<signed_of<T>>(x) < 0 ? all_ones : 0) << +x;
    });
}

TYPED_TEST(IntegerRegister, HasABitWhereTheLaneHasIt) {
    using T = TypeParam;
    using U = unsigned_of<T>;
    const auto all_ones = static_cast<U>(~U{0});
    for (int bit = 0; bit < lanewise::detail::bits_of<T>; ++bit) {
        const auto power = static_cast<U>(U{1} << bit);
        for (int at = 0; at < batch_size<T>; ++at) {
            vec<U> one_lane{};
            one_lane[at] = power;
            ASSERT_TRUE(any_bit(one_lane)) << bit << " of lane " << at;
            const auto with = as_vec<U>(has_bit<U>(one_lane, splat_vec<U>(power)));
            const auto without = as_vec<U>(has_bit<U>(~one_lane, splat_vec<U>(power)));
            for (int i = 0; i < batch_size<T>; ++i) {
                ASSERT_EQ(with[i], i == at ? all_ones : 0) << bit << " of lane " << i;
                ASSERT_EQ(without[i], i == at ? 0 : all_ones) << bit << " of lane " << i;
            }
        }
    }
    EXPECT_FALSE(any_bit(vec<U>{}));
}

} // namespace
} // namespace lanewise_test
