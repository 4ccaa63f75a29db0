#pragma once

/// Differences that must not wrap:
///
///   subtract_saturated   x - y clamped to T
///   distance             |x - y|, which always fits in the unsigned type
///   square_overflows     is distance^2 beyond T?

#include "integer.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// 8 and 16-bit lanes have an instruction for it on SSE2, AVX2, AVX-512 and NEON.
template <class T>
LANEWISE_INLINE auto subtract_saturated_natively(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    static_assert(sizeof(T) <= 2);
    [[maybe_unused]] constexpr bool is_signed = std::is_signed_v<T>;
    [[maybe_unused]] constexpr bool is_byte = sizeof(T) == 1;
#if defined(__AVX512BW__)
    const auto a = __builtin_bit_cast(__m512i, x);
    const auto b = __builtin_bit_cast(__m512i, y);
    if constexpr (is_byte)
        return is_signed ? _mm512_subs_epi8(a, b) : _mm512_subs_epu8(a, b);
    else
        return is_signed ? _mm512_subs_epi16(a, b) : _mm512_subs_epu16(a, b);
#elif defined(__AVX2__) && !defined(__AVX512F__)
    const auto a = __builtin_bit_cast(__m256i, x);
    const auto b = __builtin_bit_cast(__m256i, y);
    if constexpr (is_byte)
        return is_signed ? _mm256_subs_epi8(a, b) : _mm256_subs_epu8(a, b);
    else
        return is_signed ? _mm256_subs_epi16(a, b) : _mm256_subs_epu16(a, b);
#elif defined(__SSE2__) && !defined(__AVX__)
    const auto a = __builtin_bit_cast(__m128i, x);
    const auto b = __builtin_bit_cast(__m128i, y);
    if constexpr (is_byte)
        return is_signed ? _mm_subs_epi8(a, b) : _mm_subs_epu8(a, b);
    else
        return is_signed ? _mm_subs_epi16(a, b) : _mm_subs_epu16(a, b);
#else
    return xsimd::ssub(as_batch<T>(x), as_batch<T>(y));
#endif
}

/// AVX without AVX2, and AVX-512 without its byte operations, have the registers but not the instruction. Elsewhere xsimd
/// negates y, which goes wrong for the least one.
#if defined(__AVX512BW__) || (defined(__AVX2__) && !defined(__AVX512F__)) ||                                           \
    (defined(__SSE2__) && !defined(__AVX__)) || defined(__aarch64__)
inline constexpr bool has_native_saturation = true;
#else
inline constexpr bool has_native_saturation = false;
#endif

/// x - y clamped to T; x and y hold T's bits.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> subtract_saturated(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    using U = unsigned_of<T>;
    if constexpr (has_native_saturation && sizeof(T) <= 2) {
        return as_vec<U>(subtract_saturated_natively<T>(x, y));
    } else if constexpr (std::is_unsigned_v<T>) {
        return (x - y) & as_vec<U>(greater<T>(x, y));
    } else {
        const vec<U> d = x - y;
        const vec<U> clamp = as_vec<U>(sign_mask<U>(x)) ^ splat_vec<U>(std::numeric_limits<T>::max());
        return choose<U>(sign_mask<U>((x ^ y) & (x ^ d)), clamp, d);
    }
}

/// |x - y|, exactly, as an unsigned number; x and y hold T's bits.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> distance(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) <= 2)
        return subtract_saturated<T>(x, y) | subtract_saturated<T>(y, x);
    else
        return choose<unsigned_of<T>>(greater<T>(x, y), x - y, y - x);
}

/// The largest d whose square fits in T.
template <class T>
constexpr unsigned_of<T> largest_root() noexcept {
    std::uint64_t root = 0;
    for (int bit = bits_of<T> / 2 - 1; bit >= 0; --bit) {
        const std::uint64_t next = root | (std::uint64_t{1} << bit);
        if (next * next <= static_cast<std::uint64_t>(std::numeric_limits<T>::max())) root = next;
    }
    return static_cast<unsigned_of<T>>(root);
}

/// All ones where d * d is beyond T's maximum, d = |x - y|.
template <class T>
LANEWISE_INLINE auto square_overflows(vec<unsigned_of<T>> d) noexcept {
    using U = unsigned_of<T>;
    return greater<U>(d, splat_vec<U>(largest_root<T>()));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
