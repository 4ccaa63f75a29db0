#pragma once

/// What stands behind pow: the choice of a lane operation by dtype, exponent and overflow mode.

#include "../operation/integer_pow_floating_operations.hpp"
#include "../operation/pow_inputs.hpp"
#include "../operation/pow_operations.hpp"
#include "pairwise.hpp"

#include <optional>

namespace lanewise::detail::inline LANEWISE_ISA {

/// scale_bias_not_integral where g would leave the integers.
inline bool check_scale_bias(dtype type, const std::optional<scale_bias>& g, status& why) noexcept {
    if (!g.has_value() || !is_integral(type)) return true;
    const bool scale_is_bad = !is_integral_value(g->scale);
    if (!scale_is_bad && is_integral_value(g->bias)) return true;
    why = status(status_facts{.code = status_code::scale_bias_not_integral,
                              .types = {type},
                              .function = "pow",
                              .subject = scale_is_bad ? "scale" : "bias",
                              .more = {.element = {.values = {value_for_status(scale_is_bad ? g->scale : g->bias)}}}});
    return false;
}

/// y as rows of what a base of T takes.
template <class T, class E>
packer exponent_packer() noexcept {
    using Row = exponent_row<T, E>;
    if constexpr (widens(dtype_of<E>, dtype_of<Row>)) {
        return plain_packer<E, Row>();
    } else {
        return {pack_exponents<bits_type<E>>, &conversion_of<Row, E, std::is_integral_v<T>>, run_converted_row};
    }
}

/// Whether one exponent serves all bases.
inline bool is_single(const operand& y) noexcept {
    for (const index_t extent : *y.shape) {
        if (extent != 1) return false;
    }
    return true;
}

/// An exponent as a double. Integers beyond 2^53 may be rounded: they have no shorter way, and neither has what they round to.
inline double value_as_double(const status_value& v) noexcept {
    if (v.type == dtype::float64) return __builtin_bit_cast(double, v.bits);
    return v.type == dtype::int64 ? static_cast<double>(static_cast<std::int64_t>(v.bits))
                                  : static_cast<double>(v.bits);
}

/// Runs pow where one exponent serves all bases and has a shorter way; true if that was so. x packs the base as T. A 16-bit T
/// that holds the exponent has the way of exponents of T (float16 to the power of int 7: 1.7x).
template <class T>
[[gnu::noinline]] bool run_constant_pow(const call& c, const admitted& call_admitted, const packer& x) noexcept {
    const operand& exponent = c.given[b_position];
    if (!is_single(exponent)) return false;
    const double value = value_as_double(value_at(exponent.type, static_cast<const std::byte*>(exponent.data)));
    if (with_constant_pow<T>(value, [&](const auto& op) { run_unary(call_admitted, any_operation(op), x); }))
        return true;
    if constexpr (is_float16<T>) {
        const T held(value);
        constexpr double exact = 0x1p53; // larger integers may have been rounded
        if (static_cast<double>(static_cast<float>(held)) != value || value >= exact || value <= -exact) return false;
        std::byte element[sizeof(T)];
        store_element(element, held);
        run_beside(call_admitted, any_operation(stateless<float_pow<T, T, T>>), x, element);
        return true;
    }
    return false;
}

/// How the base comes to a float pow on T.
struct base_packers {
    packer as_stored; // as T
    packer as_lane;   // as base_row<T>
    const std::optional<scale_bias>& g;
};

/// The operation of float32 or float64 bases, or of a 16-bit T's as lanes, on exponents of E: of integers, faster beside float32.
template <class T, class E>
using float_pow_on =
    float_pow<T, exponent_row<T, E>,
              std::conditional_t<std::is_same_v<T, float> && std::is_integral_v<E>, int, exponent_row<T, E>>>;

/// Exponents of E beside an out of T, a float.
template <class E, class T>
void run_float_pow(const call& c, const admitted& call_admitted, const base_packers& x) noexcept {
    const float_scaling scaling{x.g.has_value() ? *x.g : scale_bias{}, x.as_lane.function};
    const packer base = x.g.has_value() ? packer{pack_scaled<base_row<T>>, &scaling, run_converted_row} : x.as_lane;
    // Through g, a base beside a 16-bit T may be any float32.
    if (!is_float16<T> || !x.g.has_value()) {
        if (run_constant_pow<T>(c, call_admitted, is_float16<T> ? x.as_stored : base)) return;
        if constexpr (is_float16<T> && holds_exponents<T, E>) {
            run(call_admitted, any_operation(float_pow<T, T, T>{}), x.as_stored, plain_packer<E, T>());
            return;
        }
    }
    run(call_admitted, any_operation(float_pow_on<T, E>{}), base, exponent_packer<T, E>());
}

template <class Y>
constexpr bool is_integral_exponent(Y y) noexcept {
    if constexpr (std::is_integral_v<Y>) {
        return true;
    } else {
        return is_integral_value(y);
    }
}

/// The integer lane operations of pow for one form of exponents: per element, integral or floating, or one for all.
template <class T, class Y>
struct integer_pow_operations {
    wrapping_pow<T> wrapping;
    saturating_pow<T> saturating;
    pow_faults<T> faults;
};

template <class T>
struct integer_pow_operations<T, double> {
    pow_floating_lanes<T> wrapping{{}, false};
    pow_floating_lanes<T> saturating{{}, true};
    pow_floating_faults<T> faults;
};

template <class T>
struct integer_pow_by_operations {
    wrapping_pow_by<T> wrapping;
    saturating_pow_by<T> saturating;
    pow_by_faults<T> faults;
};

/// What an integer pow runs on.
struct integer_pow_inputs {
    const call& given;
    const admitted& passed;
    packer x;      // the base before g
    packer g_of_x; // and after it
    packer y;
    integer_scaling scaling;
    bool one_exponent; // which the operations know

    bool run(const any_operation& op) const noexcept {
        return one_exponent ? run_unary(passed, op, g_of_x) : detail::run(passed, op, g_of_x, y);
    }
};

inline status run_integer_pow_by_mode(const integer_pow_inputs& in, const integer_forms& forms) noexcept {
    const integer_overflow overflow = in.scaling.overflow;
    if (overflow == integer_overflow::saturate) {
        in.run(forms.saturating);
        return {};
    }
    if (overflow == integer_overflow::error && (!in.run(forms.faults) || in.scaling.overflowed)) {
        const status found = first_fault(in.given, in.x, in.y, forms.fault);
        if (!found) return found;
    }
    in.run(forms.wrapping);
    return {};
}

/// What is wrong with g(x)^y, for x of T and y of Y.
template <class T, class Y>
element_fault integer_pow_fault(const void* scaling, const std::byte* x, const std::byte* y) noexcept {
    const scaled_integer<T> base = static_cast<const integer_scaling*>(scaling)->g(load_element<T>(x));
    // Beyond T's range it is no 1, though its bits may be: to a negative exponent it is as any other.
    const status_code code = code_of(pow_fault(base.side == 0 ? base.wrapped : T{2}, load_element<Y>(y)));
    if (base.side == 0 || code == status_code::negative_exponent) return {code};
    return {status_code::integer_overflow, "x * scale + bias"};
}

template <class T, class Y, class Operations>
status run_integer_pow_operations(const integer_pow_inputs& in, const Operations& operations) noexcept {
    return run_integer_pow_by_mode(in, {any_operation(operations.wrapping),
                                        any_operation(operations.saturating),
                                        any_operation(operations.faults),
                                        {integer_pow_fault<T, Y>, &in.scaling}});
}

/// x packs the base before g, y exponents as Y.
template <class T, class Y>
status run_integer_pow(const call& c, const admitted& call_admitted, integer_overflow overflow,
                       const std::optional<scale_bias>& given, const packer& x, const packer& y) noexcept {
    const scale_bias g = given.has_value() ? *given : scale_bias{};
    integer_pow_inputs in{c,    call_admitted, x, x, y, {integer_scale_bias(g.scale, g.bias), x.function, overflow},
                          false};
    if (given.has_value()) in.g_of_x = {pack_scaled_integers<T>, &in.scaling, run_converted_row};
    if (is_single(c.given[b_position])) {
        std::byte packed[sizeof(Y)];
        pack_one(y, c.given[b_position].data, packed);
        const Y exponent = load_element<Y>(packed);
        if (is_integral_exponent(exponent)) {
            in.one_exponent = true;
            const auto canonical = canonical_exponent<std::make_signed_t<T>>(exponent);
            const integer_pow_by_operations<T> by{wrapping_pow_by<T>(canonical), saturating_pow_by<T>(canonical),
                                                  pow_by_faults<T>(canonical)};
            return run_integer_pow_operations<T, Y>(in, by);
        }
    }
    return run_integer_pow_operations<T, Y>(in, integer_pow_operations<T, Y>{});
}

/// Refuses a result of an integral base's dtype, which nobody named, for a plain exponent that is not integral.
template <class Y>
void require_integral_exponent(dtype type, Y y) {
    const auto exponent = own_value(y);
    if (is_integral_exponent(exponent)) return;
    require(fractional_exponent(type, value_for_status(exponent), "pow<float>(x, y)"));
}

/// Runs pow on a base of storage type A, exponents of E and an out of T.
template <class A, class E, class T>
status run_pow(const call& c, integer_overflow overflow, const std::optional<scale_bias>& g) noexcept {
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    if constexpr (std::is_integral_v<T>) {
        return run_integer_pow<T, exponent_row<T, E>>(c, call_admitted, overflow, g, plain_packer<A, T>(),
                                                      exponent_packer<T, E>());
    } else {
        run_float_pow<E, T>(c, call_admitted, {plain_packer<A, T>(), plain_packer<A, base_row<T>>(), g});
        return {};
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
