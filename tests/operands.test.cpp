// What may stand for a tensor, and which dtype a result has that nobody made room for.

#include "support/compiled_operations.hpp"
#include "support/executors.hpp"
#include "support/refusal.hpp"

#include <lanewise/lanewise.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::tensor;
using lanewise::tensor_view;

template <class T>
std::vector<double> values(const tensor<T>& t) {
    return std::vector<double>(t.begin(), t.end());
}

using numbers = std::vector<double>;

template <class Expected, class T>
constexpr bool holds = std::is_same_v<T, tensor<Expected>>;

TEST(Operands, ContiguousRangesHaveRankOne) {
    const std::vector<float> a{5, 7, 9};
    const std::array<float, 3> b{1, 2, 4};
    float c[3] = {};
    std::vector<float> out(3);
    lanewise::subtract(a, b, out);
    EXPECT_EQ(out, (std::vector<float>{4, 5, 5}));
    lanewise::subtract(std::span(a), 1, c);
    EXPECT_EQ(c[2], 8);
    lanewise::subtract(std::vector<float>{1, 1, 1}, b, std::span(out));
    EXPECT_EQ(out, (std::vector<float>{0, -1, -3}));

    const auto rows = lanewise::subtract(tensor<float>::of({{10, 20, 30}, {40, 50, 60}}), b);
    EXPECT_EQ(rows.extents(), (lanewise::extents{2, 3}));
    EXPECT_EQ(values(rows), (numbers{9, 18, 26, 39, 48, 56}));
}

/// A range that shares its elements until somebody asks for some to write, as Qt's do.
class shared_range {
public:
    explicit shared_range(std::size_t size) : elements_(std::make_shared<std::vector<float>>(size, 1.0F)) {}

    float* begin() {
        if (elements_.use_count() > 1) elements_ = std::make_shared<std::vector<float>>(*elements_);
        return elements_->data();
    }
    float* end() { return begin() + size(); }
    const float* begin() const { return elements_->data(); }
    const float* end() const { return begin() + size(); }
    std::size_t size() const { return elements_->size(); }

private:
    std::shared_ptr<std::vector<float>> elements_;
};

TEST(Operands, RangesThatShareElementsAreWrittenApart) {
    const shared_range a(4);
    shared_range b = a;
    lanewise::subtract(a, 3, b);
    EXPECT_EQ(*a.begin(), 1);
    EXPECT_EQ(*b.begin(), -2);
    shared_range c = b;
    lanewise::pow(c, 2, c);
    EXPECT_EQ(*b.begin(), -2);
    EXPECT_EQ(*std::as_const(c).begin(), 4);
    shared_range d = c;
    lanewise::copy(7, d);
    EXPECT_EQ(*std::as_const(c).begin(), 4);
    lanewise::cast(a, d);
    EXPECT_EQ(*std::as_const(d).begin(), 1);
}

/// A tensor with a name of its own.
struct image : tensor<float> {
    using tensor<float>::tensor;
};

TEST(Operands, WhatIsDerivedFromATensorIsOne) {
    image a({2, 3});
    lanewise::copy(tensor<float>::of({{1, 2, 3}, {4, 5, 6}}), a);
    const auto result = lanewise::subtract(lanewise::transpose(a), 1);
    EXPECT_EQ(result.extents(), (lanewise::extents{3, 2}));
    EXPECT_EQ(values(result), (numbers{0, 3, 1, 4, 2, 5}));
    lanewise::subtract(a, a, a);
    EXPECT_EQ(lanewise::pow(a, 2).extents(), (lanewise::extents{2, 3}));
}

} // namespace

/// The inside of a matrix. Its members are those of the whole.
struct framed {
    tensor<float> whole{lanewise::extents{4, 4}};

    const lanewise::extents& extents() const { return whole.extents(); }
    const lanewise::strides& strides() const { return whole.strides(); }
    float* data() { return whole.data(); }
    const float* data() const { return whole.data(); }
};

/// What can be viewed only where it may be written.
struct handle {
    float* element;
};

/// What may have no elements yet, and no view then.
struct pending {
    std::vector<float> elements;
    mutable int views = 0;
};

} // namespace lanewise_test

template <>
struct lanewise::view_adapter<lanewise_test::pending> {
    static status check(const lanewise_test::pending& p) noexcept {
        extents none;
        const index_t missing = -1; // any status
        return p.elements.empty() ? extents::try_make({&missing, 1}, none) : status();
    }
    static tensor_view<const float> view(const lanewise_test::pending& p) noexcept {
        ++p.views;
        return {p.elements.data(), {3}};
    }
};
template <>
struct lanewise::view_adapter<lanewise_test::framed> {
    static tensor_view<float> view(lanewise_test::framed& f) { return {f.data() + 5, {2, 2}, {4, 1}}; }
    static tensor_view<const float> view(const lanewise_test::framed& f) { return {f.data() + 5, {2, 2}, {4, 1}}; }
};
template <>
struct lanewise::view_adapter<lanewise_test::handle> {
    static tensor_view<float> view(lanewise_test::handle& h) { return {h.element, {}}; }
};

namespace lanewise_test {
namespace {

TEST(Operands, AreViewedAsTheirAdapterSays) {
    framed a;
    lanewise::copy(5, a);
    EXPECT_EQ(values(a.whole), (numbers{0, 0, 0, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 0, 0, 0}));
    EXPECT_EQ(values(lanewise::subtract(a, tensor<float>::of({{1, 2}, {3, 4}}))), (numbers{4, 3, 2, 1}));
    float element = 0;
    handle out{&element};
    lanewise::subtract(7, 3, out);
    EXPECT_EQ(element, 4);
}

// The status names the operand where a call was given it, and view() is never called.
TEST(Operands, ThatHaveNoViewAreRefusedByEveryCallAndConversion) {
    const pending none{};
    const std::vector<float> three(3);
    const std::vector<float> seven(7);
    std::vector<float> out(3);
    const auto operand = [&](const auto& call) {
        const lanewise::status why = refusal(call);
        EXPECT_EQ(why.code(), lanewise::status_code::negative_extent);
        return std::string(why.operand());
    };
    EXPECT_EQ(operand([&] { lanewise::subtract(none, three, out); }), "a");
    EXPECT_EQ(operand([&] { return lanewise::subtract(none, three); }), "a");
    EXPECT_EQ(operand([&] { return lanewise::subtract(none, seven); }), "a");
    EXPECT_EQ(operand([&] { return lanewise::difference_square(seven, none); }), "b");
    EXPECT_EQ(operand([&] { return lanewise::subtract(none, none); }), "a");
    EXPECT_EQ(operand([&] { return lanewise::pow(seven, none); }), "y");
    EXPECT_EQ(operand([&] { return lanewise::transform([](auto x, auto y) { return x - y; }, none, 1); }), "a");
    EXPECT_EQ(operand([&] { return lanewise::copy(none); }), "v");
    EXPECT_EQ(operand([&] { return lanewise::cast<double>(none); }), "v");
    EXPECT_EQ(operand([&] { return tensor_view<const float>(none); }), "");
    EXPECT_EQ(operand([&] { return lanewise::transpose(none); }), "");
    EXPECT_EQ(none.views, 0);
    EXPECT_EQ(lanewise::copy(pending{three}).extents(), lanewise::extents{3});
}

TEST(Operands, RangesAreCopiedByLanewiseNotByStd) {
    const std::vector<float> a{1.5F, 300, -2};
    std::vector<float> out(3);
    lanewise::copy(four_threads(), a, out);
    EXPECT_EQ(out, a);
    std::vector<std::uint8_t> bytes(3);
    lanewise::cast(four_threads(), a, bytes);
    EXPECT_EQ(bytes, (std::vector<std::uint8_t>{2, 255, 0}));
    EXPECT_EQ(values(lanewise::copy(four_threads(), a)), (numbers{1.5, 300, -2}));
}

TEST(Operands, TwoNumbersAreStdPows) {
    using namespace lanewise;
    EXPECT_EQ(pow(2.0F, 3), 8);
}

TEST(Operands, RangesOfOtherLengthsAreRefused) {
    const std::vector<float> a(3);
    std::vector<float> out(2);
    EXPECT_REFUSED(lanewise::subtract(a, 1, out), lanewise::status_code::output_shape_mismatch,
                   "subtract: axis 0: the result has extent 3, out has extent 2");
}

TEST(Results, HaveTheDtypeThatWasAskedFor) {
    const auto pixels = tensor<std::uint8_t>::of({{0, 100, 255}});
    const auto squares = lanewise::difference_square<float>(pixels, std::vector<std::uint8_t>{255, 0, 0});
    static_assert(holds<float, std::remove_const_t<decltype(squares)>>);
    EXPECT_EQ(values(squares), (numbers{65025, 10000, 65025}));
    EXPECT_EQ(values(lanewise::difference_square(pixels, std::uint8_t{255})),
              (numbers{65025 % 256, 155 * 155 % 256, 0}))
        << "without, uint8 wraps";

    const auto gamma = lanewise::pow<float>(pixels, 0.5);
    static_assert(holds<float, std::remove_const_t<decltype(gamma)>>);
    EXPECT_EQ(gamma(0, 1), 10);

    const auto shifted = lanewise::subtract<float>(four_threads(), pixels, 0.5F);
    EXPECT_EQ(values(shifted), (numbers{-0.5, 99.5, 254.5}));
    const auto larger = lanewise::transform<float>([](auto x, auto y) { return xsimd::max(x, y); }, pixels, 7);
    EXPECT_EQ(values(larger), (numbers{7, 100, 255}));
}

TEST(Results, OfAnIntegralBaseTakeIntegralExponents) {
    const std::vector<std::uint8_t> pixels{0, 100, 255};
    EXPECT_EQ(values(lanewise::pow(pixels, 1.0)), (numbers{0, 100, 255}));
    EXPECT_REFUSED(
        lanewise::pow(pixels, 0.25), lanewise::status_code::scalar_out_of_range,
        "pow: y = 0.25 is not integral, and x has dtype uint8: name the result's dtype, as in pow<float>(x, y)");
    EXPECT_REFUSED(
        lanewise::pow(pixels, __builtin_nanf("")), lanewise::status_code::scalar_out_of_range,
        "pow: y = nan is not integral, and x has dtype uint8: name the result's dtype, as in pow<float>(x, y)");
    EXPECT_EQ(values(lanewise::pow<std::uint8_t>(pixels, 0.5)), (numbers{0, 10, 15})) << "who asks for it gets it";
}

TEST(Results, OfAPlainBaseAreNotTruncated) {
    const std::vector<float> exponents{0.5F, 2, -1};
    const auto powers = lanewise::pow(4, exponents);
    static_assert(holds<float, std::remove_const_t<decltype(powers)>>);
    EXPECT_EQ(values(powers), (numbers{2, 16, 0.25}));
}

} // namespace
} // namespace lanewise_test
