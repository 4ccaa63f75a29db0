// OpenVINO's rules for shapes, row by row.

#include <lanewise/broadcast.hpp>

#include "support/cases.hpp"

#include <gtest/gtest.h>

namespace {

using cases::shape_record;

lanewise::broadcast_rule rule_of(const shape_record& r) {
    if (r.mode == "none") return lanewise::broadcast_rule::none();
    if (r.mode == "pdpd") return lanewise::broadcast_rule::pdpd(r.axis);
    return lanewise::broadcast_rule::numpy();
}

class broadcast_cases : public testing::TestWithParam<shape_record> {};

TEST_P(broadcast_cases, agrees) {
    const shape_record& r = GetParam();
    const lanewise::extents untouched{7, 7, 7};
    lanewise::extents result = untouched;
    const lanewise::status status = lanewise::try_broadcast(r.a, r.b, rule_of(r), result);
    EXPECT_EQ(static_cast<bool>(status), !r.fails) << status.message();
    EXPECT_TRUE(result == (r.fails ? untouched : r.expected));
    if (r.fails) {
        EXPECT_TRUE(status.code() == lanewise::status_code::shape_mismatch ||
                    status.code() == lanewise::status_code::bad_axis);
        EXPECT_THROW((void)lanewise::broadcast(r.a, r.b, rule_of(r)), lanewise::error);
    } else {
        EXPECT_TRUE(lanewise::broadcast(r.a, r.b, rule_of(r)) == r.expected);
    }
}

INSTANTIATE_TEST_SUITE_P(openvino, broadcast_cases,
                         testing::ValuesIn(cases::read_shapes("openvino_broadcast_shapes.txt")),
                         [](const auto& instance) { return instance.param.name; });

TEST(broadcast_cases_file, is_complete) {
    EXPECT_EQ(cases::read_shapes("openvino_broadcast_shapes.txt").size(), 37u);
}

} // namespace
