#pragma once

/// x^e on registers of integers, by squaring:
///
///   power           an exponent per lane; the loop ends when no lane has exponent bits left
///   power_uniform   one exponent for all lanes, so that its zero bits cost nothing
///
/// Exact modulo 2^n, for every exponent of the base's width n. Several registers are raised together, because one
/// register's chain of dependent multiplies would leave the multiplier idle.

#include "integer.hpp"
#include "integer_scalar.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// All ones where x is 1 or, in a signed T, -1.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> is_unit(vec<unsigned_of<T>> x) noexcept {
    using U = unsigned_of<T>;
    const vec<U> one = splat_vec<U>(1);
    if constexpr (std::is_unsigned_v<T>)
        return as_vec<U>(x == one);
    else
        return as_vec<U>(x == one) | as_vec<U>(x == ~vec<U>{});
}

/// A negative exponent gives a truncated quotient: bases other than 1 and -1 become 0, and the exponent 3 or 2, which
/// has its parity and makes 0 of 0.
template <class T>
LANEWISE_INLINE void fold_negative_exponent(vec<unsigned_of<T>>& x, vec<unsigned_of<T>>& e) noexcept {
    using U = unsigned_of<T>;
    const auto negative = as_vec<U>(sign_mask<U>(e));
    x &= is_unit<T>(x) | ~negative;
    e = choose<U>(sign_mask<U>(e), (e & splat_vec<U>(1)) | splat_vec<U>(2), e);
}

/// out = x^e modulo 2^n, e unsigned; destroys x.
template <class U, std::size_t Count>
LANEWISE_INLINE void power(vec<U> (&x)[Count], const vec<U> (&e)[Count], vec<U> (&out)[Count]) noexcept {
    if constexpr (sizeof(U) == 1) {
        vec<std::uint16_t> wide_x[2 * Count];
        vec<std::uint16_t> wide_e[2 * Count];
        vec<std::uint16_t> wide_out[2 * Count];
        each_register<Count>(LANEWISE_EACH(int i) {
            const byte_halves base = split_bytes(x[i]);
            const byte_halves exponent = split_bytes(e[i]);
            wide_x[2 * i] = base.even;
            wide_x[2 * i + 1] = base.odd;
            wide_e[2 * i] = exponent.even & splat_vec<std::uint16_t>(0xff);
            wide_e[2 * i + 1] = exponent.odd;
        });
        power<std::uint16_t, 2 * Count>(wide_x, wide_e, wide_out);
        each_register<Count>(LANEWISE_EACH(int i) { out[i] = join_bytes({wide_out[2 * i], wide_out[2 * i + 1]}); });
    } else {
        const vec<U> one = splat_vec<U>(1);
        vec<U> bit = one;
        vec<U> above = ~one;
        vec<U> used{};
        each_register<Count>(LANEWISE_EACH(int i) { used |= e[i]; });
        each_register<Count>(LANEWISE_EACH(int i) { out[i] = choose<U>(has_bit<U>(e[i], bit), x[i], one); });
        while (any_bit(used & above)) {
            bit += bit;
            above += above;
            each_register<Count>(LANEWISE_EACH(int i) {
                x[i] = square<U>(x[i]);
                out[i] = multiply<U>(out[i], choose<U>(has_bit<U>(e[i], bit), x[i], one));
            });
        }
    }
}

/// out = x^e modulo 2^n for one unsigned e; destroys x.
template <class U, std::size_t Count>
LANEWISE_INLINE void power_uniform(vec<U> (&x)[Count], std::uint64_t e, vec<U> (&out)[Count]) noexcept {
    if constexpr (sizeof(U) == 1) {
        vec<std::uint16_t> wide_x[2 * Count];
        vec<std::uint16_t> wide_out[2 * Count];
        each_register<Count>(LANEWISE_EACH(int i) {
            const byte_halves base = split_bytes(x[i]);
            wide_x[2 * i] = base.even;
            wide_x[2 * i + 1] = base.odd;
        });
        power_uniform<std::uint16_t, 2 * Count>(wide_x, e, wide_out);
        each_register<Count>(LANEWISE_EACH(int i) { out[i] = join_bytes({wide_out[2 * i], wide_out[2 * i + 1]}); });
    } else {
        if (e == 0) {
            each_register<Count>(LANEWISE_EACH(int i) { out[i] = splat_vec<U>(1); });
            return;
        }
        for (; (e & 1) == 0; e >>= 1) each_register<Count>(LANEWISE_EACH(int i) { x[i] = square<U>(x[i]); });
        each_register<Count>(LANEWISE_EACH(int i) { out[i] = x[i]; });
        while ((e >>= 1) != 0) {
            each_register<Count>(LANEWISE_EACH(int i) { x[i] = square<U>(x[i]); });
            if ((e & 1) != 0) each_register<Count>(LANEWISE_EACH(int i) { out[i] = multiply<U>(out[i], x[i]); });
        }
    }
}

/// T's maximum, or its minimum where the exact x^e is negative.
template <class T>
LANEWISE_INLINE vec<unsigned_of<T>> power_clamp(vec<unsigned_of<T>> x, vec<unsigned_of<T>> e) noexcept {
    using U = unsigned_of<T>;
    const vec<U> maximum = splat_vec<U>(static_cast<U>(std::numeric_limits<T>::max()));
    if constexpr (std::is_unsigned_v<T>) {
        return maximum;
    } else {
        return maximum ^ as_vec<U>(sign_mask<U>(x & (e << (bits_of<T> - 1))));
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
