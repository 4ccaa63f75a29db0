#pragma once

/// A tensor that owns its elements.

#include "tensor_view.hpp"

#include <new>

namespace lanewise {

/// Row-major elements of type T, aligned to a cache line; copied deeply, moved cheaply.
///
/// Errors    the constructor throws size_overflow where the elements do not fit in 63 bits of bytes, and std::bad_alloc.
/// Views     converts to tensor_view<T>, and to tensor_view<const T> where it is const; every operand may be a tensor.
template <class T>
class tensor {
    static_assert(element<T> && !std::is_const_v<T>,
                  "lanewise: a tensor holds one of the twelve dtypes, or a 2-byte type with a lanewise::dtype_traits");

public:
    using element_type = T;
    using value_type = T;

    /// One cache line, and the widest SIMD register.
    static constexpr std::size_t alignment = 64;

    /// A tensor of zeros.
    LANEWISE_KEYED explicit tensor(const lanewise::extents& shape)
        : size_(shape.size()), extents_(shape), strides_(lanewise::strides::row_major(shape)) {
        index_t bytes = 0;
        if (__builtin_mul_overflow(size_, static_cast<index_t>(sizeof(T)), &bytes)) {
            detail::require(status(
                detail::status_facts{.code = status_code::size_overflow, .function = "tensor", .operand = "size"}));
        }
        if (size_ == 0) return;
        data_ = static_cast<T*>(::operator new (static_cast<std::size_t>(bytes), std::align_val_t{alignment}));
        __builtin_memset(static_cast<void*>(data_), 0, static_cast<std::size_t>(bytes));
    }

    LANEWISE_KEYED tensor(const tensor& other) : tensor(other.extents_) {
        if (size_ != 0)
            __builtin_memcpy(static_cast<void*>(data_), other.data_, static_cast<std::size_t>(size_) * sizeof(T));
    }

    /// The source is left empty, with one axis of extent 0.
    LANEWISE_KEYED tensor(tensor&& other) noexcept : extents_{0}, strides_{1} { swap(other); }

    LANEWISE_KEYED tensor& operator=(tensor other) noexcept {
        swap(other);
        return *this;
    }

    LANEWISE_KEYED ~tensor() {
        if (data_ != nullptr) ::operator delete (data_, std::align_val_t{alignment});
    }

    LANEWISE_KEYED T* data() noexcept { return data_; }
    LANEWISE_KEYED const T* data() const noexcept { return data_; }
    LANEWISE_KEYED int rank() const noexcept { return extents_.rank(); }
    LANEWISE_KEYED index_t extent(int axis) const noexcept { return extents_[axis]; }
    LANEWISE_KEYED index_t stride(int axis) const noexcept { return strides_[axis]; }
    LANEWISE_KEYED index_t size() const noexcept { return size_; }
    LANEWISE_KEYED const lanewise::extents& extents() const noexcept { return extents_; }
    LANEWISE_KEYED const lanewise::strides& strides() const noexcept { return strides_; }

    /// The elements in row-major order, for range-for and the algorithms.
    LANEWISE_KEYED T* begin() noexcept { return data_; }
    LANEWISE_KEYED T* end() noexcept { return data_ + size_; }
    LANEWISE_KEYED const T* begin() const noexcept { return data_; }
    LANEWISE_KEYED const T* end() const noexcept { return data_ + size_; }

    LANEWISE_KEYED operator tensor_view<T>() noexcept { return view(); }
    LANEWISE_KEYED operator tensor_view<const T>() const noexcept { return view(); }
    LANEWISE_KEYED tensor_view<T> view() noexcept { return {data_, extents_, strides_}; }
    LANEWISE_KEYED tensor_view<const T> view() const noexcept { return {data_, extents_, strides_}; }

    template <std::convertible_to<index_t>... Index>
    LANEWISE_KEYED T& operator()(Index... index) noexcept {
        return view()(index...);
    }
    template <std::convertible_to<index_t>... Index>
    LANEWISE_KEYED const T& operator()(Index... index) const noexcept {
        return view()(index...);
    }

private:
    LANEWISE_KEYED void swap(tensor& other) noexcept {
        exchange(data_, other.data_);
        exchange(size_, other.size_);
        exchange(extents_, other.extents_);
        exchange(strides_, other.strides_);
    }

    /// Not std::swap, whose symbol would not be keyed.
    template <class U>
    LANEWISE_KEYED static void exchange(U& a, U& b) noexcept {
        const U kept = a;
        a = b;
        b = kept;
    }

    T* data_ = nullptr;
    index_t size_ = 0;
    lanewise::extents extents_;
    lanewise::strides strides_;
};

template <class T>
struct view_adapter<tensor<T>> {
    static constexpr bool owns = true;

    LANEWISE_KEYED static tensor_view<T> view(tensor<T>& t) noexcept { return t; }
    LANEWISE_KEYED static tensor_view<const T> view(const tensor<T>& t) noexcept { return t; }
};

} // namespace lanewise
