#pragma once

/// A register as halves of 16 bytes, which are loaded from different places and whose bytes take another order.
///
///   halves_register            `register_halves` times 16 bytes: two with AVX2, else one
///   load_halves(low, high)     16 bytes from each
///   load_both_halves(p)        the same 16 bytes in all
///   store_halves(to, v)
///   load_low<Bytes>(p)         4, 8, 16 or all bytes, the rest 0; store_low<Bytes>(to, v), 8, 16 or all; of less than 16
///                              only on x86
///   shuffle_bytes(v, index)    byte i of a half is byte index[i] of that half, or 0 where index[i] is `no_byte`;
///                              only where can_shuffle_bytes (not on x86 before SSSE3)
///   load_whole(p)              as many bytes as a register has
///   shuffle_words(v, index)    word i, of 4 bytes, is word index[i] % 8; only where can_shuffle_words (AVX2), and
///   shuffle_words(a, b, index) the same of a, or of b where index[i] is negative and has bit 3 set
///   select_words(a, b, which)  word i is a's, or b's where which[i] is negative
///   lanes_of<T, N>(v), low_bytes(lanes)  the same bytes as lanes, and back; in the lower half of a register of twice the size

#include "memory.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr std::uint8_t no_byte = 0x80;

#if defined(__AVX2__)

using halves_register = __m256i;

LANEWISE_INLINE halves_register load_halves(const std::byte* low, const std::byte* high) noexcept {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
                                   _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

LANEWISE_INLINE halves_register load_both_halves(const std::byte* p) noexcept {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

LANEWISE_INLINE void store_halves(std::byte* to, halves_register v) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v);
}

inline constexpr bool can_shuffle_bytes = true;

LANEWISE_INLINE halves_register shuffle_bytes(halves_register v, halves_register index) noexcept {
    return _mm256_shuffle_epi8(v, index);
}

inline constexpr bool can_shuffle_words = true;

LANEWISE_INLINE halves_register load_whole(const std::byte* p) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

template <int Bytes>
LANEWISE_INLINE halves_register load_low(const std::byte* p) noexcept {
    if constexpr (Bytes == 4) {
        return _mm256_zextsi128_si256(_mm_cvtsi32_si128(load_element<int>(p)));
    } else if constexpr (Bytes == 8) {
        return _mm256_zextsi128_si256(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
    } else if constexpr (Bytes == 16) {
        return _mm256_zextsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    } else {
        return load_whole(p);
    }
}

template <int Bytes>
LANEWISE_INLINE void store_low(std::byte* to, halves_register v) noexcept {
    if constexpr (Bytes == 8) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(v));
    } else if constexpr (Bytes == 16) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(v));
    } else {
        store_halves(to, v);
    }
}

LANEWISE_INLINE halves_register shuffle_words(halves_register v, halves_register index) noexcept {
    return _mm256_permutevar8x32_epi32(v, index);
}

LANEWISE_INLINE halves_register select_words(halves_register a, halves_register b, halves_register which) noexcept {
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _mm256_castsi256_ps(which)));
}

LANEWISE_INLINE halves_register shuffle_words(halves_register a, halves_register b, halves_register index) noexcept {
#if defined(__AVX512VL__)
    return _mm256_permutex2var_epi32(a, index, b); // by bit 3
#else
    return select_words(shuffle_words(a, index), shuffle_words(b, index), index);
#endif
}

#elif defined(__SSE2__)

using halves_register = __m128i;

LANEWISE_INLINE halves_register load_halves(const std::byte* low, const std::byte*) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(low));
}

LANEWISE_INLINE void store_halves(std::byte* to, halves_register v) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), v);
}

template <int Bytes>
LANEWISE_INLINE halves_register load_low(const std::byte* p) noexcept {
    if constexpr (Bytes == 4) {
        return _mm_cvtsi32_si128(load_element<int>(p));
    } else if constexpr (Bytes == 8) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    } else {
        return load_halves(p, p);
    }
}

template <int Bytes>
LANEWISE_INLINE void store_low(std::byte* to, halves_register v) noexcept {
    if constexpr (Bytes == 8) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), v);
    } else {
        store_halves(to, v);
    }
}

#if defined(__SSSE3__)
inline constexpr bool can_shuffle_bytes = true;

LANEWISE_INLINE halves_register shuffle_bytes(halves_register v, halves_register index) noexcept {
    return _mm_shuffle_epi8(v, index);
}
#else
inline constexpr bool can_shuffle_bytes = false;

LANEWISE_INLINE halves_register shuffle_bytes(halves_register v, halves_register) noexcept {
    return v;
}
#endif

#elif defined(__aarch64__)

using halves_register = uint8x16_t;

LANEWISE_INLINE halves_register load_halves(const std::byte* low, const std::byte*) noexcept {
    return vld1q_u8(reinterpret_cast<const std::uint8_t*>(low));
}

LANEWISE_INLINE void store_halves(std::byte* to, halves_register v) noexcept {
    vst1q_u8(reinterpret_cast<std::uint8_t*>(to), v);
}

inline constexpr bool can_shuffle_bytes = true;

LANEWISE_INLINE halves_register shuffle_bytes(halves_register v, halves_register index) noexcept {
    return vqtbl1q_u8(v, index);
}

#else

typedef std::uint8_t halves_register __attribute__((vector_size(16)));

LANEWISE_INLINE halves_register load_halves(const std::byte* low, const std::byte*) noexcept {
    halves_register v;
    __builtin_memcpy(&v, low, sizeof v);
    return v;
}

LANEWISE_INLINE void store_halves(std::byte* to, halves_register v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
}

inline constexpr bool can_shuffle_bytes = false;

LANEWISE_INLINE halves_register shuffle_bytes(halves_register v, halves_register) noexcept {
    return v;
}

#endif

inline constexpr int register_halves = sizeof(halves_register) / 16;

#if !defined(__AVX2__)
LANEWISE_INLINE halves_register load_both_halves(const std::byte* p) noexcept {
    return load_halves(p, p);
}

inline constexpr bool can_shuffle_words = false;

LANEWISE_INLINE halves_register load_whole(const std::byte* p) noexcept {
    return load_halves(p, p);
}

LANEWISE_INLINE halves_register shuffle_words(halves_register v, halves_register) noexcept {
    return v;
}

LANEWISE_INLINE halves_register shuffle_words(halves_register a, halves_register, halves_register) noexcept {
    return a;
}

LANEWISE_INLINE halves_register select_words(halves_register a, halves_register, halves_register) noexcept {
    return a;
}
#endif

#if !defined(__SSE2__)
template <int>
LANEWISE_INLINE halves_register load_low(const std::byte* p) noexcept {
    return load_whole(p);
}

template <int>
LANEWISE_INLINE void store_low(std::byte* to, halves_register v) noexcept {
    store_halves(to, v);
}
#endif

/// Whether a register is AVX-512's, whose lower half is used then. (AVX without AVX2 has registers of 32 bytes beside halves of
/// 16, too: only what is transposed on the way uses them so.)
template <class Register>
inline constexpr bool is_two_halves = sizeof(Register) == 64 && sizeof(halves_register) == 32;

/// Whether lanes are one register of as many bytes, or two halves.
template <class T, int N>
inline constexpr bool holds_halves = lanes<T, N>::count == 1 &&
                                     (sizeof(lanes<T, N>) == sizeof(halves_register) || is_two_halves<lanes<T, N>>);

/// The lanes behind v's are 0.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> lanes_of(halves_register v) noexcept {
    lanes<T, N> result;
#if defined(__AVX512F__)
    const __m512i whole = _mm512_zextsi256_si512(v);
#elif defined(__AVX__) && !defined(__AVX2__)
    const __m256i whole = _mm256_insertf128_si256(_mm256_setzero_si256(), v, 0);
#else
    const halves_register whole = v;
#endif
    __builtin_memcpy(&result.reg[0], &whole, sizeof whole);
    return result;
}

template <class T, int N>
LANEWISE_INLINE halves_register low_bytes(const lanes<T, N>& a) noexcept {
    halves_register v;
    __builtin_memcpy(&v, &a.reg[0], sizeof v);
    return v;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
