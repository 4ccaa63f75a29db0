#pragma once

/// Packed elements as another dtype: cast_element over many.

#include "cast_element.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How many elements are cast at a time: a multiple of every register.
inline constexpr int cast_step = 32;

/// to[i] = convert(from[i]) for the elements of an array that nobody else knows: a loop of constant length that is vector code
/// at -O2 too.
template <class T, class X, class Convert>
LANEWISE_INLINE void convert_array(std::byte* to, const X (&from)[cast_step], const Convert& convert) noexcept {
    typedef T target __attribute__((may_alias)); // the user's own type may be another one of that dtype
    auto* const out = reinterpret_cast<target*>(to);
    for (int i = 0; i < cast_step; ++i) out[i] = convert(from[i]);
}

/// The same from memory: by a copy of what is shorter.
template <class T, class X, class Convert>
LANEWISE_INLINE void convert_step(std::byte* to, const std::byte* from, const Convert& convert) noexcept {
    if constexpr (sizeof(X) <= sizeof(T)) {
        alignas(64) X in[cast_step];
        __builtin_memcpy(in, from, sizeof in);
        convert_array<T, X>(to, in, convert);
    } else {
        typedef X source __attribute__((may_alias));
        const auto* const in = reinterpret_cast<const source*>(from);
        alignas(64) T out[cast_step];
        for (int i = 0; i < cast_step; ++i) out[i] = convert(in[i]);
        __builtin_memcpy(to, out, sizeof out);
    }
}

/// The same as round_to_few_bits, register by register: g++ 12 takes its comparisons for jumps. What stands in the sums'
/// lowest bits is an integer of X's size first.
template <class T, class X>
LANEWISE_INLINE void round_step(std::byte* to, const std::byte* from) noexcept {
    using bits = std::conditional_t<sizeof(X) == 4, std::int32_t, std::int64_t>;
    using rounding = few_bits<T, X>;
    const batch<X> low(rounding::low);
    const batch<X> high(rounding::high);
    const batch<X> magic(rounding::magic);
    const auto x = load<X, cast_step>(from);
    lanes<bits, cast_step> rounded;
    each_register<lanes<bits, cast_step>::count>(LANEWISE_EACH(int i) {
        const batch<X> number = xsimd::select(x.reg[i] == x.reg[i], x.reg[i], batch<X>(X(0)));
        const batch<X> sum = xsimd::max(xsimd::min(number, high), low) + magic;
        rounded.reg[i] = bit_cast_to<bits>(sum) - bit_cast_to<bits>(magic);
    });
    alignas(64) bits wide[cast_step];
    store<bits, cast_step>(reinterpret_cast<std::byte*>(wide), rounded);
    convert_array<T, bits>(to, wide, [](bits b) { return static_cast<T>(b); });
}

/// Casts cast_step elements. The 16-bit floats become floats and floats become them in registers.
template <class T, class X>
LANEWISE_INLINE void cast_one_step(std::byte* to, const std::byte* from) noexcept {
    if constexpr (is_float16<X>) {
        alignas(64) float widened[cast_step];
        std::byte* const between = std::is_same_v<T, float> ? to : reinterpret_cast<std::byte*>(widened);
        store<float, cast_step>(between, load<X, cast_step>(from));
        if constexpr (!std::is_same_v<T, float>) cast_one_step<T, float>(to, between);
    } else if constexpr (std::is_floating_point_v<X> && std::is_integral_v<T> && sizeof(T) <= 4) {
        if constexpr (sizeof(T) < sizeof(X)) {
            round_step<T, X>(to, from);
        } else {
            alignas(64) double widened[cast_step];
            auto* const between = reinterpret_cast<std::byte*>(widened);
            convert_step<double, X>(between, from, [](X x) { return static_cast<double>(x); });
            round_step<T, double>(to, between);
        }
    } else if constexpr (!is_float16<T>) {
        convert_step<T, X>(to, from, [](X x) { return cast_element<T>(x); });
    } else if constexpr (std::is_same_v<X, float>) {
        store<T, cast_step>(to, load<float, cast_step>(from));
    } else if constexpr (std::is_integral_v<X> && sizeof(X) == 8) {
        for (int i = 0; i < cast_step; ++i) store_element(to + i * 2, cast_element<T>(load_element<X>(from + i * 8)));
    } else {
        alignas(64) float narrowed[cast_step];
        auto* const between = reinterpret_cast<std::byte*>(narrowed);
        convert_step<float, X>(between, from, [](X x) {
            if constexpr (sizeof(X) >= 4) {
                return round_to_odd(static_cast<double>(x));
            } else {
                return static_cast<float>(x);
            }
        });
        cast_one_step<T, float>(to, between);
    }
}

/// Casts n elements, apart from what they become. The last ones that do not fill a step are cast with some before them.
template <class T, class X>
void cast_elements(std::byte* to, const std::byte* from, index_t n) noexcept {
    constexpr auto to_size = static_cast<index_t>(sizeof(T));
    constexpr auto from_size = static_cast<index_t>(sizeof(X));
    if (n < cast_step) {
        for (index_t i = 0; i < n; ++i)
            store_element(to + i * to_size, cast_element<T>(load_element<X>(from + i * from_size)));
        return;
    }
    for (index_t i = 0; i < n - cast_step; i += cast_step) cast_one_step<T, X>(to + i * to_size, from + i * from_size);
    cast_one_step<T, X>(to + (n - cast_step) * to_size, from + (n - cast_step) * from_size);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
