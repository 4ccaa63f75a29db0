#pragma once

/// What the tensors of other libraries are checked for, whoever described them.
///
/// The order: dtype, shape, size, null, alignment. Errors name the field of the description: "dlpack: dtype.lanes is 4,
/// not 1".

#include "../../any_view.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// "function: field is number, relation limit"; the relation is "not", "less than", ...
constexpr status field_status(status_code code, const char* function, const char* field, index_t number,
                              const char* relation, index_t limit, int axis = -1) noexcept {
    return status(status_facts{.code = code,
                               .wording = status_wording::field_and_limit,
                               .axis = static_cast<std::int8_t>(axis),
                               .function = function,
                               .subject = field,
                               .relation = relation,
                               .numbers = {number, limit}});
}

/// "function: field is number, remark".
constexpr status value_status(status_code code, const char* function, const char* field, index_t number,
                              const char* remark) noexcept {
    return status(status_facts{.code = code,
                               .wording = status_wording::field,
                               .function = function,
                               .subject = field,
                               .relation = remark,
                               .numbers = {number, 0}});
}

/// "function: subject predicate".
constexpr status predicate_status(status_code code, const char* function, const char* subject,
                                  const char* predicate) noexcept {
    return status(status_facts{.code = code,
                               .wording = status_wording::predicate,
                               .function = function,
                               .subject = subject,
                               .relation = predicate});
}

/// A number of axes below `fewest` or above 8.
constexpr status rank_status(const char* function, const char* field, index_t rank, index_t fewest) noexcept {
    const bool few = rank < fewest;
    return field_status(status_code::rank_out_of_range, function, field, rank, few ? "less than" : "more than",
                        few ? fewest : max_rank);
}

/// No array of extents, although a field says that there are `rank`.
constexpr status null_status(const char* function, const char* array, const char* field, index_t rank) noexcept {
    return status(status_facts{
        .code = status_code::null_data, .function = function, .subject = array, .other = field, .numbers = {rank, 0}});
}

/// An enumeration's value or an integer, as a number for comparisons and sentences.
template <class Value>
    requires std::integral<Value> || std::is_enum_v<Value>
constexpr index_t number_of(Value value) noexcept {
    return static_cast<index_t>(value);
}

/// The extents; negative_extent, also for numbers beyond 63 bits, and size_overflow.
template <class Integer>
status try_shape(const char* function, const Integer* values, int rank, extents& result) noexcept {
    index_t shape[max_rank] = {};
    for (int i = 0; i < rank; ++i) {
        shape[i] = static_cast<index_t>(values[i]);
        if (shape[i] >= 0) continue;
        return status(status_facts{.code = status_code::negative_extent,
                                   .axis = static_cast<std::int8_t>(i),
                                   .function = function,
                                   .numbers = {shape[i], 0}});
    }
    // Whoever calls has checked the rank.
    static_cast<void>(extents::try_make(std::span<const index_t>(shape, static_cast<std::size_t>(rank)), result));
    index_t count = 0;
    if (!result.try_size(count)) {
        return status(status_facts{
            .code = status_code::size_overflow, .function = function, .subject = "the number of elements"});
    }
    return {};
}

/// Strides of `shape`, which try_shape has made; row-major where `values` is null.
template <class Integer>
strides strides_or_packed(const Integer* values, const extents& shape) noexcept {
    if (values == nullptr) return strides::row_major(shape); // cannot overflow: the element count fits
    index_t steps[max_rank] = {};
    for (int i = 0; i < shape.rank(); ++i) steps[i] = static_cast<index_t>(values[i]);
    return strides(std::span<const index_t>(steps, static_cast<std::size_t>(shape.rank())));
}

/// null_data and misaligned_data; an empty tensor may point anywhere. An alignment is a dtype's size at least, so not 0.
inline status check_address(const char* function, const const_any_view& v, index_t alignment) noexcept {
    index_t count = 0;
    static_cast<void>(v.extents.try_size(count));
    if (count == 0) return {};
    if (v.data == nullptr) {
        return status(status_facts{
            .code = status_code::null_data, .function = function, .subject = "the tensor", .numbers = {count, 0}});
    }
    const auto address = reinterpret_cast<std::uintptr_t>(v.data);
    const auto past = static_cast<index_t>(
        address % static_cast<std::uintptr_t>(alignment)); // NOLINT(clang-analyzer-core.DivideZero)
    if (past == 0) return {};
    return status(status_facts{.code = status_code::misaligned_data,
                               .types = {v.type},
                               .function = function,
                               .subject = "data",
                               .other = alignment > size_bytes(v.type) ? "the guaranteed alignment" : "",
                               .numbers = {past, alignment}});
}

/// Which elements a result can hold: one dtype, or any; and whether it writes them.
struct wanted_elements {
    bool any;
    dtype type;
    bool writes;
};

template <class View>
constexpr wanted_elements elements_of() noexcept {
    if constexpr (std::same_as<View, const_any_view> || std::same_as<View, any_tensor_view>) {
        return {true, {}, std::same_as<View, any_tensor_view>};
    } else {
        using T = typename View::element_type;
        return {false, dtype_of<T>, !std::is_const_v<T>};
    }
}

inline status check_wanted(const char* function, dtype type, wanted_elements wanted) noexcept {
    if (wanted.any || type == wanted.type) return {};
    return status(status_facts{.code = status_code::unsupported_dtype,
                               .types = {type, wanted.type},
                               .function = function,
                               .subject = "the tensor",
                               .other = "the view",
                               .relation = "not"});
}

/// Hands a checked view over in the form that was asked for.
inline void hand_over(const const_any_view& v, const_any_view& result) noexcept {
    result = v;
}

inline void hand_over(const const_any_view& v, any_tensor_view& result) noexcept {
    result = any_tensor_view{v.type, const_cast<void*>(v.data), v.extents, v.strides};
}

template <class T>
void hand_over(const const_any_view& v, tensor_view<T>& result) noexcept {
    result = tensor_view<T>(static_cast<T*>(const_cast<void*>(v.data)), v.extents, v.strides);
}

/// A view that checks will fill.
template <class T>
tensor_view<T> unfilled() {
    return tensor_view<T>(nullptr, extents{}, strides{});
}

/// A result that the try_ functions of interop/ fill.
template <class V>
inline constexpr bool is_result = std::same_as<V, const_any_view> || std::same_as<V, any_tensor_view>;

template <class T>
inline constexpr bool is_result<tensor_view<T>> = true;

template <class V>
concept view_result = is_result<V>;

} // namespace lanewise::detail::inline LANEWISE_ISA
