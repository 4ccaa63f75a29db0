// How much stack a call takes: at most 64 KiB, 16 KiB where all operands are contiguous, and 8 KiB (pow some more) where they are
// of one dtype, too. Measured where a thread can be given its stack, with optimisation and without a sanitizer, whose frames are
// larger.

#include <lanewise/dynamic.hpp>
#include <lanewise/lanewise.hpp>

#include "support/hard_pairs.hpp"

#include <gtest/gtest.h>

#if defined(__linux__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>

namespace stack_test {
namespace {

using namespace lanewise;

/// A thread's stack, filled with what tells which bytes were written.
class watched_stack {
public:
    /// How many bytes of it a call takes, beside what the thread itself does.
    std::ptrdiff_t bytes_of(const std::function<void()>& call) {
        call(); // what happens once in a program
        return run(call) - run([] {});
    }

private:
    static constexpr std::size_t size = 96 * 1024;
    static constexpr unsigned char unwritten = 0xA5;

    std::ptrdiff_t run(const std::function<void()>& call) {
        std::fill_n(memory_.get(), size, unwritten);
        pthread_attr_t with_stack;
        pthread_attr_init(&with_stack);
        EXPECT_EQ(pthread_attr_setstack(&with_stack, memory_.get(), size), 0);
        pthread_t thread;
        const auto start = [](void* f) -> void* {
            (*static_cast<const std::function<void()>*>(f))();
            return nullptr;
        };
        EXPECT_EQ(pthread_create(&thread, &with_stack, start, const_cast<std::function<void()>*>(&call)), 0);
        pthread_join(thread, nullptr);
        pthread_attr_destroy(&with_stack);
        unsigned char* const end = memory_.get() + size;
        return end - std::find_if(memory_.get(), end, [](unsigned char byte) { return byte != unwritten; });
    }

    struct free_memory {
        void operator()(unsigned char* p) const { std::free(p); }
    };
    std::unique_ptr<unsigned char, free_memory> memory_{static_cast<unsigned char*>(std::aligned_alloc(4096, size))};
};

/// A view of a tensor, or the view itself.
template <class V>
auto view(V& of) {
    if constexpr (requires { of.view(); }) {
        return of.view();
    } else {
        return of;
    }
}

template <class T>
class Stack : public testing::Test {
protected:
    static tensor<T> filled(const extents& shape) {
        tensor<T> t(shape);
        for (index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<T>(1 + i % 3);
        return t;
    }

    /// Runs every operator; none takes more than `most` bytes, pow `most_of_pow`.
    template <class A, class B, class Out>
    void expect_at_most(std::ptrdiff_t most, const char* what, const A& first, const B& second, Out&& result,
                        std::ptrdiff_t most_of_pow = 0) {
        const const_any_view a = view(first);
        const const_any_view b = view(second);
        const any_tensor_view out = view(result);
        EXPECT_LE(stack_.bytes_of([&] { subtract(a, b, out); }), most) << what;
        EXPECT_LE(stack_.bytes_of([&] { difference_square(a, b, out); }), most) << what;
        EXPECT_LE(stack_.bytes_of([&] { pow(a, b, out); }), std::max(most, most_of_pow)) << what;
    }

private:
    watched_stack stack_;
};

constexpr std::ptrdiff_t of_any_call = 64 * 1024;
constexpr std::ptrdiff_t of_contiguous_calls = 8 * 1024;
// Of float64 the most, in eight registers of 64 bytes.
#if defined(__AVX512F__) && defined(__clang__)
constexpr std::ptrdiff_t of_contiguous_pow = 11 * 1024; // -O1 10848
#elif defined(__AVX512F__) && defined(__OPTIMIZE_SIZE__)
constexpr std::ptrdiff_t of_contiguous_pow = 9 * 1024; // 9040
#else
// g++ -O3 8456, for uint8 with a scale and bias; -O1 and -O2 8192 at most.
constexpr std::ptrdiff_t of_contiguous_pow = 8 * 1024 + 512;
#endif

constexpr std::ptrdiff_t of_converted_calls = 16 * 1024;

using dtypes = testing::Types<float, double, float16, std::uint8_t>;
TYPED_TEST_SUITE(Stack, dtypes);

TYPED_TEST(Stack, OfContiguousCalls) {
    for (const index_t n : {1000, 100000}) {
        const auto a = this->filled({n});
        tensor<TypeParam> out({n});
        this->expect_at_most(of_contiguous_calls, "contiguous", a, a, out, of_contiguous_pow);
        EXPECT_LE(watched_stack().bytes_of([&] { subtract(a, a, out); }), of_contiguous_calls) << n;
        EXPECT_LE(watched_stack().bytes_of([&] { subtract(a, TypeParam(1), out); }), of_contiguous_calls) << n;
        const pow_options scaled{.scale_bias = scale_bias{2, 1}};
        EXPECT_LE(watched_stack().bytes_of([&] { pow(a, a, out, scaled); }), of_contiguous_pow) << n;
        EXPECT_LE(watched_stack().bytes_of([&] { pow(a, TypeParam(3), out, scaled); }), of_contiguous_pow) << n;
        const tensor<std::int64_t> exponents({n});
        EXPECT_LE(watched_stack().bytes_of([&] { pow(a, exponents, out); }), of_converted_calls) << n;
        EXPECT_LE(watched_stack().bytes_of([&] { pow(a, exponents, out, scaled); }), of_converted_calls) << n;
    }
}

TYPED_TEST(Stack, OfEveryKindOfLayout) {
    const auto square = this->filled({200, 200});
    const auto column = this->filled({200, 1});
    tensor<TypeParam> out({200, 200});
    this->expect_at_most(of_any_call, "column", square, column, out);
    this->expect_at_most(of_any_call, "backwards", square, flip(square, 1), out);
    this->expect_at_most(of_any_call, "transposed", square, transpose(square), out);
    this->expect_at_most(of_any_call, "both transposed", transpose(square), transpose(square), out);
    this->expect_at_most(of_any_call, "out transposed", square, square, transpose(out));
    this->expect_at_most(of_any_call, "out and one transposed", transpose(square), square, transpose(out));
    this->expect_at_most(of_any_call, "few elements", slice(slice(square, 0, 0, 20, 1), 1, 0, 20, 1),
                         transpose(slice(slice(square, 0, 0, 20, 1), 1, 0, 20, 1)),
                         slice(slice(out, 0, 0, 20, 1), 1, 0, 20, 1));

    const auto cube = this->filled({64, 64, 64});
    tensor<TypeParam> permuted({64, 64, 64});
    this->expect_at_most(of_any_call, "both permuted", permute(cube, {1, 2, 0}), permute(cube, {2, 0, 1}), permuted);
    this->expect_at_most(of_any_call, "all permuted", permute(cube, {1, 2, 0}), cube, permute(permuted, {2, 0, 1}));

    const auto pixels = this->filled({64, 64, 3});
    tensor<TypeParam> image({64, 64, 3});
    const auto planes = this->filled({3, 64, 64});
    this->expect_at_most(of_any_call, "pixels and planes", pixels, permute(planes, {1, 2, 0}), image);
    this->expect_at_most(of_any_call, "pixels and grey", pixels, this->filled({64, 64, 1}), image);
    this->expect_at_most(of_any_call, "RGB and BGR", pixels, flip(pixels, 2), image);
    const auto small = this->filled({3, 2, 5, 4, 3, 4, 5, 2});
    this->expect_at_most(of_any_call, "small axes", this->filled({2, 3, 4, 5, 4, 3, 2, 5}),
                         permute(small, {1, 0, 3, 2, 5, 4, 7, 6}), tensor<TypeParam>({2, 3, 4, 5, 4, 3, 2, 5}));
}

TYPED_TEST(Stack, OfCopiesCastsAndTransforms) {
    const auto a = this->filled({200, 200});
    tensor<TypeParam> out({200, 200});
    tensor<std::int16_t> integers({200, 200});
    watched_stack stack;
    EXPECT_LE(stack.bytes_of([&] { copy(a, out); }), of_contiguous_calls);
    EXPECT_LE(stack.bytes_of([&] { copy(transpose(a), out); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { cast(a, integers); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { cast(integers, transpose(out)); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { cast(flip(transpose(a), 0), integers); }), of_any_call);
    const auto least = [](auto x, auto y) { return xsimd::min(x, y); };
    EXPECT_LE(stack.bytes_of([&] { transform(least, a, transpose(a), out); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { transform(least, transpose(a), transpose(a), transpose(out)); }), of_any_call);
}

/// A contiguous pow of one pair, with an exponent for each element and with one for all.
void expect_pow_at_most_contiguous(double x, double y) {
    constexpr index_t n = 1000;
    tensor<double> bases({n});
    tensor<double> exponents({n});
    tensor<double> out({n});
    std::fill_n(bases.data(), n, x);
    std::fill_n(exponents.data(), n, y);
    watched_stack stack;
    EXPECT_LE(stack.bytes_of([&] { pow(bases, exponents, out); }), of_contiguous_pow) << x << " ^ " << y;
    EXPECT_LE(stack.bytes_of([&] { pow(bases, y, out); }), of_contiguous_pow) << x << " ^ " << y;
}

TEST(Stack, OfPowersThatAreHardToRound) {
    expect_pow_at_most_contiguous(3 * 0x1p-215, 5); // 121.5 of the smallest number: a tie
    expect_pow_at_most_contiguous(0x1.8p-1070, -.75);
    expect_pow_at_most_contiguous(0x1.0000001p0, 3); // a constant's cold stages
    const auto hard = lanewise_test::hard_pairs();
    ASSERT_FALSE(hard.empty());
    for (std::size_t i = 0; i < hard.size(); i += 100) expect_pow_at_most_contiguous(hard[i].x, hard[i].y);
}

TEST(Stack, OfContiguousOperandsOfSeveralDtypes) {
    for (const index_t n : {1000, 100000}) {
        const tensor<float16> halves({n});
        tensor<double> out({n});
        watched_stack stack;
        EXPECT_LE(stack.bytes_of([&] { subtract(halves, halves, out); }), of_converted_calls) << n;
        EXPECT_LE(stack.bytes_of([&] { pow(halves, halves, out); }), of_converted_calls) << n;
    }
}

TEST(Stack, OfOtherDtypes) {
    const tensor<std::uint8_t> bytes({200, 200});
    const tensor<float> floats({200, 200});
    tensor<double> out({200, 200});
    tensor<std::uint8_t> scaled({200, 200});
    watched_stack stack;
    EXPECT_LE(stack.bytes_of([&] { subtract(transpose(bytes), floats, transpose(out)); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { subtract(transpose(bytes), transpose(floats), out); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { pow(transpose(floats), transpose(bytes), out); }), of_any_call);
    EXPECT_LE(stack.bytes_of([&] { pow(transpose(bytes), 2, scaled, {.scale_bias = scale_bias{2, 1}}); }), of_any_call);
}

} // namespace
} // namespace stack_test

#else

TEST(Stack, IsNotMeasured) {
    GTEST_SKIP() << "not on this system, without optimisation or under a sanitizer";
}

#endif
