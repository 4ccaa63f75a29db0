#pragma once

/// Streaming stores, which go around the cache; and stores that keep their order.
///
/// Why: an ordinary store first reads the line that it is about to replace. Where out is larger than the cache that is a
/// quarter of all traffic.

#include "memory.hpp"

#include <cstddef>
#include <type_traits>

namespace lanewise::detail::inline LANEWISE_ISA {

/// The bytes of one register.
#if defined(__SSE2__)
LANEWISE_INLINE void stream_register(std::byte* to, const std::byte* from, std::integral_constant<int, 16>) noexcept {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), _mm_load_si128(reinterpret_cast<const __m128i*>(from)));
}
inline constexpr int narrowest_stream = 16;
#endif
#if defined(__AVX__)
LANEWISE_INLINE void stream_register(std::byte* to, const std::byte* from, std::integral_constant<int, 32>) noexcept {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), _mm256_load_si256(reinterpret_cast<const __m256i*>(from)));
}
#endif
#if defined(__AVX512F__)
LANEWISE_INLINE void stream_register(std::byte* to, const std::byte* from, std::integral_constant<int, 64>) noexcept {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_load_si512(from));
}
inline constexpr int widest_stream = 64;
#elif defined(__AVX__)
inline constexpr int widest_stream = 32;
#else
inline constexpr int widest_stream = 16;
#endif

/// `store(packed)` stores Bytes bytes, AtOnce of them at a time; here they go around the cache, to an address that is aligned
/// to a register.
template <int Bytes, int AtOnce, class Store>
LANEWISE_INLINE void stream(std::byte* p, const Store& store) noexcept {
#if defined(__SSE2__)
    alignas(64) std::byte packed[static_cast<std::size_t>(Bytes)];
    store(packed);
    // No more at a time than was stored, or a load might wait for two stores; but whole registers.
    constexpr int most = AtOnce < narrowest_stream ? narrowest_stream : AtOnce < widest_stream ? AtOnce : widest_stream;
    static_assert(Bytes % most == 0);
    each_register<Bytes / most>(LANEWISE_EACH(int i) {
        stream_register(p + i * most, packed + i * most, std::integral_constant<int, most>());
    });
#else
    store(p);
#endif
}

/// Keeps stores on either side in their order. For speed alone: a compiler need not heed it, and no result depends on it.
LANEWISE_INLINE void keep_store_order() noexcept {
    asm volatile("");
}

/// N elements, registers that are stored as they are, in order.
template <class T, int N>
LANEWISE_INLINE void stream_lanes(std::byte* p, const lanes<T, N>& value) noexcept {
    constexpr auto bytes = static_cast<int>(sizeof value.reg[0]);
    each_register<lanes<T, N>::count>(LANEWISE_EACH(int i) {
        stream<bytes, bytes>(p + i * bytes, [&](std::byte* to) { store_register<T>(to, value.reg[i]); });
        keep_store_order();
    });
}

/// Orders streamed stores before all that follows.
inline void fence_streams() noexcept {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/// Stores N elements register by register from low to high. Compilers let stores change places, and an Intel takes longer
/// where two cache lines are written in turn (32-byte registers, floats from its second-level cache: 1.5x).
template <class T, int N>
LANEWISE_INLINE void store_in_order(std::byte* p, const lanes<lane_type<T>, N>& value) noexcept {
    constexpr auto bytes = static_cast<int>(sizeof value.reg[0]);
    each_register<lanes<lane_type<T>, N>::count>(LANEWISE_EACH(int i) {
        store_register<T>(p + i * bytes, value.reg[i]);
        keep_store_order();
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
