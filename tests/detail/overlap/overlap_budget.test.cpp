// The layouts that people have are decided, in few steps; those that nobody has cost no more than the budget.

#include "support/imaginary.hpp"
#include "support/strided.hpp"
#include "support/test_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::detail::answer;
using lanewise::detail::operand_layout;
using lanewise::detail::search_budget;

/// array[first : : step] along one axis, `count` indices of it; step 0 repeats one.
struct slice {
    index_t first;
    index_t step;
    index_t count;

    bool has(index_t index) const {
        const index_t beyond = step < 0 ? first - index : index - first;
        const index_t size = step < 0 ? -step : step;
        return size == 0 ? beyond == 0 : beyond >= 0 && beyond % size == 0 && beyond / size < count;
    }

    bool meets(const slice& other) const {
        for (index_t i = 0; i < count; ++i) {
            if (other.has(first + i * step)) return true;
        }
        return false;
    }
};

/// What the decisions took in all.
struct tally {
    std::int64_t yes = 0;
    std::int64_t no = 0;
    std::int64_t undecided = 0;
    std::int64_t most_steps = 0;

    void count(answer found, const search_budget& budget) {
        ++(found == answer::yes ? yes : found == answer::no ? no : undecided);
        most_steps = std::max(most_steps, budget.taken());
    }
};

/// Two slices of every axis of an array, as two views, the second with its axes in another order. They share an element
/// just if the slices of every axis do.
struct pair_of_views {
    std::vector<index_t> array;
    std::vector<slice> a;
    std::vector<slice> b;

    void decide(index_t element_bytes, std::size_t turn, tally& count) const {
        const std::size_t rank = array.size();
        std::vector<index_t> shape(rank);
        std::vector<index_t> step_a(rank);
        std::vector<index_t> step_b(rank);
        index_t start_a = 0;
        index_t start_b = 0;
        index_t step = element_bytes;
        bool want = true;
        for (std::size_t i = rank; i-- > 0;) {
            shape[i] = a[i].count;
            start_a += a[i].first * step;
            start_b += b[i].first * step;
            step_a[i] = a[i].step * step;
            step_b[i] = b[i].step * step;
            want = want && a[i].meets(b[i]);
            step *= array[i];
        }
        // Axes of one extent may change places.
        for (std::size_t i = 1; i < rank; ++i) {
            if (shape[i] == shape[i - 1] && (turn >> i & 1) != 0) std::swap(step_b[i], step_b[i - 1]);
        }
        search_budget budget{extents(shape).size()};
        const answer found = shares_bytes(extents(shape), at(start_a, element_bytes, step_a),
                                          at(start_b, element_bytes, step_b), budget);
        ASSERT_EQ(static_cast<int>(found), static_cast<int>(want ? answer::yes : answer::no))
            << show(array) << ": " << show(shape) << " from " << start_a << " by " << show(step_a) << ", from "
            << start_b << " by " << show(step_b);
        count.count(found, budget);
        for (const auto& steps : {step_a, step_b}) {
            int axis = -1;
            search_budget own{extents(shape).size()};
            const answer overlaps = overlaps_itself(extents(shape), at(0, element_bytes, steps), axis, own);
            bool repeats = false;
            for (std::size_t i = 0; i < rank; ++i) repeats = repeats || (steps[i] == 0 && shape[i] > 1);
            ASSERT_EQ(static_cast<int>(overlaps), static_cast<int>(repeats ? answer::yes : answer::no)) << show(steps);
            ASSERT_LE(own.taken(), 100);
        }
    }
};

/// All pairs of slices of `count` of n indices, with every step of either sign.
std::vector<std::pair<slice, slice>> all_pairs(index_t n, index_t count) {
    std::vector<slice> slices;
    for (index_t first = 0; first < n; ++first) {
        for (index_t step = -n; step <= n; ++step) {
            const index_t last = first + step * (count - 1);
            if (step != 0 && last >= 0 && last < n) slices.push_back({first, step, count});
        }
    }
    std::vector<std::pair<slice, slice>> pairs;
    for (const slice& a : slices) {
        for (const slice& b : slices) pairs.emplace_back(a, b);
    }
    return pairs;
}

/// As NumPy's own tests of overlap make their pairs. All 15.6 million with LANEWISE_TEST_SCALE=50, else every 50th.
TEST(OverlapBudget, AllPairsOfSlicesOfAnArrayAreDecided) {
    tally count;
    const std::size_t every = static_cast<std::size_t>(std::max<std::int64_t>(1, 50 / test_scale()));
    std::size_t turn = 0;
    for (const auto& [array, counts] :
         {std::pair(std::vector<index_t>{3, 4, 5}, std::vector<index_t>{2, 2, 2}),
          std::pair(std::vector<index_t>{5, 5, 5}, std::vector<index_t>{3, 2, 3}),
          std::pair(std::vector<index_t>{3, 2, 3, 4}, std::vector<index_t>{2, 1, 2, 2})}) {
        std::vector<std::vector<std::pair<slice, slice>>> pairs;
        std::size_t all = 1;
        for (std::size_t i = 0; i < array.size(); ++i) {
            pairs.push_back(all_pairs(array[i], counts[i]));
            all *= pairs.back().size();
        }
        for (std::size_t number = turn % every; number < all; number += every) {
            pair_of_views views{array, {}, {}};
            std::size_t rest = number;
            for (const auto& choice : pairs) {
                views.a.push_back(choice[rest % choice.size()].first);
                views.b.push_back(choice[rest % choice.size()].second);
                rest /= choice.size();
            }
            views.decide(index_t{1} << turn % 4, turn, count);
            if (HasFatalFailure()) return;
            ++turn;
        }
    }
    EXPECT_EQ(count.undecided, 0);
    EXPECT_GT(count.yes, 5000);
    EXPECT_GT(count.no, 5000);
    EXPECT_LE(count.most_steps, 20);
}

/// Steps, mirrored axes, other orders of axes, broadcast inputs; of images, tall matrices, and arrays of up to rank 6.
TEST(OverlapBudget, SlicesOfLargeArraysAreDecided) {
    std::mt19937_64 random(17);
    tally count;
    for (std::int64_t round = 0; round < 20000 * test_scale(); ++round) {
        pair_of_views views;
        const index_t rank = random_between(random, 1, 6);
        index_t elements = 1;
        for (index_t i = 0; i < rank && elements < index_t{1} << 40; ++i) {
            const index_t n = random() % 4 == 0   ? random_between(random, 1, 4)
                              : random() % 8 == 0 ? random_between(random, 1, 20000)
                                                  : random_between(random, 1, 300);
            const index_t steps[] = {random_between(random, 1, 4), random_between(random, 1, 4)};
            const index_t most = (n - 1) / std::max(steps[0], steps[1]) + 1;
            const index_t same = views.a.empty() ? 0 : views.a.back().count;
            const index_t some = random() % 2 == 0 ? most : random_between(random, 1, most);
            const index_t extent = same != 0 && same <= most && random() % 3 == 0 ? same : some;
            const auto cut = [&](index_t step) {
                const index_t first = random_between(random, 0, n - 1 - (extent - 1) * step);
                return random() % 4 == 0 ? slice{first + (extent - 1) * step, -step, extent}
                                         : slice{first, step, extent};
            };
            views.array.push_back(n);
            elements *= n;
            views.a.push_back(cut(steps[0]));
            views.b.push_back(cut(steps[random() % 2]));
            if (random() % 16 == 0) views.b.back().step = 0;
        }
        const index_t element_bytes = index_t{1} << random() % 4;
        views.decide(element_bytes, random(), count);
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(count.undecided, 0);
    EXPECT_GT(count.yes, 2000 * test_scale());
    EXPECT_GT(count.no, 2000 * test_scale());
    EXPECT_LE(count.most_steps, 20);
}

/// Packed in any order of axes, with gaps, mirrored and repeated axes.
TEST(OverlapBudget, RandomLargeViewsAreDecided) {
    std::mt19937_64 random(19);
    tally count;
    for (std::int64_t round = 0; round < 20000 * test_scale(); ++round) {
        const auto shape = random_large_shape(random, 1000000);
        const index_t bytes = index_t{1} << random() % 4;
        const auto view = [&](bool gaps) {
            auto steps = random_order(random, shape, gaps, 4000000);
            for (auto& step : steps) step *= bytes;
            return at(random_between(random, 0, 4000000) * bytes, bytes, steps);
        };
        const auto a = view(random() % 2 == 0);
        const auto b = view(true);
        search_budget budget(extents(shape).size());
        count.count(shares_bytes(extents(shape), a, b, budget), budget);
        int axis = -1;
        search_budget own(extents(shape).size());
        count.count(overlaps_itself(extents(shape), b, axis, own), own);
    }
    EXPECT_EQ(count.undecided, 0);
    EXPECT_GT(count.yes, 2000 * test_scale());
    EXPECT_GT(count.no, 2000 * test_scale());
    EXPECT_LE(count.most_steps, 20);
}

/// Strides in no order: of one size, nearly multiples of one number, multiples of primes, powers of two and a little,
/// each of a size of its own.
index_t hostile_stride(std::mt19937_64& random, int kind, index_t size) {
    constexpr index_t primes[] = {101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157};
    const index_t stride = kind == 0   ? random_between(random, size, 2 * size)
                           : kind == 1 ? size * random_between(random, 1, 7) + random_between(random, -3, 3)
                           : kind == 2 ? primes[random() % 12] * primes[random() % 12] * random_between(random, 1, size)
                           : kind == 3 ? (size << random_between(random, 0, 8)) + random_between(random, 0, size / 2)
                                       : random_between(random, 1, size);
    return random() % 4 == 0 ? -stride : stride;
}

/// A shape of rank 6 to 8 and about `most` elements.
std::vector<index_t> shape_of_many_axes(std::mt19937_64& random, index_t most) {
    std::vector<index_t> shape;
    const index_t rank = random_between(random, 6, 8);
    for (index_t i = rank; i > 0 && most > 1; --i) {
        index_t even = 2; // the rank's root of what is left, or above
        while (std::pow(static_cast<double>(even), static_cast<double>(i)) < static_cast<double>(most)) ++even;
        shape.push_back(random_between(random, 2, random() % 2 == 0 ? even : std::min(2 * even, most)));
        most /= shape.back();
    }
    return shape;
}

/// 810,000 elements in a range of some 200,000: nearly every position has many.
TEST(OverlapBudget, WhatIsSharedManyTimesIsFoundSoon) {
    std::mt19937_64 random(29);
    tally count;
    const extents shape{30, 30, 30, 30};
    for (int round = 0; round < 200; ++round) {
        std::vector<index_t> steps[2];
        for (auto& list : steps) {
            for (int i = 0; i < 4; ++i) list.push_back(8 * hostile_stride(random, 0, 1000));
        }
        search_budget budget(shape.size());
        count.count(shares_bytes(shape, at(0, 8, steps[0]), at(0, 8, steps[1]), budget), budget);
    }
    EXPECT_GT(count.yes, 190);
    EXPECT_LE(count.most_steps, 4000);
}

TEST(OverlapBudget, IsNotExceededByHostileLayoutsAndSufficesForTheSmallOnes) {
    std::mt19937_64 random(23);
    tally small;
    tally large;
    tally own;
    for (std::int64_t round = 0; round < 3000 * test_scale(); ++round) {
        const bool is_small = round % 2 == 0;
        const extents shape(shape_of_many_axes(random, is_small ? 4096 : index_t{1} << random_between(random, 13, 26)));
        const auto kind = static_cast<int>(random() % 5);
        const index_t size = index_t{1} << random_between(random, 8, 40);
        std::vector<index_t> steps[2];
        for (auto& list : steps) {
            for (int i = 0; i < shape.rank(); ++i) list.push_back(4 * hostile_stride(random, kind, size));
        }
        const auto a = at(0, 4, steps[0]);
        const auto b = at(4 * random_between(random, -size, size), 4, steps[1]);
        SCOPED_TRACE(show(shape) + ": " + show(steps[0]) + ", " + show(steps[1]));
        search_budget budget(shape.size());
        (is_small ? small : large).count(shares_bytes(shape, a, b, budget), budget);
        ASSERT_GE(budget.left(), 0);
        ASSERT_LE(budget.taken(), search_budget::largest);
        ASSERT_LE(budget.taken(), search_budget::smallest + shape.size());
        int axis = -1;
        search_budget own_budget(shape.size());
        const answer found = overlaps_itself(shape, a, axis, own_budget);
        ASSERT_GE(own_budget.left(), 0);
        if (shape.size() <= 100000) own.count(found, own_budget);
    }
    // Two operands of up to 4096 elements, and any out of up to 100000, are decided, whatever their strides.
    EXPECT_EQ(small.undecided, 0);
    EXPECT_EQ(own.undecided, 0);
    EXPECT_LE(small.most_steps, search_budget::smallest / 2);
    EXPECT_LE(own.most_steps, 8000);
    EXPECT_GT(small.yes, 100 * test_scale());
    EXPECT_GT(small.no, 100 * test_scale());
    // Of larger ones, some are not; they are what the budget is for.
    EXPECT_GT(large.undecided, 100 * test_scale());
    EXPECT_EQ(large.most_steps, search_budget::largest);
    EXPECT_GT(large.yes, 100 * test_scale());
}

} // namespace
} // namespace lanewise_test
