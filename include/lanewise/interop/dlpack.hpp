#pragma once

/// DLPack tensors as views, without dlpack.h: anything that has DLTensor's fields will do.
///
///     DLManagedTensor* borrowed = ...;                              // from numpy.ndarray.__dlpack__, torch, jax, ...
///     auto x = lanewise::from_dlpack<const float>(*borrowed);       // tensor_view<const float>
///     auto y = lanewise::any_from_dlpack(*borrowed);                // any_tensor_view: the dtype stays a value
///     lanewise::subtract(*borrowed, *other, *result);               // with dynamic.hpp: they are operands as they are
///
/// A view borrows: call the deleter when the view is no longer needed, not before.

#include "../detail/interop/foreign.hpp"

namespace lanewise {

/// A struct with the fields of DLTensor: data, device {device_type}, ndim, dtype {code, bits, lanes}, shape, strides,
/// byte_offset.
template <class Tensor>
concept dlpack_tensor = requires(const Tensor& t) {
    { t.data } -> std::convertible_to<void*>;
    detail::number_of(t.device.device_type);
    { t.ndim } -> std::convertible_to<index_t>;
    detail::number_of(t.dtype.code);
    { t.dtype.bits } -> std::convertible_to<index_t>;
    { t.dtype.lanes } -> std::convertible_to<index_t>;
    { *t.shape } -> std::convertible_to<index_t>;
    { *t.strides } -> std::convertible_to<index_t>;
    { t.byte_offset } -> std::convertible_to<std::uint64_t>;
};

/// A struct with the fields of DLManagedTensor: dl_tensor, manager_ctx, deleter.
template <class Managed>
concept dlpack_managed = requires(const Managed& m) {
    requires dlpack_tensor<std::remove_cvref_t<decltype(m.dl_tensor)>>;
    m.manager_ctx;
    m.deleter;
};

/// A struct with the fields of DLManagedTensorVersioned: those, version {major} and flags.
template <class Managed>
concept dlpack_versioned = dlpack_managed<Managed> && requires(const Managed& m) {
    { m.version.major } -> std::convertible_to<index_t>;
    { m.flags } -> std::convertible_to<std::uint64_t>;
};

/// Any of the three.
template <class Object>
concept dlpack_object = dlpack_tensor<Object> || dlpack_managed<Object>;

namespace detail::inline LANEWISE_ISA {
template <class Object>
status read_dlpack(const Object& object, wanted_elements wanted, const_any_view& result) noexcept;
} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// A DLPack tensor as `result`, which is a tensor_view<T>, an any_tensor_view or a const_any_view, and is written only
/// when all is well.
///
/// Shapes    ndim 0-8. Strides count elements and may have any sign; null strides mean row-major. Strides of axes of
///           extent 1 mean nothing. A zero extent makes the tensor empty, and its data may be null.
/// Data      the first element lies byte_offset bytes after data.
/// Dtype     code 0 (int) and 1 (uint) with 8, 16, 32 or 64 bits, 2 (float) with 16, 32 or 64, 4 (bfloat) with 16; for
///           a tensor_view<T>, exactly T's.
/// Errors    in this order:
///           unsupported_tensor   a version.major other than 1 (nothing else of such a tensor may be read)
///           unsupported_dtype    lanes other than 1; a code and bits that are not listed above; not T's
///           unsupported_tensor   device_type other than 1, the CPU; READ_ONLY (flags bit 0) where `result` could be
///                                written through: a tensor_view of non-const T or an any_tensor_view
///           rank_out_of_range    ndim below 0 or above 8
///           null_data            shape is null and ndim > 0
///           negative_extent, size_overflow   the element count or byte_offset beyond 63 bits
///           null_data, misaligned_data   unless the tensor is empty
/// Cost      a few dozen instructions; no heap allocation.
/// Source    dlpack.h 0.6 to 1.x. Held by tests/interop/dlpack.test.cpp, and against NumPy by tests/interop/dlpack.py.
template <dlpack_object Object, detail::view_result View>
status try_from_dlpack(const Object& object, View& result) noexcept {
    const_any_view v{};
    const status read = detail::read_dlpack(object, detail::elements_of<View>(), v);
    if (read) detail::hand_over(v, result);
    return read;
}

/// A DLPack tensor as a tensor_view<T>; T is const for a tensor that may be READ_ONLY. Throws `error`.
template <element T, dlpack_object Object>
tensor_view<T> from_dlpack(const Object& object) {
    auto result = detail::unfilled<T>();
    detail::require(try_from_dlpack(object, result));
    return result;
}

/// A DLPack tensor as an any_tensor_view. Throws `error`.
template <dlpack_object Object>
any_tensor_view any_from_dlpack(const Object& object) {
    any_tensor_view result{};
    detail::require(try_from_dlpack(object, result));
    return result;
}

/// A DLPack tensor, READ_ONLY or not, as a const_any_view. Throws `error`.
template <dlpack_object Object>
const_any_view const_any_from_dlpack(const Object& object) {
    const_any_view result{};
    detail::require(try_from_dlpack(object, result));
    return result;
}

} // namespace LANEWISE_ISA

/// A DLPack tensor is an operand wherever a view with a dtype known at run time is one.
template <dlpack_object Object>
struct any_view_adapter<Object> {
    template <detail::view_result View>
    LANEWISE_KEYED static status try_view(const Object& object, View& result) noexcept {
        return try_from_dlpack(object, result);
    }
};

namespace detail::inline LANEWISE_ISA {

/// The dtype of a DLDataType's code and bits.
constexpr bool dlpack_dtype(index_t code, index_t bits, dtype& result) noexcept {
    constexpr index_t dl_int = 0;
    constexpr index_t dl_uint = 1;
    constexpr index_t dl_float = 2;
    constexpr index_t dl_bfloat = 4;
    for (int i = 0; i < dtype_count; ++i) {
        const auto type = static_cast<dtype>(i);
        const bool is_signed = facts_table[i].is_signed;
        const index_t its_code = type == dtype::bfloat16 ? dl_bfloat
                                 : is_floating(type)     ? dl_float
                                 : is_signed             ? dl_int
                                                         : dl_uint;
        if (code != its_code || bits != 8 * size_bytes(type)) continue;
        result = type;
        return true;
    }
    return false;
}

template <class Tensor>
status read_dltensor(const Tensor& tensor, bool read_only, index_t flags, wanted_elements wanted,
                     const_any_view& result) noexcept {
    constexpr const char* name = "dlpack";
    constexpr index_t dl_cpu = 1;
    const index_t lanes = static_cast<index_t>(tensor.dtype.lanes);
    const index_t code = number_of(tensor.dtype.code);
    const index_t bits = static_cast<index_t>(tensor.dtype.bits);
    const index_t device = number_of(tensor.device.device_type);
    const index_t rank = static_cast<index_t>(tensor.ndim);
    if (lanes != 1) return field_status(status_code::unsupported_dtype, name, "dtype.lanes", lanes, "not", 1);
    if (!dlpack_dtype(code, bits, result.type)) {
        return field_status(status_code::unsupported_dtype, name, "dtype.bits", bits,
                            "which makes none of the twelve dtypes with dtype.code", code);
    }
    if (const status s = check_wanted(name, result.type, wanted); !s) return s;
    if (device != dl_cpu) {
        return field_status(status_code::unsupported_tensor, name, "device_type", device, "not the CPU's", dl_cpu);
    }
    if (read_only && wanted.writes) {
        return value_status(status_code::unsupported_tensor, name, "flags", flags,
                            "which includes READ_ONLY: it can only be viewed as const");
    }
    if (rank < 0 || rank > max_rank) {
        return rank_status(name, "ndim", rank, 0);
    }
    if (rank > 0 && tensor.shape == nullptr) {
        return null_status(name, "shape", "ndim", rank);
    }
    if (const status s = try_shape(name, tensor.shape, static_cast<int>(rank), result.extents); !s) return s;
    result.strides = strides_or_packed(tensor.strides, result.extents);
    const auto offset = static_cast<std::uint64_t>(tensor.byte_offset);
    if (offset >> 63 != 0) {
        return status(status_facts{.code = status_code::size_overflow, .function = name, .subject = "byte_offset"});
    }
    result.data = tensor.data == nullptr ? nullptr : static_cast<const std::byte*>(tensor.data) + offset;
    return check_address(name, result, size_bytes(result.type));
}

template <class Object>
status read_dlpack(const Object& object, wanted_elements wanted, const_any_view& result) noexcept {
    if constexpr (dlpack_versioned<Object>) {
        const auto major = static_cast<index_t>(object.version.major);
        if (major != 1) {
            return field_status(status_code::unsupported_tensor, "dlpack", "version.major", major, "not", 1);
        }
        const bool read_only = (object.flags & 1u) != 0;
        return read_dltensor(object.dl_tensor, read_only, static_cast<index_t>(object.flags), wanted, result);
    } else if constexpr (dlpack_managed<Object>) {
        return read_dltensor(object.dl_tensor, false, 0, wanted, result);
    } else {
        return read_dltensor(object, false, 0, wanted, result);
    }
}

} // namespace detail::inline LANEWISE_ISA
} // namespace lanewise
