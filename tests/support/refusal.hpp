#pragma once

/// What a throwing call refuses with.

#include <lanewise/status.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {

/// The status that `f` throws; ok, and a failed test, where it throws none.
template <class F>
lanewise::status refusal(F f) {
    try {
        f();
    } catch (const lanewise::error& e) {
        EXPECT_EQ(e.what(), e.status().message());
        return e.status();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

} // namespace lanewise_test

/// The expression throws a lanewise::error with this code and this sentence.
#define EXPECT_REFUSED(expression, expected_code, expected_message)                                                    \
    do {                                                                                                               \
        const lanewise::status refused = lanewise_test::refusal([&] { static_cast<void>(expression); });               \
        EXPECT_EQ(static_cast<int>(refused.code()), static_cast<int>(expected_code));                                  \
        EXPECT_EQ(refused.message(), expected_message);                                                                \
    } while (false)
