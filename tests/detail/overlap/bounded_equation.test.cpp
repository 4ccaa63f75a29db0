// Every answer against all values of all terms; and no more steps than there are, with or without an answer.

#include "support/indices.hpp"
#include "support/test_scale.hpp"

#include <lanewise/detail/overlap/bounded_equation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lanewise_test {
namespace {

using lanewise::detail::answer;
using lanewise::detail::bounded_equation;
using lanewise::detail::search_budget;

struct term {
    std::uint64_t coefficient;
    std::uint64_t bound;
};

answer solve(const std::vector<term>& terms, std::uint64_t lowest, std::uint64_t highest, search_budget& budget) {
    bounded_equation equation;
    for (const term& t : terms) equation.add(t.coefficient, t.bound);
    return equation.solve(lowest, highest, budget);
}

/// Decided with the budget of a call of one element.
bool solvable(const std::vector<term>& terms, std::uint64_t lowest, std::uint64_t highest) {
    search_budget budget(1);
    const answer found = solve(terms, lowest, highest, budget);
    EXPECT_NE(static_cast<int>(found), static_cast<int>(answer::undecided));
    return found == answer::yes;
}

/// Sorted, each once.
std::vector<std::uint64_t> all_sums(const std::vector<term>& terms) {
    std::vector<std::uint64_t> sums = {0};
    for (const term& t : terms) {
        const std::size_t before = sums.size();
        for (std::uint64_t x = 1; x <= t.bound; ++x) {
            for (std::size_t i = 0; i < before; ++i) sums.push_back(sums[i] + x * t.coefficient);
        }
    }
    std::sort(sums.begin(), sums.end()); // without optimisation, std::ranges::sort takes three times as long
    sums.erase(std::unique(sums.begin(), sums.end()), sums.end());
    return sums;
}

std::uint64_t random_up_to(std::mt19937_64& random, std::uint64_t highest) {
    return random() % (highest + 1);
}

/// Terms of at most `most` sums: all of one size, or of a size each, some multiples of others.
std::vector<term> random_terms(std::mt19937_64& random, std::uint64_t most) {
    std::vector<term> terms;
    const std::uint64_t size = std::uint64_t{1} << random_up_to(random, 24);
    const bool alike = random() % 2 == 0;
    for (std::uint64_t sums = 1; sums <= most / 2 && terms.size() < bounded_equation::most_terms;) {
        term t{1 + random_up_to(random, size) + (alike ? size : 0), 1 + random_up_to(random, 5)};
        if (!terms.empty() && random() % 4 == 0) t.coefficient = terms.back().coefficient * random_up_to(random, 4);
        if (random() % 16 == 0) t.bound = random_up_to(random, 40);
        sums *= t.bound + 1;
        if (sums <= most) terms.push_back(t);
    }
    return terms;
}

std::string show(const std::vector<term>& terms) {
    std::string text;
    for (const term& t : terms) text += std::to_string(t.coefficient) + " * [0, " + std::to_string(t.bound) + "] + ";
    return text;
}

/// How often each answer was right, and how often it took more steps than come before sums are entered into a set.
struct tally {
    int yes = 0;
    int no = 0;
    int long_searches = 0;
};

/// Asks for intervals around `terms`' sums and elsewhere, with a budget that suffices and one that may not.
void try_targets(std::mt19937_64& random, const std::vector<term>& terms, int targets, tally& count) {
    const auto sums = all_sums(terms);
    for (int i = 0; i < targets; ++i) {
        std::uint64_t lowest = random_up_to(random, sums.back() + 2);
        if (random() % 4 != 0) lowest = sums[random_up_to(random, sums.size() - 1)] + random_up_to(random, 2);
        const std::uint64_t highest = lowest + (random() % 2 == 0 ? 0 : random_up_to(random, 15));
        const auto found = std::ranges::lower_bound(sums, lowest);
        const bool want = found != sums.end() && *found <= highest;
        search_budget budget(search_budget::largest);
        ASSERT_EQ(static_cast<int>(solve(terms, lowest, highest, budget)),
                  static_cast<int>(want ? answer::yes : answer::no))
            << show(terms) << lowest << " to " << highest;
        ++(want ? count.yes : count.no);
        count.long_searches += budget.taken() > 512;
        // What a smaller budget decides is the same; it is not overdrawn, and used up if it does not suffice.
        search_budget small(1);
        small.take(small.left() - static_cast<std::int64_t>(random_up_to(random, 2000)));
        const answer decided = solve(terms, lowest, highest, small);
        ASSERT_EQ(static_cast<int>(decided),
                  static_cast<int>(small.left() == 0 && decided == answer::undecided ? answer::undecided
                                   : want                                            ? answer::yes
                                                                                     : answer::no))
            << show(terms) << lowest << " to " << highest;
        ASSERT_GE(small.left(), 0);
    }
}

TEST(BoundedEquation, AgreesWithAllSums) {
    std::mt19937_64 random(3);
    tally count;
    for (int round = 0; round < 2000 && !HasFatalFailure(); ++round)
        try_targets(random, random_terms(random, 1000), 20, count);
    EXPECT_GT(count.yes, 5000);
    EXPECT_GT(count.no, 5000);
}

TEST(BoundedEquation, AgreesWithAllSumsWhereSomeAreEnteredIntoASet) {
    std::mt19937_64 random(5);
    tally count;
    const std::int64_t scale = test_scale();
    for (std::int64_t round = 0; round < 30 * scale && !HasFatalFailure(); ++round)
        try_targets(random, random_terms(random, 400000), 40, count);
    // Of terms of 11 values, three are entered, and of the fourth what is left of it when it is cut in two.
    for (std::int64_t round = 0; round < 15 * scale && !HasFatalFailure(); ++round) {
        std::vector<term> terms;
        for (int i = 0; i < 5; ++i) terms.push_back({(1 << 23) + random_up_to(random, 1 << 23), 10});
        try_targets(random, terms, 40, count);
    }
    EXPECT_GT(count.yes, 250 * scale);
    EXPECT_GT(count.no, 250 * scale);
    EXPECT_GT(count.long_searches, 100 * scale);
}

TEST(BoundedEquation, WithoutATermOnlyZeroIsASum) {
    EXPECT_TRUE(solvable({}, 0, 0));
    EXPECT_TRUE(solvable({}, 0, 5));
    EXPECT_FALSE(solvable({}, 1, 5));
    EXPECT_TRUE(solvable({{0, 7}, {5, 0}}, 0, 0)); // neither term moves
    EXPECT_FALSE(solvable({{0, 7}, {5, 0}}, 5, 5));
}

TEST(BoundedEquation, SumsUpTo64BitsDoNotWrap) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    EXPECT_TRUE(solvable({{all / 3, 3}}, all, all));
    EXPECT_FALSE(solvable({{all / 3, 3}}, all / 3 + 1, all / 3 * 2 - 1));
    EXPECT_TRUE(solvable({{all / 3, 3}}, all / 3 + 1, all / 3 * 2));
    EXPECT_TRUE(solvable({{1, all}}, all - 1, all - 1));
    // p*x + q*y for primes with p * q beyond 32 bits, close to the end of 64.
    constexpr std::uint64_t p = 4294967291;
    constexpr std::uint64_t q = 4294967279;
    EXPECT_TRUE(solvable({{p, q / 2}, {q, p / 2}}, p * (q / 2) + q, p * (q / 2) + q));
    EXPECT_FALSE(solvable({{p, q / 2}, {q, p / 2}}, p * (q / 2) + q + 1, p * (q / 2) + q + 1));
    EXPECT_TRUE(solvable({{p, q / 2}, {q, p / 2}}, p * 77777777 + q * 1234567890, p * 77777777 + q * 1234567890));
    EXPECT_FALSE(solvable({{p, q / 2}, {q, p / 2}}, p - 1, p - 1));
}

TEST(BoundedEquation, TwoTermsTakeOneStepWhateverTheyAre) {
    std::mt19937_64 random(11);
    int yes = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::uint64_t a = 1 + random_up_to(random, 1000000000);
        const std::uint64_t b = 1 + random_up_to(random, 1000000000);
        const std::vector<term> terms = {{a, random_up_to(random, 2000000000)}, {b, random_up_to(random, 2000000000)}};
        const std::uint64_t x = random_up_to(random, terms[0].bound);
        const std::uint64_t y = random_up_to(random, terms[1].bound);
        search_budget budget(1);
        ASSERT_EQ(static_cast<int>(solve(terms, a * x + b * y, a * x + b * y, budget)), static_cast<int>(answer::yes));
        const std::uint64_t divisor = std::gcd(a, b);
        if (divisor > 1) {
            ASSERT_FALSE(solvable(terms, a * x + b * y + 1, a * x + b * y + 1)) << show(terms) << x << ", " << y;
        }
        ASSERT_LE(budget.taken(), 1);
        yes += solvable(terms, a * x + b * y + divisor, a * x + b * y + divisor);
    }
    EXPECT_GT(yes, 1000);
    EXPECT_LT(yes, 19000);
}

/// Axes of a view that each step beyond all smaller ones, seen from two slices with steps of their own: terms in pairs.
TEST(BoundedEquation, PairsOfTermsInOrderAreDecidedPairByPair) {
    std::vector<term> terms;
    std::uint64_t row = 1;
    for (int axis = 0; axis < 4; ++axis) {
        terms.push_back({3 * row, 20});
        terms.push_back({2 * row, 30});
        row *= 130;
    }
    // 1 and 119 are no sums of 2x + 3y; every pair of axes misses by them, at the smallest.
    for (const std::uint64_t missing : {1u, 119u}) {
        search_budget budget(1);
        const std::uint64_t target = missing + 60 * 130 + 60 * 130 * 130 + 60 * 130 * 130 * 130;
        EXPECT_EQ(static_cast<int>(solve(terms, target, target, budget)), static_cast<int>(answer::no));
        EXPECT_LT(budget.taken(), 50);
        EXPECT_TRUE(solvable(terms, target + 1, target + 1) || missing == 119);
    }
}

TEST(BoundedEquation, WithoutStepsThereIsNoAnswer) {
    search_budget none(1);
    none.take(none.left());
    EXPECT_EQ(static_cast<int>(solve({{7, 5}, {11, 5}, {13, 5}}, 40, 40, none)), static_cast<int>(answer::undecided));
    EXPECT_EQ(none.left(), 0);
    // What needs none has one: by its divisor, or its reach.
    EXPECT_EQ(static_cast<int>(solve({{14, 5}, {22, 5}, {26, 5}}, 41, 41, none)), static_cast<int>(answer::no));
    EXPECT_EQ(static_cast<int>(solve({{7, 5}, {11, 5}, {13, 5}}, 156, 160, none)), static_cast<int>(answer::no));
    EXPECT_EQ(static_cast<int>(solve({{7, 5}, {11, 5}, {13, 5}}, 155, 160, none)), static_cast<int>(answer::yes));
}

TEST(SearchBudget, GrowsWithTheElementsOfTheCallUpToAnEnd) {
    EXPECT_EQ(search_budget(1).left(), search_budget::smallest + 1);
    EXPECT_EQ(search_budget(50000).left(), search_budget::smallest + 50000);
    EXPECT_EQ(search_budget(search_budget::largest).left(), search_budget::largest);
    EXPECT_EQ(search_budget(std::numeric_limits<std::int64_t>::max()).left(), search_budget::largest);
    search_budget budget(1000);
    budget.take(30);
    EXPECT_EQ(budget.taken(), 30);
    EXPECT_EQ(budget.left(), search_budget::smallest + 970);
}

} // namespace
} // namespace lanewise_test
