// copy and cast as calls. How an element is cast is held by detail/cast/cast_elements.test.cpp.

#include "support/elements.hpp"
#include "support/executors.hpp"
#include "support/lowered_limits.hpp"
#include "support/refusal.hpp"
#include "support/strided.hpp"

#include <lanewise/cast.hpp>
#include <lanewise/view_ops.hpp>

#include <algorithm>

namespace lanewise_test {
namespace {

using namespace lanewise;
using detail::cast_element;

template <class T>
tensor<T> counted(const extents& shape, int from = 1) {
    tensor<T> t(shape);
    int next = from;
    for (T& value : t) value = T(static_cast<float>(next++ % 251));
    return t;
}

template <class T>
bool same_bits(const tensor<T>& a, const tensor<T>& b) {
    return a.extents() == b.extents() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
}

TEST(Cast, RoundsAndClamps) {
    const std::vector<float> values = {0.5F, 1.5F, 2.5F, 254.5F, 255.5F, -0.5F, -3, 300, HUGE_VALF, -HUGE_VALF, NAN};
    const tensor<std::uint8_t> out = cast<std::uint8_t>(tensor_view(values, {11}));
    EXPECT_EQ(std::vector<int>(out.begin(), out.end()), (std::vector<int>{0, 2, 2, 254, 255, 0, 0, 255, 255, 0, 0}));
}

TEST(Cast, TakesPlainNumbersAsTheyAre) {
    tensor<std::uint8_t> bytes({2, 3});
    cast(300, bytes);
    EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(), [](int b) { return b == 255; }));
    cast(2.5, bytes);
    EXPECT_EQ(bytes(1, 2), 2);
    tensor<float> floats({70});
    cast(std::uint64_t{16777217}, floats);
    EXPECT_TRUE(std::all_of(floats.begin(), floats.end(), [](float f) { return f == 16777216; }));
}

TEST(Cast, ToTheSameDtypeIsACopy) {
    const tensor<float> a = counted<float>({3, 50});
    EXPECT_TRUE(same_bits(cast<float>(transpose(a)), copy(transpose(a))));
}

TEST(Copy, KeepsEveryBit) {
    for_each_type(all_types(), []<class T>(T) {
        std::vector<T> values(1 << 12);
        std::mt19937_64 random(1);
        for (T& value : values) value = from_bits<T>(random()); // signalling NaNs too
        const tensor_view<const T> forth(values, {1 << 12});
        tensor<T> out({1 << 12});
        copy(forth, out);
        EXPECT_EQ(std::memcmp(out.data(), values.data(), sizeof(T) * values.size()), 0);
        copy(flip(forth, 0), out);
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_EQ(bits_of(out(static_cast<index_t>(i))), bits_of(values[values.size() - 1 - i]));
    });
}

TEST(Copy, BroadcastsIntoOut) {
    const tensor<float> row = counted<float>({5});
    tensor<float> out({2, 3, 5});
    copy(row, out);
    EXPECT_EQ(out(1, 2, 4), 5);
    copy(7, out);
    EXPECT_EQ(out(1, 2, 4), 7);
    copy(counted<float>({3, 1}), out);
    EXPECT_EQ(out(1, 2, 4), 3);
    copy(counted<float>({3, 1}), out, {.broadcast = broadcast_rule::pdpd(1)});
    EXPECT_EQ(out(1, 2, 4), 3);
    copy(counted<float>({2}), out, {.broadcast = broadcast_rule::pdpd(0)});
    EXPECT_EQ(out(0, 2, 4), 1);
    EXPECT_EQ(out(1, 0, 0), 2);
    tensor<float> one({});
    copy(3, one);
    EXPECT_EQ(one(), 3);
    cast(std::uint8_t{4}, one);
    EXPECT_EQ(one(), 4);
}

TEST(Copy, OfNothingIsNothing) {
    const tensor<float> none({0, 3});
    EXPECT_EQ(copy(transpose(none)).extents(), (extents{3, 0}));
    tensor<std::uint8_t> out({2, 0, 3});
    EXPECT_TRUE(try_cast(none, out));
    EXPECT_TRUE(try_copy(1, out));
}

/// One random call, of any layout: every element of out is what it should be, and every byte between them what it was.
template <class T, class X>
void expect_layout(std::mt19937_64& random, const std::vector<index_t>& shape, index_t room) {
    std::vector<index_t> v_shape(shape.begin() + random_between(random, 0, static_cast<index_t>(shape.size())),
                                 shape.end());
    for (index_t& extent : v_shape) {
        if (random() % 5 == 0) extent = 1;
    }
    const layout in = random_layout(random, v_shape, room, true);
    const layout to = random_layout(random, shape, room, false);
    std::vector<X> values(static_cast<std::size_t>(room));
    for (X& value : values) value = cast_element<X>(static_cast<float>(static_cast<int>(random() % 1000) - 300) / 2);
    std::vector<T> out(static_cast<std::size_t>(room), T(99.0F));
    std::vector<T> expected = out;
    std::size_t i = 0;
    const std::vector<index_t> positions = to.positions(shape);
    if (!all_different(positions)) return;
    for_each_index(shape, [&](const auto& index) {
        std::vector<index_t> own(index.end() - static_cast<std::ptrdiff_t>(v_shape.size()), index.end());
        for (std::size_t k = 0; k < own.size(); ++k) {
            if (v_shape[k] == 1) own[k] = 0;
        }
        const X value = values[static_cast<std::size_t>(in.start + offset_of(own, in.strides))];
        expected[static_cast<std::size_t>(positions[i++])] = cast_element<T>(value);
    });
    const tensor_view<const X> v(values.data() + in.start, extents(v_shape), strides(in.strides));
    const tensor_view<T> view(out.data() + to.start, extents(shape), strides(to.strides));
    status s;
    if constexpr (std::is_same_v<T, X>) {
        s = try_copy(v, view);
    } else {
        s = try_cast(v, view);
    }
    ASSERT_TRUE(s) << s.message();
    ASSERT_EQ(std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)), 0)
        << show(v_shape) << ' ' << show(in.strides) << " to " << show(shape) << ' ' << show(to.strides);
}

template <class T, class X>
void expect_any_layout() {
    std::mt19937_64 random(1);
    for (const detail::call_limits& limits : {detail::call_limits(), tiles_alone(), all_streamed(), short_pieces(40)}) {
        const lowered_limits lowered(limits);
        for (int i = 0; i < 60; ++i) {
            expect_layout<T, X>(random, random_shape(random, 8, 200), 1000);
            if (i % 6 == 0) expect_layout<T, X>(random, random_large_shape(random, 6000), 60000);
        }
    }
}

TEST(Cast, IsTheSameInAnyLayout) {
    expect_any_layout<std::uint8_t, float>();
    expect_any_layout<float, std::uint8_t>();
    expect_any_layout<float16, double>();
    expect_any_layout<std::int16_t, std::int64_t>();
}

TEST(Copy, IsTheSameInAnyLayout) {
    expect_any_layout<std::uint8_t, std::uint8_t>();
    expect_any_layout<bfloat16, bfloat16>();
    expect_any_layout<float, float>();
    expect_any_layout<double, double>();
}

TEST(Cast, RunsOnThreads) {
    const tensor<float> a = counted<float>({300, 301});
    const tensor<std::uint8_t> expected = cast<std::uint8_t>(transpose(a));
    EXPECT_EQ(expected(5, 7), a(7, 5));
    EXPECT_TRUE(same_bits(cast<std::uint8_t>(four_threads(), transpose(a)), expected));
    EXPECT_TRUE(same_bits(copy(four_threads(), a), a));
    shuffled ex;
    tensor<std::uint8_t> out({301, 300});
    cast(transpose(a), out, {.executor = ex});
    EXPECT_TRUE(same_bits(out, expected));
    EXPECT_GT(ex.parts, 1U);
    tensor<float> packed({301, 300});
    copy(ex, transpose(a), packed);
    EXPECT_TRUE(same_bits(packed, copy(transpose(a))));
    EXPECT_TRUE(try_copy(ex, packed, packed));
    EXPECT_TRUE(try_cast(ex, a, tensor<double>({300, 301})));
    EXPECT_EQ(ex.calls, 4U);
}

TEST(Cast, UsesLentMemory) {
    const tensor<float> a = counted<float>({40, 50, 3});
    std::vector<std::byte> scratch(200000, std::byte{0x5a});
    const std::vector<std::byte> unused = scratch;
    tensor<std::uint8_t> out({3, 50, 40});
    cast(transpose(a), out, {.scratch = scratch});
    EXPECT_TRUE(scratch != unused);
    EXPECT_TRUE(same_bits(out, cast<std::uint8_t>(transpose(a))));
}

TEST(Cast, KnowsTheUsersOwnTypes) {
    const long long wide[] = {-5, 1LL << 40};
    EXPECT_EQ(cast<int>(tensor_view(wide, {2}))(1), INT32_MAX);
    const tensor<long long> same = copy(tensor_view(wide, {2}));
    EXPECT_EQ(same(1), 1LL << 40);
    EXPECT_EQ(cast<unsigned long>(tensor_view(wide, {2}))(0), 0U);
}

TEST(Copy, WorksInPlaceAndBetweenElements) {
    tensor<float> a = counted<float>({4, 6});
    const tensor<float> before = a;
    copy(a, a);
    EXPECT_TRUE(same_bits(a, before));
    copy(transpose(a), transpose(a));
    EXPECT_TRUE(same_bits(a, before));
    copy(slice(a, 1, 0, 6, 2), slice(a, 1, 1, 6, 2));
    for (index_t i = 0; i < 6; ++i) EXPECT_EQ(a(3, i), before(3, i / 2 * 2));
}

TEST(Copy, RefusesWhatSubtractRefuses) {
    tensor<float> a({6, 4});
    tensor<std::uint8_t> bytes({6, 4});
    EXPECT_REFUSED(copy(slice(a, 0, 0, 5), slice(a, 0, 1, 6)), status_code::partial_overlap,
                   "copy: out shares elements with v and is not the same view: pass another out, or a copy of v");
    EXPECT_REFUSED(copy(flip(a, 0), a), status_code::partial_overlap,
                   "copy: out shares elements with v and is not the same view: pass another out, or a copy of v");
    const tensor_view<std::int32_t> integers(reinterpret_cast<std::int32_t*>(a.data()), {6, 4});
    EXPECT_REFUSED(cast(a, integers), status_code::partial_overlap,
                   "cast: out shares elements with v and is not the same view: pass another out, or a copy of v");
    EXPECT_REFUSED(copy(1, tensor_view(a.data(), {6, 4}, {0, 1})), status_code::output_self_overlap,
                   "copy: axis 0: out's own elements overlap: extent 6, stride 0");
    EXPECT_REFUSED(cast(tensor<float>({6, 5}), bytes), status_code::shape_mismatch,
                   "cast: axis 1: out has extent 4, v has extent 5: shapes (6, 4) and (6, 5)");
    EXPECT_REFUSED(cast(tensor<float>({2, 6, 4}), bytes), status_code::output_shape_mismatch,
                   "cast: the result has rank 3, out has rank 2: shapes (2, 6, 4) and (6, 4)");
    EXPECT_REFUSED(copy(tensor<float>({4}), a, {.broadcast = broadcast_rule::none()}), status_code::shape_mismatch,
                   "copy: out has rank 2, v has rank 1: shapes (6, 4) and (4)");
    EXPECT_REFUSED(copy(tensor<float>({6}), a, {.broadcast = broadcast_rule::pdpd(3)}), status_code::bad_axis,
                   "copy: v at pdpd axis 3 reaches outside out: shapes (6) and (6, 4)");
    tensor<std::uint8_t> one({});
    EXPECT_REFUSED(copy(300, one), status_code::scalar_out_of_range,
                   "copy: v = 300 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(copy(300, bytes), status_code::scalar_out_of_range,
                   "copy: v = 300 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(cast(tensor_view<const float>(nullptr, {6, 4}), bytes), status_code::null_data,
                   "cast: v has 24 elements, but its data is null");
}

} // namespace
} // namespace lanewise_test
