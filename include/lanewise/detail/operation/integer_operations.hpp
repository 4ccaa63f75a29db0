#pragma once

/// The integer lane operations.
///
///   saturating_subtract             subtract_faults
///   saturating_difference_square    difference_square_faults
///   saturating_pow                  pow_faults               wrapping_pow             integer exponents
///   saturating_pow_by               pow_by_faults            wrapping_pow_by          one canonical exponent for all
///
/// (The wrapping differences are functions of one register: subtract.hpp, difference_square.hpp. Powers with floating
/// exponents: integer_pow_floating_operations.hpp.)
///
/// The first and the third give the result. The second answers integer_overflow::error's question for many elements at
/// once, is any of them an overflow or a negative exponent; integer_scalar.hpp then names the element.

#include "../integer/integer.hpp"
#include "../integer/integer_pow.hpp"
#include "../integer/integer_range.hpp"
#include "../integer/integer_subtract.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// An operation on two elements of T; done a whole number of registers at a time, two while they last.
template <class T>
struct integer_operation {
    using first = T;
    using second = T;
    using result = T;
    static constexpr int step = 2 * batch_size<T>;
    static constexpr int least_step = batch_size<T>;
};

/// A power of T with exponents of E. Its chain of multiplies wants company, four registers at a time; bytes are two
/// registers each in it.
template <class T, class E>
struct integer_pow_operation {
    static_assert(sizeof(T) == sizeof(E), "exponents come in the base's width");
    using first = T;
    using second = E;
    using result = T;
    static constexpr int step = (sizeof(T) == 1 ? 2 : 4) * batch_size<T>;
    static constexpr int least_step = batch_size<T>;
};

/// f of each pair of registers.
template <class T, int N, class F>
LANEWISE_INLINE lanes<T, N> map_registers(const lanes<T, N>& x, const lanes<T, N>& y, F f) noexcept {
    using U = unsigned_of<T>;
    lanes<T, N> out;
    each_register<lanes<T, N>::count>(
        LANEWISE_EACH(int i) { out.reg[i] = as_batch<T>(f(as_vec<U>(x.reg[i]), as_vec<U>(y.reg[i]))); });
    return out;
}

/// Does f flag any lane?
template <class T, class E, int N, class F>
LANEWISE_INLINE bool any_register(const lanes<T, N>& x, const lanes<E, N>& y, F f) noexcept {
    using U = unsigned_of<T>;
    vec<U> flags{};
    each_register<lanes<T, N>::count>(
        LANEWISE_EACH(int i) { flags |= as_vec<U>(f(as_vec<U>(x.reg[i]), as_vec<U>(y.reg[i]))); });
    return any_bit(flags);
}

template <class T>
struct saturating_subtract : integer_operation<T> {
    using memory_bound = void;
    static constexpr bool plain_loops = true;

    template <int N>
    LANEWISE_INLINE lanes<T, N> operator()(const lanes<T, N>& x, const lanes<T, N>& y) const noexcept {
        return map_registers(x, y, [](auto a, auto b) { return subtract_saturated<T>(a, b); });
    }
};

template <class T>
struct subtract_faults : integer_operation<T> {
    template <int N>
    LANEWISE_INLINE bool operator()(const lanes<T, N>& x, const lanes<T, N>& y) const noexcept {
        return any_register(x, y, [](auto a, auto b) { return subtract_saturated<T>(a, b) ^ (a - b); });
    }
};

template <class T>
struct saturating_difference_square : integer_operation<T> {
    using memory_bound = void;
    static constexpr bool plain_loops = true;

    template <int N>
    LANEWISE_INLINE lanes<T, N> operator()(const lanes<T, N>& x, const lanes<T, N>& y) const noexcept {
        using U = unsigned_of<T>;
        return map_registers(x, y, [](auto a, auto b) {
            const vec<U> d = distance<T>(a, b);
            const vec<U> maximum = splat_vec<U>(static_cast<U>(std::numeric_limits<T>::max()));
            return choose<U>(square_overflows<T>(d), maximum, square<U>(d));
        });
    }
};

template <class T>
struct difference_square_faults : integer_operation<T> {
    template <int N>
    LANEWISE_INLINE bool operator()(const lanes<T, N>& x, const lanes<T, N>& y) const noexcept {
        return any_register(x, y, [](auto a, auto b) { return square_overflows<T>(distance<T>(a, b)); });
    }
};

/// x^e for exponents of any value, signed or unsigned, in the base's width; wider ones have a canonical form there.
template <class T, class E, bool Saturate>
struct integer_pow : integer_pow_operation<T, E> {
    template <int N>
    LANEWISE_INLINE lanes<T, N> operator()(const lanes<T, N>& x, const lanes<E, N>& e) const noexcept {
        using U = unsigned_of<T>;
        constexpr std::size_t count = lanes<T, N>::count;
        vec<U> base[count];
        vec<U> exponent[count];
        vec<U> out_of[count];
        vec<U> signs{};
        each_register<count>(LANEWISE_EACH(int i) {
            base[i] = as_vec<U>(x.reg[i]);
            exponent[i] = as_vec<U>(e.reg[i]);
            signs |= exponent[i];
        });
        if (std::is_signed_v<E> && any_bit(sign_mask<U>(signs)))
            each_register<count>(LANEWISE_EACH(int i) { fold_negative_exponent<T>(base[i], exponent[i]); });
        power<U, count>(base, exponent, out_of);

        lanes<T, N> out;
        each_register<count>(LANEWISE_EACH(int i) {
            if constexpr (Saturate) {
                const auto b = as_vec<U>(x.reg[i]);
                const auto n = as_vec<U>(e.reg[i]);
                out_of[i] = choose<U>(power_overflows<T, E>(b, n), power_clamp<T>(b, n), out_of[i]);
            }
            out.reg[i] = as_batch<T>(out_of[i]);
        });
        return out;
    }
};

template <class T, class E = signed_of<T>>
using wrapping_pow = integer_pow<T, E, false>;

template <class T, class E = signed_of<T>>
using saturating_pow = integer_pow<T, E, true>;

template <class T, class E = signed_of<T>>
struct pow_faults : integer_pow_operation<T, E> {
    template <int N>
    LANEWISE_INLINE bool operator()(const lanes<T, N>& x, const lanes<E, N>& e) const noexcept {
        using U = unsigned_of<T>;
        return any_register(x, e, [](auto b, auto n) {
            const auto overflow = as_vec<U>(power_overflows<T, E>(b, n));
            return std::is_signed_v<E> ? overflow | (as_vec<U>(sign_mask<U>(n)) & ~is_unit<T>(b)) : overflow;
        });
    }
};

/// One exponent for all elements: the second operand, which holds it too, is not looked at.
template <class T, bool Saturate>
struct integer_pow_by : integer_pow_operation<T, signed_of<T>> {
    signed_of<T> exponent;

    /// canonical_exponent<signed_of<T>>(e), or any other value of that type.
    LANEWISE_INLINE constexpr explicit integer_pow_by(signed_of<T> e) noexcept : exponent(e) {}

    template <int N>
    LANEWISE_INLINE lanes<T, N> operator()(const lanes<T, N>& x, const lanes<signed_of<T>, N>&) const noexcept {
        using U = unsigned_of<T>;
        constexpr std::size_t count = lanes<T, N>::count;
        vec<U> base[count];
        vec<U> out_of[count];
        each_register<count>(LANEWISE_EACH(int i) {
            base[i] = as_vec<U>(x.reg[i]);
            if (exponent < 0) base[i] &= is_unit<T>(base[i]);
        });
        const auto bits = static_cast<std::uint64_t>(exponent);
        power_uniform<U, count>(base, exponent < 0 ? (bits & 1) | 2 : bits, out_of);

        lanes<T, N> out;
        const auto e = splat_vec<U>(static_cast<U>(exponent));
        const auto limit = splat_vec<U>(base_limit_of<T>(exponent));
        each_register<count>(LANEWISE_EACH(int i) {
            if constexpr (Saturate) {
                const auto b = as_vec<U>(x.reg[i]);
                out_of[i] = choose<U>(greater<U>(base_code<T>(b), limit), power_clamp<T>(b, e), out_of[i]);
            }
            out.reg[i] = as_batch<T>(out_of[i]);
        });
        return out;
    }
};

template <class T>
using wrapping_pow_by = integer_pow_by<T, false>;

template <class T>
using saturating_pow_by = integer_pow_by<T, true>;

template <class T>
struct pow_by_faults : integer_pow_operation<T, signed_of<T>> {
    signed_of<T> exponent;

    LANEWISE_INLINE constexpr explicit pow_by_faults(signed_of<T> e) noexcept : exponent(e) {}

    template <int N>
    LANEWISE_INLINE bool operator()(const lanes<T, N>& x, const lanes<signed_of<T>, N>& y) const noexcept {
        using U = unsigned_of<T>;
        const auto limit = splat_vec<U>(base_limit_of<T>(exponent));
        return any_register(x, y, [this, limit](auto b, auto) {
            return exponent < 0 ? ~is_unit<T>(b) : as_vec<U>(greater<U>(base_code<T>(b), limit));
        });
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
