// What ONNX and OpenVINO expect of subtract and difference_square. (pow: cases_pow.test.cpp, to use both cores.)

#include <lanewise/difference_square.hpp>
#include <lanewise/subtract.hpp>

#include "support/cases_run.hpp"

namespace {

using cases::dtype;
using cases::record;

class subtract_cases : public testing::TestWithParam<record> {};
class difference_square_cases : public testing::TestWithParam<record> {};

TEST_P(subtract_cases, agrees) {
    const record& r = GetParam();
    ASSERT_EQ(r.a.type, r.b.type);
    cases::with_type<dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::int8, dtype::int16,
                     dtype::int32, dtype::int64, dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64>(
        r.a.type, [&]<class T>(T) {
            cases::run<T, T>(
                r, [](const auto& a, const auto& b, const auto& out) { return lanewise::try_subtract(a, b, out); });
        });
}

TEST_P(difference_square_cases, agrees) {
    const record& r = GetParam();
    ASSERT_EQ(r.a.type, r.b.type);
    cases::with_type<dtype::float16, dtype::float32, dtype::int32, dtype::int64>(r.a.type, [&]<class T>(T) {
        cases::run<T, T>(r, [](const auto& a, const auto& b, const auto& out) {
            return lanewise::try_difference_square(a, b, out);
        });
    });
}

INSTANTIATE_TEST_SUITE_P(onnx_debian, subtract_cases, testing::ValuesIn(cases::read("onnx_debian.txt", "sub")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(onnx_head, subtract_cases, testing::ValuesIn(cases::read("onnx_head.txt", "sub")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino, subtract_cases, testing::ValuesIn(cases::read("openvino_reference.txt", "sub")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino_u8_wrap, subtract_cases,
                         testing::ValuesIn(cases::read("openvino_u8_wrap.txt", "sub")), cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino, difference_square_cases,
                         testing::ValuesIn(cases::read("openvino_reference.txt", "sqdiff")), cases::name_of);

// The counts of the README beside the files: no case is lost on the way.
TEST(cases_of_others, are_complete) {
    EXPECT_EQ(cases::read("onnx_debian.txt").size(), 19u);
    EXPECT_EQ(cases::read("onnx_head.txt").size(), 21u);
    EXPECT_EQ(cases::read("openvino_reference.txt").size(), 75u);
    EXPECT_EQ(cases::read("openvino_u8_wrap.txt").size(), 3u);
    EXPECT_EQ(cases::read("numpy_testpower.txt").size(), 37u);
    EXPECT_EQ(cases::read_coremath("coremath_powf_sample.txt").size(), 65u);
}

} // namespace
