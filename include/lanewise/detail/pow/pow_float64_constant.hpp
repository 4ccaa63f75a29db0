#pragma once

/// x^c for one float64 exponent c that has a shorter way to the same bits.
///
///   has_float64_constant(c)     whether there is one
///   pow_float64_constant<C>(x)  x^C, correctly rounded; all special values
///
/// How       0, 1, 2, -1, 1/2: one operation, correctly rounded by IEEE 754. The others, for |x| in 2^+-200 or 0: an
///           operation, and beside it the errors of all operations as a second double; their sum, where an error of
///           2^-100 changes nothing. Ties, other bases and the rest: pow_float64. As errors are part of it, roots and
///           inverses need not be rounded correctly: where the processor has an estimate, Newton steps make them of it
///           (on an Intel -1/2 takes .83 of the time with AVX2 and .39 with AVX-512, 3/2 .71 there).
/// Error     before the sum, relative: each way leaves at most four terms of 2^-105 (roundings of low parts, which are below
///           2^-51; squares of those below 2^-51.5): < 2^-103. No bit depends on an estimate.
/// Accuracy  as pow_float64, whose bits these are: tests/detail/pow/pow_constant_bits.test.cpp.

#include "pow_constant.hpp"
#include "pow_float64.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

constexpr double value_of(constant_exponent c) noexcept {
    for (int twice = -6; twice <= 10; ++twice) {
        if (constant_exponent_of(0.5 * twice) == c) return 0.5 * twice;
    }
    return 0;
}

constexpr bool has_float64_constant(constant_exponent c) noexcept {
    return c != constant_exponent::none && c != constant_exponent::five && c != constant_exponent::minus_three;
}

/// No intermediate result, nor its error, is out of range for |x| within [2^-n, 2^n].
inline constexpr double float64_reach_low = 0x1p-200;
inline constexpr double float64_reach_high = 0x1p200;

template <int N>
struct double_lanes {
    lanes<double, N> high;
    lanes<double, N> low;
};

/// high + low == a * b.
template <int N>
LANEWISE_INLINE double_lanes<N> exact_product(const lanes<double, N>& a, const lanes<double, N>& b) noexcept {
    const auto p = a * b;
    return {copy(p), product_error(a, b, p)};
}

/// What is left of c after a * b, rounded, was taken from it: c - a * b, where that is small.
template <int N>
LANEWISE_INLINE lanes<double, N> remainder_of(const lanes<double, N>& c, const lanes<double, N>& a,
                                              const lanes<double, N>& b) noexcept {
    if constexpr (lanes_have_fma) {
        return subtract_product(c, a, b);
    } else {
        const auto p = exact_product(a, b);
        return (c - p.high) - p.low;
    }
}

namespace registers {

void rough_inverse(absent);
void rough_inverse_root(absent);
#if defined(__AVX512F__)
/// To 2^-14.
LANEWISE_INLINE __m512d rough_inverse_root(__m512d v) noexcept {
    return _mm512_rsqrt14_pd(v);
}
#elif defined(__AVX2__) && defined(__FMA__)
/// To 1.5 * 2^-12, for v in float's range.
LANEWISE_INLINE __m256d rough_inverse(__m256d v) noexcept {
    return _mm256_cvtps_pd(_mm_rcp_ps(_mm256_cvtpd_ps(v)));
}
#endif

} // namespace registers

template <class Batch>
inline constexpr bool has_rough_inverse_root = requires(const Batch& v) {
    registers::rough_inverse_root(v.data);
};
/// Whether there is an estimate of 1 / sqrt: the unit for roots and quotients takes three times as long as what follows it.
inline constexpr bool estimates_roots = has_rough_inverse_root<batch<double>>;

/// x^(-1/2) to 2^-40, for x in reach; for smaller ones some number.
template <int N>
LANEWISE_INLINE lanes<double, N> estimated_inverse_root(const lanes<double, N>& x) noexcept {
    const auto rough = map<lanes<double, N>>(
        LANEWISE_EACH(const auto& v) { return batch<double>(registers::rough_inverse_root(v.data)); },
        maximum(x, float64_reach_low));
    // (1 - e)^(-1/2) = 1 + e / 2 + 3/8 e^2 + 5/16 e^3; |e| <= 2^-13
    const auto e = subtract_product(splat<double, N>(1.0), x * rough, rough);
    return multiply_add(rough * e, multiply_add(e, 0.375, splat<double, N>(0.5)), rough);
}

/// sqrt(x), or within 2^-52 of itself; 0 of zeros.
template <int N>
LANEWISE_INLINE lanes<double, N> near_root(const lanes<double, N>& x) noexcept {
    if constexpr (estimates_roots) {
        const auto inverse = estimated_inverse_root(x);
        const auto root = x * inverse;
        return multiply_add(inverse * 0.5, subtract_product(x, root, root), root);
    } else {
        return sqrt(x);
    }
}

/// 1 / v, or within 2^-52 of itself, for v in float's range.
template <int N>
LANEWISE_INLINE lanes<double, N> near_inverse(const lanes<double, N>& v) noexcept {
    if constexpr (requires { registers::rough_inverse(v.reg[0].data); }) {
        const auto rough = map<lanes<double, N>>(
            LANEWISE_EACH(const auto& r) { return batch<double>(registers::rough_inverse(r.data)); }, v);
        const auto e = subtract_product(splat<double, N>(1.0), v, rough);
        const auto better = multiply_add(rough * e, e + 1.0, rough); // to e^3
        return multiply_add(better, subtract_product(splat<double, N>(1.0), v, better), better);
    } else {
        return 1.0 / v;
    }
}

/// |x|^C, to 2^-103, for x in reach.
template <constant_exponent C, int N>
LANEWISE_INLINE double_lanes<N> pow_in_parts(const lanes<double, N>& x) noexcept {
    using enum constant_exponent;
    const auto one_each = splat<double, N>(1.0);
    if constexpr (C == minus_half && estimates_roots) {
        const auto first = estimated_inverse_root(x);
        const auto inverse = multiply_add(first * 0.5, subtract_product(one_each, x * first, first), first);
        // 1 - error = x inverse^2
        const auto root = exact_product(x, inverse);
        const auto error = subtract_product(subtract_product(one_each, root.high, inverse), root.low, inverse);
        return {copy(inverse), inverse * 0.5 * error};
    } else if constexpr (C == minus_half) {
        const auto root = sqrt(x);
        const auto inverse = near_inverse(root);
        // x = root^2 + rest; inverse * root = 1 - error
        const auto rest = remainder_of(x, root, root);
        const auto error = remainder_of(one_each, inverse, root);
        return {copy(inverse), inverse * subtract_product(error, rest * 0.5, inverse * inverse)};
    } else if constexpr (C == three_halves) {
        const auto root = near_root(x);
        const auto rest = remainder_of(x, root, root);
        const auto power = exact_product(x, root);
        return {copy(power.high), multiply_add(rest * 0.5, root, power.low)};
    } else {
        const auto square = exact_product(x, x);
        if constexpr (C == three) {
            const auto power = exact_product(square.high, x);
            return {copy(power.high), multiply_add(square.low, x, power.low)};
        } else if constexpr (C == four) {
            const auto power = exact_product(square.high, square.high);
            return {copy(power.high), multiply_add(square.high + square.high, square.low, power.low)};
        } else if constexpr (C == minus_two) {
            const auto inverse = 1.0 / square.high;
            const auto error = remainder_of(one_each, inverse, square.high);
            return {copy(inverse), inverse * subtract_product(error, inverse, square.low)};
        } else {
            static_assert(C == five_halves);
            const auto root = near_root(x);
            const auto rest = remainder_of(x, root, root);
            const auto power = exact_product(square.high, root);
            const auto low = multiply_add(square.low, root, power.low);
            return {copy(power.high), multiply_add(rest * 0.5, x * root, low)};
        }
    }
}

template <int N>
[[gnu::noinline, gnu::cold]] LANEWISE_FLATTEN lanes<double, N> pow_float64_of_constant(const lanes<double, N>& x,
                                                                                       double y) noexcept {
    return map_parts<lanes<double, N>>(
        LANEWISE_EACH(const auto& part) {
            return pow_float64(part, splat<double, std::remove_cvref_t<decltype(part)>::size>(y));
        },
        x);
}

template <constant_exponent C, int N>
LANEWISE_INLINE lanes<double, N> pow_float64_constant(const lanes<double, N>& x) noexcept {
    using enum constant_exponent;
    static_assert(has_float64_constant(C));
    if constexpr (C == zero) {
        return splat<double, N>(1.0);
    } else if constexpr (C == one) {
        return x;
    } else if constexpr (C == two) {
        return x * x;
    } else if constexpr (C == half) {
        return pow_half(x);
    } else if constexpr (C == minus_one) {
        return 1.0 / x;
    } else {
        constexpr bool has_root = C == three_halves || C == five_halves || C == minus_half;
        constexpr bool has_inverse = C == minus_two || C == minus_half;
        const auto power = pow_in_parts<C>(x);
        const auto reach = absolute(power.high) * 0x1p-100;
        const auto above = power.high + (power.low + reach);
        const auto below = power.high + (power.low - reach);
        // A negative base has no root.
        const auto size = [&] {
            if constexpr (has_root)
                return x;
            else
                return absolute(x);
        }();
        auto in_reach = (size >= float64_reach_low) & (size < float64_reach_high);
        if constexpr (!has_inverse) in_reach = in_reach | (size == 0.0);
        if (!all((above == below) & in_reach)) [[unlikely]] {
            const lanes<double, N> cold_x = x;
            return pow_float64_of_constant(cold_x, value_of(C));
        }
        if constexpr (C == three)
            return above | sign_bit(x); // -0
        else if constexpr (has_root && !has_inverse)
            return absolute(above);
        else
            return above;
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
