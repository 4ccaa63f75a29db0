#pragma once

/// The twelve element types, and which of them convert to which without loss.

#include "config.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace lanewise {

/// Counts, extents, strides (in elements) and axes: signed, 64 bits.
using index_t = std::ptrdiff_t;

/// The number of axes a view may have.
inline constexpr int max_rank = 8;

static_assert(sizeof(index_t) == 8, "lanewise computes element positions in 64 bits");

// clang-format off
/// The element types: how an element's bits are read.
enum class dtype : std::uint8_t {
    float16, bfloat16, float32, float64,
    int8, int16, int32, int64,
    uint8, uint16, uint32, uint64,
};
// clang-format on

inline constexpr int dtype_count = 12; ///< the number of dtypes

struct float16;
struct bfloat16;

/// Names the dtype of an element type: `static constexpr dtype value`.
///
/// Specialise it for a trivially copyable 2-byte type that holds the bits of float16 or bfloat16, and tensors of that
/// type become operands (`lanewise/interop/half.hpp` does so for the well-known ones).
template <class T>
struct dtype_traits {};

// clang-format off
template <> struct dtype_traits<float16> { static constexpr dtype value = dtype::float16; };
template <> struct dtype_traits<bfloat16> { static constexpr dtype value = dtype::bfloat16; };
template <> struct dtype_traits<float> { static constexpr dtype value = dtype::float32; };
template <> struct dtype_traits<double> { static constexpr dtype value = dtype::float64; };
template <> struct dtype_traits<signed char> { static constexpr dtype value = dtype::int8; };
template <> struct dtype_traits<short> { static constexpr dtype value = dtype::int16; };
template <> struct dtype_traits<int> { static constexpr dtype value = dtype::int32; };
template <> struct dtype_traits<long> { static constexpr dtype value = sizeof(long) == 8 ? dtype::int64 : dtype::int32; };
template <> struct dtype_traits<long long> { static constexpr dtype value = dtype::int64; };
template <> struct dtype_traits<unsigned char> { static constexpr dtype value = dtype::uint8; };
template <> struct dtype_traits<unsigned short> { static constexpr dtype value = dtype::uint16; };
template <> struct dtype_traits<unsigned> { static constexpr dtype value = dtype::uint32; };
template <> struct dtype_traits<unsigned long> { static constexpr dtype value = sizeof(long) == 8 ? dtype::uint64 : dtype::uint32; };
template <> struct dtype_traits<unsigned long long> { static constexpr dtype value = dtype::uint64; };
// clang-format on

/// A type that a tensor may hold: one of the twelve, or a 2-byte type with a dtype_traits of its own.
template <class T>
concept element = requires {
    { dtype_traits<std::remove_cv_t<T>>::value } -> std::convertible_to<dtype>;
};

namespace detail {

/// The same as a value, of which a compiler says less where it is false.
template <class T>
inline constexpr bool is_element = element<T>;

} // namespace detail

/// The dtype of an element type, const or not: dtype_of<float> is dtype::float32.
template <element T>
inline constexpr dtype dtype_of = dtype_traits<std::remove_cv_t<T>>::value;

/// A value that can stand for a tensor of rank 0: an element, or a plain number other than bool and long double.
template <class T>
concept scalar = element<T> ||(std::integral<T> && sizeof(T) <= 8 && !std::same_as<std::remove_cv_t<T>, bool>);

namespace detail {

/// What decides whether values convert without loss.
struct dtype_facts {
    const char* name;
    int size_bytes;
    int digits;        // significant bits, the sign of integers not counted
    int exponent_bits; // 0 for integers
    bool is_signed;
};

// clang-format off
inline constexpr dtype_facts facts_table[dtype_count] = {
    {"float16", 2, 11, 5, true}, {"bfloat16", 2, 8, 8, true}, {"float32", 4, 24, 8, true}, {"float64", 8, 53, 11, true},
    {"int8", 1, 7, 0, true},     {"int16", 2, 15, 0, true},   {"int32", 4, 31, 0, true},   {"int64", 8, 63, 0, true},
    {"uint8", 1, 8, 0, false},   {"uint16", 2, 16, 0, false}, {"uint32", 4, 32, 0, false}, {"uint64", 8, 64, 0, false},
};
// clang-format on

// clang-format off
template <dtype D> struct storage;
template <> struct storage<dtype::float16> { using type = float16; };
template <> struct storage<dtype::bfloat16> { using type = bfloat16; };
template <> struct storage<dtype::float32> { using type = float; };
template <> struct storage<dtype::float64> { using type = double; };
template <> struct storage<dtype::int8> { using type = std::int8_t; };
template <> struct storage<dtype::int16> { using type = std::int16_t; };
template <> struct storage<dtype::int32> { using type = std::int32_t; };
template <> struct storage<dtype::int64> { using type = std::int64_t; };
template <> struct storage<dtype::uint8> { using type = std::uint8_t; };
template <> struct storage<dtype::uint16> { using type = std::uint16_t; };
template <> struct storage<dtype::uint32> { using type = std::uint32_t; };
template <> struct storage<dtype::uint64> { using type = std::uint64_t; };
// clang-format on

/// The one C++ type per dtype that kernels are instantiated for, whatever the user calls his (long, _Float16, ...).
template <dtype D>
using storage_t = typename storage<D>::type;

} // namespace detail

inline namespace LANEWISE_ISA {

/// Whether `type` is one of the twelve (a value cast from elsewhere need not be).
constexpr bool is_valid(dtype type) noexcept {
    return static_cast<int>(type) < dtype_count;
}

/// "float32"; "invalid dtype" for a value outside the enumeration.
constexpr const char* name(dtype type) noexcept {
    return is_valid(type) ? detail::facts_table[static_cast<int>(type)].name : "invalid dtype";
}

/// Bytes per element; 0 for a value outside the enumeration.
constexpr index_t size_bytes(dtype type) noexcept {
    return is_valid(type) ? detail::facts_table[static_cast<int>(type)].size_bytes : 0;
}

/// Whether it is one of the four floats; false for a value outside the enumeration.
constexpr bool is_floating(dtype type) noexcept {
    return is_valid(type) && detail::facts_table[static_cast<int>(type)].exponent_bits > 0;
}

/// Whether it is one of the eight integers; false for a value outside the enumeration.
constexpr bool is_integral(dtype type) noexcept {
    return is_valid(type) && !is_floating(type);
}

/// Whether every value of `from` is a value of `to`, so that an operand may be widened in the load.
constexpr bool widens(dtype from, dtype to) noexcept {
    if (!is_valid(from) || !is_valid(to)) return false;
    const auto& f = detail::facts_table[static_cast<int>(from)];
    const auto& t = detail::facts_table[static_cast<int>(to)];
    return f.digits <= t.digits && f.exponent_bits <= t.exponent_bits && f.is_signed <= t.is_signed;
}

} // namespace LANEWISE_ISA

namespace detail {

/// Whether the dtype_traits of an element type name a dtype of its size.
template <class T>
constexpr bool has_size_of_dtype() noexcept {
    if constexpr (is_element<T>) return sizeof(T) == size_bytes(dtype_of<T>);
    return true; // no element: refused by another sentence
}

} // namespace detail
} // namespace lanewise
