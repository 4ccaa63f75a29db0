#pragma once

/// What subtract and difference_square share: everything but their lane operations.

#include "../../options.hpp"
#include "../../tensor.hpp"
#include "../kernel/float_lanes.hpp"
#include "../kernel/integer_lanes.hpp"
#include "../lane/integer_scalar.hpp"
#include "run.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

constexpr status_code code_of(integer_fault fault) noexcept {
    return fault == integer_fault::none       ? status_code::ok
           : fault == integer_fault::overflow ? status_code::integer_overflow
                                              : status_code::negative_exponent;
}

/// Runs the shortcut for calls of a single packed row, unless the call is another; true if all is done.
template <class Operator, class T>
bool run_one_row(const call& c, integer_overflow overflow) noexcept {
    rows row;
    if (overflow != integer_overflow::wrap || !admit_one_row(c, row)) return false;
    const typename Operator::template wrapping<T> operation;
    run_rows<std::remove_const_t<decltype(operation)>>(&operation, row);
    return true;
}

/// Runs one of Operator's lane operations on inputs that a and b collect as T, the storage type of out.
template <class Operator, class T>
status run_difference(const call& c, integer_overflow overflow, const collector& a, const collector& b) noexcept {
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    if constexpr (!is_floating(dtype_of<T>)) {
        if (overflow == integer_overflow::saturate) {
            run(call_admitted, typename Operator::template saturating<T>{}, a, b);
            return {};
        }
        if (overflow == integer_overflow::error && !run(call_admitted, typename Operator::template faults<T>{}, a, b)) {
            // None is found where only the padding of a short row overflowed.
            const status found =
                first_fault<T, T>(c, call_admitted, a, b, [](T x, T y) { return code_of(Operator::fault(x, y)); });
            if (!found) return found;
        }
    }
    run(call_admitted, typename Operator::template wrapping<T>{}, a, b);
    return {};
}

/// Something that an operator takes as an input.
template <class V>
concept operand_like = viewable<const V&> || scalar<V>;

/// The storage type of an input beside an out of dtype `Out`: its own, or out's for a plain value.
template <class V, dtype Out>
constexpr dtype input_dtype() noexcept {
    if constexpr (viewable<const V&>) {
        return dtype_of<view_element_t<const V&>>;
    } else {
        return Out;
    }
}

/// Says what is wrong with the arguments of a typed call, in one sentence each.
template <class A, class B, class Out>
constexpr void require_operands() noexcept {
    static_assert(
        operand_like<A>,
        "lanewise: the first operand is neither a tensor (tensor_view, tensor, ...) nor a number of the twelve dtypes");
    static_assert(operand_like<B>, "lanewise: the second operand is neither a tensor (tensor_view, tensor, ...) nor a "
                                   "number of the twelve dtypes");
    static_assert(viewable<Out>, "lanewise: out is not a tensor (tensor_view, tensor, ...)");
    static_assert(!std::is_const_v<view_element_t<Out>>,
                  "lanewise: out is a view of const elements and cannot be written");
}

template <class Operator, class A, class B, class Out>
status try_difference(const A& a, const B& b, Out&& out, const options& chosen) noexcept {
    require_operands<A, B, Out>();
    if constexpr (checked_view<A> || checked_view<B> || checked_view<std::remove_cvref_t<Out>>) {
        if (const status s = check_views(out, a, b); !s) return s;
    }
    const view_operand<std::remove_cvref_t<Out>> bound_out(out);
    constexpr dtype type = dtype_of<view_element_t<Out>>;
    static_assert(widens(input_dtype<A, type>(), type),
                  "lanewise: the first operand's dtype does not widen to out's without loss");
    static_assert(widens(input_dtype<B, type>(), type),
                  "lanewise: the second operand's dtype does not widen to out's without loss");
    using T = storage_t<type>;
    const auto bound_a = bind<T>(a);
    const auto bound_b = bind<T>(b);
    status why;
    const bool in_order =
        check_scalar(bound_a, Operator::name, "a", why) && check_scalar(bound_b, Operator::name, "b", why);
    const call c{
        Operator::name,   {"out", "a", "b"},         {bound_out.describe(), bound_a.describe(), bound_b.describe()},
        chosen.broadcast, in_order ? nullptr : &why, {}};
    using X = typename decltype(bound_a)::storage;
    using Y = typename decltype(bound_b)::storage;
    if constexpr (std::is_same_v<X, T> && std::is_same_v<Y, T>) {
        if (run_one_row<Operator, T>(c, chosen.overflow)) return {};
    }
    return run_difference<Operator, T>(c, chosen.overflow, plain_collector<X, T>(), plain_collector<Y, T>());
}

/// The dtype of a result without out: the one that the other widens to.
template <class A, class B>
constexpr auto common_element() noexcept {
    static_assert(
        operand_like<A> && operand_like<B>,
        "lanewise: an operand is neither a tensor (tensor_view, tensor, ...) nor a number of the twelve dtypes");
    static_assert(viewable<const A&> || viewable<const B&>,
                  "lanewise: without out, at least one operand must be a tensor");
    if constexpr (!viewable<const A&>) {
        return std::type_identity<std::remove_const_t<view_element_t<const B&>>>{};
    } else if constexpr (!viewable<const B&>) {
        return std::type_identity<std::remove_const_t<view_element_t<const A&>>>{};
    } else {
        using X = std::remove_const_t<view_element_t<const A&>>;
        using Y = std::remove_const_t<view_element_t<const B&>>;
        constexpr bool x_is_wider = widens(dtype_of<Y>, dtype_of<X>);
        static_assert(x_is_wider || widens(dtype_of<X>, dtype_of<Y>),
                      "lanewise: neither operand's dtype widens to the other's without loss; pass an out");
        return std::type_identity<std::conditional_t<x_is_wider, X, Y>>{};
    }
}

template <class V>
extents extents_of(const V& operand) {
    if constexpr (viewable<const V&>) {
        return view_of(operand).extents();
    } else {
        return {};
    }
}

/// The result's shape, asked for by the function that the user called.
template <class A, class B>
extents result_extents(const char* function, const char* name_a, const char* name_b, const A& a, const B& b,
                       broadcast_rule rule) {
    extents result;
    require(broadcast_shapes({function, name_a, name_b}, extents_of(a), extents_of(b), rule, result));
    return result;
}

template <class Operator, class A, class B>
auto make_difference(const A& a, const B& b, const options& chosen) {
    using T = typename decltype(common_element<A, B>())::type;
    tensor<T> out(result_extents(Operator::name, "a", "b", a, b, chosen.broadcast));
    require(try_difference<Operator>(a, b, out, chosen));
    return out;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
