// What ONNX, OpenVINO, NumPy and CORE-MATH expect of pow.

#include <lanewise/pow.hpp>

#include "support/cases_run.hpp"

namespace {

using cases::dtype;
using cases::record;

class pow_cases : public testing::TestWithParam<record> {};

TEST_P(pow_cases, agrees) {
    const record& r = GetParam();
    const auto run = [&]<class X, class Y>(X, Y) {
        cases::run<X, Y>(r, [](const auto& x, const auto& y, const auto& out) { return lanewise::try_pow(x, y, out); });
    };
    // The pairs that the files hold; others fail here until they are added.
    if (r.a.type == r.b.type) {
        cases::with_type<dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::int8, dtype::int16,
                         dtype::int32, dtype::int64, dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64>(
            r.a.type, [&]<class T>(T value) { run(value, value); });
    } else if (r.a.type == dtype::float32) {
        cases::with_type<dtype::int32, dtype::int64, dtype::uint32, dtype::uint64>(
            r.b.type, [&]<class Y>(Y exponent) { run(float{}, exponent); });
    } else {
        ASSERT_EQ(r.b.type, dtype::float32);
        cases::with_type<dtype::int32, dtype::int64>(r.a.type, [&]<class X>(X base) { run(base, float{}); });
    }
}

INSTANTIATE_TEST_SUITE_P(onnx_debian, pow_cases, testing::ValuesIn(cases::read("onnx_debian.txt", "pow")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(onnx_head, pow_cases, testing::ValuesIn(cases::read("onnx_head.txt", "pow")), cases::name_of);
INSTANTIATE_TEST_SUITE_P(openvino, pow_cases, testing::ValuesIn(cases::read("openvino_reference.txt", "pow")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(numpy, pow_cases, testing::ValuesIn(cases::read("numpy_testpower.txt", "pow")),
                         cases::name_of);
INSTANTIATE_TEST_SUITE_P(coremath, pow_cases, testing::ValuesIn(cases::read_coremath("coremath_powf_sample.txt")),
                         cases::name_of);

} // namespace
