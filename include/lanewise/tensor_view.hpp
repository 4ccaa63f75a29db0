#pragma once

/// A pointer, a shape and strides: elements that somebody else owns.

#include "config.hpp" // first: what a compiler without C++20 says is shorter
#include "detail/view/view_bounds.hpp"
#include "view_adapter.hpp"

namespace lanewise {

/// A contiguous range that can back a view of T: std::vector, std::array, std::span, an array, ...
template <class R, class T>
concept buffer_of = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    detail::adds_const_at_most<std::remove_reference_t<std::ranges::range_reference_t<R>>, T>;

/// A pointer to elements of T, or null. An array is a range: its size is known and checked.
template <class P, class T>
concept pointer_to = std::convertible_to<P, T*> &&
    (std::is_pointer_v<std::remove_cvref_t<P>> || std::is_null_pointer_v<std::remove_cvref_t<P>>);

namespace detail::inline LANEWISE_ISA {

template <class Object, bool Allowed>
constexpr void refuse_temporary() noexcept {
    static_assert(Allowed,
                  "lanewise: a view of a temporary would outlive its elements: give the tensor or vector a name");
}

} // namespace detail::inline LANEWISE_ISA

namespace detail {

/// A contiguous range whose elements die with it, as a temporary.
template <class R>
concept owning_range = std::ranges::contiguous_range<R> && !std::ranges::borrowed_range<R>;

} // namespace detail

/// A view of strided elements of type T; `tensor_view<const T>` cannot be written through.
///
/// Shapes    rank 0 (one element) to 8; extents >= 0; strides in elements, of any sign; 0 on inputs repeats an element.
/// Data      must be aligned for T. May be null when the view is empty. A view is no range: an iterator that finds its way
///           through strides costs more for each element than an operator does; copy(view) of cast.hpp is one.
/// Errors    rank_out_of_range where extents and strides differ in length; over a range, buffer_too_small where an
///           element lies outside it, at either end, and size_overflow where its place does not fit in 63 bits. What the
///           pointer alone cannot tell is checked by the operators.
/// Cost      a view is a value of some 150 bytes; copying it copies no element.
template <class T>
class tensor_view {
    static_assert(detail::is_element<T>,
                  "lanewise: a tensor holds one of the twelve dtypes, or a 2-byte type with a lanewise::dtype_traits");
    static_assert(detail::has_size_of_dtype<T>(),
                  "lanewise: a type has the size of the dtype that its dtype_traits name");

public:
    using element_type = T;                 ///< const where the elements can only be read
    using value_type = std::remove_cv_t<T>; ///< never const

    /// Elements in row-major order.
    template <pointer_to<T> P>
    LANEWISE_KEYED tensor_view(P&& data, const lanewise::extents& shape)
        : data_(data), extents_(one_by_one(shape)), strides_(lanewise::strides::row_major(shape)) {}

    /// Elements in any layout; `data` is the element with index 0. Throws rank_out_of_range.
    template <pointer_to<T> P>
    LANEWISE_KEYED tensor_view(P&& data, const lanewise::extents& shape, const lanewise::strides& steps)
        : data_(data), extents_(one_by_one(shape)), strides_(one_by_one(steps)) {
        detail::require_same_rank(shape, steps);
    }

    /// No views, but a sentence.
    template <class Data, std::integral... Extent>
        requires(sizeof...(Extent) > 0)
    tensor_view(Data&&, Extent...) : tensor_view(nullptr, lanewise::extents{0}) {
        static_assert(!sizeof...(Extent), "lanewise: extents stand in braces: tensor_view(data, {rows, columns})");
    }
    template <pointer_to<T> P>
    explicit tensor_view(P&&) : tensor_view(nullptr, lanewise::extents{0}) {
        static_assert(!sizeof(P), "lanewise: a pointer has no shape: tensor_view(pointer, {rows, columns}) has one");
    }

    /// Row-major over the front of a contiguous range. Throws buffer_too_small.
    template <buffer_of<T> R>
    LANEWISE_KEYED tensor_view(R&& buffer, const lanewise::extents& shape)
        : tensor_view(buffer, shape, lanewise::strides::row_major(shape), 0) {}

    /// Any layout over a contiguous range; the element with index 0 is buffer[offset]. Throws buffer_too_small.
    template <buffer_of<T> R>
    LANEWISE_KEYED tensor_view(R&& buffer, const lanewise::extents& shape, const lanewise::strides& steps,
                               index_t offset = 0)
        : tensor_view(std::ranges::data(buffer), shape, steps) {
        detail::require_inside(static_cast<index_t>(std::ranges::size(buffer)), shape, steps, offset);
        if (!detail::is_empty(shape)) data_ += offset;
    }

    /// All of a tensor, of rank 1 for a vector: anything that views as a tensor of T. Throws why an object has no view.
    template <detail::viewable_as<T> V>
    LANEWISE_KEYED tensor_view(V&& object) : tensor_view(detail::require_view(object)) {}

    /// As of std::span, a view of a temporary that owns its elements is read-only, for a call's arguments.
    template <buffer_of<T> R>
        requires(detail::owning_range<R>)
    LANEWISE_KEYED tensor_view(R&& buffer LANEWISE_LIFETIMEBOUND, const lanewise::extents& shape)
        : tensor_view(buffer, shape, lanewise::strides::row_major(shape), 0) {
        detail::refuse_temporary<R, std::is_const_v<T>>();
    }
    template <buffer_of<T> R>
        requires(detail::owning_range<R>)
    LANEWISE_KEYED tensor_view(R&& buffer LANEWISE_LIFETIMEBOUND, const lanewise::extents& shape,
                               const lanewise::strides& steps, index_t offset = 0)
        : tensor_view(static_cast<R&>(buffer), shape, steps, offset) {
        detail::refuse_temporary<R, std::is_const_v<T>>();
    }
    template <detail::viewable_as<T> V>
        requires(!detail::lasting_view<V>)
    LANEWISE_KEYED tensor_view(V&& object LANEWISE_LIFETIMEBOUND) : tensor_view(detail::require_view(object)) {
        detail::refuse_temporary<V, std::is_const_v<T>>();
    }

    /// What may be written may be read.
    LANEWISE_KEYED operator tensor_view<const T>() const noexcept requires(!std::is_const_v<T>) {
        return tensor_view<const T>(data_, extents_, strides_);
    }

    /// The same with the dtype as a value; defined in any_view.hpp.
    LANEWISE_KEYED operator const_any_view() const noexcept;
    LANEWISE_KEYED operator any_tensor_view() const noexcept requires(!std::is_const_v<T>);

    LANEWISE_KEYED T* data() const noexcept { return data_; }            ///< the element with index 0
    LANEWISE_KEYED int rank() const noexcept { return extents_.rank(); } ///< the number of axes, 0 to 8
    /// The number of elements along an axis from 0 to rank() - 1: asserted unless NDEBUG is defined.
    LANEWISE_KEYED index_t extent(int axis) const noexcept { return extents_.extent(axis); }
    /// How many elements apart neighbours along an axis are; asserted likewise.
    LANEWISE_KEYED index_t stride(int axis) const noexcept { return strides_.stride(axis); }
    LANEWISE_KEYED index_t size() const { return extents_.size(); } ///< the number of elements; throws size_overflow
    LANEWISE_KEYED const lanewise::extents& extents() const noexcept { return extents_; } ///< of all axes
    LANEWISE_KEYED const lanewise::strides& strides() const noexcept { return strides_; } ///< of all axes, in elements

    /// The element at an index, which must have as many numbers as the view has axes and lie inside it: asserted unless
    /// NDEBUG is defined.
    template <std::convertible_to<index_t>... Index>
    LANEWISE_KEYED T& operator()(Index... index) const noexcept {
        static_assert((detail::is_axis_number<Index> && ...), "lanewise: an index is of integers");
        assert(sizeof...(Index) == static_cast<std::size_t>(rank()) && "lanewise: as many numbers as axes");
        int axis = 0;
        index_t offset = 0;
        [[maybe_unused]] const auto add = [&](index_t i) { // unused at rank 0
            assert(i >= 0 && i < extents_[axis] && "lanewise: an index inside the view");
            offset += i * strides_[axis++];
        };
        (add(static_cast<index_t>(index)), ...);
        return data_[offset];
    }

private:
    /// To be copied so: numbers that have just been written one by one cannot be read as a vector before all of them have
    /// reached the cache (a view of a pointer: 9 -> 5 ns).
    LANEWISE_KEYED static std::span<const index_t> one_by_one(const detail::axis_values& v) noexcept {
        return {v.begin(), v.end()};
    }

    T* data_;
    lanewise::extents extents_;
    lanewise::strides strides_;
};

/// Of constructors that make no views, but say so.
// clang-format off
template <class P>
    requires(std::is_pointer_v<std::remove_cvref_t<P>>)
tensor_view(P&&) -> tensor_view<std::remove_pointer_t<std::remove_cvref_t<P>>>;
template <class Data, std::integral... Extent>
    requires(sizeof...(Extent) > 0)
tensor_view(Data&&, Extent...) -> tensor_view<float>;
// clang-format on

/// The element type of a view that is made without naming one.
template <class T>
tensor_view(T*, const extents&) -> tensor_view<T>;
template <class T>
tensor_view(T*, const extents&, const strides&) -> tensor_view<T>;
template <std::ranges::contiguous_range R>
tensor_view(R&&, const extents&) -> tensor_view<std::remove_reference_t<std::ranges::range_reference_t<R>>>;
template <std::ranges::contiguous_range R>
tensor_view(R&&, const extents&, const strides&, index_t = 0)
    -> tensor_view<std::remove_reference_t<std::ranges::range_reference_t<R>>>;
template <viewable V>
tensor_view(V&&) -> tensor_view<detail::view_element_t<V>>;

template <class T>
struct view_adapter<tensor_view<T>> {
    LANEWISE_KEYED static tensor_view<T> view(const tensor_view<T>& v) noexcept { return v; }
};

namespace detail {

/// Never called: what it would take is a tensor or derived from one.
template <class T>
void take_tensor(const tensor<T>&);

template <class R>
concept a_tensor = requires(const R& r) {
    take_tensor(r);
};

/// A contiguous range of elements that has no other shape and is no list of axes.
template <class R>
concept element_range = std::ranges::contiguous_range<R&> && std::ranges::sized_range<R&> &&
                        element<std::ranges::range_value_t<R&>> && !std::derived_from<R, axis_values> &&
                        !a_tensor<R>;

} // namespace detail

/// A contiguous range of elements is a tensor of rank 1: std::vector, std::array, std::span, an array. Not a list of axes.
template <class R>
    requires(detail::element_range<R>)
struct view_adapter<R> {
    static constexpr bool owns = !std::ranges::borrowed_range<R>;

    template <class Range>
    LANEWISE_KEYED static auto view(Range& range) noexcept {
        return tensor_view(std::ranges::data(range), {std::ranges::size(range)});
    }
};

} // namespace lanewise
