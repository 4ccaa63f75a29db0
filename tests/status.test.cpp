// The sentence of every status code, and how error carries a status.

#include <lanewise/status.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <type_traits>

namespace lanewise_test {
namespace {

using lanewise::dtype;
using lanewise::error;
using lanewise::index_t;
using lanewise::max_rank;
using lanewise::status;
using lanewise::status_code;
using lanewise::detail::status_facts;
using lanewise::detail::status_value;

std::string sentence(const status_facts& facts) {
    return status(facts).message();
}

TEST(Status, OneThatIsDefaultConstructedSaysThatAllIsWell) {
    const status well;
    EXPECT_TRUE(static_cast<bool>(well));
    EXPECT_EQ(well.code(), status_code::ok);
    EXPECT_EQ(well.axis(), -1);
    EXPECT_STREQ(well.operand(), "");
    EXPECT_EQ(well.message(), "ok");
}

TEST(Status, KnowsOperandAxisAndTheNumbersThatClash) {
    const status clash(status_facts{.code = status_code::shape_mismatch,
                                    .axis = 2,
                                    .function = "subtract",
                                    .operand = "a",
                                    .other = "b",
                                    .numbers = {3, 4}});
    EXPECT_FALSE(static_cast<bool>(clash));
    EXPECT_EQ(clash.code(), status_code::shape_mismatch);
    EXPECT_EQ(clash.axis(), 2);
    EXPECT_STREQ(clash.operand(), "a");
    EXPECT_EQ(clash.first(), 3);
    EXPECT_EQ(clash.second(), 4);
    EXPECT_EQ(clash.message(), "subtract: axis 2: a has extent 3, b has extent 4");
}

TEST(Status, ShapesThatDifferInRankSaySo) {
    EXPECT_EQ(sentence(status_facts{.code = status_code::output_shape_mismatch,
                                    .function = "pow",
                                    .operand = "out",
                                    .other = "the result",
                                    .numbers = {1, 2}}),
              "pow: out has rank 1, the result has rank 2");
    EXPECT_EQ(sentence(status_facts{.code = status_code::rank_out_of_range, .function = "extents", .numbers = {9, 8}}),
              "extents: rank 9 is more than 8");
    EXPECT_EQ(sentence(status_facts{.code = status_code::rank_out_of_range,
                                    .function = "tensor_view",
                                    .operand = "extents",
                                    .other = "strides",
                                    .numbers = {2, 3}}),
              "tensor_view: extents has rank 2, strides has rank 3");
}

TEST(Status, AnOverlapThatIsUndecidedNamesTheQuestion) {
    EXPECT_EQ(sentence(status_facts{.code = status_code::overlap_undecided, .function = "subtract", .operand = "out"}),
              "subtract: it would take too long to find out whether out's own elements overlap");
    EXPECT_EQ(sentence(status_facts{
                  .code = status_code::overlap_undecided, .function = "pow", .operand = "y", .other = "out"}),
              "pow: it would take too long to find out whether out shares elements with y");
}

TEST(Status, ATensorThatCannotBeViewedIsNamed) {
    EXPECT_EQ(sentence(status_facts{.code = status_code::unsupported_tensor, .function = "dlpack", .operand = "it"}),
              "dlpack: it cannot be viewed");
}

TEST(Status, ValuesOfEveryKindOfDtypeArePrintedInFull) {
    const auto with = [](dtype type, std::uint64_t bits) {
        return sentence(status_facts{.code = status_code::scalar_out_of_range,
                                     .types = {dtype::uint8},
                                     .function = "subtract",
                                     .operand = "b",
                                     .values = {{type, bits}}});
    };
    EXPECT_EQ(with(dtype::int64, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min())),
              "subtract: b = -9223372036854775808 is no value of uint8");
    EXPECT_EQ(with(dtype::uint64, std::numeric_limits<std::uint64_t>::max()),
              "subtract: b = 18446744073709551615 is no value of uint8");
    EXPECT_EQ(with(dtype::float64, __builtin_bit_cast(std::uint64_t, 0.5)), "subtract: b = 0.5 is no value of uint8");
}

TEST(Status, TheLongestSentenceIsNotCut) {
    status_facts facts{.code = status_code::integer_overflow,
                       .rank = max_rank,
                       .types = {dtype::uint64},
                       .function = "difference_square",
                       .operand = "a",
                       .other = "b",
                       .values = {{dtype::uint64, ~std::uint64_t{0}}, {dtype::int64, std::uint64_t{1} << 63}}};
    std::string want = "difference_square: [";
    for (int i = 0; i < max_rank; ++i) {
        facts.index[i] = std::numeric_limits<index_t>::max() - i;
        want += (i == 0 ? "" : ", ") + std::to_string(facts.index[i]);
    }
    EXPECT_EQ(sentence(facts),
              want + "]: a = 18446744073709551615, b = -9223372036854775808: the result does not fit in uint64");
}

TEST(Status, ASentenceIsCutToFitTheBufferOfACaller) {
    char text[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    status().write_message(text, 2);
    EXPECT_STREQ(text, "o");
    const status why(status_facts{.code = status_code::bad_step, .function = "slice"});
    why.write_message(text, 7);
    EXPECT_STREQ(text, "slice:");
    EXPECT_EQ(text[7], 1);
}

TEST(Status, IsASmallValueThatCopiesItsBytes) {
    EXPECT_TRUE(std::is_trivially_copyable_v<status>);
    EXPECT_LE(sizeof(status), 192u);
    EXPECT_FALSE((std::is_convertible_v<status, bool>));
    EXPECT_TRUE(noexcept(std::declval<const status&>().code()));
}

TEST(Error, IsAnInvalidArgumentThatCarriesTheStatus) {
    const status why(
        status_facts{.code = status_code::null_data, .function = "subtract", .operand = "out", .numbers = {6, 0}});
    try {
        lanewise::detail::require(why);
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& caught) {
        EXPECT_STREQ(caught.what(), "subtract: out has null data and 6 elements");
        const auto* e = dynamic_cast<const error*>(&caught);
        ASSERT_NE(e, nullptr);
        EXPECT_EQ(e->status().code(), status_code::null_data);
        EXPECT_EQ(e->status().message(), why.message());
        EXPECT_TRUE(noexcept(e->status()));
    }
    EXPECT_NO_THROW(lanewise::detail::require(status()));
}

} // namespace
} // namespace lanewise_test
