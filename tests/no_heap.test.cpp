// No call allocates, whatever its layout, dtypes or options: this program counts what operator new is asked for.

#if defined(LANEWISE_DYNAMIC_COMPILED)
#include <lanewise/c.h>
#endif
#include <lanewise/dynamic.hpp>
#include <lanewise/lanewise.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

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

TEST(NoHeap, OfDtypesKnownAtRunTime) {
    tensor<float> a({33, 65}), b({65, 33}), out({33, 65});
    tensor<std::uint8_t> bytes({33, 65});
    const const_any_view any_a = a.view(), any_b = transpose(b), any_bytes = bytes.view();
    const any_tensor_view any_out = out.view();
    expect_no_allocation([&] {
        subtract(any_a, any_b, any_out);
        difference_square(any_bytes, any_a, any_out);
        pow(any_a, 2.5, any_out);
        EXPECT_FALSE(try_subtract(any_a, transpose(any_a), any_out));
    });
}

#if defined(LANEWISE_DYNAMIC_COMPILED)

TEST(NoHeap, OfTheCInterface) {
    std::int64_t shape[] = {33, 65}, transposed[] = {1, 33};
    std::vector<float> memory(33 * 65);
    const lanewise_view a{LANEWISE_FLOAT32, 2, memory.data(), shape, nullptr};
    const lanewise_view b{LANEWISE_FLOAT32, 2, memory.data(), shape, transposed};
    const lanewise_view mismatched{LANEWISE_FLOAT32, 1, memory.data(), shape, nullptr};
    std::vector<float> results(memory.size());
    const lanewise_view out{LANEWISE_FLOAT32, 2, results.data(), shape, nullptr};
    expect_no_allocation([&] {
        lanewise_status status;
        EXPECT_EQ(lanewise_subtract(&a, &b, &out, nullptr, &status), LANEWISE_OK);
        EXPECT_EQ(lanewise_difference_square(&b, &b, &out, nullptr, nullptr), LANEWISE_OK);
        EXPECT_EQ(lanewise_pow(&b, &a, &out, nullptr, nullptr), LANEWISE_OK);
        EXPECT_EQ(lanewise_subtract(&a, &mismatched, &out, nullptr, &status), LANEWISE_SHAPE_MISMATCH);
        EXPECT_EQ(lanewise_subtract(&a, nullptr, &out, nullptr, &status), LANEWISE_INVALID_ARGUMENT);
    });
}

#endif

} // namespace
} // namespace lanewise_test
