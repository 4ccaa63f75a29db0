// What the loops ask of a lane operation's type, and functions of registers as such operations.

#include "support/row_operands.hpp"

#include <lanewise/detail/operation/operation.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// A function that may make a NaN of any bits, and that signed integers are not unsigned ones to.
struct larger {
    template <class Batch>
    Batch operator()(const Batch& a, const Batch& b) const noexcept {
        return xsimd::max(a, b);
    }
};

struct cheap_larger : larger {
    using cheap = void;
};

/// An operation that only looks, on one register at a time.
struct looks {
    using first = float;
    using second = float;
    using result = float;
    static constexpr int step = batch_size<float>;
    bool operator()(const lanes<float, step>&, const lanes<float, step>&) const noexcept { return false; }
};

/// An operation on one input that is as cheap as memory.
struct negative : minus_on<float> {
    using unary = void;
};

using widening = lane_function<float, minus, std::uint8_t, float>;

TEST(Operation, HasASmallestStep) {
    EXPECT_EQ(least_step<minus_on<float>>(), batch_size<float>);
    EXPECT_EQ(minus_on<float>::step, (sizeof(batch<float>) == 64 ? 2 : 4) * batch_size<float>);
    EXPECT_EQ(least_step<minus_on<float16>>(), batch_size<float>);
    EXPECT_EQ(least_step<looks>(), looks::step);
}

TEST(Operation, IsAskedWhatItIs) {
    EXPECT_TRUE(writes_out<minus_on<std::uint8_t>>);
    EXPECT_FALSE(writes_out<looks>);
    EXPECT_TRUE(is_memory_bound<minus_on<double>>);
    EXPECT_FALSE(is_memory_bound<looks>);
    EXPECT_TRUE(is_in_pairs<minus_on<bfloat16>>);
    EXPECT_FALSE(is_in_pairs<minus_on<float16>>);
    EXPECT_FALSE(is_in_pairs<minus_on<float>>);
    EXPECT_TRUE(is_cheap_on_one_type<minus_on<float16>>);
    EXPECT_FALSE(is_cheap_on_one_type<widening>);
    EXPECT_FALSE(is_cheap_on_one_type<looks>);
    EXPECT_TRUE(is_memory_bound<negative>);
    EXPECT_TRUE(is_unary<negative>);
    EXPECT_FALSE(is_cheap_on_one_type<negative>);
    EXPECT_FALSE(is_unary<minus_on<float>>);
    EXPECT_TRUE(rearranges<minus_on<float>>);
    EXPECT_FALSE(rearranges<minus_on<float16>>);
    EXPECT_FALSE(rearranges<minus_on<bfloat16>>);
    EXPECT_FALSE(rearranges<widening>);
    EXPECT_TRUE((is_memory_bound<lane_function<float, larger>>));
    EXPECT_FALSE((is_cheap_on_one_type<lane_function<float, larger>>)) << "not unless it says so";
    EXPECT_TRUE((is_cheap_on_one_type<lane_function<float, cheap_larger>>));
}

TEST(Operation, LoadsItsInputsAsItsLanes) {
    EXPECT_TRUE((std::is_same_v<lane_of<widening, std::uint8_t>::type, float>));
    EXPECT_TRUE((std::is_same_v<lane_of<minus_on<bfloat16>, bfloat16>::type, float>));
    EXPECT_TRUE((std::is_same_v<lane_of<looks, float>::type, float>));
}

TEST(FunctionOnLanes, OfSumsTakesSignedIntegersAsUnsignedOnes) {
    EXPECT_TRUE((std::is_same_v<function_on<std::int16_t, minus>::result, std::uint16_t>));
    EXPECT_TRUE((std::is_same_v<function_on<float, minus>::result, float>));
    EXPECT_TRUE((std::is_same_v<function_on<std::int16_t, larger>::result, std::int16_t>));
    EXPECT_TRUE((std::is_same_v<function_on<std::int16_t, const minus&>::result, std::uint16_t>))
        << "by reference, too";
    EXPECT_FALSE((lane_function<bfloat16, minus>::may_make_any_nan));
    EXPECT_TRUE((lane_function<bfloat16, larger>::may_make_any_nan));
}

template <int N, class Op>
void expect_each_register_mapped(const Op& op) {
    using T = typename Op::result;
    T a[static_cast<std::size_t>(N)];
    T b[static_cast<std::size_t>(N)];
    fill_at_random(a, std::size(a), 1);
    fill_at_random(b, std::size(b), 2);
    lanes<T, N> x;
    lanes<T, N> y;
    std::memcpy(&x, a, sizeof a);
    std::memcpy(&y, b, sizeof b);
    const lanes<T, N> z = op(x, y);
    T got[static_cast<std::size_t>(N)];
    std::memcpy(got, &z, sizeof got);
    for (std::size_t i = 0; i < std::size(got); ++i) EXPECT_EQ(got[i], std::max(a[i], b[i])) << i;
}

TEST(FunctionOnLanes, MapsEveryRegister) {
    const lane_function<std::int32_t, larger> op{};
    expect_each_register_mapped<op.least_step>(op);
    expect_each_register_mapped<op.step>(op);
    const lane_function<std::uint8_t, larger> bytes{};
    expect_each_register_mapped<bytes.step>(bytes);
}

/// Which a loop chose, and what a step of it gives: 8 - 2 or the larger one.
TEST(EitherOperation, IsOneOfTwo) {
    using difference = minus_on<std::uint16_t>;
    using maximum = lane_function<std::uint16_t, larger>;
    using either = either_operation<difference, maximum>;
    EXPECT_TRUE(writes_out<either>);
    EXPECT_TRUE(is_cheap_on_one_type<either>);
    constexpr int n = difference::least_step;
    lanes<std::uint16_t, n> eight;
    lanes<std::uint16_t, n> two;
    each_register<lanes<std::uint16_t, n>::count>([&](int i) {
        eight.reg[i] = batch<std::uint16_t>(std::uint16_t{8});
        two.reg[i] = batch<std::uint16_t>(std::uint16_t{2});
    });
    for (const bool is_other : {false, true}) {
        const either op(is_other);
        const auto expect_result = [&](const auto& one) {
            const auto z = one(eight, two);
            std::uint16_t got[n];
            std::memcpy(got, &z, sizeof got);
            for (const std::uint16_t element : got) EXPECT_EQ(element, is_other ? 8 : 6);
            return std::is_same_v<decltype(one), const maximum&>;
        };
        expect_result(op);
        EXPECT_EQ(with_chosen(op, expect_result), is_other);
    }
}

/// A loop keeps a small operation itself, so that what it stores cannot change it.
TEST(EitherOperation, IsKeptByValue) {
    using either = either_operation<minus_on<float>, lane_function<float, larger>>;
    EXPECT_TRUE((std::is_same_v<kept_operation<either>, const either>));
    struct large : looks {
        void* more[2];
    };
    EXPECT_TRUE((std::is_same_v<kept_operation<large>, const large&>));
}

} // namespace
} // namespace lanewise_test
