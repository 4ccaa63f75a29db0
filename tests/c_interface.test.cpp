// What <lanewise/c.h> adds to the operators: numbers for names, structs for views, and what only C can get wrong.

#if defined(LANEWISE_DYNAMIC_COMPILED)

#include <lanewise/c.h>

#include "support/elements.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace c_interface_test {
namespace {

/// A view of an array of rank 1, or with extents of its own.
template <class T>
lanewise_view view(T* data, const std::int64_t& extent) {
    return {static_cast<std::int32_t>(lanewise::dtype_of<T>), 1, data, &extent, nullptr};
}

/// What a call said: its code, and the message.
struct said {
    std::int32_t code;
    std::string message;
    bool operator==(const said&) const = default;
};

std::ostream& operator<<(std::ostream& to, const said& s) {
    return to << s.code << ": " << s.message;
}

using function = decltype(&lanewise_subtract);

said call(function f, const lanewise_view* a, const lanewise_view* b, const lanewise_view* out,
          const lanewise_options* options = nullptr) {
    lanewise_status status;
    std::memset(&status, 0x5A, sizeof status);
    const std::int32_t code = f(a, b, out, options, &status);
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(f(a, b, out, options, nullptr), code);
    return {code, status.message};
}

const said ok{LANEWISE_OK, "ok"};

template <class T>
class CInterface : public testing::Test {};
TYPED_TEST_SUITE(CInterface, lanewise_test::all_types);

TYPED_TEST(CInterface, ComputesOnEveryDtype) {
    const int a[2][3] = {{5, 1, 7}, {2, 9, 4}};
    const int b[3] = {3, 1, 8};
    TypeParam x[2][3], y[3], out[2][3];
    for (int i = 0; i < 6; ++i) x[i / 3][i % 3] = static_cast<TypeParam>(a[i / 3][i % 3]);
    for (int i = 0; i < 3; ++i) y[i] = static_cast<TypeParam>(b[i]);
    const std::int64_t extents[] = {2, 3};
    const auto type = static_cast<std::int32_t>(lanewise::dtype_of<TypeParam>);
    const lanewise_view view_x{type, 2, x, extents, nullptr};
    const lanewise_view view_y{type, 1, y, extents + 1, nullptr};
    const lanewise_view view_out{type, 2, out, extents, nullptr};
    const auto expect = [&](const auto& want) {
        for (int i = 0; i < 6; ++i)
            EXPECT_EQ(out[i / 3][i % 3], static_cast<TypeParam>(want(a[i / 3][i % 3], b[i % 3]))) << i;
    };
    ASSERT_EQ(call(lanewise_subtract, &view_x, &view_y, &view_out), ok);
    expect([](int p, int q) { return p - q; });
    ASSERT_EQ(call(lanewise_difference_square, &view_x, &view_y, &view_out), ok);
    expect([](int p, int q) { return (p - q) * (p - q); });
    const double two = 2;
    const lanewise_view number{LANEWISE_FLOAT64, 0, const_cast<double*>(&two), nullptr, nullptr};
    ASSERT_EQ(call(lanewise_pow, &view_x, &number, &view_out), ok);
    expect([](int p, int) { return p * p; });
}

class CCalls : public testing::Test {
protected:
    std::uint8_t a_[6] = {5, 1, 7, 2, 9, 4};
    std::uint8_t out_[6] = {77, 77, 77, 77, 77, 77};
    std::int64_t six_ = 6;
    std::int64_t five_ = 5;
    std::int64_t pair_[2] = {2, 3};
    lanewise_view view_a_ = view(a_, six_);
    lanewise_view view_out_ = view(out_, six_);
    lanewise_options options_ = {};

    void expect_out(const std::vector<int>& want) {
        for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(out_[i], want[i]) << i;
    }
    void TearDown() override {
        if (refused_) expect_out({77, 77, 77, 77, 77, 77});
    }
    bool refused_ = false;
};

TEST_F(CCalls, SayWhatAnOperatorRefuses) {
    refused_ = true;
    const lanewise_view shorter = view(a_, five_);
    lanewise_status status;
    EXPECT_EQ(lanewise_subtract(&view_a_, &shorter, &view_out_, nullptr, &status), LANEWISE_SHAPE_MISMATCH);
    EXPECT_EQ(status.code, LANEWISE_SHAPE_MISMATCH);
    EXPECT_EQ(status.axis, 0);
    EXPECT_EQ(status.numbers[0], 6);
    EXPECT_EQ(status.numbers[1], 5);
    EXPECT_STREQ(status.message, "subtract: axis 0: a has extent 6, b has extent 5");
    EXPECT_EQ(call(lanewise_difference_square, &shorter, &shorter, &view_out_).message,
              "difference_square: axis 0: the result has extent 5, out has extent 6");
    EXPECT_EQ(lanewise_pow(&view_a_, &view_a_, &view_out_, nullptr, &status), LANEWISE_OK);
    EXPECT_EQ(status.axis, -1);
    EXPECT_EQ(status.numbers[0], 0);
    std::memset(out_, 77, sizeof out_);
}

TEST_F(CCalls, RefuseWhatOnlyCCanGetWrong) {
    refused_ = true;
    struct operation {
        function f;
        std::string name, first, second;
    };
    for (const operation& op : {operation{lanewise_subtract, "subtract: ", "a", "b"},
                                {lanewise_difference_square, "difference_square: ", "a", "b"},
                                {lanewise_pow, "pow: ", "x", "y"}}) {
        const function f = op.f;
        const auto expect = [&](const said& got, const std::string& message) {
            EXPECT_EQ(got, (said{LANEWISE_INVALID_ARGUMENT, op.name + message}));
        };
        expect(call(f, nullptr, &view_a_, &view_out_), op.first + " is NULL");
        expect(call(f, &view_a_, nullptr, &view_out_), op.second + " is NULL");
        expect(call(f, &view_a_, &view_a_, nullptr), "out is NULL");
        lanewise_view shapeless = view_out_;
        shapeless.extents = nullptr;
        expect(call(f, &view_a_, &view_a_, &shapeless), "out: extents is NULL");
        const auto with = [&](auto lanewise_options::*member, auto value) {
            lanewise_options options = {};
            options.*member = value;
            return call(f, &view_a_, &view_a_, &view_out_, &options);
        };
        expect(with(&lanewise_options::broadcast, 3), "options.broadcast is none of the three rules");
        expect(with(&lanewise_options::broadcast, -1), "options.broadcast is none of the three rules");
        expect(with(&lanewise_options::overflow, 256), "options.overflow is none of the three modes");
        expect(with(&lanewise_options::overflow, -1), "options.overflow is none of the three modes");
        options_.reserved[3] = 1;
        expect(call(f, &view_a_, &view_a_, &view_out_, &options_),
               "options.reserved is not 0, so the program is newer than the library");
        options_.reserved[3] = 0;
        if (f == lanewise_pow) continue;
        const lanewise_scale_bias none{1, 0};
        expect(with(&lanewise_options::scale_bias, &none), "options.scale_bias is not NULL, and only pow has one");
    }
}

TEST_F(CCalls, RefuseDtypesAndRanksBeyondEightBits) {
    refused_ = true;
    const auto with = [&](auto lanewise_view::*member, auto value) {
        lanewise_view changed = view_a_;
        changed.*member = value;
        return call(lanewise_subtract, &view_a_, &changed, &view_out_);
    };
    EXPECT_EQ(with(&lanewise_view::dtype, 256 + LANEWISE_UINT8),
              (said{LANEWISE_UNSUPPORTED_DTYPE, "subtract: b has dtype number 264, which is none of the twelve"}));
    EXPECT_EQ(with(&lanewise_view::dtype, -1),
              (said{LANEWISE_UNSUPPORTED_DTYPE, "subtract: b has dtype number -1, which is none of the twelve"}));
    EXPECT_EQ(with(&lanewise_view::rank, 9), (said{LANEWISE_RANK_OUT_OF_RANGE, "subtract: b: rank 9 is more than 8"}));
    EXPECT_EQ(with(&lanewise_view::rank, -1),
              (said{LANEWISE_RANK_OUT_OF_RANGE, "subtract: b: rank -1 is less than 0"}));
    const std::int64_t negative = -6;
    EXPECT_EQ(with(&lanewise_view::extents, &negative),
              (said{LANEWISE_NEGATIVE_EXTENT, "subtract: b: axis 0: extent -6 is negative"}));
}

TEST_F(CCalls, FollowStrides) {
    const std::int64_t backwards = -1;
    const lanewise_view flipped{LANEWISE_UINT8, 1, a_ + 5, &six_, &backwards};
    ASSERT_EQ(call(lanewise_subtract, &view_a_, &flipped, &view_out_), ok);
    expect_out({1, 248, 5, 251, 8, 255});
}

TEST_F(CCalls, FollowTheOptions) {
    const std::uint8_t b[] = {2, 10, 3, 3, 3, 3};
    const lanewise_view view_b{LANEWISE_UINT8, 1, const_cast<std::uint8_t*>(b), &six_, nullptr};
    options_.overflow = LANEWISE_OVERFLOW_SATURATE;
    ASSERT_EQ(call(lanewise_subtract, &view_a_, &view_b, &view_out_, &options_), ok);
    expect_out({3, 0, 4, 0, 6, 1});
    options_.overflow = LANEWISE_OVERFLOW_ERROR;
    EXPECT_EQ(call(lanewise_subtract, &view_a_, &view_b, &view_out_, &options_),
              (said{LANEWISE_INTEGER_OVERFLOW, "subtract: [1]: a = 1, b = 10: the result does not fit in uint8"}));
    expect_out({3, 0, 4, 0, 6, 1});

    options_ = {};
    const lanewise_scale_bias twice{2, 1};
    options_.scale_bias = &twice;
    const std::uint8_t one = 1;
    const lanewise_view exponent{LANEWISE_UINT8, 0, const_cast<std::uint8_t*>(&one), nullptr, nullptr};
    ASSERT_EQ(call(lanewise_pow, &view_a_, &exponent, &view_out_, &options_), ok);
    expect_out({11, 3, 15, 5, 19, 9});

    options_ = {};
    options_.broadcast = LANEWISE_BROADCAST_PDPD;
    const lanewise_view grid_a{LANEWISE_UINT8, 2, a_, pair_, nullptr};
    const lanewise_view grid_out{LANEWISE_UINT8, 2, out_, pair_, nullptr};
    const lanewise_view rows{LANEWISE_UINT8, 1, const_cast<std::uint8_t*>(b), pair_, nullptr}; // axis 0
    ASSERT_EQ(call(lanewise_subtract, &grid_a, &rows, &grid_out, &options_), ok);
    expect_out({3, 255, 5, 248, 255, 250});
    options_.axis = -1;
    EXPECT_EQ(call(lanewise_subtract, &grid_a, &rows, &grid_out, &options_).code, LANEWISE_SHAPE_MISMATCH);
    options_ = {};
    options_.broadcast = LANEWISE_BROADCAST_NONE;
    EXPECT_EQ(call(lanewise_subtract, &grid_a, &rows, &grid_out, &options_).code, LANEWISE_SHAPE_MISMATCH);
}

TEST_F(CCalls, RunOnAnExecutor) {
    struct executor {
        std::size_t calls = 0;
        std::size_t parts = 0;
        static void parallel_for(void* self, std::size_t count, void (*run)(void*, std::size_t), void* task) {
            auto& ex = *static_cast<executor*>(self);
            ++ex.calls;
            for (; count > 0; ++ex.parts) run(task, --count);
        }
    } ex;
    const std::int64_t many = 200000;
    std::vector<float> a(static_cast<std::size_t>(many), 3.0F);
    std::vector<float> out(a.size());
    const lanewise_view view_a = view(a.data(), many);
    const lanewise_view view_out = view(out.data(), many);
    options_.parallel_for = executor::parallel_for;
    options_.executor = &ex;
    ASSERT_EQ(lanewise_pow(&view_a, &view_a, &view_out, &options_, nullptr), LANEWISE_OK);
    EXPECT_EQ(ex.calls, 1u);
    EXPECT_GT(ex.parts, 1u);
    for (const float value : out) ASSERT_EQ(value, 27.0F);
}

TEST_F(CCalls, UseScratch) {
    const std::int64_t cube[] = {60, 70, 80}, of_a[] = {80, 4800, 1}, of_b[] = {1, 60, 4200};
    std::vector<std::uint8_t> a(60 * 70 * 80), out(a.size());
    std::vector<unsigned char> scratch(200000, 0x5A);
    const lanewise_view view_a{LANEWISE_UINT8, 3, a.data(), cube, of_a};
    const lanewise_view view_b{LANEWISE_UINT8, 3, a.data(), cube, of_b};
    const lanewise_view view_out{LANEWISE_UINT8, 3, out.data(), cube, nullptr};
    options_.scratch = scratch.data();
    options_.scratch_bytes = scratch.size();
    ASSERT_EQ(lanewise_subtract(&view_a, &view_b, &view_out, &options_, nullptr), LANEWISE_OK);
    EXPECT_NE(scratch, std::vector<unsigned char>(200000, 0x5A));
}

TEST(CInterfaceItself, NamesTheInstructionSet) {
    EXPECT_GT(std::strlen(lanewise_arch()), 3u);
}

} // namespace
} // namespace c_interface_test

#endif
