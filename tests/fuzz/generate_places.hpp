#pragma once

/// Gives a call's operands their places in memory, side by side where they share it.

#include "call_case.hpp"
#include "choice_source.hpp"

#include <algorithm>

namespace lanewise_test {

struct span_of_bytes {
    index_t low = 0;
    index_t bytes = 0;
};

/// The bytes that a view reaches; nothing for one that none may ask for.
inline span_of_bytes reach_of(const operand_case& v) {
    if (v.is_empty() || v.shape.size() != v.strides.size()) return {};
    span_of_bytes s{0, size_of(v.type)};
    for (std::size_t i = 0; i < v.shape.size(); ++i) {
        if (v.shape[i] == 1) continue;
        index_t reach = 0;
        if (__builtin_mul_overflow((v.shape[i] - 1) * size_of(v.type), v.strides[i], &reach)) return {};
        if (reach > (index_t{1} << 40) || reach < -(index_t{1} << 40)) return {};
        if (reach < 0) s.low += reach;
        s.bytes += reach < 0 ? -reach : reach;
    }
    return s;
}

/// A block that ends at a page begins at a multiple of 8 bytes; what it holds moves to its end where it can.
inline void align_to_end(call_case& c, std::size_t k, index_t widest, index_t behind) {
    block_case& block = c.block[k];
    const index_t rest = (block.bytes + 7) / 8 * 8 - block.bytes;
    block.bytes += rest;
    if (behind != 0 || rest % widest != 0) return;
    for (operand_case& v : c.operand) {
        if (v.block == k) v.offset += rest;
    }
}

/// Gives every operand its place, and every block its size. `in_place`: the operands that are out.
inline void place(choice_source& source, call_case& c, const std::array<bool, operands>& in_place) {
    for (std::size_t k = 0; k < operands; ++k) {
        block_case& block = c.block[k];
        block.at_end = source.one_in(2);
        const index_t before = source.one_in(2) ? source.between(0, 127) / 8 * 8 : 0;
        index_t end = 0;
        index_t widest = 1;
        for (const std::size_t i : {at_out, at_a, at_b}) {
            operand_case& v = c.operand[i];
            if (v.block != k) continue;
            const span_of_bytes s = reach_of(v);
            const index_t size = size_of(v.type);
            v.offset = (before + size - 1) / size * size - s.low;
            // A second one goes on, beside or behind the first, by a few elements or by any number.
            if (end > 0) {
                if (in_place[i]) {
                    v.offset = c.operand[at_out].offset;
                } else {
                    v.offset += source.one_in(2) ? source.between(0, 8) * size : source.scaled(0, end) / size * size;
                }
            }
            end = std::max(end, v.offset + s.low + s.bytes);
            widest = std::max(widest, size);
        }
        const index_t behind = source.one_in(2) ? source.between(0, 127) : 0;
        block.bytes = end + behind;
        if (block.at_end) align_to_end(c, k, widest, behind);
    }
}

} // namespace lanewise_test
