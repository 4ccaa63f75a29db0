#pragma once

/// Operands in memory that nobody has: questions about addresses need none.

#include <lanewise/detail/overlap/overlap.hpp>

#include <algorithm>
#include <vector>

namespace lanewise_test {

using lanewise::index_t;

/// A layout in bytes, so many bytes behind where the imaginary memory starts.
inline lanewise::detail::operand_layout at(index_t start_bytes, index_t element_bytes,
                                           const std::vector<index_t>& stride_bytes) {
    lanewise::detail::operand_layout operand;
    operand.data = reinterpret_cast<std::byte*>((std::uintptr_t{1} << 62) + static_cast<std::uintptr_t>(start_bytes));
    operand.element_bytes = element_bytes;
    std::ranges::copy(stride_bytes, operand.stride);
    return operand;
}

} // namespace lanewise_test
