// No call allocates, whatever its layout, dtypes or options: this program counts what operator new is asked for.

#include <lanewise/lanewise.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* const memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    ++allocations;
    const auto line = static_cast<std::size_t>(alignment);
    if (void* const memory = std::aligned_alloc(line, (bytes + line - 1) / line * line)) return memory;
    throw std::bad_alloc();
}
// Not inline, or g++ 13 sees that what `new` gave is freed, and does not see that this `new` took it from malloc.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace lanewise_test {
namespace {

using namespace lanewise;

template <class Call>
void expect_no_allocation(const Call& call) {
    const std::size_t before = allocations;
    call();
    EXPECT_EQ(allocations, before);
}

TEST(NoHeap, IsCountedHere) {
    const std::size_t before = allocations;
    const tensor<float> t({100});
    EXPECT_GT(allocations, before);
}

TEST(NoHeap, OnAnyPath) {
    tensor<float> a({33, 65}), b({65, 33}), out({33, 65}), column({33, 1}), eight({2, 2, 3, 2, 2, 3, 2, 2}),
        reversed({2, 2, 3, 2, 2, 3, 2, 2});
    tensor<std::uint8_t> bytes({33, 65});
    tensor<std::int32_t> integers({33, 65}), powers({33, 65});
    tensor<float16> halves({33, 65});
    for (float& value : a) value = 1.5F;
    for (float& value : b) value = 0.3F;
    expect_no_allocation([&] { // direct, transposed, flat, widened
        subtract(a, a, out);
        subtract(a, transpose(b), out);
        subtract(flip(a, 1), column, transpose(b));
        subtract(bytes, a, out);
        subtract(eight, transpose(eight), reversed);
    });
    expect_no_allocation([&] {
        difference_square(halves, halves, halves);
        pow(a, transpose(b), out);
        pow(bytes, 2.5, out, {.scale_bias = scale_bias{0.5, 1}});
        pow(integers, powers, integers, {.overflow = integer_overflow::error});
        transform([](auto x, auto y) { return xsimd::max(x, y); }, a, 1, out);
        copy(transpose(b), out);
        cast(transpose(b), bytes);
        cast(bytes, transpose(b));
        EXPECT_FALSE(try_subtract(a, b, out));
    });
}

/// Runs the parts on the caller's thread, backwards.
struct backwards {
    template <class F>
    void parallel_for(std::size_t n, const F& f) {
        while (n-- > 0) f(n);
    }
};

TEST(NoHeap, OfLargeCallsWithAnExecutorOrScratch) {
    tensor<float> a({300, 700}), b({700, 300}), out({300, 700});
    tensor<std::uint8_t> bytes({300, 700});
    static std::byte memory[160 * 1024];
    backwards executor;
    expect_no_allocation([&] {
        subtract(a, a, out);
        subtract(a, transpose(b), out);
        subtract(transpose(b), transpose(b), out, {.scratch = memory});
        subtract(bytes, transpose(b), transpose(b), {.executor = executor});
        subtract(executor, a, transpose(b), out);
        pow(executor, transpose(b), transpose(b), out);
        copy(transpose(b), out);
        cast(executor, transpose(b), bytes);
    });
}

} // namespace
} // namespace lanewise_test
