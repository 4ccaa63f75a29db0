// options.scratch changes where a call packs rows, and nothing else.

#include <lanewise/dynamic.hpp>
#include <lanewise/lanewise.hpp>

#include "support/executors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
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
                subtract(a, b, out, {.scratch = lent});
                ASSERT_TRUE(std::equal(without.begin(), without.end(), results.begin())) << size << " bytes";
                const auto is_written = [](std::byte byte) { return byte != std::byte{0x5A}; };
                ASSERT_EQ(std::count_if(memory.begin(), memory.begin() + beside + past, is_written), 0);
                ASSERT_EQ(std::count_if(memory.end() - beside, memory.end(), is_written), 0);
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
    this->expect_the_same(permute(a, {1, 2, 0}), permute(b, {2, 0, 1}), out.view(), out, true);
}

TYPED_TEST(Scratch, OfAPermutedOut) {
    const auto a = this->filled({60, 70, 80}, 0);
    tensor<TypeParam> out({70, 80, 60});
    this->expect_the_same(a.view(), permute(a, {0, 1, 2}), permute(out, {2, 0, 1}), out, true);
}

TYPED_TEST(Scratch, OfACallThatPacksNothing) {
    const auto a = this->filled({300, 200}, 0);
    tensor<TypeParam> out({300, 200});
    this->expect_the_same(a.view(), a.view(), out.view(), out, false);
}

TEST(ScratchOfThreads, IsNotUsed) {
    const tensor<float> a({80, 600, 70});
    tensor<float> out({600, 70, 80});
    std::vector<std::byte> memory(200000, std::byte{0x5A});
    lanewise_test::four_threads threads;
    subtract(permute(a, {1, 2, 0}), 0.0f, out, {.executor = threads, .scratch = memory});
    EXPECT_EQ(std::count(memory.begin(), memory.end(), std::byte{0x5A}), 200000);
}

} // namespace
} // namespace scratch_test
