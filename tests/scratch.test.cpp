// options.scratch changes where a call packs rows, and nothing else.

#include <lanewise/dynamic.hpp>
#include <lanewise/lanewise.hpp>

#include "support/executors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
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
