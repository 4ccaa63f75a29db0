#pragma once

/// How DirectML's descriptions are read and checked, and how its operators run.

#include "../../options.hpp"
#include "directml_desc.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// What a result of type View is made from: a const void* where it only reads.
template <class View>
using data_for = std::conditional_t<elements_of<View>().writes, void*, const void*>;

template <class Desc>
status read_directml(const char* function, const Desc& desc, const void* data, wanted_elements wanted,
                     const_any_view& result) noexcept {
    if (!directml::to_dtype(desc.DataType, result.type)) {
        return field_status(status_code::unsupported_dtype, function, "DataType", number_of(desc.DataType),
                            "none of DML_TENSOR_DATA_TYPE_FLOAT32 = 1 to ..._INT64 =", 11);
    }
    if (const status s = check_wanted(function, result.type, wanted); !s) return s;
    const auto rank = static_cast<index_t>(desc.DimensionCount);
    if (rank < 1 || rank > max_rank) {
        return rank_status(function, "DimensionCount", rank, 1);
    }
    if (desc.Sizes == nullptr) return null_status(function, "Sizes", "DimensionCount", rank);
    for (int i = 0; i < rank; ++i) {
        const auto size = static_cast<index_t>(desc.Sizes[i]);
        if (size < 1) return field_status(status_code::unsupported_tensor, function, "Sizes", size, "less than", 1, i);
        const index_t stride = desc.Strides == nullptr ? 0 : static_cast<index_t>(desc.Strides[i]);
        if (stride < 0) {
            return field_status(status_code::unsupported_tensor, function, "Strides", stride, "less than", 0, i);
        }
    }
    if (const status s = try_shape(function, desc.Sizes, static_cast<int>(rank), result.extents); !s) return s;
    result.strides = strides_or_packed(desc.Strides, result.extents);
    result.data = data;

    const index_t element_bytes = size_bytes(result.type);
    index_t first = 0;
    index_t last = 0;
    index_t bytes = 0;
    if (!offset_range(result.extents, result.strides, first, last) || __builtin_add_overflow(last, 1, &bytes) ||
        __builtin_mul_overflow(bytes, element_bytes, &bytes) || __builtin_add_overflow(bytes, 3, &bytes)) {
        return status(
            status_facts{.code = status_code::size_overflow, .function = function, .subject = "the number of bytes"});
    }
    bytes = bytes / 4 * 4;
    if (static_cast<std::uint64_t>(desc.TotalTensorSizeInBytes) < static_cast<std::uint64_t>(bytes)) {
        return field_status(status_code::buffer_too_small, function, "TotalTensorSizeInBytes",
                            static_cast<index_t>(desc.TotalTensorSizeInBytes), "less than the needed", bytes);
    }
    const auto guaranteed = static_cast<index_t>(desc.GuaranteedBaseOffsetAlignment);
    if (guaranteed != 0 && (guaranteed < element_bytes || (guaranteed & (guaranteed - 1)) != 0)) {
        return field_status(status_code::unsupported_tensor, function, "GuaranteedBaseOffsetAlignment", guaranteed,
                            "neither 0 nor a power of two of at least", element_bytes);
    }
    return check_address(function, result, guaranteed > element_bytes ? guaranteed : element_bytes);
}

/// The tensor that a DML_TENSOR_DESC describes, named for the sentence.
template <class Buffer, class View>
status read_directml_tensor(const char* name, const auto* tensor, data_for<View> data, View& result) noexcept {
    constexpr index_t buffer_type = 1; // DML_TENSOR_TYPE_BUFFER
    if (tensor == nullptr) {
        return predicate_status(status_code::unsupported_tensor, name, "the description", "is null");
    }
    if (number_of(tensor->Type) != buffer_type) {
        return field_status(status_code::unsupported_tensor, name, "Type", number_of(tensor->Type),
                            "not DML_TENSOR_TYPE_BUFFER =", buffer_type);
    }
    const void* const address = tensor->Desc;
    if (address == nullptr) {
        return predicate_status(status_code::unsupported_tensor, name, "Desc", "is null");
    }
    const_any_view v{};
    status read;
    if constexpr (std::same_as<Buffer, directml::buffer_tensor_desc>) {
        Buffer buffer; // a copy: the object there has another type
        __builtin_memcpy(&buffer, address, sizeof buffer);
        read = read_directml(name, buffer, data, elements_of<View>(), v);
    } else {
        read = read_directml(name, *static_cast<const Buffer*>(address), data, elements_of<View>(), v);
    }
    if (read) hand_over(v, result);
    return read;
}

/// DirectML wants the DataTypes of some tensors to be the same.
inline status check_same_type(const char* name, dtype type, dtype out_type) noexcept {
    if (type == out_type) return {};
    return status(status_facts{.code = status_code::unsupported_dtype,
                               .types = {type, out_type},
                               .function = "directml",
                               .subject = name,
                               .other = "OutputTensor",
                               .relation = "not"});
}

template <class Buffer, class Desc>
status run_directml_difference(const Desc& desc, const void* a, const void* b, void* out,
                               const auto& operation) noexcept {
    const_any_view a_view{};
    const_any_view b_view{};
    any_tensor_view out_view{};
    if (const status s = read_directml_tensor<Buffer>("directml: ATensor", desc.ATensor, a, a_view); !s) return s;
    if (const status s = read_directml_tensor<Buffer>("directml: BTensor", desc.BTensor, b, b_view); !s) return s;
    if (const status s = read_directml_tensor<Buffer>("directml: OutputTensor", desc.OutputTensor, out, out_view); !s) {
        return s;
    }
    if (const status s = check_same_type("ATensor", a_view.type, out_view.type); !s) return s;
    if (const status s = check_same_type("BTensor", b_view.type, out_view.type); !s) return s;
    return operation(a_view, b_view, out_view, options{.broadcast = broadcast_rule::none()});
}

template <class Buffer, class Options, class Desc>
status run_directml_pow(const Desc& desc, const void* input, const void* exponent, void* output) noexcept {
    const_any_view x{};
    const_any_view y{};
    any_tensor_view out{};
    Options chosen{};
    if (const status s = read_directml_tensor<Buffer>("directml: InputTensor", desc.InputTensor, input, x); !s) {
        return s;
    }
    if constexpr (directml::pow_desc<Desc>) {
        const status s = read_directml_tensor<Buffer>("directml: ExponentTensor", desc.ExponentTensor, exponent, y);
        if (!s) return s;
        chosen.broadcast = broadcast_rule::none();
    } else {
        y = const_any_view{dtype::float32, &desc.Exponent, {}, {}};
    }
    if (const status s = read_directml_tensor<Buffer>("directml: OutputTensor", desc.OutputTensor, output, out); !s) {
        return s;
    }
    if (const status s = check_same_type("InputTensor", x.type, out.type); !s) return s;
    if (desc.ScaleBias != nullptr) {
        chosen.scale_bias =
            scale_bias{static_cast<double>(desc.ScaleBias->Scale), static_cast<double>(desc.ScaleBias->Bias)};
    }
    const auto call = [](const auto&... arguments) {
        static_assert(
            requires { try_pow(arguments...); },
            "lanewise: include <lanewise/dynamic.hpp> to run DirectML's operators");
        return try_pow(arguments...);
    };
    return call(x, y, out, chosen);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
