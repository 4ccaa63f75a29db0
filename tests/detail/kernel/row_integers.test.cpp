// The loop over lanes on elements of one byte and of two.

#include "support/row_suite.hpp"

namespace lanewise_test {

using row_integers = testing::Types<std::uint8_t, std::uint16_t>;
INSTANTIATE_TYPED_TEST_SUITE_P(Integers, Row, row_integers, named_by_dtype);

} // namespace lanewise_test
