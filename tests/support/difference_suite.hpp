#pragma once

/// What subtract and difference_square promise alike. An Operator has
///     name                the operator's, as messages begin with
///     reference           one of reference.hpp
///     run(a, b, out, options) -> status, and run(a, b) without out
///     widens_from<From>   whether inputs of dtype From are tried beside every wider out
///     numbers             whether plain numbers of every type are tried

#include "indices.hpp"
#include "reference.hpp"

#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <string>

namespace lanewise_test {

using lanewise::broadcast_rule;
using lanewise::dtype;
using lanewise::extents;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;
using lanewise::tensor_view;

template <class T>
tensor_view<const T> view_of_vector(const std::vector<T>& values) {
    return tensor_view<const T>(values.data(), extents{std::ssize(values)});
}

/// An argument as a view of const elements, or the number that it is: few types of arguments make few instantiations.
template <class V>
auto as_input(const V& argument) {
    if constexpr (lanewise::viewable<const V&>) {
        const auto v = lanewise::view_adapter<V>::view(argument);
        return tensor_view<const std::remove_const_t<typename decltype(v)::element_type>>(v.data(), v.extents(),
                                                                                          v.strides());
    } else {
        return argument;
    }
}

template <class T>
tensor_view<T> as_out(tensor<T>& t) {
    return t;
}
template <class T>
tensor_view<T> as_out(const tensor_view<T>& v) {
    return v;
}

template <class T>
std::vector<T> values_to_try(unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values = special_values<T>();
    for (int i = 0; i < 200; ++i) values.push_back(random_value<T>(random));
    return values;
}

inline constexpr integer_overflow all_modes[] = {integer_overflow::wrap, integer_overflow::saturate,
                                                 integer_overflow::error};

/// A case of typed tests: an operator on a dtype.
template <class Operator, class T>
struct on {
    using operator_type = Operator;
    using element = T;
};

struct named_by_case {
    template <class Case>
    static std::string GetName(int) {
        return name(dtype_of<typename Case::element>);
    }
};

template <class Case>
class Difference : public testing::Test {};
TYPED_TEST_SUITE_P(Difference);

TYPED_TEST_P(Difference, OfEveryPairOfValuesIsTheReferences) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    using reference = typename Operator::reference;
    const auto values = values_to_try<T>(31);
    const auto n = std::ssize(values);
    const tensor_view<const T> row = view_of_vector(values);
    tensor<T> out(extents{n, n});
    for (const integer_overflow mode : {integer_overflow::wrap, integer_overflow::saturate}) {
        ASSERT_TRUE(Operator::run(expand(row, 1), row, out, {.overflow = mode}));
        for_each_index({n, n}, [&](const auto& i) {
            const T a = row(i[0]);
            const T b = row(i[1]);
            const T want = expected<reference>(a, b, mode);
            ASSERT_TRUE(same(out(i[0], i[1]), want)) << show_value(a) << " and " << show_value(b) << ": "
                                                     << show_value(out(i[0], i[1])) << ", not " << show_value(want);
        });
    }
}

TYPED_TEST_P(Difference, UnderErrorRefusesExactlyThePairsThatOverflow) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    if constexpr (is_integer<T>) {
        const auto values = values_to_try<T>(32);
        int refused = 0;
        for (const T a : values) {
            for (const T b : values) {
                const auto want = Operator::reference::template integers<T>(a, b);
                T out = 77;
                const status s =
                    Operator::run(a, b, tensor_view<T>(&out, extents{}), {.overflow = integer_overflow::error});
                ASSERT_EQ(s.code(), want.overflows ? status_code::integer_overflow : status_code::ok)
                    << +a << " and " << +b;
                ASSERT_EQ(out, want.overflows ? T{77} : want.wrapped) << +a << " and " << +b;
                if (want.overflows) {
                    ++refused;
                    ASSERT_EQ(s.message(), std::string(Operator::name) + ": []: a = " + std::to_string(a) + ", b = " +
                                               std::to_string(b) + ": the result does not fit in " + name(dtype_of<T>));
                }
            }
        }
        EXPECT_GT(refused, 100);
    } else {
        // Floats have nothing to report: infinity is a result.
        const auto largest = static_cast<T>(std::is_same_v<T, float16>  ? 65504.0
                                            : std::is_same_v<T, double> ? 1e308
                                                                        : 3e38);
        T out(0.0);
        EXPECT_TRUE(Operator::run(largest, static_cast<T>(-static_cast<double>(largest)),
                                  tensor_view<T>(&out, extents{}), {.overflow = integer_overflow::error}));
        EXPECT_TRUE(std::isinf(widened(out)));
    }
}

TYPED_TEST_P(Difference, UnderErrorFindsTheFirstFaultInRowMajorOrderWhereverItIs) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    if constexpr (is_integer<T>) {
        // 0 and 0 fit; the lowest and the highest value do not, or else the highest twice.
        const T b_bad = std::numeric_limits<T>::max();
        const T lowest = std::numeric_limits<T>::min();
        const T a_bad = Operator::reference::template integers<T>(lowest, b_bad).overflows ? lowest : b_bad;
        constexpr index_t n = 300 / static_cast<index_t>(sizeof(T)) + 7;
        for (index_t column = 0; column < n; ++column) {
            tensor<T> a({2, n});
            tensor<T> b({2, n});
            tensor<T> out({2, n});
            for (T& v : out) v = 5;
            a(1, column) = a_bad;
            b(1, column) = b_bad;
            a(1, n - 1) = a_bad;
            b(1, n - 1) = b_bad;
            const std::string want = std::string(Operator::name) + ": [1, " + std::to_string(column) +
                                     "]: a = " + std::to_string(a_bad) + ", b = " + std::to_string(b_bad) +
                                     ": the result does not fit in " + name(dtype_of<T>);
            ASSERT_EQ(Operator::run(a, b, out, {.overflow = integer_overflow::error}).message(), want);
            // The memory order of out does not matter.
            tensor<T> turned({n, 2});
            ASSERT_EQ(Operator::run(a, b, transpose(turned), {.overflow = integer_overflow::error}).message(), want);
            ASSERT_EQ(Operator::run(a, b, flip(out, 1), {.overflow = integer_overflow::error}).message(), want);
            for (const T v : out) ASSERT_EQ(v, 5);
            for (const T v : turned) ASSERT_EQ(v, 0);
        }
    }
}

TYPED_TEST_P(Difference, TakesEveryInputThatWidensWithoutLoss) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    using reference = typename Operator::reference;
    for_each_type(all_types{}, [](auto narrow) {
        using From = decltype(narrow);
        if constexpr (widens(dtype_of<From>, dtype_of<T>) && Operator::template widens_from<From>) {
            const auto a = values_to_try<From>(33);
            const auto b = values_to_try<T>(34);
            const auto n = std::ssize(a) < std::ssize(b) ? std::ssize(a) : std::ssize(b);
            const auto widen = [](From v) { return T(widened(v)); };
            const tensor_view<const From> va(a.data(), extents{n});
            const tensor_view<const T> vb(b.data(), extents{n});
            tensor<T> left(extents{n});
            tensor<T> right(extents{n});
            tensor<T> both(extents{n});
            for (const integer_overflow mode : {integer_overflow::wrap, integer_overflow::saturate}) {
                ASSERT_TRUE(Operator::run(va, vb, left, {.overflow = mode}));
                ASSERT_TRUE(Operator::run(vb, va, right, {.overflow = mode}));
                ASSERT_TRUE(Operator::run(flip(va, 0), va, both, {.overflow = mode}));
                for (index_t i = 0; i < n; ++i) {
                    const T x = widen(va(i));
                    ASSERT_TRUE(same(left(i), expected<reference>(x, vb(i), mode)))
                        << name(dtype_of<From>) << " " << show_value(va(i)) << " and " << show_value(vb(i));
                    ASSERT_TRUE(same(right(i), expected<reference>(vb(i), x, mode)))
                        << show_value(vb(i)) << " and " << name(dtype_of<From>) << " " << show_value(va(i));
                    ASSERT_TRUE(same(both(i), expected<reference>(widen(va(n - 1 - i)), x, mode)))
                        << name(dtype_of<From>) << " both";
                }
            }
            // Without out the result has the dtype that the other widens to.
            EXPECT_TRUE((std::is_same_v<decltype(Operator::run(va, vb)), tensor<T>>));
            EXPECT_TRUE((std::is_same_v<decltype(Operator::run(vb, va)), tensor<T>>));
        }
    });
}

TYPED_TEST_P(Difference, ANumberTakesTheDtypeOfOut) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    using reference = typename Operator::reference;
    const std::vector<T> a = {T(0), T(1), T(5), T(100)};
    tensor<T> out(extents{4});
    const auto gives = [&](auto number, T rounded) __attribute__((noinline)) {
        ASSERT_TRUE(Operator::run(view_of_vector(a), number, out, {}));
        for (index_t i = 0; i < 4; ++i)
            ASSERT_TRUE(
                same(out(i), expected<reference>(a[static_cast<std::size_t>(i)], rounded, integer_overflow::wrap)));
        ASSERT_TRUE(Operator::run(number, view_of_vector(a), out, {}));
        for (index_t i = 0; i < 4; ++i)
            ASSERT_TRUE(
                same(out(i), expected<reference>(rounded, a[static_cast<std::size_t>(i)], integer_overflow::wrap)));
    };
    gives(3, T(3));
    if constexpr (Operator::numbers) {
        gives(3u, T(3));
        gives(3LL, T(3));
        gives(3ULL, T(3));
        gives(3.0, T(3));
        gives(3.0f, T(3));
        gives(static_cast<short>(3), T(3));
        gives(static_cast<unsigned char>(3), T(3));
        gives('\3', T(3));
        gives(float16(3), T(3));
        gives(bfloat16(3), T(3));
    }
    if constexpr (Operator::numbers && !is_integer<T>) {
        gives(0.1, static_cast<T>(0.1));
        gives(1 + 0x1p-11 + 0x1p-50, static_cast<T>(1 + 0x1p-11 + 0x1p-50));
        gives(1 + 0x1p-8 + 0x1p-50, static_cast<T>(1 + 0x1p-8 + 0x1p-50));
        gives(16777217, static_cast<T>(16777217));
        gives(1e300, static_cast<T>(1e300));
        gives(std::numeric_limits<double>::quiet_NaN(), static_cast<T>(std::numeric_limits<double>::quiet_NaN()));
    }
}

TYPED_TEST_P(Difference, ANumberThatAnIntegerDtypeDoesNotHaveIsRefused) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    if constexpr (Operator::numbers && is_integer<T>) {
        T a = 1;
        T out = 77;
        const auto code = [&](auto number) __attribute__((noinline)) {
            const tensor_view<T> out_view(&out, extents{});
            const status left = Operator::run(number, tensor_view<T>(&a, extents{}), out_view, {});
            const status right = Operator::run(tensor_view<T>(&a, extents{}), number, out_view, {});
            EXPECT_EQ(left.code(), right.code());
            const status clamped = Operator::run(tensor_view<T>(&a, extents{}), number, out_view,
                                                 {.overflow = integer_overflow::saturate});
            EXPECT_EQ(clamped.code(), right.code());
            if (!left) {
                EXPECT_STREQ(left.operand(), "a");
                EXPECT_STREQ(right.operand(), "b");
                EXPECT_EQ(out, 77);
            }
            out = 77;
            return left.code();
        };
        constexpr auto bad = status_code::scalar_out_of_range;
        constexpr auto good = status_code::ok;
        const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits); // the highest value + 1
        const double lowest = static_cast<double>(std::numeric_limits<T>::min());
        EXPECT_EQ(code(0.5), bad);
        EXPECT_EQ(code(-0.5f), bad);
        EXPECT_EQ(code(float16(1.5)), bad);
        EXPECT_EQ(code(std::numeric_limits<double>::quiet_NaN()), bad);
        EXPECT_EQ(code(std::numeric_limits<double>::infinity()), bad);
        EXPECT_EQ(code(-std::numeric_limits<float>::infinity()), bad);
        EXPECT_EQ(code(1e300), bad);
        EXPECT_EQ(code(beyond), bad);
        EXPECT_EQ(code(std::nextafter(beyond, 0.0)), sizeof(T) == 8 ? good : bad);
        EXPECT_EQ(code(-0.0), good);
        EXPECT_EQ(code(lowest), good);
        EXPECT_EQ(code(std::nextafter(lowest, -1e300)), bad);
        EXPECT_EQ(code(lowest - 1),
                  std::is_signed_v<T> && sizeof(T) == 8 ? good : bad); // 2^63 + 1 is rounded before it comes
        EXPECT_EQ(code(std::numeric_limits<T>::max()), good);
        EXPECT_EQ(code(std::numeric_limits<T>::min()), good);
        EXPECT_EQ(code(-1), std::is_signed_v<T> ? good : bad);
        EXPECT_EQ(code(-1LL), std::is_signed_v<T> ? good : bad);
        EXPECT_EQ(code(std::numeric_limits<std::uint64_t>::max()), (std::is_same_v<T, std::uint64_t> ? good : bad));
        EXPECT_EQ(code(std::numeric_limits<std::int64_t>::min()), (std::is_same_v<T, std::int64_t> ? good : bad));
        if (sizeof(T) < 8) {
            EXPECT_EQ(code(static_cast<std::int64_t>(beyond)), bad);
            EXPECT_EQ(code(static_cast<std::uint64_t>(beyond)), bad);
        }
        const status s = Operator::run(tensor_view<T>(&a, extents{}), 2.5, tensor_view<T>(&out, extents{}), {});
        const std::string refused = std::string(Operator::name) + ": b = 2.5 is no value of " + name(dtype_of<T>);
        EXPECT_EQ(s.message().substr(0, refused.size()), refused);
    }
}

TYPED_TEST_P(Difference, FollowsTheBroadcastRule) {
    using T = typename TypeParam::element;
    using Operator = typename TypeParam::operator_type;
    using reference = typename Operator::reference;
    tensor<T> a({2, 3, 4});
    tensor<T> b(extents{3});
    int k = 0;
    for (T& v : a) v = static_cast<T>(k++ % 50 + 60);
    for (T& v : b) v = static_cast<T>(k++ % 9);
    tensor<T> out({2, 3, 4});
    ASSERT_TRUE(Operator::run(a, b, out, {.broadcast = broadcast_rule::pdpd(1)}));
    for_each_index({2, 3, 4}, [&](const auto& i) {
        ASSERT_TRUE(
            same(out(i[0], i[1], i[2]), expected<reference>(a(i[0], i[1], i[2]), b(i[1]), integer_overflow::wrap)));
    });
    EXPECT_EQ(Operator::run(a, b, out, {}).code(), status_code::shape_mismatch);
    EXPECT_EQ(Operator::run(a, b, out, {.broadcast = broadcast_rule::none()}).code(), status_code::shape_mismatch);
    const tensor<T> made = Operator::run(expand(b, 1), 2);
    EXPECT_EQ(made.extents(), (extents{3, 1}));
    EXPECT_TRUE(same(made(1, 0), expected<reference>(b(1), T(2), integer_overflow::wrap)));
}

REGISTER_TYPED_TEST_SUITE_P(Difference, OfEveryPairOfValuesIsTheReferences,
                            UnderErrorRefusesExactlyThePairsThatOverflow,
                            UnderErrorFindsTheFirstFaultInRowMajorOrderWhereverItIs,
                            TakesEveryInputThatWidensWithoutLoss, ANumberTakesTheDtypeOfOut,
                            ANumberThatAnIntegerDtypeDoesNotHaveIsRefused, FollowsTheBroadcastRule);

template <class Operator, class List>
struct cases_of;
template <class Operator, class... T>
struct cases_of<Operator, testing::Types<T...>> {
    using type = testing::Types<on<Operator, T>...>;
};

} // namespace lanewise_test
