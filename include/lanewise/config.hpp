#pragma once

/// Every configuration macro of the library, and nothing else; two that CMake sets are multiarch.hpp's.
///
///   LANEWISE_ISA      an identifier for the version, and for what this translation unit is built: instruction set, small
///                     code, without exceptions
///   LANEWISE_KEYED    marks a member function whose symbol carries that identifier
///   LANEWISE_FLATTEN  marks a function that calls lane functions and is none: mostly one that has a loop over lanes
///   LANEWISE_INLINE   marks a lane function, which must become part of that one, where the compiler optimises
///   LANEWISE_EACH     begins a lambda of that kind; LANEWISE_INLINED is its attribute, for one that captures less
///   LANEWISE_ALWAYS_INLINE, LANEWISE_ALWAYS_EACH, LANEWISE_ALWAYS_INLINED   the same of what must become part of any function,
///                     or does nothing but to fetch: g++ takes that for nothing and leaves calls out whose result is not used
///   LANEWISE_EXPORT   marks what a shared library shows
///   LANEWISE_VERSIONED   marks what units with different -m flags share: its symbol carries the version alone
///   LANEWISE_DYNAMIC  marks the operators of dynamic.hpp: inline and keyed, or with LANEWISE_DYNAMIC_COMPILED functions of a
///                     library, exported and versioned
///   LANEWISE_LIFETIMEBOUND   marks a parameter that has to live as long as what is made of it, where the compiler looks
///   LANEWISE_EXCEPTIONS   1 where the compiler has exceptions, else 0
///   LANEWISE_SMALL    1 where code should be small rather than fast, else 0: as the optimisation level says, unless a program
///                     defines it. Then strided operands are copied element by element, and every operation has one loop
///
/// One program may mix translation units built with different -m flags. The linker keeps one copy of an inline
/// function, and if that is the AVX-512 copy an older machine dies on it. So no two units with different flags of x86-64 may
/// share a symbol: free functions live in `inline namespace LANEWISE_ISA`, member functions of the types that units pass to
/// each other (views, status) are LANEWISE_KEYED. Nor may both emit a function of std that handles floats: at -O0
/// std::bit_cast and std::numeric_limits<T>::infinity() are calls, so what runs uses __builtin_bit_cast and __builtin_inf.
/// For the same reason the identifier begins with the version: units built with 0.1.0 and with 0.1.1 may meet.

// After #error a compiler goes on, for hundreds of lines. At a file that does not exist it stops.
#if !defined(__GNUC__) || (defined(__clang__) ? __clang_major__ < 14 : __GNUC__ < 12)
#error "lanewise needs g++ 12, clang++ 14 or a newer release of either; on Windows those of MinGW-w64"
#include "the_error_above"
#elif __cplusplus < 202002L
#error "lanewise needs C++20: -std=c++20"
#include "the_error_above"
#endif

#include "version.hpp"

#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#if defined(__AVX512FP16__)
#define LANEWISE_ISA_SIMD avx512fp16
#elif defined(__AVX512VBMI2__)
#define LANEWISE_ISA_SIMD avx512vbmi2
#else
#define LANEWISE_ISA_SIMD avx512
#endif
#elif defined(__AVX512F__)
#define LANEWISE_ISA_SIMD avx512f
#elif defined(__AVX2__)
#define LANEWISE_ISA_SIMD avx2
#elif defined(__AVX__)
#define LANEWISE_ISA_SIMD avx
#elif defined(__SSE4_2__)
#define LANEWISE_ISA_SIMD sse4_2
#elif defined(__SSE4_1__)
#define LANEWISE_ISA_SIMD sse4_1
#elif defined(__SSSE3__)
#define LANEWISE_ISA_SIMD ssse3
#elif defined(__SSE3__)
#define LANEWISE_ISA_SIMD sse3
#elif defined(__ARM_FEATURE_SVE)
#define LANEWISE_ISA_SIMD sve
#else
#define LANEWISE_ISA_SIMD baseline
#endif

#if defined(__FMA__)
#define LANEWISE_ISA_FMA _fma
#else
#define LANEWISE_ISA_FMA
#endif

#if defined(__F16C__)
#define LANEWISE_ISA_F16C _f16c
#else
#define LANEWISE_ISA_F16C
#endif

// What else units may differ in, a letter each: instructions that compilers choose by themselves; below, size and errors.
#if defined(__BMI__)
#define LANEWISE_ISA_BMI b
#else
#define LANEWISE_ISA_BMI
#endif
#if defined(__BMI2__)
#define LANEWISE_ISA_BMI2 c
#else
#define LANEWISE_ISA_BMI2
#endif
#if defined(__LZCNT__)
#define LANEWISE_ISA_LZCNT l
#else
#define LANEWISE_ISA_LZCNT
#endif
#if defined(__MOVBE__)
#define LANEWISE_ISA_MOVBE m
#else
#define LANEWISE_ISA_MOVBE
#endif
#if defined(__POPCNT__)
#define LANEWISE_ISA_POPCNT p
#else
#define LANEWISE_ISA_POPCNT
#endif
#if defined(__FMA4__) || defined(__XOP__) || defined(__TBM__) // AMD's, of a few years
#define LANEWISE_ISA_XOP x
#else
#define LANEWISE_ISA_XOP
#endif
#if defined(__SSE4A__)
#define LANEWISE_ISA_SSE4A a
#else
#define LANEWISE_ISA_SSE4A
#endif
#if defined(__GFNI__)
#define LANEWISE_ISA_GFNI g
#else
#define LANEWISE_ISA_GFNI
#endif
#if defined(__AVX512VNNI__) || defined(__AVXVNNI__) || defined(__AVX512IFMA__)
#define LANEWISE_ISA_VNNI n
#else
#define LANEWISE_ISA_VNNI
#endif
#if defined(__AVX512VBMI__)
#define LANEWISE_ISA_VBMI v
#else
#define LANEWISE_ISA_VBMI
#endif
#if defined(__APX_F__) || defined(__AVX10_2__)
#define LANEWISE_ISA_APX w
#else
#define LANEWISE_ISA_APX
#endif

// Of AVX-512's parts those that there are, where SIMD's name does not say that there are all three.
#if defined(__AVX512BW__) && !(defined(__AVX512DQ__) && defined(__AVX512VL__))
#define LANEWISE_ISA_BW y
#else
#define LANEWISE_ISA_BW
#endif
#if defined(__AVX512DQ__) && !(defined(__AVX512BW__) && defined(__AVX512VL__))
#define LANEWISE_ISA_DQ d
#else
#define LANEWISE_ISA_DQ
#endif
#if defined(__AVX512VL__) && !(defined(__AVX512BW__) && defined(__AVX512DQ__))
#define LANEWISE_ISA_VL r
#else
#define LANEWISE_ISA_VL
#endif

#if !defined(LANEWISE_SMALL)
#if defined(__OPTIMIZE_SIZE__)
#define LANEWISE_SMALL 1
#else
#define LANEWISE_SMALL 0
#endif
#endif

#if LANEWISE_SMALL
#define LANEWISE_ISA_SIZE s
#else
#define LANEWISE_ISA_SIZE
#endif

#if defined(__cpp_exceptions)
#define LANEWISE_EXCEPTIONS 1
#define LANEWISE_ISA_ERRORS
#else
#define LANEWISE_EXCEPTIONS 0
#define LANEWISE_ISA_ERRORS e
#endif

#define LANEWISE_PASTE_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, w)                              \
    v##a##_##b##_##c##_##d##e##f##_##g##h##i##j##k##l##m##n##o##p##q##r##s##t##u##w
#define LANEWISE_PASTE(...) LANEWISE_PASTE_(__VA_ARGS__)
#define LANEWISE_TEXT_(a) #a
#define LANEWISE_TEXT(a) LANEWISE_TEXT_(a)

#define LANEWISE_ISA                                                                                                   \
    LANEWISE_PASTE(LANEWISE_VERSION_MAJOR, LANEWISE_VERSION_MINOR, LANEWISE_VERSION_PATCH, LANEWISE_ISA_SIMD,          \
                   LANEWISE_ISA_FMA, LANEWISE_ISA_F16C, LANEWISE_ISA_BMI, LANEWISE_ISA_BMI2, LANEWISE_ISA_LZCNT,       \
                   LANEWISE_ISA_MOVBE, LANEWISE_ISA_POPCNT, LANEWISE_ISA_XOP, LANEWISE_ISA_SSE4A, LANEWISE_ISA_GFNI,   \
                   LANEWISE_ISA_VNNI, LANEWISE_ISA_VBMI, LANEWISE_ISA_APX, LANEWISE_ISA_BW, LANEWISE_ISA_DQ,           \
                   LANEWISE_ISA_VL, LANEWISE_ISA_SIZE, LANEWISE_ISA_ERRORS)
#define LANEWISE_KEYED [[gnu::abi_tag(LANEWISE_TEXT(LANEWISE_ISA))]]
// Without optimisation lane functions stay functions: of the code that they would make there, a quarter to half, dynamic.hpp
// in .4 of the time and a third of the memory; what runs takes 1.1 to 1.8 times as long.
#if defined(__OPTIMIZE__)
#define LANEWISE_ALWAYS_INLINED always_inline
#else
#define LANEWISE_ALWAYS_INLINED
#endif
#define LANEWISE_ALWAYS_INLINE __attribute__((LANEWISE_ALWAYS_INLINED)) inline
#define LANEWISE_ALWAYS_EACH(...) [&](__VA_ARGS__) __attribute__((LANEWISE_ALWAYS_INLINED))
// g++ optimises a chain of always_inline functions link by link, the whole of what is behind it again in every link: half of the
// time that it took to compile dynamic.hpp. What it finds in a function to be flattened it puts there once: a fifth less.
#if defined(__clang__)
#define LANEWISE_INLINED LANEWISE_ALWAYS_INLINED
#define LANEWISE_FLATTEN
#else
#define LANEWISE_INLINED
#define LANEWISE_FLATTEN [[gnu::flatten]]
#endif
#define LANEWISE_INLINE __attribute__((LANEWISE_INLINED)) inline
#define LANEWISE_EACH(...) [&](__VA_ARGS__) __attribute__((LANEWISE_INLINED))

#if defined(_WIN32) // where the linker shows every function unless one is marked
#define LANEWISE_EXPORT
#else
#define LANEWISE_EXPORT [[gnu::visibility("default")]]
#endif

#define LANEWISE_VERSIONED_PASTE_(a, b, c) v##a##_##b##_##c
#define LANEWISE_VERSIONED_PASTE(a, b, c) LANEWISE_VERSIONED_PASTE_(a, b, c)
#define LANEWISE_VERSIONED                                                                                             \
    [[gnu::abi_tag(LANEWISE_TEXT(                                                                                      \
        LANEWISE_VERSIONED_PASTE(LANEWISE_VERSION_MAJOR, LANEWISE_VERSION_MINOR, LANEWISE_VERSION_PATCH)))]]

#if defined(LANEWISE_DYNAMIC_COMPILED)
#define LANEWISE_DYNAMIC LANEWISE_EXPORT LANEWISE_VERSIONED
#else
#define LANEWISE_DYNAMIC LANEWISE_KEYED inline
#endif

#if defined(__clang__)
#define LANEWISE_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define LANEWISE_LIFETIMEBOUND
#endif
