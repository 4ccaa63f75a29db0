#pragma once

/// Does sum(coefficient[i] * x[i]) take a value in [lowest, highest], with 0 <= x[i] <= bound[i]? Decided exactly, or not at
/// all: the question is NP-complete (subset sums are a case of it), so the search for an answer has a budget of steps.
///
/// 1. Divided by the greatest common divisor of the coefficients, the interval becomes one value and a term of coefficient 1
///    that takes up the slack. Terms that together step through every multiple of the smaller coefficient are merged.
/// 2. The terms, sorted, are split in two, and the parts again, down to single terms. The sums of a part are multiples of
///    its divisor up to its reach; the right part's divisor leaves every m-th of the left part's multiples, its reach a
///    window of them: these are tried, and what is left over must be a sum of the right part. Each is a step. Of all ways
///    to split, the one that would try the fewest is found beforehand. Two terms take one step; where a view steps beyond
///    all smaller axes with each of its axes, a part is the terms of one axis, of which few sums fit into the window.
/// 3. What is open after some hundred steps has terms without any order. The sums of the last ones are then entered into a
///    set of bits (a Bloom filter: it never misses a sum), which ends nearly every branch of the search that many times
///    earlier: of terms of four values each, the last six.
///
/// Proven: `yes` means that there is a solution, `no` that there is none. Two terms are always decided. Sums must fit in 64
/// bits; the caller sees to that. Time: a step takes 5 to 70 ns; what comes before them, up to 35 us.

#include "../../extents.hpp"
#include "search_budget.hpp"
#include "sum_set.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

constexpr std::uint64_t greatest_common_divisor(std::uint64_t a, std::uint64_t b) noexcept {
    while (b != 0) {
        const std::uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

class bounded_equation {
public:
    static constexpr int most_terms = 2 * max_rank;

    /// Adds a term; at most most_terms of them.
    void add(std::uint64_t coefficient, std::uint64_t bound) noexcept {
        if (coefficient == 0 || bound == 0) return;
        int at = count_++;
        for (; at > 0 && term_[at - 1].coefficient < coefficient; --at) term_[at] = term_[at - 1];
        term_[at] = {coefficient, bound};
    }

    /// Whether a sum lies in [lowest, highest]; the steps that it takes are taken from the budget. To be called once.
    [[gnu::cold, gnu::noinline]] answer solve(std::uint64_t lowest, std::uint64_t highest,
                                              search_budget& budget) noexcept {
        const std::uint64_t reach = total();
        if (lowest > reach) return answer::no;
        if (lowest == 0 || reach <= highest) return answer::yes;
        std::uint64_t divisor = 0;
        for (int i = 0; i < count_; ++i) divisor = greatest_common_divisor(term_[i].coefficient, divisor);
        for (int i = 0; i < count_; ++i) term_[i].coefficient /= divisor;
        lowest = (lowest - 1) / divisor + 1;
        target_ = highest / divisor;
        if (lowest > target_) return answer::no;
        add(1, target_ - lowest);
        shorten();
        merge();
        if (count_ == 0) return answer::no; // not even one step reaches the target, which is not 0
        const answer found = search_all(count_, budget, steps_without_sums);
        return found == answer::undecided ? search_all(enter_sums(), budget, budget.left()) : found;
    }

private:
    struct term {
        std::uint64_t coefficient;
        std::uint64_t bound;
    };

    /// Neighbouring terms [i, j], kept in part_[i][j]. Of more than one, they are split before `right`.
    struct part {
        std::uint64_t divisor;
        std::uint64_t reach;   // the largest sum
        std::uint64_t period;  // so many of the left part's multiples on, the rest is one of the right part's again
        std::uint64_t inverse; // of the left part's divisor, modulo the period, both divided by their common divisor
        double steps;          // how many are expected to show that there is no solution
        int right;
    };

    std::uint64_t total() const noexcept {
        std::uint64_t sum = 0;
        for (int i = 0; i < count_; ++i) sum += term_[i].coefficient * term_[i].bound;
        return sum;
    }

    /// Counts from the end that is closer to the target, and drops what steps beyond it.
    void shorten() noexcept {
        const std::uint64_t reach = total();
        if (target_ > reach - target_) target_ = reach - target_;
        int kept = 0;
        for (int i = 0; i < count_; ++i) {
            const std::uint64_t most = target_ / term_[i].coefficient;
            if (most == 0) continue;
            term_[kept] = term_[i];
            if (most < term_[kept].bound) term_[kept].bound = most;
            ++kept;
        }
        count_ = kept;
    }

    /// c*x + k*c*y with k <= bound(x) + 1 takes every multiple of c up to its end, as c*z does. Largest term first.
    void merge() noexcept {
        for (int finer = count_ - 1; finer > 0; --finer) {
            for (int coarser = finer - 1; coarser >= 0; --coarser) {
                const std::uint64_t factor = term_[coarser].coefficient / term_[finer].coefficient;
                if (term_[coarser].coefficient % term_[finer].coefficient != 0 || factor - 1 > term_[finer].bound)
                    continue;
                term_[finer].bound += factor * term_[coarser].bound;
                --count_;
                --finer;
                for (int i = coarser; i < count_; ++i) term_[i] = term_[i + 1];
            }
        }
    }

    /// Splits all terms, where the sums of those from `entered` on are in the set of bits, and searches.
    [[gnu::cold]] answer search_all(int entered, search_budget& budget, std::int64_t most_steps) noexcept {
        entered_ = entered;
        for (int j = 0; j < count_; ++j) {
            const term t = term_[j];
            part_[j][j] = {t.coefficient, t.coefficient * t.bound, 1, 0, 0, j};
            for (int i = j - 1; i >= 0; --i) split(i, j);
        }
        prepare(0, count_ - 1);
        const part& all = part_[0][count_ - 1];
        if (target_ > all.reach || target_ % all.divisor != 0) return answer::no;
        if (most_steps > budget.left()) most_steps = budget.left();
        steps_left_ = most_steps;
        const answer found = search(0, count_ - 1, target_);
        budget.take(most_steps - steps_left_);
        return found;
    }

    /// Finds the best way to split the terms [i, j], i < j, all smaller parts of which are split.
    void split(int i, int j) noexcept {
        part& whole = part_[i][j];
        whole.divisor = greatest_common_divisor(part_[i][i].divisor, part_[i + 1][j].divisor);
        whole.reach = part_[i][i].reach + part_[i + 1][j].reach;
        whole.right = 0;
        for (int k = i + 1; k <= j; ++k) {
            const part& left = part_[i][k - 1];
            const part& right = part_[k][j];
            const std::uint64_t window = left.reach < right.reach ? left.reach : right.reach;
            const std::uint64_t multiple = right.divisor / whole.divisor; // exactly
            const double apart = static_cast<double>(left.divisor) * static_cast<double>(multiple);
            const double steps = (1 + static_cast<double>(window) / apart) * (1 + left.steps + right.steps);
            if (whole.right != 0 && steps >= whole.steps) continue;
            whole.steps = steps;
            whole.right = k;
        }
        if (is_entered(i, j)) whole.steps = 0;
    }

    /// Completes the parts that the search goes through.
    [[gnu::cold]] void prepare(int i, int j) noexcept {
        if (i == j) return;
        part& whole = part_[i][j];
        whole.period = part_[whole.right][j].divisor / whole.divisor;
        whole.inverse = inverse(part_[i][whole.right - 1].divisor / whole.divisor % whole.period, whole.period);
        prepare(i, whole.right - 1);
        prepare(whole.right, j);
    }

    /// Whether the terms [i, j] have the sum `target`, a multiple of their divisor within their reach.
    answer search(int i, int j, std::uint64_t target) noexcept {
        if (i == j) return answer::yes;
        if (is_entered(i, j) && !sums_.may_have(target)) return answer::no;
        const part& whole = part_[i][j];
        const part& left = part_[i][whole.right - 1];
        const part& right = part_[whole.right][j];
        // x * left.divisor is the left part's sum; the right part can make up for what x leaves from `first` to `last` on.
        const std::uint64_t first = target <= right.reach ? 0 : (target - right.reach - 1) / left.divisor + 1;
        const std::uint64_t last = (target < left.reach ? target : left.reach) / left.divisor;
        if (first > last) return answer::no;
        std::uint64_t skipped = 0;
        if (whole.period > 1) {
            const std::uint64_t residue = multiply(target / whole.divisor % whole.period, whole.inverse, whole.period);
            const std::uint64_t begin = first % whole.period;
            skipped = residue >= begin ? residue - begin : residue + (whole.period - begin);
        }
        if (skipped > last - first) return answer::no;
        // From the middle on, where the sums of either part are densest.
        const std::uint64_t others = (last - first - skipped) / whole.period;
        std::uint64_t number = others / 2;
        for (std::uint64_t tried = 0;; ++tried) {
            if (steps_left_ == 0) return answer::undecided;
            --steps_left_;
            const std::uint64_t sum = (first + skipped + number * whole.period) * left.divisor;
            answer found = search(whole.right, j, target - sum);
            if (found == answer::yes) found = search(i, whole.right - 1, sum);
            if (found != answer::no || tried == others) return found;
            number = number == others ? 0 : number + 1;
        }
    }

    /// The y in [0, m) with a * y = 1 (mod m), by Euclid's algorithm; a and m have no common divisor.
    static std::uint64_t inverse(std::uint64_t a, std::uint64_t m) noexcept {
        std::uint64_t y = 0; // modulo 2^64; what counts is between -m / 2 and m / 2
        std::uint64_t next_y = 1;
        for (std::uint64_t r = m, next_r = a; next_r != 0;) {
            const std::uint64_t quotient = r / next_r;
            const std::uint64_t kept_r = next_r;
            const std::uint64_t kept_y = next_y;
            next_r = r - quotient * next_r;
            next_y = y - quotient * next_y;
            r = kept_r;
            y = kept_y;
        }
        return static_cast<std::int64_t>(y) < 0 ? y + m : y;
    }

    static std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) noexcept {
        if (modulus >> 32 == 0) return a * b % modulus;
        __extension__ typedef unsigned __int128 product;
        return static_cast<std::uint64_t>(static_cast<product>(a) * b % modulus);
    }

    /// Enters the sums of as many of the last terms as there is room for; the first of these terms. The next term is cut in
    /// two if some of its values are then among them: lower + cut * upper takes every value of x.
    [[gnu::cold]] int enter_sums() noexcept {
        int first = count_;
        std::uint64_t room = sum_set::room;
        for (; first > 0 && term_[first - 1].bound < room; --first) room /= term_[first - 1].bound + 1;
        const std::uint64_t cut = (room + 1) / 2;
        if (first > 0 && first + 2 <= count_ && cut > 1) {
            const term t = term_[--first];
            const std::uint64_t upper = (t.bound - (cut - 1)) / cut;
            term_[first].bound = t.bound - cut * upper;
            for (int i = count_++; i > first; --i) term_[i] = term_[i - 1];
            int at = first++;
            for (; at > 0 && term_[at - 1].coefficient < t.coefficient * cut; --at) term_[at] = term_[at - 1];
            term_[at] = {t.coefficient * cut, upper};
        }
        sums_.clear();
        enter(first, 0);
        return first;
    }

    /// Enters `sum` with every sum of the terms from i on.
    [[gnu::cold]] void enter(int i, std::uint64_t sum) noexcept {
        if (i == count_) return sums_.enter(sum);
        for (std::uint64_t x = 0; x <= term_[i].bound; ++x) enter(i + 1, sum + x * term_[i].coefficient);
    }

    bool is_entered(int i, int j) const noexcept { return i == entered_ && j == count_ - 1; }

    static constexpr std::int64_t steps_without_sums = 512;

    static constexpr int room_for_terms = most_terms + 2; // the slack, and a term cut in two

    term term_[room_for_terms]; // the largest coefficient first
    part part_[room_for_terms][room_for_terms];
    sum_set sums_;
    std::uint64_t target_ = 0;
    std::int64_t steps_left_ = 0;
    int entered_ = 0; // the first of the entered terms
    int count_ = 0;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
