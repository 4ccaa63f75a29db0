#pragma once

/// The 16-bit floats of others as element types: include this header, and tensors of them are operands.
///
///     _Float16, std::float16_t           float16, where the compiler has them
///     std::bfloat16_t, GCC's __bf16      bfloat16, likewise
///     Eigen::half, Eigen::bfloat16       forward declared here; Eigen is not included
///     Imath::half                        known by its members, whatever its versioned namespace is called
///
/// Each is a trivially copyable 2-byte type that holds the bits of float16 or bfloat16. Results have the bits that
/// lanewise's own types would have: the arithmetic of these types is never used. For another type of the kind, write
/// the line yourself:
///
///     template <> struct lanewise::dtype_traits<my_half> { static constexpr dtype value = dtype::float16; };

#include "../dtype.hpp"

namespace Eigen {
struct half;
struct bfloat16;
} // namespace Eigen

namespace lanewise {

/// A class with the members of Imath::half whose infinity has binary16's bits.
template <class T>
concept imath_half = std::is_class_v<T> && sizeof(T) == 2 && std::is_trivially_copyable_v<T>&& requires(const T& h) {
    { h.bits() } -> std::same_as<std::uint16_t>;
    { h.isDenormalized() } -> std::same_as<bool>;
    { T::qNan() } -> std::same_as<T>;
    { T::sNan() } -> std::same_as<T>;
    requires std::bool_constant<(T::posInf().bits() == 0x7c00)>::value;
};

template <imath_half T>
struct dtype_traits<T> {
    static constexpr dtype value = dtype::float16;
};

template <>
struct dtype_traits<Eigen::half> {
    static constexpr dtype value = dtype::float16;
};
template <>
struct dtype_traits<Eigen::bfloat16> {
    static constexpr dtype value = dtype::bfloat16;
};

// std::float16_t is the compiler's type: where both are there, _Float16 is that type's other name. g++ 12 has the macro on
// AArch64, too, but the type in C++ on x86-64 only.
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__SSE2__))
template <>
struct dtype_traits<_Float16> {
    static constexpr dtype value = dtype::float16;
};
#elif defined(__STDCPP_FLOAT16_T__)
template <>
struct dtype_traits<decltype(0.0f16)> {
    static constexpr dtype value = dtype::float16;
};
#endif

#if defined(__STDCPP_BFLOAT16_T__)
template <>
struct dtype_traits<decltype(0.0bf16)> {
    static constexpr dtype value = dtype::bfloat16;
};
#elif defined(__BFLT16_MANT_DIG__)
template <>
struct dtype_traits<__bf16> {
    static constexpr dtype value = dtype::bfloat16;
};
#endif

} // namespace lanewise
