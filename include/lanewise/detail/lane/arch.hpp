#pragma once

/// The SIMD register: which architecture, and N elements in registers. xsimd includes only the intrinsics of its own registers;
/// all of them may take a program without AVX as long to compile as xsimd itself.

#include "../../config.hpp"

#if defined(__AVX512F__) && !defined(__clang__)
// g++ 12 warns of its own AVX-512 header: "__Y may be used uninitialized", GCC bug 105593.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#include <xsimd/xsimd.hpp>

#if defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)
#error "lanewise: xsimd has no registers for this target; 14.3 has on more, and can emulate them (XSIMD_WITH_EMULATED)"
#endif

#include <cstddef>
#include <utility>

namespace lanewise::detail::inline LANEWISE_ISA {

using arch = xsimd::default_arch;

// What is written for an instruction set asks for its macros, so registers have to be those that the -m flags give.
namespace registers {
#if defined(__AVX512F__)
void native(const __m512& v) noexcept;
#elif defined(__AVX__)
void native(const __m256& v) noexcept;
#elif defined(__SSE2__)
void native(const __m128& v) noexcept;
#elif defined(__aarch64__)
void native(const float32x4_t& v) noexcept;
#else
void native(const auto& v) noexcept;
#endif
} // namespace registers

template <class Register>
concept native_register = requires(const Register& v) {
    registers::native(v.data);
};
static_assert(
    native_register<xsimd::batch<float, arch>>,
    "lanewise: xsimd's registers are not those of the -m flags (on aarch64: NEON's): leave XSIMD_DEFAULT_ARCH "
    "undefined, and -msve-vector-bits out");

template <class T>
using batch = xsimd::batch<T, arch>;

template <class T>
inline constexpr int batch_size = static_cast<int>(batch<T>::size);

/// Whether xsimd's loads and stores are of the elements' type. Of 64-bit integers on s390x and Power they are of long long,
/// which int64_t is not: g++ at -O2 takes such from before the last stores.
#if defined(__SSE2__) || defined(__aarch64__)
inline constexpr bool xsimd_loads_elements = true;
#else
inline constexpr bool xsimd_loads_elements = false;
#endif

/// A register from memory, aligned or not.
template <class T>
LANEWISE_INLINE batch<T> load_register(const void* from) noexcept {
    if constexpr (xsimd_loads_elements) {
        return batch<T>::load_unaligned(static_cast<const T*>(from));
    } else {
        batch<T> value;
        __builtin_memcpy(static_cast<void*>(&value), from, sizeof value);
        return value;
    }
}

/// And back.
template <class T>
LANEWISE_INLINE void store_register(void* to, const batch<T>& value) noexcept {
    if constexpr (xsimd_loads_elements)
        value.store_unaligned(static_cast<T*>(to));
    else
        __builtin_memcpy(to, &value, sizeof value);
}

/// Whether there are 32 registers, and not 16.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr bool many_registers = true;
#else
inline constexpr bool many_registers = false;
#endif

/// Whether pow has fewer chains in flight: in small code, of 64 bytes those of eight registers would be in memory (pow of
/// float64 .88 of the time, float32 1.06; a tenth less code, a quarter less stack).
inline constexpr bool few_chains = LANEWISE_SMALL && sizeof(batch<double>) == 64;

/// N elements of T, held in as many registers as that takes.
///
/// A lane operation maps N elements at a time, whatever their types: 16 floats and 16 doubles are lanes<float, 16> and
/// lanes<double, 16>. Larger N means more independent registers in flight, which is how pow hides its latency.
template <class T, int N>
struct lanes {
    static_assert(N % batch_size<T> == 0, "lanes hold whole registers");
    static constexpr int size = N;
    static constexpr int count = N / batch_size<T>;
    using value_type = T;

    batch<T> reg[static_cast<std::size_t>(count)];
};

template <class F, std::size_t... I>
LANEWISE_INLINE void each_register_of(std::index_sequence<I...>, const F& f) noexcept {
    (f(static_cast<int>(I)), ...);
}

/// f(i) for i in [0, Count), mostly registers. No loop: at -O2 g++ would leave it one, and what it indexes in memory (2.7x).
template <auto Count, class F>
LANEWISE_INLINE void each_register(const F& f) noexcept {
    each_register_of(std::make_index_sequence<static_cast<std::size_t>(Count)>{}, f);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
