#pragma once

/// The loop nest of one call: which axes are looped over, in which order, from where.
///
/// Axes of extent 1 go; axes along which out runs backwards are mirrored; the rest are sorted by out's stride, so that
/// out is written in the order of memory; neighbours that every operand steps through evenly become one axis. The
/// contiguous call, however many axes it came with, ends as a single long one.

#include "../overlap/overlap.hpp"
#include "limits.hpp"
#include "row_kernel.hpp"

#include <span>

namespace lanewise::detail::inline LANEWISE_ISA {

/// Of any dtype.
inline constexpr index_t most_element_bytes = 8;

struct plan {
    /// The number of loops, at least 1; axis[0] is the innermost.
    int rank = 0;
    loop_axis axis[max_rank];
    /// The element from which each operand starts.
    std::byte* data[operand_count];
    index_t element_bytes[operand_count];
    bool streaming;
    std::span<std::byte> lent = {}; // memory for packed rows, perhaps
};

/// Some axes of a plan.
struct axis_group {
    int rank = 0;
    int axis[max_rank];
};

/// The axes along which operand k moves, those of small steps first.
inline axis_group axes_by_step(const plan& p, int k) noexcept {
    axis_group group;
    for (int i = 0; i < p.rank; ++i) {
        const index_t step = magnitude(p.axis[i].stride[k]);
        if (step == 0) continue;
        int at = group.rank++;
        for (; at > 0 && magnitude(p.axis[group.axis[at - 1]].stride[k]) > step; --at)
            group.axis[at] = group.axis[at - 1];
        group.axis[at] = i;
    }
    return group;
}

/// Whether a call's operands are larger than the cache. In place, out's lines are in it already.
inline bool is_streaming(const plan& p) noexcept {
    index_t elements = 1;
    for (int i = 0; i < p.rank; ++i) elements *= p.axis[i].extent;
    if (elements * (operand_count * most_element_bytes) < limits.streaming_bytes) return false;
    index_t bytes = 0;
    for (int k = 0; k < operand_count; ++k) {
        if (k != out_position && p.data[k] == p.data[out_position]) return false;
        index_t distinct = p.element_bytes[k];
        for (int i = 0; i < p.rank; ++i) {
            if (p.axis[i].stride[k] != 0) distinct *= p.axis[i].extent;
        }
        bytes += distinct;
    }
    return bytes >= limits.streaming_bytes;
}

/// Adds the loop that is at p.axis[p.rank] around those of a plan: as part of the outermost one, where every operand steps on
/// evenly from there.
inline void add_outside(plan& p) noexcept {
    const loop_axis& axis = p.axis[p.rank];
    const auto continues = [&](const loop_axis& inner) {
        for (int k = 0; k < operand_count; ++k) {
            if (axis.stride[k] != inner.stride[k] * inner.extent) return false;
        }
        return true;
    };
    if (p.rank > 0 && continues(p.axis[p.rank - 1])) {
        p.axis[p.rank - 1].extent *= axis.extent;
    } else {
        ++p.rank;
    }
}

/// Mirrors an axis along which out runs backwards; adds to how far each operand's start is from its first element.
inline void run_forwards(loop_axis& axis, index_t (&start)[operand_count]) noexcept {
    if (axis.stride[out_position] >= 0) return;
    for (int k = 0; k < operand_count; ++k) {
        start[k] += axis.stride[k] * (axis.extent - 1);
        axis.stride[k] = -axis.stride[k];
    }
}

/// To be called when all loops are there.
inline void finish(plan& p) noexcept {
    if (p.rank == 0) p.axis[p.rank++] = {1, {p.element_bytes[0], p.element_bytes[1], p.element_bytes[2]}};
    p.streaming = is_streaming(p);
}

/// The plan for operands over `shape`, whose extents are all > 0.
inline plan make_plan(const extents& shape, const operand_layout (&operand)[operand_count]) noexcept {
    plan p;
    index_t start[operand_count] = {};
    loop_axis sorted[max_rank];
    int count = 0;
    for (int i = shape.rank() - 1; i >= 0; --i) {
        if (shape[i] == 1) continue;
        loop_axis axis{shape[i], {operand[0].stride[i], operand[1].stride[i], operand[2].stride[i]}};
        run_forwards(axis, start);
        int at = count++;
        for (; at > 0 && sorted[at - 1].stride[out_position] > axis.stride[out_position]; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = axis;
    }
    for (int i = 0; i < count; ++i) {
        p.axis[p.rank] = sorted[i];
        add_outside(p);
    }
    for (int k = 0; k < operand_count; ++k) {
        p.data[k] = operand[k].data + start[k];
        p.element_bytes[k] = operand[k].element_bytes;
    }
    finish(p);
    return p;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
