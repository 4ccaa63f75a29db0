#pragma once

/// DLPack and DirectML descriptions as a stranger may fill them in, and what must become of a single one, by the headers'
/// promises read line by line.

#include "call_case.hpp"
#include "choice_source.hpp"

#include "../examples/python/dlpack_structs.hpp"
#include "../interop/directml_structs.hpp"
#include "../support/reference.hpp"

namespace lanewise_test {

using lanewise_python::dl_tensor;
using dl_versioned = lanewise_python::dl_managed_versioned;

/// A description's facts once it is read: either why it is refused, or the view.
struct reading {
    status_code code = status_code::ok;
    dtype type = dtype::float32;
    std::vector<index_t> shape;
    std::vector<index_t> strides;
    std::uintptr_t data = 0;

    bool is_empty() const { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

    /// How far the elements lie before and behind the first, in bytes; false where that is beyond any memory.
    bool reaches(int128& low, int128& high) const {
        low = 0;
        high = size_of(type);
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] <= 1) continue;
            int128 reach = static_cast<int128>(shape[i] - 1) * strides[i];
            const int128 limit = static_cast<int128>(1) << 64;
            if (reach > limit || reach < -limit) return false;
            reach *= size_of(type);
            (reach < 0 ? low : high) += reach;
        }
        return true;
    }
};

/// Whether a count of elements fits in 63 bits; 0 if one extent is.
inline bool count_fits(const std::vector<index_t>& shape) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return true;
    index_t count = 1;
    for (const index_t extent : shape) {
        if (__builtin_mul_overflow(count, extent, &count)) return false;
    }
    return true;
}

inline reading refused(status_code code) {
    reading r;
    r.code = code;
    return r;
}

/// interop/dlpack.hpp, "Errors    in this order". `writes`: the result could be written through.
inline reading read_by_promise(const dl_versioned& t, bool writes) {
    const dl_tensor& d = t.dl_tensor;
    if (t.version.major != 1) return refused(status_code::unsupported_tensor);
    if (d.dtype.lanes != 1) return refused(status_code::unsupported_dtype);
    reading r;
    const auto is = [&](int code, int bits, dtype type) {
        if (d.dtype.code == code && d.dtype.bits == bits) r.type = type;
        return d.dtype.code == code && d.dtype.bits == bits;
    };
    const bool known = is(0, 8, dtype::int8) || is(0, 16, dtype::int16) || is(0, 32, dtype::int32) ||
                       is(0, 64, dtype::int64) || is(1, 8, dtype::uint8) || is(1, 16, dtype::uint16) ||
                       is(1, 32, dtype::uint32) || is(1, 64, dtype::uint64) || is(2, 16, dtype::float16) ||
                       is(2, 32, dtype::float32) || is(2, 64, dtype::float64) || is(4, 16, dtype::bfloat16);
    if (!known) return refused(status_code::unsupported_dtype);
    if (d.device.device_type != 1 || (writes && t.flags % 2 != 0)) return refused(status_code::unsupported_tensor);
    if (d.ndim < 0 || d.ndim > 8) return refused(status_code::rank_out_of_range);
    if (d.ndim > 0 && d.shape == nullptr) return refused(status_code::null_data);
    r.shape.assign(d.shape, d.shape + d.ndim);
    for (const index_t extent : r.shape) {
        if (extent < 0) return refused(status_code::negative_extent);
    }
    if (!count_fits(r.shape)) return refused(status_code::size_overflow);
    if (d.strides == nullptr) {
        r.strides = packed_strides(r.shape);
    } else {
        r.strides.assign(d.strides, d.strides + d.ndim);
    }
    r.data = reinterpret_cast<std::uintptr_t>(d.data);
    if (d.byte_offset >> 63 != 0) return refused(status_code::size_overflow);
    if (d.data != nullptr) r.data += d.byte_offset;
    if (r.is_empty()) return r;
    if (d.data == nullptr) return refused(status_code::null_data);
    if (r.data % static_cast<std::uintptr_t>(size_of(r.type)) != 0) return refused(status_code::misaligned_data);
    return r;
}

/// interop/directml.hpp, "Errors    in this order".
inline reading read_by_promise(const DML_BUFFER_TENSOR_DESC& d, const void* data) {
    constexpr dtype types[] = {dtype::float32, dtype::float16, dtype::uint32, dtype::uint16,
                               dtype::uint8,   dtype::int32,   dtype::int16,  dtype::int8,
                               dtype::float64, dtype::uint64,  dtype::int64};
    const int number = static_cast<int>(d.DataType);
    if (number < 1 || number > 11) return refused(status_code::unsupported_dtype);
    if (d.DimensionCount < 1 || d.DimensionCount > 8) return refused(status_code::rank_out_of_range);
    if (d.Sizes == nullptr) return refused(status_code::null_data);
    reading r;
    r.type = types[number - 1];
    r.shape.assign(d.Sizes, d.Sizes + d.DimensionCount);
    if (r.is_empty()) return refused(status_code::unsupported_tensor);
    if (!count_fits(r.shape)) return refused(status_code::size_overflow);
    if (d.Strides == nullptr) {
        r.strides = packed_strides(r.shape);
    } else {
        r.strides.assign(d.Strides, d.Strides + d.DimensionCount);
    }
    int128 low = 0;
    int128 high = 0;
    const bool fits = r.reaches(low, high);
    const int128 bytes = (high + 3) / 4 * 4;
    if (!fits || bytes > static_cast<int128>(std::numeric_limits<index_t>::max() / 4 * 4))
        return refused(status_code::size_overflow);
    if (static_cast<int128>(d.TotalTensorSizeInBytes) < bytes) return refused(status_code::buffer_too_small);
    const UINT guaranteed = d.GuaranteedBaseOffsetAlignment;
    if (guaranteed != 0 && (guaranteed < static_cast<UINT>(size_of(r.type)) || (guaranteed & (guaranteed - 1)) != 0))
        return refused(status_code::unsupported_tensor);
    r.data = reinterpret_cast<std::uintptr_t>(data);
    if (data == nullptr) return refused(status_code::null_data);
    if (r.data % std::max<std::uintptr_t>(guaranteed, static_cast<std::uintptr_t>(size_of(r.type))) != 0)
        return refused(status_code::misaligned_data);
    return r;
}

} // namespace lanewise_test
