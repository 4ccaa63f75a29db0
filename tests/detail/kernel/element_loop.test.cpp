// Elements one by one: what a scalar makes of each, wherever they lie, and no byte beside them is read or written.

#include "support/row_operands.hpp"

#include <lanewise/detail/kernel/element_loop.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

TEST(ElementFunctions, AreOfEightBytesAlone) {
    EXPECT_NE(elements_function_of<minus_on<double>>(), nullptr);
    EXPECT_NE(elements_function_of<minus_on<std::uint64_t>>(), nullptr);
    EXPECT_EQ(elements_function_of<minus_on<float>>(), nullptr);
    EXPECT_EQ((elements_function_of<lane_function<double, minus, float>>()), nullptr) << "a is converted";
}

/// Two axes of one operand, in elements.
struct two_steps {
    index_t inner;
    index_t outer;
};

template <class T>
class ElementLoop : public testing::Test {
protected:
    /// Runs n times m elements; the first or last one of each operand lies at a page that nobody may touch.
    static void check(index_t n, index_t m, const two_steps (&steps)[operand_count], edge where) {
        constexpr auto size = static_cast<index_t>(sizeof(T));
        std::unique_ptr<guarded_memory> memory[operand_count];
        std::vector<index_t> position[operand_count];
        T* first[operand_count];
        loop_axis inner{n, {}};
        loop_axis outer{m, {}};
        std::byte* at[operand_count];
        for (int k = 0; k < operand_count; ++k) {
            position[k] = positions_of({{n, steps[k].inner}, {m, steps[k].outer}});
            const auto [low, high] = std::ranges::minmax(position[k]);
            memory[k] = std::make_unique<guarded_memory>(static_cast<std::size_t>((high - low + 1) * size));
            fill_at_random(reinterpret_cast<T*>(memory[k]->first()), memory[k]->size() / sizeof(T),
                           static_cast<std::size_t>(k));
            first[k] = where == edge::front ? reinterpret_cast<T*>(memory[k]->first()) - low
                                            : reinterpret_cast<T*>(memory[k]->end()) - 1 - high;
            inner.stride[k] = steps[k].inner * size;
            outer.stride[k] = steps[k].outer * size;
            at[k] = reinterpret_cast<std::byte*>(first[k]);
        }
        std::vector<T> want(reinterpret_cast<T*>(memory[out_position]->first()),
                            reinterpret_cast<T*>(memory[out_position]->end()));
        const index_t start = first[out_position] - reinterpret_cast<T*>(memory[out_position]->first());
        for (std::size_t i = 0; i < position[out_position].size(); ++i) {
            want[static_cast<std::size_t>(start + position[out_position][i])] =
                difference_of(first[a_position][position[a_position][i]], first[b_position][position[b_position][i]]);
        }
        memory[a_position]->forbid_writing();
        memory[b_position]->forbid_writing();
        const minus_on<T> op{};
        run_elements<minus_on<T>>(&op, at, inner, outer);
        const auto* const got = reinterpret_cast<const T*>(memory[out_position]->first());
        index_t wrong = 0;
        for (std::size_t i = 0; i < want.size(); ++i) wrong += !same(got[i], want[i]);
        EXPECT_EQ(wrong, 0) << n << " x " << m;
    }
};
using element_loop_types = testing::Types<double, std::uint64_t>;
TYPED_TEST_SUITE(ElementLoop, element_loop_types, named_by_dtype);

TYPED_TEST(ElementLoop, IsRunOnEachWhereverTheyLie) {
    for (const edge where : {edge::front, edge::end}) {
        for (const index_t n : {1, 2, 3, 4, 7, 32, 63}) {
            for (const index_t m : {1, 2, 5, 33}) {
                this->check(n, m, {{1, n}, {1, n}, {1, n}}, where);
                this->check(n, m, {{2, 2 * n + 1}, {m, 1}, {-1, -n}}, where);
                this->check(n, m, {{m, 1}, {0, 1}, {-3, 3 * n}}, where);
                this->check(n, m, {{-m, -1}, {1, 0}, {0, 0}}, where);
            }
        }
    }
}

} // namespace
} // namespace lanewise_test
