#pragma once

/// A power as the sum of two floats, for pow_float32_integral.hpp, which has the budget.
///
///   factor<Bit>(n, m)                   m where n has the bit, elsewhere 1; 1 <= |m| < 2
///   float_sum<N>                        high + low
///       .square()                       its square
///       .multiply_where<Bit>(n, m)      it times the factor
///       .invert_where_negative(n)       1 / it where n is negative
///
/// Exact     products fuse, and nothing is subnormal: a rounded product's error is a float.
/// How       a blend takes three instructions' time on an Intel with AVX2, so what is chosen is put
///           together from its bits. AVX-512 has masks.

#include "../lane/lanes.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

namespace registers {

template <int Bit>
void factor(absent);
void without(absent);
template <int Bit>
void multiply_where(absent);
void invert_where_negative(absent);
#if defined(__AVX512DQ__)
template <int Bit>
LANEWISE_INLINE __mmask16 has_bit(__m512i n) noexcept {
    __m512i bit = _mm512_set1_epi32(1 << Bit);
    fence(bit); // g++ 12 would make it anew in every step
    return _mm512_test_epi32_mask(n, bit);
}
template <int Bit>
LANEWISE_INLINE __m512 factor(__m512i n, __m512 m) noexcept {
    return _mm512_mask_mov_ps(_mm512_set1_ps(1), has_bit<Bit>(n), m);
}
template <int Bit>
LANEWISE_INLINE void multiply_where(__m512i n, __m512 m, __m512& high, __m512& low) noexcept {
    const __mmask16 where = has_bit<Bit>(n);
    const __m512 p = _mm512_mask_mul_ps(high, where, high, m);
    low = _mm512_mask_fmadd_ps(low, where, m, _mm512_maskz_fmsub_ps(where, high, m, p));
    high = p;
}
LANEWISE_INLINE void invert_where_negative(__m512i n, __m512& high, __m512& low) noexcept {
    const __mmask16 negative = _mm512_movepi32_mask(n);
    const __m512 one = _mm512_set1_ps(1);
    const __m512 inverse = _mm512_div_ps(one, high);
    const __m512 error = _mm512_fnmadd_ps(low, inverse, _mm512_fnmadd_ps(high, inverse, one));
    low = _mm512_mask_mul_ps(low, negative, inverse, error);
    high = _mm512_mask_mov_ps(high, negative, inverse);
}
#elif defined(__AVX2__)
// A shift by 32 or more leaves 0.
template <int Bit>
LANEWISE_INLINE __m256 factor(__m256i n, __m256 m) noexcept {
    __m256i bit = _mm256_set1_epi32(32 << Bit);
    fence(bit); // g++ 12 would make it anew in every step
    const __m256i away = _mm256_andnot_si256(_mm256_slli_epi32(n, 5), bit);
    const __m256i kept = _mm256_srlv_epi32(_mm256_castps_si256(m), away);
    return _mm256_or_ps(_mm256_castsi256_ps(kept), _mm256_set1_ps(1));
}
LANEWISE_INLINE __m256i without(__m256i a, __m256i mask) noexcept {
    return _mm256_andnot_si256(mask, a);
}
#endif

} // namespace registers

template <int Bit, int N>
LANEWISE_INLINE lanes<float, N> factor(const lanes<std::int32_t, N>& n, const lanes<float, N>& m) noexcept {
    if constexpr (requires { registers::factor<Bit>(n.reg[0].data, m.reg[0].data); }) {
        return map<lanes<float, N>>(
            LANEWISE_EACH(const auto& i, const auto& v) {
                return batch<float>(registers::factor<Bit>(i.data, v.data));
            },
            n, m);
    } else {
        return (m & bit_cast_to<float>((n << (31 - Bit)) >> 31)) | 1.0f;
    }
}

/// a without the bits of `mask`.
template <int N>
LANEWISE_INLINE lanes<float, N> without(const lanes<float, N>& a, const lanes<std::int32_t, N>& mask) noexcept {
    using ints = batch<std::int32_t>;
    return bit_cast_to<float>(map<lanes<std::int32_t, N>>(
        LANEWISE_EACH(const auto& v, const auto& m) {
            if constexpr (requires { registers::without(v.data, m.data); }) {
                return ints(registers::without(v.data, m.data));
            } else {
                return v & ~m;
            }
        },
        bit_cast_to<std::int32_t>(a), mask));
}

template <int N>
struct float_sum {
    using int_lanes = lanes<std::int32_t, N>;
    static constexpr int count = lanes<float, N>::count;

    lanes<float, N> high;
    lanes<float, N> low;

    LANEWISE_INLINE void square() noexcept {
        const auto p = high * high;
        low = multiply_add(high + high, low, multiply_subtract(high, high, p));
        high = p;
    }

    template <int Bit>
    LANEWISE_INLINE void multiply_where(const int_lanes& n, const lanes<float, N>& m) noexcept {
        if constexpr (requires(batch<float> & v) {
                          registers::multiply_where<Bit>(n.reg[0].data, m.reg[0].data, v.data, v.data);
                      }) {
            each_register<count>(LANEWISE_EACH(int i) {
                registers::multiply_where<Bit>(n.reg[i].data, m.reg[i].data, high.reg[i].data, low.reg[i].data);
            });
        } else {
            const auto f = factor<Bit>(n, m);
            const auto p = high * f;
            low = multiply_add(low, f, multiply_subtract(high, f, p));
            high = p;
        }
    }

    LANEWISE_INLINE void invert_where_negative(const int_lanes& n) noexcept {
        if constexpr (requires(batch<float> & v) { registers::invert_where_negative(n.reg[0].data, v.data, v.data); }) {
            each_register<count>(LANEWISE_EACH(int i) {
                registers::invert_where_negative(n.reg[i].data, high.reg[i].data, low.reg[i].data);
            });
        } else {
            const auto inverse = 1.0f / high;
            const auto error = subtract_product(subtract_product(splat<float, N>(1.0f), high, inverse), low, inverse);
            const auto negative = n >> 31;
            const auto chosen = inverse & bit_cast_to<float>(negative);
            low = multiply_add(chosen, error, without(low, negative));
            high = chosen | without(high, negative);
        }
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
