#pragma once

/// The door: everything that can be wrong with a call is found here, before a byte is written; behind it all is noexcept.
///
/// The order: dtypes, shapes, output shape, options, sizes, null, alignment, out against itself, out against the inputs.
/// (Integer values under integer_overflow::error come last; they need the elements.)

#include "../../broadcast.hpp"
#include "../../executor.hpp"
#include "../loop/plan.hpp"
#include "operand.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// One call of an operator.
struct call {
    const char* function;
    const char* name[operand_count];
    operand given[operand_count];
    broadcast_rule rule;
    /// What is wrong with the options, reported at their place in the order; null: nothing.
    const status* options;
    /// Which dtypes an input may have beside out's: those that widen to it, or any (an exponent).
    bool any_dtype[operand_count];
    executor_ref executor;
};

/// A call that passed.
struct admitted {
    plan loops;
    /// There is no element: nothing is to be read or written, and there are no loops.
    bool empty = false;
    executor_ref executor;
};

/// The operands of a call along out's axes.
struct layouts {
    operand_layout of[operand_count];
};

inline status check_dtypes(const call& c) noexcept {
    const dtype out_type = c.given[out_position].type;
    for (const int k : {out_position, a_position, b_position}) {
        const dtype type = c.given[k].type;
        if (!is_valid(type)) {
            return status(status_facts{.code = status_code::unsupported_dtype,
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .numbers = {static_cast<index_t>(type), 0}});
        }
        if (k != out_position && !c.any_dtype[k] && !widens(type, out_type)) {
            return status(status_facts{.code = status_code::unsupported_dtype,
                                       .types = {type, out_type},
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .other = c.name[out_position]});
        }
    }
    return {};
}

inline status check_output_shape(const call& c, const extents& result) noexcept {
    const extents& out = *c.given[out_position].shape;
    status_facts facts{.code = status_code::output_shape_mismatch,
                       .function = c.function,
                       .operand = "the result",
                       .other = c.name[out_position]};
    if (out.rank() != result.rank()) {
        facts.numbers[0] = result.rank();
        facts.numbers[1] = out.rank();
        return status(facts);
    }
    for (int i = 0; i < out.rank(); ++i) {
        if (out[i] == result[i]) continue;
        facts.axis = static_cast<std::int8_t>(i);
        facts.numbers[0] = result[i];
        facts.numbers[1] = out[i];
        return status(facts);
    }
    return {};
}

/// Lays operand k out along the result's axes, in bytes; refuses offsets beyond 63 bits.
inline status lay_out(const call& c, int k, operand_layout& layout) noexcept {
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
                                       .function = c.function,
                                       .operand = c.name[k],
                                       .numbers = {shape[i], steps[i]}});
        }
    }
    return {};
}

/// Lays all operands out, unless the call is empty.
inline status check_sizes(const call& c, layouts& operands, bool& empty) noexcept {
    index_t count = 0;
    if (!c.given[out_position].shape->try_size(count)) {
        return status(
            status_facts{.code = status_code::size_overflow, .function = c.function, .operand = c.name[out_position]});
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

inline status check_pointers(const call& c) noexcept {
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
inline bool same_view(const call& c, const layouts& operands, int k) noexcept {
    const operand_layout& in = operands.of[k];
    const operand_layout& out = operands.of[out_position];
    if (in.data != out.data || c.given[k].type != c.given[out_position].type) return false;
    for (int i = 0; i < c.given[out_position].shape->rank(); ++i) {
        if (in.stride[i] != out.stride[i]) return false;
    }
    return true;
}

inline status check_overlap(const call& c, const layouts& operands) noexcept {
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

/// More elements than memory has; fewer do not overflow, as bytes either.
inline constexpr index_t reachable = index_t{1} << 56;

/// The shortcut for the common call: equal shapes, or a plain value beside one, all of dtype out's, out packed, and inputs
/// apart from it or the same view, in forms that a row's loop takes. True if the call is that, and nothing is wrong with it;
/// the row is then all there is to run.
LANEWISE_INLINE bool admit_one_row(const operand (&given_operand)[operand_count], row_forms forms,
                                   one_row& row) noexcept {
    const operand& out = given_operand[out_position];
    const index_t element = size_bytes(out.type);
    const extents& shape = *out.shape;
    index_t count = 1;
    for (int i = shape.rank() - 1; i >= 0; --i) {
        if ((*out.steps)[i] != count || __builtin_mul_overflow(count, shape[i], &count)) return false;
    }
    if (count == 0 || count > reachable) return false;
    const index_t bytes = count * element;
    row.n = count;
    row.around_cache = true;
    index_t all_bytes = 0;
    const auto first = reinterpret_cast<std::uintptr_t>(out.data);
    // Called three times, not a loop: what the compiler then knows about each operand saves 3 of 18 ns.
    const auto take = LANEWISE_EACH(int k) {
        const operand& given = given_operand[k];
        auto begin = reinterpret_cast<std::uintptr_t>(given.data);
        row.data[k] = static_cast<std::byte*>(const_cast<void*>(given.data));
        row.form[k] = row_form::packed;
        index_t length = bytes;
        if (begin == 0 || beyond_alignment(given.data, element) != 0) return false;
        if (k != out_position) {
            index_t times = 0; // out's steps
            if (given.shape->rank() != 0) {
                if (given.shape->rank() != shape.rank()) return false;
                times = (*given.steps)[shape.rank() - 1];
                if (!forms.include(times, 1)) return false;
                for (int i = 0; i < shape.rank(); ++i) {
                    if ((*given.shape)[i] != shape[i] || (*given.steps)[i] != times * (*out.steps)[i]) return false;
                }
            }
            if (times != 1) {
                row.form[k] = form_of(times, 1, true);
                const index_t reach = times * (bytes - element);
                begin += static_cast<std::uintptr_t>(smaller(reach, 0));
                length = magnitude(reach) + element;
            }
            const bool apart = begin + static_cast<std::uintptr_t>(length) <= first ||
                               first + static_cast<std::uintptr_t>(bytes) <= begin;
            if (!apart && (begin != first || times != 1)) return false;
            if (!apart) row.around_cache = false;
        }
        all_bytes += length;
        return true;
    };
    if (!take(out_position) || !take(b_position) || !take(a_position)) return false; // mostly it is b that is broadcast
    row.around_cache = row.around_cache && all_bytes >= limits.streaming_bytes;
    return shape.rank() == 0 || given_operand[a_position].shape->rank() != 0 ||
           given_operand[b_position].shape->rank() != 0;
}

/// Whether operand k is the same elements as out, in the same order.
inline bool is_in_place(const plan& loops, int k) noexcept {
    bool same = loops.data[k] == loops.data[out_position];
    for (int i = 0; i < loops.rank; ++i) same = same && loops.axis[i].stride[k] == loops.axis[i].stride[out_position];
    return same;
}

/// Whether an extent or a step is so small that their product is within `reachable`.
constexpr bool is_usual(index_t value) noexcept {
    constexpr std::uint64_t most = 1u << 28;
    return static_cast<std::uint64_t>(value) + most <= 2 * most;
}

/// The shortcut for the usual broadcast call, in one pass: numpy's rule, one dtype, out's axes in the order of memory, and
/// inputs apart from out or the same view. True if the call is that, and nothing is wrong with it.
inline bool admit_usual(const call& c, plan& loops) noexcept {
    const operand& out = c.given[out_position];
    const int rank = out.shape->rank();
    if (c.options != nullptr || c.rule.rule != broadcast_rule::kind::numpy || !is_valid(out.type)) return false;
    const index_t bytes = size_bytes(out.type);
    const index_t* extent[operand_count]; // of an operand, counted by out's axes
    const index_t* step[operand_count];
    int lacks[operand_count];    // how many axes an operand has less than out
    index_t low[operand_count];  // where it begins, from its first element on
    index_t high[operand_count]; // where its last element is
    for (int k = 0; k < operand_count; ++k) {
        const operand& given = c.given[k];
        lacks[k] = rank - given.shape->rank();
        if (given.type != out.type || lacks[k] < 0 || given.data == nullptr || beyond_alignment(given.data, bytes) != 0)
            return false;
        extent[k] = given.shape->begin() - lacks[k];
        step[k] = given.steps->begin() - lacks[k];
        low[k] = 0;
        high[k] = 0;
        loops.data[k] = static_cast<std::byte*>(const_cast<void*>(given.data));
        loops.element_bytes[k] = bytes;
    }
    if (lacks[a_position] != 0 && lacks[b_position] != 0) return false;
    for (int i = rank - 1; i >= 0; --i) {
        loop_axis axis{extent[out_position][i], {0, 0, 0}};
        if (!is_usual(axis.extent)) return false;
        bool is_repeated = axis.extent > 1;
        for (int k = 0; k < operand_count; ++k) {
            const index_t own_extent = i < lacks[k] ? 1 : extent[k][i];
            if (own_extent == 1) continue;
            if (own_extent != axis.extent) return false;
            if (!is_usual(step[k][i])) return false;
            const index_t reach = step[k][i] * (own_extent - 1);
            axis.stride[k] = step[k][i] * bytes;
            if (k == out_position && (own_extent == 0 || step[k][i] <= high[k])) return false;
            if (k != out_position) is_repeated = false;
            (reach < 0 ? low[k] : high[k]) += reach;
        }
        if (is_repeated) return false;
        if (axis.extent != 1) add_outside(loops, axis);
    }
    for (const int k : {a_position, b_position}) {
        // How far the input's end lies behind out's begin, modulo 2^64, as an address may be anything; apart, it is none of
        // the distances at which both have bytes in common.
        const auto end = reinterpret_cast<std::uintptr_t>(c.given[k].data) -
                         reinterpret_cast<std::uintptr_t>(out.data) +
                         static_cast<std::uintptr_t>((high[k] + 1) * bytes);
        const auto both = static_cast<std::uintptr_t>((high[k] - low[k] + high[out_position] + 2) * bytes);
        const bool apart = end - 1 >= both - 1;
        if (!apart && !is_in_place(loops, k)) return false;
    }
    finish(loops);
    return true;
}

/// Admits any call or says what is wrong with it.
inline status admit_any(const call& c, admitted& passed) noexcept {
    if (const status s = check_dtypes(c); !s) return s;
    const operand_names names{c.function, c.name[a_position], c.name[b_position]};
    extents shape;
    if (const status s = broadcast_shapes(names, *c.given[a_position].shape, *c.given[b_position].shape, c.rule, shape);
        !s)
        return s;
    if (const status s = check_output_shape(c, shape); !s) return s;
    if (c.options != nullptr) return *c.options;
    layouts operands;
    if (const status s = check_sizes(c, operands, passed.empty); !s || passed.empty) return s;
    if (const status s = check_pointers(c); !s) return s;
    if (const status s = check_overlap(c, operands); !s) return s;
    passed.loops = make_plan(shape, operands.of);
    return {};
}

/// Admits a call or says what is wrong with it.
inline status admit(const call& c, admitted& passed) noexcept {
    passed.executor = c.executor;
    if (admit_usual(c, passed.loops)) return {};
    return admit_any(c, passed);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
