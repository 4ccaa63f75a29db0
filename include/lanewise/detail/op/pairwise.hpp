#pragma once

/// What stands behind an operator on pairs of elements, subtract and difference_square: transform, and the overflow modes of
/// integers.

#include "../integer/integer_scalar.hpp"
#include "../operation/integer_operations.hpp"
#include "transform.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

constexpr status_code code_of(integer_fault fault) noexcept {
    return fault == integer_fault::none       ? status_code::ok
           : fault == integer_fault::overflow ? status_code::integer_overflow
                                              : status_code::negative_exponent;
}

/// An integer operation in its forms: two that give the result, one that asks whether any element is at fault.
struct integer_forms {
    any_operation wrapping;
    any_operation saturating;
    any_operation faults;
    fault_finder fault;
};

/// Runs an overflow mode other than wrap on inputs that a and b pack as the storage type of out.
inline status run_checked(const call& c, integer_overflow overflow, const integer_forms& forms, const packer& a,
                          const packer& b) noexcept {
    if (overflow == integer_overflow::saturate) return run_operation(c, forms.saturating, a, b);
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    if (!run(call_admitted, forms.faults, a, b)) {
        // None is found where only the padding of a short row overflowed.
        const status found = first_fault(c, a, b, forms.fault);
        if (!found) return found;
    }
    run(call_admitted, forms.wrapping, a, b);
    return {};
}

/// Operator on integers of T: its operations, and what is wrong with two elements.
template <class Operator, class T>
struct pairwise_operations {
    function_on<T, typename Operator::function> wrapping;
    typename Operator::template saturating<T> saturating;
    typename Operator::template faults<T> faults;

    static constexpr integer_fault fault(T a, T b) noexcept { return Operator::fault(a, b); }
};

/// The same for such operations.
template <class T, class Operations>
status run_checked_pairwise(const call& c, integer_overflow overflow, const Operations& operations, const packer& a,
                            const packer& b) noexcept {
    const auto fault = [](const void* context, const std::byte* x, const std::byte* y) {
        const auto& given = *static_cast<const Operations*>(context);
        return element_fault{code_of(given.fault(load_element<T>(x), load_element<T>(y)))};
    };
    return run_checked(c, overflow,
                       {any_operation(operations.wrapping),
                        any_operation(operations.saturating),
                        any_operation(operations.faults),
                        {fault, &operations}},
                       a, b);
}

/// Runs Operator on inputs of storage types X and Y, and an out of T.
template <class Operator, class X, class Y, class T>
status run_pairwise(const call& c, integer_overflow overflow) noexcept {
    if constexpr (std::is_integral_v<T>) {
        if (overflow != integer_overflow::wrap) {
            return run_checked_pairwise<T>(c, overflow, pairwise_operations<Operator, T>{}, plain_packer<X, T>(),
                                           plain_packer<Y, T>());
        }
    }
    return run_function<X, Y, T>(c, typename Operator::function{});
}

/// The same for the bound operands of a typed call.
template <class Operator, class A, class B, class Out>
LANEWISE_ALWAYS_INLINE status run_pairwise(const A& a, const B& b, const Out& out, const options& chosen) noexcept {
    const bool wraps = !std::is_integral_v<typename Out::storage> || chosen.overflow == integer_overflow::wrap;
    if (wraps && run_one_row(typename Operator::function{}, a, b, out, chosen)) return {};
    return with_call(Operator::name, a, b, out, chosen,
                     [&]<class X, class Y, class T>(const call& c, std::type_identity<X>, std::type_identity<Y>,
                                                    std::type_identity<T>) noexcept {
                         return run_pairwise<Operator, X, Y, T>(c, chosen.overflow);
                     });
}

template <class Operator, class A, class B, class Out>
status try_pairwise(const A& a, const B& b, Out& out, const options& chosen) noexcept {
    return with_operands(
        a, b, out, LANEWISE_ALWAYS_EACH(const auto& x, const auto& y, const auto& result) {
            return run_pairwise<Operator>(x, y, result, chosen);
        });
}

/// The same into a new tensor of T.
template <class Operator, class T, class A, class B>
tensor<T> make_pairwise(const A& a, const B& b, const options& chosen) {
    tensor<T> out(result_extents(Operator::name, "a", "b", a, b, chosen.broadcast));
    require(try_pairwise<Operator>(a, b, out, chosen));
    return out;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
