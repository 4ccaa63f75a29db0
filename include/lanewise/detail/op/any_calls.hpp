#pragma once

/// The calls of dynamic.hpp: a switch over the dtype of out, and behind each case the kernels of one dtype.

#include "../../difference_square.hpp"
#include "../../pow.hpp"
#include "../../subtract.hpp"
#include "any_arguments.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// What `choose(std::type_identity<From>{})` says for a dtype that widens to To's; nothing for the others.
template <class To, class Choose>
packer packer_for(dtype from, const Choose& choose) noexcept {
    return with_storage(from, [&]<class From>(std::type_identity<From> type) -> packer {
        if constexpr (widens(dtype_of<From>, dtype_of<To>)) {
            return choose(type);
        } else {
            return {};
        }
    });
}

template <class View>
operand describe(const View& v) noexcept {
    return {v.data, v.type, &v.extents, &v.strides};
}

/// What a typed call cannot get wrong: dtypes, and strides for every extent.
inline status check_any(const call& c) noexcept {
    for (const int k : {a_position, b_position, out_position}) {
        const operand& v = c.given[k];
        if (v.shape->rank() == v.steps->rank()) continue;
        return status(status_facts{.code = status_code::rank_out_of_range,
                                   .function = c.function,
                                   .operand = c.name[k],
                                   .relation = "but",
                                   .numbers = {v.shape->rank(), v.steps->rank()}});
    }
    return check_dtypes(c);
}

/// The difference or its square, one operation by a value (dynamic.hpp with one of its own for each: 1.25 times as long to
/// compile).
template <class T>
using any_difference =
    either_operation<function_on<T, subtract_operator::function>, function_on<T, difference_square_operator::function>>;

/// The same on integers, as pairwise_operations.
template <class T>
struct any_difference_operations {
    using plain = pairwise_operations<subtract_operator, T>;
    using square = pairwise_operations<difference_square_operator, T>;
    any_difference<T> wrapping;
    either_operation<decltype(plain::saturating), decltype(square::saturating)> saturating;
    either_operation<decltype(plain::faults), decltype(square::faults)> faults;

    explicit any_difference_operations(bool squares) noexcept
        : wrapping(squares), saturating(squares), faults(squares) {}

    integer_fault fault(T a, T b) const noexcept {
        return wrapping.is_other ? square::fault(a, b) : plain::fault(a, b);
    }
};

/// Runs it on inputs that a and b pack as T.
template <class T>
status run_any_pairwise(const call& c, bool squares, integer_overflow overflow, const packer& a,
                        const packer& b) noexcept {
    if constexpr (std::is_integral_v<T>) {
        if (overflow != integer_overflow::wrap)
            return run_checked_pairwise<T>(c, overflow, any_difference_operations<T>(squares), a, b);
    }
    const any_difference<T> op(squares);
    return run_operation(c, any_operation(op), a, b);
}

inline status try_any_pairwise(bool squares, const const_any_view& a, const const_any_view& b,
                               const any_tensor_view& out, const options& chosen) noexcept {
    const char* name = squares ? difference_square_operator::name : subtract_operator::name;
    const call c(name, "a", "b", describe(out), describe(a), describe(b), chosen, nullptr, false);
    if (const status s = check_any(c); !s) return s;
    return with_storage(out.type, [&]<class T>(std::type_identity<T>) {
        const auto widened = []<class From>(std::type_identity<From>) { return plain_packer<From, T>(); };
        return run_any_pairwise<T>(c, squares, chosen.overflow, packer_for<T>(a.type, widened),
                                   packer_for<T>(b.type, widened));
    });
}

inline status try_any_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                               const options& chosen) noexcept {
    return try_any_pairwise(false, a, b, out, chosen);
}

inline status try_any_difference_square(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                        const options& chosen) noexcept {
    return try_any_pairwise(true, a, b, out, chosen);
}

/// pow on an out of storage type T.
template <class T>
status run_any_pow(const call& c, integer_overflow overflow, const std::optional<scale_bias>& g) noexcept {
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    const auto as_stored = []<class A>(std::type_identity<A>) { return plain_packer<A, T>(); };
    const packer x = packer_for<T>(c.given[a_position].type, as_stored);
    if constexpr (std::is_integral_v<T>) {
        return with_storage(c.given[b_position].type, [&]<class E>(std::type_identity<E>) {
            return run_integer_pow<T, exponent_row<T, E>>(c, call_admitted, overflow, g, x, exponent_packer<T, E>());
        });
    } else {
        const auto as_lane = []<class A>(std::type_identity<A>) { return plain_packer<A, base_row<T>>(); };
        const base_packers base{x, packer_for<T>(c.given[a_position].type, as_lane), g};
        return with_storage(c.given[b_position].type, [&]<class E>(std::type_identity<E>) -> status {
            run_float_pow<E, T>(c, call_admitted, base);
            return {};
        });
    }
}

inline status try_any_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                          const pow_options& chosen) noexcept {
    status why;
    const bool in_order = check_scale_bias(out.type, chosen.scale_bias, why);
    const call c("pow", "x", "y", describe(out), describe(x), describe(y), chosen, in_order ? nullptr : &why, true);
    if (const status s = check_any(c); !s) return s;
    return with_storage(out.type, [&]<class T>(std::type_identity<T>) {
        return run_any_pow<T>(c, chosen.overflow, chosen.scale_bias);
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
