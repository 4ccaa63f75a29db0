#pragma once

/// lanes<T, N> as a value: arithmetic and bits on all N elements.
///
/// A formula on lanes is walked operation by operation over all registers, not register by register: count independent
/// chains are in flight at every step, which is what hides the latency of pow's long chain of dependent operations.
/// Products are fenced (detail/lane/fused.hpp): a * b + c rounds twice, and multiply_add is always explicit.

#include "fused.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace lanewise::detail::inline LANEWISE_ISA {

// map<R>(f, v...) = R{ f(register 0 of every v), f(register 1 of every v), ... }

template <std::size_t I, class F, class... L>
LANEWISE_INLINE auto map_one(const F& f, const L&... v) noexcept {
    return f(v.reg[I]...);
}

template <class R, std::size_t... I, class F, class... L>
LANEWISE_INLINE R map_all(std::index_sequence<I...>, const F& f, const L&... v) noexcept {
    return R{{map_one<I>(f, v...)...}};
}

template <class R, class F, class... L>
LANEWISE_INLINE R map(const F& f, const L&... v) noexcept {
    return map_all<R>(std::make_index_sequence<static_cast<std::size_t>(R::count)>{}, f, v...);
}

/// Part i of v, of Part elements.
template <int Part, class T, int N>
LANEWISE_INLINE lanes<T, Part> part_of(const lanes<T, N>& v, int i) noexcept {
    constexpr int count = lanes<T, Part>::count;
    lanes<T, Part> part;
    each_register<count>(LANEWISE_EACH(int j) { part.reg[j] = v.reg[i * count + j]; });
    return part;
}

/// R{f(part 0 of every v), f(part 1 of every v), ...} in a loop, a register of float or two of double at a time: for what is
/// rare, so that code and stack count for more than chains in flight (all frames of a float64 pow with AVX-512: 13 -> 8 KB).
template <class R, class F, class... L>
LANEWISE_INLINE R map_parts(const F& f, const L&... v) noexcept {
    constexpr int part = batch_size<float>;
    if constexpr (R::size <= part) {
        return f(v...);
    } else {
        R result;
        for (int i = 0; i * part != R::size; ++i) {
            const auto z = f(part_of<part>(v, i)...);
            constexpr int count = decltype(z)::count;
            each_register<count>(LANEWISE_EACH(int j) { result.reg[i * count + j] = z.reg[j]; });
        }
        return result;
    }
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> splat(T value) noexcept {
    const batch<T> v(value);
    return map<lanes<T, N>>(LANEWISE_EACH() { return v; });
}

/// a, register by register. For lanes that become a member of something: g++ 12 keeps what is copied whole in memory.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> copy(const lanes<T, N>& a) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) { return x; }, a);
}

/// a, with the way it came to be hidden from the optimiser.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> fenced(const lanes<T, N>& a) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) {
            auto hidden = x;
            fence(hidden.data);
            return hidden;
        },
        a);
}

// Arithmetic. A scalar operand stands for its splat.

/// f of the registers; of signed integers as unsigned ones, which wrap: on NEON and where xsimd emulates, it adds signed ones as
/// the compiler does, for which no sum overflows.
template <class F, class T, int N>
LANEWISE_INLINE lanes<T, N> map_wrapping(const F& f, const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    if constexpr (std::signed_integral<T>) {
        using U = std::make_unsigned_t<T>;
        return bit_cast_to<T>(map<lanes<U, N>>(f, bit_cast_to<U>(a), bit_cast_to<U>(b)));
    } else {
        return map<lanes<T, N>>(f, a, b);
    }
}

template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator+(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map_wrapping(
        LANEWISE_EACH(const auto& x, const auto& y) { return x + y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator-(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map_wrapping(
        LANEWISE_EACH(const auto& x, const auto& y) { return x - y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator*(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map_wrapping(
        LANEWISE_EACH(const auto& x, const auto& y) { return product(x, y); }, a, b);
}
/// By the compiler's own vectors, which xsimd's registers are wherever there are any: its division of floats is an estimate
/// on NEON.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator/(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) {
            if constexpr (requires { x.data / y.data; }) {
                return batch<T>(x.data / y.data);
            } else {
                return x / y;
            }
        },
        a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator+(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a + splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator-(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a - splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator*(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a * splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator/(std::type_identity_t<T> a, const lanes<T, N>& b) noexcept {
    return splat<T, N>(a) / b;
}

/// a * b + c, a * b - c: see fused.hpp.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> multiply_add(const lanes<T, N>& a, const lanes<T, N>& b, const lanes<T, N>& c) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y, const auto& z) { return multiply_add(x, y, z); }, a, b, c);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> multiply_add(const lanes<T, N>& a, const lanes<T, N>& b,
                                         std::type_identity_t<T> c) noexcept {
    return multiply_add(a, b, splat<T, N>(c));
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> multiply_add(const lanes<T, N>& a, std::type_identity_t<T> b,
                                         const lanes<T, N>& c) noexcept {
    return multiply_add(a, splat<T, N>(b), c);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> multiply_subtract(const lanes<T, N>& a, const lanes<T, N>& b,
                                              const lanes<T, N>& c) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y, const auto& z) { return multiply_subtract(x, y, z); }, a, b, c);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> subtract_product(const lanes<T, N>& c, const lanes<T, N>& a,
                                             const lanes<T, N>& b) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y, const auto& z) { return subtract_product(x, y, z); }, c, a, b);
}
template <int N>
LANEWISE_INLINE lanes<double, N> product_error(const lanes<double, N>& a, const lanes<double, N>& b,
                                               const lanes<double, N>& p) noexcept {
    return map<lanes<double, N>>(
        LANEWISE_EACH(const auto& x, const auto& y, const auto& z) { return product_error(x, y, z); }, a, b, p);
}
/// Correctly rounded. Not xsimd's on NEON, where float's is an estimate that is 1 ULP off for half of its arguments.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> sqrt(const lanes<T, N>& a) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) {
            // Of float alone: clang++ converts double's registers to float's without being asked.
            if constexpr (std::is_same_v<T, float> && requires { vsqrtq_f32(x.data); }) {
                return batch<T>(vsqrtq_f32(x.data));
            } else {
                return xsimd::sqrt(x);
            }
        },
        a);
}
/// The larger of a (not NaN) and b.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> maximum(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    const batch<T> other(b);
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) { return xsimd::max(x, other); }, a);
}
/// The nearest integer, ties to even.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> nearest_integer(const lanes<T, N>& a) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) { return xsimd::nearbyint(x); }, a);
}

// Bits.

template <class To, class T, int N>
LANEWISE_INLINE lanes<To, N> bit_cast_to(const lanes<T, N>& a) noexcept {
    return map<lanes<To, N>>(
        LANEWISE_EACH(const auto& x) { return bit_cast_to<To>(x); }, a);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator&(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x & y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator|(const lanes<T, N>& a, const lanes<T, N>& b) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x, const auto& y) { return x | y; }, a, b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator&(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a & splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator|(const lanes<T, N>& a, std::type_identity_t<T> b) noexcept {
    return a | splat<T, N>(b);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator<<(const lanes<T, N>& a, int bits) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) { return x << bits; }, a);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> operator>>(const lanes<T, N>& a, int bits) noexcept {
    return map<lanes<T, N>>(
        LANEWISE_EACH(const auto& x) { return x >> bits; }, a);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> absolute(const lanes<T, N>& a) noexcept {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return a & __builtin_bit_cast(T, static_cast<bits>(~bits(0) >> 1));
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> sign_bit(const lanes<T, N>& a) noexcept {
    return a & T(-0.0);
}

/// Into [low, high]; NaN stays NaN.
template <int N>
LANEWISE_INLINE lanes<double, N> clamp(const lanes<double, N>& a, double low, double high) noexcept {
    const batch<double> l(low);
    const batch<double> h(high);
    return map<lanes<double, N>>(
        LANEWISE_EACH(const auto& x) { return clamp_register(x, l, h); }, a);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
