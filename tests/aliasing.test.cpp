// Who may share memory with out, and that what is allowed computes as if nothing were shared.

#include "support/strided.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>
#include <lanewise/view_ops.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

template <class T>
std::vector<T> counting(index_t n, T from = 1) {
    std::vector<T> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), from);
    return values;
}

TEST(Aliasing, InPlaceOnTheFirstInputTheSecondOrBoth) {
    auto x = counting<int>(100);
    const auto y = counting<int>(100, 7);
    const tensor_view v(x, extents{10, 10});
    const tensor_view<const int> other(y.data(), extents{10, 10});
    subtract(v, other, v);
    EXPECT_EQ(x, std::vector<int>(100, -6));
    subtract(other, v, v);
    EXPECT_EQ(x, counting<int>(100, 13));
    difference_square(other, v, v);
    EXPECT_EQ(x, std::vector<int>(100, 36));
    subtract(v, v, v);
    EXPECT_EQ(x, std::vector<int>(100, 0));
    x.assign(100, 3);
    pow(v, v, v);
    EXPECT_EQ(x, std::vector<int>(100, 27));
    x.assign(100, 2);
    pow(other, v, v);
    EXPECT_EQ(v(9, 9), 106 * 106);
    difference_square(v, v, v);
    EXPECT_EQ(x, std::vector<int>(100, 0));
}

TEST(Aliasing, TheSameViewMayBeConstAndSpellItsAxesOfExtentOneOtherwise) {
    auto x = counting<float>(6);
    const tensor_view<float> out(x.data(), extents{6, 1}, strides{1, 1});
    EXPECT_TRUE(try_subtract(tensor_view<const float>(x.data(), extents{6, 1}, strides{1, 77}), 1, out));
    EXPECT_EQ(x, counting<float>(6, 0));
    // Rank 0, {1} and {1, 1} at one address are the same view, and so are {6} and {1, 6}.
    const float ones[] = {1};
    const tensor_view<float> wide(x.data(), extents{1, 6});
    EXPECT_TRUE(try_subtract(tensor_view<float>(x.data(), extents{6}), tensor_view(ones, extents{1, 1}), wide));
    EXPECT_EQ(x, counting<float>(6, -1));
    const tensor_view<float> single(x.data(), extents{1});
    EXPECT_TRUE(try_subtract(tensor_view<float>(x.data(), extents{}), tensor_view(ones, extents{1}), single));
    EXPECT_EQ(x[0], -2);
}

TEST(Aliasing, InPlaceOnMirroredPermutedAndSpacedViews) {
    auto x = counting<int>(120);
    const auto before = x;
    const tensor_view<int> v = flip(transpose(slice(tensor_view(x, extents{10, 12}), 1, 1, 12, 3)), 0);
    EXPECT_TRUE(try_difference_square(v, 3, v));
    for (int i = 0; i < 120; ++i) {
        const int value = before[static_cast<std::size_t>(i)];
        EXPECT_EQ(x[static_cast<std::size_t>(i)], i % 12 % 3 == 1 ? (value - 3) * (value - 3) : value) << i;
    }
}

TEST(Aliasing, EvenAndOddColumnsInterleave) {
    for (const index_t n : {1, 2, 3, 15, 16, 17, 64, 1000}) {
        auto x = counting<float>(2 * n);
        const auto before = x;
        const tensor_view<float> even(x.data(), extents{n}, strides{2});
        const tensor_view<float> odd(x.data() + 1, extents{n}, strides{2});
        ASSERT_TRUE(try_subtract(odd, 0.5, even));
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_EQ(x[i], i % 2 == 0 ? before[i + 1] - 0.5f : before[i]) << i << " of " << x.size();
        ASSERT_TRUE(try_subtract(odd, flip(odd, 0), even));
        ASSERT_TRUE(try_pow(even, odd, even));
    }
}

TEST(Aliasing, RowsOfOneMatrixMayFeedOneAnother) {
    auto x = counting<int>(30);
    const tensor_view m(x, extents{3, 10});
    EXPECT_TRUE(try_subtract(slice(m, 0, 2, 3), slice(m, 0, 0, 1), slice(m, 0, 1, 2)));
    EXPECT_EQ(m(1, 4), 20);
    EXPECT_TRUE(try_subtract(slice(m, 0, 2, 3), m(0, 0), slice(m, 0, 2, 3)));
    EXPECT_EQ(m(2, 9), 29);
}

TEST(Aliasing, TheSameElementsInAnotherOrderAreRefused) {
    auto x = counting<int>(16);
    const auto before = x;
    const tensor_view m(x, extents{4, 4});
    EXPECT_EQ(try_subtract(transpose(m), 1, m).code(), status_code::partial_overlap);
    EXPECT_EQ(try_subtract(flip(m, 0), 1, m).code(), status_code::partial_overlap);
    EXPECT_EQ(try_pow(m, flip(flip(m, 0), 1), m).code(), status_code::partial_overlap);
    EXPECT_EQ(try_difference_square(m, slice(m, 0, 2, 3), m).code(), status_code::partial_overlap);
    EXPECT_EQ(try_subtract(m, tensor_view<int>(x.data() + 15, extents{}), m).code(), status_code::partial_overlap);
    const tensor_view row(x.data(), extents{8});
    EXPECT_EQ(try_subtract(row, tensor_view(x.data(), extents{8}, strides{2}), row).code(),
              status_code::partial_overlap);
    EXPECT_EQ(try_subtract(tensor_view(x.data() + 11, extents{8}, strides{-1}), row, row).code(),
              status_code::partial_overlap);
    EXPECT_EQ(x, before);
}

TEST(Aliasing, AnInputOfAnotherDtypeAtTheSamePlaceIsRefused) {
    alignas(8) std::byte memory[64] = {};
    const tensor_view<float> out(reinterpret_cast<float*>(memory), extents{4});
    EXPECT_EQ(try_subtract(tensor_view(reinterpret_cast<const std::uint8_t*>(memory), extents{4}), 1, out).code(),
              status_code::partial_overlap);
    EXPECT_EQ(try_subtract(tensor_view(reinterpret_cast<const std::uint8_t*>(memory) + 15, extents{4}), 1, out).code(),
              status_code::partial_overlap);
    EXPECT_TRUE(try_subtract(tensor_view(reinterpret_cast<const std::uint8_t*>(memory) + 16, extents{4}), 1, out));
    EXPECT_EQ(try_pow(out, tensor_view(reinterpret_cast<const std::int32_t*>(memory), extents{4}), out).code(),
              status_code::partial_overlap);
}

TEST(Aliasing, InputsMayOverlapEachOther) {
    const auto x = counting<int>(12);
    int out[9] = {};
    const tensor_view<const int> windows(x.data(), extents{3, 3}, strides{1, 1});
    const tensor_view<const int> shifted(x.data() + 2, extents{3, 3}, strides{2, 1});
    EXPECT_TRUE(try_subtract(shifted, windows, tensor_view(out, extents{3, 3})));
    EXPECT_EQ(out[0], 2);
    EXPECT_EQ(out[8], 4);
}

/// Strides of one size without any order: what no call of their many elements has the time to find out.
TEST(Aliasing, WhatIsTooHardToDecideIsRefused) {
    const strides tangled{1905791169, 1449431523, 1199416783, 1267941188,
                          1829245027, 1204209739, 1261637400, 1496731303};
    const strides other{1727719610, 1613991400, 1990302567, 1555499867, 1605466394, 1348169777, 1177961930, 1498474165};
    const strides still{0, 0, 0, 0, 0, 0, 0, 0};
    auto x = counting<int>(2);
    const int apart[] = {7};
    const auto expect_undecided = [&](const status& s, const char* operand, const char* message) {
        EXPECT_EQ(static_cast<int>(s.code()), static_cast<int>(status_code::overlap_undecided));
        EXPECT_STREQ(s.operand(), operand);
        EXPECT_EQ(s.axis(), -1);
        EXPECT_EQ(s.message(), message);
        EXPECT_EQ(x, counting<int>(2));
    };
    const extents eights{8, 8, 8, 8, 8, 8, 8, 8};
    expect_undecided(
        try_subtract(tensor_view<const int>(&apart[0], eights, still), 1, tensor_view<int>(x.data(), eights, tangled)),
        "out",
        "subtract: it would take too long to find out whether out's own elements overlap: pass a contiguous out");
    const extents fours{4, 4, 4, 4, 4, 4, 4, 4};
    const tensor_view<int> out(x.data(), fours, tangled);
    const tensor_view<const int> beside(x.data() + 1, fours, other);
    expect_undecided(
        try_subtract(beside, 1, out), "a",
        "subtract: it would take too long to find out whether out shares elements with a: pass another out, "
        "or a copy of a");
    expect_undecided(
        try_pow(tensor_view<const int>(&apart[0], fours, still), beside, out), "y",
        "pow: it would take too long to find out whether out shares elements with y: pass another out, or a "
        "copy of y");
}

/// One call on three views of one buffer, decided and computed by walking.
struct overlap_case {
    std::vector<index_t> shape;
    layout out;
    layout a;
    layout b;

    status_code verdict() const {
        const auto written = out.positions(shape);
        if (!all_different(written)) return status_code::output_self_overlap;
        for (const layout* input : {&a, &b}) {
            if (input->positions(shape) != written && share_one(input->positions(shape), written))
                return status_code::partial_overlap;
        }
        return status_code::ok;
    }

    std::vector<int> result(const std::vector<int>& buffer) const {
        std::vector<int> after = buffer;
        const auto value = [&](index_t position) { return buffer[static_cast<std::size_t>(position)]; };
        for_each_index(shape, [&](const auto& i) {
            after[static_cast<std::size_t>(out.start + offset_of(i, out.strides))] =
                value(a.start + offset_of(i, a.strides)) - value(b.start + offset_of(i, b.strides));
        });
        return after;
    }

    std::string show_all() const {
        std::string text = show(shape);
        for (const layout* l : {&out, &a, &b}) text += ", from " + std::to_string(l->start) + " by " + show(l->strides);
        return text;
    }
};

/// How often each verdict was right.
struct tally {
    int well = 0;
    int partial = 0;
    int self = 0;
};

void run_case(const overlap_case& c, const std::vector<int>& buffer, tally& count) {
    std::vector<int> memory = buffer;
    const auto view = [&](const layout& l) {
        return tensor_view<int>(memory.data() + l.start, extents(c.shape), strides(l.strides));
    };
    const status s = lanewise::try_subtract(view(c.a), view(c.b), view(c.out));
    const status_code want = c.verdict();
    ASSERT_EQ(static_cast<int>(s.code()), static_cast<int>(want)) << c.show_all();
    ASSERT_EQ(memory, want == status_code::ok ? c.result(buffer) : buffer) << c.show_all();
    ++(want == status_code::ok ? count.well : want == status_code::partial_overlap ? count.partial : count.self);
}

TEST(Aliasing, RandomViewsOfOneBufferAreRefusedExactlyWhereTheyShareElements) {
    std::mt19937_64 random(29);
    const auto buffer = counting<int>(160, 1000);
    tally count;
    for (int round = 0; round < 6000; ++round) {
        overlap_case c;
        c.shape = random_shape(random, 5, 40);
        const index_t size = random() % 2 == 0 ? 160 : 80;
        c.out = random_layout(random, c.shape, size, random() % 4 == 0);
        const auto input = [&] {
            layout l = random() % 2 == 0 ? c.out : random_layout(random, c.shape, 160, true);
            if (random() % 2 == 0) return l;
            // The same strides, one or two elements further: between out's elements, or on them.
            layout moved = c.out;
            moved.start += random_between(random, -2, 2);
            const auto positions = moved.positions(c.shape);
            const auto [low, high] = std::ranges::minmax(positions);
            return low >= 0 && high < 160 ? moved : l;
        };
        c.a = input();
        c.b = input();
        SCOPED_TRACE(round);
        run_case(c, buffer, count);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(count.well, 1000);
    EXPECT_GT(count.partial, 1000);
    EXPECT_GT(count.self, 200);
}

/// As NumPy's own overlap tests make their pairs: slices of one array of rank 4, of the same shape, with steps of either
/// sign and the axes in any order.
TEST(Aliasing, PairsOfSlicesOfOneArrayAsInNumPysTests) {
    std::mt19937_64 random(31);
    const std::vector<index_t> whole = {5, 4, 6, 3};
    const auto whole_strides = to_vector(strides::row_major(extents(whole)));
    const auto buffer = counting<int>(360, 1000);
    tally count;
    for (int round = 0; round < 1000; ++round) {
        overlap_case c;
        layout* const views[] = {&c.out, &c.a};
        std::vector<index_t> extent(4);
        for (std::size_t i = 0; i < 4; ++i) extent[i] = random_between(random, 1, whole[i]);
        const bool same_steps = random() % 2 == 0;
        std::vector<index_t> step(4, 1);
        for (layout* const view : views) {
            view->start = 0;
            view->strides.assign(4, 0);
            for (std::size_t i = 0; i < 4; ++i) {
                const index_t widest = extent[i] == 1 ? 1 : (whole[i] - 1) / (extent[i] - 1);
                if (view == &c.out || !same_steps)
                    step[i] = random_between(random, 1, widest) * (random() % 3 == 0 ? -1 : 1);
                const index_t reach = (step[i] < 0 ? -step[i] : step[i]) * (extent[i] - 1);
                index_t first = random_between(random, 0, whole[i] - 1 - reach);
                if (step[i] < 0) first += reach;
                view->start += first * whole_strides[i];
                view->strides[i] = step[i] * whole_strides[i];
            }
        }
        c.shape = extent;
        if (random() % 4 == 0) { // axes of equal extent change places in one of the two
            for (std::size_t i = 1; i < 4; ++i) {
                if (extent[i] == extent[i - 1]) std::swap(c.a.strides[i], c.a.strides[i - 1]);
            }
        }
        c.b = c.a;
        SCOPED_TRACE(round);
        run_case(c, buffer, count);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(count.well, 240);
    EXPECT_GT(count.partial, 240);
}

} // namespace
} // namespace lanewise_test
