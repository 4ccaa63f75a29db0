#pragma once

/// A call of an operator, and each thing that may be wrong with it.

#include "../../broadcast.hpp"
#include "../../executor.hpp"
#include "../plan/plan.hpp"
#include "operand.hpp"

#include <span>

namespace lanewise::detail::inline LANEWISE_ISA {

/// One call of an operator. It refers to its options: a copy would wait for a caller who has just written them (3 ns).
struct call {
    /// As a caller has it. Not a braced list, for which g++ clears all of it first (10 ns).
    template <class Options>
    LANEWISE_ALWAYS_INLINE call(const char* function_name, const char* name_a, const char* name_b, const operand& out,
                                const operand& a, const operand& b, const Options& chosen, const status* why,
                                bool b_has_any_dtype) noexcept
        : function(function_name), name{"out", name_a, name_b}, given{out, a, b}, rule(chosen.broadcast),
          refused(why), any_dtype{false, false, b_has_any_dtype}, executor(chosen.executor), scratch(chosen.scratch) {}

    const char* function;
    const char* name[operand_count];
    operand given[operand_count];
    const broadcast_rule& rule;
    /// What is wrong with a number or with the options, reported at its place in the order; null: nothing.
    const status* refused;
    /// Which dtypes an input may have beside out's: those that widen to it, or any (an exponent).
    bool any_dtype[operand_count];
    const executor_ref& executor;
    const std::span<std::byte>& scratch;
};

/// The operands of a call along out's axes.
struct layouts {
    operand_layout of[operand_count];
};

/// Whether operand k may have the dtype that it has, if that is one.
LANEWISE_ALWAYS_INLINE bool fits(const call& c, int k) noexcept {
    const dtype type = c.given[k].type;
    const dtype out = c.given[out_position].type;
    return type == out || c.any_dtype[k] || widens(type, out);
}

[[gnu::cold]] inline status check_dtypes(const call& c) noexcept {
    const dtype out_type = c.given[out_position].type;
    for (const int k : {out_position, a_position, b_position}) {
        const dtype type = c.given[k].type;
        if (!is_valid(type)) {
            return status(status_facts{.code = status_code::unsupported_dtype,
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .numbers = {static_cast<index_t>(type), 0}});
        }
        if (!fits(c, k)) {
            return status(status_facts{.code = status_code::unsupported_dtype,
                                       .types = {type, out_type},
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .other = c.name[out_position]});
        }
    }
    return {};
}

[[gnu::cold]] inline status check_output_shape(const call& c, const extents& result) noexcept {
    const extents& out = *c.given[out_position].shape;
    if (out == result) return {};
    const operand_names names{c.function, c.name[out_position], ""};
    status_facts facts = clash_of_shapes(status_code::output_shape_mismatch, names, result, out);
    if (out.rank() == result.rank()) {
        int i = 0;
        while (out[i] == result[i]) ++i;
        facts.axis = static_cast<std::int8_t>(i);
        facts.numbers[0] = result[i];
        facts.numbers[1] = out[i];
    }
    return status(facts);
}

/// Lays operand k out along the result's axes, in bytes; refuses offsets beyond 63 bits.
[[gnu::cold]] inline status lay_out(const call& c, int k, operand_layout& layout) noexcept {
    const operand& given = c.given[k];
    const extents& shape = *given.shape;
    const strides& steps = *given.steps;
    const int rank = c.given[out_position].shape->rank();
    const bool pdpd = c.rule.rule == broadcast_rule::kind::pdpd && k == b_position;
    const int first = pdpd ? static_cast<int>(pdpd_axis(c.rule.axis, rank, shape.rank())) : rank - shape.rank();
    layout.data = static_cast<std::byte*>(const_cast<void*>(given.data));
    layout.element_bytes = size_bytes(given.type);
    for (int i = 0; i < rank; ++i) layout.stride[i] = 0;
    index_t lowest = 0;
    index_t highest = layout.element_bytes;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        index_t reach = 0;
        bool overflows = __builtin_mul_overflow(steps[i], layout.element_bytes, &layout.stride[first + i]);
        overflows = __builtin_mul_overflow(layout.stride[first + i], shape[i] - 1, &reach) || overflows;
        overflows =
            __builtin_add_overflow(reach < 0 ? lowest : highest, reach, reach < 0 ? &lowest : &highest) || overflows;
        index_t span = 0;
        if (overflows || __builtin_sub_overflow(highest, lowest, &span)) {
            return status(status_facts{.code = status_code::size_overflow,
                                       .axis = static_cast<std::int8_t>(first + i),
                                       .own_axis = {static_cast<std::int8_t>(i), -1},
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .numbers = {shape[i], steps[i]}});
        }
    }
    return {};
}

/// Lays all operands out, unless the call is empty.
[[gnu::cold]] inline status check_sizes(const call& c, layouts& operands, bool& empty) noexcept {
    index_t count = 0;
    if (!c.given[out_position].shape->try_size(count)) {
        const operand_names out{c.function, c.name[out_position], ""};
        status_facts facts = clash_of_shapes(status_code::size_overflow, out, *c.given[out_position].shape, {});
        facts.numbers[0] = 0;
        return status(facts);
    }
    empty = count == 0;
    if (empty) return {};
    for (const int k : {a_position, b_position, out_position}) {
        if (const status s = lay_out(c, k, operands.of[k]); !s) return s;
    }
    return {};
}

/// How many bytes behind a multiple of `alignment`, a power of two, p is.
inline index_t beyond_alignment(const void* p, index_t alignment) noexcept {
    return static_cast<index_t>(reinterpret_cast<std::uintptr_t>(p) & static_cast<std::uintptr_t>(alignment - 1));
}

[[gnu::cold]] LANEWISE_ALWAYS_INLINE status check_pointers(const call& c) noexcept {
    for (const int k : {a_position, b_position, out_position}) {
        index_t count = 0;
        if (c.given[k].data != nullptr) continue;
        static_cast<void>(c.given[k].shape->try_size(count));
        return status(status_facts{
            .code = status_code::null_data, .function = c.function, .operand = c.name[k], .numbers = {count, 0}});
    }
    for (const int k : {a_position, b_position, out_position}) {
        const index_t alignment = size_bytes(c.given[k].type);
        const index_t past = beyond_alignment(c.given[k].data, alignment);
        if (past == 0) continue;
        return status(status_facts{.code = status_code::misaligned_data,
                                   .types = {c.given[k].type},
                                   .function = c.function,
                                   .operand = c.name[k],
                                   .numbers = {past, alignment}});
    }
    return {};
}

/// The same elements in the same order, which makes a call in place.
[[gnu::cold]] inline bool same_view(const call& c, const layouts& operands, int k) noexcept {
    const operand_layout& in = operands.of[k];
    const operand_layout& out = operands.of[out_position];
    if (in.data != out.data || c.given[k].type != c.given[out_position].type) return false;
    for (int i = 0; i < c.given[out_position].shape->rank(); ++i) {
        if (in.stride[i] != out.stride[i]) return false;
    }
    return true;
}

[[gnu::cold]] inline status check_overlap(const call& c, const layouts& operands) noexcept {
    const extents& shape = *c.given[out_position].shape;
    const operand_layout& out = operands.of[out_position];
    index_t elements = 0;
    static_cast<void>(shape.try_size(elements));
    search_budget budget(elements);
    status_facts facts{.function = c.function, .operand = c.name[out_position]};
    int axis = -1;
    if (const answer overlaps = overlaps_itself(shape, out, axis, budget); overlaps != answer::no) {
        facts.code = status_code::overlap_undecided;
        if (overlaps == answer::undecided) return status(facts);
        facts.code = status_code::output_self_overlap;
        facts.axis = static_cast<std::int8_t>(axis);
        facts.numbers[0] = shape[axis];
        facts.numbers[1] = (*c.given[out_position].steps)[axis];
        return status(facts);
    }
    facts.other = c.name[out_position];
    for (const int k : {a_position, b_position}) {
        if (same_view(c, operands, k)) continue;
        const answer shares = shares_bytes(shape, operands.of[k], out, budget);
        if (shares == answer::no) continue;
        facts.code = shares == answer::yes ? status_code::partial_overlap : status_code::overlap_undecided;
        facts.operand = c.name[k];
        return status(facts);
    }
    return {};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
