#pragma once

/// A tensor that owns its elements, of a dtype known at run time.

#include "any_view.hpp"

#include <new>

namespace lanewise {

/// Row-major elements, aligned to a cache line; copied deeply, moved cheaply.
///
///     any_tensor difference = subtract(a, b);                  // dynamic.hpp
///     tensor_view<float> floats = difference.as<float>();      // if that is their dtype
///
/// Errors    the constructor throws unsupported_dtype for a dtype outside the enumeration, size_overflow where the
///           elements do not fit in 63 bits of bytes, and std::bad_alloc.
/// Views     converts to any_tensor_view, and to const_any_view where it is const; wherever these are operands, it is
///           one.
class any_tensor {
public:
    /// One cache line, and the widest SIMD register.
    static constexpr std::size_t alignment = 64;

    /// A tensor of zeros.
    LANEWISE_KEYED any_tensor(dtype type, const lanewise::extents& shape)
        : view_{type, nullptr, shape, lanewise::strides::row_major(shape)} {
        detail::require(detail::check_any_view("any_tensor", "", "the tensor", view_));
        index_t size = 0;
        if (!shape.try_size(size) || __builtin_mul_overflow(size, size_bytes(type), &bytes_)) {
            detail::refuse(status(detail::status_facts{
                .code = status_code::size_overflow, .function = "any_tensor", .subject = "the number of bytes"}));
        }
        if (bytes_ == 0) return;
        view_.data = ::operator new (static_cast<std::size_t>(bytes_), std::align_val_t{alignment});
        __builtin_memset(view_.data, 0, static_cast<std::size_t>(bytes_));
    }

    /// A deep copy. Throws std::bad_alloc.
    LANEWISE_KEYED any_tensor(const any_tensor& other) : any_tensor(other.view_.type, other.view_.extents) {
        if (bytes_ != 0) __builtin_memcpy(view_.data, other.view_.data, static_cast<std::size_t>(bytes_));
    }

    /// The source keeps its dtype and is left empty, with one axis of extent 0.
    LANEWISE_KEYED any_tensor(any_tensor&& other) noexcept : view_{other.view_.type, nullptr, {0}, {1}} { swap(other); }

    /// The argument is copied or moved as it is handed over.
    LANEWISE_KEYED any_tensor& operator=(any_tensor other) noexcept {
        swap(other);
        return *this;
    }

    LANEWISE_KEYED ~any_tensor() {
        if (view_.data != nullptr) ::operator delete (view_.data, std::align_val_t{alignment});
    }

    LANEWISE_KEYED dtype type() const noexcept { return view_.type; } ///< of all elements

    /// The element with index 0; null where there is none.
    LANEWISE_KEYED void* data() noexcept { return view_.data; }
    LANEWISE_KEYED const void* data() const noexcept { return view_.data; }
    LANEWISE_KEYED int rank() const noexcept { return view_.extents.rank(); } ///< the number of axes, 0 to 8
    /// The number of elements along an axis from 0 to rank() - 1: asserted unless NDEBUG is defined.
    LANEWISE_KEYED index_t extent(int axis) const noexcept { return view_.extents.extent(axis); }
    /// How many elements apart neighbours along an axis are; asserted likewise.
    LANEWISE_KEYED index_t stride(int axis) const noexcept { return view_.strides.stride(axis); }
    LANEWISE_KEYED index_t size() const noexcept { return bytes_ / size_bytes(view_.type); } ///< the number of elements
    LANEWISE_KEYED const lanewise::extents& extents() const noexcept { return view_.extents; } ///< of all axes
    /// Of all axes: row-major.
    LANEWISE_KEYED const lanewise::strides& strides() const noexcept { return view_.strides; }

    /// Of a temporary, for a call's arguments, a view can only be read.
    LANEWISE_KEYED operator any_tensor_view() & noexcept LANEWISE_LIFETIMEBOUND { return view_; }
    LANEWISE_KEYED operator const_any_view() const noexcept LANEWISE_LIFETIMEBOUND { return view_; }
    LANEWISE_KEYED any_tensor_view view() & noexcept LANEWISE_LIFETIMEBOUND { return view_; }
    LANEWISE_KEYED const_any_view view() const& noexcept LANEWISE_LIFETIMEBOUND { return view_; }
    void view() const&& = delete; // of a temporary, whose elements would be gone

    /// The elements as T, const or not. Throws unsupported_dtype where they have another dtype.
    template <element T>
        LANEWISE_KEYED tensor_view<T> as() & LANEWISE_LIFETIMEBOUND {
        return detail::typed_view<T>("as", view_);
    }
    template <element T>
    LANEWISE_KEYED tensor_view<const T> as() const& LANEWISE_LIFETIMEBOUND {
        return detail::typed_view<const T>("as", const_any_view(view_));
    }
    template <element T>
    LANEWISE_KEYED tensor_view<T> as() && {
        detail::refuse_temporary<T, !element<T>>();
        return as<T>();
    }

private:
    LANEWISE_KEYED void swap(any_tensor& other) noexcept {
        const any_tensor_view view = view_;
        const index_t bytes = bytes_;
        view_ = other.view_;
        bytes_ = other.bytes_;
        other.view_ = view;
        other.bytes_ = bytes;
    }

    any_tensor_view view_;
    index_t bytes_ = 0;
};

template <>
struct any_view_adapter<any_tensor> {
    static constexpr bool owns = true;

    LANEWISE_KEYED static status try_view(const any_tensor& t, const_any_view& result) noexcept {
        result = t;
        return {};
    }
    LANEWISE_KEYED static status try_view(any_tensor& t, any_tensor_view& result) noexcept {
        result = t.view();
        return {};
    }
};

} // namespace lanewise
