#pragma once

/// Elements with gaps between them, loaded under a mask that touches none, and shuffled (uint8, one by one: 4x, AVX-512).
///
///   can_skip<T>                       whether the architecture has such loads
///   skip_blocks<T, Step, N>(to, from) to[i] = from[Step * i] for i in [0, N), Step in [2, 4], N of skip_elements<T>
///   load_in_order<T>(p, mask, order)  a register whose element i is p[place[i]]: gap_mask<T>(bits) and order_of<T>(place), where
///                                     bit k of `bits` is set for each k among the places
///   store_where<T>(p, mask, v)        element k to p[k] where bit k is set; only where can_spread<T>: of doubles it is no gain

#include "../lane/shuffle.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

#if defined(__AVX512BW__) && defined(__AVX512VL__)

template <int Bytes>
using register_of = typename vector_of<long long, Bytes / 8>::type;

template <class T>
inline constexpr bool can_skip = true;
/// No one instruction of x86-64-v4 orders more than 16 bytes.
template <class T>
inline constexpr int gap_bytes = sizeof(T) == 1 ? 16 : 64;
template <class T>
using gap_register = register_of<gap_bytes<T>>;
template <class T>
using order_unit = bits_type<T>;
template <class T>
using gap_mask = std::uint64_t;
template <class T>
inline constexpr int skip_bytes = sizeof(T) == 1 ? 16 : 32;
template <class T>
inline constexpr int skip_elements = skip_bytes<T> / static_cast<int>(sizeof(T));

/// The elements from p on that the mask has; the others are v's.
template <class T, class Register>
LANEWISE_INLINE Register load_where(const Register& v, std::uint64_t mask, const std::byte* p) noexcept {
    if constexpr (sizeof v == 16) {
        return _mm_mask_loadu_epi8(v, static_cast<__mmask16>(mask), p);
    } else if constexpr (sizeof v == 32) {
        if constexpr (sizeof(T) == 2) return _mm256_mask_loadu_epi16(v, static_cast<__mmask16>(mask), p);
        if constexpr (sizeof(T) == 4) return _mm256_mask_loadu_epi32(v, static_cast<__mmask8>(mask), p);
        if constexpr (sizeof(T) == 8) return _mm256_mask_loadu_epi64(v, static_cast<__mmask8>(mask), p);
    } else {
        if constexpr (sizeof(T) == 2) return _mm512_mask_loadu_epi16(v, static_cast<__mmask32>(mask), p);
        if constexpr (sizeof(T) == 4) return _mm512_mask_loadu_epi32(v, static_cast<__mmask16>(mask), p);
        if constexpr (sizeof(T) == 8) return _mm512_mask_loadu_epi64(v, static_cast<__mmask8>(mask), p);
    }
}

template <class T, class Register>
LANEWISE_INLINE Register put_in_order(const Register& v, const Register& order) noexcept {
    if constexpr (sizeof v == 16) {
        return _mm_shuffle_epi8(v, order);
    } else if constexpr (sizeof v == 32) {
        if constexpr (sizeof(T) == 2) return _mm256_permutexvar_epi16(order, v);
        if constexpr (sizeof(T) == 4) return _mm256_permutexvar_epi32(order, v);
        if constexpr (sizeof(T) == 8) return _mm256_permutexvar_epi64(order, v);
    } else {
        if constexpr (sizeof(T) == 2) return _mm512_permutexvar_epi16(order, v);
        if constexpr (sizeof(T) == 4) return _mm512_permutexvar_epi32(order, v);
        if constexpr (sizeof(T) == 8) return _mm512_permutexvar_epi64(order, v);
    }
}

/// A register of every Step-th element. Step loads fill it, each places of its own; one shuffle orders them.
template <class T, int Step, int Bytes>
struct skipped_elements {
    static constexpr int size = static_cast<int>(sizeof(T));
    static constexpr int elements = Bytes / size;

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

    template <int... K, int... I>
    LANEWISE_INLINE static register_of<Bytes> load_all(const std::byte* from, std::integer_sequence<int, K...>,
                                                       std::integer_sequence<int, I...>) noexcept {
        register_of<Bytes> v{};
        ((v = load_where<T>(v, std::integral_constant<std::uint64_t, wanted(K)>(),
                            from + (K * elements - before(K)) * size)),
         ...);
        using order = typename vector_of<order_unit<T>, elements>::type; // T may be float
        return put_in_order<T>(v, __builtin_bit_cast(register_of<Bytes>, order{place(I)...}));
    }

    LANEWISE_INLINE static register_of<Bytes> load(const std::byte* from) noexcept {
        return load_all(from, std::make_integer_sequence<int, Step>(), std::make_integer_sequence<int, elements>());
    }
};

/// A register, of bytes joined from such of 16: what is stored in parts cannot be loaded as one at once (1Ki bytes: 1.25x, rows
/// of 64: 3x).
template <class T, int Step, int Bytes>
LANEWISE_INLINE register_of<Bytes> load_skipping(const std::byte* from) noexcept {
    if constexpr (sizeof(T) > 1 || Bytes == 16) {
        return skipped_elements<T, Step, Bytes>::load(from);
    } else {
        const auto low = load_skipping<T, Step, Bytes / 2>(from);
        const auto high = load_skipping<T, Step, Bytes / 2>(from + Step * Bytes / 2);
        if constexpr (Bytes == 32) return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
        if constexpr (Bytes == 64) return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
    }
}

template <class T, int Step, int N>
LANEWISE_INLINE void skip_blocks(std::byte* to, const std::byte* from) noexcept {
    constexpr auto all = N * static_cast<int>(sizeof(T));
    constexpr int bytes = all < 64 ? all : 64;
    each_register<all / bytes>(LANEWISE_EACH(int i) {
        const auto some = load_skipping<T, Step, bytes>(from + i * Step * bytes);
        __builtin_memcpy(to + i * bytes, &some, sizeof some);
    });
}

template <class T>
LANEWISE_INLINE gap_register<T> load_in_order(const std::byte* p, gap_mask<T> mask,
                                              const gap_register<T>& order) noexcept {
    return put_in_order<T>(load_where<T>(gap_register<T>{}, mask, p), order);
}

template <class T>
inline constexpr bool can_spread = sizeof(T) <= 4;

template <class T>
LANEWISE_INLINE void store_where(std::byte* p, gap_mask<T> mask, const gap_register<T>& v) noexcept {
    if constexpr (sizeof(T) == 1) _mm_mask_storeu_epi8(p, static_cast<__mmask16>(mask), v);
    if constexpr (sizeof(T) == 2) _mm512_mask_storeu_epi16(p, static_cast<__mmask32>(mask), v);
    if constexpr (sizeof(T) == 4) _mm512_mask_storeu_epi32(p, static_cast<__mmask16>(mask), v);
}

#elif defined(__AVX2__)

template <class T>
inline constexpr bool can_skip = sizeof(T) >= 4;
template <class T>
inline constexpr int gap_bytes = sizeof(halves_register);
template <class T>
using gap_register = halves_register;
template <class T>
using order_unit = std::uint32_t;
template <class T>
struct gap_mask {
    __m256i words;

    explicit gap_mask(std::uint64_t bits) noexcept {
        std::uint32_t word[8];
        for (int w = 0; w != 8; ++w) word[w] = (bits >> w * 4 / static_cast<int>(sizeof(T)) & 1) != 0 ? ~0U : 0;
        __builtin_memcpy(&words, word, sizeof words);
    }
};
template <class T>
inline constexpr int skip_elements = static_cast<int>(sizeof(halves_register) / sizeof(T));

/// Which words of register K have an element of every Step-th, for a load that touches no others.
template <class T, int Step, int K, int... Word>
LANEWISE_INLINE __m256i skip_mask(std::integer_sequence<int, Word...>) noexcept {
    constexpr int each = static_cast<int>(sizeof(T)) / 4; // words of an element
    return _mm256_setr_epi32(((K * 8 + Word) / each % Step == 0 ? -1 : 0)...);
}

/// Every Step-th element, from as many registers as it takes to fill one.
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

template <class T, int Step, int N>
LANEWISE_INLINE void skip_blocks(std::byte* to, const std::byte* from) noexcept {
    constexpr int block = static_cast<int>(sizeof(halves_register));
    each_register<N / skip_elements<T>>(
        LANEWISE_EACH(int i) { store_halves(to + i * block, every_step<T, Step>(from + Step * i * block)); });
}

template <class T>
LANEWISE_INLINE gap_register<T> load_in_order(const std::byte* p, const gap_mask<T>& mask,
                                              const gap_register<T>& order) noexcept {
    return shuffle_words(_mm256_maskload_epi32(reinterpret_cast<const int*>(p), mask.words), order);
}

#else

template <class T>
inline constexpr bool can_skip = false;
template <class T>
inline constexpr int skip_elements = 1;
template <class T>
inline constexpr int gap_bytes = sizeof(T);
template <class T>
using gap_register = T;
template <class T>
using order_unit = std::uint8_t;
template <class T>
using gap_mask = std::uint64_t;

template <class T, int Step, int N>
void skip_blocks(std::byte* to, const std::byte* from) noexcept;
template <class T>
gap_register<T> load_in_order(const std::byte* p, const gap_mask<T>& mask, const gap_register<T>& order) noexcept;

#endif

#if !defined(__AVX512BW__) || !defined(__AVX512VL__)
template <class T>
inline constexpr bool can_spread = false;

template <class T>
void store_where(std::byte* p, const gap_mask<T>& mask, const gap_register<T>& v) noexcept;
#endif

template <class T>
gap_register<T> order_of(const index_t (&place)[gap_bytes<T> / sizeof(T)]) noexcept {
    using unit = order_unit<T>;
    constexpr auto each = static_cast<int>(sizeof(T) / sizeof(unit));
    constexpr auto units = static_cast<int>(gap_bytes<T> / sizeof(unit));
    unit order[static_cast<std::size_t>(units)];
    for (int u = 0; u != units; ++u) order[u] = static_cast<unit>(place[u / each] * each + u % each);
    return __builtin_bit_cast(gap_register<T>, order);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
