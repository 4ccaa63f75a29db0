#pragma once

/// Where does x^e leave T? Answered before the power is taken, by one comparison with a table.
///
/// Bases are ordered by magnitude with their zigzag code (0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...; an unsigned
/// base is its own code), and for each exponent the bases whose power fits are exactly those up to some code. The table
/// holds that code for e = 1 ... n; smaller exponents never overflow and are raised to 1, larger ones are lowered to n,
/// where no base beyond 0, 1 and -1 fits.

#include "integer.hpp"
#include "integer_scalar.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
LANEWISE_INLINE constexpr unsigned_of<T> largest_base_code(int e) noexcept {
    using U = unsigned_of<T>;
    if (e <= 1) return std::numeric_limits<U>::max();
    U root = 0;
    for (int bit = bits_of<T> / e; bit >= 0; --bit) {
        const auto next = static_cast<U>(root | (std::uint64_t{1} << bit));
        if (next <= static_cast<std::uint64_t>(std::numeric_limits<T>::max()) &&
            !power<T>(static_cast<T>(next), static_cast<signed_of<T>>(e)).overflow)
            root = next;
    }
    if constexpr (std::is_unsigned_v<T>) {
        return root;
    } else {
        // One more negative base where its power is T's minimum.
        const bool one_more =
            !power<T>(static_cast<T>(-static_cast<T>(root) - 1), static_cast<signed_of<T>>(e)).overflow;
        return static_cast<U>(2 * std::uint64_t{root} + (one_more ? 1 : 0));
    }
}

/// Row e for e = 1 ... n; row 0 repeats row n, so that lookups may take the index modulo a power of two.
template <class T>
struct base_limits {
    static constexpr std::size_t per_register = 64 / sizeof(T);
    static constexpr std::size_t rows = (std::size_t{bits_of<T>} / per_register + 1) * per_register;

    alignas(64) unsigned_of<T> row[rows] = {};

    constexpr base_limits() noexcept {
        for (int e = 1; e <= bits_of<T>; ++e) row[e] = largest_base_code<T>(e);
        row[0] = row[bits_of<T>];
    }
};

template <class T>
inline constexpr base_limits<T> base_limit_table{};

#if defined(__AVX512BW__) || (defined(__AVX2__) && !defined(__AVX512F__)) || (defined(__SSSE3__) && !defined(__AVX__))
inline constexpr bool has_byte_lookup = true;
#else
inline constexpr bool has_byte_lookup = false;
#endif

/// table[index modulo 16] per byte, where has_byte_lookup; each index is below 128 and the table aligned to 16 bytes.
LANEWISE_INLINE vec<std::uint8_t> lookup_bytes([[maybe_unused]] const void* table, vec<std::uint8_t> index) noexcept {
#if defined(__AVX512BW__)
    // Not _mm512_broadcast_i32x4: GCC 12 warns of its own header's undefined register (bug 105593).
    const auto part = _mm_load_si128(static_cast<const __m128i*>(table));
    const __m512i rows = __builtin_shufflevector(part, part, 0, 1, 0, 1, 0, 1, 0, 1);
    return as_vec<std::uint8_t>(_mm512_shuffle_epi8(rows, __builtin_bit_cast(__m512i, index)));
#elif defined(__AVX2__) && !defined(__AVX512F__)
    const auto rows = _mm256_broadcastsi128_si256(_mm_load_si128(static_cast<const __m128i*>(table)));
    return as_vec<std::uint8_t>(_mm256_shuffle_epi8(rows, __builtin_bit_cast(__m256i, index)));
#elif defined(__SSSE3__) && !defined(__AVX__)
    const auto rows = _mm_load_si128(static_cast<const __m128i*>(table));
    return as_vec<std::uint8_t>(_mm_shuffle_epi8(rows, __builtin_bit_cast(__m128i, index)));
#else
    return index;
#endif
}

/// row[index] per lane, 1 <= index <= n; from registers where they can be permuted, else through memory.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> base_limit(vec<unsigned_of<T>> index) noexcept {
    using U = unsigned_of<T>;
    constexpr const auto& row = base_limit_table<T>.row;
    [[maybe_unused]] const auto if_bit = [index](U bit, vec<U> x, vec<U> y) {
        return choose<U>(has_bit<U>(index, splat_vec<U>(bit)), x, y);
    };

    if constexpr (has_byte_lookup && sizeof(T) == 1) return lookup_bytes(row, index);
#if defined(__AVX512BW__)
    const auto i = __builtin_bit_cast(__m512i, index);
    const auto rows = [](std::size_t from) { return _mm512_load_si512(row + from); };
    if constexpr (sizeof(T) == 2) return as_vec<U>(_mm512_permutexvar_epi16(i, rows(0)));
    if constexpr (sizeof(T) == 4) return as_vec<U>(_mm512_permutex2var_epi32(rows(0), i, rows(16)));
    if constexpr (sizeof(T) == 8) {
        const auto of_16 = [&](std::size_t from) {
            return as_vec<U>(_mm512_permutex2var_epi64(rows(from), i, rows(from + 8)));
        };
        return if_bit(32, if_bit(16, of_16(48), of_16(32)), if_bit(16, of_16(16), of_16(0)));
    }
#elif defined(__AVX2__) && !defined(__AVX512F__)
    const auto i = __builtin_bit_cast(__m256i, index);
    if constexpr (sizeof(T) == 4) {
        const auto of_8 = [i](std::size_t from) {
            const auto rows = _mm256_load_si256(reinterpret_cast<const __m256i*>(row + from));
            return as_vec<U>(_mm256_permutevar8x32_epi32(rows, i));
        };
        return if_bit(16, if_bit(8, of_8(24), of_8(16)), if_bit(8, of_8(8), of_8(0)));
    }
    if constexpr (sizeof(T) == 8)
        return as_vec<U>(_mm256_i64gather_epi64(reinterpret_cast<const long long*>(row), i, 8));
#endif
    if constexpr (has_byte_lookup && sizeof(T) == 2) {
        const auto bytes = as_vec<std::uint8_t>(index * splat_vec<U>(0x0202) + splat_vec<U>(0x0100));
        return if_bit(8, as_vec<U>(lookup_bytes(row + 8, bytes)), as_vec<U>(lookup_bytes(row, bytes)));
    }
    if constexpr (sizeof(T) == 1) {
        // Eight rows: the last one, and a step up for each row that the index has not passed.
        vec<U> limit = splat_vec<U>(row[8]);
        for (int e = 7; e >= 1; --e) {
            const auto step = static_cast<U>(row[e] - row[e + 1]);
            limit += as_vec<U>(greater<signed_of<T>>(splat_vec<U>(static_cast<U>(e + 1)), index)) & splat_vec<U>(step);
        }
        return limit;
    }
    constexpr std::size_t size = sizeof(vec<U>) / sizeof(U);
    U in_memory[size];
    __builtin_memcpy(in_memory, &index, sizeof index);
    for (std::size_t k = 0; k < size; ++k) in_memory[k] = row[in_memory[k]];
    return __builtin_bit_cast(vec<U>, in_memory);
}

/// The same for one exponent.
template <class T>
LANEWISE_INLINE constexpr unsigned_of<T> base_limit_of(signed_of<T> e) noexcept {
    return base_limit_table<T>.row[e < 1 ? 1 : e < bits_of<T> ? e : bits_of<T>];
}

/// The code that orders bases by magnitude.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> base_code(vec<unsigned_of<T>> x) noexcept {
    if constexpr (std::is_unsigned_v<T>) {
        return x;
    } else {
        using U = unsigned_of<T>;
        return (x + x) ^ as_vec<U>(sign_mask<U>(x));
    }
}

/// All ones where x^e is beyond T; never for a negative e. E is the exponents' type, of T's width.
template <class T, class E>
LANEWISE_INLINE auto power_overflows(vec<unsigned_of<T>> x, vec<unsigned_of<T>> e) noexcept {
    using U = unsigned_of<T>;
    const vec<U> index = smaller<E>(larger<E>(e, splat_vec<U>(1)), splat_vec<U>(bits_of<T>));
    return greater<U>(base_code<T>(x), base_limit<T>(index));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
