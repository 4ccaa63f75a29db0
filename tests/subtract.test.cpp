// subtract, element by element against exact arithmetic.

#include "support/difference_suite.hpp"

#include <lanewise/subtract.hpp>

namespace lanewise_test {
namespace {

struct subtract_operator {
    static constexpr const char* name = "subtract";
    using reference = subtract_reference;
    template <class From>
    static constexpr bool widens_from = true;
    static constexpr bool numbers = true;

    template <class A, class B, class Out>
    [[gnu::noinline]] static status run(const A& a, const B& b, Out&& out, const lanewise::options& options) {
        return lanewise::try_subtract(as_input(a), as_input(b), as_out(out), options);
    }
    template <class A, class B>
    [[gnu::noinline]] static auto run(const A& a, const B& b) {
        return lanewise::subtract(as_input(a), as_input(b));
    }
};

using cases = cases_of<subtract_operator, all_types>::type;
INSTANTIATE_TYPED_TEST_SUITE_P(Subtract, Difference, cases, named_by_case);

TEST(Subtract, ReadsLikeTheFormula) {
    const std::vector<float> a = {1, 2, 3, 4, 5, 6};
    const std::vector<float> mean = {1, 2, 3};
    std::vector<float> out(6);
    lanewise::subtract(tensor_view(a, extents{2, 3}), tensor_view(mean, extents{3}), tensor_view(out, extents{2, 3}));
    EXPECT_EQ(out, (std::vector<float>{0, 0, 0, 3, 3, 3}));
}

TEST(Subtract, WrapsSaturatesOrRefuses) {
    tensor<std::uint8_t> out(extents{1});
    const std::vector<std::uint8_t> three = {3};
    lanewise::subtract(view_of_vector(three), 5, out);
    EXPECT_EQ(out(0), 254);
    lanewise::subtract(view_of_vector(three), 5, out, {.overflow = integer_overflow::saturate});
    EXPECT_EQ(out(0), 0);
    EXPECT_THROW(lanewise::subtract(view_of_vector(three), 4, out, {.overflow = integer_overflow::error}),
                 lanewise::error);
    EXPECT_EQ(out(0), 0);
}

TEST(Subtract, KeepsSubnormalsAndSignedZeros) {
    const std::vector<float> a = {0x1.8p-126f, 0.0f, -0.0f, 1.0f};
    const std::vector<float> b = {0x1p-126f, 0.0f, 0.0f, 1.0f};
    tensor<float> out(extents{4});
    lanewise::subtract(view_of_vector(a), view_of_vector(b), out);
    EXPECT_EQ(out(0), 0x1p-127f);
    EXPECT_FALSE(std::signbit(out(1)));
    EXPECT_TRUE(std::signbit(out(2)));
    EXPECT_FALSE(std::signbit(out(3)));
}

TEST(Subtract, TakesTheTypesThatArithmeticUsesBesideTheFixedOnes) {
    const long long a[] = {5, 6};
    const long b[] = {1, 2};
    unsigned long long out[2] = {};
    long long signed_out[2] = {};
    lanewise::subtract(tensor_view(a, extents{2}), tensor_view(b, extents{2}), tensor_view(signed_out, extents{2}));
    EXPECT_EQ(signed_out[1], 4);
    lanewise::subtract(tensor_view(out, extents{2}), 1, tensor_view(out, extents{2}));
    EXPECT_EQ(out[0], ~0ULL);
}

} // namespace
} // namespace lanewise_test
