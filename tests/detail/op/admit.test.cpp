// What is admitted and refused, of operands that nobody reads: the shortcuts let in no call that the long way refuses.

#include "support/strided.hpp"

#include <lanewise/detail/op/admit.hpp>
#include <lanewise/options.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::dtype;
using lanewise::extents;
using lanewise::index_t;
using lanewise::options;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;

alignas(64) std::byte memory[4096];

/// An operand `at` bytes into the buffer.
struct given {
    index_t at = 0;
    extents shape;
    strides steps;
    dtype type = dtype::int32;

    operand as_operand() const { return {memory + at, type, &shape, &steps}; }
};

/// It refers to the shapes and steps of all three.
call call_of(const given& a, const given& b, const given& out) {
    static const options usual;
    return call("subtract", "a", "b", out.as_operand(), a.as_operand(), b.as_operand(), usual, nullptr, false);
}

status_code code_of(const call& c) {
    admitted passed;
    return admit(c, passed).code();
}

bool is_usual_call(const call& c) {
    plan loops;
    return admit_usual(c, loops);
}

bool is_one_row(const call& c, one_row& row) {
    const operand operands[] = {c.given[0], c.given[1], c.given[2]};
    return admit_one_row(operands, row_forms{.backwards = true, .skipping = true}, row);
}

bool is_one_row(const call& c) {
    one_row row;
    return is_one_row(c, row);
}

const given row_far_away{2048, {4}, {1}};

TEST(Door, AnInputThatEndsWhereOutBeginsIsApartAndOneElementMoreIsNot) {
    for (const dtype type : {dtype::uint8, dtype::int32, dtype::float64}) {
        const index_t bytes = lanewise::size_bytes(type);
        const given out{512, {4}, {1}, type};
        const given far{2048, {4}, {1}, type};
        for (const index_t elements : {-4, 4}) { // before out, behind it
            const given neighbour{512 + elements * bytes, {4}, {1}, type};
            const call beside = call_of(neighbour, far, out);
            EXPECT_TRUE(is_usual_call(beside)) << bytes << ", " << elements;
            EXPECT_TRUE(is_one_row(beside)) << bytes << ", " << elements;
            const index_t nearer = elements + (elements < 0 ? 1 : -1);
            const given sharing{512 + nearer * bytes, {4}, {1}, type};
            const call common = call_of(far, sharing, out);
            EXPECT_FALSE(is_usual_call(common)) << bytes << ", " << elements;
            EXPECT_FALSE(is_one_row(common)) << bytes << ", " << elements;
            EXPECT_EQ(code_of(common), status_code::partial_overlap) << bytes << ", " << elements;
        }
    }
}

TEST(Door, AnInputThatEndsWhereABackwardsOutBeginsIsApartAndOneElementMoreIsNot) {
    for (const dtype type : {dtype::uint8, dtype::int32, dtype::float64}) {
        const index_t bytes = lanewise::size_bytes(type);
        const given out{512 + 3 * bytes, {4}, {-1}, type};
        const given far{2048, {4}, {1}, type};
        for (const index_t elements : {-4, 4}) {
            const given neighbour{512 + elements * bytes, {4}, {1}, type};
            EXPECT_TRUE(is_usual_call(call_of(neighbour, far, out))) << bytes << ", " << elements;
            const index_t nearer = elements + (elements < 0 ? 1 : -1);
            const given sharing{512 + nearer * bytes, {4}, {1}, type};
            EXPECT_FALSE(is_usual_call(call_of(far, sharing, out))) << bytes << ", " << elements;
        }
        EXPECT_TRUE(is_usual_call(call_of(out, far, out))) << bytes << ", in place";
    }
}

TEST(Door, InputsOfOtherShapesAreNoRow) {
    const given out{1024, {4, 3}, {3, 1}};
    const given like_out{0, {4, 3}, {3, 1}};
    const given number{2048, {}, {}};
    EXPECT_TRUE(is_one_row(call_of(like_out, like_out, out)));
    EXPECT_TRUE(is_one_row(call_of(like_out, number, out)));
    EXPECT_TRUE(is_one_row(call_of(number, like_out, out)));
    EXPECT_FALSE(is_one_row(call_of(number, number, out)));
    for (const given& other : {given{2048, {2, 3}, {3, 1}}, given{2048, {4, 1}, {3, 1}}, given{2048, {12}, {1}},
                               given{2048, {4, 3, 1}, {3, 1, 1}}}) {
        EXPECT_FALSE(is_one_row(call_of(like_out, other, out))) << other.shape.rank();
        EXPECT_FALSE(is_one_row(call_of(other, like_out, out))) << other.shape.rank();
    }
}

// The long way is the oracle.
TEST(Door, OutsAxesAreUsualInAnyOrderAndDirection) {
    std::mt19937_64 random{3};
    int others = 0;
    for (int round = 0; round < 500; ++round) {
        const auto shape = random_shape(random, 5, 60);
        auto out_steps = random_order(random, shape, false, 100);
        if (std::ranges::count(out_steps, 0) > 0) continue;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] == 1 && round % 2 == 0) out_steps[i] = std::numeric_limits<index_t>::min(); // means nothing
        }
        const given a{1500, shape, random_order(random, shape, true, 100)};
        const given b{3000, shape, random_order(random, shape, true, 100)};
        const given out{500, shape, out_steps};
        const call c = call_of(a, b, out);
        plan found;
        ASSERT_TRUE(admit_usual(c, found)) << round;
        int axes[lanewise::max_rank];
        others += sort_axes(c.given[out_position], axes);
        admitted wanted;
        ASSERT_TRUE(admit_any(c, wanted));
        ASSERT_EQ(found.rank, wanted.loops.rank) << round;
        for (int k = 0; k < operand_count; ++k) {
            EXPECT_EQ(found.data[k], wanted.loops.data[k]) << round;
            for (int i = 0; i < found.rank; ++i) {
                EXPECT_EQ(found.axis[i].extent, wanted.loops.axis[i].extent) << round;
                EXPECT_EQ(found.axis[i].stride[k], wanted.loops.axis[i].stride[k]) << round;
            }
        }
    }
    EXPECT_GT(others, 100);
}

TEST(Door, OutWhoseAxesInterleaveIsNotUsual) {
    const given in{2048, {3, 4}, {4, 1}};
    for (const index_t sign : {1, -1}) {
        EXPECT_TRUE(is_usual_call(call_of(in, in, {512, {3, 4}, {4 * sign, 1}}))) << sign;
        EXPECT_TRUE(is_usual_call(call_of(in, in, {512, {3, 4}, {1, 3 * sign}}))) << sign;
        EXPECT_FALSE(is_usual_call(call_of(in, in, {512, {3, 4}, {3 * sign, 1}}))) << sign;
        EXPECT_FALSE(is_usual_call(call_of(in, in, {512, {3, 4}, {-1, 2 * sign}}))) << sign;
        EXPECT_FALSE(is_usual_call(call_of(in, in, {512, {3, 4}, {3 * sign, -1}}))) << sign;
    }
}

TEST(Door, EachOperandHasElementsOfItsOwnSize) {
    const given out{512, {4}, {1}, dtype::float64};
    const given far{2048, {4}, {1}, dtype::float64};
    const auto expect = [&](index_t at, index_t step, status_code code) {
        const given bytes{at, {4}, {step}, dtype::uint8};
        const call c = call_of(bytes, far, out);
        EXPECT_EQ(code_of(c), code) << at;
        EXPECT_EQ(is_one_row(c), code == status_code::ok) << at;
        EXPECT_EQ(is_usual_call(c), code == status_code::ok) << at;
    };
    expect(508, 1, status_code::ok);
    expect(509, 1, status_code::partial_overlap);
    expect(511, -1, status_code::ok);
    expect(512, 1, status_code::partial_overlap); // no call in place
    expect(543, 1, status_code::partial_overlap);
    expect(544, 1, status_code::ok);
    expect(546, -1, status_code::partial_overlap);
    expect(547, -1, status_code::ok);
}

TEST(Door, InPlaceIsTheSameElementsInTheSameOrder) {
    const given out{512, {4, 4}, {4, 1}};
    const given far{2048, {4, 4}, {4, 1}};
    EXPECT_EQ(code_of(call_of(out, far, out)), status_code::ok);
    EXPECT_EQ(code_of(call_of(far, {512, {4, 4}, {1, 4}}, out)), status_code::partial_overlap); // transposed
    EXPECT_EQ(code_of(call_of({512, {4, 4}, {0, 0}}, far, out)), status_code::partial_overlap); // its first element
    EXPECT_EQ(code_of(call_of({512, {4, 4}, {8, 2}}, far, out)), status_code::partial_overlap);
    EXPECT_TRUE(is_one_row(call_of(out, far, out)));
    EXPECT_FALSE(is_one_row(call_of({512, {4, 4}, {0, 0}}, far, out)));
    EXPECT_FALSE(is_one_row(call_of({512, {4, 4}, {8, 2}}, far, out)));
}

TEST(Door, AnOutThatMeetsItselfIsRefused) {
    const given far{2048, {2, 3}, {3, 1}};
    EXPECT_EQ(code_of(call_of(far, far, {512, {2, 3}, {3, 1}})), status_code::ok);
    EXPECT_EQ(code_of(call_of(far, far, {512, {2, 3}, {2, 1}})), status_code::output_self_overlap);
    EXPECT_EQ(code_of(call_of(far, far, {512, {2, 3}, {0, 1}})), status_code::output_self_overlap);
}

TEST(Door, EachInputsDtypeHasToWiden) {
    const given out{512, {4}, {1}, dtype::int32};
    const given narrow{1024, {4}, {1}, dtype::int8};
    const given wide{2048, {4}, {1}, dtype::float64};
    EXPECT_EQ(code_of(call_of(narrow, narrow, out)), status_code::ok);
    EXPECT_EQ(code_of(call_of(wide, narrow, out)), status_code::unsupported_dtype);
    EXPECT_EQ(code_of(call_of(narrow, wide, out)), status_code::unsupported_dtype);
    call any_exponent = call_of(narrow, wide, out);
    any_exponent.any_dtype[b_position] = true;
    EXPECT_EQ(code_of(any_exponent), status_code::ok);
}

TEST(Door, InputsOfOtherDtypesAreUsualToo) {
    const given out{512, {2, 4}, {4, 1}, dtype::float64};
    const given far{2048, {2, 4}, {4, 1}, dtype::float64};
    for (const dtype type : {dtype::uint8, dtype::int16, dtype::float32}) {
        const index_t bytes = lanewise::size_bytes(type);
        const given row{1024, {4}, {1}, type};
        const call c = call_of(far, row, out);
        plan loops;
        ASSERT_TRUE(admit_usual(c, loops));
        EXPECT_EQ(loops.element_bytes[b_position], bytes);
        EXPECT_EQ(loops.axis[0].stride[b_position], bytes);
        EXPECT_EQ(loops.axis[0].stride[out_position], 8);
        EXPECT_EQ(loops.axis[1].stride[b_position], 0);
    }
    EXPECT_FALSE(is_usual_call(call_of(far, {1024, {4}, {1}, dtype::int64}, out)));
    EXPECT_FALSE(is_usual_call(call_of(far, {1024, {4}, {1}, static_cast<dtype>(99)}, out)));
    const given integers{1024, {4}, {1}, dtype::int64};
    call any_exponent = call_of(far, integers, out);
    any_exponent.any_dtype[b_position] = true;
    EXPECT_TRUE(is_usual_call(any_exponent));
    any_exponent.given[b_position].type = static_cast<dtype>(99);
    EXPECT_FALSE(is_usual_call(any_exponent));
}

TEST(Door, AnInputOfAnotherDtypeThatEndsWhereOutBeginsIsApartAndAByteMoreIsNot) {
    const given out{512, {4}, {1}, dtype::int32}; // bytes 512 to 528
    const given far{2048, {4}, {1}, dtype::int32};
    for (const index_t at : {508, 528}) {
        EXPECT_TRUE(is_usual_call(call_of(far, {at, {4}, {1}, dtype::uint8}, out))) << at;
        EXPECT_TRUE(is_usual_call(call_of({at + 3, {4}, {-1}, dtype::uint8}, far, out))) << at;
    }
    for (const index_t at : {509, 512, 520, 527}) {
        const given bytes{at, {4}, {1}, dtype::uint8};
        const call sharing = call_of(far, bytes, out);
        EXPECT_FALSE(is_usual_call(sharing)) << at;
        EXPECT_EQ(code_of(sharing), status_code::partial_overlap) << at;
        EXPECT_FALSE(is_usual_call(call_of({at + 3, {4}, {-1}, dtype::uint8}, far, out))) << at;
    }
    // The same bytes as another type are not in place: an exponent's, which may have any.
    const given of_floats{512, {4}, {1}, dtype::float32};
    call same_bytes = call_of(far, of_floats, out);
    same_bytes.any_dtype[b_position] = true;
    EXPECT_FALSE(is_usual_call(same_bytes));
    EXPECT_EQ(code_of(same_bytes), status_code::partial_overlap);
}

TEST(Door, OutHasTheShapeOfTheResult) {
    const given out{512, {5}, {1}};
    EXPECT_EQ(code_of(call_of(row_far_away, row_far_away, out)), status_code::output_shape_mismatch);
    EXPECT_EQ(code_of(call_of(row_far_away, row_far_away, {512, {1, 4}, {4, 1}})), status_code::output_shape_mismatch);
}

TEST(Door, EveryOffsetFitsInto63Bits) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    const given out{512, {2, 1}, {1, 1}};
    const given far{2048, {2, 1}, {1, 1}};
    // A step of 2^62 elements is 2^64 bytes, which is 0 modulo 2^64.
    EXPECT_EQ(code_of(call_of({1024, {2, 1}, {index_t{1} << 62, 1}}, far, out)), status_code::size_overflow);
    EXPECT_EQ(code_of(call_of({1024, {2, 1}, {largest, 1}}, far, out)), status_code::size_overflow);
    EXPECT_EQ(code_of(call_of({1024, {1, 1}, {largest, 1}}, {2048, {1, 1}, {1, 1}}, {512, {1, 1}, {1, 1}})),
              status_code::ok);
}

TEST(Door, PointersAreNeitherNullNorBetweenElements) {
    const given out{512, {4}, {1}};
    for (const int k : {a_position, b_position, out_position}) {
        call c = call_of(row_far_away, row_far_away, out);
        const void* const aligned = c.given[k].data;
        c.given[k].data = nullptr;
        EXPECT_EQ(code_of(c), status_code::null_data) << k;
        EXPECT_FALSE(is_one_row(c)) << k;
        c.given[k].data = static_cast<const std::byte*>(aligned) + 1;
        EXPECT_EQ(code_of(c), status_code::misaligned_data) << k;
        EXPECT_FALSE(is_one_row(c)) << k;
    }
}

TEST(Door, WhereAnAxisHasOneElementItsStepsDoNotMatter) {
    const given out{512, {1, 4}, {4, 1}};
    const given a{1024, {1, 4}, {4, 1}};
    for (const strides& steps : {strides{-4, 1}, {99, 1}, {0, 1}, {8, 2}, {99, -1}}) {
        one_row row;
        EXPECT_TRUE(is_one_row(call_of(a, {2048, {1, 4}, steps}, out), row));
        EXPECT_EQ(row.form[b_position], form_of(steps[1], 1, true));
        EXPECT_TRUE(is_one_row(call_of({2048, {1, 4}, steps}, a, {512, {1, 4}, {99, 1}}))) << "out's neither";
    }
    const given rows{512, {2, 4}, {4, 1}};
    EXPECT_FALSE(is_one_row(call_of(rows, {2048, {2, 4}, {99, 1}}, {1024, {2, 4}, {4, 1}})));
    const given apart{512, {2, 4}, {99, 1}};
    EXPECT_FALSE(is_one_row(call_of(apart, apart, {2048, {2, 4}, {99, 1}})));
    EXPECT_FALSE(is_one_row(call_of({512, {4, 1}, {1, 0}}, a, {1024, {4, 1}, {1, 1}}))) << "a is no number";
}

TEST(Door, OnlyALongRowApartFromItsInputsGoesAroundTheCache) {
    const index_t n = 64;
    const given out{512, {n}, {1}};
    const given a{1024, {n}, {1}};
    const given b{2048, {n}, {1}};
    const call_limits usual = limits;
    limits.streaming_bytes = 3 * n * index_t{sizeof(std::int32_t)};
    one_row row;
    EXPECT_TRUE(is_one_row(call_of(a, b, out), row) && row.streaming);
    EXPECT_TRUE(is_one_row(call_of(out, b, out), row) && !row.streaming);
    EXPECT_TRUE(is_one_row(call_of(a, out, out), row) && !row.streaming);
    limits.streaming_bytes += 1;
    EXPECT_TRUE(is_one_row(call_of(a, b, out), row) && !row.streaming);
    limits = usual;
}

} // namespace
} // namespace lanewise_test
