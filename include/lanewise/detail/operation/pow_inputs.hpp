#pragma once

/// Rows of pow's operands, brought into the few forms that its lane operations take.

#include "../../options.hpp"
#include "../exp_log/widen.hpp"
#include "../integer/integer_scale_bias.hpp"
#include "../lane/fused.hpp"
#include "../pack/pack.hpp"

#include <atomic>

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

/// An exponent as Row, which does not hold all of its type, so that the result is the same.
///
/// Beside an integer base, its canonical form. Beside a float, a 64-bit integer that Row cannot hold is so large that only
/// its size and parity matter: beside a base next to 1 the power is already infinite or 0. float32: (1 + 2^-23)^(2^52) and
/// (1 - 2^-24)^(2^52) are far outside float's range. float64: the same for uint64 from 2^63 on, (1 - 2^-53)^(2^63) <
/// 2^-1400.
template <class Row, bool BesideInteger, class E>
LANEWISE_INLINE Row exponent_as(E e) noexcept {
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
}

/// n packed ones, apart from what they become. Loops of constant length over plain pointers are vector code at -O2 too (uint8
/// exponents: 8x); not through memcpy, and not inline, since g++ forgets what __restrict says where it inlines.
template <class Row, class E, bool BesideInteger>
[[gnu::noinline]] LANEWISE_FLATTEN void convert_exponents(std::byte* __restrict packed,
                                                          const std::byte* __restrict from, index_t n) noexcept {
    // The user's own type may be another one of that dtype.
    typedef E source __attribute__((may_alias));
    typedef Row target __attribute__((may_alias));
    constexpr index_t chunk = 64;
    const auto* const in = reinterpret_cast<const source*>(from);
    auto* const out = reinterpret_cast<target*>(packed);
    index_t i = 0;
    for (; i + chunk <= n; i += chunk) {
        if constexpr (BesideInteger) {
            // Those that Row has are canonical as they are, but for negative ones (int64 beside int32 with AVX2: 2.6x).
            std::make_unsigned_t<E> bits = 0;
            for (index_t k = 0; k < chunk; ++k) bits |= static_cast<std::make_unsigned_t<E>>(in[i + k]);
            if (bits <= static_cast<std::uint64_t>(std::numeric_limits<Row>::max())) {
                for (index_t k = 0; k < chunk; ++k) out[i + k] = static_cast<Row>(in[i + k]);
                continue;
            }
        } else if constexpr (std::is_same_v<Row, double>) {
            // Of 64 bits, most are no more than 32, which have an instruction (float32 to the power of int64: 1.3x, AVX-512 1.6x).
            constexpr std::uint64_t lowest = std::is_signed_v<E> ? std::uint64_t{1} << 31 : 0;
            constexpr std::uint64_t beyond = std::uint64_t{1} << (std::is_signed_v<E> ? 32 : 31);
            std::uint64_t bits = 0;
            for (index_t k = 0; k < chunk; ++k) bits |= static_cast<std::uint64_t>(in[i + k]) + lowest;
            if (bits < beyond) {
                for (index_t k = 0; k < chunk; ++k)
                    out[i + k] = static_cast<double>(static_cast<std::int32_t>(in[i + k]));
                continue;
            }
        }
        for (index_t k = 0; k < chunk; ++k) out[i + k] = exponent_as<Row, BesideInteger, E>(in[i + k]);
    }
    for (; i < n; ++i) out[i] = exponent_as<Row, BesideInteger, E>(in[i]);
}

/// How packed exponents become those of a row.
struct exponent_conversion {
    void (*convert)(std::byte* packed, const std::byte* from, index_t n) noexcept;
    index_t row_element_bytes;

    /// Those of a line that are not packed, or not to be: some at a time, in a row of their own. Not inline, or each of the axes
    /// around it has that row on the stack.
    template <class Bits>
    [[gnu::noinline]] void line(std::byte* to, const std::byte* from, const copy_axis& axis) const noexcept {
        constexpr index_t some = 64;
        constexpr auto size = static_cast<index_t>(sizeof(Bits));
        alignas(64) std::byte given[std::size_t{some} * sizeof(Bits)];
        alignas(64) std::byte converted[std::size_t{some} * 8];
        for (index_t i = 0; i < axis.extent; i += some) {
            const index_t n = smaller(some, axis.extent - i);
            copy_line<Bits>(given, from + i * axis.from, {{n, axis.from, size}, 0, false});
            if (axis.to == row_element_bytes) {
                convert(to + i * axis.to, given, n);
                continue;
            }
            convert(converted, given, n);
            with_chunk<1, 8>(row_element_bytes, [&](auto bytes) {
                for (index_t k = 0; k < n; ++k) copy_chunk(bytes, to + (i + k) * axis.to, converted + k * bytes);
            });
        }
    }
};

/// Exponents of a type that Bits has the size of; the context is an exponent_conversion.
template <class Bits>
void pack_exponents(const void* context, std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    const exponent_conversion conversion = *static_cast<const exponent_conversion*>(context);
    if (from.step == static_cast<index_t>(sizeof(Bits))) {
        const index_t run_bytes = from.n * conversion.row_element_bytes;
        for (index_t j = 0; j < from.row.count; ++j) {
            for (index_t m = 0; m < from.run.count; ++m)
                conversion.convert(packed + j * pitch + m * run_bytes, from.data + from.row[j] + from.run[m], from.n);
        }
        return;
    }
    from.order->sort();
    copy_axes(packed, from.data, *from.order, from.order->rank(),
              [&](std::byte* to, const std::byte* first, const fetched_line& line) {
                  conversion.line<Bits>(to, first, line.axis);
              });
}

template <class Row, class E, bool BesideInteger>
inline constexpr exponent_conversion conversion_of{convert_exponents<Row, E, BesideInteger>, sizeof(Row)};

/// What packs scaled bases: g, and how they are packed before it.
struct float_scaling {
    scale_bias g;
    pack_function plain;
};

struct integer_scaling {
    integer_scale_bias g;
    pack_function plain;
    integer_overflow overflow;
    mutable std::atomic<bool> overflowed{false}; // where that is an error; it wraps
};

/// g(x) = x * scale + bias in float64: product and sum each rounded once, then rounded to T, float or double.
template <class T, int N>
LANEWISE_INLINE lanes<T, N> scaled_lanes(const lanes<T, N>& x, const scale_bias& g) noexcept {
    if constexpr (std::is_same_v<T, double>) {
        return map<lanes<double, N>>(
            LANEWISE_EACH(const batch<double>& each) { return product(each, batch<double>(g.scale)) + g.bias; }, x);
    } else {
        return narrow(scaled_lanes(widen(x), g));
    }
}

/// g(x) on rows of T.
template <class T>
LANEWISE_FLATTEN void pack_scaled(const void* context, std::byte* packed, index_t pitch,
                                  const strided_rows& from) noexcept {
    const float_scaling scaling = *static_cast<const float_scaling*>(context);
    scaling.plain(nullptr, packed, pitch, from);
    constexpr int step = batch_size<T>;
    constexpr auto step_bytes = static_cast<index_t>(sizeof(batch<T>));
    const index_t n = from.n * from.run.count;
    for (index_t j = 0; j < from.row.count; ++j) {
        std::byte* at = packed + j * pitch;
        index_t left = n;
        for (; left >= step; left -= step, at += step_bytes)
            store<T, step>(at, scaled_lanes(load<T, step>(at), scaling.g));
        if (left > 0) store_first<T, step>(at, scaled_lanes(load_first<T, T, step>(at, left), scaling.g), left);
    }
}

/// Replaces n packed elements by f of them, in loops that are vector code where f is.
template <class T, class F>
LANEWISE_INLINE void replace_each(std::byte* packed, index_t n, const F f) noexcept {
    typedef T element __attribute__((may_alias));
    constexpr index_t at_once = 64;
    auto* const at = reinterpret_cast<element*>(packed);
    index_t i = 0;
    for (; i + at_once <= n; i += at_once) {
        for (index_t k = 0; k < at_once; ++k) at[i + k] = f(at[i + k]);
    }
    for (; i < n; ++i) at[i] = f(at[i]);
}

/// g(x) on integers, exact and then modulo 2^n or clamped.
template <class T>
LANEWISE_FLATTEN void pack_scaled_integers(const void* context, std::byte* packed, index_t pitch,
                                           const strided_rows& from) noexcept {
    const auto& scaling = *static_cast<const integer_scaling*>(context);
    scaling.plain(nullptr, packed, pitch, from);
    const integer_scale_bias g = scaling.g;
    const index_t n = from.n * from.run.count;
    for (index_t j = 0; j < from.row.count; ++j) {
        std::byte* const row = packed + j * pitch;
        if (scaling.overflow == integer_overflow::saturate) {
            replace_each<T>(row, n, [g](T x) { return g(x).saturated(); });
            continue;
        }
        if (scaling.overflow == integer_overflow::error) {
            for (index_t i = 0; i < n; ++i) {
                if (g(load_element<T>(row + i * static_cast<index_t>(sizeof(T)))).side != 0) scaling.overflowed = true;
            }
        }
        replace_each<T>(row, n, [g](T x) { return g.wrapped(x); });
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
