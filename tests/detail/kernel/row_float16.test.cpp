// The loop over lanes on 16-bit floats, of which bfloat16s are taken in pairs.

#include "support/row_suite.hpp"

namespace lanewise_test {

using row_float16s = testing::Types<float16, bfloat16>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float16s, Row, row_float16s, named_by_dtype);

} // namespace lanewise_test
