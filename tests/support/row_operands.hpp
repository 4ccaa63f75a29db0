#pragma once

/// Rows of operands as the loops hand them to a lane operation, and the operation that tests run on them: a - b.
///
/// Each operand lies against a page that nobody may touch, at either end. Inputs are in pages that nobody may write,
/// and under AddressSanitizer nobody may read what lies between their elements.

#include "laid_out_rows.hpp"

#include <lanewise/detail/operation/elementwise_operation.hpp>

namespace lanewise_test {

using lanewise::detail::a_position;
using lanewise::detail::b_position;
using lanewise::detail::operand_count;
using lanewise::detail::out_position;
using lanewise::detail::row_form;
using lanewise::detail::rows;

struct minus {
    using arithmetic = void;

    template <class Batch>
    LANEWISE_INLINE Batch operator()(const Batch& a, const Batch& b) const noexcept {
        return a - b;
    }
};

template <class T>
using minus_on = lanewise::detail::lane_function<T, minus>;

/// What minus_on is to make of two elements.
template <class T>
T difference_of(T a, T b) {
    if constexpr (is_16_bit_float<T>) {
        return T(static_cast<float>(a) - static_cast<float>(b));
    } else {
        return static_cast<T>(a - b);
    }
}

/// Where an operand's rows begin, in elements, and how they lie. If it is a table, the other operands get one, too.
struct row_layout {
    std::vector<index_t> starts;
    row_form form = row_form::packed;
    bool is_table = false;
};

/// Rows `stride` elements apart.
inline row_layout evenly(index_t count, index_t stride, row_form form = row_form::packed) {
    row_layout layout{{}, form};
    for (index_t j = 0; j < count; ++j) layout.starts.push_back(j * stride);
    return layout;
}

inline row_layout in_table(const std::vector<index_t>& starts, row_form form = row_form::packed) {
    return {starts, form, true};
}

/// The bytes of one operand.
template <class T>
class row_operand {
public:
    /// `shift` elements off the edge.
    row_operand(const row_layout& layout, index_t n, edge at, index_t shift, std::size_t seed)
        : layout_(layout), n_(n), memory_(bytes(layout, n, shift)) {
        fill_at_random(reinterpret_cast<T*>(memory_.first()), memory_.size() / sizeof(T), seed);
        for (const index_t start : layout.starts) table_.push_back(start * static_cast<index_t>(sizeof(T)));
        first_ = at == edge::front ? reinterpret_cast<T*>(memory_.first()) - lowest(layout, n) + shift
                                   : reinterpret_cast<T*>(memory_.end()) - 1 - highest(layout, n) - shift;
        before_.assign(memory_.first(), memory_.end());
    }
    row_operand(const row_operand&) = delete;
    row_operand& operator=(const row_operand&) = delete;
    ~row_operand() { ASAN_UNPOISON_MEMORY_REGION(memory_.first(), memory_.size()); }

    /// From here on it is only read, and only its elements are.
    void is_read() {
        memory_.forbid_writing();
        if (!is_watched) return;
        ASAN_POISON_MEMORY_REGION(memory_.first(), memory_.size());
        for (index_t j = 0; j < std::ssize(layout_.starts); ++j) {
            for (index_t i = 0; i < n_; ++i) ASAN_UNPOISON_MEMORY_REGION(at(j, i), sizeof(T));
        }
    }

    std::byte* data() const { return reinterpret_cast<std::byte*>(first_); }
    row_form form() const { return layout_.form; }
    offsets starts(bool in_table) const {
        const auto count = std::ssize(table_);
        if (!in_table) return {count, count > 1 ? table_[1] : 0, nullptr};
        if (std::count(table_.begin(), table_.end(), table_.front()) == count) return {count, 0, table_.data()};
        return {count, table_[1] != 0 ? table_[1] : 1, table_.data()}; // as if they were even
    }

    /// As it was to begin with.
    T before(index_t j, index_t i) const {
        T value;
        std::memcpy(static_cast<void*>(&value),
                    before_.data() + (reinterpret_cast<std::byte*>(at(j, i)) - memory_.first()), sizeof value);
        return value;
    }

    /// Whether each element is want(j, i), and nothing else has changed.
    testing::AssertionResult are(const std::function<T(index_t, index_t)>& want) {
        std::vector<std::byte> now(memory_.first(), memory_.end());
        for (index_t j = 0; j < std::ssize(layout_.starts); ++j) {
            for (index_t i = 0; i < n_; ++i) {
                if (!same(*at(j, i), want(j, i))) {
                    return testing::AssertionFailure() << "element " << i << " of row " << j << " is "
                                                       << show_value(*at(j, i)) << ", not " << show_value(want(j, i));
                }
                const auto offset = reinterpret_cast<std::byte*>(at(j, i)) - memory_.first();
                std::memcpy(now.data() + offset, before_.data() + offset, sizeof(T));
            }
        }
        if (now != before_) return testing::AssertionFailure() << "written elsewhere";
        return testing::AssertionSuccess();
    }

private:
    static index_t apart(const row_layout& layout) { return lanewise::detail::elements_apart(layout.form); }
    static index_t lowest(const row_layout& layout, index_t n) {
        return *std::min_element(layout.starts.begin(), layout.starts.end()) +
               std::min<index_t>(0, apart(layout) * (n - 1));
    }
    static index_t highest(const row_layout& layout, index_t n) {
        return *std::max_element(layout.starts.begin(), layout.starts.end()) +
               std::max<index_t>(0, apart(layout) * (n - 1));
    }
    static std::size_t bytes(const row_layout& layout, index_t n, index_t shift) {
        return static_cast<std::size_t>(highest(layout, n) - lowest(layout, n) + 1 + shift) * sizeof(T);
    }

    T* at(index_t j, index_t i) const {
        return first_ + layout_.starts[static_cast<std::size_t>(j)] + i * apart(layout_);
    }

    row_layout layout_;
    index_t n_;
    guarded_memory memory_;
    std::vector<index_t> table_; // where rows begin, in bytes
    T* first_;
    std::vector<std::byte> before_;
};

/// How rows are run beside how they lie.
struct row_run {
    edge at = edge::end;
    bool streaming = false;
    bool is_large = false;
    index_t shift = 0;           // of out, in elements
    int in_place = out_position; // the input that out is, in a layout like out's; out: none
    index_t prefetch = 0;
};

/// Rows of n elements, all operands of one type.
template <class T>
class row_operands {
public:
    row_operands(index_t n, const row_layout& out, const row_layout& a, const row_layout& b, const row_run& run)
        : run_(run), out_(out, n, run.at, run.shift, 1), a_(a, n, run.at, 0, 2), b_(b, n, run.at, 0, 3) {
        rows_.n = n;
        rows_.count = std::ssize(out.starts);
        rows_.streaming = run.streaming;
        rows_.is_large = run.is_large;
        const row_operand<T>* const operand[] = {&out_, &of(a_position), &of(b_position)};
        const bool in_table = out.is_table || a.is_table || b.is_table;
        for (int k = 0; k < operand_count; ++k) {
            rows_.data[k] = operand[k]->data();
            rows_.start[k] = operand[k]->starts(in_table);
            rows_.form[k] = operand[k]->form();
            rows_.prefetch[k] = k == out_position ? 0 : run.prefetch;
        }
        a_.is_read();
        b_.is_read();
    }

    const rows& all() const { return rows_; }
    lanewise::detail::one_row single() const {
        return {rows_.n,
                {rows_.data[0], rows_.data[1], rows_.data[2]},
                {rows_.form[0], rows_.form[1], rows_.form[2]},
                rows_.streaming};
    }

    /// Whether out is f(a, b), and nothing else has changed.
    testing::AssertionResult are(T (*f)(T, T)) {
        return out_.are(
            [&](index_t j, index_t i) { return f(of(a_position).before(j, i), of(b_position).before(j, i)); });
    }
    testing::AssertionResult are_differences() { return are(difference_of<T>); }

    /// The same where both inputs' rows are strided.
    testing::AssertionResult are_differences(const laid_out_rows<T>& a, const laid_out_rows<T>& b) {
        return out_.are([&](index_t j, index_t i) { return difference_of(*a.at(j, i), *b.at(j, i)); });
    }

    /// The same where the rows of input k are strided.
    testing::AssertionResult are_differences(int k, const laid_out_rows<T>& strided_rows) {
        return out_.are([&](index_t j, index_t i) {
            const T own = *strided_rows.at(j, i);
            return k == a_position ? difference_of(own, of(b_position).before(j, i))
                                   : difference_of(of(a_position).before(j, i), own);
        });
    }

private:
    const row_operand<T>& of(int k) const { return run_.in_place == k ? out_ : k == a_position ? a_ : b_; }

    row_run run_;
    row_operand<T> out_;
    row_operand<T> a_;
    row_operand<T> b_;
    rows rows_{};
};

/// Runs rows of every kind of memory: run(rows), which says whether it took them, as it is to be.
template <class T>
testing::AssertionResult runs(index_t n, const row_layout& out, const row_layout& a, const row_layout& b, row_run how,
                              const std::function<bool(const rows&)>& run) {
    for (const edge at : edges) {
        how.at = at;
        row_operands<T> operands(n, out, a, b, how);
        if (!run(operands.all())) return testing::AssertionFailure() << "not taken: rows of " << n;
        const auto result = operands.are_differences();
        if (!result)
            return testing::AssertionFailure()
                   << result.message() << ": rows of " << n << ", forms " << static_cast<int>(a.form) << " and "
                   << static_cast<int>(b.form) << ", out shifted by " << how.shift << ", in place " << how.in_place;
    }
    return testing::AssertionSuccess();
}

} // namespace lanewise_test
