#pragma once

/// Rows that are neighbours in memory, a cache line of elements of each at a time.

#include "pack_transposed.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A cache line of elements of each of some rows that are neighbours in memory, at most as many as a line has elements.
template <class T>
class line_block {
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t columns = transpose_columns<T>;

public:
    static constexpr index_t line = cache_line / size; // elements

    LANEWISE_INLINE const std::byte* row(index_t c) const noexcept { return bytes_[c]; }

    /// Packs the line whose elements, of the first row, are `element` bytes from `from`.
    [[gnu::noinline]] void pack(const std::byte* from, const index_t* element, index_t width) noexcept {
        if (width >= columns) {
            pack_columns(from, element, width);
        } else {
            for (index_t c = 0; c < width; ++c) {
                for (index_t e = 0; e < line; ++e)
                    store_element(bytes_[c] + e * size, load_element<T>(from + c * size + element[e]));
            }
        }
    }

private:
    LANEWISE_INLINE void pack_columns(const std::byte* from, const index_t* element, index_t width) noexcept {
        constexpr index_t at_once = transpose_rows<T>;
        for (index_t e = 0; e < line; e += at_once) {
            for (index_t c = 0; c < width; c += columns) {
                const index_t column = smaller(c, width - columns);
                transpose_block<T, at_once>(bytes_[column] + e * size, sizeof bytes_[0], from + column * size,
                                            element + e);
            }
        }
    }

    alignas(64) std::byte bytes_[static_cast<std::size_t>(line)][cache_line];
};

/// The blocks of a group of rows, one after the other.
template <class T>
class line_blocks {
    static constexpr index_t line = line_block<T>::line;

public:
    LANEWISE_INLINE line_blocks(const strided_rows& from, index_t first_row, index_t width) noexcept
        : row_(from.data + from.row[first_row]), data_(row_), n_(from.n * from.run.count), width_(width), cursor_(from),
          step_(from.run.count == 1 ? from.step : 0) {
        if (n_ >= line) cursor_.next(element_);
    }

    LANEWISE_INLINE const line_block<T>& block() const noexcept { return block_; }

    /// Elements e to e + line; called for each of the blocks in turn.
    LANEWISE_INLINE void pack(index_t e) noexcept {
        block_.pack(data_, element_, width_);
        if (step_ != 0) {
            data_ += line * step_;
        } else if (e + 2 * line <= n_) {
            cursor_.next(element_);
        }
    }

    /// Elements from `first` on, of which only `count` are there.
    [[gnu::noinline]] void pack_end(index_t first, index_t count) noexcept {
        cursor_.go_to(first);
        index_t one[1] = {};
        for (index_t k = 0; k < line; ++k) {
            if (k < count) cursor_.next(one);
            element_[k] = one[0];
        }
        block_.pack(row_, element_, width_);
    }

private:
    const std::byte* row_;
    const std::byte* data_; // where the next block's elements are counted from
    index_t n_;
    index_t width_;
    row_cursor cursor_;
    index_t step_; // 0: uneven
    index_t element_[static_cast<std::size_t>(line)];
    line_block<T> block_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
