#pragma once

/// Every second, third or fourth element, loaded without what lies between.
///
///   can_skip<T>                   whether the architecture has loads that touch no other elements
///   skip_block<T, Step>(to, from) to[i] = from[Step * i] for i in [0, skip_elements<T>), Step in [2, 4]
///   skip_blocks<T, Step, N>       the same for i in [0, N)
///
/// Why     element by element takes a load and a shuffle each (uint8, with AVX-512: 4x).
/// How     loads under a mask, which bring as many elements as fill a register, and shuffles.

#include "shuffle.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

#if defined(__AVX512BW__) && defined(__AVX512VL__)

template <class T>
inline constexpr bool can_skip = true;
/// What one load fills; no one instruction of x86-64-v4 orders more than 16 bytes.
template <class T>
using skip_register = typename vector_of<long long, sizeof(T) == 1 ? 2 : 8>::type;
template <class T>
inline constexpr int skip_elements = static_cast<int>(sizeof(skip_register<T>) / sizeof(T));

/// Step loads fill one register, each places of its own; one shuffle orders them.
template <class T, int Step>
struct skipped_elements {
    static constexpr int elements = skip_elements<T>;

    /// How many elements before its register load k begins: with an even step all would fill the same places otherwise.
    static constexpr int before(int k) noexcept { return Step == 3 ? 0 : k; }

    static constexpr std::uint64_t wanted(int k) noexcept {
        std::uint64_t mask = 0;
        for (int i = 0; i != elements; ++i) mask |= std::uint64_t{(k * elements - before(k) + i) % Step == 0} << i;
        return mask;
    }

    /// The place that element i fills.
    static constexpr int place(int i) noexcept {
        const int k = i * Step / elements;
        return i * Step - k * elements + before(k);
    }

    template <int K>
    LANEWISE_INLINE static void load_more(skip_register<T>& v, const std::byte* from) noexcept {
        constexpr std::uint64_t mask = wanted(K);
        const std::byte* const p = from + (K * elements - before(K)) * static_cast<int>(sizeof(T));
        if constexpr (sizeof(T) == 1) v = _mm_mask_loadu_epi8(v, static_cast<__mmask16>(mask), p);
        if constexpr (sizeof(T) == 2) v = _mm512_mask_loadu_epi16(v, static_cast<__mmask32>(mask), p);
        if constexpr (sizeof(T) == 4) v = _mm512_mask_loadu_epi32(v, static_cast<__mmask16>(mask), p);
        if constexpr (sizeof(T) == 8) v = _mm512_mask_loadu_epi64(v, static_cast<__mmask8>(mask), p);
    }

    template <int... K, int... I>
    LANEWISE_INLINE static skip_register<T> load_all(const std::byte* from, std::integer_sequence<int, K...>,
                                                     std::integer_sequence<int, I...>) noexcept {
        skip_register<T> v{};
        (load_more<K>(v, from), ...);
        const auto order = __builtin_bit_cast(skip_register<T>, (typename vector_of<T, elements>::type{place(I)...}));
        if constexpr (sizeof(T) == 1) return _mm_shuffle_epi8(v, order);
        if constexpr (sizeof(T) == 2) return _mm512_permutexvar_epi16(order, v);
        if constexpr (sizeof(T) == 4) return _mm512_permutexvar_epi32(order, v);
        if constexpr (sizeof(T) == 8) return _mm512_permutexvar_epi64(order, v);
    }

    LANEWISE_INLINE static skip_register<T> load(const std::byte* from) noexcept {
        return load_all(from, std::make_integer_sequence<int, Step>(), std::make_integer_sequence<int, elements>());
    }
};

template <class T, int Step>
LANEWISE_INLINE void skip_block(std::byte* to, const std::byte* from) noexcept {
    const auto all = skipped_elements<T, Step>::load(from);
    __builtin_memcpy(to, &all, sizeof all);
}

template <class T, int Step, int N>
LANEWISE_INLINE void skip_blocks(std::byte* to, const std::byte* from) noexcept {
    each_register<N * static_cast<int>(sizeof(T)) / 64>(LANEWISE_EACH(int i) {
        const std::byte* const first = from + i * Step * 64;
        if constexpr (sizeof(T) == 1) {
            // Stored as one register, since it is loaded as one (1Ki bytes: 1.25x).
            const auto load = [first](int k) { return skipped_elements<T, Step>::load(first + k * Step * 16); };
            const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(load(0)), load(1), 1);
            const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(load(2)), load(3), 1);
            _mm512_storeu_si512(to + i * 64, _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
        } else {
            skip_block<T, Step>(to + i * 64, first);
        }
    });
}

#elif defined(__AVX2__)

template <class T>
inline constexpr bool can_skip = sizeof(T) >= 4;
template <class T>
inline constexpr int skip_elements = static_cast<int>(sizeof(halves_register) / sizeof(T));

/// Which words of register K have an element of every Step-th, for a load that touches no others.
template <class T, int Step, int K, int... Word>
LANEWISE_INLINE __m256i skip_mask(std::integer_sequence<int, Word...>) noexcept {
    constexpr int each = static_cast<int>(sizeof(T)) / 4; // words of an element
    return _mm256_setr_epi32(((K * 8 + Word) / each % Step == 0 ? -1 : 0)...);
}

/// Every Step-th of so many registers' elements that it fills one.
template <class T, int Step>
LANEWISE_INLINE halves_register every_step(const std::byte* from) noexcept {
    const auto load = [from]<int K>(std::integral_constant<int, K>) {
        const __m256i mask = skip_mask<T, Step, K>(std::make_integer_sequence<int, 8>());
        return _mm256_maskload_epi32(reinterpret_cast<const int*>(from + K * sizeof(mask)), mask);
    };
    const __m256i a = load(std::integral_constant<int, 0>());
    const __m256i b = load(std::integral_constant<int, 1>());
    constexpr bool is_word = sizeof(T) == 4;
    if constexpr (Step == 2) {
        const __m256i both =
            is_word
                ? _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0b10'00'10'00))
                : _mm256_unpacklo_epi64(a, b);
        return _mm256_permute4x64_epi64(both, 0b11'01'10'00);
    } else if constexpr (Step == 3) {
        // No two registers have an element at the same place.
        const __m256i all = _mm256_or_si256(_mm256_or_si256(a, b), load(std::integral_constant<int, 2>()));
        return is_word ? _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5))
                       : _mm256_permute4x64_epi64(all, 0b01'10'11'00);
    } else {
        const __m256i c = load(std::integral_constant<int, 2>());
        const __m256i d = load(std::integral_constant<int, 3>());
        if constexpr (is_word) {
            const __m256i low = _mm256_or_si256(a, _mm256_slli_si256(b, 4));
            const __m256i high = _mm256_or_si256(_mm256_slli_si256(c, 8), _mm256_slli_si256(d, 12));
            return _mm256_permutevar8x32_epi32(_mm256_or_si256(low, high), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        } else {
            return _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, d), 0x20);
        }
    }
}

template <class T, int Step>
LANEWISE_INLINE void skip_block(std::byte* to, const std::byte* from) noexcept {
    store_halves(to, every_step<T, Step>(from));
}

#else

template <class T>
inline constexpr bool can_skip = false;
template <class T>
inline constexpr int skip_elements = 1;

template <class T, int>
LANEWISE_INLINE void skip_block(std::byte* to, const std::byte* from) noexcept {
    store_element(to, load_element<T>(from));
}

#endif

#if !defined(__AVX512BW__) || !defined(__AVX512VL__)
template <class T, int Step, int N>
LANEWISE_INLINE void skip_blocks(std::byte* to, const std::byte* from) noexcept {
    constexpr int block = skip_elements<T> * static_cast<int>(sizeof(T));
    each_register<N / skip_elements<T>>(
        LANEWISE_EACH(int i) { skip_block<T, Step>(to + i * block, from + Step * i * block); });
}
#endif

} // namespace lanewise::detail::inline LANEWISE_ISA
