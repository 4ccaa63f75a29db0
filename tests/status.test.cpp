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
using lanewise::detail::status_wording;

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

TEST(Status, OneWithoutAnOperandHasAnEmptyName) {
    const status clash(status_facts{.code = status_code::shape_mismatch,
                                    .axis = 0,
                                    .function = "squeeze",
                                    .subject = "the view",
                                    .relation = "only an axis of extent 1 can be dropped",
                                    .numbers = {2, 1}});
    EXPECT_STREQ(clash.operand(), "");
    EXPECT_EQ(clash.message(), "squeeze: axis 0: the view has extent 2, only an axis of extent 1 can be dropped");
}

TEST(Status, ShapesAreToldWhereOneHasSeveralAxes) {
    status_facts facts{.code = status_code::shape_mismatch,
                       .axis = 2,
                       .own_axis = {2, 0},
                       .rank = {3, 1},
                       .function = "subtract",
                       .operand = "a",
                       .other = "b",
                       .numbers = {3, 4},
                       .more = {.shapes = {{2, 5, 3}, {4}}}};
    EXPECT_EQ(sentence(facts),
              "subtract: axis 2: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 5, 3) and (4)");
    facts.own_axis[1] = 2;
    facts.rank[1] = 0;
    EXPECT_EQ(sentence(facts), "subtract: axis 2: a has extent 3, b has extent 4: shapes (2, 5, 3) and ()");
    facts.rank[0] = 1;
    EXPECT_EQ(sentence(facts), "subtract: axis 2: a has extent 3, b has extent 4");
}

TEST(Status, RanksThatDifferSaySo) {
    EXPECT_EQ(sentence(status_facts{
                  .code = status_code::output_shape_mismatch, .function = "pow", .operand = "out", .numbers = {1, 0}}),
              "pow: the result has rank 1, out has rank 0");
    EXPECT_EQ(sentence(status_facts{.code = status_code::rank_out_of_range, .function = "extents", .numbers = {9, 8}}),
              "extents: rank 9 is more than 8");
    EXPECT_EQ(sentence(status_facts{.code = status_code::rank_out_of_range,
                                    .function = "subtract",
                                    .operand = "b",
                                    .relation = "but",
                                    .numbers = {2, 3}}),
              "subtract: b: 2 extents, but 3 strides");
}

TEST(Status, OneOfAnotherLibrarysTensorNamesTheOperandThatItWas) {
    const status field(status_facts{.code = status_code::unsupported_tensor,
                                    .wording = status_wording::field_and_limit,
                                    .function = "dlpack",
                                    .subject = "device_type",
                                    .relation = "not the CPU's",
                                    .numbers = {2, 1}});
    EXPECT_EQ(field.message(), "dlpack: device_type is 2, not the CPU's 1");
    EXPECT_STREQ(field.operand(), "");
    EXPECT_EQ(field.about("y").message(), "dlpack: y: device_type is 2, not the CPU's 1");
    EXPECT_STREQ(field.about("y").operand(), "y");
    EXPECT_EQ(field.about("y").first(), 2);
    EXPECT_EQ(status().about("y").message(), "ok");
    const status overflow(
        status_facts{.code = status_code::size_overflow, .function = "dlpack", .subject = "byte_offset"});
    EXPECT_EQ(overflow.about("out").message(), "dlpack: out: byte_offset does not fit in 63 bits");
}

TEST(Status, AnOverlapThatIsUndecidedNamesTheQuestion) {
    EXPECT_EQ(sentence(status_facts{.code = status_code::overlap_undecided, .function = "subtract", .operand = "out"}),
              "subtract: it would take too long to find out whether out's own elements overlap: pass a contiguous out");
    EXPECT_EQ(
        sentence(
            status_facts{.code = status_code::overlap_undecided, .function = "pow", .operand = "y", .other = "out"}),
        "pow: it would take too long to find out whether out shares elements with y: pass another out, or a copy of y");
}

TEST(Status, ATensorThatCannotBeViewedIsNamed) {
    EXPECT_EQ(sentence(status_facts{.code = status_code::unsupported_tensor, .function = "subtract", .operand = "a"}),
              "subtract: a cannot be viewed");
}

TEST(Status, ValuesOfEveryKindOfDtypeArePrintedInFull) {
    const auto with = [](dtype type, std::uint64_t bits) {
        return sentence(status_facts{.code = status_code::scalar_out_of_range,
                                     .types = {dtype::uint8},
                                     .function = "subtract",
                                     .operand = "b",
                                     .more = {.element = {.values = {{type, bits}}}}});
    };
    EXPECT_EQ(with(dtype::int64, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min())),
              "subtract: b = -9223372036854775808 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_EQ(with(dtype::uint64, std::numeric_limits<std::uint64_t>::max()),
              "subtract: b = 18446744073709551615 is no value of uint8, which holds the integers from 0 to 255");
    EXPECT_EQ(with(dtype::float64, __builtin_bit_cast(std::uint64_t, 0.1)),
              "subtract: b = 0.1 is no value of uint8, which holds the integers from 0 to 255");
}

TEST(Status, ADtypeThatDoesNotWidenGetsAnOutThatTakesBoth) {
    constexpr int count = 12;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            const auto from = static_cast<dtype>(i);
            const auto out = static_cast<dtype>(k);
            if (widens(from, out)) continue;
            const std::string beginning =
                std::string("pow: x has dtype ") + name(from) + ", which does not widen to out's " + name(out) + ": ";
            const std::string said = sentence(status_facts{.code = status_code::unsupported_dtype,
                                                           .types = {from, out},
                                                           .function = "pow",
                                                           .operand = "x",
                                                           .other = "out"});
            ASSERT_EQ(said.substr(0, beginning.size()), beginning);
            const std::string advice = said.substr(beginning.size());
            bool there_is_one = false;
            for (int n = 0; n < count; ++n) {
                const auto wide = static_cast<dtype>(n);
                const bool takes_both = widens(from, wide) && widens(out, wide);
                there_is_one = there_is_one || takes_both;
                if (advice == std::string("pass an out of dtype ") + name(wide)) {
                    EXPECT_TRUE(takes_both) << said;
                }
            }
            EXPECT_EQ(advice.find("pass an out of dtype ") == 0, there_is_one) << said;
            if (!there_is_one) {
                EXPECT_EQ(advice, std::string("convert x to ") + name(out) + " first");
            }
        }
    }
}

TEST(Status, TheRangeOfADtypeIsItsOwn) {
    const auto range = [](dtype type) {
        const std::string said = sentence(
            status_facts{.code = status_code::scalar_out_of_range, .types = {type}, .function = "pow", .operand = "x"});
        return said.substr(said.find("from"));
    };
    EXPECT_EQ(range(dtype::int8), "from -128 to 127");
    EXPECT_EQ(range(dtype::uint16), "from 0 to 65535");
    EXPECT_EQ(range(dtype::int64), "from -9223372036854775808 to 9223372036854775807");
    EXPECT_EQ(range(dtype::uint64), "from 0 to 18446744073709551615");
}

TEST(Status, TheLongestSentencesAreNotCut) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    constexpr index_t smallest = std::numeric_limits<index_t>::min();
    std::string list;
    for (int i = 0; i < max_rank; ++i) list += (i == 0 ? "" : ", ") + std::to_string(largest - i);

    status_facts fault{
        .code = status_code::integer_overflow,
        .rank = {max_rank},
        .types = {dtype::uint64},
        .function = "difference_square",
        .operand = "a",
        .other = "b",
        .relation = "x * scale + bias",
        .more = {.element = {.values = {{dtype::uint64, ~std::uint64_t{0}}, {dtype::int64, std::uint64_t{1} << 63}}}}};
    for (int i = 0; i < max_rank; ++i) fault.more.element.index[i] = largest - i;
    EXPECT_EQ(sentence(fault),
              "difference_square: [" + list +
                  "]: a = 18446744073709551615, b = -9223372036854775808: x * scale + bias does not fit in uint64");

    status_facts clash{.code = status_code::shape_mismatch,
                       .axis = 7,
                       .own_axis = {6, 5},
                       .rank = {max_rank, max_rank},
                       .function = "difference_square",
                       .subject = "the view",
                       .other = "the target",
                       .numbers = {smallest, smallest},
                       .more = {.shapes = {}}};
    for (int i = 0; i < max_rank; ++i) clash.more.shapes[0][i] = clash.more.shapes[1][i] = largest - i;
    const std::string extent = " has extent " + std::to_string(smallest);
    EXPECT_EQ(sentence(clash), "difference_square: axis 7: the view" + extent + ", the target" + extent +
                                   " (axis 6 of the view) (axis 5 of the target): shapes (" + list + ") and (" + list +
                                   ")");
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
    EXPECT_LE(sizeof(status), 208u);
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
        EXPECT_STREQ(caught.what(), "subtract: out has 6 elements, but its data is null");
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
