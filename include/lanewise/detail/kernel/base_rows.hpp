#pragma once

/// Rows of pow's operands, brought into the few forms that its lane operations take.

#include "../../options.hpp"
#include "../lane/fused.hpp"
#include "../lane/integer_scale_bias.hpp"
#include "collect.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The type in which pow computes on a base of dtype T: float for the 16-bit floats, whose g(x) is not rounded back.
template <class T>
using base_row = lane_type<T>;

/// The type that holds every exponent of type E exactly beside a base of T, or one with the same result.
template <class T, class E>
using exponent_row = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_integral_v<E>, std::make_signed_t<std::conditional_t<std::is_integral_v<T>, T, int>>,
                       double>,
    std::conditional_t<std::is_same_v<T, double>,
                       std::conditional_t<std::is_integral_v<E> && sizeof(E) == 8, std::int64_t, double>,
                       std::conditional_t<sizeof(E) <= 2 || std::is_same_v<E, float>, float, double>>>;

/// An exponent of type E in the form that a base of T takes.
///
/// A 64-bit integer that To cannot hold is so large that only its size and parity matter: beside a base next to 1 the
/// power is already infinite or 0. float32: (1 + 2^-23)^(2^52) and (1 - 2^-24)^(2^52) are far outside float's range.
/// float64: the same for uint64 from 2^63 on, (1 - 2^-53)^(2^63) < 2^-1400.
template <class T, class E>
LANEWISE_INLINE exponent_row<T, E> exponent_for(E e) noexcept {
    using To = exponent_row<T, E>;
    if constexpr (std::is_integral_v<T> && std::is_integral_v<E>) {
        return canonical_exponent<To>(e);
    } else if constexpr (is_float16<E>) {
        return static_cast<To>(static_cast<float>(e));
    } else if constexpr (std::is_same_v<To, double> && std::is_integral_v<E> && sizeof(E) == 8) {
        constexpr auto limit = std::uint64_t{1} << 53;
        const std::uint64_t magnitude = magnitude_of(e);
        const double clamped = static_cast<double>(magnitude < limit ? magnitude : (limit >> 1) + (magnitude & 1));
        return e < E{0} ? -clamped : clamped;
    } else if constexpr (std::is_same_v<To, std::int64_t> && std::is_same_v<E, std::uint64_t>) {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return static_cast<To>(e <= most ? e : most - (~e & 1));
    } else {
        return static_cast<To>(e);
    }
}

template <class T, class E>
void collect_exponents(const void*, std::byte* packed, const grid& from) noexcept {
    collect_each<E, exponent_row<T, E>>(packed, from, [](E e) { return exponent_for<T>(e); });
}

/// g(x) = x * scale + bias on floats, in float64: product and sum each rounded once, then rounded to To.
template <class From, class To>
void collect_scaled(const void* context, std::byte* packed, const grid& from) noexcept {
    const auto& g = *static_cast<const scale_bias*>(context);
    const batch<double> scale(g.scale);
    const batch<double> bias(g.bias);
    constexpr index_t chunk = 64;
    double x[chunk] = {};
    const index_t n = from.element.count;
    for (index_t j = 0; j < from.row.count; ++j) {
        for (index_t done = 0; done < n; done += chunk) {
            const index_t count = n - done < chunk ? n - done : chunk;
            grid part{from.data + from.row[j], from.element, {1, 0, nullptr}};
            part.element.count = count;
            if (part.element.table != nullptr) {
                part.element.table += done;
            } else {
                part.data += done * from.element.stride;
            }
            collect<From, double>(nullptr, reinterpret_cast<std::byte*>(x), part);
            for (index_t i = 0; i < chunk; i += batch_size<double>) {
                const batch<double> scaled = product(batch<double>::load_unaligned(x + i), scale) + bias;
                scaled.store_unaligned(x + i);
            }
            for (index_t i = 0; i < count; ++i)
                store_element(packed + (done + i) * static_cast<index_t>(sizeof(To)), static_cast<To>(x[i]));
        }
        packed += n * static_cast<index_t>(sizeof(To));
    }
}

/// g(x) on integers, exact and then modulo 2^n or clamped.
template <class From, class To, bool Saturate>
void collect_scaled_integers(const void* context, std::byte* packed, const grid& from) noexcept {
    const auto& g = *static_cast<const integer_scale_bias*>(context);
    collect_each<From, To>(packed, from, [&g](From x) {
        const scaled_integer<To> scaled = g(static_cast<To>(x));
        return Saturate ? scaled.saturated() : scaled.wrapped;
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
