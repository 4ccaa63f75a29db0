// Broadcasting through the operators: on random shapes, layouts and rules, every element of out is that of the operands'
// elements which the rule's definition names, and shapes that do not go together are refused.

#include "support/broadcast_oracle.hpp"
#include "support/strided.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using lanewise::broadcast_rule;
using lanewise::extents;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

struct subtract_call {
    template <class View, class Out>
    static status run(View a, View b, Out out, broadcast_rule rule) {
        return lanewise::try_subtract(a, b, out, {.broadcast = rule});
    }
    static std::int32_t on(std::int32_t a, std::int32_t b) { return a - b; }
};

struct difference_square_call {
    template <class View, class Out>
    static status run(View a, View b, Out out, broadcast_rule rule) {
        return lanewise::try_difference_square(a, b, out, {.broadcast = rule});
    }
    static std::int32_t on(std::int32_t a, std::int32_t b) { return (a - b) * (a - b); }
};

/// On bases up to 15 and exponents up to 7.
struct pow_call {
    template <class View, class Out>
    static status run(View x, View y, Out out, broadcast_rule rule) {
        return lanewise::try_pow(x, y, out, {.broadcast = rule});
    }
    static std::int32_t on(std::int32_t x, std::int32_t y) {
        std::int32_t power = 1;
        for (; y > 0; --y) power *= x;
        return power;
    }
};

template <class Call>
class BroadcastShapes : public testing::Test {};
using calls = testing::Types<subtract_call, difference_square_call, pow_call>;
TYPED_TEST_SUITE(BroadcastShapes, calls);

TYPED_TEST(BroadcastShapes, EveryElementIsWhereTheRuleSays) {
    constexpr index_t room = 3000;
    std::mt19937_64 random(83);
    std::vector<std::int32_t> memory_a(room);
    std::vector<std::int32_t> memory_b(room);
    for (auto& value : memory_a) value = static_cast<std::int32_t>(random() % 16);
    for (auto& value : memory_b) value = static_cast<std::int32_t>(random() % 8);
    int count[3][3] = {};
    for (int round = 0; round < 9000; ++round) {
        const int kind = round % 3;
        const broadcast_rule rule = kind == 0   ? broadcast_rule::numpy()
                                    : kind == 1 ? broadcast_rule::none()
                                                : broadcast_rule::pdpd(random_between(random, -2, 3));
        auto a = random_shape(random, round % 5 == 0 ? 8 : 4, 150);
        if (!a.empty() && random() % 16 == 0) a[random() % a.size()] = 0;
        auto b = a;
        if (kind == 2 && !b.empty()) {
            b.erase(b.begin(), b.begin() + random_between(random, 0, std::ssize(b)));
            b.resize(static_cast<std::size_t>(random_between(random, 0, std::ssize(b))));
            if (b.size() < 8 && random() % 3 == 0) b.push_back(1);
        } else if (kind == 0) {
            b.erase(b.begin(), b.begin() + random_between(random, 0, std::ssize(b)));
            for (auto& extent : a) extent = random() % 4 == 0 ? 1 : extent;
        }
        for (auto& extent : b) {
            if (random() % 4 == 0 && kind != 1) extent = 1;
            if (random() % 40 == 0) extent = random_between(random, 0, 4);
        }
        if (kind == 0 && random() % 2 == 0) std::swap(a, b);

        const broadcast_answer want = broadcast_by_definition(a, b, rule);
        const auto shape = want.says == verdict::fits ? want.shape : a;
        const layout la = random_layout(random, a, room, true);
        const layout lb = random_layout(random, b, room, true);
        layout lo = random_layout(random, shape, room, false);
        if (!all_different(lo.positions(shape))) lo = {0, to_vector(strides::row_major(extents(shape)))};
        std::vector<std::int32_t> memory_out(room, -7);
        const status s = TypeParam::run(
            tensor_view<const std::int32_t>(memory_a.data() + la.start, extents(a), strides(la.strides)),
            tensor_view<const std::int32_t>(memory_b.data() + lb.start, extents(b), strides(lb.strides)),
            tensor_view<std::int32_t>(memory_out.data() + lo.start, extents(shape), strides(lo.strides)), rule);
        const auto about = [&] {
            return "round " + std::to_string(round) + ": " + show(a) + show(la.strides) + " and " + show(b) +
                   show(lb.strides) + " into " + show(shape) + show(lo.strides) + ", rule " + std::to_string(kind) +
                   ", axis " + std::to_string(rule.axis);
        };
        const status_code code = want.says == verdict::fits           ? status_code::ok
                                 : want.says == verdict::shapes_clash ? status_code::shape_mismatch
                                                                      : status_code::bad_axis;
        ASSERT_EQ(static_cast<int>(s.code()), static_cast<int>(code)) << about() << ": " << s.message();
        ++count[kind][static_cast<int>(want.says)];
        std::vector<std::int32_t> expected(room, -7);
        if (s) {
            for_each_index(shape, [&](const auto& index) {
                const auto at_a = broadcast_answer::source(index, a, want.first_a, want.kept_a);
                const auto at_b = broadcast_answer::source(index, b, want.first_b, want.kept_b);
                const auto x = memory_a[static_cast<std::size_t>(la.start + offset_of(at_a, la.strides))];
                const auto y = memory_b[static_cast<std::size_t>(lb.start + offset_of(at_b, lb.strides))];
                expected[static_cast<std::size_t>(lo.start + offset_of(index, lo.strides))] = TypeParam::on(x, y);
            });
        }
        ASSERT_EQ(memory_out, expected) << about();
    }
    for (const auto& of_rule : count) EXPECT_GT(of_rule[0], 500);
    EXPECT_GT(count[0][1] + count[1][1] + count[2][1], 100);
    EXPECT_GT(count[2][2], 100);
}

TYPED_TEST(BroadcastShapes, AnOutOfAnyOtherShapeIsRefused) {
    std::mt19937_64 random(89);
    std::int32_t memory[3][512] = {};
    for (int round = 0; round < 3000; ++round) {
        const auto a = random_shape(random, 3, 30);
        const auto b = random_shape(random, 3, 30);
        const auto out = random_shape(random, 3, 30);
        const broadcast_answer want = broadcast_by_definition(a, b, broadcast_rule::numpy());
        if (want.says != verdict::fits) continue;
        const status s =
            TypeParam::run(tensor_view<const std::int32_t>(&memory[0][0], extents(a)),
                           tensor_view<const std::int32_t>(&memory[1][0], extents(b)),
                           tensor_view<std::int32_t>(&memory[2][0], extents(out)), broadcast_rule::numpy());
        ASSERT_EQ(static_cast<int>(s.code()),
                  static_cast<int>(out == want.shape ? status_code::ok : status_code::output_shape_mismatch))
            << show(a) << " and " << show(b) << " into " << show(out);
    }
}

} // namespace
} // namespace lanewise_test
