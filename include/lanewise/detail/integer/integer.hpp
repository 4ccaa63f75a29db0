#pragma once

/// Integer arithmetic on one register, exact modulo 2^n for every width on every instruction set:
///
///   multiply, square            8-bit products as two 16-bit ones, 64-bit products from 32-bit ones
///   greater, has_bit, choose    comparisons, and the choice they make
///   larger, smaller
///   any_bit                     is any bit of the register set?
///
/// Registers are the compiler's own vectors here. xsimd's integer operations are incomplete where it matters (64-bit
/// products and comparisons on SSE2 are scalar loops) and change between releases; the compiler's operators are exact
/// for every width, and unsigned ones wrap by definition, so no lane has undefined behaviour.

#include "../lane/arch.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
struct vector_register {
    typedef T type __attribute__((vector_size(sizeof(batch<T>))));
};

/// A register of T with the compiler's vector operators. A comparison gives all ones where it holds.
template <class T>
using vec = typename vector_register<T>::type;

template <class T>
using unsigned_of = std::make_unsigned_t<T>;

template <class T>
using signed_of = std::make_signed_t<T>;

template <class T>
inline constexpr int bits_of = std::numeric_limits<unsigned_of<T>>::digits;

/// The same bits as a register of U, whatever held them: a batch, a comparison, a vector of another width.
template <class U, class Register>
LANEWISE_INLINE vec<U> as_vec(const Register& r) noexcept {
    return __builtin_bit_cast(vec<U>, r);
}

template <class T, class Register>
LANEWISE_INLINE batch<T> as_batch(const Register& r) noexcept {
    return __builtin_bit_cast(batch<T>, r);
}

template <class U>
LANEWISE_INLINE vec<U> splat_vec(U value) noexcept {
    return as_vec<U>(batch<U>(value));
}

/// Is any bit of the register set?
template <class Register>
LANEWISE_INLINE bool any_bit(const Register& r) noexcept {
#if defined(__AVX512F__)
    const auto v = __builtin_bit_cast(__m512i, r);
    return _mm512_test_epi64_mask(v, v) != 0;
#elif defined(__AVX__)
    const auto v = __builtin_bit_cast(__m256i, r);
    return _mm256_testz_si256(v, v) == 0;
#elif defined(__SSE4_1__)
    const auto v = __builtin_bit_cast(__m128i, r);
    return _mm_testz_si128(v, v) == 0;
#elif defined(__SSE2__)
    const auto v = __builtin_bit_cast(__m128i, r);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) != 0xffff;
#else
    const auto words = as_vec<std::uint64_t>(r);
    std::uint64_t all = 0;
    for (int i = 0; i < batch_size<std::uint64_t>; ++i) all |= words[i];
    return all != 0;
#endif
}

/// Where a 64-bit lane has no comparison of its own, its 32-bit halves stand in (SSE2), and GCC would go through
/// scalars.
#if defined(__SSE2__) && !defined(__SSE4_2__)
template <class U>
inline constexpr bool compares_by_halves = sizeof(U) == 8;
#else
template <class U>
inline constexpr bool compares_by_halves = false;
#endif

/// All ones where the lane's top bit is set.
template <class U>
LANEWISE_INLINE auto sign_mask(vec<U> v) noexcept {
#if defined(__SSE2__) && !defined(__SSE4_2__)
    if constexpr (compares_by_halves<U>) {
        const auto half = as_vec<std::int32_t>(v) >> 31;
        return as_vec<std::int64_t>(__builtin_shufflevector(half, half, 1, 1, 3, 3));
    } else
#endif
        return as_vec<signed_of<U>>(v) < vec<signed_of<U>>{};
}

/// All ones where x > y as numbers of type T.
template <class T>
LANEWISE_INLINE auto greater(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    using U = unsigned_of<T>;
    if constexpr (compares_by_halves<T>) {
        // The sign of y - x, were it computed with one bit more.
        const vec<U> d = y - x;
        if constexpr (std::is_signed_v<T>)
            return sign_mask<U>(d ^ ((x ^ y) & (d ^ y)));
        else
            return sign_mask<U>((x & ~y) | (d & ~(x ^ y)));
    } else {
        return as_vec<T>(x) > as_vec<T>(y);
    }
}

/// All ones where v has `bit`, a power of two in each lane.
template <class U>
LANEWISE_INLINE auto has_bit(vec<U> v, vec<U> bit) noexcept {
#if defined(__SSE2__) && !defined(__SSE4_2__)
    if constexpr (compares_by_halves<U>) {
        const auto half = as_vec<std::int32_t>(v & bit) == as_vec<std::int32_t>(bit);
        return as_vec<std::int64_t>(half & __builtin_shufflevector(half, half, 1, 0, 3, 2));
    } else
#endif
        return (v & bit) == bit;
}

/// x where the mask is all ones, y where it is zero.
template <class U, class Mask>
LANEWISE_INLINE vec<U> choose(const Mask& mask, vec<U> x, vec<U> y) noexcept {
    if constexpr (compares_by_halves<U>)
        return (x & as_vec<U>(mask)) | (y & ~as_vec<U>(mask));
    else
        return mask ? x : y;
}

template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> larger(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    using U = unsigned_of<T>;
    if constexpr (compares_by_halves<T>)
        return choose<U>(greater<T>(x, y), x, y);
    else {
        const auto a = as_vec<T>(x);
        const auto b = as_vec<T>(y);
        return as_vec<U>(a > b ? a : b);
    }
}

template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> smaller(vec<unsigned_of<T>> x, vec<unsigned_of<T>> y) noexcept {
    using U = unsigned_of<T>;
    if constexpr (compares_by_halves<T>)
        return choose<U>(greater<T>(x, y), y, x);
    else {
        const auto a = as_vec<T>(x);
        const auto b = as_vec<T>(y);
        return as_vec<U>(a < b ? a : b);
    }
}

/// The full product of the low 32 bits of each 64-bit lane.
LANEWISE_INLINE vec<std::uint64_t> multiply_low_halves(vec<std::uint64_t> x, vec<std::uint64_t> y) noexcept {
#if defined(__AVX512F__)
    return as_vec<std::uint64_t>(_mm512_mul_epu32(__builtin_bit_cast(__m512i, x), __builtin_bit_cast(__m512i, y)));
#elif defined(__AVX2__)
    return as_vec<std::uint64_t>(_mm256_mul_epu32(__builtin_bit_cast(__m256i, x), __builtin_bit_cast(__m256i, y)));
#elif defined(__SSE2__) && !defined(__AVX__)
    return as_vec<std::uint64_t>(_mm_mul_epu32(__builtin_bit_cast(__m128i, x), __builtin_bit_cast(__m128i, y)));
#else
    const auto low = splat_vec<std::uint64_t>(0xffff'ffffu);
    return (x & low) * (y & low);
#endif
}

/// Bytes as two registers of 16-bit lanes, so that one 16-bit multiply serves 8-bit ones: the bytes of even index in
/// `even`, those of odd index in `odd`. A product's low byte depends on its factors' low bytes alone, so whatever the
/// upper byte of `even` holds does no harm.
struct byte_halves {
    vec<std::uint16_t> even;
    vec<std::uint16_t> odd;
};

LANEWISE_INLINE byte_halves split_bytes(vec<std::uint8_t> v) noexcept {
    const auto pairs = as_vec<std::uint16_t>(v);
    return {pairs, pairs >> 8};
}

LANEWISE_INLINE vec<std::uint8_t> join_bytes(byte_halves v) noexcept {
    return as_vec<std::uint8_t>((v.even & splat_vec<std::uint16_t>(0xff)) | (v.odd << 8));
}

/// x * y modulo 2^n, U unsigned.
template <class U>
LANEWISE_INLINE vec<U> multiply(vec<U> x, vec<U> y) noexcept {
    static_assert(std::is_unsigned_v<U>);
    if constexpr (sizeof(U) == 1) {
        const byte_halves a = split_bytes(x);
        const byte_halves b = split_bytes(y);
        return join_bytes({a.even * b.even, a.odd * b.odd});
    } else if constexpr (sizeof(U) == 8) {
#if defined(__AVX512DQ__)
        return x * y;
#else
        const vec<U> cross = multiply_low_halves(x >> 32, y) + multiply_low_halves(x, y >> 32);
        return multiply_low_halves(x, y) + (cross << 32);
#endif
    } else {
        return x * y;
    }
}

/// x * x modulo 2^n: a 64-bit square has one cross product, not two.
template <class U>
LANEWISE_INLINE vec<U> square(vec<U> x) noexcept {
#if !defined(__AVX512DQ__)
    if constexpr (sizeof(U) == 8) return multiply_low_halves(x, x) + (multiply_low_halves(x, x >> 32) << 33);
#endif
    return multiply<U>(x, x);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
