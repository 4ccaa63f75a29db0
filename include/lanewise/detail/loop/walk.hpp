#pragma once

/// The one loop over axes. It hands rows of packed elements to a lane operation, whatever the layout.
///
/// Note: boxes. A plan is walked box by box. A box is a row (the innermost axes, as far as out is packed along them) times
/// a number of such rows (other axes). In a box an input is used where it lies if it is packed along the row, or is one
/// element all along it (a splat); any other input (strided, transposed, of a narrower dtype) is first collected into
/// packed rows on the stack, and a strided out is spread from there. Where elements and rows begin is a table for each
/// operand, so that any number of axes costs no more than one.
///   direct      nothing needs collecting: the row is the innermost axis.
///   transposed  an input is packed along an axis outside the row: rows of 512 bytes, and as many of them as fit from the
///               axes along which that input is packed, so that it is read in long runs and whole cache lines are written.
///   flat        the innermost axis is short, or an input strided: a row is as many whole inner axes as fit the buffer. An
///               input that does not move between boxes is collected once: (1Mi, 3) - (3) runs like two long vectors.
/// Scratch: 241 KiB of the caller's stack, for transposed and flat boxes only.

#include "plan.hpp"
#include "row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class box_walker {
public:
    box_walker(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) { choose_box(); }

    bool walk() noexcept { return direct_ ? walk_axes(plan_.rank - 1, start()) : walk_collecting(); }

private:
    static constexpr index_t most_elements = 2048; // of a row that is collected
    static constexpr index_t most_rows = 128;
    static constexpr index_t most_bytes = 64 * 1024; // of an operand's box
    static constexpr index_t transposed_bytes = 512; // of a row of a transposed box
    /// Below this many elements a row does not pay for its own overhead.
    static constexpr index_t short_row = 32;

    /// Some axes of the plan, the fastest first, that form a row or count rows; the last one may be tiled.
    struct axis_group {
        int rank = 0;
        int axis[max_rank] = {};
    };

    struct scratch {
        alignas(64) std::byte packed[operand_count][most_bytes];
        index_t element[operand_count][most_elements];
    };

    struct pointers {
        std::byte* at[operand_count];
    };

    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    bool writes() const noexcept { return kernel_.spread != nullptr; }
    pointers start() const noexcept { return {{plan_.data[0], plan_.data[1], plan_.data[2]}}; }
    static index_t smaller(index_t a, index_t b) noexcept { return a < b ? a : b; }

    /// Packed along the innermost axis, or one element all along it.
    bool row_is_direct(int k) const noexcept {
        if (k == out_position && !writes()) return true;
        const index_t stride = plan_.axis[0].stride[k];
        return !kernel_.converts[k] && (stride == size(k) || (k != out_position && stride == 0));
    }

    /// Adds an axis to a group of `count` positions, at most `most`; tiled if need be.
    void add(axis_group& group, int axis, index_t& count, index_t most) noexcept {
        group.axis[group.rank++] = axis;
        tile_[axis] = smaller(plan_.axis[axis].extent, most / count);
        count *= tile_[axis];
    }

    void choose_box() noexcept {
        direct_ = plan_.axis[0].extent >= short_row || plan_.rank == 1;
        for (int k = 0; k < operand_count; ++k) direct_ = direct_ && row_is_direct(k);
        for (int i = 0; i < plan_.rank; ++i) tile_[i] = 1;
        index_t elements = 1;
        index_t count = 1;
        if (direct_) {
            add(row_, 0, elements, plan_.axis[0].extent);
            if (plan_.rank > 1) add(count_, 1, count, plan_.axis[1].extent);
            return;
        }
        const int transposed = transposed_input();
        const index_t most = transposed != 0 ? transposed_bytes / size(transposed) : most_elements;
        for (int i = 0; i < plan_.rank && elements * 2 <= most; ++i) {
            if (transposed != 0 && i > 0 && !continues_out(i)) break;
            add(row_, i, elements, most);
        }
        if (transposed == 0) return;
        const index_t rows_that_fit = smaller(most_rows, most_bytes / (elements * size(transposed)));
        while (count * 2 <= rows_that_fit) {
            int next = -1; // the axis along which the input moves least
            for (int i = row_.rank; i < plan_.rank; ++i) {
                const bool taken = tile_[i] > 1;
                if (!taken && moves(transposed, i) &&
                    (next < 0 || plan_.axis[i].stride[transposed] < plan_.axis[next].stride[transposed]))
                    next = i;
            }
            if (next < 0) break;
            add(count_, next, count, rows_that_fit);
        }
    }

    bool moves(int k, int axis) const noexcept { return plan_.axis[axis].stride[k] > 0; }

    /// Whether out is packed from the axis before on into axis i.
    bool continues_out(int i) const noexcept {
        return plan_.axis[i].stride[out_position] == plan_.axis[i - 1].stride[out_position] * plan_.axis[i - 1].extent;
    }

    /// An input that is packed along an axis other than the innermost, and long enough there; 0 if there is none.
    int transposed_input() const noexcept {
        if (!row_is_direct(out_position)) return 0;
        for (const int k : {a_position, b_position}) {
            if (row_is_direct(k) || kernel_.converts[k]) continue;
            for (int i = 1; i < plan_.rank; ++i) {
                if (plan_.axis[i].stride[k] == size(k) && plan_.axis[i].extent >= 4) return k;
            }
        }
        return 0;
    }

    /// Not inline, so that direct walks have a small stack frame.
    [[gnu::noinline]] bool walk_collecting() noexcept {
        scratch memory;
        scratch_ = &memory;
        for (int k = 0; k < operand_count; ++k) element_[k] = positions(row_, k, memory.element[k]);
        for (int k = 0; k < operand_count; ++k) start_[k] = positions(count_, k, row_start_[k]);
        return walk_axes(plan_.rank - 1, start());
    }

    /// Where operand k's positions along a group of axes are; a table where the steps are uneven.
    offsets positions(const axis_group& group, int k, index_t* table) const noexcept {
        bool even = true;
        for (int i = 1; i < group.rank; ++i) {
            const loop_axis& inner = plan_.axis[group.axis[i - 1]];
            even = even && plan_.axis[group.axis[i]].stride[k] == inner.stride[k] * inner.extent;
        }
        const index_t stride = group.rank == 0 ? 0 : plan_.axis[group.axis[0]].stride[k];
        if (even) return {0, stride, nullptr};
        index_t count = 1;
        table[0] = 0;
        for (int i = 0; i < group.rank; ++i) {
            const int axis = group.axis[i];
            for (index_t j = 1; j < tile_[axis]; ++j) {
                for (index_t p = 0; p < count; ++p) table[j * count + p] = table[p] + j * plan_.axis[axis].stride[k];
            }
            count *= tile_[axis];
        }
        return {0, 0, table};
    }

    /// Loops over the boxes along axis i and those inside it; extent_ holds the box's extents so far.
    bool walk_axes(int i, pointers at) noexcept {
        if (i < 0) return direct_ ? run_direct(at) : run_collecting(at);
        for (index_t done = 0; done < plan_.axis[i].extent; done += tile_[i]) {
            extent_[i] = smaller(tile_[i], plan_.axis[i].extent - done);
            if (!walk_axes(i - 1, at)) return false;
            for (int k = 0; k < operand_count; ++k) at.at[k] += tile_[i] * plan_.axis[i].stride[k];
        }
        return true;
    }

    bool run_direct(const pointers& at) const noexcept {
        rows r;
        r.n = plan_.axis[0].extent;
        r.count = plan_.rank > 1 ? plan_.axis[1].extent : 1;
        for (int k = 0; k < operand_count; ++k) {
            r.data[k] = at.at[k];
            r.start[k] = {r.count, plan_.rank > 1 ? plan_.axis[1].stride[k] : 0, nullptr};
            r.splat[k] = plan_.axis[0].stride[k] == 0;
        }
        return kernel_.run(kernel_.op, r);
    }

    index_t positions_now(const axis_group& group) const noexcept {
        index_t count = 1;
        for (int i = 0; i < group.rank; ++i) count *= extent_[group.axis[i]];
        return count;
    }

    bool run_collecting(const pointers& at) noexcept {
        rows r;
        r.n = positions_now(row_);
        r.count = positions_now(count_);
        for (const int k : {a_position, b_position}) {
            r.splat[k] = element_[k].is_even(0);
            const bool direct = !kernel_.converts[k] && (r.splat[k] || element_[k].is_even(size(k)));
            r.data[k] = direct ? at.at[k] : collected(k, at.at[k], r);
            r.start[k] = direct ? start_[k] : offsets{0, (r.splat[k] ? 1 : r.n) * size(k), nullptr};
        }
        const bool out_is_direct = !writes() || element_[out_position].is_even(size(out_position));
        r.splat[out_position] = false;
        r.data[out_position] = out_is_direct ? at.at[out_position] : scratch_->packed[out_position];
        r.start[out_position] = out_is_direct ? start_[out_position] : offsets{0, r.n * size(out_position), nullptr};
        if (!kernel_.run(kernel_.op, r)) return false;
        if (!out_is_direct)
            kernel_.spread(memory_grid(out_position, at.at[out_position], r.n, r.count),
                           scratch_->packed[out_position]);
        return true;
    }

    grid memory_grid(int k, std::byte* data, index_t n, index_t count) const noexcept {
        grid g{data, element_[k], start_[k]};
        g.element.count = n;
        g.row.count = count;
        return g;
    }

    /// Operand k's elements of the box as packed rows; those of a splat, one to a row.
    std::byte* collected(int k, std::byte* from, const rows& r) noexcept {
        std::byte* const packed = scratch_->packed[k];
        collected_from& last = last_[k];
        if (last.data != from || last.n != r.n || last.count != r.count) {
            kernel_.collect[k](kernel_.context[k], packed, memory_grid(k, from, r.splat[k] ? 1 : r.n, r.count));
            last = {from, r.n, r.count};
        }
        return packed;
    }

    /// What a buffer holds.
    struct collected_from {
        const std::byte* data;
        index_t n;
        index_t count;
    };

    const plan& plan_;
    const row_kernel& kernel_;
    bool direct_ = false;
    axis_group row_;
    axis_group count_;
    index_t tile_[max_rank];        // a box's extents, where it is not cut off by an axis's end
    index_t extent_[max_rank] = {}; // its extents at the moment
    scratch* scratch_ = nullptr;
    offsets element_[operand_count] = {};
    offsets start_[operand_count] = {};
    index_t row_start_[operand_count][most_rows];
    collected_from last_[operand_count] = {};
};

/// Runs the kernel over every element of the plan; false if it ended the walk.
inline bool walk(const plan& p, const row_kernel& kernel) noexcept {
    return box_walker(p, kernel).walk();
}

} // namespace lanewise::detail::inline LANEWISE_ISA
