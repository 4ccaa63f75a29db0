#pragma once

/// Strided rows as the loops hand them to a packer, and the packed rows that they become.
///
/// The elements of strided rows lie against a page that nobody may touch, at either end, and under AddressSanitizer nobody may
/// touch what lies between them either. Packed rows end at such a page, too, behind the bytes that a packer may
/// write behind a row.

#include "elements.hpp"
#include "guarded.hpp"
#include "indices.hpp"
#include "poison.hpp"

#include <lanewise/detail/plan/row_kernel.hpp>

#include <algorithm>
#include <functional>

namespace lanewise_test {

using lanewise::detail::cache_line;
using lanewise::detail::offsets;
using lanewise::detail::pack_notes;
using lanewise::detail::reading_order;
using lanewise::detail::strided_rows;

/// An axis of such rows; its stride in elements.
struct rows_axis {
    index_t extent;
    index_t stride;
};

/// Axes of a row and of the rows, innermost first.
struct rows_shape {
    std::vector<rows_axis> elements;
    std::vector<rows_axis> rows;
};

inline index_t extent_of(const std::vector<rows_axis>& axes) {
    index_t extent = 1;
    for (const rows_axis& axis : axes) extent *= axis.extent;
    return extent;
}

/// Where each position along the axes is, in elements.
inline std::vector<index_t> positions_of(const std::vector<rows_axis>& axes) {
    std::vector<index_t> positions = {0};
    for (const rows_axis& axis : axes) {
        const std::size_t count = positions.size();
        for (index_t i = 1; i < axis.extent; ++i) {
            for (std::size_t p = 0; p < count; ++p) positions.push_back(positions[p] + i * axis.stride);
        }
    }
    return positions;
}

inline std::string show(const rows_shape& shape) {
    std::ostringstream text;
    const auto add = [&](const std::vector<rows_axis>& axes) {
        for (const rows_axis& axis : axes) text << " " << axis.extent << "@" << axis.stride;
    };
    text << "row";
    add(shape.elements);
    text << ", rows";
    add(shape.rows);
    return text.str();
}

enum class edge { front, end };
inline constexpr edge edges[] = {edge::front, edge::end};

/// How many bytes apart packed rows are, if a row has so many.
inline index_t pitch_of(index_t bytes) {
    return ((bytes + cache_line - 1) / cache_line | 1) * cache_line;
}

/// Fills memory with values drawn at random once; they come again after a number of elements that no stride is a
/// multiple of.
template <class T>
void fill_at_random(T* first, std::size_t count, std::size_t seed) {
    static const std::vector<T> drawn = [] {
        std::mt19937_64 random(7);
        std::vector<T> values(1021);
        for (T& value : values) {
            if constexpr (is_integer<T>) {
                value = static_cast<T>(random());
            } else {
                value = random_value<T>(random);
            }
        }
        return values;
    }();
    std::size_t from = seed * 101;
    for (std::size_t i = 0; i < count; ++i, ++from) {
        if (from >= drawn.size()) from %= drawn.size();
        first[i] = drawn[from];
    }
}

template <class T>
class laid_out_rows {
public:
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    laid_out_rows(const rows_shape& shape, edge at, bool is_large = false)
        : shape_(shape), is_large_(is_large), element_(positions_of(shape.elements)), row_(positions_of(shape.rows)),
          memory_(bytes_of(element_, row_)) {
        fill_at_random(reinterpret_cast<T*>(memory_.first()), memory_.size() / sizeof(T), 5);
        const index_t low = lowest(element_) + lowest(row_);
        const index_t high = highest(element_) + highest(row_);
        first_ = at == edge::end ? reinterpret_cast<T*>(memory_.end()) - 1 - high
                                 : reinterpret_cast<T*>(memory_.first()) - low;
        lay_out_run();
        if (!is_watched) return;
        ASAN_POISON_MEMORY_REGION(memory_.first(), memory_.size());
        for (const index_t row : row_) {
            for (const index_t element : element_) ASAN_UNPOISON_MEMORY_REGION(first_ + row + element, sizeof(T));
        }
    }
    laid_out_rows(const laid_out_rows&) = delete;
    laid_out_rows& operator=(const laid_out_rows&) = delete;
    ~laid_out_rows() { ASAN_UNPOISON_MEMORY_REGION(memory_.first(), memory_.size()); }

    index_t elements() const { return std::ssize(element_); } // of a row
    index_t rows() const { return std::ssize(row_); }
    T* at(index_t j, index_t i) const {
        return first_ + row_[static_cast<std::size_t>(j)] + element_[static_cast<std::size_t>(i)];
    }
    const guarded_memory& memory() const { return memory_; }

    /// The rows, with empty notes, for rows of To packed `pitch` bytes apart. It holds until the next one is made.
    template <class To = T>
    strided_rows packed(index_t pitch) {
        order_.clear(is_large_);
        add(shape_.elements, static_cast<index_t>(sizeof(To)));
        order_.end_elements();
        add(shape_.rows, pitch);
        notes_.clear();
        return {reinterpret_cast<std::byte*>(first_), n_, step_, run_, rows_at_, &order_, &notes_};
    }

    /// The same of out, whose order has the axes of a row.
    strided_rows unpack() {
        strided_rows g = packed(0);
        order_.clear(is_large_);
        add(shape_.elements, size);
        order_.end_elements();
        g.notes = nullptr;
        return g;
    }

    /// From here on, where rows begin is a table, as it is for rows that are packed together.
    laid_out_rows& with_a_table_of_rows() {
        rows_at_ = {rows(), 0, row_bytes_.data()};
        return *this;
    }

private:
    static index_t lowest(const std::vector<index_t>& positions) {
        return *std::min_element(positions.begin(), positions.end());
    }
    static index_t highest(const std::vector<index_t>& positions) {
        return *std::max_element(positions.begin(), positions.end());
    }
    static std::size_t bytes_of(const std::vector<index_t>& element, const std::vector<index_t>& row) {
        return static_cast<std::size_t>(highest(element) + highest(row) - lowest(element) - lowest(row) + 1) *
               sizeof(T);
    }

    /// Joins what goes on evenly, as the loops do.
    void lay_out_run() {
        std::size_t i = 0;
        if (!shape_.elements.empty()) {
            n_ = shape_.elements[0].extent;
            step_ = shape_.elements[0].stride * size;
            for (i = 1; i < shape_.elements.size() && shape_.elements[i].stride * size == step_ * n_; ++i)
                n_ *= shape_.elements[i].extent;
        }
        run_ = offsets_of({shape_.elements.begin() + std::ptrdiff_t(i), shape_.elements.end()}, run_bytes_);
        rows_at_ = offsets_of(shape_.rows, row_bytes_);
    }

    /// Even ones, or a table of them.
    static offsets offsets_of(const std::vector<rows_axis>& axes, std::vector<index_t>& table) {
        bool even = true;
        for (std::size_t i = 1; i < axes.size(); ++i)
            even = even && axes[i].stride == axes[i - 1].stride * axes[i - 1].extent;
        table.clear();
        for (const index_t position : positions_of(axes)) table.push_back(position * size);
        if (even) return {std::ssize(table), axes.empty() ? 0 : axes[0].stride * size, nullptr};
        return {std::ssize(table), 0, table.data()};
    }

    void add(const std::vector<rows_axis>& axes, index_t to) {
        for (const rows_axis& axis : axes) {
            order_.add({axis.extent, axis.stride * size, to});
            to *= axis.extent;
        }
    }

    rows_shape shape_;
    bool is_large_;
    std::vector<index_t> element_; // where each of a row is, from its first one on, in elements
    std::vector<index_t> row_;
    guarded_memory memory_;
    T* first_;
    index_t n_ = 1;
    index_t step_ = 0;
    offsets run_{};
    offsets rows_at_{};
    std::vector<index_t> run_bytes_;
    std::vector<index_t> row_bytes_;
    reading_order order_;
    pack_notes notes_;
};

/// How many bytes a packer may write behind a row.
inline constexpr index_t behind_a_row = 32;

/// Rows of `elements` elements of T, `pitch` bytes apart, and `behind` bytes that may be written behind each.
template <class T>
class packed_rows {
public:
    packed_rows(index_t elements, index_t count, index_t pitch, edge at, index_t behind = behind_a_row)
        : elements_(elements), count_(count), pitch_(pitch), behind_(behind),
          memory_(static_cast<std::size_t>((count - 1) * pitch + row_bytes() + behind)) {
        fill_at_random(reinterpret_cast<std::uint64_t*>(memory_.first()), memory_.size() / 8, 6);
        before_.assign(memory_.first(), memory_.end());
        data_ = at == edge::front ? memory_.first() : memory_.end() - ((count - 1) * pitch + row_bytes() + behind);
    }

    std::byte* data() const { return data_; }
    index_t pitch() const { return pitch_; }
    T at(index_t j, index_t i) const {
        T value;
        std::memcpy(static_cast<void*>(&value), place(j, i), sizeof value);
        return value;
    }

    /// Whether element i of row j is want(j, i), and nothing else is written but up to that behind each row.
    testing::AssertionResult are(const std::function<T(index_t, index_t)>& want) {
        for (index_t j = 0; j < count_; ++j) {
            for (index_t i = 0; i < elements_; ++i) {
                if (!same(at(j, i), want(j, i))) {
                    return testing::AssertionFailure() << "element " << i << " of row " << j << " is "
                                                       << show_value(at(j, i)) << ", not " << show_value(want(j, i));
                }
            }
        }
        for (index_t j = 0; j < count_; ++j) {
            std::byte* const row = place(j, 0);
            std::memcpy(row, before_.data() + (row - memory_.first()), static_cast<std::size_t>(row_bytes() + behind_));
        }
        if (std::memcmp(memory_.first(), before_.data(), before_.size()) != 0)
            return testing::AssertionFailure() << "written elsewhere";
        return testing::AssertionSuccess();
    }

private:
    index_t row_bytes() const { return elements_ * static_cast<index_t>(sizeof(T)); }
    std::byte* place(index_t j, index_t i) const { return data_ + j * pitch_ + i * static_cast<index_t>(sizeof(T)); }

    index_t elements_;
    index_t count_;
    index_t pitch_;
    index_t behind_;
    guarded_memory memory_;
    std::vector<std::byte> before_;
    std::byte* data_;
};

/// pack(packed, pitch, strided_rows).
using packing = std::function<void(std::byte*, index_t, const strided_rows&)>;

/// Packs strided rows of From into rows of To at either edge of its memory. Every element is to be convert(element).
template <class From, class To>
testing::AssertionResult packs_as(const rows_shape& shape, bool is_large, const packing& pack,
                                  const std::function<To(From)>& convert) {
    for (const edge at : edges) {
        laid_out_rows<From> from(shape, at, is_large);
        packed_rows<To> packed(from.elements(), from.rows(),
                               pitch_of(from.elements() * static_cast<index_t>(sizeof(To))), at);
        pack(packed.data(), packed.pitch(), from.template packed<To>(packed.pitch()));
        const auto result = packed.are([&](index_t j, index_t i) { return convert(*from.at(j, i)); });
        if (!result) return testing::AssertionFailure() << result.message() << ": " << show(shape);
    }
    return testing::AssertionSuccess();
}

/// The same for elements that stay as they are.
template <class T>
testing::AssertionResult packs(const rows_shape& shape, const packing& pack, bool is_large = false) {
    return packs_as<T, T>(shape, is_large, pack, [](T value) { return value; });
}

using moved_types = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

} // namespace lanewise_test
