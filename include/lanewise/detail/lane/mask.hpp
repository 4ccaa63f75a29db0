#pragma once

/// Truth values beside lanes: comparisons, choices, and the questions that a branch may ask.
///
///   a == b, a < b, a > b, a >= b     NaN compares false; !(a == b) is true for NaN on every xsimd release
///   select(mask, a, b)               a where the mask holds, elsewhere b
///   select_negative(sign, a, b)      a where the sign bit of `sign` is set, elsewhere b
///   bits_where(mask, value)          value where the mask holds, elsewhere +0
///   any, all, any_sign_bit           one bool for all N elements
///   all_within<OrZero>(a, low, high) likewise: whether every |a| is in that range

#include "lanes.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// N truth values beside lanes<T, N>.
template <class T, int N>
struct lanes_mask {
    static constexpr int count = lanes<T, N>::count;

    batch_mask<T> reg[static_cast<std::size_t>(count)];
};

template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator==(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x == y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator<(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x < y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator==(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a == splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator<(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a < splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator>(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return splat<T, N>(b) < a;
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator>=(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    const batch<T> bound(b);
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x) { return bound <= x; }, a);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator&(const lanes_mask<T, N>& a, const lanes_mask<T, N>& b) noexcept {
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x & y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator|(const lanes_mask<T, N>& a, const lanes_mask<T, N>& b) noexcept {
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x | y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes_mask<T, N> operator!(const lanes_mask<T, N>& a) noexcept {
    return map<lanes_mask<T, N>>(
        LANEWISE_EACH(const auto& x) { return ~x; }, a);
}
/// value where the mask holds, elsewhere +0.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> bits_where(const lanes_mask<T, N>& mask, std::type_identity_t<T> value) noexcept {
    const batch<T> v(value);
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& m) { return v & mask_bits<T>(m); }, mask);
}
/// mask ? a : b
template <class T, int N>
LANEWISE_INLINE lanes<T, N> select(const lanes_mask<T, N>& mask, const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& m, const auto& x, const auto& y) { return xsimd::select(m, x, y); }, mask, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> select(const lanes_mask<T, N>& mask, std::type_identity_t<T> a,
                                   const lanes<T, N>& b) noexcept {
    return select(mask, splat<T, N>(a), b);
}
/// a where the sign bit of `sign` is set, elsewhere b.
template <int N>
LANEWISE_INLINE lanes<double, N> select_negative(const lanes<double, N>& sign, const lanes<double, N>& a,
                                                 const lanes<double, N>& b) noexcept {
    return map<lanes<double, N>>(
        LANEWISE_EACH(const auto& s, const auto& x, const auto& y) { return select_negative_register(s, x, y); }, sign,
        a, b);
}
/// True if any of the N elements is.
template <class T, int N>
LANEWISE_INLINE bool any(const lanes_mask<T, N>& mask) noexcept {
    batch_mask<T> some = mask.reg[0];
    for (int i = 1; i != lanes_mask<T, N>::count; ++i) some = some | mask.reg[i];
    return xsimd::any(some);
}
/// True if all of the N elements are.
template <class T, int N>
LANEWISE_INLINE bool all(const lanes_mask<T, N>& mask) noexcept {
    batch_mask<T> every = mask.reg[0];
    for (int i = 1; i != lanes_mask<T, N>::count; ++i) every = every & mask.reg[i];
    return xsimd::all(every);
}
/// True if any lane of one register's mask holds. By its sign bits, where one instruction packs them.
template <class Mask>
LANEWISE_INLINE bool any_lane(const Mask& mask) noexcept {
    if constexpr (requires { registers::sign_bits(mask.data); }) {
        return registers::sign_bits(mask.data) != 0;
    } else {
        return xsimd::any(mask);
    }
}
/// True if any of the N elements has its sign bit set.
template <class T, int N>
LANEWISE_INLINE bool any_sign_bit(const lanes<T, N>& a) noexcept {
    using bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    batch<T> joined = a.reg[0];
    for (int i = 1; i != lanes<T, N>::count; ++i) joined = joined | a.reg[i];
    if constexpr (std::is_floating_point_v<T> && requires { registers::sign_bits(joined.data); }) {
        return registers::sign_bits(joined.data) != 0; // of integers, masks are what it takes
    } else {
        return xsimd::any(bit_cast_to<bits>(joined) < batch<bits>(bits(0)));
    }
}

template <int First, int Count, class T, int N, class F>
LANEWISE_INLINE batch<T> fold_registers(const lanes<T, N>& a, const F& f) noexcept {
    if constexpr (Count == 1) {
        return a.reg[First];
    } else {
        return f(fold_registers<First, Count / 2>(a, f), fold_registers<First + Count / 2, Count - Count / 2>(a, f));
    }
}
/// f of all registers of a, as a tree.
template <class T, int N, class F>
LANEWISE_INLINE batch<T> fold_registers(const lanes<T, N>& a, const F& f) noexcept {
    return fold_registers<0, lanes<T, N>::count>(a, f);
}
/// Whether the smaller of two integers is one instruction.
#if defined(__SSE2__) && !defined(__SSE4_1__)
inline constexpr bool has_integer_minimum = false;
#else
inline constexpr bool has_integer_minimum = true;
#endif

/// True if every |a| is within [low, high], or 0 where OrZero; false for NaN.
///
/// By the order of their bits as integers, where adding the largest integer makes 0, the least, the largest: a minimum
/// and a maximum over all registers, and one comparison of each. Where these take several instructions, by the signs of
/// differences (plain x86-64's bfloat16 pow 1.05x).
template <bool OrZero, int N>
LANEWISE_INLINE bool all_within(const lanes<float, N>& a, float low, float high) noexcept {
    using ints = batch<std::int32_t>;
    constexpr std::int32_t wrap = OrZero ? std::numeric_limits<std::int32_t>::max() : 0;
    const auto least_bits = __builtin_bit_cast(std::int32_t, low);
    const auto most_bits = __builtin_bit_cast(std::int32_t, high);
    const lanes<std::int32_t, N> size = bit_cast_to<std::int32_t>(absolute(a));
    if constexpr (!OrZero && !has_integer_minimum)
        return !any_sign_bit((size - least_bits) | (splat<std::int32_t, N>(most_bits) - size));
    const ints least = fold_registers(
        size + wrap, LANEWISE_EACH(const auto& v, const auto& w) { return xsimd::min(v, w); });
    const ints most = fold_registers(
        size, LANEWISE_EACH(const auto& v, const auto& w) { return xsimd::max(v, w); });
    const ints bound = (splat<std::int32_t, batch_size<float>>(least_bits) + wrap).reg[0];
    const batch_mask<std::int32_t> outside = (least < bound) | (most > ints(most_bits));
    return !any_lane(outside);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
