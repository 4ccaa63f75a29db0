// pow's floating operations: a single register gives the bits of a whole step, and which constants have a shorter way.

#include "support/elements.hpp"
#include "support/test_scale.hpp"

#include <lanewise/detail/operation/operation.hpp>
#include <lanewise/detail/operation/pow_operations.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// A base of dtype T beside exponents of Y, of which E is known.
template <class T, class Y, class E = Y>
struct operation_on {
    using op = float_pow<T, Y, E>;
    using exponent = E;
};

template <class Case>
class FloatPow : public testing::Test {};

using operations =
    testing::Types<operation_on<float, float>, operation_on<float, float, std::int8_t>,
                   operation_on<float, std::int32_t, int>, operation_on<double, double>,
                   operation_on<double, std::int64_t>, operation_on<float16, float, float16>,
                   operation_on<float16, double>, operation_on<bfloat16, float>, operation_on<bfloat16, double>>;
TYPED_TEST_SUITE(FloatPow, operations);

template <int N, class Op>
void apply(const Op& op, const typename Op::first* x, const typename Op::second* y, typename Op::result* out) {
    using X = typename Op::first;
    using Y = typename Op::second;
    using A = typename lane_of<Op, X>::type;
    using B = typename lane_of<Op, Y>::type;
    const lanes<A, N> a = load_as<A, X, N>(reinterpret_cast<const std::byte*>(x));
    const lanes<B, N> b = load_as<B, Y, N>(reinterpret_cast<const std::byte*>(y));
    store<typename Op::result, N>(reinterpret_cast<std::byte*>(out), op(a, b));
}

TYPED_TEST(FloatPow, OneRegisterGivesTheBitsOfAStep) {
    using op = typename TypeParam::op;
    using X = typename op::first;
    using Y = typename op::second;
    constexpr int step = op::step;
    constexpr int least = op::least_step;
    static_assert(step % least == 0);
    for (int round = 0; round < 200; ++round) {
        X x[static_cast<std::size_t>(step)];
        Y y[static_cast<std::size_t>(step)];
        for (int i = 0; i < step; ++i) {
            const int k = round * step + i;
            x[i] = static_cast<X>((k % 37 + 1) * 0.125 * (k % 5 == 0 ? -1 : 1));
            y[i] = static_cast<Y>(k % 17 - 8);
            if (round % 7 == 3 && i == step - 1) x[i] = std::numeric_limits<X>::infinity();
            if (round % 7 == 4 && i == 0) x[i] = X(0);
        }
        typename op::result whole[static_cast<std::size_t>(step)];
        typename op::result parts[static_cast<std::size_t>(step)];
        apply<step>(op{}, x, y, whole);
        for (int i = 0; i < step; i += least) apply<least>(op{}, x + i, y + i, parts + i);
        for (int i = 0; i < step; ++i) ASSERT_TRUE(same(whole[i], parts[i])) << x[i] << " ^ " << y[i];
    }
}

/// A number of one of many kinds, whose powers overflow, vanish and are ties.
double any_number(std::mt19937_64& random) {
    constexpr double special[] = {0, -0.0, 1, -1, HUGE_VAL, -HUGE_VAL, __builtin_nan(""), 0x1p-149, 0x1p-1074, 65504};
    const auto one_of = [&](unsigned n) { return static_cast<int>(random() % n); };
    switch (one_of(6)) {
    case 0:
        return special[one_of(std::size(special))];
    case 1:
        return one_of(13) - 6;
    case 2:
        return 0.5 * (one_of(13) - 6);
    case 3:
        return std::ldexp(1 + 2 * one_of(16), one_of(280) - 150) * (one_of(4) == 0 ? -1 : 1);
    case 4:
        return 1 + std::ldexp(one_of(2049) - 1024, -one_of(50));
    default:
        return std::bit_cast<double>(random());
    }
}

template <class T>
T any_element(std::mt19937_64& random) {
    const double v = any_number(random);
    if constexpr (std::is_integral_v<T>) {
        return std::abs(v) <= static_cast<double>(std::numeric_limits<T>::max() / 2) ? static_cast<T>(v)
                                                                                     : static_cast<T>(random());
    } else {
        return static_cast<T>(v);
    }
}

TYPED_TEST(FloatPow, AnElementDoesNotDependOnItsNeighbours) {
    using op = typename TypeParam::op;
    using X = typename op::first;
    using Y = typename op::second;
    constexpr auto step = static_cast<std::size_t>(op::step);
    std::mt19937_64 random(2609);
    const auto power = [](const std::vector<X>& x, const std::vector<Y>& y) {
        std::vector<typename op::result> z(step);
        apply<op::step>(op{}, x.data(), y.data(), z.data());
        return z;
    };
    for (std::int64_t round = 0; round < 1000 * test_scale(); ++round) {
        std::vector<X> x(step);
        std::vector<Y> y(step);
        for (std::size_t i = 0; i < step; ++i) {
            x[i] = any_element<X>(random);
            y[i] = static_cast<Y>(any_element<typename TypeParam::exponent>(random));
        }
        const auto together = power(x, y);
        for (std::size_t i = 0; i < step; ++i) {
            std::vector<X> bases(step, x[i]);
            const std::vector<Y> exponents(step, y[i]);
            const auto about = [&] { return show_value(x[i]) + " ^ " + show_value(y[i]); };
            const auto alone = power(bases, exponents)[0];
            ASSERT_TRUE(same(together[i], alone)) << about();
            bases[0] = static_cast<X>(HUGE_VAL);
            ASSERT_TRUE(same(power(bases, exponents)[step - 1], alone)) << about();
        }
    }
}

/// x^y by the shorter way that with_constant_pow gives; no elements where there is none.
template <class T>
std::vector<T> by_constant(T x, double y) {
    std::vector<T> result;
    const bool has_one = with_constant_pow<T>(y, [&](const auto& op) {
        using Op = std::remove_cvref_t<decltype(op)>;
        if constexpr (std::is_same_v<typename Op::result, T>) {
            result.resize(static_cast<std::size_t>(Op::step));
            const std::vector<T> bases(result.size(), x);
            const std::vector<T> unread(result.size(), T(77));
            apply<Op::step>(op, bases.data(), unread.data(), result.data());
        }
    });
    EXPECT_EQ(has_one, !result.empty()) << y;
    return result;
}

constexpr double tried[] = {0, 1, 2, 3, 4, 5, 6, 7, 0.5, 1.5, 2.5, 3.5, -0.5, -1, -1.5, -2, -3, -4, 0.25, 1e9};

/// Each of `shorter` has a shorter way, and gives what the C library does in long double (MinGW-w64's is one off in double),
/// rounded; no other exponent has one.
template <class T>
void expect_constants(const std::set<double>& shorter) {
    for (const double y : tried) {
        for (const float base : {1.75F, 0.3125F, 100.0F}) {
            const std::vector<T> got = by_constant(T(base), y);
            ASSERT_EQ(got.empty(), !shorter.contains(y)) << y;
            const auto want = static_cast<T>(static_cast<double>(std::pow(static_cast<long double>(base), y)));
            for (const T z : got) EXPECT_TRUE(same(z, want)) << base << " ^ " << y;
        }
    }
}

TEST(ConstantPow, OfFloatsAndSixteenBitFloatsHasThirteenConstants) {
    const std::set<double> shorter = {0, 1, 2, 3, 4, 5, 0.5, 1.5, 2.5, -1, -2, -3, -0.5};
    expect_constants<float>(shorter);
    expect_constants<float16>(shorter);
    expect_constants<bfloat16>(shorter);
}

TEST(ConstantPow, OfDoublesHasEleven) {
    expect_constants<double>({0, 1, 2, 3, 4, 0.5, 1.5, 2.5, -1, -2, -0.5});
}

} // namespace
} // namespace lanewise_test
