#pragma once

/// How much longer than usual the tests are to run that try a sample of what there is.

#include <cstdint>
#include <cstdlib>

namespace lanewise_test {

/// LANEWISE_TEST_SCALE from the environment, 1 by default: multiplies the number of cases.
inline std::int64_t test_scale() {
    const char* text = std::getenv("LANEWISE_TEST_SCALE");
    const long long scale = text ? std::atoll(text) : 1;
    return scale > 0 ? scale : 1;
}

} // namespace lanewise_test
