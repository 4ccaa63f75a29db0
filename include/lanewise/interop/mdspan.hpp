#pragma once

/// The mdspan of std and that of Kokkos as operands, without including either: any class with their members will do.
///
///     std::mdspan<float, std::dextents<int, 2>> m(data, 480, 640);
///     lanewise::subtract(m, 1.0f, m);
///     lanewise::tensor_view<float> v = lanewise::from_mdspan(m);

#include "../detail/interop/foreign.hpp"

#include <utility>

namespace lanewise {

/// A class with mdspan's members whose data_handle() is a pointer to the elements themselves: accessors that hand out
/// something else than T& (scaled, conjugated, atomic) are no operands.
template <class M>
concept mdspan_like = requires(const M& m) {
    typename M::extents_type;
    typename M::accessor_type;
    requires element<typename M::element_type>;
    requires std::same_as<typename M::reference, typename M::element_type&>;
    requires std::same_as < std::remove_cvref_t<decltype(m.data_handle())>,
    typename M::element_type* > ;
    { M::rank() } -> std::convertible_to<std::size_t>;
    { m.extent(M::rank()) } -> std::convertible_to<index_t>;
    { m.stride(M::rank()) } -> std::convertible_to<index_t>;
    { m.is_strided() } -> std::convertible_to<bool>;
};

namespace detail::inline LANEWISE_ISA {
template <class M>
status check_mdspan(const M& m) noexcept;
template <class M>
tensor_view<typename M::element_type> view_mdspan(const M& m) noexcept;
} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// An mdspan as a view: the same elements, extents and strides. `result` is written only when all is well.
///
/// Shapes    rank 0-8 (more does not compile); extents and strides, static or not, are the mdspan's.
/// Dtype     element_type, const or not, has one of the twelve dtypes (with half.hpp also _Float16, ...).
/// Errors    unsupported_tensor   the layout is not strided (is_strided() is false at run time)
///           negative_extent, size_overflow   extents that do not fit in 63 bits
///           Null data and alignment are the operators' to check.
/// Cost      no heap allocation; copies no element.
/// Source    ISO C++23 [views.multidim]; github.com/kokkos/mdspan. Held by tests/interop/mdspan.test.cpp and
///           tests/interop/std_mdspan.cpp.
template <mdspan_like M>
status try_from_mdspan(const M& m, tensor_view<typename M::element_type>& result) noexcept {
    const status checked = detail::check_mdspan(m);
    if (checked) result = detail::view_mdspan(m);
    return checked;
}

/// The same, throwing `error`.
template <mdspan_like M>
tensor_view<typename M::element_type> from_mdspan(const M& m) {
    detail::require(detail::check_mdspan(m));
    return detail::view_mdspan(m);
}

} // namespace LANEWISE_ISA

/// An mdspan is an operand wherever a tensor_view is one.
template <mdspan_like M>
struct view_adapter<M> {
    /// What try_from_mdspan would say. The view of an mdspan that does not pass is no view of its elements.
    LANEWISE_KEYED static status check(const M& m) noexcept { return detail::check_mdspan(m); }

    LANEWISE_KEYED static tensor_view<typename M::element_type> view(const M& m) { return from_mdspan(m); }
};

namespace detail::inline LANEWISE_ISA {

template <class M>
status check_mdspan(const M& m) noexcept {
    static_assert(M::rank() <= max_rank, "lanewise: an mdspan operand has at most 8 axes");
    if (!m.is_strided())
        return predicate_status(status_code::unsupported_tensor, "mdspan", "the layout", "is not strided");
    index_t shape[max_rank] = {};
    for (std::size_t i = 0; i < M::rank(); ++i) shape[i] = static_cast<index_t>(m.extent(i));
    extents made;
    return try_shape("mdspan", shape, static_cast<int>(M::rank()), made);
}

/// Where the element with all indices 0 is, which a layout may put anywhere (that of a reversed one is its last).
template <class M, std::size_t... Axis>
index_t first_of_mdspan(const M& m, bool empty, std::index_sequence<Axis...>) noexcept {
    if constexpr (requires { m.mapping()((Axis * 0)...); }) {
        if (!empty && m.data_handle() != nullptr) return static_cast<index_t>(m.mapping()((Axis * 0)...));
    }
    return 0;
}

/// For an mdspan that passed.
template <class M>
tensor_view<typename M::element_type> view_mdspan(const M& m) noexcept {
    index_t shape[max_rank] = {};
    index_t steps[max_rank] = {};
    if constexpr (M::rank() > 0) { // std::mdspan has no stride() without axes
        for (std::size_t i = 0; i < M::rank(); ++i) {
            shape[i] = static_cast<index_t>(m.extent(i));
            steps[i] = static_cast<index_t>(m.stride(i));
        }
    }
    const extents all(std::span<const index_t>(shape, M::rank()));
    return {m.data_handle() + first_of_mdspan(m, is_empty(all), std::make_index_sequence<M::rank()>()), all,
            strides(std::span<const index_t>(steps, M::rank()))};
}

} // namespace detail::inline LANEWISE_ISA
} // namespace lanewise
