// What is said about buffers, sizes, pointers and overlap. The rest: errors.test.cpp.

#include "support/errors.hpp"

namespace lanewise_test {
namespace {

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
                   "pow: axis 1: out's own elements overlap: extent 2, stride 1");
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

} // namespace
} // namespace lanewise_test
