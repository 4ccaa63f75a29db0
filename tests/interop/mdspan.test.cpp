// Classes of mdspan's shape as views and operands. The real std::mdspan is in std_mdspan.cpp.

#include "support/refusal.hpp"

#include <lanewise/interop/mdspan.hpp>
#include <lanewise/lanewise.hpp>

#include <array>
#include <limits>
#include <numeric>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::from_mdspan;
using lanewise::index_t;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;
using lanewise::tensor_view;
using lanewise::try_from_mdspan;

/// mdspan's members, as far as they matter; `Reference` is what the accessor hands out.
template <class T, std::size_t Rank, class Reference = T&, class Index = std::size_t>
class span_like {
public:
    using extents_type = std::array<Index, Rank>;
    using accessor_type = void;
    using element_type = T;
    using reference = Reference;

    span_like(T* data, extents_type shape, std::array<Index, Rank> steps, bool strided = true)
        : data_(data), shape_(shape), steps_(steps), strided_(strided) {}

    static constexpr std::size_t rank() noexcept { return Rank; }
    Index extent(std::size_t axis) const noexcept { return shape_[axis]; }
    Index stride(std::size_t axis) const {
        static_assert(Rank > 0, "std::mdspan's does not compile either");
        EXPECT_TRUE(strided_) << "asked for the strides of a layout that has none";
        return steps_[axis];
    }
    T* const& data_handle() const noexcept { return data_; } // std::mdspan's returns a reference too
    bool is_strided() const { return strided_; }

private:
    T* data_;
    extents_type shape_;
    std::array<Index, Rank> steps_;
    bool strided_;
};

using matrix = span_like<float, 2>;

static_assert(lanewise::mdspan_like<matrix> && lanewise::viewable<matrix> && lanewise::viewable<const matrix&>);
static_assert(lanewise::mdspan_like<span_like<const double, 3, const double&, int>>);
static_assert(!lanewise::mdspan_like<span_like<float, 2, float>>, "a scaling accessor hands out values");
static_assert(!lanewise::mdspan_like<span_like<bool, 2>>, "bool is no dtype");
static_assert(!lanewise::mdspan_like<tensor_view<float>> && !lanewise::mdspan_like<tensor<float>> &&
              !lanewise::mdspan_like<float>);
static_assert(lanewise::any_viewable<const matrix&, lanewise::any_tensor_view>);
static_assert(!lanewise::any_viewable<span_like<const float, 2>, lanewise::any_tensor_view>);

TEST(Mdspan, BecomesAViewOfTheSameElements) {
    std::vector<float> data(12);
    std::iota(data.begin(), data.end(), 0.0f);
    const matrix m(data.data(), {2, 3}, {1, 4});
    const tensor_view<float> v = from_mdspan(m);
    EXPECT_EQ(v.data(), data.data());
    EXPECT_EQ(v.extents(), (extents{2, 3}));
    EXPECT_EQ(v.strides(), (strides{1, 4}));
    EXPECT_EQ(v(1, 2), 9.0f);
}

TEST(Mdspan, OfConstElementsIsOnlyRead) {
    const std::vector<double> data = {1, 2, 3};
    const span_like<const double, 1, const double&, int> m(data.data(), {3}, {1});
    static_assert(std::is_same_v<decltype(from_mdspan(m)), tensor_view<const double>>);
    EXPECT_EQ(lanewise::subtract(m, 1)(2), 2.0);
}

TEST(Mdspan, IsAnOperandOfEveryOperator) {
    std::vector<float> data = {1, 2, 3, 4, 5, 6};
    std::vector<float> result(6);
    const matrix transposed(data.data(), {3, 2}, {1, 3});
    const matrix out(result.data(), {3, 2}, {2, 1});
    lanewise::subtract(transposed, 1, out);
    EXPECT_EQ(result, (std::vector<float>{0, 3, 1, 4, 2, 5}));
    lanewise::pow(out, 2, out);
    EXPECT_EQ(result, (std::vector<float>{0, 9, 1, 16, 4, 25}));
    lanewise::difference_square(transposed, out, out);
    EXPECT_EQ(result, (std::vector<float>{1, 25, 1, 121, 1, 361}));
    const tensor<float> made = lanewise::subtract(out, transposed);
    EXPECT_EQ(made(2, 1), 355.0f);
    const matrix narrow(data.data(), {3, 1}, {1, 1});
    EXPECT_EQ(lanewise::try_subtract(narrow, 0, out).code(), status_code::output_shape_mismatch);
}

TEST(Mdspan, IsCopiedAndCast) {
    std::vector<float> data = {1, 2, 3, 4, 5, 6};
    std::vector<float> result(6);
    const matrix transposed(data.data(), {3, 2}, {1, 3});
    const matrix out(result.data(), {3, 2}, {2, 1});
    lanewise::copy(transposed, out);
    EXPECT_EQ(result, (std::vector<float>{1, 4, 2, 5, 3, 6}));
    lanewise::copy(7, out);
    EXPECT_EQ(result, std::vector<float>(6, 7));
    tensor<std::int16_t> integers({3, 2});
    lanewise::cast(transposed, integers);
    EXPECT_EQ(integers(2, 1), 6);
    lanewise::cast(integers, out);
    EXPECT_EQ(result[1], 4);
    const matrix unstrided(data.data(), {3, 2}, {1, 3}, false);
    EXPECT_REFUSED(lanewise::copy(unstrided, out), status_code::unsupported_tensor,
                   "mdspan: v: the layout is not strided");
    EXPECT_REFUSED(lanewise::cast(integers, unstrided), status_code::unsupported_tensor,
                   "mdspan: out: the layout is not strided");
}

TEST(Mdspan, OfRankZeroHasNoStridesToAskFor) {
    double value = 2.5;
    const span_like<double, 0> m(&value, {}, {});
    const auto v = from_mdspan(m);
    EXPECT_EQ(v.rank(), 0);
    EXPECT_EQ(v(), 2.5);
}

TEST(Mdspan, OfEightAxesIsTheLargest) {
    int value = 7;
    const span_like<int, 8> m(&value, {1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1});
    EXPECT_EQ(from_mdspan(m).rank(), 8);
}

/// One whose layout maps the indices 0 to the last element.
struct reversed_span : span_like<int, 1, int&, int> {
    using span_like::span_like;
    auto mapping() const {
        return [last = extent(0) - 1](std::size_t i) { return last - static_cast<int>(i); };
    }
};

TEST(Mdspan, BeginsWhereItsLayoutDoes) {
    int data[] = {90, 1, 2, 3, 91};
    const reversed_span m(data + 1, {3}, {-1});
    EXPECT_EQ(from_mdspan(m).data(), data + 3);
    lanewise::subtract(m, std::vector<int>{10, 20, 30}, m);
    EXPECT_EQ(std::vector<int>(std::begin(data), std::end(data)), (std::vector<int>{90, -29, -18, -7, 91}));
    EXPECT_EQ(from_mdspan(reversed_span(data, {0}, {-1})).data(), data) << "no element to ask for";
    EXPECT_EQ(from_mdspan(reversed_span(nullptr, {3}, {-1})).data(), nullptr);
}

TEST(Mdspan, WithoutStridesIsRefused) {
    float value = 0;
    const matrix m(&value, {1, 1}, {1, 1}, false);
    EXPECT_REFUSED(from_mdspan(m), status_code::unsupported_tensor, "mdspan: the layout is not strided");
    tensor_view<float> result(nullptr, extents{0});
    EXPECT_EQ(try_from_mdspan(m, result).code(), status_code::unsupported_tensor);
    EXPECT_EQ(result.data(), nullptr);
    EXPECT_EQ(lanewise::view_adapter<matrix>::check(m).code(), status_code::unsupported_tensor);
    lanewise::const_any_view any;
    EXPECT_EQ(lanewise::any_view_adapter<matrix>::try_view(m, any).code(), status_code::unsupported_tensor);
    const status as_operand = lanewise::detail::check_views("x", "y", tensor_view<float>(&value, extents{}), 2, m);
    EXPECT_EQ(as_operand.message(), "mdspan: y: the layout is not strided");
    EXPECT_STREQ(as_operand.operand(), "y");
    EXPECT_TRUE(lanewise::any_view_adapter<matrix>::try_view(matrix(&value, {1, 1}, {1, 1}), any));
    EXPECT_EQ(any.data, &value);
}

TEST(Mdspan, ExtentsBeyond63BitsAreRefused) {
    float value = 0;
    constexpr auto huge = std::numeric_limits<std::size_t>::max();
    EXPECT_REFUSED(from_mdspan(matrix(&value, {2, huge}, {1, 1})), status_code::negative_extent,
                   "mdspan: axis 1: extent -1 is negative");
    EXPECT_REFUSED(from_mdspan(matrix(&value, {huge / 2, 3}, {0, 0})), status_code::size_overflow,
                   "mdspan: the number of elements does not fit in 63 bits");
    EXPECT_EQ(from_mdspan(matrix(nullptr, {0, huge / 2}, {1, 1})).size(), 0);
}

} // namespace
} // namespace lanewise_test
