#pragma once

/// The axes along which an operand is packed, in the order in which its memory is best read.

#include "../../dtype.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t cache_line = 64; // bytes
/// Bytes after which the L1 cache's sets come again, and how many it has at least.
inline constexpr index_t l1_way = 4096;
inline constexpr index_t l1_bytes = 8 * l1_way;

constexpr index_t magnitude(index_t value) noexcept {
    return value < 0 ? -value : value;
}

constexpr index_t smaller(index_t a, index_t b) noexcept {
    return a < b ? a : b;
}

/// How many pieces of that size `total` takes, the last of which may be smaller.
constexpr index_t pieces(index_t total, index_t size) noexcept {
    return (total + size - 1) / size;
}

/// The largest power of two that divides value and is at most `most`, itself one.
constexpr index_t power_of_two_in(index_t value, index_t most) noexcept {
    const index_t power = value & -value;
    return power < most ? power : most;
}

/// How many positions, `bytes` bytes each, whole cache lines have.
constexpr index_t positions_of_lines(index_t bytes) noexcept {
    return cache_line / power_of_two_in(bytes, cache_line);
}

/// As many of those positions, `bytes` bytes each, as fill whole cache lines; all where they fill none.
constexpr index_t in_whole_lines(index_t positions, index_t bytes) noexcept {
    const index_t step = positions_of_lines(bytes);
    return positions < step ? positions : positions - positions % step;
}

/// `total` positions in as few pieces as of `most`, but all of about the same size: a last one of few costs as much as others.
constexpr index_t shared_out(index_t total, index_t most) noexcept {
    return pieces(total, pieces(total, most));
}

/// One axis of a copy: how many elements, and how far apart they are in bytes.
struct copy_axis {
    index_t extent;
    index_t from; // in memory
    index_t to;   // in the packed rows
};

/// Moves the first axis that is not short inside all others, innermost first: a loop over few elements costs more than they do.
template <class Axis>
void put_long_axis_inside(Axis* axis, int rank, index_t short_axis) noexcept {
    int first = 0;
    while (first < rank && axis[first].extent < short_axis) ++first;
    if (first == rank) return;
    const Axis line = axis[first];
    for (int i = first; i > 0; --i) axis[i] = axis[i - 1];
    axis[0] = line;
}

class reading_order {
public:
    /// Begins anew, with the axes of elements; is_large: the call does not fit into the cache.
    void clear(bool is_large) noexcept {
        rank_ = 0;
        elements_ = 0;
        sorted_ = false;
        is_large_ = is_large;
    }

    void add(const copy_axis& axis) noexcept {
        if (axis.extent != 1) axis_[rank_++] = axis;
    }

    /// From here on, the axes of rows.
    void end_elements() noexcept { elements_ = rank_; }

    /// The same for elements of `size` bytes in the rows, not of `size_before`; to be asked for before it is sorted.
    reading_order resized(index_t size_before, index_t size) const noexcept {
        reading_order order = *this;
        for (int i = 0; i < elements_; ++i) order.axis_[i].to = axis_[i].to / size_before * size;
        return order;
    }

    /// The same without axis i.
    reading_order without(int i) const noexcept {
        reading_order order = *this;
        --order.rank_;
        for (; i < order.rank_; ++i) order.axis_[i] = axis_[i + 1];
        return order;
    }

    int rank() const noexcept { return rank_; }
    bool is_large() const noexcept { return is_large_; }
    const copy_axis& operator[](int i) const noexcept { return axis_[i]; }
    copy_axis& operator[](int i) noexcept { return axis_[i]; }

    /// Puts the axes in order, innermost first: by the size of the steps in memory, neighbours in both memory and packed rows
    /// as one, unless they are elements and rows; but first a long axis, unless it would have lines fetched again.
    /// Done when it is first asked for, since most rows are packed without.
    void sort() noexcept {
        constexpr index_t short_axis = 16;
        if (sorted_) return;
        sorted_ = true;
        join(elements_, rank_);
        join(0, elements_);
        for (int i = 1; i < rank_; ++i) insert(axis_[i], i);
        if (!competes(short_axis)) put_long_axis_inside(axis_, rank_, short_axis);
    }

private:
    /// Whether the first long axis has more lines in a set of the L1 cache than that holds, while axes inside it share these
    /// lines (doubles (30, 4, 100), b's 100 4 KiB apart: 3.3x).
    bool competes(index_t short_axis) const noexcept {
        if (LANEWISE_SMALL || rank_ == 0 || magnitude(axis_[0].from) >= cache_line) return false;
        int i = 0;
        while (i < rank_ && axis_[i].extent < short_axis) ++i;
        return i < rank_ && i > 0 && axis_[i].extent * power_of_two_in(axis_[i].from, l1_way) > l1_bytes;
    }

    /// Puts an axis among the first `count`, which are sorted.
    void insert(const copy_axis axis, int count) noexcept {
        for (; count > 0 && magnitude(axis_[count - 1].from) > magnitude(axis.from); --count)
            axis_[count] = axis_[count - 1];
        axis_[count] = axis;
    }

    /// Makes one of neighbours among axes [first, last), which are in the order of the packed rows.
    void join(int first, int last) noexcept {
        int kept = first;
        for (int i = first + 1; i < last; ++i) {
            copy_axis& inner = axis_[kept];
            if (axis_[i].from == inner.from * inner.extent && axis_[i].to == inner.to * inner.extent) {
                inner.extent *= axis_[i].extent;
            } else {
                axis_[++kept] = axis_[i];
            }
        }
        if (first == last) return;
        for (int i = last; i < rank_; ++i) axis_[kept + 1 + i - last] = axis_[i];
        rank_ -= last - kept - 1;
    }

    int rank_ = 0;
    int elements_ = 0;
    bool sorted_ = false;
    bool is_large_ = false;
    copy_axis axis_[max_rank];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
