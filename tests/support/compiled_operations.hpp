#pragma once

/// The lane operations that many tests run, compiled once for all of them: by itself a program would compile for a minute.
///
/// LANEWISE_TEST_OPERATIONS_ON_float32(extern) and its like, one for each dtype, declare what runs there; without `extern`
/// they define it, as the sources do that CMakeLists.txt writes.
///
/// Without dynamic.hpp's calls: g++ instantiates at the end of every file what a precompiled header left open (.8 s).

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#define LANEWISE_TEST_OPERATION(prefix, ...) prefix template any_operation::any_operation(const __VA_ARGS__&) noexcept;

#define LANEWISE_TEST_COLLECT(prefix, T)                                                                               \
    prefix template void pack<T, T>(const void*, std::byte*, index_t, const strided_rows&) noexcept;                   \
    prefix template void unpack<T>(const strided_rows&, const std::byte*, index_t) noexcept;

#define LANEWISE_TEST_DIFFERENCE(prefix, T, Operator)                                                                  \
    LANEWISE_TEST_OPERATION(prefix, function_on<T, Operator::function>)                                                \
    prefix template void run_row(const function_on<T, Operator::function>&, const one_row&) noexcept;

#define LANEWISE_TEST_DIFFERENCES(prefix, T)                                                                           \
    LANEWISE_TEST_DIFFERENCE(prefix, T, subtract_operator)                                                             \
    LANEWISE_TEST_DIFFERENCE(prefix, T, difference_square_operator)                                                    \
    LANEWISE_TEST_OPERATION(prefix, either_operation<function_on<T, subtract_operator::function>,                      \
                                                     function_on<T, difference_square_operator::function>>)

#define LANEWISE_TEST_INTEGER_OPERATIONS(prefix, T)                                                                    \
    LANEWISE_TEST_OPERATION(prefix, saturating_subtract<T>)                                                            \
    LANEWISE_TEST_OPERATION(prefix, subtract_faults<T>)                                                                \
    LANEWISE_TEST_OPERATION(prefix, saturating_difference_square<T>)                                                   \
    LANEWISE_TEST_OPERATION(prefix, difference_square_faults<T>)                                                       \
    LANEWISE_TEST_OPERATION(prefix, either_operation<saturating_subtract<T>, saturating_difference_square<T>>)         \
    LANEWISE_TEST_OPERATION(prefix, either_operation<subtract_faults<T>, difference_square_faults<T>>)                 \
    LANEWISE_TEST_OPERATION(prefix, wrapping_pow<T>)                                                                   \
    LANEWISE_TEST_OPERATION(prefix, saturating_pow<T>)                                                                 \
    LANEWISE_TEST_OPERATION(prefix, pow_faults<T>)                                                                     \
    LANEWISE_TEST_OPERATION(prefix, wrapping_pow_by<T>)                                                                \
    LANEWISE_TEST_OPERATION(prefix, saturating_pow_by<T>)                                                              \
    LANEWISE_TEST_OPERATION(prefix, pow_by_faults<T>)                                                                  \
    LANEWISE_TEST_OPERATION(prefix, pow_floating_lanes<T>)                                                             \
    LANEWISE_TEST_OPERATION(prefix, pow_floating_faults<T>)

#define LANEWISE_TEST_CONSTANT_POW(prefix, T, name)                                                                    \
    LANEWISE_TEST_OPERATION(prefix, float_pow_constant<T, constant_exponent::name>)

#define LANEWISE_TEST_CONSTANT_POWS(prefix, T)                                                                         \
    LANEWISE_TEST_CONSTANT_POW(prefix, T, two)                                                                         \
    LANEWISE_TEST_CONSTANT_POW(prefix, T, half)                                                                        \
    LANEWISE_TEST_CONSTANT_POW(prefix, T, minus_one)                                                                   \
    LANEWISE_TEST_OPERATION(prefix, float_pow_chosen<T>)

#define LANEWISE_TEST_FLOAT16_POWS(prefix, T)                                                                          \
    LANEWISE_TEST_OPERATION(prefix, float_pow<T, T>)                                                                   \
    LANEWISE_TEST_OPERATION(prefix, float_pow<T, float>)                                                               \
    LANEWISE_TEST_OPERATION(prefix, float_pow<T, double>)

// An unsigned type's differences are the signed one's too, and packing 8 bytes needs no type.
#define LANEWISE_TEST_OPERATIONS_ON_uint8(prefix)                                                                      \
    LANEWISE_TEST_COLLECT(prefix, std::uint8_t)                                                                        \
    LANEWISE_TEST_DIFFERENCES(prefix, std::uint8_t)                                                                    \
    LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::uint8_t)
#define LANEWISE_TEST_OPERATIONS_ON_uint16(prefix)                                                                     \
    LANEWISE_TEST_COLLECT(prefix, std::uint16_t)                                                                       \
    LANEWISE_TEST_DIFFERENCES(prefix, std::uint16_t)                                                                   \
    LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::uint16_t)
#define LANEWISE_TEST_OPERATIONS_ON_uint32(prefix)                                                                     \
    LANEWISE_TEST_COLLECT(prefix, std::uint32_t)                                                                       \
    LANEWISE_TEST_DIFFERENCES(prefix, std::uint32_t)                                                                   \
    LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::uint32_t)
#define LANEWISE_TEST_OPERATIONS_ON_uint64(prefix)                                                                     \
    LANEWISE_TEST_COLLECT(prefix, std::uint64_t)                                                                       \
    LANEWISE_TEST_DIFFERENCES(prefix, std::uint64_t)                                                                   \
    LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::uint64_t)
#define LANEWISE_TEST_OPERATIONS_ON_int8(prefix) LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::int8_t)
#define LANEWISE_TEST_OPERATIONS_ON_int16(prefix) LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::int16_t)
#define LANEWISE_TEST_OPERATIONS_ON_int32(prefix) LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::int32_t)
#define LANEWISE_TEST_OPERATIONS_ON_int64(prefix) LANEWISE_TEST_INTEGER_OPERATIONS(prefix, std::int64_t)
#define LANEWISE_TEST_OPERATIONS_ON_float16(prefix)                                                                    \
    LANEWISE_TEST_DIFFERENCES(prefix, float16)                                                                         \
    LANEWISE_TEST_CONSTANT_POWS(prefix, float16)                                                                       \
    LANEWISE_TEST_FLOAT16_POWS(prefix, float16)
#define LANEWISE_TEST_OPERATIONS_ON_bfloat16(prefix)                                                                   \
    LANEWISE_TEST_DIFFERENCES(prefix, bfloat16)                                                                        \
    LANEWISE_TEST_CONSTANT_POWS(prefix, bfloat16)                                                                      \
    LANEWISE_TEST_FLOAT16_POWS(prefix, bfloat16)
#define LANEWISE_TEST_OPERATIONS_ON_float32(prefix)                                                                    \
    LANEWISE_TEST_DIFFERENCES(prefix, float)                                                                           \
    LANEWISE_TEST_CONSTANT_POWS(prefix, float)                                                                         \
    LANEWISE_TEST_OPERATION(prefix, float_pow<float, float>)                                                           \
    LANEWISE_TEST_OPERATION(prefix, float_pow<float, double>)                                                          \
    LANEWISE_TEST_OPERATION(prefix, float_pow<float, float, int>)                                                      \
    LANEWISE_TEST_OPERATION(prefix, float_pow<float, std::int32_t, int>)                                               \
    LANEWISE_TEST_OPERATION(prefix, float_pow<float, double, int>)
#define LANEWISE_TEST_OPERATIONS_ON_float64(prefix)                                                                    \
    LANEWISE_TEST_DIFFERENCES(prefix, double)                                                                          \
    LANEWISE_TEST_CONSTANT_POWS(prefix, double)                                                                        \
    LANEWISE_TEST_OPERATION(prefix, float_pow<double, double>)                                                         \
    LANEWISE_TEST_OPERATION(prefix, float_pow<double, std::int64_t>)

namespace lanewise::detail::inline LANEWISE_ISA {
// clang-format off
LANEWISE_TEST_OPERATIONS_ON_uint8(extern)
LANEWISE_TEST_OPERATIONS_ON_uint16(extern)
LANEWISE_TEST_OPERATIONS_ON_uint32(extern)
LANEWISE_TEST_OPERATIONS_ON_uint64(extern)
LANEWISE_TEST_OPERATIONS_ON_int8(extern)
LANEWISE_TEST_OPERATIONS_ON_int16(extern)
LANEWISE_TEST_OPERATIONS_ON_int32(extern)
LANEWISE_TEST_OPERATIONS_ON_int64(extern)
LANEWISE_TEST_OPERATIONS_ON_float16(extern)
LANEWISE_TEST_OPERATIONS_ON_bfloat16(extern)
LANEWISE_TEST_OPERATIONS_ON_float32(extern)
LANEWISE_TEST_OPERATIONS_ON_float64(extern)
// clang-format on
} // namespace lanewise::detail::inline LANEWISE_ISA
