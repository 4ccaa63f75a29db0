// A row of which inputs are converted on the way: each element once and from its own place, in few calls, on little memory.

#include "support/scalar_kernel.hpp"

#include <lanewise/detail/plan/converted_row.hpp>

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lanewise_test {
namespace {

constexpr auto size = index_t{8};

/// A call of n elements of 8 bytes: inputs have so many bytes each, one behind the other or one for all.
struct row_call {
    row_call(index_t n, index_t bytes_of_a, index_t bytes_of_b, bool one_a, bool one_b)
        : elements(n), kernel(size, bytes_of_a, bytes_of_b, {.transposes = true}),
          out(static_cast<std::size_t>(n * size)), a(static_cast<std::size_t>(n * bytes_of_a)),
          b(static_cast<std::size_t>(n * bytes_of_b)) {
        std::mt19937 random(7);
        for (std::byte& byte : a) byte = static_cast<std::byte>(random());
        for (std::byte& byte : b) byte = static_cast<std::byte>(random());
        loops.rank = 1;
        loops.axis[0] = {n, {size, one_a ? 0 : bytes_of_a, one_b ? 0 : bytes_of_b}};
        loops.data[out_position] = out.data();
        loops.data[a_position] = a.data();
        loops.data[b_position] = b.data();
        loops.element_bytes[out_position] = size;
        loops.element_bytes[a_position] = bytes_of_a;
        loops.element_bytes[b_position] = bytes_of_b;
        loops.streaming = false;
    }

    std::uint64_t element(int k, index_t i) const {
        return scalar_kernel::load(loops.data[k] + i * loops.axis[0].stride[k], loops.element_bytes[k]);
    }

    void expect_every_element() const {
        for (index_t i = 0; i < elements; ++i) {
            const std::byte* const at = out.data() + i * size;
            ASSERT_EQ(scalar_kernel::load(at, size),
                      scalar_kernel::operation(element(a_position, i), element(b_position, i)))
                << i << " of " << elements;
            ASSERT_EQ(kernel.writes.at(at), 1) << i << " of " << elements;
        }
    }

    index_t elements;
    scalar_kernel kernel;
    std::vector<std::byte> out;
    std::vector<std::byte> a;
    std::vector<std::byte> b;
    plan loops;
};

TEST(ConvertedRow, RunsEveryElementOnce) {
    for (const index_t n : {1, 2, 63, 64, 65, 200, 511, 512, 513, 5000}) {
        for (const auto& [bytes_of_a, bytes_of_b] : {std::pair{4, 8}, {8, 4}, {2, 4}, {1, 1}, {8, 8}}) {
            for (const bool one_a : {false, true}) {
                for (const bool one_b : {false, true}) {
                    for (const bool takes_long : {false, true}) {
                        row_call call(n, bytes_of_a, bytes_of_b, one_a, one_b);
                        row_kernel kernel = call.kernel.kernel();
                        if (takes_long) kernel.run_transposing = nullptr;
                        // As those of a pow with a scale_bias.
                        if (bytes_of_a == size && bytes_of_b == size) kernel.converts[a_position] = true;
                        const converted_row row(call.loops, kernel);
                        ASSERT_TRUE(row.fits());
                        EXPECT_TRUE(row.run());
                        call.expect_every_element();
                        EXPECT_EQ(call.kernel.seen.finished, 0);
                    }
                }
            }
        }
    }
}

TEST(ConvertedRow, PacksLittleForAnOperationThatTakesLong) {
    const auto longest = [](bool takes_long, index_t bytes_of_a, index_t bytes_of_b, bool one_b = false) {
        row_call call(5000, bytes_of_a, bytes_of_b, false, one_b);
        row_kernel kernel = call.kernel.kernel();
        if (takes_long) kernel.run_transposing = nullptr;
        // Elements of one size, as those of a pow with a scale_bias.
        if (bytes_of_a == size) kernel.converts[a_position] = kernel.converts[b_position] = true;
        converted_row(call.loops, kernel).run();
        call.expect_every_element();
        return call.kernel.seen.longest;
    };
    EXPECT_EQ(longest(false, 4, 8), 960);
    EXPECT_EQ(longest(false, 4, 4), 448);
    EXPECT_EQ(longest(true, 4, 8), 960) << "of two sizes";
    EXPECT_EQ(longest(true, 8, 8), 64);
    EXPECT_EQ(longest(true, 8, 4, true), 192) << "of one size, but for one that all share";
}

TEST(ConvertedRow, IsFinishedWhereItWasWrittenAroundTheCache) {
    row_call call(5000, 4, 8, false, false);
    call.loops.streaming = true;
    const row_kernel kernel = call.kernel.kernel();
    EXPECT_TRUE(converted_row(call.loops, kernel).run());
    call.expect_every_element();
    EXPECT_EQ(call.kernel.seen.streamed, call.kernel.seen.rows);
    EXPECT_EQ(call.kernel.seen.finished, 1);
}

TEST(ConvertedRow, EndsWhereTheKernelDoes) {
    row_call call(5000, 4, 8, false, false);
    row_kernel kernel = call.kernel.kernel();
    static int runs;
    runs = 0;
    kernel.run = [](const void*, const rows&) { return ++runs < 3; };
    EXPECT_FALSE(converted_row(call.loops, kernel).run());
    EXPECT_EQ(runs, 3);
}

TEST(ConvertedRow, IsNoOtherCall) {
    const auto fits = [](auto change) {
        row_call call(100, 4, 8, false, false);
        row_kernel kernel = call.kernel.kernel();
        change(call.loops, kernel);
        return converted_row(call.loops, kernel).fits();
    };
    EXPECT_TRUE(fits([](plan&, row_kernel&) {}));
    EXPECT_FALSE(fits([](plan& p, row_kernel&) { p.rank = 2; }));
    EXPECT_FALSE(fits([](plan&, row_kernel& k) { k.converts[a_position] = false; }));
    EXPECT_FALSE(fits([](plan& p, row_kernel&) { p.axis[0].stride[out_position] = 2 * size; }));
    EXPECT_FALSE(fits([](plan& p, row_kernel&) { p.axis[0].stride[a_position] = 8; }));
    EXPECT_FALSE(fits([](plan& p, row_kernel&) { p.axis[0].stride[a_position] = -4; }));
    EXPECT_FALSE(fits([](plan& p, row_kernel&) { p.axis[0].stride[b_position] = 2 * size; }));
}

} // namespace
} // namespace lanewise_test
