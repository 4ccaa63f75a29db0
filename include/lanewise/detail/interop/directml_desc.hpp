#pragma once

/// The shapes of DirectML's descriptions and the names of its values.

#include "foreign.hpp"

namespace lanewise::directml {

/// A struct with the fields of DML_BUFFER_TENSOR_DESC.
template <class Desc>
concept buffer_desc = requires(const Desc& d) {
    detail::number_of(d.DataType);
    d.Flags;
    { d.DimensionCount } -> std::convertible_to<index_t>;
    { *d.Sizes } -> std::convertible_to<index_t>;
    { *d.Strides } -> std::convertible_to<index_t>;
    { d.TotalTensorSizeInBytes } -> std::convertible_to<std::uint64_t>;
    { d.GuaranteedBaseOffsetAlignment } -> std::convertible_to<index_t>;
};

/// DML_BUFFER_TENSOR_DESC as it lies in memory; what DML_TENSOR_DESC::Desc points to.
struct buffer_tensor_desc {
    /// The field of that name in DirectML.
    std::int32_t DataType;
    std::uint32_t Flags;
    std::uint32_t DimensionCount;
    const std::uint32_t* Sizes;
    const std::uint32_t* Strides;
    std::uint64_t TotalTensorSizeInBytes;
    std::uint32_t GuaranteedBaseOffsetAlignment;
};

/// A pointer to a struct with the fields of DML_TENSOR_DESC: Type, and Desc, a const void*.
template <class Pointer>
concept tensor_desc_pointer = std::is_pointer_v<std::remove_cvref_t<Pointer>> && requires(Pointer p) {
    detail::number_of(p->Type);
    { p->Desc } -> std::convertible_to<const void*>;
};

/// A struct with the fields of DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC and
/// DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC.
template <class Desc>
concept difference_desc = requires(const Desc& d) {
    { d.ATensor } -> tensor_desc_pointer;
    { d.BTensor } -> tensor_desc_pointer;
    { d.OutputTensor } -> tensor_desc_pointer;
};

/// A struct with the fields that DML_ELEMENT_WISE_POW_OPERATOR_DESC and ..._CONSTANT_POW_... share.
template <class Desc>
concept any_pow_desc = requires(const Desc& d) {
    { d.InputTensor } -> tensor_desc_pointer;
    { d.OutputTensor } -> tensor_desc_pointer;
    { d.ScaleBias->Scale } -> std::convertible_to<double>;
    { d.ScaleBias->Bias } -> std::convertible_to<double>;
};

/// A struct with the fields of DML_ELEMENT_WISE_POW_OPERATOR_DESC.
template <class Desc>
concept pow_desc = any_pow_desc<Desc> && requires(const Desc& d) {
    { d.ExponentTensor } -> tensor_desc_pointer;
};

/// A struct with the fields of DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC.
template <class Desc>
concept constant_pow_desc = any_pow_desc<Desc> && requires(const Desc& d) {
    { d.Exponent } -> std::same_as<const float&>;
};

/// The operators of DirectML that lanewise has: DML_ELEMENT_WISE_SUBTRACT, ...
enum class operator_type : std::uint8_t { subtract, pow, difference_square, constant_pow };

/// The values of DML_FEATURE_LEVEL at which the support tables change.
enum class feature_level : std::int32_t {
    v1_0 = 0x1000,
    v2_1 = 0x2100,
    v3_0 = 0x3000,
    v3_1 = 0x3100,
    v4_1 = 0x4100,
    v5_1 = 0x5100
};

/// A dtype, or a value of DML_TENSOR_DATA_TYPE.
template <class Type>
concept data_type = std::is_enum_v<Type> || std::integral<Type>;

inline namespace LANEWISE_ISA {

/// The dtype of a DML_TENSOR_DATA_TYPE; false for UNKNOWN and for what lanewise does not have (UINT4, INT4).
constexpr bool to_dtype(data_type auto type, dtype& result) noexcept {
    using enum dtype;
    constexpr dtype types[11] = {float32, float16, uint32,  uint16, uint8, int32,
                                 int16,   int8,    float64, uint64, int64}; // from 1
    const index_t number = detail::number_of(type);
    if constexpr (std::same_as<decltype(type), dtype>) {
        result = type;
        return is_valid(type);
    } else {
        if (number < 1 || number > 11) return false;
        result = types[number - 1];
        return true;
    }
}

} // namespace LANEWISE_ISA
} // namespace lanewise::directml
