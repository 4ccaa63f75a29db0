#pragma once

/// Every element of a plan, walked by the scalar kernel and checked.

#include "lowered_limits.hpp"
#include "scalar_kernel.hpp"
#include "strided.hpp"

#include <lanewise/detail/loop/run_plan.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {

using lanewise::extents;

/// A call of the scalar kernel on operands in memory of their own.
class Walk : public testing::Test {
protected:
    static constexpr index_t bytes = 60000; // of an operand's memory that random layouts use

    Walk() {
        for (auto& memory : memory_) {
            memory.resize(8 * bytes + 64);
            for (std::byte& b : memory) b = static_cast<std::byte>(random_());
        }
    }

    /// Strides in elements; out's elements are apart. Runs the walk by walk_tiles(plan, kernel) and checks it.
    template <class WalkIt>
    scalar_kernel::taken check(const std::vector<index_t>& shape, const std::vector<index_t> (&steps)[operand_count],
                               const index_t (&size)[operand_count], const scalar_kernel::abilities& can,
                               const WalkIt& walk_it) {
        operand_layout operands[operand_count];
        for (int k = 0; k < operand_count; ++k) {
            operands[k].element_bytes = size[k];
            operands[k].data = first_line(k) + first_ * size[k];
            for (std::size_t i = 0; i < shape.size(); ++i) {
                operands[k].stride[i] = steps[k][i] * size[k];
                if (steps[k][i] < 0) operands[k].data -= operands[k].stride[i] * (shape[i] - 1);
            }
        }
        scalar_kernel kernel(size[out_position], size[a_position], size[b_position], can);
        const std::vector<std::byte> before = memory_[out_position];
        plan p = make_plan(extents(shape), operands);
        p.lent = lent_;
        EXPECT_TRUE(walk_it(p, kernel.kernel()));
        index_t wrong = 0;
        for_each_index(shape, [&](const auto& index) {
            const auto at = [&](int k) { return operands[k].data + offset_of(index, steps[k]) * size[k]; };
            const auto value = [&](int k) { return scalar_kernel::load(at(k), size[k]); };
            std::uint64_t want = scalar_kernel::operation(value(a_position), value(b_position));
            if (size[out_position] < 8) want &= (std::uint64_t{1} << (8 * size[out_position])) - 1;
            wrong += value(out_position) != want || kernel.writes[at(out_position)] != 1;
            kernel.writes.erase(at(out_position));
            const auto offset = at(out_position) - memory_[out_position].data();
            std::memcpy(at(out_position), before.data() + offset, static_cast<std::size_t>(size[out_position]));
        });
        EXPECT_EQ(wrong, 0) << show(shape) << ", out " << show(steps[0]) << ", a " << show(steps[1]) << ", b "
                            << show(steps[2]) << ", elements of " << show(size) << " bytes";
        EXPECT_EQ(std::memcmp(memory_[out_position].data(), before.data(), before.size()), 0) << "written outside";
        return kernel.seen;
    }

    /// One to three matrices of rows and columns that fill registers.
    std::vector<index_t> random_matrices(index_t most) {
        const index_t m = random_between(random_, 8, 140);
        const index_t n = random_between(random_, 16, 200);
        return {random_between(random_, 1, 3), m * n > most / 3 ? most / 3 / n : m, n};
    }

    static std::vector<index_t> packed_order(const std::vector<index_t>& shape) {
        const auto steps = lanewise::strides::row_major(extents(shape));
        return {steps.begin(), steps.end()};
    }

    std::byte* first_line(int k) {
        std::byte* first = memory_[k].data();
        return first + static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(first) % 64);
    }

    static bool walk_tiles(const plan& p, const row_kernel& kernel) { return tile_walker(p, kernel).walk(); }

    index_t first_ = 0; // operands begin so many elements behind a cache line's beginning
    std::mt19937_64 random_{5};
    std::vector<std::byte> memory_[operand_count];
    std::vector<std::byte> lent_; // for packed rows
};

} // namespace lanewise_test
