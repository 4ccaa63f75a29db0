// difference_square, element by element against exact arithmetic.

#include "support/difference_suite.hpp"

#include <lanewise/difference_square.hpp>

namespace lanewise_test {
namespace {

struct difference_square_operator {
    static constexpr const char* name = "difference_square";
    using reference = difference_square_reference;
    // What widens, and which number an operand may be, is decided where it is for subtract.
    template <class From>
    static constexpr bool widens_from = std::is_same_v<From, std::uint8_t>;
    static constexpr bool numbers = false;

    template <class A, class B, class Out>
    [[gnu::noinline]] static status run(const A& a, const B& b, Out&& out, const lanewise::options& options) {
        return lanewise::try_difference_square(as_input(a), as_input(b), as_out(out), options);
    }
    template <class A, class B>
    [[gnu::noinline]] static auto run(const A& a, const B& b) {
        return lanewise::difference_square(as_input(a), as_input(b));
    }
};

using cases = cases_of<difference_square_operator, all_types>::type;
INSTANTIATE_TYPED_TEST_SUITE_P(DifferenceSquare, Difference, cases, named_by_case);

TEST(DifferenceSquare, IsExactModuloTheDtypeHoweverTheDifferenceWraps) {
    // (3 - 5)^2 is 4 in every mode, though 3 - 5 is no uint8.
    const std::vector<std::uint8_t> three = {3};
    for (const integer_overflow mode : all_modes) {
        tensor<std::uint8_t> out(extents{1});
        lanewise::difference_square(view_of_vector(three), 5, out, {.overflow = mode});
        EXPECT_EQ(out(0), 4);
    }
    tensor<std::uint8_t> out(extents{1});
    lanewise::difference_square(view_of_vector(three), 20, out);
    EXPECT_EQ(out(0), 289 - 256);
    lanewise::difference_square(view_of_vector(three), 20, out, {.overflow = integer_overflow::saturate});
    EXPECT_EQ(out(0), 255);
}

TEST(DifferenceSquare, RoundsTheDifferenceBeforeItIsSquared) {
    // 1 - 2^-30 rounds to 1 in float; a fused product would see the difference before that.
    const float a = 1;
    const float b = 0x1p-30f;
    tensor<float> out(extents{});
    lanewise::difference_square(tensor_view(&a, extents{}), tensor_view(&b, extents{}), out);
    EXPECT_EQ(out(), 1.0f);
}

TEST(DifferenceSquare, OfSixteenBitFloatsRoundsOnceFromFloat) {
    // 181 - 1 = 180 and 180^2 = 32400: the bfloat16 neighbours are 128 apart.
    const bfloat16 a(181);
    const bfloat16 b(1);
    tensor<bfloat16> out(extents{});
    lanewise::difference_square(tensor_view(&a, extents{}), tensor_view(&b, extents{}), out);
    EXPECT_EQ(static_cast<float>(out()), 32384.0f);
    // A difference that is no float16 is not rounded to one: (2048 + 1)^2 / 4096 = 1025.0002...
    const float16 c(32.0);
    const float16 d = float16(-0x1p-6);
    tensor<float16> square(extents{});
    lanewise::difference_square(tensor_view(&c, extents{}), tensor_view(&d, extents{}), square);
    EXPECT_EQ(static_cast<float>(square()), 1025.0f);
}

} // namespace
} // namespace lanewise_test
