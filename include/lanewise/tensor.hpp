#pragma once

/// A tensor that owns its elements.

#include "float16.hpp"
#include "tensor_view.hpp"

#include <new>

namespace lanewise {
namespace detail {

/// Elements of T in braces: a number, or a list of lists of one shape.
template <class T>
class nested_values {
public:
    /// A number: rounded once where T is floating; an integer T takes integers that it has (scalar_out_of_range).
    template <scalar S>
    LANEWISE_KEYED nested_values(S value) {
        static_assert(is_floating(dtype_of<T>) || std::integral<S>, "lanewise: a tensor of integers takes integers");
        if constexpr (is_floating(dtype_of<T>)) {
            value_ = __builtin_bit_cast(T, static_cast<storage_t<dtype_of<T>>>(own_value(value)));
        } else if constexpr (std::integral<S>) {
            if (!__builtin_add_overflow(value, S{0}, &value_)) return;
            require(
                status(status_facts{.code = status_code::scalar_out_of_range,
                                    .types = {dtype_of<T>},
                                    .function = "tensor",
                                    .subject = "a value",
                                    .more = {.element = {.values = {{std::is_signed_v<S> ? dtype::int64 : dtype::uint64,
                                                                     static_cast<std::uint64_t>(value)}}}}}));
        }
    }

    LANEWISE_KEYED nested_values(std::initializer_list<nested_values> list) noexcept : is_list_(true), list_(list) {}

    /// The extents of a list, as its first elements tell them. Throws rank_out_of_range.
    LANEWISE_KEYED extents shape() const {
        index_t extent[max_rank + 1] = {};
        std::size_t rank = 0;
        for (const nested_values* v = this; v->is_list_ && rank <= max_rank; v = v->list_.begin()) {
            extent[rank++] = static_cast<index_t>(v->list_.size());
            if (v->list_.size() == 0) break;
        }
        return extents(std::span<const index_t>(extent, rank));
    }

    /// Writes the elements in order from `to`, and returns where the next would be. Throws shape_mismatch where a list has not
    /// the extent that `shape` has along its axis, or a number stands in place of a list.
    LANEWISE_KEYED T* store(T* to, const extents& shape, int axis = 0) const {
        if (is_list_ != (axis < shape.rank())) {
            clash(-1, is_list_ ? axis + 1 : axis, shape.rank());
        } else if (!is_list_) {
            *to++ = value_;
        } else if (const auto extent = static_cast<index_t>(list_.size()); extent != shape[axis]) {
            clash(axis, extent, shape[axis]);
        } else {
            for (const nested_values& v : list_) to = v.store(to, shape, axis + 1);
        }
        return to;
    }

private:
    LANEWISE_KEYED static void clash(int axis, index_t found, index_t first) {
        require(status(status_facts{.code = status_code::shape_mismatch,
                                    .axis = static_cast<std::int8_t>(axis),
                                    .function = "tensor",
                                    .subject = "a list of values",
                                    .other = "the first one",
                                    .numbers = {found, first}}));
    }

    T value_{};
    bool is_list_ = false;
    std::initializer_list<nested_values> list_;
};

} // namespace detail

/// Row-major elements of type T, aligned to a cache line; copied deeply, moved cheaply.
///
/// Errors    the constructor throws size_overflow where the elements do not fit in 63 bits of bytes, and std::bad_alloc.
/// Views     converts to tensor_view<T>, and to tensor_view<const T> where it is const; every operand may be a tensor.
template <class T>
class tensor {
public:
    using element_type = T; ///< as of a tensor_view
    using value_type = T;   ///< as of a container

    /// One cache line, and the widest SIMD register.
    static constexpr std::size_t alignment = 64;

    /// A tensor of zeros.
    LANEWISE_KEYED explicit tensor(const lanewise::extents& shape)
        : size_(shape.size()), extents_(shape), strides_(lanewise::strides::row_major(shape)) {
        index_t bytes = 0;
        if (__builtin_mul_overflow(size_, static_cast<index_t>(sizeof(T)), &bytes)) {
            detail::require(status(detail::status_facts{
                .code = status_code::size_overflow, .function = "tensor", .subject = "the number of bytes"}));
        }
        if (bytes <= 0) return; // 0, but g++ -O3 would warn of negative ones
        data_ = static_cast<T*>(::operator new (static_cast<std::size_t>(bytes), std::align_val_t{alignment}));
        __builtin_memset(static_cast<void*>(data_), 0, static_cast<std::size_t>(bytes));
    }

    /// A tensor of the values in nested braces: `tensor<float>::of({{1, 2, 3}, {4, 5, 6}})` has extents {2, 3}. Throws
    /// shape_mismatch where they have no common shape, scalar_out_of_range where T does not have one of them.
    LANEWISE_KEYED static tensor of(std::initializer_list<detail::nested_values<T>> values) {
        const detail::nested_values<T> all(values);
        tensor result(all.shape());
        all.store(result.data_, result.extents_);
        return result;
    }

    /// A deep copy. Throws std::bad_alloc.
    LANEWISE_KEYED tensor(const tensor& other) : tensor(other.extents_) {
        if (size_ != 0)
            __builtin_memcpy(static_cast<void*>(data_), other.data_, static_cast<std::size_t>(size_) * sizeof(T));
    }

    /// The source is left empty, with one axis of extent 0.
    LANEWISE_KEYED tensor(tensor&& other) noexcept : extents_{0}, strides_{1} { swap(other); }

    /// The argument is copied or moved as it is handed over.
    LANEWISE_KEYED tensor& operator=(tensor other) noexcept {
        swap(other);
        return *this;
    }

    LANEWISE_KEYED ~tensor() {
        if (data_ != nullptr) ::operator delete (data_, std::align_val_t{alignment});
    }

    /// The element with index 0; null where there is none.
    LANEWISE_KEYED T* data() noexcept { return data_; }
    LANEWISE_KEYED const T* data() const noexcept { return data_; }
    LANEWISE_KEYED int rank() const noexcept { return extents_.rank(); } ///< the number of axes, 0 to 8
    /// The number of elements along an axis from 0 to rank() - 1: asserted unless NDEBUG is defined.
    LANEWISE_KEYED index_t extent(int axis) const noexcept { return extents_.extent(axis); }
    /// How many elements apart neighbours along an axis are; asserted likewise.
    LANEWISE_KEYED index_t stride(int axis) const noexcept { return strides_.stride(axis); }
    LANEWISE_KEYED index_t size() const noexcept { return size_; }                        ///< the number of elements
    LANEWISE_KEYED const lanewise::extents& extents() const noexcept { return extents_; } ///< of all axes
    LANEWISE_KEYED const lanewise::strides& strides() const noexcept { return strides_; } ///< of all axes: row-major

    /// The elements in row-major order, for range-for and the algorithms.
    LANEWISE_KEYED T* begin() noexcept { return data_; }
    LANEWISE_KEYED T* end() noexcept { return data_ + size_; }
    LANEWISE_KEYED const T* begin() const noexcept { return data_; }
    LANEWISE_KEYED const T* end() const noexcept { return data_ + size_; }

    /// All elements, for as long as the tensor lives.
    LANEWISE_KEYED tensor_view<T> view() & noexcept LANEWISE_LIFETIMEBOUND { return {data_, extents_, strides_}; }
    LANEWISE_KEYED tensor_view<const T> view() const& noexcept LANEWISE_LIFETIMEBOUND {
        return {data_, extents_, strides_};
    }
    void view() const&& = delete; // of a temporary, whose elements would be gone

    /// The element at an index, as of a tensor_view.
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

    // Last: clang++ drops what follows, and complains that it is missing.
    static_assert(detail::is_element<T> && !std::is_const_v<T>,
                  "lanewise: a tensor holds one of the twelve dtypes, or a 2-byte type with a lanewise::dtype_traits");
    static_assert(detail::has_size_of_dtype<T>(),
                  "lanewise: a type has the size of the dtype that its dtype_traits name");
};

/// A tensor, or what is derived from one.
template <detail::a_tensor V>
struct view_adapter<V> {
    static constexpr bool owns = true;

    template <class T>
    LANEWISE_KEYED static tensor_view<T> view(tensor<T>& t) noexcept {
        return t.view();
    }
    template <class T>
    LANEWISE_KEYED static tensor_view<const T> view(const tensor<T>& t) noexcept {
        return t.view();
    }
};

} // namespace lanewise
