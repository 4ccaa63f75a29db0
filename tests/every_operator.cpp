// Every operator on every dtype, in each of its forms. Nothing runs: the presets `strict` and `strict-clang` compile
// this file, so that the warnings of both compilers see every public header, and the bodies of the templates too.

// What <windows.h> and <X11/Xlib.h> define, of names that a header might use.
#define near
#define far
#define small char
#define interface struct
#define ERROR 0
#define None 0L
#define Bool int
#define Status int
#define Success 0

#include <lanewise/dynamic.hpp>
#include <lanewise/interop/directml.hpp>
#include <lanewise/interop/dlpack.hpp>
#include <lanewise/interop/half.hpp>
#include <lanewise/interop/mdspan.hpp>
#include <lanewise/interop/openmp.hpp>
#include <lanewise/interop/tbb.hpp>
#include <lanewise/lanewise.hpp>
#include <lanewise/multiarch.hpp>

#include <cstdint>

namespace lanewise {

template <class A, class T>
void widen(tensor_view<const A> a, tensor_view<const T> b, tensor_view<T> out) {
    subtract(a, b, out, {.overflow = integer_overflow::saturate});
    difference_square(b, a, out, {.broadcast = broadcast_rule::pdpd()});
}

template <class T, class Y>
void raise(tensor_view<const T> x, tensor_view<const Y> y, tensor_view<T> out) {
    pow(x, y, out, {.overflow = integer_overflow::error, .scale_bias = scale_bias{2, 1}});
}

template <class T>
void each_form(tensor_view<const T> a, tensor_view<const T> b, tensor_view<T> out) {
    subtract(a, 1, out);
    difference_square(1, b, out);
    pow(a, 2.5, out);
    pow(a, 3, out);
    pow(2, b, out);
    if (!try_subtract(a, b, out) || !try_difference_square(a, b, out) || !try_pow(a, b, out)) return;
    subtract(tensor<T>(subtract(a, b)), difference_square(a, b), out);
    pow(pow(a, b), b, out);
    copy(copy(a), out);
    cast(cast<float16>(a), out);
    cast(cast<double>(a), out);
    cast(cast<std::int64_t>(a), out);
    cast(cast<std::uint8_t>(a), out);
}

#define EVERY_FORM(T)                                                                                                  \
    template void each_form(tensor_view<const T>, tensor_view<const T>, tensor_view<T>);                               \
    template void raise(tensor_view<const T>, tensor_view<const double>, tensor_view<T>);                              \
    template void raise(tensor_view<const T>, tensor_view<const std::int64_t>, tensor_view<T>);                        \
    template void raise(tensor_view<const T>, tensor_view<const float16>, tensor_view<T>);

EVERY_FORM(float16)
EVERY_FORM(bfloat16)
EVERY_FORM(float)
EVERY_FORM(double)
EVERY_FORM(std::int8_t)
EVERY_FORM(std::int16_t)
EVERY_FORM(std::int32_t)
EVERY_FORM(std::int64_t)
EVERY_FORM(std::uint8_t)
EVERY_FORM(std::uint16_t)
EVERY_FORM(std::uint32_t)
EVERY_FORM(std::uint64_t)

template void widen(tensor_view<const std::uint8_t>, tensor_view<const float16>, tensor_view<float16>);
template void widen(tensor_view<const std::int8_t>, tensor_view<const bfloat16>, tensor_view<bfloat16>);
template void widen(tensor_view<const std::uint8_t>, tensor_view<const float>, tensor_view<float>);
template void widen(tensor_view<const bfloat16>, tensor_view<const float>, tensor_view<float>);
template void widen(tensor_view<const float>, tensor_view<const double>, tensor_view<double>);
template void widen(tensor_view<const std::int32_t>, tensor_view<const double>, tensor_view<double>);
template void widen(tensor_view<const std::uint8_t>, tensor_view<const std::int16_t>, tensor_view<std::int16_t>);
template void widen(tensor_view<const std::uint32_t>, tensor_view<const std::int64_t>, tensor_view<std::int64_t>);

} // namespace lanewise
