#pragma once

/// Between memory and registers: contiguous elements of a storage type, as lanes of the type they are computed in.
///
///   lane_type<T>            float for float16 and bfloat16, T itself for the others
///   load<T, N>(p)           N contiguous elements of storage type T; unaligned
///   load_as<L, T, N>(p)     the same, widened to lanes of L where widens_in_load<T, L>
///   store<T>(p, lanes)      the reverse, rounded once to nearest even where T is a 16-bit float
///   load_first, store_first the same for the first n < N elements only: nothing beyond them is touched
///
/// The 16-bit floats convert in registers (float16_register.hpp). Memory is only ever touched as bytes or vectors, so that a
/// user's own 16-bit type or `long long` is no aliasing violation.

#include "float16_register.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
inline constexpr bool is_float16 = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
using lane_type = std::conditional_t<is_float16<T>, float, T>;

/// The unsigned integer of T's size, for elements that are only moved.
template <class T>
using bits_type =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// One element at any address.
template <class T>
LANEWISE_ALWAYS_INLINE T load_element(const std::byte* p) noexcept {
    T value;
    __builtin_memcpy(&value, p, sizeof value);
    return value;
}

template <class T>
LANEWISE_ALWAYS_INLINE void store_element(std::byte* p, T value) noexcept {
    __builtin_memcpy(p, &value, sizeof value);
}

/// Copies fewer than Limit bytes, without a call.
template <int Limit>
LANEWISE_INLINE void copy_few(std::byte* to, const std::byte* from, index_t bytes) noexcept {
    if constexpr (Limit > 64) {
        for (; bytes >= 64; bytes -= 64, to += 64, from += 64) __builtin_memcpy(to, from, 64);
    }
    const auto piece = [&](auto size) {
        if constexpr (size < Limit) {
            if ((bytes & size) == 0) return;
            __builtin_memcpy(to, from, size);
            to += size;
            from += size;
        }
    };
    piece(std::integral_constant<int, 32>{});
    piece(std::integral_constant<int, 16>{});
    piece(std::integral_constant<int, 8>{});
    piece(std::integral_constant<int, 4>{});
    piece(std::integral_constant<int, 2>{});
    piece(std::integral_constant<int, 1>{});
}

template <class T, int N>
LANEWISE_INLINE lanes<lane_type<T>, N> load(const std::byte* p) noexcept {
    using L = lane_type<T>;
    lanes<L, N> result;
    each_register<lanes<L, N>::count>(LANEWISE_EACH(int i) {
        const std::byte* from = p + static_cast<std::size_t>(i * batch_size<L>) * sizeof(T);
        if constexpr (is_float16<T>) {
            result.reg[i] = float16_register<T>::load(from);
        } else {
            result.reg[i] = load_register<T>(from);
        }
    });
    return result;
}

/// Whether elements of T become lanes of L in registers. (Of 16-bit floats as doubles nobody has asked for a faster way.)
template <class T, class L>
inline constexpr bool widens_in_load = std::is_same_v<lane_type<T>, L> || !is_float16<T>;

/// Stores an element N times. As a vector: of bytes, g++ 12 makes a loop of multiplications and short stores (uint8, rows of
/// 40: 4x).
template <int N, class T>
LANEWISE_INLINE void store_repeated(std::byte* to, T value) noexcept {
    using bits = bits_type<T>;
    const typename vector_of<bits, N>::type repeated =
        __builtin_bit_cast(bits, value) - typename vector_of<bits, N>::type{};
    __builtin_memcpy(to, &repeated, sizeof repeated);
}

/// Why not xsimd's load_as: across element sizes it goes through memory, one by one (uint8 to float: 10x).
template <class L, class T, int N>
LANEWISE_INLINE lanes<L, N> load_as(const std::byte* p) noexcept {
    if constexpr (std::is_same_v<lane_type<T>, L>) {
        return load<T, N>(p);
    } else if constexpr (widens_at_once<T, L>) {
        lanes<L, N> result;
        each_register<lanes<L, N>::count>(LANEWISE_EACH(int i) {
            result.reg[i] = load_wider<T, L>(p + static_cast<std::size_t>(i * batch_size<L>) * sizeof(T));
        });
        return result;
    } else {
        // All registers at once, but for 16- and 32-bit integers, which g++ 12 would then take through memory.
        constexpr int part = std::is_integral_v<L> && sizeof(L) <= 4 ? batch_size<L> : N;
        lanes<L, N> result;
        each_register<N / part>(LANEWISE_EACH(int i) {
            typename vector_of<T, part>::type elements;
            __builtin_memcpy(&elements, p + static_cast<std::size_t>(i) * sizeof elements, sizeof elements);
            typename vector_of<L, part>::type widened;
            widen_vector<L, part, T>(elements, widened);
            __builtin_memcpy(&result.reg[i * part / batch_size<L>], &widened, sizeof widened);
        });
        return result;
    }
}

template <class T, int N>
LANEWISE_INLINE void store(std::byte* p, const lanes<lane_type<T>, N>& value) noexcept {
    using L = lane_type<T>;
    each_register<lanes<L, N>::count>(LANEWISE_EACH(int i) {
        std::byte* to = p + static_cast<std::size_t>(i * batch_size<L>) * sizeof(T);
        if constexpr (is_float16<T>) {
            float16_register<T>::store(to, value.reg[i]);
        } else {
            store_register<T>(to, value.reg[i]);
        }
    });
}

/// Loads and stores that give a lane operation on bfloat16 alone its elements in whatever order is cheapest (1.5x).
template <int N>
LANEWISE_INLINE lanes<float, N> load_pairs(const std::byte* p) noexcept {
    if constexpr (lanes<float, N>::count % 2 != 0) {
        return load<bfloat16, N>(p);
    } else {
        lanes<float, N> result;
        each_register<lanes<float, N>::count / 2>(LANEWISE_EACH(int i) {
            float16_register<bfloat16>::load_pairs(p + static_cast<std::size_t>(i) * sizeof result.reg[0],
                                                   result.reg[2 * i], result.reg[2 * i + 1]);
        });
        return result;
    }
}

/// AnyNaN: a NaN may have any bits, not only the high half's.
template <bool AnyNaN, int N>
LANEWISE_INLINE void store_pairs(std::byte* p, const lanes<float, N>& value) noexcept {
    if constexpr (lanes<float, N>::count % 2 != 0) {
        store<bfloat16, N>(p, value);
    } else {
        const auto to = [p](int i) { return p + static_cast<std::size_t>(i) * sizeof value.reg[0]; };
        constexpr int pairs = lanes<float, N>::count / 2;
        if constexpr (AnyNaN) {
            // One test for all registers: a sum is a number only if its terms are.
            batch<float> sum = value.reg[0];
            each_register<2 * pairs - 1>(LANEWISE_EACH(int i) { sum += value.reg[i + 1]; });
            if (!xsimd::all(sum == sum)) [[unlikely]] {
                return each_register<pairs>(LANEWISE_EACH(int i) {
                    float16_register<bfloat16>::store_any_pairs(to(i), value.reg[2 * i], value.reg[2 * i + 1]);
                });
            }
        }
        each_register<pairs>(LANEWISE_EACH(int i) {
            float16_register<bfloat16>::store_pairs(to(i), value.reg[2 * i], value.reg[2 * i + 1]);
        });
    }
}

// The first n of a register's bytes, under a mask.
#if defined(__AVX512BW__)
template <class T>
inline constexpr int masked_bytes = 64;

LANEWISE_INLINE __mmask64 first_bytes(index_t n) noexcept {
    return n < 64 ? (std::uint64_t{1} << (n < 0 ? 0 : n)) - 1 : ~std::uint64_t{0};
}
LANEWISE_INLINE void load_first_bytes(std::byte* padded, const std::byte* p, index_t n) noexcept {
    _mm512_store_si512(padded, _mm512_mask_loadu_epi8(_mm512_load_si512(padded), first_bytes(n), p));
}
LANEWISE_INLINE void store_first_bytes(std::byte* p, const std::byte* padded, index_t n) noexcept {
    _mm512_mask_storeu_epi8(p, first_bytes(n), _mm512_load_si512(padded));
}
#elif defined(__AVX2__)
template <class T>
inline constexpr int masked_bytes = sizeof(T) % 4 == 0 ? 32 : 0;

LANEWISE_INLINE void load_first_bytes(std::byte* padded, const std::byte* p, index_t n) noexcept {
    const __m256i first =
        _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)), _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    auto* const to = reinterpret_cast<__m256i*>(padded);
    const __m256i loaded = _mm256_maskload_epi32(reinterpret_cast<const int*>(p), first);
    _mm256_store_si256(to, _mm256_blendv_epi8(_mm256_load_si256(to), loaded, first));
}
#else
template <class T>
inline constexpr int masked_bytes = 0;
#endif

/// The first n elements at p; the other lanes hold 1, which no operation treats as special.
///
/// Why a mask: what is copied in pieces cannot be loaded as a register before all of them have reached the cache (a call of
/// fewer floats than a register has: 21 -> 13 ns).
template <class L, class T, int N>
LANEWISE_INLINE lanes<L, N> load_first(const std::byte* p, index_t n) noexcept {
    constexpr int masked = masked_bytes<T>;
    constexpr int at_once = masked == 0 ? 1 : masked;
    constexpr auto bytes = static_cast<int>(sizeof(T)) * N;
    constexpr int room = (bytes + at_once - 1) / at_once * at_once;
    alignas(64) std::byte padded[static_cast<std::size_t>(room)];
    // All of it, as a load of more than was stored at once would be waited for (AVX-512: 8 float16s 70 -> 37 ns).
    store_repeated<room / static_cast<int>(sizeof(T))>(padded, T(1));
    n *= static_cast<index_t>(sizeof(T));
    if constexpr (masked == 0) {
        copy_few<bytes>(padded, p, n);
    } else {
        each_register<sizeof padded / masked>(
            LANEWISE_EACH(int i) { load_first_bytes(padded + i * masked, p + i * masked, n - i * masked); });
    }
    return load_as<L, T, N>(padded);
}

/// The same as store_first, without a mask: beside lines that go around the cache, a Zen 5 takes long to write under one to a
/// line that is not in it (outer products with rows of 200 floats: 3.4x).
template <class T, int N>
LANEWISE_INLINE void store_first_in_pieces(std::byte* p, const lanes<lane_type<T>, N>& value, index_t n) noexcept {
    constexpr auto bytes = static_cast<int>(sizeof(T)) * N;
    alignas(64) std::byte padded[static_cast<std::size_t>(bytes)];
    store<T, N>(padded, value);
    copy_few<bytes>(p, padded, n * static_cast<index_t>(sizeof(T)));
}

template <class T, int N>
LANEWISE_INLINE void store_first(std::byte* p, const lanes<lane_type<T>, N>& value, index_t n) noexcept {
#if defined(__AVX512BW__)
    constexpr auto bytes = static_cast<int>(sizeof(T)) * N;
    if constexpr (bytes % 64 == 0) {
        alignas(64) std::byte padded[static_cast<std::size_t>(bytes)];
        store<T, N>(padded, value);
        n *= static_cast<index_t>(sizeof(T));
        each_register<bytes / 64>(LANEWISE_EACH(int i) { store_first_bytes(p + i * 64, padded + i * 64, n - i * 64); });
        return;
    }
#endif
    store_first_in_pieces<T, N>(p, value, n);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
