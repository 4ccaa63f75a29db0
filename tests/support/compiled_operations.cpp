#include "compiled_operations.hpp"

#define LANEWISE_TEST_JOINED(a, b) a##b
#define LANEWISE_TEST_OPERATIONS_ON(dtype) LANEWISE_TEST_JOINED(LANEWISE_TEST_OPERATIONS_ON_, dtype)

namespace lanewise::detail::inline LANEWISE_ISA {
LANEWISE_TEST_OPERATIONS_ON(LANEWISE_TEST_DTYPE)()
} // namespace lanewise::detail::inline LANEWISE_ISA
