#pragma once

/// DirectML's descriptions as views and calls, without DirectML.h: structs with the same fields will do.
///
///     auto x = lanewise::from_directml<float>(buffer_desc, data);          // tensor_view<float>
///     static_assert(lanewise::directml::supports(lanewise::directml::operator_type::pow, DML_FEATURE_LEVEL_3_0,
///                                                lanewise::dtype::int8, 5));
///     lanewise::directml::subtract(operator_desc, a, b, out);              // with dynamic.hpp
///
/// The elements are in memory: a pointer stands where DirectML binds a buffer. Which structs will do is said by the
/// concepts of detail/interop/directml_desc.hpp: buffer_desc, difference_desc, pow_desc, constant_pow_desc.

#include "../detail/interop/directml_calls.hpp"
#include "../detail/interop/directml_support.hpp"

namespace lanewise {
namespace directml {
inline namespace LANEWISE_ISA {

/// Whether DirectML has the operator at a feature level for these tensors: its support tables, every row, and its
/// constraints on data types. (lanewise itself computes more: every operator in all twelve dtypes, at every rank to 8.)
///
/// level     DML_FEATURE_LEVEL, feature_level or a number: 0x3000 is 3.0. A row holds from its level on.
/// types     dtypes or DML_TENSOR_DATA_TYPEs, of ATensor, BTensor, OutputTensor or InputTensor, ExponentTensor,
///           OutputTensor. They must be the same (constant_pow has two); for pow, from 3.0 on, the exponent's may differ.
/// count     DimensionCount, which all three tensors share.
template <data_type Level, data_type Type>
constexpr bool supports(operator_type op, Level level, Type a, Type b, Type out, index_t dimension_count) noexcept {
    dtype types[3] = {};
    if (!to_dtype(a, types[0]) || !to_dtype(b, types[1]) || !to_dtype(out, types[2])) return false;
    return detail::directml_supports(op, detail::number_of(level), types[0], types[1], types[2], dimension_count);
}

/// The same for three tensors of one data type.
template <data_type Level, data_type Type>
constexpr bool supports(operator_type op, Level level, Type type, index_t dimension_count) noexcept {
    return supports(op, level, type, type, type, dimension_count);
}

} // namespace LANEWISE_ISA
} // namespace directml

inline namespace LANEWISE_ISA {

/// A DML_BUFFER_TENSOR_DESC and the address of its elements as `result`, which is a tensor_view<T>, an any_tensor_view
/// or a const_any_view, and is written only when all is well.
///
/// Shapes    DimensionCount 1-8, every size at least 1. Strides in elements, 0 to broadcast; null strides mean packed.
/// Dtype     DataType FLOAT32 (1) to INT64 (11); for a tensor_view<T>, exactly T's. Flags are not looked at.
/// Errors    in this order:
///           unsupported_dtype    DataType is none of those, or not T's
///           rank_out_of_range    DimensionCount
///           null_data            Sizes is null
///           unsupported_tensor   a size below 1, or a stride below 0: nothing lies before `data`
///           size_overflow        the element count or the tensor's bytes beyond 63 bits
///           buffer_too_small     TotalTensorSizeInBytes is less than the tensor needs, rounded up to 4 bytes
///           unsupported_tensor   GuaranteedBaseOffsetAlignment is neither 0 nor a power of two of at least the
///                                element size
///           null_data
///           misaligned_data      `data` is not a multiple of that alignment, or of the element size
/// Cost      a few dozen instructions; no heap allocation.
/// Source    DML_BUFFER_TENSOR_DESC; DMLCalcBufferTensorSize. Held by tests/interop/directml.test.cpp.
template <directml::buffer_desc Desc, detail::view_result View>
status try_from_directml(const Desc& desc, detail::data_for<View> data, View& result) noexcept {
    const_any_view v{};
    const status read = detail::read_directml("directml", desc, data, detail::elements_of<View>(), v);
    if (read) detail::hand_over(v, result);
    return read;
}

/// The same as a tensor_view<T>, throwing `error`.
template <element T, directml::buffer_desc Desc>
tensor_view<T> from_directml(const Desc& desc, detail::data_for<tensor_view<T>> data) {
    auto result = detail::unfilled<T>();
    detail::require(try_from_directml(desc, data, result));
    return result;
}

/// The same as an any_tensor_view, throwing `error`.
template <directml::buffer_desc Desc>
any_tensor_view any_from_directml(const Desc& desc, void* data) {
    any_tensor_view result{};
    detail::require(try_from_directml(desc, data, result));
    return result;
}

/// The same as a const_any_view, throwing `error`.
template <directml::buffer_desc Desc>
const_any_view const_any_from_directml(const Desc& desc, const void* data) {
    const_any_view result{};
    detail::require(try_from_directml(desc, data, result));
    return result;
}

} // namespace LANEWISE_ISA

namespace detail::inline LANEWISE_ISA {

template <class Desc, class View = const_any_view>
struct checked_dynamic {
    static constexpr bool is_included = requires(const View& v, const any_tensor_view& out) {
        try_subtract(v, v, out);
    };

    static_assert(is_included, "lanewise: include <lanewise/dynamic.hpp> to run DirectML's operators");
};

} // namespace detail::inline LANEWISE_ISA

namespace directml {
inline namespace LANEWISE_ISA {

/// lanewise::subtract on the tensors of a DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC. Needs <lanewise/dynamic.hpp>.
///
/// Tensors   described by DML_TENSOR_DESCs of type BUFFER; each Desc points to a Buffer, by default
///           DML_BUFFER_TENSOR_DESC as it lies in memory. `a`, `b` and `out` are the addresses of their elements.
/// Shapes    the same Sizes for all three; strides of 0 broadcast.
/// Dtype     the same DataType for all three, any of DirectML's eleven. Whether DirectML itself has the operator for
///           them is for supports() to say.
/// Aliasing  out may be a or b, in place; other overlaps are refused.
/// Errors    refused before anything is written: unsupported_tensor for a missing description or another Type, then
///           those of try_from_directml for one tensor after the other, unsupported_dtype where their DataTypes differ,
///           then the operator's. Integers wrap.
template <buffer_desc Buffer = buffer_tensor_desc, difference_desc Desc>
status try_subtract(const Desc& desc, const void* a, const void* b, void* out) noexcept {
    if constexpr (detail::checked_dynamic<Desc>::is_included) {
        return detail::run_directml_difference<Buffer>(
            desc, a, b, out, [](const auto&... arguments) { return try_subtract(arguments...); });
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <buffer_desc Buffer = buffer_tensor_desc, difference_desc Desc>
void subtract(const Desc& desc, const void* a, const void* b, void* out) {
    detail::require(directml::try_subtract<Buffer>(desc, a, b, out));
}

/// lanewise::difference_square on the tensors of a DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC; the rest as above.
template <buffer_desc Buffer = buffer_tensor_desc, difference_desc Desc>
status try_difference_square(const Desc& desc, const void* a, const void* b, void* out) noexcept {
    if constexpr (detail::checked_dynamic<Desc>::is_included) {
        return detail::run_directml_difference<Buffer>(
            desc, a, b, out, [](const auto&... arguments) { return try_difference_square(arguments...); });
    } else {
        return {};
    }
}

/// The same, throwing `error`.
template <buffer_desc Buffer = buffer_tensor_desc, difference_desc Desc>
void difference_square(const Desc& desc, const void* a, const void* b, void* out) {
    detail::require(directml::try_difference_square<Buffer>(desc, a, b, out));
}

/// lanewise::pow on the tensors of a DML_ELEMENT_WISE_POW_OPERATOR_DESC, with its ScaleBias unless that is null; the
/// rest as above, but the ExponentTensor may have a DataType of its own.
template <buffer_desc Buffer = buffer_tensor_desc, pow_desc Desc>
status try_pow(const Desc& desc, const void* input, const void* exponent, void* output) noexcept {
    return detail::run_directml_pow<Buffer, pow_options>(desc, input, exponent, output);
}

/// The same, throwing `error`.
template <buffer_desc Buffer = buffer_tensor_desc, pow_desc Desc>
void pow(const Desc& desc, const void* input, const void* exponent, void* output) {
    detail::require(directml::try_pow<Buffer>(desc, input, exponent, output));
}

/// lanewise::pow with the one exponent of a DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC, a float32; the rest as above.
template <buffer_desc Buffer = buffer_tensor_desc, constant_pow_desc Desc>
status try_pow(const Desc& desc, const void* input, void* output) noexcept {
    return detail::run_directml_pow<Buffer, pow_options>(desc, input, nullptr, output);
}

/// The same, throwing `error`.
template <buffer_desc Buffer = buffer_tensor_desc, constant_pow_desc Desc>
void pow(const Desc& desc, const void* input, void* output) {
    detail::require(directml::try_pow<Buffer>(desc, input, output));
}

} // namespace LANEWISE_ISA
} // namespace directml
} // namespace lanewise
