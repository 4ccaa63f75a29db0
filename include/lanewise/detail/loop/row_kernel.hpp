#pragma once

/// What the loops know of a lane operation: functions over rows of elements, and sizes in bytes. No element type.

#include "../../dtype.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The operands of a call by position.
enum operand_position { out_position, a_position, b_position, operand_count };

/// Which inputs of a row are a single element.
enum class splat_inputs : std::uint8_t { none, a, b, both };

/// out[i] = op(a[i], b[i]) for i in [0, n). Returns false to end the walk.
using row_function = bool (*)(const void* op, index_t n, std::byte* out, const std::byte* a, const std::byte* b, splat_inputs splat);

/// Copies n elements, `stride` bytes apart in memory, to a packed row; converts them to the row's type on the way.
using collect_function = void (*)(const void* context, index_t n, std::byte* row, const std::byte* elements, index_t stride);

/// Copies a packed row of n elements to memory, `stride` bytes apart.
using spread_function = void (*)(index_t n, std::byte* elements, index_t stride, const std::byte* row);

/// What the loops know of a lane operation and of its operands' storage types.
struct row_kernel {
    row_function run;
    const void* op;
    spread_function spread;                       // null: out is not written
    collect_function collect[operand_count];      // [out_position] is not used
    const void* context[operand_count];
    index_t row_element_bytes[operand_count];     // of the types that `run` reads and writes
    bool converts[operand_count];                 // the operand in memory has another type than the row
};

} // namespace lanewise::detail::inline LANEWISE_ISA
