#pragma once

/// The one loop over axes. It hands rows of contiguous elements to a lane operation, whatever the layout.
///
/// The operation works on contiguous rows of the storage types that it asks for. An operand that lies so is used where it
/// is; one that does not move along the row is a splat; any other (strided, or of a narrower dtype) is first collected,
/// some hundred elements at a time, into a row on the stack. A strided out is collected there too and then spread.

#include "plan.hpp"
#include "row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

namespace walk_detail {

inline constexpr index_t block = 512;

struct row_buffers {
    alignas(64) std::byte bytes[operand_count][block * 8];
};

} // namespace walk_detail

/// One row: the innermost axis of the plan, or a single element.
class row_walker {
public:
    row_walker(const plan& p, const row_kernel& kernel) noexcept : kernel_(kernel) {
        extent_ = p.rank == 0 ? 1 : p.axis[0].extent;
        for (int k = 0; k < operand_count; ++k) {
            stride_[k] = p.rank == 0 ? p.element_bytes[k] : p.axis[0].stride[k];
            direct_[k] = !kernel.converts[k] && stride_[k] == kernel.row_element_bytes[k];
        }
        direct_[out_position] = direct_[out_position] || kernel.spread == nullptr;
        splat_a_ = stride_[a_position] == 0;
        splat_b_ = stride_[b_position] == 0;
        splat_ = splat_a_ ? (splat_b_ ? splat_inputs::both : splat_inputs::a) : splat_b_ ? splat_inputs::b : splat_inputs::none;
        in_place_ = direct_[out_position] && (direct_[a_position] || (splat_a_ && !kernel.converts[a_position])) &&
                    (direct_[b_position] || (splat_b_ && !kernel.converts[b_position]));
    }

    bool operator()(std::byte* out, const std::byte* a, const std::byte* b) const noexcept {
        if (in_place_) return kernel_.run(kernel_.op, extent_, out, a, b, splat_);
        return through_buffers(out, a, b);
    }

private:
    bool through_buffers(std::byte* out, const std::byte* a, const std::byte* b) const noexcept {
        walk_detail::row_buffers buffers;
        std::byte* const row = buffers.bytes[out_position];
        if (splat_a_) a = collected(buffers, a_position, a, 1);
        if (splat_b_) b = collected(buffers, b_position, b, 1);
        for (index_t done = 0; done < extent_; done += walk_detail::block) {
            const index_t n = extent_ - done < walk_detail::block ? extent_ - done : walk_detail::block;
            const std::byte* row_a = splat_a_ ? a : collected(buffers, a_position, a + done * stride_[a_position], n);
            const std::byte* row_b = splat_b_ ? b : collected(buffers, b_position, b + done * stride_[b_position], n);
            std::byte* const place = out + done * stride_[out_position];
            if (!kernel_.run(kernel_.op, n, direct_[out_position] ? place : row, row_a, row_b, splat_)) return false;
            if (!direct_[out_position]) kernel_.spread(n, place, stride_[out_position], row);
        }
        return true;
    }

    const std::byte* collected(walk_detail::row_buffers& buffers, int k, const std::byte* elements, index_t n) const noexcept {
        if (direct_[k] || (stride_[k] == 0 && !kernel_.converts[k])) return elements;
        kernel_.collect[k](kernel_.context[k], n, buffers.bytes[k], elements, stride_[k]);
        return buffers.bytes[k];
    }

    const row_kernel& kernel_;
    index_t extent_;
    index_t stride_[operand_count];
    bool direct_[operand_count];
    bool splat_a_;
    bool splat_b_;
    bool in_place_;
    splat_inputs splat_;
};

/// Runs the kernel over every element of the plan; false if it ended the walk.
inline bool walk(const plan& p, const row_kernel& kernel) noexcept {
    const row_walker row(p, kernel);
    std::byte* at[operand_count] = {p.data[0], p.data[1], p.data[2]};
    index_t index[max_rank] = {};
    for (;;) {
        if (!row(at[out_position], at[a_position], at[b_position])) return false;
        int i = 1;
        for (; i < p.rank; ++i) {
            const loop_axis& axis = p.axis[i];
            const bool wraps = ++index[i] == axis.extent;
            const index_t steps = wraps ? 1 - axis.extent : 1;
            for (int k = 0; k < operand_count; ++k) at[k] += steps * axis.stride[k];
            if (!wraps) break;
            index[i] = 0;
        }
        if (i >= p.rank) return true;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
