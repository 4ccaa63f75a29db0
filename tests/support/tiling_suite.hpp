#pragma once

/// The tile that a layout is run in.

#include "lowered_limits.hpp"
#include "scalar_kernel.hpp"
#include "strided.hpp"

#include <lanewise/detail/loop/tiling.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace lanewise_test {

using lanewise::extents;
using steps = std::vector<index_t>;

constexpr scalar_kernel::abilities every{true, true, true, true};

/// The tile of a call over memory that nobody reads.
class Tiling : public testing::Test {
protected:
    const tile& choose(const std::vector<index_t>& shape, const steps& out, const steps& a, const steps& b,
                       index_t size = 4, const scalar_kernel::abilities& can = every) {
        operand_layout operands[operand_count];
        const steps* const strides[] = {&out, &a, &b};
        for (int k = 0; k < operand_count; ++k) {
            operands[k].element_bytes = size;
            operands[k].data = reinterpret_cast<std::byte*>(std::uintptr_t{1} << (40 + k));
            for (std::size_t i = 0; i < shape.size(); ++i) operands[k].stride[i] = (*strides[k])[i] * size;
        }
        scalar_kernel scalar(size, size, size, can);
        plan_ = make_plan(extents(shape), operands);
        kernel_ = scalar.kernel();
        kernel_.forms.repeated = repeated_;
        kernel_.forms.shortest_row = shortest_;
        kernel_.forms.shortest_apart = smaller(shortest_, shortest_apart_);
        kernel_.forms.shortest_rearranged = shortest_rearranged_;
        return chosen_.emplace(tiling(plan_, kernel_).choose());
    }

    /// The axis across which input k of that call may be transposed.
    int axis_across(int k) const { return transposing(plan_, kernel_).axis_across(k, short_row); }

    index_t stride(int k, int axis) const { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const { return plan_.axis[axis].extent; }

    index_t shortest_ = short_row; // rows that the kernel has a loop for
    index_t shortest_apart_ = short_row;
    index_t shortest_rearranged_ = 128;
    index_t repeated_ = 0; // on the way

private:
    plan plan_;
    row_kernel kernel_{};
    std::optional<tile> chosen_;
};

} // namespace lanewise_test
