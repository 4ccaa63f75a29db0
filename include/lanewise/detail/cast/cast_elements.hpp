#pragma once

/// Packed elements as another dtype: cast_element over many.

#include "cast_element.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How many elements are cast at a time: a multiple of every register.
inline constexpr int cast_step = 32;

/// to[i] = convert(from[i]).
template <class T, class X, class Convert>
LANEWISE_INLINE void convert_step(std::byte* to, const std::byte* from, const Convert& convert) noexcept {
    // The user's own type may be another one of that dtype.
    typedef X source __attribute__((may_alias));
    typedef T target __attribute__((may_alias));
    const auto* const in = reinterpret_cast<const source*>(from);
    auto* const out = reinterpret_cast<target*>(to);
    for (int i = 0; i < cast_step; ++i) out[i] = convert(in[i]);
}

/// Floats to integers that are few_bits, register by register: of round_to_few_bits's comparisons g++ 12 makes jumps.
/// The sums' lowest bits are an integer of X's size first. Returns false, with nothing written, where a number is none of
/// few_bits.
template <class T, class X>
LANEWISE_INLINE bool round_step(std::byte* to, const std::byte* from) noexcept {
    using bits = std::conditional_t<sizeof(X) == 4, std::int32_t, std::int64_t>;
    using rounding = few_bits<T, X>;
    const batch<X> low(rounding::low);
    const batch<X> high(rounding::high);
    const batch<X> magic(rounding::magic);
    const auto x = load<X, cast_step>(from);
    lanes<bits, cast_step> rounded;
    bool all_few = true;
    each_register<lanes<bits, cast_step>::count>(LANEWISE_EACH(int i) {
        const batch<X> number = xsimd::select(x.reg[i] == x.reg[i], x.reg[i], batch<X>(X(0)));
        const batch<X> sum = xsimd::max(xsimd::min(number, high), low) + magic;
        rounded.reg[i] = bit_cast_to<bits>(sum) - bit_cast_to<bits>(magic);
        if constexpr (!rounding::has_all) all_few = all_few && xsimd::all(xsimd::abs(number) <= high);
    });
    if (!all_few) return false;
    alignas(64) bits wide[cast_step];
    store<bits, cast_step>(reinterpret_cast<std::byte*>(wide), rounded);
    convert_step<T, bits>(to, reinterpret_cast<const std::byte*>(wide), [](bits b) { return static_cast<T>(b); });
    return true;
}

/// Casts cast_step elements. The 16-bit floats become floats and floats become them in registers.
template <class T, class X>
LANEWISE_INLINE void cast_one_step(std::byte* to, const std::byte* from) noexcept {
    if constexpr (is_float16<X>) {
        alignas(64) float widened[cast_step];
        std::byte* const between = std::is_same_v<T, float> ? to : reinterpret_cast<std::byte*>(widened);
        store<float, cast_step>(between, load<X, cast_step>(from));
        if constexpr (!std::is_same_v<T, float>) cast_one_step<T, float>(to, between);
    } else if constexpr (std::is_same_v<X, float> && std::is_integral_v<T> && sizeof(T) >= 4) {
        alignas(64) double widened[cast_step];
        auto* const between = reinterpret_cast<std::byte*>(widened);
        convert_step<double, X>(between, from, [](X x) { return static_cast<double>(x); });
        cast_one_step<T, double>(to, between);
    } else if constexpr (std::is_floating_point_v<X> && std::is_integral_v<T>) {
        if (round_step<T, X>(to, from)) return;
        convert_step<T, X>(to, from, [](X x) { return cast_element<T>(x); });
    } else if constexpr (!is_float16<T>) {
        convert_step<T, X>(to, from, [](X x) { return cast_element<T>(x); });
    } else if constexpr (std::is_same_v<X, float>) {
        store<T, cast_step>(to, load<float, cast_step>(from));
    } else if constexpr (sizeof(X) < 4) {
        store<T, cast_step>(to, load_as<float, X, cast_step>(from));
    } else if constexpr (std::is_integral_v<X> && sizeof(X) == 8) {
        alignas(64) X held[cast_step];
        alignas(64) double doubles[cast_step];
        auto* const as_held = reinterpret_cast<std::byte*>(held);
        auto* const as_doubles = reinterpret_cast<std::byte*>(doubles);
        convert_step<X, X>(as_held, from, [](X x) { return odd_for_double(x); });
        convert_step<double, X>(as_doubles, as_held, [](X x) { return static_cast<double>(x); });
        cast_one_step<T, double>(to, as_doubles);
    } else {
        alignas(64) float narrowed[cast_step];
        auto* const between = reinterpret_cast<std::byte*>(narrowed);
        convert_step<float, X>(between, from, [](X x) { return round_to_odd(static_cast<double>(x)); });
        cast_one_step<T, float>(to, between);
    }
}

/// Casts n elements, apart from what they become. The last ones that do not fill a step are cast with some before them.
///
/// Not inline, since g++ forgets what __restrict says where it inlines; with it, loops of constant length are vector
/// code at -O2 too.
template <class T, class X>
[[gnu::noinline]] LANEWISE_FLATTEN void cast_elements(std::byte* __restrict to, const std::byte* __restrict from,
                                                      index_t n) noexcept {
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
