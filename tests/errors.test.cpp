// What is said about shapes, axes and values, in which order faults are found, and that what throws says the same.
// Sizes, pointers and overlap: errors_memory.test.cpp.

#include "support/errors.hpp"

#include <algorithm>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::broadcast_rule;
using lanewise::integer_overflow;
using lanewise::scale_bias;

TEST_F(Errors, ShapesThatDoNotBroadcast) {
    expect_refused(try_subtract(a(extents{2, 5, 3}), b(extents{4}), out(extents{2, 5, 3})), status_code::shape_mismatch,
                   "subtract: axis 2: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 5, 3) and (4)", "a", 2,
                   3, 4);
    expect_refused(try_subtract(a(extents{4}), b(extents{2, 3, 3}), out(extents{2, 3, 3})), status_code::shape_mismatch,
                   "subtract: axis 2: a has extent 4, b has extent 3 (axis 0 of a): shapes (4) and (2, 3, 3)", "a", 2,
                   4, 3);
    expect_refused(try_difference_square(a(extents{0}), b(extents{2}), out(extents{2})), status_code::shape_mismatch,
                   "difference_square: axis 0: a has extent 0, b has extent 2", "a", 0, 0, 2);
    expect_refused(try_pow(a(extents{2, 3}), b(extents{3, 3}), out(extents{3, 3})), status_code::shape_mismatch,
                   "pow: axis 0: x has extent 2, y has extent 3: shapes (2, 3) and (3, 3)", "x", 0, 2, 3);
    expect_refused(
        try_subtract(a(extents{2, 3}), b(extents{3}), out(extents{2, 3}), {.broadcast = broadcast_rule::none()}),
        status_code::shape_mismatch, "subtract: a has rank 2, b has rank 1: shapes (2, 3) and (3)", "a", -1, 2, 1);
    expect_refused(
        try_subtract(a(extents{2, 3}), b(extents{2, 1}), out(extents{2, 3}), {.broadcast = broadcast_rule::none()}),
        status_code::shape_mismatch, "subtract: axis 1: a has extent 3, b has extent 1: shapes (2, 3) and (2, 1)", "a",
        1, 3, 1);
    expect_refused(try_pow(a(extents{1}), b(extents{3}), out(extents{3}), {.broadcast = broadcast_rule::pdpd()}),
                   status_code::shape_mismatch, "pow: axis 0: x has extent 1, y has extent 3", "x", 0, 1, 3);
    // The trailing 1s of b count neither in the rule nor as axes of their own.
    expect_refused(try_subtract(a(extents{2, 3, 3}), b(extents{4, 1, 1}), out(extents{2, 3, 3}),
                                {.broadcast = broadcast_rule::pdpd(1)}),
                   status_code::shape_mismatch,
                   "subtract: axis 1: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 3, 3) and (4, 1, 1)",
                   "a", 1, 3, 4);
}

TEST_F(Errors, AnOutOfAnotherShapeIsNeitherResizedNorBroadcast) {
    expect_refused(
        try_subtract(a(extents{2, 3}), b(extents{3}), out(extents{2, 4})), status_code::output_shape_mismatch,
        "subtract: axis 1: the result has extent 3, out has extent 4: shapes (2, 3) and (2, 4)", "out", 1, 3, 4);
    expect_refused(try_difference_square(a(extents{2, 3}), b(extents{3}), out(extents{1, 3})),
                   status_code::output_shape_mismatch,
                   "difference_square: axis 0: the result has extent 2, out has extent 1: shapes (2, 3) and (1, 3)");
    expect_refused(try_pow(a(extents{1, 3}), b(extents{3}), out(extents{2, 3})), status_code::output_shape_mismatch,
                   "pow: axis 0: the result has extent 1, out has extent 2: shapes (1, 3) and (2, 3)");
    expect_refused(try_subtract(a(extents{3}), b(extents{3}), out(extents{1, 3})), status_code::output_shape_mismatch,
                   "subtract: the result has rank 1, out has rank 2: shapes (3) and (1, 3)", "out", -1, 1, 2);
    expect_refused(try_subtract(a(extents{}), b(extents{}), out(extents{1})), status_code::output_shape_mismatch,
                   "subtract: the result has rank 0, out has rank 1");
    expect_refused(try_subtract(a(extents{0}), b(extents{1}), out(extents{1})), status_code::output_shape_mismatch,
                   "subtract: axis 0: the result has extent 0, out has extent 1");
}

TEST_F(Errors, AnAxisOfPdpdOutOfRange) {
    expect_refused(
        try_subtract(a(extents{2, 3}), b(extents{3}), out(extents{2, 3}), {.broadcast = broadcast_rule::pdpd(2)}),
        status_code::bad_axis, "subtract: b at pdpd axis 2 reaches outside a: shapes (3) and (2, 3)", "b", -1, 2, 2);
    expect_refused(
        try_pow(a(extents{2, 3}), b(extents{3}), out(extents{2, 3}), {.broadcast = broadcast_rule::pdpd(-2)}),
        status_code::bad_axis, "pow: y at pdpd axis -2 reaches outside x: shapes (3) and (2, 3)", "y", -1, -2, 2);
    expect_refused(try_difference_square(a(extents{3}), b(extents{1, 3}), out(extents{1, 3}),
                                         {.broadcast = broadcast_rule::pdpd()}),
                   status_code::bad_axis,
                   "difference_square: b at pdpd axis -1 reaches outside a: shapes (1, 3) and (3)", "b", -1, -1, 1);
}

TEST_F(Errors, TooManyAxesANegativeExtentAndUnequalRanksAreRefusedWhereTheViewIsMade) {
    const std::vector<index_t> nine(9, 1);
    EXPECT_REFUSED(out(extents(nine)), status_code::rank_out_of_range, "extents: rank 9 is more than 8");
    EXPECT_REFUSED(out(extents{2, -1}), status_code::negative_extent, "extents: axis 1: extent -1 is negative");
    EXPECT_REFUSED(out(extents{2, 3}, strides{1}), status_code::rank_out_of_range,
                   "tensor_view: 2 extents, but 1 stride");
    EXPECT_REFUSED(out(extents{2}, strides{1, 1}), status_code::rank_out_of_range,
                   "tensor_view: 1 extent, but 2 strides");
}

TEST_F(Errors, IntegerOverflowNamesTheFirstElementAndItsValues) {
    a_[35] = std::numeric_limits<std::int32_t>::min(); // [1, 2, 5] of (2, 3, 6)
    remember();
    const extents shape{2, 3, 6};
    expect_refused(try_subtract(a(shape), b(shape), out(shape), {.overflow = integer_overflow::error}),
                   status_code::integer_overflow,
                   "subtract: [1, 2, 5]: a = -2147483648, b = 3: the result does not fit in int32");
    expect_refused(try_difference_square(a(shape), 1, out(shape), {.overflow = integer_overflow::error}),
                   status_code::integer_overflow,
                   "difference_square: [1, 2, 5]: a = -2147483648, b = 1: the result does not fit in int32");
    expect_refused(try_pow(a(shape), 2, out(shape), {.overflow = integer_overflow::error}),
                   status_code::integer_overflow,
                   "pow: [1, 2, 5]: x = -2147483648, y = 2: the result does not fit in int32");
}

TEST_F(Errors, NegativeExponentNamesTheFirstElementAndItsValues) {
    b_[4] = -1;
    remember();
    const extents shape{2, 3};
    expect_refused(try_pow(a(shape), b(shape), out(shape), {.overflow = integer_overflow::error}),
                   status_code::negative_exponent,
                   "pow: [1, 1]: x = 104, y = -1: with a negative exponent the result is not an integer");
    // The bases that have one are fine.
    a_[4] = -1;
    EXPECT_TRUE(try_pow(a(shape), b(shape), out(shape), {.overflow = integer_overflow::error}));
    EXPECT_EQ(out_[4], -1);
}

TEST_F(Errors, OneElementWithBothFaultsHasANegativeExponent) {
    // g(x) overflows, and the exponent is negative.
    a_[0] = std::numeric_limits<std::int32_t>::max();
    remember();
    expect_refused(try_pow(a(extents{}), -1, out(extents{}),
                           {.overflow = integer_overflow::error, .scale_bias = scale_bias{2, 0}}),
                   status_code::negative_exponent,
                   "pow: []: x = 2147483647, y = -1: with a negative exponent the result is not an integer");
    a_[0] = std::numeric_limits<std::int32_t>::min(); // g(x) is 1 modulo 2^32
    remember();
    expect_refused(try_pow(a(extents{}), -1, out(extents{}),
                           {.overflow = integer_overflow::error, .scale_bias = scale_bias{2, 1}}),
                   status_code::negative_exponent,
                   "pow: []: x = -2147483648, y = -1: with a negative exponent the result is not an integer");
}

TEST_F(Errors, WhatDoesNotFitIsTheResultOrTheBaseWithScaleAndBias) {
    a_[0] = 2'000'000'000;
    remember();
    // To the power of 0, the result would fit.
    expect_refused(
        try_pow(a(extents{}), 0, out(extents{}), {.overflow = integer_overflow::error, .scale_bias = scale_bias{2, 0}}),
        status_code::integer_overflow, "pow: []: x = 2000000000, y = 0: x * scale + bias does not fit in int32");
    expect_refused(
        try_pow(a(extents{}), 2, out(extents{}), {.overflow = integer_overflow::error, .scale_bias = scale_bias{1, 1}}),
        status_code::integer_overflow, "pow: []: x = 2000000000, y = 2: the result does not fit in int32");
}

TEST_F(Errors, ANumberThatTheDtypeDoesNotHave) {
    const extents shape{2};
    expect_refused(try_subtract(a(shape), 0.5, out(shape)), status_code::scalar_out_of_range,
                   "subtract: b = 0.5 is no value of int32, which holds the integers from -2147483648 to 2147483647");
    expect_refused(try_difference_square(2147483648u, b(shape), out(shape)), status_code::scalar_out_of_range,
                   "difference_square: a = 2147483648 is no value of int32, which holds the integers from -2147483648 "
                   "to 2147483647");
    expect_refused(
        try_pow(-1e10, b(shape), out(shape)), status_code::scalar_out_of_range,
        "pow: x = -10000000000 is no value of int32, which holds the integers from -2147483648 to 2147483647");
    std::uint8_t small[2] = {7, 8};
    expect_refused(try_subtract(tensor_view(small, shape), -1, tensor_view(small, shape)),
                   status_code::scalar_out_of_range,
                   "subtract: b = -1 is no value of uint8, which holds the integers from 0 to 255");
    for (const auto overflow : {integer_overflow::saturate, integer_overflow::error}) {
        expect_refused(try_subtract(a(shape), 1e10, out(shape), {.overflow = overflow}),
                       status_code::scalar_out_of_range,
                       "subtract: b = 10000000000 is no value of int32, which holds the integers from -2147483648 to "
                       "2147483647");
        expect_refused(try_difference_square(1e10, b(shape), out(shape), {.overflow = overflow}),
                       status_code::scalar_out_of_range,
                       "difference_square: a = 10000000000 is no value of int32, which holds the integers from "
                       "-2147483648 to 2147483647");
    }
    EXPECT_EQ(small[1], 8);
    // An exponent keeps its own type: 0.5 is fine.
    EXPECT_TRUE(try_pow(a(shape), 0.5, out(shape)));
}

TEST_F(Errors, AScaleOrBiasThatIsNoInteger) {
    const extents shape{2};
    const auto with = [&](double scale, double bias) {
        return try_pow(a(shape), 2, out(shape), {.scale_bias = scale_bias{scale, bias}});
    };
    constexpr auto code = status_code::scale_bias_not_integral;
    expect_refused(with(0.5, 0), code, "pow: scale = 0.5 is not an integer, but out has dtype int32");
    expect_refused(with(2, -1.25), code, "pow: bias = -1.25 is not an integer, but out has dtype int32");
    expect_refused(with(std::numeric_limits<double>::infinity(), 0), code,
                   "pow: scale = inf is not an integer, but out has dtype int32");
    expect_refused(with(1, std::numeric_limits<double>::quiet_NaN()), code,
                   "pow: bias = nan is not an integer, but out has dtype int32");
    float x = 3;
    EXPECT_TRUE(
        try_pow(tensor_view(&x, extents{}), 2, tensor_view(&x, extents{}), {.scale_bias = scale_bias{0.5, 0.5}}));
    EXPECT_EQ(x, 4.0f);
}

TEST_F(Errors, ComeInTheOrderOfTheContract) {
    // A call with every fault that a typed one can have; they are mended one by one.
    const status_code order[] = {status_code::shape_mismatch,
                                 status_code::output_shape_mismatch,
                                 status_code::scale_bias_not_integral,
                                 status_code::size_overflow,
                                 status_code::null_data,
                                 status_code::misaligned_data,
                                 status_code::output_self_overlap,
                                 status_code::partial_overlap,
                                 status_code::integer_overflow,
                                 status_code::ok};
    for (int mended = 0; mended < 10; ++mended) {
        SCOPED_TRACE(mended);
        const std::int32_t* x = mended < 5 ? nullptr : mended < 8 ? out_ + 1 : a_;
        const std::int32_t* y = mended < 6 ? misaligned(b_, 1) : b_;
        if (mended == 9) std::fill(a_, a_ + 64, 5);
        remember();
        const status s = try_pow(tensor_view(x, extents{2, 3}),
                                 tensor_view(y, extents{mended < 1 ? 4 : 3}, strides{mended < 4 ? largest : 1}),
                                 out(extents{2, mended < 2 ? 2 : 3}, strides{mended < 7 ? 0 : 3, 1}),
                                 {.overflow = integer_overflow::error,
                                  .scale_bias = scale_bias{mended < 3   ? 0.5
                                                           : mended < 9 ? 1e9
                                                                        : 1,
                                                           0}});
        EXPECT_EQ(static_cast<int>(s.code()), static_cast<int>(order[mended]));
        if (mended < 9) expect_untouched();
    }
}

TEST_F(Errors, WhatThrowsIsTheSameStatus) {
    EXPECT_REFUSED(subtract(a(extents{3}), b(extents{4}), out(extents{4})), status_code::shape_mismatch,
                   "subtract: axis 0: a has extent 3, b has extent 4");
    EXPECT_REFUSED(difference_square(a(extents{3}), b(extents{4}), out(extents{4})), status_code::shape_mismatch,
                   "difference_square: axis 0: a has extent 3, b has extent 4");
    EXPECT_REFUSED(pow(a(extents{3}), b(extents{4}), out(extents{4})), status_code::shape_mismatch,
                   "pow: axis 0: x has extent 3, y has extent 4");
    EXPECT_REFUSED(subtract(a(extents{3}), b(extents{4})), status_code::shape_mismatch,
                   "subtract: axis 0: a has extent 3, b has extent 4");
    EXPECT_REFUSED(
        difference_square(a(extents{3}), 0.5), status_code::scalar_out_of_range,
        "difference_square: b = 0.5 is no value of int32, which holds the integers from -2147483648 to 2147483647");
    EXPECT_REFUSED(pow(a(extents{3}), b(extents{4})), status_code::shape_mismatch,
                   "pow: axis 0: x has extent 3, y has extent 4");
    expect_untouched();
    const auto v = out(extents{});
    EXPECT_TRUE(noexcept(try_subtract(v, v, v)));
    EXPECT_TRUE(noexcept(try_difference_square(v, v, v)));
    EXPECT_TRUE(noexcept(try_pow(v, v, v)));
}

} // namespace
} // namespace lanewise_test
