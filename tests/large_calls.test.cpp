// Calls on more than the last-level cache holds, which write out around it: every element is right, and nothing else is
// written, wherever out begins within a cache line.

#include "support/elements.hpp"
#include "support/indices.hpp"

#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

#include <array>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::strides;
using lanewise::tensor_view;

template <class T>
class LargeCalls : public testing::Test {
protected:
    using triple = std::array<index_t, 3>;

    static constexpr index_t elements = (index_t{10} << 20) / static_cast<index_t>(sizeof(T)); // of each operand
    static constexpr index_t margin = 64;

    LargeCalls() : a_(small_numbers(5)), b_(small_numbers(11)) {}

    /// out is packed, and begins at another place each time.
    void check(const triple& shape, const triple& a_strides, const triple& b_strides) {
        start_ = (start_ + 11) % margin;
        const triple packed{shape[1] * shape[2], shape[2], 1};
        std::vector<T> out(a_.size(), T(99));
        const T* const a = first(a_, shape, a_strides);
        const T* const b = first(b_, shape, b_strides);
        T* const to = out.data() + start_;
        subtract(view(a, shape, a_strides), view(b, shape, b_strides), view(to, shape, packed));
        index_t wrong = 0;
        for (index_t i = 0; i < shape[0]; ++i) {
            for (index_t j = 0; j < shape[1]; ++j) {
                for (index_t k = 0; k < shape[2]; ++k) {
                    const auto at = [&](const triple& s) { return i * s[0] + j * s[1] + k * s[2]; };
                    const auto want = static_cast<T>(as_number(a[at(a_strides)]) - as_number(b[at(b_strides)]));
                    wrong += as_number(to[at(packed)]) != as_number(want);
                    to[at(packed)] = T(99);
                }
            }
        }
        EXPECT_EQ(wrong, 0) << "of " << show(shape) << ", out " << start_ << " elements past its memory's start";
        EXPECT_EQ(out, std::vector<T>(a_.size(), T(99))) << "written outside";
    }

private:
    static int as_number(T value) { return static_cast<int>(static_cast<float>(value)); }

    static std::vector<T> small_numbers(unsigned step) {
        std::vector<T> numbers(static_cast<std::size_t>(elements + margin));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<T>(static_cast<int>((i * step + i / 64) % 61));
        return numbers;
    }

    static const T* first(const std::vector<T>& memory, const triple& shape, const triple& steps) {
        const T* p = memory.data() + 3;
        for (std::size_t i = 0; i < 3; ++i) p -= steps[i] < 0 ? steps[i] * (shape[i] - 1) : 0;
        return p;
    }

    template <class U>
    static tensor_view<U> view(U* p, const triple& shape, const triple& steps) {
        return {p, extents(shape), strides(steps)};
    }

    std::vector<T> a_;
    std::vector<T> b_;
    index_t start_ = -11;
};

using dtypes = testing::Types<float, double, std::uint8_t, std::int16_t, float16, bfloat16>;
TYPED_TEST_SUITE(LargeCalls, dtypes);

TYPED_TEST(LargeCalls, OfRows) {
    constexpr index_t n = TestFixture::elements / 1001;
    this->check({1, 1, 1001 * n}, {0, 0, 1}, {0, 0, 1});
    this->check({1, 1001, n}, {0, n, 1}, {0, 0, 1});
    this->check({1, 1001, n}, {0, 0, 1}, {0, n, 1});
    this->check({1, n, 1001}, {0, 1001, -1}, {0, 1, 0});
    this->check({1, n, 500}, {0, 1000, 2}, {0, 500, 1});
}

TYPED_TEST(LargeCalls, OfTransposes) {
    constexpr index_t n = TestFixture::elements / 1001;
    this->check({1, 1001, n}, {0, n, 1}, {0, 1, 1001});
    this->check({1, 1001, n}, {0, 1, 1001}, {0, -1, 1001});
    this->check({1, 1001, n}, {0, 1, 1001}, {0, 1, 0});
    this->check({1, 1001, n}, {0, -1, 0}, {0, 1, -1001});
    // Rows that begin where cache lines do, all alike.
    constexpr index_t lines = n / 64 * 64;
    this->check({1, 1001, lines}, {0, lines, 1}, {0, 1, 1001});
    this->check({1, 1001, lines}, {0, -1, 1001}, {0, 1, 0});
    constexpr index_t plane = 64 * 70;
    this->check({this->elements / (16 * plane), 16, plane}, {16 * plane, plane, 1}, {16 * plane, 1, 16});
}

TYPED_TEST(LargeCalls, OfColours) {
    for (const index_t colours : {2, 3, 5}) {
        const index_t n = this->elements / colours;
        this->check({1, n, colours}, {0, colours, 1}, {0, 1, 0});
        this->check({1, n, colours}, {0, 1, 0}, {0, colours, 1});
        this->check({1, n, colours}, {0, colours, 1}, {0, colours, -1});
        this->check({1, n, colours}, {0, colours, 1}, {0, 1, n});
        const index_t rows = n / 333;
        this->check({rows, 333, colours}, {333 * colours, colours, 1}, {333, 1, 0});
    }
}

} // namespace
} // namespace lanewise_test
