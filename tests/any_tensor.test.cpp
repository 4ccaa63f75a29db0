// Tensors that own elements of a dtype known at run time.

#include "support/refusal.hpp"

#include <lanewise/any_tensor.hpp>
#include <lanewise/float16.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::any_tensor;
using lanewise::any_tensor_view;
using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::index_t;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

/// 1, 2, 3, ... as int16.
any_tensor counting(const extents& shape) {
    any_tensor t(dtype::int16, shape);
    const auto packed = lanewise::reshape(t, {-1});
    for (index_t i = 0; i < t.size(); ++i) lanewise::typed<std::int16_t>(packed)(i) = static_cast<std::int16_t>(i + 1);
    return t;
}

TEST(AnyTensor, BeginsAsZerosOnACacheLine) {
    for (int type = 0; type < lanewise::dtype_count; ++type) {
        static_cast<void>(std::vector<char>(100000, 'x')); // memory that is likely to be used again
        const any_tensor t(static_cast<dtype>(type), {3, 5});
        EXPECT_EQ(t.type(), static_cast<dtype>(type));
        EXPECT_EQ(t.size(), 15);
        EXPECT_EQ(t.extents(), (extents{3, 5}));
        EXPECT_EQ(t.strides(), (strides{5, 1}));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % any_tensor::alignment, 0u);
        const auto* bytes = static_cast<const unsigned char*>(t.data());
        for (index_t i = 0; i < 15 * size_bytes(t.type()); ++i) ASSERT_EQ(bytes[i], 0) << name(t.type());
    }
}

TEST(AnyTensor, RankZeroIsOneElementAndAnEmptyOneHasNone) {
    EXPECT_EQ(any_tensor(dtype::float64, {}).size(), 1);
    const any_tensor empty(dtype::float64, {4, 0});
    EXPECT_EQ(empty.size(), 0);
    EXPECT_EQ(empty.data(), nullptr);
    EXPECT_EQ(any_tensor(empty).extents(), (extents{4, 0}));
}

TEST(AnyTensor, AsIsATypedViewIfThatIsTheDtype) {
    any_tensor t = counting({2, 3});
    t.as<std::int16_t>()(1, 0) = 40;
    const any_tensor& fixed = t;
    EXPECT_EQ(fixed.as<std::int16_t>()(1, 0), 40);
    EXPECT_EQ(t.as<const std::int16_t>()(1, 2), 6);
    static_assert(std::is_same_v<decltype(t.as<std::int16_t>()), tensor_view<std::int16_t>>);
    static_assert(std::is_same_v<decltype(fixed.as<std::int16_t>()), tensor_view<const std::int16_t>>);
    EXPECT_REFUSED(t.as<float>(), status_code::unsupported_dtype, "as: the view has dtype int16, not T's float32");
    EXPECT_REFUSED(fixed.as<lanewise::float16>(), status_code::unsupported_dtype,
                   "as: the view has dtype int16, not T's float16");
}

TEST(AnyTensor, IsCopiedDeeplyAndMovedCheaply) {
    any_tensor t = counting({2, 3});
    any_tensor copy = t;
    EXPECT_NE(copy.data(), t.data());
    copy.as<std::int16_t>()(0, 0) = -1;
    EXPECT_EQ(t.as<std::int16_t>()(0, 0), 1);
    EXPECT_EQ(copy.as<std::int16_t>()(1, 2), 6);

    const void* const data = t.data();
    any_tensor moved = std::move(t);
    EXPECT_EQ(moved.data(), data);
    EXPECT_EQ(moved.size(), 6);
    EXPECT_EQ(t.size(), 0);
    EXPECT_EQ(t.extents(), extents{0});
    EXPECT_EQ(t.type(), dtype::int16);

    any_tensor floats(dtype::float32, {7});
    floats = moved;
    EXPECT_EQ(floats.type(), dtype::int16);
    EXPECT_EQ(floats.size(), 6);
    EXPECT_EQ(floats.as<std::int16_t>()(1, 2), 6);
    floats = std::move(moved);
    EXPECT_EQ(floats.data(), data);
}

TEST(AnyTensor, ConvertsToViewsAndIsTakenForThem) {
    any_tensor t = counting({2, 3});
    const any_tensor& fixed = t;
    const any_tensor_view written = t;
    const const_any_view read = fixed;
    EXPECT_EQ(written.data, t.data());
    EXPECT_EQ(read.data, t.data());
    EXPECT_EQ(read.type, dtype::int16);
    EXPECT_EQ(read.extents, (extents{2, 3}));
    EXPECT_EQ(lanewise::typed<std::int16_t>(t)(1, 1), 5);
    const any_tensor_view turned = transpose(t);
    EXPECT_EQ(lanewise::typed<std::int16_t>(turned)(2, 1), 6);
    static_assert(std::is_same_v<decltype(transpose(fixed)), const_any_view>);
    static_assert(lanewise::any_viewable<any_tensor&, any_tensor_view> && lanewise::any_viewable<const any_tensor&> &&
                  !lanewise::any_viewable<const any_tensor&, any_tensor_view>);
    static_assert(std::is_convertible_v<any_tensor&, any_tensor_view> &&
                  std::is_convertible_v<any_tensor, const_any_view>);
    constexpr auto view_of = [](auto&& v) requires requires {
        static_cast<decltype(v)>(v).view();
    }
    {};
    static_assert(std::is_invocable_v<decltype(view_of), any_tensor&> &&
                  std::is_invocable_v<decltype(view_of), const any_tensor&> &&
                  !std::is_invocable_v<decltype(view_of), any_tensor> &&
                  !std::is_invocable_v<decltype(view_of), const any_tensor>);
    static_assert(!std::is_convertible_v<any_tensor, any_tensor_view> &&
                  !std::is_convertible_v<const any_tensor&, any_tensor_view>);
}

TEST(AnyTensor, RefusesNoDtypeAndTooManyBytes) {
    EXPECT_REFUSED(any_tensor(static_cast<dtype>(12), {2}), status_code::unsupported_dtype,
                   "any_tensor: the tensor has dtype number 12, which is none of the twelve");
    EXPECT_REFUSED(any_tensor(dtype::float64, {index_t{1} << 60}), status_code::size_overflow,
                   "any_tensor: the number of bytes does not fit in 63 bits");
    EXPECT_REFUSED(any_tensor(dtype::int8, {index_t{1} << 40, index_t{1} << 40}), status_code::size_overflow,
                   "any_tensor: the number of bytes does not fit in 63 bits");
}

} // namespace
} // namespace lanewise_test
