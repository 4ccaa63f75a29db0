#pragma once

/// The floating lane operations of pow.
///
///   float_pow<T, Y, E>           x ^ y for a base of dtype T (float16, bfloat16, float32, float64). x comes as
///                                lane_type<T>; y as Y, the row type of the exponents: float or double, beside float64
///                                double or std::int64_t. E says what is known of the operands and takes a faster way to
///                                the same bits: an integral type that y is integral, T that both x and y are values of
///                                that 16-bit format; Y nothing.
///   float_pow_constant<T, C>     x ^ C for a scalar exponent that has a shorter way to the same bits; its second operand
///                                is not looked at.
///   with_constant_pow<T>(y, f)   calls f(float_pow_constant<T, C>{}) where a scalar exponent of value y has one, and
///                                says whether it did
///
/// step        as many chains in flight as hide the latency.
/// least_step  one register: tails and short rows go through one function that is not inlined again and again.

#include "../lane/memory.hpp"
#include "../lane/pow_constant.hpp"
#include "../lane/pow_float16.hpp"
#include "../lane/pow_float32_integral.hpp"
#include "../lane/pow_float64.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T, class E>
inline constexpr int pow_step = std::is_same_v<T, double>                          ? pow_float64_step
                                : std::is_same_v<T, float>&& std::is_integral_v<E> ? pow_float32_integral_step
                                                                                   : pow_float32_step;

/// Whether T, a 16-bit format, holds every value of dtype E.
template <class T, class E>
inline constexpr bool holds_exponents =
    std::is_same_v<T, E> || std::is_same_v<E, std::int8_t> || std::is_same_v<E, std::uint8_t>;

template <class T, class Y, class E = Y>
struct float_pow {
    using first = lane_type<T>;
    using second = Y;
    using result = T;
    static constexpr int least_step = batch_size<first>;
    static constexpr int step = pow_step<T, E>;

    template <int N>
    LANEWISE_INLINE lanes<first, N> operator()(const lanes<first, N>& x, const lanes<Y, N>& y) const noexcept {
        if constexpr (N == step) {
            return compute(x, y);
        } else {
            return compute_tail(x, y);
        }
    }

private:
    template <int N>
    LANEWISE_INLINE static lanes<first, N> compute(const lanes<first, N>& x, const lanes<Y, N>& y) noexcept {
        if constexpr (std::is_same_v<T, double>) {
            return pow_float64(x, y);
        } else if constexpr (std::is_same_v<T, float>) {
            if constexpr (std::is_integral_v<E>) {
                return pow_float32_integral(x, y);
            } else {
                return pow_float32(x, y);
            }
        } else {
            using format = std::conditional_t<std::is_same_v<T, float16>, float16_format, bfloat16_format>;
            constexpr pow_pairs pairs = std::is_same_v<T, E> ? pow_pairs::checked : pow_pairs::any;
            return pow_float16<format, pairs>(x, y);
        }
    }

    template <int N>
    [[gnu::noinline]] LANEWISE_FLATTEN static lanes<first, N> compute_tail(const lanes<first, N>& x,
                                                                           const lanes<Y, N>& y) noexcept {
        return compute(x, y);
    }
};

template <class T, constant_exponent C>
struct float_pow_constant {
    using first = T;
    using second = T;
    using result = T;
    static constexpr int least_step = batch_size<T>;
    static constexpr int step = 4 * least_step;

    template <int N>
    LANEWISE_INLINE lanes<T, N> operator()(const lanes<T, N>& x, const lanes<T, N>&) const noexcept {
        if constexpr (C == constant_exponent::zero) {
            return splat<T, N>(T(1));
        } else if constexpr (C == constant_exponent::one) {
            return x;
        } else {
            return pow_float32_constant<C>(x);
        }
    }
};

template <class T, class F>
bool with_constant_pow(double y, F&& f) noexcept {
    using enum constant_exponent;
    const constant_exponent c = constant_exponent_of(y);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        switch (c) {
        case zero:
            f(float_pow_constant<T, zero>{});
            return true;
        case one:
            f(float_pow_constant<T, one>{});
            return true;
        default:
            break;
        }
    }
    if constexpr (std::is_same_v<T, float>) {
        switch (c) {
        case two:
            f(float_pow_constant<T, two>{});
            return true;
        case three:
            f(float_pow_constant<T, three>{});
            return true;
        case four:
            f(float_pow_constant<T, four>{});
            return true;
        case five:
            f(float_pow_constant<T, five>{});
            return true;
        case half:
            f(float_pow_constant<T, half>{});
            return true;
        case three_halves:
            f(float_pow_constant<T, three_halves>{});
            return true;
        case five_halves:
            f(float_pow_constant<T, five_halves>{});
            return true;
        case minus_one:
            f(float_pow_constant<T, minus_one>{});
            return true;
        case minus_two:
            f(float_pow_constant<T, minus_two>{});
            return true;
        case minus_three:
            f(float_pow_constant<T, minus_three>{});
            return true;
        case minus_half:
            f(float_pow_constant<T, minus_half>{});
            return true;
        default:
            break;
        }
    }
    return false;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
