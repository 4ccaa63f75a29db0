// options.scratch changes where a call packs rows, and nothing else.

#include <lanewise/dynamic.hpp>
#include <lanewise/lanewise.hpp>

#include "support/executors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace scratch_test {
namespace {

using namespace lanewise;

template <class T>
class Scratch : public testing::Test {
protected:
    static tensor<T> filled(const extents& shape, int first) {
        tensor<T> t(shape);
        for (index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<T>((first + i) % 11);
        return t;
    }

    /// With scratch of many sizes and alignments, the results are those without, and no byte beside it is written.
    static void expect_the_same(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                const tensor<T>& results, bool uses) {
        subtract(a, b, out);
        const std::vector<T> without(results.begin(), results.end());
        constexpr std::size_t beside = 128;
        for (const std::size_t size : {0u, 1u, 63u, 36927u, 37000u, 147456u, 1048576u}) {
            for (const std::size_t past : {0u, 1u, 40u}) {
                std::vector<std::byte> memory(beside + past + size + beside, std::byte{0x5A});
                const std::span<std::byte> lent(memory.data() + beside + past, size);
                std::memset(out.data, 0x77, without.size() * sizeof(T));
                subtract(a, b, out, {.scratch = lent});
                ASSERT_TRUE(std::equal(without.begin(), without.end(), results.begin())) << size << " bytes";
                const auto is_written = [](std::byte byte) { return byte != std::byte{0x5A}; };
                ASSERT_EQ(std::count_if(memory.data(), lent.data(), is_written), 0);
                ASSERT_EQ(std::count_if(lent.data() + size, memory.data() + memory.size(), is_written), 0);
                const bool is_used = std::any_of(lent.begin(), lent.end(), is_written);
                ASSERT_EQ(is_used, uses && size >= 37000) << size << " bytes";
            }
        }
    }
};

using dtypes = testing::Types<float, double, float16, std::uint8_t>;
TYPED_TEST_SUITE(Scratch, dtypes);

TYPED_TEST(Scratch, OfPermutedInputs) {
    const auto a = this->filled({60, 70, 80}, 0);
    const auto b = this->filled({80, 60, 70}, 5);
    tensor<TypeParam> out({70, 80, 60});
    const bool is_packed = sizeof(TypeParam) < 8; // or else elements are taken one by one
    this->expect_the_same(permute(a, {1, 2, 0}), permute(b, {2, 0, 1}), out.view(), out, is_packed);
}

TYPED_TEST(Scratch, OfAPermutedOut) {
    const auto a = this->filled({60, 70, 80}, 0);
    const auto b = this->filled({60, 70, 80}, 5);
    tensor<TypeParam> out({70, 80, 60});
    this->expect_the_same(a.view(), b.view(), permute(out, {2, 0, 1}), out, true);
}

TYPED_TEST(Scratch, OfACallThatPacksNothing) {
    const auto a = this->filled({300, 200}, 0);
    const auto b = this->filled({300, 200}, 5);
    tensor<TypeParam> out({300, 200});
    this->expect_the_same(a.view(), b.view(), out.view(), out, false);
}

// Memory of an operand itself, or between its elements.
TEST(LentMemory, IsLeftAloneWhereItSharesBytesWithAnOperand) {
    std::vector<float> memory(3 * 300 * 301);
    std::iota(memory.begin(), memory.end(), 0.0f);
    const std::vector<float> before = memory;
    const extents shape{300, 300};
    const tensor_view<const float> a(memory.data() + 301 * 300 - 301, shape, {1, -301}); // backwards, with gaps
    const tensor_view<const float> b(memory.data() + 301 * 300, shape, {1, 301});
    tensor<float> without(shape);
    subtract(a, b, without);
    tensor<float> out(shape);
    const auto expect_the_same = [&](std::span<std::byte> lent, bool is_used) {
        std::ranges::fill(out, 0.0f);
        const std::vector<std::byte> held(lent.data(), lent.data() + 40000);
        subtract(a, b, out, {.scratch = lent});
        EXPECT_TRUE(std::ranges::equal(out, without));
        EXPECT_EQ(!std::equal(held.begin(), held.end(), lent.begin()), is_used);
    };
    const std::span<std::byte> all = std::as_writable_bytes(std::span(memory));
    const std::size_t one = 300 * 301 * sizeof(float);
    expect_the_same(all.first(40000), false);                                        // a's
    expect_the_same(all.subspan(one, 40000), false);                                 // b's
    expect_the_same(all.subspan(2 * one - 5, one), false);                           // of its last element a byte
    expect_the_same(std::as_writable_bytes(std::span(out.data(), 300 * 300)), true); // written as out
    EXPECT_EQ(memory, before);
    expect_the_same(all.subspan(2 * one - 4), true);
}

// A size that no memory has stands for as much as can be used, which is here.
TEST(LentMemory, IsUsedAsFarAsRowsFillIt) {
    std::vector<std::byte> lent(std::size_t{4} << 20);
    std::vector<float> memory(300 * 301 * 5);
    std::iota(memory.begin(), memory.end(), 0.0f);
    const auto fifth = [&](index_t first) {
        return tensor_view<const float>(memory.data() + first, {200, 300}, {1505, 5});
    };
    tensor<float> without({200, 300});
    subtract(fifth(3), fifth(1505), without);
    tensor<float> out({200, 300});
    subtract(fifth(3), fifth(1505), out, {.scratch = {lent.data(), std::numeric_limits<std::size_t>::max()}});
    EXPECT_TRUE(std::ranges::equal(out, without));
    EXPECT_GT(std::ranges::count(lent, std::byte{}), 0);
    EXPECT_LT(std::ranges::count(lent, std::byte{}), std::ssize(lent));
}

class EveryOperator : public testing::Test {
protected:
    EveryOperator() { std::iota(a_.begin(), a_.end(), 1.0f); }

    /// Whether a call, of which the memory is lent, writes to it.
    template <class Call>
    bool uses(const Call& call) {
        std::fill(memory_.begin(), memory_.end(), std::byte{0x5A});
        call(permute(a_, {1, 2, 0}), std::span<std::byte>(memory_));
        return std::any_of(memory_.begin(), memory_.end(), [](std::byte byte) { return byte != std::byte{0x5A}; });
    }

    tensor<float> a_{{80, 600, 70}};
    tensor<float> out_{{600, 70, 80}};

private:
    std::vector<std::byte> memory_ = std::vector<std::byte>(200000);
};

TEST_F(EveryOperator, UsesScratch) {
    // Both inputs are permuted, so that none is transposed on its way.
    EXPECT_TRUE(uses([&](const auto& a, auto lent) { subtract(a, a, out_, {.scratch = lent}); }));
    EXPECT_TRUE(uses([&](const auto& a, auto lent) { difference_square(a, a, out_, {.scratch = lent}); }));
    EXPECT_TRUE(uses([&](const auto& a, auto lent) { pow(a, a, out_, {.scratch = lent}); }));
    const any_tensor_view out = out_.view();
    EXPECT_TRUE(uses([&](const const_any_view& a, auto lent) { difference_square(a, a, out, {.scratch = lent}); }));
    EXPECT_TRUE(uses([&](const const_any_view& a, auto lent) { pow(a, a, out, {.scratch = lent}); }));
}

TEST_F(EveryOperator, DoesNotOnThreads) {
    lanewise_test::four_threads threads;
    const auto on_threads = [&](const auto& a, auto lent) {
        subtract(a, a, out_, {.executor = threads, .scratch = lent});
    };
    std::fill(out_.begin(), out_.end(), 1.0f);
    EXPECT_FALSE(uses(on_threads));
    EXPECT_EQ(std::count(out_.begin(), out_.end(), 0.0f), out_.size());
}

} // namespace
} // namespace scratch_test
