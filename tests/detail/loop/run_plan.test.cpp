// The parts of a plan: every element in one of them, and every cache line of out in one of them.

#include <lanewise/detail/loop/run_plan.hpp>
#include <lanewise/tensor_view.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise;
using namespace lanewise::detail;

/// Counts which elements of out are written, by the kernel or on their way back from packed rows.
struct counter {
    index_t bytes;
    const std::byte* first;
    std::vector<int> visits; // of out, by element
    std::map<std::uintptr_t, index_t> line_owner = {};
    index_t part = 0;
    bool shares_a_line = false;

    void count(const std::byte* at) {
        ++visits[static_cast<std::size_t>((at - first) / bytes)];
        const auto line = reinterpret_cast<std::uintptr_t>(at) / 64;
        shares_a_line |= line_owner.try_emplace(line, part).first->second != part;
    }
};

counter* current = nullptr;

bool count_rows(const void*, const rows& r) {
    const std::byte* const end = current->first + static_cast<index_t>(current->visits.size()) * current->bytes;
    if (r.data[out_position] < current->first || r.data[out_position] >= end) return true; // packed rows
    for (index_t j = 0; j < r.count; ++j) {
        for (index_t i = 0; i < r.n; ++i)
            current->count(r.data[out_position] + r.start[out_position][j] + i * current->bytes);
    }
    return true;
}

void count_unpack(const strided_rows& to, const std::byte*, index_t) {
    for (index_t j = 0; j < to.row.count; ++j) {
        for (index_t m = 0; m < to.run.count; ++m) {
            for (index_t i = 0; i < to.n; ++i) current->count(to.data + to.row[j] + to.run[m] + i * to.step);
        }
    }
}

/// Out packed but for `gap` elements after each step along the first axis, `offset` elements into a cache line; the inputs
/// are splats, so that every row is run where it lies.
void check(const std::vector<index_t>& shape, index_t bytes, index_t gap, index_t offset) {
    operand_layout operands[operand_count] = {};
    const extents e(shape);
    index_t step = bytes;
    for (int i = e.rank() - 1; i >= 0; --i) {
        operands[out_position].stride[i] = step;
        step *= e[i];
        if (i == 1) step += gap * bytes;
    }
    std::vector<std::byte> memory(static_cast<std::size_t>(step + 64 * bytes));
    std::byte* first = memory.data();
    while (reinterpret_cast<std::uintptr_t>(first) % 64 != 0) ++first;
    std::byte element[8] = {};
    operands[a_position].data = operands[b_position].data = element;
    operands[out_position].data = first + offset * bytes;
    for (operand_layout& o : operands) o.element_bytes = bytes;

    const plan p = make_plan(e, operands);
    const plan_parts parts(p);
    counter c{bytes, operands[out_position].data, std::vector<int>(static_cast<std::size_t>(step / bytes))};
    current = &c;
    row_kernel kernel{};
    kernel.run = count_rows;
    kernel.unpack = count_unpack;
    for (index_t& size : kernel.row_element_bytes) size = bytes;
    for (c.part = 0; c.part < parts.count(); ++c.part) EXPECT_TRUE(parts.walk(c.part, kernel));
    EXPECT_FALSE(c.shares_a_line);
    index_t visited = 0;
    for (const int n : c.visits) {
        EXPECT_LE(n, 1);
        visited += n;
    }
    EXPECT_EQ(visited, e.size());
    EXPECT_GE(parts.count(), 2);
}

TEST(Parts, CoverEveryElementOnceAndShareNoCacheLine) {
    for (const index_t bytes : {1, 2, 4, 8}) {
        for (const index_t offset : {0, 1, 7}) {
            check({70000}, bytes, 0, offset);
            for (const index_t gap : {0, 1, 16, 100}) {
                check({260, 257}, bytes, gap, offset);
                check({3, 25600}, bytes, gap, offset);
                check({20000, 4}, bytes, gap, offset);
                check({33, 2, 3, 350}, bytes, gap, offset);
                check({2, 2, 2, 2, 2, 2, 2, 600}, bytes, gap, offset);
            }
        }
    }
}

TEST(Parts, AreNotMadeOfSmallPlansOrWhereOutInterleaves) {
    std::byte element[8] = {};
    operand_layout operands[operand_count] = {};
    for (operand_layout& o : operands) {
        o.element_bytes = 4;
        o.data = element;
    }
    operands[out_position].stride[0] = 4;
    EXPECT_EQ(plan_parts(make_plan({65535}, operands)).count(), 1);
    EXPECT_EQ(plan_parts(make_plan({65536}, operands)).count(), 2);
    EXPECT_EQ(plan_parts(make_plan({index_t{1} << 40}, operands)).count(), 256);
    // 0, 8, 16; 12, 20, 28; 24, 32, 40; ...
    operands[out_position].stride[0] = 8;
    operands[out_position].stride[1] = 12;
    EXPECT_EQ(plan_parts(make_plan({3, 50000}, operands)).count(), 1);
}

} // namespace
} // namespace lanewise_test
