// Every row of the contract's error table: the code, the sentence, who clashes where over what; and no byte of any buffer
// is written. The calls go through try_; what throws is the same status.

#include "support/indices.hpp"
#include "support/refusal.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace lanewise_test {
namespace {

using lanewise::broadcast_rule;
using lanewise::extents;
using lanewise::integer_overflow;
using lanewise::scale_bias;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

constexpr index_t largest = std::numeric_limits<index_t>::max();

/// Three buffers that a refused call leaves as they are.
class Errors : public testing::Test {
protected:
    using values = std::int32_t[64];

    Errors() {
        for (int i = 0; i < 64; ++i) {
            a_[i] = 100 + i;
            b_[i] = 1 + i % 3;
            out_[i] = -1 - i;
        }
        remember();
    }

    void remember() {
        std::memcpy(before_[0], a_, sizeof a_);
        std::memcpy(before_[1], b_, sizeof b_);
        std::memcpy(before_[2], out_, sizeof out_);
    }

    void expect_untouched() const {
        EXPECT_EQ(std::memcmp(before_[0], a_, sizeof a_), 0);
        EXPECT_EQ(std::memcmp(before_[1], b_, sizeof b_), 0);
        EXPECT_EQ(std::memcmp(before_[2], out_, sizeof out_), 0);
    }

    void expect_refused(const status& s, status_code code, const std::string& message) const {
        EXPECT_FALSE(static_cast<bool>(s));
        EXPECT_EQ(static_cast<int>(s.code()), static_cast<int>(code));
        EXPECT_EQ(s.message(), message);
        expect_untouched();
    }

    void expect_refused(const status& s, status_code code, const std::string& message, const char* operand, int axis,
                        index_t first, index_t second) const {
        expect_refused(s, code, message);
        EXPECT_STREQ(s.operand(), operand);
        EXPECT_EQ(s.axis(), axis);
        EXPECT_EQ(s.first(), first);
        EXPECT_EQ(s.second(), second);
    }

    template <class... Layout>
    tensor_view<const std::int32_t> a(const Layout&... layout) const {
        return {&a_[0], layout...}; // a pointer, not an array whose size is known
    }
    template <class... Layout>
    tensor_view<const std::int32_t> b(const Layout&... layout) const {
        return {&b_[0], layout...};
    }
    template <class... Layout>
    tensor_view<std::int32_t> out(const Layout&... layout) {
        return {&out_[0], layout...};
    }

    /// A pointer that is not aligned for its type; never followed.
    template <class T>
    static T* misaligned(T* pointer, std::size_t by) {
        return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(pointer) + by);
    }

    values a_;
    values b_;
    values out_;

private:
    values before_[3];
};

TEST_F(Errors, ShapesThatDoNotBroadcast) {
    expect_refused(try_subtract(a(extents{2, 3, 3}), b(extents{4}), out(extents{2, 3, 4})), status_code::shape_mismatch,
                   "subtract: axis 2: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 3, 3) and (4)", "a", 2,
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

TEST_F(Errors, AViewThatReachesOutsideItsBuffer) {
    EXPECT_REFUSED(tensor_view(out_, extents{65}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 64 of a buffer of 64 elements");
    EXPECT_REFUSED(tensor_view(out_, extents{2}, strides{-3}, 2), status_code::buffer_too_small,
                   "tensor_view: the view reaches element -1 of a buffer of 64 elements");
    int single[1] = {};
    EXPECT_REFUSED(tensor_view(single, extents{2}), status_code::buffer_too_small,
                   "tensor_view: the view reaches element 1 of a buffer of 1 element");
}

TEST_F(Errors, AnElementCountBeyond63Bits) {
    const extents huge{index_t{1} << 32, index_t{1} << 31};
    const strides still{0, 0};
    expect_refused(try_subtract(a(huge, still), b(huge, still), out(huge, still)), status_code::size_overflow,
                   "subtract: out has shape (4294967296, 2147483648): the number of elements does not fit in 63 bits",
                   "out", -1, 0, 0);
    expect_refused(try_pow(a(huge, still), 2, out(huge, still)), status_code::size_overflow,
                   "pow: out has shape (4294967296, 2147483648): the number of elements does not fit in 63 bits");
    EXPECT_REFUSED(huge.size(), status_code::size_overflow, "extents: the number of elements does not fit in 63 bits");
    EXPECT_REFUSED(lanewise::tensor<std::int32_t>(extents{largest}), status_code::size_overflow,
                   "tensor: the number of bytes does not fit in 63 bits");
    EXPECT_REFUSED(strides::row_major(extents{3, largest, 2}), status_code::size_overflow,
                   "strides: axis 0: the stride does not fit in 63 bits");
    EXPECT_REFUSED(tensor_view(out_, extents{3}, strides{largest}), status_code::size_overflow,
                   "tensor_view: an offset does not fit in 63 bits");
}

TEST_F(Errors, AByteOffsetBeyond63Bits) {
    const auto message = [](const char* operand, index_t stride) {
        return std::string("subtract: axis 0: ") + operand + " has extent 3 and stride " + std::to_string(stride) +
               ": its byte offsets do not fit in 63 bits";
    };
    const extents three{3};
    for (const index_t stride :
         {largest / 8 + 1, largest / 4 + 1, largest, -largest, std::numeric_limits<index_t>::min()}) {
        const strides far{stride};
        expect_refused(try_subtract(a(three, far), b(three), out(three)), status_code::size_overflow,
                       message("a", stride), "a", 0, 3, stride);
        expect_refused(try_subtract(a(three), b(three, far), out(three)), status_code::size_overflow,
                       message("b", stride), "b", 0, 3, stride);
        expect_refused(try_subtract(a(three), b(three), out(three, far)), status_code::size_overflow,
                       message("out", stride), "out", 0, 3, stride);
    }
    // Offsets of several axes add up; the largest that fits is found fit (and the null after it is what is refused).
    const extents pair{2, 2};
    const strides together{largest / 8 + 1, largest / 8 + 1};
    expect_refused(
        try_subtract(a(pair, together), b(pair), out(pair)), status_code::size_overflow,
        "subtract: axis 1: a has extent 2 and stride 1152921504606846976: its byte offsets do not fit in 63 bits");
    expect_refused(try_subtract(a(pair), b(extents{2}, strides{largest}), out(pair)), status_code::size_overflow,
                   "subtract: axis 1: b has extent 2 and stride 9223372036854775807 (axis 0 of b): its byte offsets do "
                   "not fit in 63 bits",
                   "b", 1, 2, largest);
    const strides just{largest / 4 - 1};
    EXPECT_EQ(try_subtract(a(extents{2}, just), tensor_view<const int>(nullptr, extents{2}), out(extents{2})).code(),
              status_code::null_data);
}

TEST_F(Errors, AxesOfExtentOneMayHaveAnyStride) {
    const extents one{1, 2};
    EXPECT_TRUE(try_subtract(a(one, strides{largest, 1}), b(one, strides{-largest, 1}),
                             out(one, strides{std::numeric_limits<index_t>::min(), 1})));
    EXPECT_EQ(out_[1], a_[1] - b_[1]);
}

TEST_F(Errors, NullWithElements) {
    const tensor_view<std::int32_t> null(nullptr, extents{2, 3});
    const extents shape{2, 3};
    expect_refused(try_subtract(null, b(shape), out(shape)), status_code::null_data,
                   "subtract: a has 6 elements, but its data is null", "a", -1, 6, 0);
    expect_refused(try_difference_square(a(shape), null, out(shape)), status_code::null_data,
                   "difference_square: b has 6 elements, but its data is null", "b", -1, 6, 0);
    expect_refused(try_pow(a(shape), b(shape), null), status_code::null_data,
                   "pow: out has 6 elements, but its data is null", "out", -1, 6, 0);
    expect_refused(try_pow(null, 2, out(shape)), status_code::null_data, "pow: x has 6 elements, but its data is null",
                   "x", -1, 6, 0);
    expect_refused(try_pow(tensor_view<std::int32_t>(nullptr, extents{}), 2, out(extents{})), status_code::null_data,
                   "pow: x has 1 element, but its data is null", "x", -1, 1, 0);
    expect_refused(try_pow(2, null, out(shape)), status_code::null_data, "pow: y has 6 elements, but its data is null",
                   "y", -1, 6, 0);
}

TEST_F(Errors, NullWithoutElementsIsFine) {
    const tensor_view<std::int32_t> empty(nullptr, extents{2, 0});
    EXPECT_TRUE(try_subtract(empty, empty, empty));
    EXPECT_TRUE(try_difference_square(empty, 3, empty));
    EXPECT_TRUE(try_pow(empty, b(extents{2, 1}), empty));
    EXPECT_TRUE(try_subtract(a(extents{2, 1}), empty, out(extents{2, 0})));
    expect_untouched();
}

TEST_F(Errors, DataThatIsNotAlignedForItsDtype) {
    const extents shape{2};
    expect_refused(try_subtract(tensor_view(misaligned(a_, 2), shape), b(shape), out(shape)),
                   status_code::misaligned_data,
                   "subtract: a lies 2 bytes past a multiple of 4, the alignment of int32", "a", -1, 2, 4);
    expect_refused(try_subtract(a(shape), tensor_view(misaligned(b_, 1), shape), out(shape)),
                   status_code::misaligned_data, "subtract: b lies 1 byte past a multiple of 4, the alignment of int32",
                   "b", -1, 1, 4);
    expect_refused(try_pow(a(shape), b(shape), tensor_view(misaligned(out_, 3), shape)), status_code::misaligned_data,
                   "pow: out lies 3 bytes past a multiple of 4, the alignment of int32", "out", -1, 3, 4);
    double wide[3] = {};
    expect_refused(try_pow(tensor_view(misaligned(wide, 4), shape), 2, tensor_view(wide, shape)),
                   status_code::misaligned_data, "pow: x lies 4 bytes past a multiple of 8, the alignment of float64",
                   "x", -1, 4, 8);
    lanewise::float16 half[3] = {};
    expect_refused(try_subtract(tensor_view(half, shape), 1, tensor_view(misaligned(half, 1), shape)),
                   status_code::misaligned_data,
                   "subtract: out lies 1 byte past a multiple of 2, the alignment of float16", "out", -1, 1, 2);
}

TEST_F(Errors, AnOutWhoseOwnElementsOverlap) {
    expect_refused(try_subtract(a(extents{2, 3}), b(extents{3}), out(extents{2, 3}, strides{0, 1})),
                   status_code::output_self_overlap, "subtract: axis 0: out's own elements overlap: extent 2, stride 0",
                   "out", 0, 2, 0);
    expect_refused(try_pow(a(extents{3, 2}), 2, out(extents{3, 2}, strides{1, 1})), status_code::output_self_overlap,
                   try_pow(a(extents{3, 2}), 2, out(extents{3, 2}, strides{1, 1})).message());
    expect_refused(try_difference_square(a(extents{2, 3}), b(extents{3}), out(extents{2, 3}, strides{2, 1})),
                   status_code::output_self_overlap,
                   "difference_square: axis 0: out's own elements overlap: extent 2, stride 2");
}

TEST_F(Errors, AnOutThatSharesSomeElementsWithAnInput) {
    const auto at = [this](index_t offset) { return tensor_view<std::int32_t>(out_ + offset, extents{2, 3}); };
    expect_refused(try_subtract(at(1), b(extents{3}), at(0)), status_code::partial_overlap,
                   "subtract: out shares elements with a and is not the same view: pass another out, or a copy of a",
                   "a", -1, 0, 0);
    expect_refused(try_subtract(a(extents{3}), at(5), at(0)), status_code::partial_overlap,
                   "subtract: out shares elements with b and is not the same view: pass another out, or a copy of b",
                   "b", -1, 0, 0);
    expect_refused(try_pow(at(0), tensor_view<std::int32_t>(out_ + 2, extents{3}), at(0)), status_code::partial_overlap,
                   "pow: out shares elements with y and is not the same view: pass another out, or a copy of y", "y",
                   -1, 0, 0);
    expect_refused(
        try_difference_square(tensor_view<const std::int32_t>(out_, extents{3}), b(extents{2, 3}), at(0)),
        status_code::partial_overlap,
        "difference_square: out shares elements with a and is not the same view: pass another out, or a copy of a");
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
    expect_refused(with(0.5, 0), code, "pow: scale = 0.5 is not an integer, but x has dtype int32");
    expect_refused(with(2, -1.25), code, "pow: bias = -1.25 is not an integer, but x has dtype int32");
    expect_refused(with(std::numeric_limits<double>::infinity(), 0), code,
                   "pow: scale = inf is not an integer, but x has dtype int32");
    expect_refused(with(1, std::numeric_limits<double>::quiet_NaN()), code,
                   "pow: bias = nan is not an integer, but x has dtype int32");
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
