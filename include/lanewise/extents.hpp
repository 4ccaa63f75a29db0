#pragma once

/// The shape of a tensor, the distances between its elements, and other numbers for each axis.
///
/// All hold at most eight numbers in place and are valid from birth: the constructors refuse a rank above 8
/// (rank_out_of_range) and a negative extent (negative_extent).

#include "status.hpp"

#include <cassert>
#include <initializer_list>
#include <span> // with the concepts of ranges that it is made of; all of <ranges> takes a twentieth of xsimd's time

namespace lanewise {
namespace detail {

/// An integer of up to 64 bits but no bool, or an enumerator that converts to one. No concept, of which compilers say more.
template <class Integer>
inline constexpr bool is_axis_number = std::convertible_to<Integer, index_t> && sizeof(Integer) <= 8 &&
                                       (std::is_enum_v<Integer> ||
                                        (std::integral<Integer> && !std::same_as<Integer, bool>));

/// One number in a list of braces, of any integer type: `{2, values.size()}` narrows nothing. What 63 bits do not hold is
/// negative.
class axis_value {
public:
    /// From any integer type but bool, and from enumerators that convert to one.
    template <class Integer>
        requires(std::is_arithmetic_v<Integer> || std::is_enum_v<Integer>)
    LANEWISE_KEYED constexpr axis_value(Integer value) noexcept : value_(static_cast<index_t>(value)) {
        static_assert(is_axis_number<Integer>, "lanewise: extents and strides are integers");
    }

    LANEWISE_KEYED constexpr operator index_t() const noexcept { return value_; } ///< the number

private:
    index_t value_;
};

/// Up to eight numbers, one per axis: what extents and strides have in common.
class axis_values {
public:
    LANEWISE_KEYED constexpr int rank() const noexcept { return rank_; } ///< how many numbers there are: the axes

    /// The number of an axis from 0 to rank() - 1. Not asserted, as extent and stride are: it is what every call reads.
    LANEWISE_KEYED constexpr index_t operator[](int axis) const noexcept { return value_[axis]; }

    /// The numbers as a range.
    LANEWISE_KEYED constexpr const index_t* begin() const noexcept { return value_; }
    LANEWISE_KEYED constexpr const index_t* end() const noexcept { return value_ + rank_; }

protected:
    LANEWISE_KEYED constexpr axis_values() noexcept {}

    LANEWISE_KEYED constexpr index_t value_along(int axis) const noexcept {
        assert(axis >= 0 && axis < rank_ && "lanewise: an axis of the list");
        return value_[axis];
    }

    LANEWISE_KEYED constexpr bool equals(const axis_values& other) const noexcept {
        if (rank_ != other.rank_) return false;
        for (int i = 0; i < rank_; ++i) {
            if (value_[i] != other.value_[i]) return false;
        }
        return true;
    }

    /// Takes `rank` values, unless that is too many; whether it did.
    template <class Integer>
    LANEWISE_KEYED constexpr bool assign(const Integer* values, std::size_t rank) noexcept {
        for (std::size_t i = 0; i < rank; ++i) {
            if (i == static_cast<std::size_t>(max_rank)) return false; // here, or the loop becomes a call of memmove
            value_[i] = static_cast<index_t>(values[i]);
        }
        rank_ = static_cast<int>(rank);
        return true;
    }

    /// Why it did not.
    [[gnu::cold]] LANEWISE_KEYED static constexpr status too_many(const char* function, std::size_t rank) noexcept {
        return status(detail::status_facts{.code = status_code::rank_out_of_range,
                                           .function = function,
                                           .numbers = {static_cast<index_t>(rank), max_rank}});
    }

    /// The same for constructors.
    template <class Integer>
    LANEWISE_KEYED constexpr void assign_or_throw(const char* function, const Integer* values, std::size_t rank) {
        if (!assign(values, rank)) detail::require(too_many(function, rank));
    }

    index_t value_[max_rank] = {};
    int rank_ = 0;
};

/// A contiguous range of integers that is not itself a list of axis values.
template <class R>
concept integer_range =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && std::integral<std::ranges::range_value_t<R>> &&
    is_axis_number<std::ranges::range_value_t<R>> && !std::derived_from<std::remove_cvref_t<R>, axis_values>;

} // namespace detail

/// The number of elements along each axis; rank 0 is one element. A zero extent makes the tensor empty.
class extents : public detail::axis_values {
    // Ahead of the constructors: clang++ 14 does not find them in a constant expression otherwise.

    /// Takes the values, unless they are no extents; whether it did. No status is made before it is needed, for that takes
    /// longer than all else (extents of three numbers: 9 -> 2 ns); nor are they looked at again behind assign (7 ns).
    template <class Integer>
    LANEWISE_KEYED constexpr bool take(const Integer* values, std::size_t rank) noexcept {
        if (rank > static_cast<std::size_t>(max_rank)) return false;
        rank_ = static_cast<int>(rank);
        for (int i = 0; i < rank_; ++i) {
            value_[i] = static_cast<index_t>(values[i]);
            if (value_[i] < 0) return false;
        }
        return true;
    }

    /// Why it did not.
    template <class Integer>
    [[gnu::cold]] LANEWISE_KEYED static constexpr status fault(const Integer* values, std::size_t rank) noexcept {
        if (rank > static_cast<std::size_t>(max_rank)) return too_many("extents", rank);
        int axis = 0;
        while (static_cast<index_t>(values[axis]) >= 0) ++axis;
        return status(detail::status_facts{.code = status_code::negative_extent,
                                           .axis = static_cast<std::int8_t>(axis),
                                           .function = "extents",
                                           .numbers = {static_cast<index_t>(values[axis]), 0}});
    }

    template <class Integer>
    LANEWISE_KEYED constexpr void take_or_throw(const Integer* values, std::size_t rank) {
        if (!take(values, rank)) detail::require(fault(values, rank));
    }

public:
    /// Rank 0.
    LANEWISE_KEYED constexpr extents() noexcept {}

    /// From braces: `{480, 640, 3}`. Throws rank_out_of_range and negative_extent.
    LANEWISE_KEYED constexpr extents(std::initializer_list<detail::axis_value> values) {
        take_or_throw(values.begin(), values.size());
    }

    /// The same from a contiguous range of integers.
    template <detail::integer_range R>
    LANEWISE_KEYED constexpr extents(const R& values) {
        take_or_throw(std::ranges::data(values), std::ranges::size(values));
    }

    /// The constructor without exceptions: `result` is written only when all is well.
    LANEWISE_KEYED static constexpr status try_make(std::span<const index_t> values, extents& result) noexcept {
        extents made;
        if (!made.take(values.data(), values.size())) return fault(values.data(), values.size());
        result = made;
        return {};
    }

    /// The extent of an axis from 0 to rank() - 1: asserted unless NDEBUG is defined.
    LANEWISE_KEYED constexpr index_t extent(int axis) const noexcept { return value_along(axis); }

    /// The number of elements: the product of the extents, 0 if one of them is 0. Throws size_overflow beyond 63 bits.
    LANEWISE_KEYED constexpr index_t size() const {
        index_t count = 0;
        if (!try_size(count))
            detail::require(status(detail::status_facts{
                .code = status_code::size_overflow, .function = "extents", .subject = "the number of elements"}));
        return count;
    }

    /// The same without exceptions: false beyond 63 bits.
    LANEWISE_KEYED constexpr bool try_size(index_t& count) const noexcept {
        bool fits = true;
        count = 1;
        for (int i = 0; i < rank_; ++i) {
            if (value_[i] == 0) {
                count = 0;
                return true;
            }
            if (__builtin_mul_overflow(count, value_[i], &count)) fits = false;
        }
        return fits;
    }

    /// The same rank and the same extents.
    LANEWISE_KEYED constexpr bool operator==(const extents& other) const noexcept { return equals(other); }
};

/// How many elements apart neighbours along each axis are: signed; 0 repeats one element along the axis.
class strides : public detail::axis_values {
public:
    /// Rank 0.
    LANEWISE_KEYED constexpr strides() noexcept {}

    /// From braces: `{1920, 3, 1}`. Throws rank_out_of_range.
    LANEWISE_KEYED constexpr strides(std::initializer_list<detail::axis_value> values) {
        assign_or_throw("strides", values.begin(), values.size());
    }

    /// The same from a contiguous range of integers.
    template <detail::integer_range R>
    LANEWISE_KEYED constexpr strides(const R& values) {
        assign_or_throw("strides", std::ranges::data(values), std::ranges::size(values));
    }

    /// Packed, the last axis innermost (C, NumPy). Throws size_overflow if a stride does not fit in 63 bits.
    LANEWISE_KEYED static constexpr strides row_major(const extents& shape) {
        strides result;
        result.rank_ = shape.rank();
        index_t step = 1;
        for (int i = shape.rank() - 1; i >= 0; --i) step = result.place(shape, i, step);
        return result;
    }

    /// Packed, the first axis innermost (Fortran). Throws size_overflow if a stride does not fit in 63 bits.
    LANEWISE_KEYED static constexpr strides column_major(const extents& shape) {
        strides result;
        result.rank_ = shape.rank();
        index_t step = 1;
        for (int i = 0; i < shape.rank(); ++i) step = result.place(shape, i, step);
        return result;
    }

    /// The stride of an axis from 0 to rank() - 1: asserted unless NDEBUG is defined.
    LANEWISE_KEYED constexpr index_t stride(int axis) const noexcept { return value_along(axis); }

    /// The same rank and the same strides.
    LANEWISE_KEYED constexpr bool operator==(const strides& other) const noexcept { return equals(other); }

private:
    [[gnu::cold]] LANEWISE_KEYED static constexpr status overflow(const extents& shape, int axis) noexcept {
        return status(detail::status_facts{.code = status_code::size_overflow,
                                           .axis = static_cast<std::int8_t>(axis),
                                           .function = "strides",
                                           .subject = "the stride",
                                           .numbers = {shape[axis], 0}});
    }

    /// Sets one packed stride and returns the next axis's. Empty axes count as 1, as in NumPy; a step that overflowed
    /// (-1) is refused when an axis needs it, so that a huge outermost extent alone does no harm.
    LANEWISE_KEYED constexpr index_t place(const extents& shape, int axis, index_t step) {
        if (step < 0) detail::require(overflow(shape, axis));
        value_[axis] = step;
        if (shape[axis] <= 1 || !__builtin_mul_overflow(step, shape[axis], &step)) return step;
        // Without elements any strides will do: start over.
        index_t count = 0;
        return shape.try_size(count) && count == 0 ? 1 : -1;
    }
};

/// A number for each axis, at most eight: an order of axes, or the extents of a new shape.
class axis_list : public detail::axis_values {
public:
    /// From braces: `{2, 0, 1}`. Throws rank_out_of_range for more than eight numbers.
    LANEWISE_KEYED constexpr axis_list(std::initializer_list<detail::axis_value> values) {
        assign_or_throw("axis_list", values.begin(), values.size());
    }

    /// The same from a contiguous range of integers.
    template <detail::integer_range R>
    LANEWISE_KEYED constexpr axis_list(const R& values) {
        assign_or_throw("axis_list", std::ranges::data(values), std::ranges::size(values));
    }

    /// Extents are a new shape, for one.
    LANEWISE_KEYED constexpr axis_list(const detail::axis_values& values) noexcept : axis_values(values) {}
};

} // namespace lanewise
