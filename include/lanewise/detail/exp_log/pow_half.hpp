#pragma once

/// x^(1/2): sqrt, but +0 for -0 and inf for -inf. Correctly rounded.
///
///   pow_half(x)   for lanes of float or double
///
/// How     The processor's root. Where it has an estimate of 1 / sqrt, and fuses, the unit for roots takes half of the
///         registers, and Newton steps on the multipliers, which are idle meanwhile, take the others.
/// Error   the root lies between the two floats that the steps end with. If they are the same, that is the root,
///         correctly rounded. If they are not, or a base is negative, tiny, infinite or NaN, all registers take the
///         processor's root, so no bit of the result depends on the estimate.

#include "../lane/mask.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T, int N>
LANEWISE_INLINE lanes<T, N> plain_pow_half(const lanes<T, N>& x) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    return select(x == splat<T, N>(-infinity), infinity, sqrt(x) + T(0));
}

/// Two floats that the root of x lies between, or both are, for finite x >= 2^-100. For infinity and NaN both are NaN.
template <int N>
struct root_bounds {
    lanes<float, N> one;
    lanes<float, N> other;
};

template <int N>
LANEWISE_INLINE root_bounds<N> newton_root(const lanes<float, N>& x) noexcept {
    using float_lanes = lanes<float, N>;
    const float_lanes inverse = map<float_lanes>(
        LANEWISE_EACH(const auto& v) { return batch<float>(registers::inverse_root_estimate(v.data)); }, x);
    const float_lanes half = inverse * 0.5f;
    const float_lanes first = x * inverse;
    const float_lanes step = subtract_product(splat<float, N>(0.5f), half, first);
    // The estimate's error e, at most 1.5 * 2^-12, leaves 1.5 e^2 in root and in better_half. With the roundings, the
    // correction is known to 10 * 2^-24 of itself: it is made 2^-20 too large, and then 2^-19 smaller.
    const float_lanes root = multiply_add(first, step, first);
    const float_lanes better_half = multiply_add(half, step + 0x1p-20f, half);
    const float_lanes correction = subtract_product(x, root, root) * better_half;
    return {root + correction, multiply_add(correction, 1 - 0x1p-19f, root)};
}

template <std::size_t First, std::size_t... I, int N>
LANEWISE_INLINE auto some_registers(std::index_sequence<I...>, const lanes<float, N>& a) noexcept {
    return lanes<float, static_cast<int>(sizeof...(I)) * batch_size<float>>{{a.reg[First + I]...}};
}

template <std::size_t... I, int N>
LANEWISE_INLINE lanes<float, N> pow_half_in_halves(std::index_sequence<I...> half, const lanes<float, N>& x) noexcept {
    const auto a = some_registers<0>(half, x);
    const auto b = some_registers<sizeof...(I)>(half, x);
    const auto root_of_a = sqrt(a);
    const auto root_of_b = newton_root(b);
    // A sign bit: a base is negative, -0, or one of b's is below 2^-100, where the correction loses bits.
    if (any_sign_bit(a | (b - 0x1p-100f)) || !all(root_of_b.one == root_of_b.other)) [[unlikely]]
        return plain_pow_half(x);
    return {{root_of_a.reg[I]..., root_of_b.one.reg[I]...}};
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> pow_half(const lanes<T, N>& x) noexcept {
    constexpr auto registers_of_half = static_cast<std::size_t>(lanes<T, N>::count / 2);
    if constexpr (std::is_same_v<T, float> && lanes<T, N>::count % 2 == 0 &&
                  requires { registers::inverse_root_estimate(x.reg[0].data); }) {
        return pow_half_in_halves(std::make_index_sequence<registers_of_half>{}, x);
    } else {
        return plain_pow_half(x);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
