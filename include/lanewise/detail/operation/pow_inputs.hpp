#pragma once

/// Rows of pow's operands, brought into the few forms that its lane operations take.

#include "../../options.hpp"
#include "../integer/integer_scale_bias.hpp"
#include "../lane/fused.hpp"
#include "../pack/pack.hpp"

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
    std::conditional_t<
        std::is_same_v<T, double>, std::conditional_t<std::is_integral_v<E> && sizeof(E) == 8, std::int64_t, double>,
        std::conditional_t<
            sizeof(E) <= 2 || std::is_same_v<E, float>, float,
            std::conditional_t<std::is_same_v<T, float> && std::is_same_v<E, std::int32_t>, std::int32_t, double>>>>;

/// Exponents of type E as Row, which does not hold all of them, so that the results are the same.
///
/// Beside an integer base, their canonical form. Beside a float, a 64-bit integer that Row cannot hold is so large that only
/// its size and parity matter: beside a base next to 1 the power is already infinite or 0. float32: (1 + 2^-23)^(2^52) and
/// (1 - 2^-24)^(2^52) are far outside float's range. float64: the same for uint64 from 2^63 on, (1 - 2^-53)^(2^63) <
/// 2^-1400.
template <class Row, class E, bool BesideInteger>
void pack_exponents(const void*, std::byte* packed, index_t pitch, const grid& from) noexcept {
    pack_each<E, Row>(packed, pitch, from, [](E e) {
        if constexpr (BesideInteger) {
            return canonical_exponent<Row>(e);
        } else if constexpr (std::is_same_v<Row, double>) {
            constexpr auto limit = std::uint64_t{1} << 53;
            const std::uint64_t magnitude = magnitude_of(e);
            const double clamped = static_cast<double>(magnitude < limit ? magnitude : (limit >> 1) + (magnitude & 1));
            return e < E{0} ? -clamped : clamped;
        } else {
            static_assert(std::is_same_v<Row, std::int64_t> && std::is_same_v<E, std::uint64_t>);
            constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
            return static_cast<Row>(e <= most ? e : most - (~e & 1));
        }
    });
}

/// g(x) = x * scale + bias on floats, in float64: product and sum each rounded once, then rounded to To. Packed runs in
/// registers, others element by element.
template <class From, class To>
void pack_scaled(const void* context, std::byte* packed, index_t pitch, const grid& from) noexcept {
    const auto& g = *static_cast<const scale_bias*>(context);
    const auto scaled = [](const auto& x, const auto& scale, const auto& bias) { return product(x, scale) + bias; };
    if (from.step != static_cast<index_t>(sizeof(From))) {
        return pack_each<From, To>(packed, pitch, from, [&](From x) {
            return static_cast<To>(scaled(static_cast<double>(static_cast<base_row<From>>(x)), g.scale, g.bias));
        });
    }
    const batch<double> scale(g.scale);
    const batch<double> bias(g.bias);
    constexpr index_t chunk = 64;
    double x[chunk] = {};
    each_run<To>(packed, pitch, from, [&](std::byte* to, std::byte* run) {
        for (index_t done = 0; done < from.n; done += chunk) {
            const index_t count = from.n - done < chunk ? from.n - done : chunk;
            pack<From, double>(nullptr, reinterpret_cast<std::byte*>(x), 0,
                               {run + done * from.step, count, from.step, {1, 0, nullptr}, {1, 0, nullptr}});
            for (index_t i = 0; i < count; i += batch_size<double>)
                scaled(batch<double>::load_unaligned(x + i), scale, bias).store_unaligned(x + i);
            for (index_t i = 0; i < count; ++i)
                store_element(to + (done + i) * static_cast<index_t>(sizeof(To)), static_cast<To>(x[i]));
        }
    });
}

/// What pack_scaled_integers needs: g, and how elements are packed before it.
struct integer_scaling {
    integer_scale_bias g;
    pack_function plain;
};

/// g(x) on integers, exact and then modulo 2^n or clamped.
template <class T, bool Saturate>
void pack_scaled_integers(const void* context, std::byte* packed, index_t pitch, const grid& from) noexcept {
    const auto& scaling = *static_cast<const integer_scaling*>(context);
    scaling.plain(nullptr, packed, pitch, from);
    const index_t bytes = from.n * from.run.count * static_cast<index_t>(sizeof(T));
    for (index_t j = 0; j < from.row.count; ++j) {
        for (std::byte* at = packed + j * pitch; at != packed + j * pitch + bytes; at += sizeof(T)) {
            const scaled_integer<T> scaled = scaling.g(load_element<T>(at));
            store_element<T>(at, Saturate ? scaled.saturated() : scaled.wrapped);
        }
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
