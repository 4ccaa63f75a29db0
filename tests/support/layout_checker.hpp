#pragma once

/// One call of an operator on one dtype: every element's result has the bits that the same two operands give alone, at rank
/// 0; and nothing but the views' elements is touched.
///
/// All operands lie against a page that nobody may touch, at either end, and the inputs in pages that nobody may write; under
/// AddressSanitizer, nobody may read what lies between an input's elements either.
/// An Operation has
///     element                     the dtype of all three operands
///     run(a, b, out, options)     the call, on anything that it takes
///     first_values(mode), second_values(mode)    operands to draw from; under `error` none of them may fault

#include "elements.hpp"
#include "guarded.hpp"
#include "poison.hpp"
#include "strided.hpp"

#include <lanewise/options.hpp>
#include <lanewise/tensor_view.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace lanewise_test {

using lanewise::extents;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::strides;
using lanewise::tensor_view;

/// Which operands are one view.
enum class shared { none, a, b, both };

template <class Operation>
class layout_checker {
public:
    using T = typename Operation::element;

    layout_checker(integer_overflow mode, index_t capacity)
        : chosen_{.overflow = mode}, first_(Operation::first_values(mode)), second_(Operation::second_values(mode)),
          a_(bytes(capacity)), b_(bytes(capacity)), out_(bytes(capacity)) {
        for (const T x : first_) {
            for (const T y : second_) alone_.push_back(run_alone(x, y));
            twice_.push_back(run_alone(x, x));
        }
        fill(a_, first_, 0);
        fill(b_, second_, 1);
        a_.forbid_writing();
        b_.forbid_writing();
    }

    /// From here on, calls run on an executor.
    void run_on(lanewise::executor_ref executor) { chosen_.executor = executor; }

    /// Runs one call; strides of out, a and b over `shape`, each operand at the end or at the front of its memory.
    testing::AssertionResult check(const std::vector<index_t>& shape, const std::vector<index_t>& out_strides,
                                   const std::vector<index_t>& a_strides, const std::vector<index_t>& b_strides,
                                   bool at_end, shared in_place = shared::none) {
        // In place out holds the values of the input that it stands for.
        const guarded_memory& before = in_place == shared::b ? b_ : a_;
        std::memcpy(out_.first(), before.first(), before.size());
        T* const out = place(out_, shape, out_strides, at_end);
        const bool a_is_out = in_place == shared::a || in_place == shared::both;
        const bool b_is_out = in_place == shared::b || in_place == shared::both;
        const auto& steps_a = a_is_out ? out_strides : a_strides;
        const auto& steps_b = b_is_out ? out_strides : b_strides;
        T* const a = a_is_out ? out : place(a_, shape, a_strides, at_end);
        T* const b = b_is_out ? out : place(b_, shape, b_strides, at_end);
        const extents e(shape);
        poison_gaps(a_, a, shape, steps_a, !a_is_out);
        poison_gaps(b_, b, shape, steps_b, !b_is_out);
        const status s =
            Operation::run(tensor_view<const T>(a, e, strides(steps_a)), tensor_view<const T>(b, e, strides(steps_b)),
                           tensor_view<T>(out, e, strides(out_strides)), chosen_);
        unpoison(a_);
        unpoison(b_);
        const auto about = [&] {
            return show(shape) + ", strides of out " + show(out_strides) + ", a " + show(steps_a) + ", b " +
                   show(steps_b) + (at_end ? ", at the end" : ", at the front") + ", mode " +
                   std::to_string(static_cast<int>(chosen_.overflow));
        };
        if (!s) return testing::AssertionFailure() << s.message() << ": " << about();

        testing::AssertionResult result = testing::AssertionSuccess();
        for_each_index(shape, [&](const auto& index) {
            T* const element = out + offset_of(index, out_strides);
            const std::size_t i = value_at(a_is_out ? out_ : a_, a + offset_of(index, steps_a), 0, first_.size());
            const std::size_t j = value_at(b_is_out ? out_ : b_, b + offset_of(index, steps_b), 1, second_.size());
            const T want = in_place == shared::both ? twice_[i] : alone_[i * second_.size() + j];
            if (result && !same(*element, want)) {
                result = testing::AssertionFailure()
                         << "at " << show(index) << " " << show_value(first_[i]) << " and " << show_value(second_[j])
                         << " give " << show_value(*element) << ", alone " << show_value(want) << ": " << about();
            }
            const auto offset = reinterpret_cast<std::byte*>(element) - out_.first();
            std::memcpy(static_cast<void*>(element), before.first() + offset, sizeof(T));
        });
        if (result && std::memcmp(out_.first(), before.first(), before.size()) != 0) {
            result = testing::AssertionFailure() << "written outside out's elements: " << about();
        }
        return result;
    }

    /// The same with plain numbers as operands, over n contiguous elements.
    testing::AssertionResult check_scalars(index_t n) {
        for (std::size_t k = 0; k < first_.size(); ++k) {
            const extents e{n};
            T* const out = place(out_, {n}, {1}, true);
            T* const a = place(a_, {n}, {1}, true);
            T* const b = place(b_, {n}, {1}, true);
            const std::size_t j = k % second_.size();
            const status left = Operation::run(first_[k], tensor_view<const T>(b, e), tensor_view<T>(out, e), chosen_);
            if (!left) return testing::AssertionFailure() << left.message();
            for (index_t i = 0; i < n; ++i) {
                const T want = alone_[k * second_.size() + value_at(b_, b + i, 1, second_.size())];
                if (!same(out[i], want))
                    return testing::AssertionFailure() << "the number " << show_value(first_[k]) << " as first operand";
            }
            const status right =
                Operation::run(tensor_view<const T>(a, e), second_[j], tensor_view<T>(out, e), chosen_);
            if (!right) return testing::AssertionFailure() << right.message();
            for (index_t i = 0; i < n; ++i) {
                const T want = alone_[value_at(a_, a + i, 0, first_.size()) * second_.size() + j];
                if (!same(out[i], want))
                    return testing::AssertionFailure()
                           << "the number " << show_value(second_[j]) << " as second operand";
            }
        }
        return testing::AssertionSuccess();
    }

private:
    static std::size_t bytes(index_t elements) { return static_cast<std::size_t>(elements) * sizeof(T); }

    T run_alone(T x, T y) const {
        T result{};
        const status s = Operation::run(tensor_view<const T>(&x, extents{}), tensor_view<const T>(&y, extents{}),
                                        tensor_view<T>(&result, extents{}), chosen_);
        EXPECT_TRUE(static_cast<bool>(s)) << s.message();
        return result;
    }

    /// Which of `count` values stands at an element's place in its memory.
    static std::size_t value_at(const guarded_memory& memory, const T* element, std::size_t salt, std::size_t count) {
        const auto position = static_cast<std::size_t>(element - reinterpret_cast<const T*>(memory.first()));
        return (position * (7 + 4 * salt) + position / 64 + salt) % count;
    }

    static void fill(const guarded_memory& memory, const std::vector<T>& values, std::size_t salt) {
        auto* const elements = reinterpret_cast<T*>(memory.first());
        for (std::size_t i = 0; i < memory.size() / sizeof(T); ++i)
            elements[i] = values[value_at(memory, elements + i, salt, values.size())];
    }

    static void poison_gaps(const guarded_memory& memory, const T* first, const std::vector<index_t>& shape,
                            const std::vector<index_t>& steps, bool is_an_input_alone) {
        if (!is_watched || !is_an_input_alone) return;
        ASAN_POISON_MEMORY_REGION(memory.first(), memory.size());
        for_each_index(
            shape, [&](const auto& index) { ASAN_UNPOISON_MEMORY_REGION(first + offset_of(index, steps), sizeof(T)); });
    }

    static void unpoison(const guarded_memory& memory) { ASAN_UNPOISON_MEMORY_REGION(memory.first(), memory.size()); }

    /// The first element of a view whose lowest or highest element stands against the forbidden page.
    static T* place(const guarded_memory& memory, const std::vector<index_t>& shape, const std::vector<index_t>& steps,
                    bool at_end) {
        index_t low = 0;
        index_t high = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] == 0) return reinterpret_cast<T*>(at_end ? memory.end() : memory.first());
            (steps[i] < 0 ? low : high) += steps[i] * (shape[i] - 1);
        }
        return at_end ? reinterpret_cast<T*>(memory.end()) - 1 - high : reinterpret_cast<T*>(memory.first()) - low;
    }

    lanewise::options chosen_;
    std::vector<T> first_;
    std::vector<T> second_;
    guarded_memory a_;
    guarded_memory b_;
    guarded_memory out_;
    std::vector<T> alone_; // the result of first_[i] and second_[j] is at i * second_.size() + j
    std::vector<T> twice_; // of first_[i] with itself
};

} // namespace lanewise_test
