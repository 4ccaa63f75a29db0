// The operators on run-time dtypes: what other systems expect of them, every pair of dtypes, and what is refused.

#include <lanewise/difference_square.hpp>
#include <lanewise/dynamic.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include "support/cases_run.hpp"
#include "support/elements.hpp"
#include "support/executors.hpp"
#include "support/strided.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using cases::dtype;
using cases::record;
using lanewise::any_tensor_view;
using lanewise::const_any_view;
using lanewise::extents;
using lanewise::index_t;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor;

class dynamic_cases : public testing::TestWithParam<record> {};

template <class F>
void with_any_type(dtype type, F f) {
    cases::with_type<dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::int8, dtype::int16,
                     dtype::int32, dtype::int64, dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64>(type, f);
}

template <class V>
any_tensor_view any(V&& v) {
    return any_tensor_view(lanewise::tensor_view(v));
}

TEST_P(dynamic_cases, agrees) {
    const record& r = GetParam();
    with_any_type(r.a.type, [&]<class A>(A) {
        with_any_type(r.b.type, [&]<class B>(B) {
            cases::run<A, B>(r, [&](const lanewise::tensor_view<A>& a, const lanewise::tensor_view<B>& b,
                                    const lanewise::tensor_view<A>& out) {
                if (r.op == "sub") return lanewise::try_subtract(any(a), any(b), any(out));
                if (r.op == "sqdiff") return lanewise::try_difference_square(any(a), any(b), any(out));
                return lanewise::try_pow(any(a), any(b), any(out));
            });
        });
    });
}

INSTANTIATE_TEST_SUITE_P(onnx_debian, dynamic_cases, testing::ValuesIn(cases::read("onnx_debian.txt")), cases::name_of);
INSTANTIATE_TEST_SUITE_P(onnx_head, dynamic_cases, testing::ValuesIn(cases::read("onnx_head.txt")), cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino, dynamic_cases, testing::ValuesIn(cases::read("openvino_reference.txt")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino_u8_wrap, dynamic_cases, testing::ValuesIn(cases::read("openvino_u8_wrap.txt")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(numpy, dynamic_cases, testing::ValuesIn(cases::read("numpy_testpower.txt")), cases::name_of);

/// Small integers of a dtype, which every dtype holds.
std::vector<std::uint64_t> small_integers(dtype type) {
    std::vector<std::uint64_t> memory(8);
    with_any_type(type, [&]<class T>(T) {
        const T values[] = {T(3), T(1), T(0), T(2), T(5)};
        std::memcpy(memory.data(), values, sizeof values);
    });
    return memory;
}

double value_of(dtype type, const void* data, index_t i) {
    double result = 0;
    with_any_type(type, [&]<class T>(T) {
        T value;
        std::memcpy(&value, static_cast<const char*>(data) + i * index_t{sizeof(T)}, sizeof value);
        result = static_cast<double>(value);
    });
    return result;
}

TEST(dynamic, subtracts_every_dtype_that_widens_and_refuses_the_others) {
    for (int from = 0; from < lanewise::dtype_count; ++from) {
        for (int to = 0; to < lanewise::dtype_count; ++to) {
            const auto a_type = static_cast<dtype>(from);
            const auto out_type = static_cast<dtype>(to);
            const std::vector<std::uint64_t> a = small_integers(a_type);
            const std::vector<std::uint64_t> b = small_integers(out_type);
            std::vector<std::uint64_t> out(8, 0x5555555555555555);
            const std::vector<std::uint64_t> untouched = out;
            const status s =
                try_subtract(const_any_view{a_type, a.data(), {5}, {1}}, const_any_view{out_type, b.data(), {}, {}},
                             any_tensor_view{out_type, out.data(), {5}, {1}});
            const std::string pair = std::string(name(a_type)) + " to " + name(out_type);
            if (!lanewise::widens(a_type, out_type)) {
                EXPECT_EQ(s.code(), status_code::unsupported_dtype) << pair;
                EXPECT_EQ(out, untouched) << pair;
                continue;
            }
            ASSERT_TRUE(static_cast<bool>(s)) << pair << ": " << s.message();
            const double wrap = lanewise::is_integral(out_type) && name(out_type)[0] == 'u'
                                    ? __builtin_ldexp(1, 8 * static_cast<int>(size_bytes(out_type)))
                                    : 0;
            const double want[] = {0, -2, -3, -1, 2};
            for (index_t i = 0; i < 5; ++i) {
                EXPECT_EQ(value_of(out_type, out.data(), i), want[i] < 0 && wrap > 0 ? wrap + want[i] : want[i])
                    << pair << ", element " << i;
            }
        }
    }
}

TEST(dynamic, raises_every_dtype_to_every_dtype) {
    for (int base = 0; base < lanewise::dtype_count; ++base) {
        for (int exponent = 0; exponent < lanewise::dtype_count; ++exponent) {
            const auto x_type = static_cast<dtype>(base);
            const auto y_type = static_cast<dtype>(exponent);
            const std::vector<std::uint64_t> x = small_integers(x_type);
            const std::vector<std::uint64_t> y = small_integers(y_type);
            std::vector<std::uint64_t> out(8);
            // Bases forwards, exponents backwards: 3^5 does not fit int8, and wraps to -13.
            const status s = try_pow(
                const_any_view{x_type, x.data(), {5}, {1}},
                const_any_view{y_type, reinterpret_cast<const char*>(y.data()) + 4 * size_bytes(y_type), {5}, {-1}},
                any_tensor_view{x_type, out.data(), {5}, {1}});
            const std::string pair = std::string(name(x_type)) + " ^ " + name(y_type);
            ASSERT_TRUE(static_cast<bool>(s)) << pair << ": " << s.message();
            const double want[] = {x_type == dtype::int8 ? -13.0 : 243.0, 1, 1, 2, 125};
            for (index_t i = 0; i < 5; ++i)
                EXPECT_EQ(value_of(x_type, out.data(), i), want[i]) << pair << ", element " << i;
        }
    }
}

/// Elements of any dtype in a random layout, and the same packed.
struct strided_and_packed {
    strided_and_packed(std::mt19937_64& random, dtype type, const std::vector<index_t>& shape) {
        constexpr index_t capacity = 8000;
        const auto steps = lanewise_test::random_order(random, shape, true, capacity);
        const index_t bytes = size_bytes(type);
        index_t first = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) first -= steps[i] < 0 ? steps[i] * (shape[i] - 1) : 0;
        with_any_type(type, [&]<class T>(T) {
            for (index_t i = 0; i < capacity; ++i) {
                const auto value = static_cast<T>(static_cast<int>(random() % 4));
                std::memcpy(memory.data() + i * index_t{sizeof(T)}, &value, sizeof value);
            }
        });
        std::byte* to = dense.data();
        lanewise_test::for_each_index(shape, [&](const auto& index) {
            const index_t at = first + lanewise_test::offset_of(index, steps);
            std::memcpy(to, memory.data() + at * bytes, static_cast<std::size_t>(bytes));
            to += bytes;
        });
        strided = {type, memory.data() + first * bytes, shape, steps};
        packed = {type, dense.data(), shape, strides::row_major(shape)};
    }

    std::vector<std::byte> memory = std::vector<std::byte>(8000 * 8);
    std::vector<std::byte> dense = memory;
    const_any_view strided;
    const_any_view packed;
};

TEST(dynamic, takes_the_elements_of_inputs_of_any_dtype_in_any_layout) {
    std::mt19937_64 random(61);
    for (int first = 0; first < lanewise::dtype_count; ++first) {
        for (int second = 0; second < lanewise::dtype_count; ++second) {
            for (const index_t most : {100, 3000}) {
                const auto type = static_cast<dtype>(first);
                const auto other = static_cast<dtype>(second);
                const auto shape = lanewise_test::random_large_shape(random, most);
                const strided_and_packed x(random, type, shape);
                const strided_and_packed y(random, other, shape);
                std::vector<std::byte> got(8000 * 8);
                std::vector<std::byte> want = got;
                const any_tensor_view got_view{type, got.data(), shape, strides::row_major(shape)};
                const any_tensor_view want_view{type, want.data(), shape, strides::row_major(shape)};
                const std::string about = std::string(name(type)) + " and " + name(other) + ", " + std::to_string(most);
                ASSERT_TRUE(static_cast<bool>(try_pow(x.strided, y.strided, got_view)));
                ASSERT_TRUE(static_cast<bool>(try_pow(x.packed, y.packed, want_view)));
                ASSERT_EQ(got, want) << "pow of " << about;
                const lanewise::pow_options scaled{.scale_bias = lanewise::scale_bias{2, 1}};
                ASSERT_TRUE(static_cast<bool>(try_pow(x.strided, y.strided, got_view, scaled)));
                ASSERT_TRUE(static_cast<bool>(try_pow(x.packed, y.packed, want_view, scaled)));
                ASSERT_EQ(got, want) << "scaled pow of " << about;
                if (!lanewise::widens(other, type)) continue;
                for (const auto overflow : {integer_overflow::wrap, integer_overflow::saturate}) {
                    const lanewise::options chosen{.overflow = overflow};
                    ASSERT_TRUE(static_cast<bool>(try_subtract(y.strided, x.strided, got_view, chosen)));
                    ASSERT_TRUE(static_cast<bool>(try_subtract(y.packed, x.packed, want_view, chosen)));
                    ASSERT_EQ(got, want) << "difference of " << about;
                    ASSERT_TRUE(static_cast<bool>(try_difference_square(y.strided, x.strided, got_view, chosen)));
                    ASSERT_TRUE(static_cast<bool>(try_difference_square(y.packed, x.packed, want_view, chosen)));
                    ASSERT_EQ(got, want) << "square of the difference of " << about;
                }
            }
        }
    }
}

TEST(dynamic, gives_the_bits_of_typed_calls) {
    for (int number = 0; number < lanewise::dtype_count; ++number) {
        with_any_type(static_cast<dtype>(number), [&]<class T>(T) {
            const auto bases = lanewise_test::varied_values<T>(1);
            const auto exponents = lanewise_test::varied_values<T>(2);
            const auto rows = static_cast<index_t>(bases.size());
            const auto columns = static_cast<index_t>(exponents.size());
            const lanewise::tensor_view<const T> a(bases, {rows, 1});
            const lanewise::tensor_view<const T> b(exponents, {columns});
            tensor<T> want({rows, columns});
            tensor<T> got({rows, columns});
            const auto expect_the_same = [&](const char* function) {
                EXPECT_TRUE(std::equal(got.begin(), got.end(), want.begin(), lanewise_test::same<T>))
                    << function << " of " << name(static_cast<dtype>(number));
            };
            lanewise::subtract(a, b, want);
            lanewise::subtract(const_any_view(a), const_any_view(b), any(got));
            expect_the_same("subtract");
            lanewise::difference_square(a, b, want);
            lanewise::difference_square(const_any_view(a), const_any_view(b), any(got));
            expect_the_same("difference_square");
            lanewise::pow(a, b, want);
            lanewise::pow(const_any_view(a), const_any_view(b), any(got));
            expect_the_same("pow");
        });
    }
}

/// Both operators on two elements, typed and not: the same result, or refused with the same words.
template <class T>
void expect_overflow_of_typed_calls(T x, T y, const lanewise::options& chosen) {
    const lanewise::tensor_view<const T> a(&x, {1}), b(&y, {1});
    T want = 7, got = 7;
    const lanewise::tensor_view<T> typed(&want, {1}), dynamic(&got, {1});
    const auto expect_the_same = [&](const auto& call) {
        EXPECT_EQ(call(const_any_view(a), const_any_view(b), any(dynamic)).message(), call(a, b, typed).message());
        EXPECT_EQ(+got, +want) << +x << ", " << +y << " of " << name(lanewise::dtype_of<T>);
    };
    expect_the_same([&](const auto&... views) { return try_subtract(views..., chosen); });
    expect_the_same([&](const auto&... views) { return try_difference_square(views..., chosen); });
}

TEST(dynamic, handles_overflow_as_typed_calls_do) {
    for (int number = 0; number < lanewise::dtype_count; ++number) {
        with_any_type(static_cast<dtype>(number), []<class T>(T) {
            if constexpr (std::is_integral_v<T>) {
                using limits = std::numeric_limits<T>;
                for (const T x : lanewise_test::varied_values<T>(1)) {
                    for (const T y : {T{0}, T{3}, T{100}, limits::min(), limits::max()}) {
                        expect_overflow_of_typed_calls(x, y, {.overflow = integer_overflow::saturate});
                        expect_overflow_of_typed_calls(x, y, {.overflow = integer_overflow::error});
                    }
                }
            }
        });
    }
}

TEST(dynamic, refuses_a_dtype_outside_the_enumeration) {
    float memory[3] = {1, 2, 3};
    const auto unknown = static_cast<dtype>(77);
    for (int operand = 0; operand < 3; ++operand) {
        const dtype types[] = {operand == 0 ? unknown : dtype::float32, operand == 1 ? unknown : dtype::float32,
                               operand == 2 ? unknown : dtype::float32};
        const status s = try_pow(const_any_view{types[0], memory, {3}, {1}}, const_any_view{types[1], memory, {3}, {1}},
                                 any_tensor_view{types[2], memory, {3}, {1}});
        EXPECT_EQ(s.code(), status_code::unsupported_dtype);
        const char* const names[] = {"x", "y", "out"};
        EXPECT_EQ(s.message(),
                  std::string("pow: ") + names[operand] + " has dtype number 77, which is none of the twelve");
    }
    EXPECT_EQ(memory[0], 1);
    EXPECT_EQ(memory[2], 3);
}

TEST(dynamic, says_which_dtype_takes_both) {
    alignas(8) std::byte memory[8] = {};
    const auto message = [&](dtype a, dtype b, dtype out) {
        const status s = try_subtract(const_any_view{a, memory, {}, {}}, const_any_view{b, memory, {}, {}},
                                      any_tensor_view{out, memory, {}, {}});
        EXPECT_EQ(s.code(), status_code::unsupported_dtype);
        return s.message();
    };
    EXPECT_EQ(message(dtype::float64, dtype::float32, dtype::float32),
              "subtract: a has dtype float64, which does not widen to out's float32: pass an out of dtype float64");
    EXPECT_EQ(message(dtype::float32, dtype::int32, dtype::float32),
              "subtract: b has dtype int32, which does not widen to out's float32: pass an out of dtype float64");
    EXPECT_EQ(message(dtype::int8, dtype::uint8, dtype::int8),
              "subtract: b has dtype uint8, which does not widen to out's int8: pass an out of dtype int16");
    EXPECT_EQ(message(dtype::int64, dtype::uint64, dtype::int64),
              "subtract: b has dtype uint64, which does not widen to out's int64: convert b to int64 first");
}

TEST(dynamic, refuses_extents_and_strides_of_different_length) {
    float memory[3] = {1, 2, 3};
    const status s =
        try_subtract(const_any_view{dtype::float32, memory, {3}, {}}, const_any_view{dtype::float32, memory, {3}, {1}},
                     any_tensor_view{dtype::float32, memory, {3}, {1}});
    EXPECT_EQ(s.code(), status_code::rank_out_of_range);
    EXPECT_EQ(s.message(), "subtract: a: 1 extent, but 0 strides");
    EXPECT_STREQ(s.operand(), "a");
    EXPECT_EQ(memory[0], 1);
}

TEST(dynamic, follows_the_options) {
    std::uint8_t x[] = {250, 3};
    std::uint8_t out[] = {7, 7};
    const std::int32_t y[] = {2, 2};
    const const_any_view base{dtype::uint8, x, {2}, {1}};
    const const_any_view exponents{dtype::int32, y, {2}, {1}};
    const any_tensor_view result{dtype::uint8, out, {2}, {1}};
    ASSERT_TRUE(static_cast<bool>(try_pow(base, exponents, result, {.overflow = integer_overflow::saturate})));
    EXPECT_EQ(out[0], 255);
    EXPECT_EQ(out[1], 9);
    const status s = try_pow(base, exponents, result, {.overflow = integer_overflow::error});
    EXPECT_EQ(s.message(), "pow: [0]: x = 250, y = 2: the result does not fit in uint8");
    ASSERT_TRUE(static_cast<bool>(try_pow(base, exponents, result, {.scale_bias = lanewise::scale_bias{2, 1}})));
    EXPECT_EQ(out[0], static_cast<std::uint8_t>(501 * 501));
    EXPECT_EQ(out[1], 49);
    EXPECT_EQ(try_pow(base, exponents, result, {.scale_bias = lanewise::scale_bias{0.5, 0}}).code(),
              status_code::scale_bias_not_integral);
}

TEST(dynamic, takes_an_executor) {
    tensor<float> a({300, 300}), b({300, 300}), out({300, 300});
    float value = 0;
    for (float& element : a) element = value += 0.01F;
    for (float& element : b) element = (value -= 0.01F) / 100;
    lanewise_test::shuffled ex;
    const any_tensor_view any_a = lanewise::tensor_view<float>(a);
    const any_tensor_view any_b = lanewise::tensor_view<float>(b);
    const any_tensor_view any_out = lanewise::tensor_view<float>(out);
    const auto is = [&](const tensor<float>& expected) {
        return std::memcmp(out.data(), expected.data(), static_cast<std::size_t>(out.size()) * sizeof(float)) == 0;
    };
    lanewise::subtract(ex, any_a, any_b, any_out);
    EXPECT_TRUE(is(lanewise::subtract(a, b)));
    EXPECT_TRUE(static_cast<bool>(try_difference_square(ex, any_a, any_b, any_out)));
    EXPECT_TRUE(is(lanewise::difference_square(a, b)));
    lanewise::pow(ex, any_a, any_b, any_out);
    EXPECT_TRUE(is(lanewise::pow(a, b)));
    EXPECT_EQ(ex.calls, 3u);
}

} // namespace
