#pragma once

/// Do two strided sets of elements share a byte? Decided exactly, not by bounding boxes.
///
/// Elements of two views coincide when an equation over the indices,
///     first_a + sum(stride_a[i] * x[i]) + p  =  first_b + sum(stride_b[i] * y[i]) + q,
/// has a solution with every index inside its extent and p, q inside an element. That is a bounded linear Diophantine
/// equation. Mirrored axes make every coefficient positive; terms that together step through every multiple of the
/// smaller coefficient are merged, which leaves one or two terms for the layouts that people have; what remains is a
/// depth-first search, largest coefficient first, cut by the reach and the greatest common divisor of the rest, with the
/// last two terms solved in closed form.

#include "../../extents.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Wide enough for the difference of any two positions whose own offsets fit in 63 bits.
__extension__ typedef __int128 int128;

constexpr int128 greatest_common_divisor(int128 a, int128 b) noexcept {
    while (b != 0) {
        const int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// sum(coefficient[i] * x[i]) = target with 0 <= x[i] <= bound[i]: is there a solution?
class bounded_equation {
public:
    /// Adds a term; a negative coefficient is mirrored (x becomes bound - x).
    void add(int128 coefficient, int128 bound) noexcept {
        if (coefficient == 0 || bound == 0) return;
        if (coefficient < 0) {
            target_ -= coefficient * bound;
            coefficient = -coefficient;
        }
        int at = count_++;
        for (; at > 0 && term_[at - 1].coefficient < coefficient; --at) term_[at] = term_[at - 1];
        term_[at] = {coefficient, bound};
    }

    bool solvable(int128 target) noexcept {
        target_ += target;
        merge();
        reach_[count_] = 0;
        divisor_[count_] = 0;
        for (int i = count_ - 1; i >= 0; --i) {
            reach_[i] = reach_[i + 1] + term_[i].coefficient * term_[i].bound;
            divisor_[i] = greatest_common_divisor(term_[i].coefficient, divisor_[i + 1]);
        }
        return search(0, target_);
    }

private:
    struct term {
        int128 coefficient;
        int128 bound;
    };

    /// c*x + k*c*y with k <= bound(x) + 1 takes every multiple of c up to its end, as c*z does. Largest term first.
    void merge() noexcept {
        for (int small = count_ - 1; small > 0; --small) {
            for (int large = small - 1; large >= 0; --large) {
                const int128 factor = term_[large].coefficient / term_[small].coefficient;
                if (term_[large].coefficient % term_[small].coefficient != 0 || factor > term_[small].bound + 1)
                    continue;
                term_[small].bound += factor * term_[large].bound;
                --count_;
                --small;
                for (int i = large; i < count_; ++i) term_[i] = term_[i + 1];
            }
        }
    }

    bool search(int level, int128 target) const noexcept {
        if (target < 0 || target > reach_[level]) return false;
        if (target == 0) return true;
        if (target % divisor_[level] != 0) return false;
        const term t = term_[level];
        const int128 lowest =
            target <= reach_[level + 1] ? 0 : (target - reach_[level + 1] + t.coefficient - 1) / t.coefficient;
        const int128 highest = target / t.coefficient < t.bound ? target / t.coefficient : t.bound;
        if (level + 2 >= count_) return last_two(level, target, lowest, highest);
        for (int128 x = highest; x >= lowest; --x) {
            if (search(level + 1, target - x * t.coefficient)) return true;
        }
        return false;
    }

    /// With at most one more term of coefficient m: is there an x in [lowest, highest] with c*x = target (mod m)?
    bool last_two(int level, int128 target, int128 lowest, int128 highest) const noexcept {
        const int128 c = term_[level].coefficient / divisor_[level];
        const int128 t = target / divisor_[level];
        if (level + 1 == count_) return t % c == 0 && t / c >= lowest && t / c <= highest;
        const int128 m = term_[level + 1].coefficient / divisor_[level];
        const int128 x = t % m * inverse(c % m, m) % m;
        const int128 first = x + (lowest > x ? (lowest - x + m - 1) / m * m : 0);
        return first <= highest;
    }

    /// The y with a * y = 1 (mod m), by Euclid's algorithm; a and m have no common divisor.
    static int128 inverse(int128 a, int128 m) noexcept {
        int128 y = 0;
        int128 next_y = 1;
        for (int128 r = m, next_r = a; next_r != 0;) {
            const int128 quotient = r / next_r;
            const int128 kept_r = next_r;
            const int128 kept_y = next_y;
            next_r = r - quotient * next_r;
            next_y = y - quotient * next_y;
            r = kept_r;
            y = kept_y;
        }
        return y < 0 ? y + m : y;
    }

    static constexpr int most_terms = 2 * max_rank + 2;

    term term_[most_terms];
    int128 reach_[most_terms + 1];   // the largest value of the terms from i on
    int128 divisor_[most_terms + 1]; // the greatest common divisor of their coefficients
    int128 target_ = 0;
    int count_ = 0;
};

/// An operand as the loops see it: its first element, and for every axis of the result how many bytes apart neighbours are.
struct operand_layout {
    std::byte* data;
    index_t element_bytes;
    index_t stride[max_rank];
};

/// Whether the equation of two operands whose bounds meet has a solution.
[[gnu::noinline]] inline bool elements_meet(const extents& shape, const operand_layout& a, const operand_layout& b,
                                            int128 distance) noexcept {
    bounded_equation equation;
    for (int i = 0; i < shape.rank(); ++i) {
        equation.add(a.stride[i], shape[i] - 1);
        equation.add(-static_cast<int128>(b.stride[i]), shape[i] - 1);
    }
    equation.add(1, a.element_bytes - 1);
    equation.add(-1, b.element_bytes - 1);
    return equation.solvable(distance);
}

/// Whether a and b, indexed over the same extents (all of them > 0), have a byte in common. The offsets of an operand's
/// elements, and the difference of any two, fit in 63 bits.
inline bool shares_bytes(const extents& shape, const operand_layout& a, const operand_layout& b) noexcept {
    index_t low_a = 0;
    index_t low_b = 0;
    index_t high_a = a.element_bytes;
    index_t high_b = b.element_bytes;
    for (int i = 0; i < shape.rank(); ++i) {
        (a.stride[i] < 0 ? low_a : high_a) += a.stride[i] * (shape[i] - 1);
        (b.stride[i] < 0 ? low_b : high_b) += b.stride[i] * (shape[i] - 1);
    }
    const int128 distance = static_cast<int128>(reinterpret_cast<std::uintptr_t>(b.data)) -
                            static_cast<int128>(reinterpret_cast<std::uintptr_t>(a.data));
    return distance + low_b < high_a && distance + high_b > low_a && elements_meet(shape, a, b, distance);
}

/// Whether some steps along the axis order[k] come back along the axes before it, which reach so many bytes.
[[gnu::noinline]] inline bool comes_back(const extents& shape, const index_t* step, const int* order, int k,
                                         index_t reach) noexcept {
    bounded_equation equation;
    equation.add(step[k], shape[order[k]] - 2);
    for (int j = 0; j < k; ++j) equation.add(step[j], 2 * static_cast<int128>(shape[order[j]] - 1));
    return equation.solvable(static_cast<int128>(reach) - step[k]);
}

/// Whether two different indices of a (extents all > 0) name the same element; `axis` is then one along which they differ.
/// Strides are multiples of the element size, so two elements coincide or are apart.
inline bool overlaps_itself(const extents& shape, const operand_layout& a, int& axis) noexcept {
    int order[max_rank];
    index_t step[max_rank];
    int rank = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        axis = i;
        const index_t size = a.stride[i] < 0 ? -a.stride[i] : a.stride[i];
        if (size == 0) return true;
        int at = rank++;
        for (; at > 0 && step[at - 1] > size; --at) {
            order[at] = order[at - 1];
            step[at] = step[at - 1];
        }
        order[at] = i;
        step[at] = size;
    }
    index_t reach = 0;
    for (int k = 0; k < rank; ++k) {
        axis = order[k];
        // A stride beyond the reach of all smaller ones leads to new elements; else look for a way back: a step of 1 or
        // more along this axis that steps along the smaller ones, in either direction, undo.
        if (step[k] <= reach && comes_back(shape, step, order, k, reach)) return true;
        reach += step[k] * (shape[axis] - 1);
    }
    return false;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
