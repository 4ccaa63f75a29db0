#pragma once

/// The check of a call: everything that can be wrong with it is found here, before a byte is written; behind it all is
/// noexcept.
///
/// The order: dtypes, shapes, output shape, options, sizes, null, alignment, out against itself, out against the inputs.
/// (Integer values under integer_overflow::error come last; they need the elements.)

#include "call.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A call that passed.
struct admitted {
    plan loops;
    /// There is no element: nothing is to be read or written, and there are no loops.
    bool empty = false;
    const executor_ref* executor = nullptr; // the call's
};

/// More elements than any memory has; so many, and fewer, do not overflow as bytes.
inline constexpr index_t reachable = index_t{1} << 56;

/// How many of out's steps one of an input's is, along every axis, if it has out's shape, and not only its rank; else a number
/// that no form has.
[[gnu::noinline]] inline index_t steps_of_out(const extents& shape, const strides& steps, const extents& own_shape,
                                              const strides& own_steps) noexcept {
    constexpr index_t none = -2;
    const int rank = shape.rank();
    const index_t times = own_steps[rank - 1];
    for (int i = 0; i < rank; ++i) {
        if (own_shape[i] != shape[i]) return none;
        // Modulo 2^64, which is exact for the few steps that a form has.
        const std::uint64_t step = static_cast<std::uint64_t>(times) * static_cast<std::uint64_t>(steps[i]);
        if (shape[i] != 1 && static_cast<std::uint64_t>(own_steps[i]) != step) return none;
    }
    return times;
}

/// The shortcut for the common call: equal shapes, or a plain value beside one, of dtypes that a row's loop takes as they are,
/// out packed, and inputs apart from it or the same view, in forms that the loop takes. True if the call is that, and nothing is
/// wrong with it; the row is then all there is to run.
LANEWISE_ALWAYS_INLINE bool admit_one_row(const operand (&given_operand)[operand_count], row_forms forms,
                                          one_row& row) noexcept {
    const operand& out = given_operand[out_position];
    const extents& shape = *out.shape;
    const int rank = shape.rank();
    const int rank_a = given_operand[a_position].shape->rank();
    const int rank_b = given_operand[b_position].shape->rank();
    index_t differing_a = rank_a ^ rank; // bits in which ranks, extents and steps are not out's
    index_t differing_b = rank_b ^ rank;
    if ((differing_a != 0 && rank_a != 0) || (differing_b != 0 && rank_b != 0)) return false;
    index_t count = 1;
    for (int i = rank - 1; i >= 0; --i) {
        const index_t extent = shape[i];
        const bool is_axis = extent != 1; // along any other nobody steps
        if (is_axis && (*out.steps)[i] != count) return false;
        const auto difference = LANEWISE_ALWAYS_EACH(const operand& given) {
            return ((*given.shape)[i] ^ extent) | (is_axis ? (*given.steps)[i] ^ count : 0);
        };
        differing_a |= difference(given_operand[a_position]);
        differing_b |= difference(given_operand[b_position]);
        if (__builtin_mul_overflow(count, extent, &count)) return false;
    }
    if (static_cast<std::uint64_t>(count) - 1 >= std::uint64_t{reachable}) return false; // or 0
    const index_t out_bytes = count * size_bytes(out.type);
    row.n = count;
    bool streaming = true;
    index_t all_bytes = 0;
    const auto first = reinterpret_cast<std::uintptr_t>(out.data);
    // Called three times, not a loop: what the compiler then knows about each operand saves 3 of 18 ns.
    const auto take = LANEWISE_ALWAYS_EACH(int k) {
        const operand& given = given_operand[k];
        auto begin = reinterpret_cast<std::uintptr_t>(given.data);
        row.data[k] = static_cast<std::byte*>(const_cast<void*>(given.data));
        row.form[k] = row_form::packed;
        const index_t element = size_bytes(given.type);
        const index_t bytes = count * element;
        index_t length = bytes;
        if (begin == 0 || beyond_alignment(given.data, element) != 0) return false;
        if (k != out_position) {
            const bool is_alike = (k == a_position ? differing_a : differing_b) == 0;
            if (!is_alike) {
                index_t times = 0; // out's steps
                if (given.shape->rank() == 0) {
                    if (rank_a == rank_b) return false; // both are plain values
                } else {
                    times = steps_of_out(shape, *out.steps, *given.shape, *given.steps);
                    if (!forms.include(times, 1)) return false;
                }
                row.form[k] = form_of(times, 1, true);
                const index_t reach = times * (bytes - element);
                begin += static_cast<std::uintptr_t>(smaller(reach, 0));
                length = magnitude(reach) + element;
            }
            const bool apart = begin + static_cast<std::uintptr_t>(length) <= first ||
                               first + static_cast<std::uintptr_t>(out_bytes) <= begin;
            if (!apart) [[unlikely]] {
                if (begin != first || !is_alike || given.type != out.type) return false;
                streaming = false;
            }
        }
        all_bytes += length;
        return true;
    };
    if (!take(out_position) || !take(b_position) || !take(a_position)) return false; // mostly it is b that is broadcast
    row.streaming = streaming && all_bytes >= limits.streaming_bytes;
    return true;
}

/// Whether operand k is the same elements as out, in the same order.
inline bool is_in_place(const plan& loops, int k) noexcept {
    bool same = loops.data[k] == loops.data[out_position];
    for (int i = 0; i < loops.rank; ++i) same = same && loops.axis[i].stride[k] == loops.axis[i].stride[out_position];
    return same;
}

/// Whether an extent or a step is so small that their product is within `reachable`.
constexpr bool is_reachable(index_t value) noexcept {
    constexpr std::uint64_t most = 1u << 28;
    return static_cast<std::uint64_t>(value) + most <= 2 * most;
}

/// The shortcut for the usual broadcast call, whose axes are given with out's small steps first: numpy's rule, each step of out
/// beyond all elements of the axes before, and inputs apart from out or the same view. True if the call is that, and nothing is
/// wrong with it.
inline bool admit_along(const int* axes, const call& c, plan& loops) noexcept {
    const operand& out = c.given[out_position];
    const int rank = out.shape->rank();
    if (c.refused != nullptr || c.rule.rule != broadcast_rule::kind::numpy || !is_valid(out.type)) return false;
    const index_t* extent[operand_count]; // of an operand, along its own axes
    const index_t* step[operand_count];
    int lacks[operand_count];    // how many axes an operand has less than out
    index_t low[operand_count];  // where it begins, from its first element on
    index_t high[operand_count]; // where its last element is
    for (int k = 0; k < operand_count; ++k) {
        const operand& given = c.given[k];
        const index_t bytes = size_bytes(given.type); // 0, for which no address is aligned, where it is none
        lacks[k] = rank - given.shape->rank();
        if (!fits(c, k) || lacks[k] < 0 || given.data == nullptr || beyond_alignment(given.data, bytes) != 0)
            return false;
        extent[k] = given.shape->begin();
        step[k] = given.steps->begin();
        low[k] = 0;
        high[k] = 0;
        loops.element_bytes[k] = bytes;
    }
    if (lacks[a_position] != 0 && lacks[b_position] != 0) return false;
    loops.rank = 0;
    index_t start[operand_count] = {}; // from an operand's first element; no pointer moves before all axes are known
    for (int j = 0; j < rank; ++j) {
        const int i = axes[j];
        loop_axis& axis = loops.axis[loops.rank]; // in its place: a copy would wait for what is written here
        axis = {extent[out_position][i], {0, 0, 0}};
        if (!is_reachable(axis.extent)) return false;
        bool is_repeated = axis.extent > 1;
        const auto take = LANEWISE_ALWAYS_EACH(int k) { // thrice, as above
            const int own = i - lacks[k];
            const index_t own_extent = own < 0 ? 1 : extent[k][own];
            if (own_extent == 1) return true;
            const index_t own_step = step[k][own];
            if (own_extent != axis.extent || !is_reachable(own_step)) return false;
            const index_t reach = own_step * (own_extent - 1);
            axis.stride[k] = own_step * loops.element_bytes[k];
            if (k == out_position && (own_extent == 0 || magnitude(own_step) <= high[k] - low[k])) return false;
            if (k != out_position) is_repeated = false;
            (reach < 0 ? low[k] : high[k]) += reach;
            return true;
        };
        if (!take(out_position) || !take(a_position) || !take(b_position)) return false;
        if (is_repeated) return false;
        if (axis.extent == 1) continue;
        run_forwards(axis, start);
        add_outside(loops);
    }
    for (int k = 0; k < operand_count; ++k)
        loops.data[k] = static_cast<std::byte*>(const_cast<void*>(c.given[k].data)) + start[k];
    for (const int k : {a_position, b_position}) {
        // How far the input's end lies behind out's begin, modulo 2^64, as an address may be anything; apart, it is none of
        // the distances at which both have bytes in common.
        const index_t bytes = loops.element_bytes[k];
        const index_t bytes_of_out = (high[out_position] - low[out_position] + 1) * loops.element_bytes[out_position];
        const auto end = reinterpret_cast<std::uintptr_t>(c.given[k].data) -
                         reinterpret_cast<std::uintptr_t>(loops.data[out_position]) +
                         static_cast<std::uintptr_t>((high[k] + 1) * bytes);
        const auto both = static_cast<std::uintptr_t>((high[k] - low[k] + 1) * bytes + bytes_of_out);
        const bool apart = end - 1 >= both - 1;
        if (!apart && (c.given[k].type != out.type || !is_in_place(loops, k))) return false;
    }
    finish(loops);
    return true;
}

/// Sorts out's axes, those of small steps first; false if they are last to first then, or a step is too large for the shortcut.
inline bool sort_axes(const operand& out, int (&axes)[max_rank]) noexcept {
    const int rank = out.shape->rank();
    bool are_others = false;
    const auto step = [&](int i) { return (*out.shape)[i] == 1 ? 0 : (*out.steps)[i]; };
    for (int count = 0; count < rank; ++count) {
        const int axis = rank - 1 - count;
        if (!is_reachable(step(axis))) return false;
        int at = count;
        for (; at > 0 && magnitude(step(axes[at - 1])) > magnitude(step(axis)); --at) axes[at] = axes[at - 1];
        axes[at] = axis;
        are_others = are_others || at != count;
    }
    return are_others;
}

/// The shortcut along the last axis first, as nearly always, or else along sorted ones: to sort them first takes each call 5 ns.
inline bool admit_usual(const call& c, plan& loops) noexcept {
    static constexpr int last_first[] = {7, 6, 5, 4, 3, 2, 1, 0};
    static_assert(std::size(last_first) == max_rank);
    const operand& out = c.given[out_position];
    if (admit_along(last_first + max_rank - out.shape->rank(), c, loops)) return true;
    int sorted[max_rank];
    return sort_axes(out, sorted) && admit_along(sorted, c, loops);
}

/// Admits any call or says what is wrong with it.
[[gnu::cold, gnu::noinline]] inline status admit_any(const call& c, admitted& passed) noexcept {
    if (const status s = check_dtypes(c); !s) return s;
    const operand_names names{c.function, c.name[a_position], c.name[b_position]};
    extents shape;
    if (const status s = broadcast_shapes(names, *c.given[a_position].shape, *c.given[b_position].shape, c.rule, shape);
        !s)
        return s;
    if (const status s = check_output_shape(c, shape); !s) return s;
    if (c.refused != nullptr) return *c.refused;
    layouts operands;
    if (const status s = check_sizes(c, operands, passed.empty); !s || passed.empty) return s;
    if (const status s = check_pointers(c); !s) return s;
    if (const status s = check_overlap(c, operands); !s) return s;
    passed.loops = make_plan(shape, operands.of);
    return {};
}

/// Lends a call memory, as much of it as rows can fill, unless it has a byte in common with an operand or the gaps in it.
[[gnu::cold]] inline void lend(std::span<std::byte> memory, plan& loops) noexcept {
    constexpr std::size_t most = std::size_t{4} << 20;
    const std::size_t size = memory.size() < most ? memory.size() : most;
    const auto first = reinterpret_cast<std::uintptr_t>(memory.data());
    for (int k = 0; k < operand_count; ++k) {
        auto low = reinterpret_cast<std::uintptr_t>(loops.data[k]);
        auto end = low + static_cast<std::uintptr_t>(loops.element_bytes[k]);
        for (int i = 0; i < loops.rank; ++i) {
            const index_t reach = loops.axis[i].stride[k] * (loops.axis[i].extent - 1);
            (reach < 0 ? low : end) += static_cast<std::uintptr_t>(reach);
        }
        if (first < end && low < first + size) return;
    }
    loops.lent = memory.first(size);
}

/// Admits a call or says what is wrong with it.
inline status admit(const call& c, admitted& passed) noexcept {
    passed.executor = &c.executor;
    if (!admit_usual(c, passed.loops)) {
        if (const status s = admit_any(c, passed); !s) return s;
    }
    if (!c.executor && !c.scratch.empty()) lend(c.scratch, passed.loops);
    return {};
}

} // namespace lanewise::detail::inline LANEWISE_ISA
