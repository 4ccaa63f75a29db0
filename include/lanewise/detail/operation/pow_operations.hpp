#pragma once

/// The floating lane operations of pow.
///
///   float_pow<T, Y, E>           x ^ y for a base of dtype T (float16, bfloat16, float32, float64). x comes as
///                                lane_type<T>; y as Y, the row type of the exponents: float, double or std::int32_t,
///                                beside float64 double or std::int64_t. E says what is
///                                known of the operands and takes a faster way to the same bits: an integral type that
///                                y is integral; Y nothing. A 16-bit T for both Y and E: x and y come as T.
///   float_pow_constant<T, C>     x ^ C for a scalar exponent that has a shorter way to the same bits; its second operand
///                                is not looked at.
///   float_pow_chosen<T>          one of these, by a value
///   with_constant_pow<T>(y, f)   calls f with the operation of a scalar exponent of value y where there is one of these, and
///                                says whether it did
///
/// step        as many chains in flight as hide the latency.
/// least_step  one register: tails and short rows go through one function that is not inlined again and again.

#include "../lane/memory.hpp"
#include "../pow/pow_constant.hpp"
#include "../pow/pow_float16.hpp"
#include "../pow/pow_float32_integral.hpp"
#include "../pow/pow_float64_constant.hpp"

#include <array>

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
    using first = std::conditional_t<std::is_same_v<T, Y>, T, lane_type<T>>;
    using second = Y;
    using result = T;
    using base = lane_type<T>;
    template <class S>
    using lane_for = std::conditional_t<std::is_same_v<S, std::int32_t>, integral_exponent_lane, lane_type<S>>;
    using exponent = lane_for<Y>;
    static constexpr int least_step = batch_size<base>;
    static constexpr int step = pow_step<T, E>;
    static constexpr bool may_make_any_nan = false; // of bfloat16s: the operands' or the processor's

    template <int N>
    LANEWISE_INLINE lanes<base, N> operator()(const lanes<base, N>& x, const lanes<exponent, N>& y) const noexcept {
        if constexpr (N == step) {
            return compute(x, y);
        } else {
            return compute_tail(x, y);
        }
    }

private:
    template <int N>
    LANEWISE_INLINE static lanes<base, N> compute(const lanes<base, N>& x, const lanes<exponent, N>& y) noexcept {
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
    [[gnu::noinline]] LANEWISE_FLATTEN static lanes<base, N> compute_tail(const lanes<base, N>& x,
                                                                          const lanes<exponent, N>& y) noexcept {
        return compute(x, y);
    }
};

/// The exponents whose power is one operation, as fast as memory.
constexpr bool is_one_operation(constant_exponent c) noexcept {
    using enum constant_exponent;
    return c == constant_exponent::two || c == half || c == minus_one;
}

template <bool MemoryBound>
struct marked_memory_bound {};

template <>
struct marked_memory_bound<true> {
    using memory_bound = void;
    static constexpr bool may_make_any_nan = true;
};

/// What an operation by a constant exponent has, of either kind.
template <class T>
struct float_pow_by_constant {
    using first = T;
    using second = T;
    using result = T;
    using unary = void;
    static constexpr int least_step = batch_size<lane_type<T>>;
    static constexpr int step = 4 * least_step;
};

/// 16-bit floats through float32, rounded twice: for all 2^16 bases that is right (tests/detail/pow/pow_constant_bits.test.cpp).
template <class T, constant_exponent C>
struct float_pow_constant : float_pow_by_constant<T>, marked_memory_bound<is_one_operation(C)> {
    template <int N>
    LANEWISE_INLINE lanes<lane_type<T>, N> operator()(const lanes<lane_type<T>, N>& x,
                                                      const lanes<lane_type<T>, N>&) const noexcept {
        if constexpr (std::is_same_v<T, double>) {
            return pow_float64_constant<C>(x);
        } else {
            return pow_float32_constant<C>(x);
        }
    }
};

/// An operation that is nothing but its type, as an object that lasts.
template <class Op>
inline constexpr Op stateless{};

/// Of the exponents whose power takes more than an operation, or which are rare: rows of their own for each would be a tenth of
/// all code of a pow. The last elements of a row go through one function, for all exponents.
template <class T>
struct float_pow_chosen : float_pow_by_constant<T> {
    constant_exponent exponent = constant_exponent::none;

    /// f(float_pow_constant<T, exponent>)
    template <class F>
    LANEWISE_INLINE auto choose(const F& f) const noexcept {
        using enum constant_exponent;
        if constexpr (!std::is_same_v<T, double>) {
            if (exponent == five) return f(float_pow_constant<T, five>{});
            if (exponent == minus_three) return f(float_pow_constant<T, minus_three>{});
        }
        switch (exponent) {
        case zero:
            return f(float_pow_constant<T, zero>{});
        case three:
            return f(float_pow_constant<T, three>{});
        case four:
            return f(float_pow_constant<T, four>{});
        case three_halves:
            return f(float_pow_constant<T, three_halves>{});
        case five_halves:
            return f(float_pow_constant<T, five_halves>{});
        case minus_two:
            return f(float_pow_constant<T, minus_two>{});
        case minus_half:
            return f(float_pow_constant<T, minus_half>{});
        default: // one
            return f(float_pow_constant<T, one>{});
        }
    }

    template <int N>
    [[gnu::noinline]] LANEWISE_FLATTEN lanes<lane_type<T>, N> operator()(const lanes<lane_type<T>, N>& x,
                                                                         const lanes<lane_type<T>, N>&) const noexcept {
        return choose(LANEWISE_EACH(const auto& op) { return op(x, x); });
    }
};

/// By exponent; objects that last, too.
template <class T>
inline constexpr auto float_pows_chosen = [] {
    std::array<float_pow_chosen<T>, static_cast<std::size_t>(constant_exponent::minus_half) + 1> all;
    for (std::size_t i = 0; i != all.size(); ++i) all[i].exponent = static_cast<constant_exponent>(i);
    return all;
}();

/// Inline, as what f writes would be waited for (8 floats to the power of 2.2 43 -> 32 ns).
template <class T, class F>
LANEWISE_INLINE bool with_constant_pow(double y, F&& f) noexcept {
    using enum constant_exponent;
    const constant_exponent c = constant_exponent_of(y);
    if (c == none || (std::is_same_v<T, double> && !has_float64_constant(c))) return false;
    if (c == constant_exponent::two) {
        f(stateless<float_pow_constant<T, constant_exponent::two>>);
    } else if (c == half) {
        f(stateless<float_pow_constant<T, half>>);
    } else if (c == minus_one) {
        f(stateless<float_pow_constant<T, minus_one>>);
    } else {
        f(float_pows_chosen<T>[static_cast<std::size_t>(c)]);
    }
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
