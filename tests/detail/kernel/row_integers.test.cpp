// The loop over lanes on elements of one byte and of two; and for the saturating form of an operation, which is written around
// the cache like the wrapping one, and has none of its other loops.

#include "support/row_suite.hpp"

#include <lanewise/detail/operation/integer_operations.hpp>

namespace lanewise_test {

using row_integers = testing::Types<std::uint8_t, std::uint16_t>;
INSTANTIATE_TYPED_TEST_SUITE_P(Integers, Row, row_integers, named_by_dtype);

namespace {

template <class T>
T saturated_difference(T a, T b) {
    return static_cast<T>(std::clamp<int>(a - b, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <class T>
void expect_saturating_rows(bool streaming) {
    using op = saturating_subtract<T>;
    const op operation{};
    for (index_t n = 1; n <= 3 * op::step; ++n) {
        const row_run how{.streaming = streaming, .shift = n % 67};
        const row_form other = n % 3 == 0 ? row_form::splat : row_form::packed;
        row_operands<T> one(n, evenly(1, 0), evenly(1, 0), evenly(1, 0, other), how);
        row_operands<T> several(n, evenly(3, n), evenly(3, n + 2, other), evenly(3, n), how);
        run_row(operation, one.single());
        ASSERT_TRUE(run_rows<op>(&operation, several.all()));
        fence_streams();
        ASSERT_TRUE(one.are(saturated_difference<T>)) << n;
        ASSERT_TRUE(several.are(saturated_difference<T>)) << "three rows of " << n;
    }
}

TEST(RowThatSaturates, OfEveryLengthIsRunAlsoAroundTheCache) {
    for (const bool streaming : {false, true}) {
        expect_saturating_rows<std::uint8_t>(streaming);
        expect_saturating_rows<std::int16_t>(streaming);
    }
}

} // namespace
} // namespace lanewise_test
