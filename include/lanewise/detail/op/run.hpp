#pragma once

/// From an admitted call to its elements: the kernel is put together, the plan made, the loops walked.

#include "../kernel/element_loop.hpp"
#include "../kernel/shuffled_row.hpp"
#include "../kernel/transposed_row.hpp"
#include "../loop/run_plan.hpp"
#include "../pack/pack.hpp"
#include "../pack/unpack.hpp"
#include "../plan/converted_row.hpp"
#include "admit.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How an input becomes a row of the type that an operation reads.
struct packer {
    pack_function function;
    const void* context;
    converted_function run_converted; // null: the elements are as in memory
};

/// The elements as they are, or widened. Copied ones are any type of their size, and so is what an unsigned integer
/// becomes.
template <class From, class To>
packer plain_packer() noexcept {
    if constexpr (std::is_same_v<From, To>) {
        return {pack<bits_type<To>, bits_type<To>>, nullptr, nullptr};
    } else if constexpr (std::is_unsigned_v<From> && std::is_integral_v<To>) {
        return {pack<From, bits_type<To>>, nullptr, run_converted_row};
    } else {
        return {pack<From, To>, nullptr, run_converted_row};
    }
}

/// A lane operation without its types, so that what runs it is compiled once and not per dtype.
struct any_operation {
    rows_function run;
    shuffling_function run_shuffling;
    transposing_function run_transposing;
    elements_function run_elements;
    const void* op;
    unpack_function unpack; // null: nothing is written
    index_t row_element_bytes[operand_count];
    row_forms forms;

    /// Refers to `operation`.
    template <class Op>
    explicit any_operation(const Op& operation) noexcept;

    /// Of functions over rows alone, which take packed rows and splats.
    any_operation(rows_function run_rows, unpack_function unpack_rows, const index_t (&bytes)[operand_count]) noexcept
        : run(run_rows), run_shuffling(nullptr), run_transposing(nullptr), run_elements(nullptr), op(nullptr),
          unpack(unpack_rows), row_element_bytes{bytes[0], bytes[1], bytes[2]}, forms{} {}
};

/// Not inline, so that a program may compile each operation once, with an explicit instantiation, for all of its files.
template <class Op>
any_operation::any_operation(const Op& operation) noexcept
    : run(run_rows<Op>), run_shuffling(shuffling_function_of<Op>()), run_transposing(transposing_function_of<Op>()),
      run_elements(elements_function_of<Op>()), op(&operation),
      unpack(nullptr), row_element_bytes{sizeof(typename Op::result), sizeof(typename Op::first),
                                         sizeof(typename Op::second)},
      forms(row_forms_of<Op>()) {
    if constexpr (writes_out<Op>) unpack = detail::unpack<bits_type<typename Op::result>>;
}

/// Runs a lane operation over an admitted call; false if the operation, one that only looks, ended the walk.
inline bool run(const admitted& call_admitted, const any_operation& op, const packer& a, const packer& b) noexcept {
    const row_kernel kernel{
        .run = op.run,
        .run_shuffling = op.run_shuffling,
        .run_transposing = op.run_transposing,
        .run_elements = op.run_elements,
        .op = op.op,
        .unpack = op.unpack,
        .pack = {nullptr, a.function, b.function},
        .context = {nullptr, a.context, b.context},
        .row_element_bytes = {op.row_element_bytes[0], op.row_element_bytes[1], op.row_element_bytes[2]},
        .converts = {false, a.run_converted != nullptr, b.run_converted != nullptr},
        .run_converted = a.run_converted != nullptr ? a.run_converted : b.run_converted,
        .forms = op.forms,
        .finish = fence_streams};
    return run_plan(call_admitted.loops, kernel, *call_admitted.executor);
}

/// Runs a lane operation with one element, as its rows have it, for all of b's.
inline bool run_beside(const admitted& call_admitted, const any_operation& op, const packer& a,
                       std::byte* element) noexcept {
    admitted beside = call_admitted;
    plan& loops = beside.loops;
    loops.data[b_position] = element;
    loops.element_bytes[b_position] = op.row_element_bytes[b_position];
    for (int i = 0; i < loops.rank; ++i) loops.axis[i].stride[b_position] = 0;
    return run(beside, op, a, {nullptr, nullptr, nullptr});
}

/// Runs a lane operation that does not look at its second operand: a single element of zero bits stands there.
inline bool run_unary(const admitted& call_admitted, const any_operation& op, const packer& a) noexcept {
    alignas(8) std::byte unread[8] = {};
    return run_beside(call_admitted, op, a, unread);
}

/// The element of a dtype at p, as a status keeps it; pow reads a single exponent so, too.
[[gnu::cold]] inline status_value value_at(dtype type, const std::byte* p) noexcept {
    switch (type) {
    case dtype::float16:
        return value_for_status(load_element<float16>(p));
    case dtype::bfloat16:
        return value_for_status(load_element<bfloat16>(p));
    case dtype::float32:
        return value_for_status(load_element<float>(p));
    case dtype::float64:
        return value_for_status(load_element<double>(p));
    case dtype::int8:
        return value_for_status(load_element<std::int8_t>(p));
    case dtype::int16:
        return value_for_status(load_element<std::int16_t>(p));
    case dtype::int32:
        return value_for_status(load_element<std::int32_t>(p));
    case dtype::int64:
        return value_for_status(load_element<std::int64_t>(p));
    case dtype::uint8:
        return value_for_status(load_element<std::uint8_t>(p));
    case dtype::uint16:
        return value_for_status(load_element<std::uint16_t>(p));
    case dtype::uint32:
        return value_for_status(load_element<std::uint32_t>(p));
    case dtype::uint64:
        break;
    }
    return value_for_status(load_element<std::uint64_t>(p));
}

/// One element through a packer, as the operation would read it.
inline void pack_one(const packer& from, const void* element, std::byte* packed) noexcept {
    reading_order no_axes;
    const strided_rows one{
        static_cast<std::byte*>(const_cast<void*>(element)), 1, 0, {1, 0, nullptr}, {1, 0, nullptr}, &no_axes};
    from.function(from.context, packed, 0, one);
}

/// What is wrong with an element; where it does not fit, what of it.
struct element_fault {
    status_code code;
    const char* what = "the result";
};

/// What is wrong with two elements, as the operation reads them, at x and y.
struct fault_finder {
    element_fault (*function)(const void* context, const std::byte* x, const std::byte* y);
    const void* context;
};

/// Finds the first element, in row-major order of out, with which something is wrong.
[[gnu::cold]] inline status first_fault(const call& c, const packer& a, const packer& b,
                                        const fault_finder& fault) noexcept {
    const extents& shape = *c.given[out_position].shape;
    operand_layout layout_a;
    operand_layout layout_b;
    if (const status s = lay_out(c, a_position, layout_a); !s) return s;
    if (const status s = lay_out(c, b_position, layout_b); !s) return s;
    std::byte* at_a = layout_a.data;
    std::byte* at_b = layout_b.data;
    index_t index[max_rank] = {};
    for (;;) {
        std::byte x[8];
        std::byte y[8];
        pack_one(a, at_a, x);
        pack_one(b, at_b, y);
        const element_fault found = fault.function(fault.context, x, y);
        if (found.code != status_code::ok) {
            status_facts facts{.code = found.code,
                               .rank = {static_cast<std::int8_t>(shape.rank())},
                               .types = {c.given[out_position].type},
                               .function = c.function,
                               .operand = c.name[a_position],
                               .other = c.name[b_position],
                               .relation = found.what,
                               .more = {.element = {.values = {value_at(c.given[a_position].type, at_a),
                                                               value_at(c.given[b_position].type, at_b)}}}};
            for (int i = 0; i < shape.rank(); ++i) facts.more.element.index[i] = index[i];
            return status(facts);
        }
        int i = shape.rank() - 1;
        for (; i >= 0; --i) {
            const bool wraps = ++index[i] == shape[i];
            const index_t steps = wraps ? 1 - shape[i] : 1;
            at_a += steps * layout_a.stride[i];
            at_b += steps * layout_b.stride[i];
            if (!wraps) break;
            index[i] = 0;
        }
        if (i < 0) return {};
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
