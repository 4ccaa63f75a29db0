// What the operators on run-time dtypes take beside views, and what they make without out.

#include "support/refusal.hpp"

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/dlpack.hpp>
#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

#include "support/executors.hpp"

#include <limits>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::any_tensor;
using lanewise::any_tensor_view;
using lanewise::bfloat16;
using lanewise::const_any_view;
using lanewise::float16;
using lanewise::status_code;

/// An any_tensor of T with these elements.
template <class T>
any_tensor any_of(std::initializer_list<T> values) {
    any_tensor t(lanewise::dtype_of<T>, {static_cast<lanewise::index_t>(values.size())});
    lanewise::index_t i = 0;
    for (const T value : values) t.as<T>()(i++) = value;
    return t;
}

/// Its elements, which are T.
template <class T>
std::vector<T> elements_of(const any_tensor& t) {
    const auto v = t.as<T>();
    std::vector<T> result;
    for (lanewise::index_t i = 0; i < v.size(); ++i) result.push_back(v.data()[i]);
    return result;
}

using lanewise::dtype;
using lanewise::extents;
using floats = std::vector<float>;
using bytes = std::vector<std::uint8_t>;

TEST(DynamicArguments, ANumberIsAnInput) {
    const any_tensor a = any_of<float>({1, 2, 4});
    any_tensor out(dtype::float32, {3});
    subtract(a, 1, out);
    EXPECT_EQ(elements_of<float>(out), (floats{0, 1, 3}));
    subtract(std::uint8_t{1}, a, out);
    EXPECT_EQ(elements_of<float>(out), (floats{0, -1, -3}));
    difference_square(a, 2.0, out);
    EXPECT_EQ(elements_of<float>(out), (floats{1, 0, 4}));
    pow(2, a, out);
    EXPECT_EQ(elements_of<float>(out), (floats{2, 4, 16}));
    pow(out, 0.5F, out);
    EXPECT_EQ(elements_of<float>(out), (floats{1.41421354F, 2, 4}));
    any_tensor one(dtype::float32, {});
    EXPECT_TRUE(lanewise::try_subtract(7, 3.5F, one));
    EXPECT_EQ(elements_of<float>(one), floats{3.5F});
}

/// number - 0, as T.
template <class T, class Number>
T through_subtract(Number number) {
    const any_tensor zero = any_of<T>({T(0)});
    any_tensor out(lanewise::dtype_of<T>, {1});
    subtract(number, zero, out);
    return out.template as<T>()(0);
}

TEST(DynamicArguments, ANumberIsRoundedOnceToOutsDtype) {
    EXPECT_EQ(through_subtract<float>(0.1), 0.1F);
    EXPECT_EQ(through_subtract<float>(16777217), 16777216.0F);
    EXPECT_EQ(through_subtract<double>(0.1F), static_cast<double>(0.1F));
    EXPECT_EQ(through_subtract<float16>(0.1).bits(), float16(0.1).bits());
    // A float32 on the way would make a tie of it, and round to 1.
    EXPECT_EQ(through_subtract<bfloat16>(1 + 0x1p-8 + 0x1p-40).bits(), bfloat16(1 + 0x1p-7).bits());
    EXPECT_EQ(through_subtract<float>(float16(0.5F)), 0.5F);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(through_subtract<std::uint64_t>(most), most);
    EXPECT_EQ(through_subtract<std::int64_t>(least), least);
    EXPECT_EQ(through_subtract<double>(most), 0x1p64);
    EXPECT_EQ(through_subtract<std::int8_t>(-128.0), -128);
    EXPECT_EQ(through_subtract<std::uint16_t>('a'), 'a');
}

TEST(DynamicArguments, ANumberThatOutsDtypeLacksIsRefused) {
    const any_tensor a = any_of<std::uint8_t>({1, 2});
    any_tensor out = any_of<std::uint8_t>({7, 7});
    const auto code = status_code::scalar_out_of_range;
    EXPECT_REFUSED(subtract(a, 256, out), code,
                   "subtract: b = 256 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(subtract(-1, a, out), code,
                   "subtract: a = -1 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(difference_square(a, 0.5, out), code,
                   "difference_square: b = 0.5 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_REFUSED(pow(300, a, out), code, "pow: x = 300 is no value of uint8, which holds the integers from 0 to 255");
    any_tensor one(dtype::uint8, {});
    EXPECT_REFUSED(subtract(400, 300, one), code,
                   "subtract: a = 400 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_EQ(lanewise::try_subtract(a, __builtin_nan(""), out).code(), code);
    EXPECT_EQ(lanewise::try_subtract(a, 1e300, out).code(), code);
    any_tensor empty(dtype::uint8, {0});
    EXPECT_EQ(lanewise::try_subtract(empty, 256, empty).code(), code);
    EXPECT_EQ(elements_of<std::uint8_t>(out), (bytes{7, 7}));
}

TEST(DynamicArguments, ANumberIsRefusedInItsPlaceInTheOrder) {
    const any_tensor a = any_of<std::uint8_t>({1, 2});
    const any_tensor wider = any_of<float>({1, 2});
    any_tensor three(dtype::uint8, {3});
    any_tensor out(dtype::uint8, {2});
    EXPECT_EQ(lanewise::try_subtract(wider, 256, out).code(), status_code::unsupported_dtype);
    EXPECT_EQ(lanewise::try_subtract(a, 256, three).code(), status_code::output_shape_mismatch);
    EXPECT_EQ(lanewise::try_subtract(a, 256, out, {.broadcast = lanewise::broadcast_rule::none()}).code(),
              status_code::shape_mismatch);
    EXPECT_EQ(lanewise::try_subtract(a, 256, out, {.broadcast = lanewise::broadcast_rule::pdpd(5)}).code(),
              status_code::bad_axis);
    EXPECT_EQ(lanewise::try_subtract(a, 1, any_tensor_view{static_cast<dtype>(40), out.data(), {2}, {1}}).code(),
              status_code::unsupported_dtype);
    EXPECT_EQ(lanewise::try_subtract(const_any_view{dtype::uint8, out.data(), {2}, {}}, 256, out).code(),
              status_code::rank_out_of_range);
    EXPECT_EQ(lanewise::try_pow(256, a, out, {.scale_bias = lanewise::scale_bias{0.5, 0}}).code(),
              status_code::scalar_out_of_range);
    EXPECT_EQ(lanewise::try_subtract(const_any_view{dtype::uint8, nullptr, {2}, {1}}, 256, out).code(),
              status_code::scalar_out_of_range);
}

TEST(DynamicArguments, AnExponentKeepsItsTypeAndValue) {
    const any_tensor x = any_of<std::uint8_t>({0, 1, 2, 255});
    any_tensor out(dtype::uint8, {4});
    pow(x, 301, out); // no uint8, and odd: 255 is -1 modulo 256
    EXPECT_EQ(elements_of<std::uint8_t>(out), (bytes{0, 1, 0, 255}));
    pow(x, -1, out);
    EXPECT_EQ(elements_of<std::uint8_t>(out), (bytes{0, 1, 0, 0}));
    pow(x, 0.5, out);
    EXPECT_EQ(elements_of<std::uint8_t>(out), (bytes{0, 1, 1, 15}));
    pow(x, float16(2), out, {.overflow = lanewise::integer_overflow::saturate});
    EXPECT_EQ(elements_of<std::uint8_t>(out), (bytes{0, 1, 4, 255}));
    const any_tensor minus_one = any_of<float>({-1});
    any_tensor sign(dtype::float32, {1});
    pow(minus_one, 16777217, sign); // odd, which a float32 would not be
    EXPECT_EQ(elements_of<float>(sign), floats{-1});
}

TEST(DynamicArguments, TypedTensorsStandBesideOthersAndAsOut) {
    lanewise::tensor<float> t({3});
    t(0) = 1, t(1) = 2, t(2) = 4;
    const any_tensor a = any_of<std::uint8_t>({1, 1, 3});
    any_tensor out(dtype::float32, {3});
    subtract(t, a, out);
    EXPECT_EQ(elements_of<float>(out), (floats{0, 1, 1}));
    lanewise::tensor<float> typed_out({3});
    subtract(a, t, typed_out);
    EXPECT_EQ(floats(typed_out.begin(), typed_out.end()), (floats{0, -1, -1}));
    pow(t, a, t);
    EXPECT_EQ(floats(t.begin(), t.end()), (floats{1, 2, 64}));
    EXPECT_TRUE(lanewise::try_difference_square(lanewise::flip(t, 0), a, lanewise::transpose(typed_out)));
    EXPECT_EQ(floats(typed_out.begin(), typed_out.end()), (floats{63 * 63, 1, 4}));
    subtract(out, 1, t.view());
    EXPECT_EQ(floats(t.begin(), t.end()), (floats{-1, 0, 0}));
    shuffled ex;
    subtract(ex, a, 1, typed_out);
    EXPECT_EQ(floats(typed_out.begin(), typed_out.end()), (floats{0, 0, 2}));
    EXPECT_TRUE(lanewise::try_pow(ex, 2, a, typed_out));
    EXPECT_EQ(floats(typed_out.begin(), typed_out.end()), (floats{2, 2, 8}));
    EXPECT_EQ(lanewise::try_subtract(any_of<double>({1, 2, 3}), t, t).code(), status_code::unsupported_dtype);
}

/// The fields of DLTensor: only the names matter.
struct dl_float32 {
    void* data;
    struct {
        int device_type = 1;
    } device;
    int ndim = 1;
    struct {
        int code = 2, bits = 32, lanes = 1;
    } dtype;
    const long* shape;
    const long* strides = nullptr;
    unsigned long byte_offset = 0;
};

TEST(DynamicArguments, DlpackTensorsStandBesideNumbersAndTypedTensors) {
    const long shape[1] = {3};
    float values[3] = {1, 2, 4};
    dl_float32 dl{.data = values, .device = {}, .dtype = {}, .shape = shape};
    lanewise::tensor<float> t({3});
    lanewise::subtract(dl, 1, t);
    EXPECT_EQ(floats(t.begin(), t.end()), (floats{0, 1, 3}));
    lanewise::pow(dl, 2, dl);
    EXPECT_EQ(floats(values, values + 3), (floats{1, 4, 16}));
    EXPECT_EQ(elements_of<float>(lanewise::subtract(t, dl)), (floats{-1, -3, -13}));
    dl.device.device_type = 2;
    EXPECT_REFUSED(lanewise::subtract(dl, 1, t), status_code::unsupported_tensor,
                   "dlpack: a: device_type is 2, not the CPU's 1");
    EXPECT_REFUSED(lanewise::subtract(1, dl), status_code::unsupported_tensor,
                   "dlpack: b: device_type is 2, not the CPU's 1");
    EXPECT_EQ(lanewise::try_subtract(t, 1, dl).code(), status_code::unsupported_tensor);
}

TEST(DynamicArguments, WithoutOutTheResultHasTheWiderDtype) {
    const any_tensor small = any_of<std::uint8_t>({1, 2});
    const any_tensor wide = any_of<float>({4, 4});
    EXPECT_EQ(elements_of<float>(subtract(small, wide)), (floats{-3, -2}));
    EXPECT_EQ(elements_of<float>(difference_square(wide, small)), (floats{9, 4}));
    EXPECT_EQ(elements_of<std::uint8_t>(subtract(small, 1)), (bytes{0, 1}));
    EXPECT_EQ(elements_of<std::uint8_t>(subtract(2.0, small)), (bytes{1, 0}));
    lanewise::tensor<float> column({3, 1});
    const any_tensor strided_rows = subtract(small, column);
    EXPECT_EQ(strided_rows.type(), dtype::float32);
    EXPECT_EQ(strided_rows.extents(), (extents{3, 2}));
    EXPECT_EQ(elements_of<float>(strided_rows), (floats{1, 2, 1, 2, 1, 2}));
    shuffled ex;
    EXPECT_EQ(elements_of<float>(subtract(ex, small, wide)), (floats{-3, -2}));
    EXPECT_EQ(elements_of<std::uint8_t>(subtract(small, 3, {.overflow = lanewise::integer_overflow::saturate})),
              (bytes{0, 0}));
}

TEST(DynamicArguments, WithoutOutWhatFitsNoResultIsRefused) {
    const any_tensor integers = any_of<std::int64_t>({1, 2});
    const any_tensor three = any_of<std::int64_t>({1, 2, 3});
    const any_tensor wide = any_of<float>({4, 4});
    EXPECT_REFUSED(subtract(integers, wide), status_code::unsupported_dtype,
                   "subtract: a has dtype int64, and the result's must be named: a's widens neither to nor from b's "
                   "float32");
    EXPECT_REFUSED(subtract(integers, three), status_code::shape_mismatch,
                   "subtract: axis 0: a has extent 2, b has extent 3");
    EXPECT_REFUSED(pow(integers, three), status_code::shape_mismatch, "pow: axis 0: x has extent 2, y has extent 3");
    EXPECT_REFUSED(subtract(integers, 0.5), status_code::scalar_out_of_range,
                   "subtract: b = 0.5 is no value of int64, which holds the integers from -9223372036854775808 to "
                   "9223372036854775807");
    EXPECT_REFUSED(subtract(const_any_view{static_cast<dtype>(12), wide.data(), {2}, {1}}, 1),
                   status_code::unsupported_dtype, "subtract: a has dtype number 12, which is none of the twelve");
    EXPECT_REFUSED(subtract(1, const_any_view{static_cast<dtype>(12), wide.data(), {2}, {1}}),
                   status_code::unsupported_dtype, "subtract: b has dtype number 12, which is none of the twelve");
    EXPECT_REFUSED(pow(1, const_any_view{dtype::float32, wide.data(), {2}, {}}), status_code::rank_out_of_range,
                   "pow: y: 1 extent, but 0 strides");
}

TEST(DynamicArguments, WithoutOutTheResultHasTheDtypeThatIsNamed) {
    const any_tensor small = any_of<std::uint8_t>({1, 2});
    const any_tensor integers = any_of<std::int32_t>({4, 4});
    EXPECT_EQ(elements_of<double>(subtract(small, integers, dtype::float64)), (std::vector<double>{-3, -2}));
    EXPECT_EQ(elements_of<float>(subtract(small, 0.5, dtype::float32)), (floats{0.5F, 1.5F}));
    EXPECT_EQ(elements_of<float>(pow(small, 0.5, dtype::float32)), (floats{1, 1.41421354F}));
    EXPECT_EQ(elements_of<float>(pow(small, integers, dtype::float32, {.scale_bias = lanewise::scale_bias{1, 1}})),
              (floats{16, 81}));
    const dtype wanted = dtype::float64;
    shuffled ex;
    EXPECT_EQ(difference_square(ex, small, small, wanted).type(), dtype::float64);
    EXPECT_EQ(pow(ex, small, 2, wanted).type(), dtype::float64);
    const lanewise::tensor<float> typed({2});
    EXPECT_EQ(subtract(typed, typed, dtype::float64).type(), dtype::float64);
    EXPECT_REFUSED(subtract(small, integers, dtype::float32), status_code::unsupported_dtype,
                   "subtract: b has dtype int32, which does not widen to the result's float32");
    EXPECT_REFUSED(pow(integers, small, dtype::uint8), status_code::unsupported_dtype,
                   "pow: x has dtype int32, which does not widen to the result's uint8");
    EXPECT_REFUSED(subtract(small, small, static_cast<dtype>(99)), status_code::unsupported_dtype,
                   "subtract: the result has dtype number 99, which is none of the twelve");
}

TEST(DynamicArguments, WithoutOutPowHasTheBasesDtype) {
    const any_tensor small = any_of<std::uint8_t>({1, 2});
    const any_tensor integers = any_of<std::int32_t>({2, 2});
    const any_tensor halves = any_of<float>({0.5F, 2});
    EXPECT_EQ(elements_of<std::uint8_t>(pow(small, integers)), (bytes{1, 4}));
    EXPECT_EQ(elements_of<std::uint8_t>(pow(small, halves)), (bytes{1, 4}));
    EXPECT_EQ(elements_of<std::uint8_t>(pow(small, 2.0)), (bytes{1, 4}));
    EXPECT_EQ(elements_of<float>(pow(halves, 2)), (floats{0.25F, 4}));
    EXPECT_EQ(elements_of<std::int32_t>(pow(3, small)), (std::vector<std::int32_t>{3, 9}));
    EXPECT_EQ(elements_of<float>(pow(4, halves)),
              (floats{2, 16})); // the exponents' dtype, since 4 ^ 0.5 may be no integer
    EXPECT_EQ(elements_of<double>(pow(4.0, halves)), (std::vector<double>{2, 16}));
    EXPECT_REFUSED(pow(small, 0.5), status_code::scalar_out_of_range,
                   "pow: y = 0.5 is not integral, and x has dtype uint8: name the result's dtype, as in pow(x, y, "
                   "dtype::float32)");
    EXPECT_REFUSED(pow(small, __builtin_inf()), status_code::scalar_out_of_range,
                   "pow: y = inf is not integral, and x has dtype uint8: name the result's dtype, as in pow(x, y, "
                   "dtype::float32)");
}

} // namespace
} // namespace lanewise_test
