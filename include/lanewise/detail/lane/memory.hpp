#pragma once

/// Between memory and registers: contiguous elements of a storage type, as lanes of the type they are computed in.
///
///   lane_type<T>            float for float16 and bfloat16, T itself for the others
///   load<T, N>(p)           N contiguous elements of storage type T; unaligned
///   store<T>(p, lanes)      the reverse, rounded once to nearest even where T is a 16-bit float
///   load_first, store_first the same for the first n < N elements only: nothing beyond them is touched
///
/// The 16-bit floats convert in registers: with F16C where the target has it, else with integer arithmetic that gives the
/// same bits. Memory is only ever touched as bytes or vectors, so that a user's own 16-bit type or `long long` is no
/// aliasing violation.

#include "../../float16.hpp"
#include "arch.hpp"

#if defined(__F16C__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
inline constexpr bool is_float16 = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
using lane_type = std::conditional_t<is_float16<T>, float, T>;

/// One element at any address.
template <class T>
LANEWISE_INLINE T load_element(const std::byte* p) noexcept {
    T value;
    __builtin_memcpy(&value, p, sizeof value);
    return value;
}

template <class T>
LANEWISE_INLINE void store_element(std::byte* p, T value) noexcept {
    __builtin_memcpy(p, &value, sizeof value);
}

/// Copies fewer than Limit bytes, without a call.
template <int Limit>
LANEWISE_INLINE void copy_few(std::byte* to, const std::byte* from, index_t bytes) noexcept {
    if constexpr (Limit > 32) {
        for (; bytes >= 32; bytes -= 32, to += 32, from += 32) __builtin_memcpy(to, from, 32);
    }
    const auto piece = [&](auto size) {
        if constexpr (size < Limit) {
            if ((bytes & size) == 0) return;
            __builtin_memcpy(to, from, size);
            to += size;
            from += size;
        }
    };
    piece(std::integral_constant<int, 16>{});
    piece(std::integral_constant<int, 8>{});
    piece(std::integral_constant<int, 4>{});
    piece(std::integral_constant<int, 2>{});
    piece(std::integral_constant<int, 1>{});
}

/// The elements of a register of floats, as the compiler's own vectors.
typedef std::uint16_t halves __attribute__((vector_size(2 * batch_size<float>)));
typedef std::uint32_t words __attribute__((vector_size(4 * batch_size<float>)));
typedef std::int32_t integers __attribute__((vector_size(4 * batch_size<float>)));
typedef float floats __attribute__((vector_size(4 * batch_size<float>)));

LANEWISE_INLINE words widen_halves(halves v) noexcept {
    return __builtin_convertvector(v, words);
}
LANEWISE_INLINE halves narrow_words(words v) noexcept {
    return __builtin_convertvector(v, halves);
}
LANEWISE_INLINE floats to_floats(words v) noexcept {
    return __builtin_convertvector((integers)v, floats);
}

/// A register of floats as 16-bit floats and back.
template <class T>
struct half_register {
    // The maskz forms compile to the plain ones, in which g++ 12 sees an uninitialised variable.
    LANEWISE_INLINE static batch<float> load(const std::byte* p) noexcept {
#if defined(__AVX512F__)
        if constexpr (std::is_same_v<T, float16>) {
            return batch<float>(_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
        }
#elif defined(__F16C__)
        if constexpr (std::is_same_v<T, float16>)
            return batch<float>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#endif
        halves packed;
        __builtin_memcpy(&packed, p, sizeof packed);
        const words bits = widen_halves(packed);
        if constexpr (std::is_same_v<T, bfloat16>) return as_batch(bits << 16);
        const words magnitude = bits & 0x7fff;
        const words sign = (bits & 0x8000) << 16;
        const floats subnormal = to_floats(magnitude) * 0x1p-24f;
        const words rebias = magnitude < 0x7c00 ? words{} + (112u << 23) : words{} + (224u << 23);
        return as_batch(sign | (magnitude < 0x0400 ? (words)subnormal : (magnitude << 13) + rebias));
    }

    LANEWISE_INLINE static void store(std::byte* p, const batch<float>& value) noexcept {
#if defined(__AVX512F__)
        if constexpr (std::is_same_v<T, float16>) {
            return _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                                       _mm512_maskz_cvtps_ph(0xffff, value, _MM_FROUND_TO_NEAREST_INT));
        }
#elif defined(__F16C__)
        if constexpr (std::is_same_v<T, float16>) {
            return _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
        }
#endif
        words bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        const words magnitude = bits & 0x7fffffff;
        const words sign = (bits >> 16) & 0x8000;
        words result;
        if constexpr (std::is_same_v<T, bfloat16>) {
            const words rounded = (magnitude + 0x7fff + ((magnitude >> 16) & 1)) >> 16;
            result = magnitude > 0x7f800000 ? (magnitude >> 16) | 0x40 : rounded;
        } else {
            // Below 2^-14 the sum with 0.5 rounds at the last place of a subnormal, 2^-24.
            const words subnormal = (words)((floats)magnitude + 0.5f) - 0x3f000000;
            const words normal = (magnitude + 0xfff + ((magnitude >> 13) & 1) - (112u << 23)) >> 13;
            const words not_a_number = ((magnitude >> 13) & 0x3ff) | 0x7e00;
            result = magnitude < (113u << 23) ? subnormal : normal;
            result = magnitude < (143u << 23) ? result : words{} + 0x7c00;
            result = magnitude > 0x7f800000 ? not_a_number : result;
        }
        const halves packed = narrow_words(result | sign);
        __builtin_memcpy(p, &packed, sizeof packed);
    }

private:
    LANEWISE_INLINE static batch<float> as_batch(words bits) noexcept {
        batch<float> value;
        __builtin_memcpy(&value, &bits, sizeof value);
        return value;
    }
};

template <class T, int N>
LANEWISE_INLINE lanes<lane_type<T>, N> load(const std::byte* p) noexcept {
    using L = lane_type<T>;
    lanes<L, N> result;
    for (int i = 0; i < lanes<L, N>::count; ++i) {
        const std::byte* from = p + static_cast<std::size_t>(i * batch_size<L>) * sizeof(T);
        if constexpr (is_float16<T>) {
            result.reg[i] = half_register<T>::load(from);
        } else {
            result.reg[i] = batch<T>::load_unaligned(reinterpret_cast<const T*>(from));
        }
    }
    return result;
}

template <class T, int N>
LANEWISE_INLINE void store(std::byte* p, const lanes<lane_type<T>, N>& value) noexcept {
    using L = lane_type<T>;
    for (int i = 0; i < lanes<L, N>::count; ++i) {
        std::byte* to = p + static_cast<std::size_t>(i * batch_size<L>) * sizeof(T);
        if constexpr (is_float16<T>) {
            half_register<T>::store(to, value.reg[i]);
        } else {
            value.reg[i].store_unaligned(reinterpret_cast<T*>(to));
        }
    }
}

/// The first n elements at p; the other lanes hold 1, which no operation treats as special.
template <class T, int N>
LANEWISE_INLINE lanes<lane_type<T>, N> load_first(const std::byte* p, index_t n) noexcept {
    alignas(64) T padded[static_cast<std::size_t>(N)];
    const T one(1);
    for (T& element : padded) element = one;
    copy_few<N* static_cast<int>(sizeof(T))>(reinterpret_cast<std::byte*>(padded), p,
                                             n * static_cast<index_t>(sizeof(T)));
    return load<T, N>(reinterpret_cast<const std::byte*>(padded));
}

template <class T, int N>
LANEWISE_INLINE void store_first(std::byte* p, const lanes<lane_type<T>, N>& value, index_t n) noexcept {
    alignas(64) std::byte padded[static_cast<std::size_t>(N) * sizeof(T)];
    store<T, N>(padded, value);
    copy_few<N* static_cast<int>(sizeof(T))>(p, padded, n * static_cast<index_t>(sizeof(T)));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
