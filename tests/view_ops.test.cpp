// Views of views, each against an independent account of which element an index of the result names.

#include "support/indices.hpp"
#include "support/refusal.hpp"

#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;
using lanewise::tensor_view;

using optional_index = std::optional<index_t>;

/// Elements 0, 1, 2, ... in row-major order.
tensor<int> counting(const extents& shape) {
    tensor<int> t(shape);
    std::iota(t.begin(), t.end(), 0);
    return t;
}

/// A view's elements in row-major order of its indices.
template <class T>
std::vector<int> elements(const tensor_view<T>& v) {
    std::vector<int> result;
    for_each_index(to_vector(v.extents()),
                   [&](const auto& index) { result.push_back(v.data()[offset_of(index, to_vector(v.strides()))]); });
    return result;
}

using ints = std::vector<int>;

TEST(ViewOps, TransposeReversesTheAxes) {
    const auto t = counting({2, 3, 4});
    const auto v = transpose(t);
    EXPECT_EQ(v.extents(), (extents{4, 3, 2}));
    for (index_t i = 0; i < 2; ++i) {
        for (index_t j = 0; j < 3; ++j) {
            for (index_t k = 0; k < 4; ++k) EXPECT_EQ(v(k, j, i), t(i, j, k));
        }
    }
    EXPECT_EQ(transpose(tensor_view<const int>(t.data(), extents{})).rank(), 0);
}

TEST(ViewOps, PermuteTakesAxesInTheGivenOrder) {
    const auto t = counting({2, 3, 4});
    const auto v = permute(t, {2, 0, -2});
    EXPECT_EQ(v.extents(), (extents{4, 2, 3}));
    for (index_t i = 0; i < 2; ++i) {
        for (index_t j = 0; j < 3; ++j) {
            for (index_t k = 0; k < 4; ++k) EXPECT_EQ(v(k, i, j), t(i, j, k));
        }
    }
    EXPECT_EQ(elements(permute(t, {0, 1, 2})), elements(t.view()));
}

TEST(ViewOps, PermuteRefusesWhatIsNoPermutation) {
    const auto t = counting({2, 3, 4});
    for (const auto& order : {strides{0, 1}, strides{0, 1, 1}, strides{0, 1, 3}, strides{0, 1, -4}, strides{2, 0, -1},
                              strides{0, 1, 2, 3}}) {
        EXPECT_EQ(refusal([&] { static_cast<void>(permute(t, order)); }).code(), status_code::bad_axis) << show(order);
    }
    EXPECT_REFUSED(permute(t, {0, 3, 1}), status_code::bad_axis,
                   "permute: axis 3 is out of range for a view of rank 3");
    EXPECT_REFUSED(permute(t, {1, 0, -2}), status_code::bad_axis, "permute: axis 1 is named twice");
    EXPECT_REFUSED(permute(t, {0}), status_code::bad_axis, "permute: the order names 1 axis, the view has rank 3");
    EXPECT_REFUSED(permute(t, {0, 1}), status_code::bad_axis, "permute: the order names 2 axes, the view has rank 3");
}

/// v[start:stop:step] by walking: from the first element inside, until stop or the end.
ints sliced(index_t n, optional_index start, optional_index stop, index_t step) {
    const auto from_end = [n](index_t bound) { return bound < 0 ? bound + n : bound; };
    ints result;
    if (step > 0) {
        index_t i = std::max<index_t>(start ? from_end(*start) : 0, 0);
        for (; i < n && (!stop || i < from_end(*stop)); i += step) result.push_back(static_cast<int>(i));
    } else {
        index_t i = std::min(start ? from_end(*start) : n - 1, n - 1);
        for (; i >= 0 && (!stop || i > from_end(*stop)); i += step) result.push_back(static_cast<int>(i));
    }
    return result;
}

TEST(ViewOps, SliceTakesTheElementsThatNumPyTakes) {
    std::vector<optional_index> bounds = {std::nullopt};
    for (index_t bound = -7; bound <= 7; ++bound) bounds.emplace_back(bound);
    for (index_t n = 0; n <= 5; ++n) {
        const auto t = counting({n});
        for (const auto& start : bounds) {
            for (const auto& stop : bounds) {
                for (const index_t step : {1, 2, 3, 7, -1, -2, -3, -7}) {
                    const auto v = slice(t, 0, start, stop, step);
                    ASSERT_EQ(elements(v), sliced(n, start, stop, step))
                        << n << " elements, " << start.value_or(99) << ":" << stop.value_or(99) << ":" << step;
                }
            }
        }
    }
}

TEST(ViewOps, SliceOfAnExample) {
    const auto t = counting({3, 10});
    EXPECT_EQ(elements(slice(slice(t, 0, 1, 2), 1, 2, 8, 3)), (ints{12, 15}));
    EXPECT_EQ(elements(slice(slice(t, 0, -1, std::nullopt), -1, 7, 1, -2)), (ints{27, 25, 23}));
    EXPECT_EQ(elements(slice(slice(t, 0, std::nullopt, std::nullopt, -2), 1, 4, 5)), (ints{24, 4}));
}

TEST(ViewOps, SliceTakesTheWidestNumbersThereAre) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    constexpr index_t lowest = std::numeric_limits<index_t>::min();
    const auto t = counting({4});
    EXPECT_EQ(elements(slice(t, 0, lowest, largest, largest)), ints{0});
    EXPECT_EQ(elements(slice(t, 0, largest, lowest, lowest)), ints{3});
    EXPECT_EQ(elements(slice(t, 0, largest, lowest, -1)), (ints{3, 2, 1, 0}));
    EXPECT_EQ(elements(slice(t, 0, lowest, largest)), (ints{0, 1, 2, 3}));
}

TEST(ViewOps, SliceRefusesStepZeroAndAnAxisThatIsNotThere) {
    const auto t = counting({4, 2});
    EXPECT_REFUSED(slice(t, 1, 0, 1, 0), status_code::bad_step, "slice: axis 1: the step is 0");
    EXPECT_REFUSED(slice(t, 2, 0, 1), status_code::bad_axis, "slice: axis 2 is out of range for a view of rank 2");
    EXPECT_REFUSED(slice(t, -3, 0, 1), status_code::bad_axis, "slice: axis -3 is out of range for a view of rank 2");
}

TEST(ViewOps, FlipReversesOneAxis) {
    const auto t = counting({2, 3});
    EXPECT_EQ(elements(flip(t, 0)), (ints{3, 4, 5, 0, 1, 2}));
    EXPECT_EQ(elements(flip(t, -1)), (ints{2, 1, 0, 5, 4, 3}));
    EXPECT_EQ(elements(flip(flip(t, 1), 1)), elements(t.view()));
    EXPECT_REFUSED(flip(t, 2), status_code::bad_axis, "flip: axis 2 is out of range for a view of rank 2");
}

TEST(ViewOps, ExpandAddsAnAxisOfExtentOne) {
    const auto t = counting({2, 3});
    EXPECT_EQ(expand(t, 0).extents(), (extents{1, 2, 3}));
    EXPECT_EQ(expand(t, 1).extents(), (extents{2, 1, 3}));
    EXPECT_EQ(expand(t, 2).extents(), (extents{2, 3, 1}));
    EXPECT_EQ(expand(t, -1).extents(), (extents{2, 3, 1}));
    EXPECT_EQ(expand(t, -3).extents(), (extents{1, 2, 3}));
    EXPECT_EQ(elements(expand(t, 1)), elements(t.view()));
    EXPECT_REFUSED(expand(t, 3), status_code::bad_axis, "expand: axis 3 is out of range for a result of rank 3");
    EXPECT_EQ(refusal([&] { static_cast<void>(expand(t, -4)); }).code(), status_code::bad_axis);
    const auto eight = counting({1, 1, 1, 1, 1, 1, 1, 1});
    EXPECT_REFUSED(expand(eight, 0), status_code::rank_out_of_range, "expand: rank 9 is more than 8");
    const auto seven = counting({1, 2, 1, 2, 1, 2, 1});
    EXPECT_EQ(expand(seven, 0).rank(), 8);
    EXPECT_EQ(elements(expand(seven, 0)), elements(seven.view()));
}

TEST(ViewOps, SqueezeDropsAnAxisOfExtentOne) {
    const auto t = counting({1, 2, 1, 3});
    EXPECT_EQ(squeeze(t, 0).extents(), (extents{2, 1, 3}));
    EXPECT_EQ(squeeze(t, -2).extents(), (extents{1, 2, 3}));
    EXPECT_EQ(elements(squeeze(squeeze(t, 2), 0)), elements(t.view()));
    EXPECT_REFUSED(squeeze(t, 4), status_code::bad_axis, "squeeze: axis 4 is out of range for a view of rank 4");
    EXPECT_REFUSED(squeeze(t, -1), status_code::shape_mismatch,
                   "squeeze: axis 3: the view has extent 3, only an axis of extent 1 can be dropped");
    const auto refused = refusal([&] { static_cast<void>(squeeze(t, 3)); });
    EXPECT_STREQ(refused.operand(), "");
    EXPECT_EQ(refused.axis(), 3);
    EXPECT_EQ(refused.first(), 3);
}

TEST(ViewOps, BroadcastToRepeatsAxes) {
    const auto t = counting({2, 1, 3});
    const auto v = broadcast_to(t, {2, 2, 4, 3});
    EXPECT_EQ(v.extents(), (extents{2, 2, 4, 3}));
    for_each_index({2, 2, 4, 3},
                   [&](const auto& i) { ASSERT_EQ(v(i[0], i[1], i[2], i[3]), t(i[1], 0, i[3])) << show(i); });
    const auto one = counting({1});
    const auto number = counting({});
    EXPECT_EQ(broadcast_to(one, {0}).size(), 0);
    EXPECT_EQ(elements(broadcast_to(number, {3})), (ints{0, 0, 0}));
}

TEST(ViewOps, BroadcastToRefusesWhatDoesNotRepeat) {
    const auto t = counting({2, 3});
    EXPECT_REFUSED(broadcast_to(t, {3}), status_code::shape_mismatch,
                   "broadcast_to: the view has rank 2, the target has rank 1: shapes (2, 3) and (3)");
    EXPECT_EQ(refusal([&] { static_cast<void>(broadcast_to(t, {2, 1})); }).code(), status_code::shape_mismatch);
    EXPECT_REFUSED(broadcast_to(t, {5, 4, 3}), status_code::shape_mismatch,
                   "broadcast_to: axis 1: the view has extent 2, the target has extent 4 (axis 0 of the view): "
                   "shapes (2, 3) and (5, 4, 3)");
    const auto refused = refusal([&] { static_cast<void>(broadcast_to(t, {5, 4, 3})); });
    EXPECT_STREQ(refused.operand(), "");
    EXPECT_EQ(refused.axis(), 1);
    EXPECT_EQ(refused.first(), 2);
    EXPECT_EQ(refused.second(), 4);
}

TEST(ViewOps, KeepWhetherElementsMayBeWritten) {
    auto t = counting({2, 2});
    const auto& fixed = t;
    EXPECT_TRUE((std::is_same_v<decltype(transpose(t)), tensor_view<int>>));
    EXPECT_TRUE((std::is_same_v<decltype(transpose(fixed)), tensor_view<const int>>));
    transpose(t)(0, 1) = 9;
    EXPECT_EQ(t(1, 0), 9);
}

TEST(ViewOps, AnEmptyViewOfNullStaysOne) {
    const tensor_view<int> v(nullptr, extents{4, 0}, strides{1, 1});
    EXPECT_EQ(slice(v, 0, 1, 3).data(), nullptr);
    EXPECT_EQ(slice(v, 0, 1, 3).extents(), (extents{2, 0}));
    EXPECT_EQ(slice(v, 1, std::nullopt, std::nullopt, -1).size(), 0);
    EXPECT_EQ(flip(v, 0).data(), nullptr);
    EXPECT_EQ(transpose(v).data(), nullptr);
    EXPECT_EQ(broadcast_to(v, {2, 4, 0}).data(), nullptr);
}

TEST(ViewOps, AnEmptyViewKeepsItsPointer) {
    int value = 5;
    const tensor_view<int> v(&value, extents{4, 0}, strides{index_t{1} << 62, 1});
    EXPECT_EQ(slice(v, 0, 1, 2).data(), &value);
    EXPECT_EQ(slice(v, 0, 3, 1, -2).data(), &value);
    EXPECT_EQ(flip(tensor_view<int>(&value, extents{4, 0}, strides{3, 1}), 0).data(), &value);
}

TEST(ViewOps, TheStridesOfAnEmptyViewMayBeAnything) {
    const tensor_view<double> view(nullptr, {0, 5}, strides{1, index_t{1} << 61});
    EXPECT_EQ(flip(view, 1).extents(), (extents{0, 5}));
    EXPECT_EQ(slice(view, 1, std::nullopt, std::nullopt, 2).extents(), (extents{0, 3}));
}

TEST(ViewOps, TheStrideOfASingleElementMayBeAnything) {
    int value = 5;
    const tensor_view<int> v(&value, extents{1}, strides{std::numeric_limits<index_t>::min()});
    EXPECT_EQ(flip(v, 0)(0), 5);
    EXPECT_EQ(slice(v, 0, std::nullopt, std::nullopt, -1)(0), 5);
    // Negating the lowest stride would overflow, so an axis without an order to reverse is left as it is.
    EXPECT_EQ(flip(tensor_view<int>(&value, extents{1}, strides{3}), 0).stride(0), 3);
    EXPECT_EQ(flip(tensor_view<int>(&value, extents{0}, strides{3}), 0).stride(0), 3);
}

TEST(ViewOps, ReshapeKeepsTheElementsAndTheirOrder) {
    const auto t = counting({2, 3, 4});
    for (const auto& shape :
         {extents{24}, extents{4, 6}, extents{2, 3, 4}, extents{1, 24, 1}, extents{3, 2, 2, 2, 1}}) {
        const auto v = reshape(t, shape);
        EXPECT_EQ(v.extents(), shape);
        EXPECT_EQ(elements(v), elements(t.view())) << show(shape);
    }
    const auto number = counting({});
    EXPECT_EQ(reshape(number, {1, 1}).rank(), 2);
    EXPECT_EQ(reshape(reshape(number, {1, 1}), {}).rank(), 0);
    EXPECT_EQ(reshape(t, std::vector<int>{6, 4}).extents(), (extents{6, 4}));
}

TEST(ViewOps, ReshapeWorksOutOneExtent) {
    const auto t = counting({2, 3, 4});
    EXPECT_EQ(reshape(t, {-1}).extents(), (extents{24}));
    EXPECT_EQ(reshape(t, {-1, 4}).extents(), (extents{6, 4}));
    EXPECT_EQ(reshape(t, {3, -1, 2}).extents(), (extents{3, 4, 2}));
    EXPECT_EQ(reshape(t, {24, -1}).extents(), (extents{24, 1}));
    EXPECT_EQ(elements(reshape(t, {3, -1})), elements(t.view()));
    const auto empty = counting({0, 3});
    EXPECT_EQ(reshape(empty, {-1}).extents(), extents{0});
    EXPECT_EQ(reshape(empty, {-1, 5}).extents(), (extents{0, 5}));
}

TEST(ViewOps, ReshapeRefusesAnotherNumberOfElements) {
    const auto t = counting({3, 4});
    const auto empty = counting({0, 3});
    const auto mismatch = status_code::shape_mismatch;
    EXPECT_REFUSED(reshape(t, {5, 2}), mismatch, "reshape: the view's number of elements is 12, the new shape's is 10");
    EXPECT_REFUSED(reshape(t, {}), mismatch, "reshape: the view's number of elements is 12, the new shape's is 1");
    EXPECT_REFUSED(reshape(empty, {1}), mismatch, "reshape: the view's number of elements is 0, the new shape's is 1");
    EXPECT_REFUSED(reshape(t, {-1, 5}), mismatch, "reshape: the view's number of elements is 12, not a multiple of 5");
    EXPECT_REFUSED(reshape(t, {-1, 0}), mismatch, "reshape: the view's number of elements is 12, not a multiple of 0");
    EXPECT_REFUSED(reshape(empty, {0, -1}), mismatch,
                   "reshape: axis 1: the extent is -1, which may stand for any number beside an extent of 0");
    EXPECT_REFUSED(reshape(t, {-1, 3, -1}), status_code::negative_extent,
                   "reshape: axis 2: the extent is -1, as is that of axis 0");
    EXPECT_REFUSED(reshape(t, {3, -4}), status_code::negative_extent, "reshape: axis 1: extent -4 is negative");
    EXPECT_REFUSED(reshape(t, {index_t{1} << 32, index_t{1} << 31}), status_code::size_overflow,
                   "reshape: the new shape's number of elements does not fit in 63 bits");
    EXPECT_REFUSED(reshape(t, {1, 1, 1, 1, 1, 1, 1, 1, 1}), status_code::rank_out_of_range,
                   "axis_list: rank 9 is more than 8");
}

TEST(ViewOps, ReshapeRefusesWhatIsNotPacked) {
    const auto t = counting({2, 3, 4});
    const auto mismatch = status_code::shape_mismatch;
    EXPECT_REFUSED(reshape(slice(t, 1, 0, 3, 2), {-1}), mismatch,
                   "reshape: axis 1: the view is not packed there: its stride is 8, not 4");
    EXPECT_REFUSED(reshape(slice(t, 1, 0, 2), {-1}), mismatch,
                   "reshape: axis 0: the view is not packed there: its stride is 12, not 8");
    EXPECT_REFUSED(reshape(transpose(t), {-1}), mismatch,
                   "reshape: axis 1: the view is not packed there: its stride is 4, not 24");
    EXPECT_REFUSED(reshape(flip(t, 2), {-1}), mismatch,
                   "reshape: axis 1: the view is not packed there: its stride is 4, not -4");
    EXPECT_REFUSED(reshape(broadcast_to(t, {5, 2, 3, 4}), {-1}), mismatch,
                   "reshape: axis 0: the view is not packed there: its stride is 0, not 24");
    const tensor_view<const int> huge(t.data(), {index_t{1} << 32, index_t{1} << 31}, strides{0, 0});
    EXPECT_REFUSED(reshape(huge, {-1}), status_code::size_overflow,
                   "reshape: the view's number of elements does not fit in 63 bits");
}

/// Whether there are strides with which `shape` names `values`, where elements lie, in row-major order.
bool some_strides_name(const ints& values, const std::vector<index_t>& shape) {
    index_t count = 1;
    std::vector<index_t> step(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; count *= shape[i]) {
        if (shape[i] > 1) step[i] = values[static_cast<std::size_t>(count)] - values[0];
    }
    bool all = true;
    std::size_t at = 0;
    for_each_index(shape, [&](const auto& index) { all = all && values[at++] == values[0] + offset_of(index, step); });
    return all;
}

// Parts, every second, backwards and permuted axes of an array of 2 x 3 x 4 x 4, against every shape of as many elements.
TEST(ViewOps, ReshapeDoesWhatStridesCan) {
    const auto t = counting({2, 3, 4, 4});
    int reshaped = 0;
    int refused = 0;
    for (int form = 0; form < 256; ++form) {
        auto v = t.view();
        for (int axis = 0; axis < 4; ++axis) {
            const int how = form >> (2 * axis) & 3;
            if (how == 1) v = flip(v, axis);
            if (how == 2) v = slice(v, axis, 0, 2);
            if (how == 3) v = slice(v, axis, 0, std::nullopt, 3);
        }
        if (form % 3 == 1) v = permute(v, {2, 3, 0, 1});
        if (form % 3 == 2) v = permute(v, {0, 2, 1, 3});
        const ints values = elements(v);
        const auto n = static_cast<index_t>(values.size());
        for (index_t a = 1; a <= n; ++a) {
            for (index_t b = 1; n % a == 0 && b <= n / a; ++b) {
                if (n / a % b != 0) continue;
                const std::vector<index_t> shape{a, b, n / a / b};
                try {
                    ASSERT_EQ(elements(reshape(v, shape)), values);
                    ++reshaped;
                } catch (const lanewise::error& e) {
                    ASSERT_FALSE(some_strides_name(values, shape)) << e.what();
                    ++refused;
                }
            }
        }
    }
    EXPECT_GT(reshaped, 500);
    EXPECT_GT(refused, 1000);
}

TEST(ViewOps, ReshapeJoinsAndSplitsAxesOfAPart) {
    std::vector<float> image(480 * 640 * 3);
    const auto part = slice(tensor_view(image, {480, 640, 3}), 1, 100, 200);
    EXPECT_EQ(reshape(part, {480, 300}).strides(), (strides{1920, 1}));
    EXPECT_EQ(reshape(part, {480, 100, 3, 1}).strides(), (strides{1920, 3, 1, 1}));
    EXPECT_EQ(reshape(part, {2, 240, -1}).data(), part.data());
    EXPECT_REFUSED(reshape(part, {-1, 3}), status_code::shape_mismatch,
                   "reshape: axis 0: the view is not packed there: its stride is 1920, not 300");
}

TEST(ViewOps, ReshapeDoesNotMindStridesThatReachNoElement) {
    auto t = counting({2, 6});
    const tensor_view<int> ones(t.data(), {2, 1, 6, 1}, strides{6, 77, 1, -5});
    EXPECT_EQ(elements(reshape(ones, {3, 4})), elements(t.view()));
    const tensor_view<int> empty(nullptr, {2, 0, 3}, strides{5, -9, 7});
    EXPECT_EQ(reshape(empty, {0, 8}).extents(), (extents{0, 8}));
    EXPECT_EQ(reshape(empty, {0, 8}).data(), nullptr);
    EXPECT_EQ(elements(reshape(slice(t, 0, 1, 2), {2, 3})), (ints{6, 7, 8, 9, 10, 11}));
}

TEST(ViewOps, RefuseToReachBeyond63Bits) {
    constexpr index_t lowest = std::numeric_limits<index_t>::min();
    constexpr index_t far = index_t{1} << 61;
    int value = 5;
    const tensor_view<int> v(&value, {3}, strides{far});
    EXPECT_REFUSED(flip(v, 0), status_code::size_overflow,
                   "flip: axis 0: the view has extent 3 and stride 2305843009213693952: its byte offsets do not fit in "
                   "63 bits");
    EXPECT_STREQ(refusal([&] { static_cast<void>(flip(v, 0)); }).operand(), "") << "none of an operator's";
    EXPECT_EQ(refusal([&] { static_cast<void>(slice(v, 0, 1, 2)); }).code(), status_code::size_overflow);
    EXPECT_EQ(refusal([&] { static_cast<void>(slice(v, 0, 0, 3, 2)); }).code(), status_code::size_overflow);
    const const_any_view bytes{dtype::int8, &value, {2}, {lowest}};
    EXPECT_EQ(refusal([&] { static_cast<void>(flip(bytes, 0)); }).code(), status_code::size_overflow);
    EXPECT_EQ(slice(bytes, 0, 0, 1).extents, extents{1});
    const const_any_view apart{dtype::int8, &value, {4}, {far * 2}};
    EXPECT_REFUSED(
        reshape(apart, {2, 2}), status_code::size_overflow,
        "reshape: axis 0: the view has extent 4 and stride 4611686018427387904: its byte offsets do not fit in "
        "63 bits");
    const tensor_view<int> ints_apart(&value, {4}, strides{far / 2});
    EXPECT_EQ(refusal([&] { static_cast<void>(reshape(ints_apart, {2, 2})); }).code(), status_code::size_overflow);
    EXPECT_EQ(reshape(ints_apart, {1, 4, 1}).strides()[1], far / 2);
}

TEST(ViewOps, LeaveANullPointerForTheOperatorsToRefuse) {
    const const_any_view any{dtype::float32, nullptr, {4, 5}, {5, 1}};
    EXPECT_EQ(slice(any, 0, 2, 3).data, nullptr);
    EXPECT_EQ(flip(tensor_view<int>(nullptr, extents{4}), 0).data(), nullptr);
}

} // namespace
} // namespace lanewise_test
