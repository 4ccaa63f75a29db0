#pragma once

/// What stands behind every operator on two tensors and a plain function of two registers: transform, and by it subtract and
/// difference_square.

#include "../../options.hpp"
#include "../operation/elementwise_operation.hpp"
#include "arguments.hpp"
#include "run.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs the shortcut for calls of a single row by run(row), unless the call is another; true if all is done.
template <class Run>
LANEWISE_ALWAYS_INLINE bool run_one_row(const operand (&given)[operand_count], const broadcast_rule& rule,
                                        const executor_ref& executor, row_forms forms, const Run& run) noexcept {
    one_row row;
    if (rule.rule != broadcast_rule::kind::numpy || !admit_one_row(given, forms, row)) return false;
    if (executor && row.n >= limits.part_elements) return false;
    run(row);
    if (row.streaming) fence_streams();
    return true;
}

/// The same for a lane operation.
LANEWISE_ALWAYS_INLINE bool run_one_row(const any_operation& op, const operand (&given)[operand_count],
                                        const broadcast_rule& rule, const executor_ref& executor) noexcept {
    return run_one_row(given, rule, executor, op.forms, [&](const one_row& row) { op.run(op.op, rows_of(row)); });
}

/// The storage type as which a row of X is read by an operation on lanes of T.
template <class X, class T>
using row_storage = std::conditional_t<widens_in_load<X, lane_type<T>>, X, T>;

template <class X, class Y, class T>
inline constexpr bool are_one_type = std::is_same_v<X, T>&& std::is_same_v<Y, T>;

/// The operation that a function of two registers is on rows of X and Y, into one of T.
template <class Function, class X, class Y, class T>
using operation_of = std::conditional_t<are_one_type<X, Y, T>, function_on<T, Function>,
                                        lane_function<T, Function, row_storage<X, T>, row_storage<Y, T>>>;

/// Whether such an operation reads rows of X as they are.
template <class X, class T>
inline constexpr bool is_row_of = std::is_same_v<X, T> ||
                                  (widens(dtype_of<X>, dtype_of<T>) && std::is_same_v<row_storage<X, T>, X>);

/// The shortcut for the operands of a typed call and a function of two registers: before anything else is made of them, since
/// that takes as long as a small call (8 floats: 29 -> 12 ns; 8 bytes minus 8 floats: 35 -> 15 ns).
template <class Function, class A, class B, class Out>
LANEWISE_ALWAYS_INLINE bool run_one_row(Function&& function, const A& a, const B& b, const Out& out,
                                        const options& chosen) noexcept {
    using X = typename A::storage;
    using Y = typename B::storage;
    using T = typename Out::storage;
    if constexpr (!is_row_of<X, T> || !is_row_of<Y, T>) {
        return false;
    } else {
        if (!is_exact(a) || !is_exact(b)) return false;
        using Op = operation_of<Function, X, Y, T>;
        const Op op{static_cast<Function&&>(function)};
        return run_one_row(
            {out.describe(), a.describe(), b.describe()}, chosen.broadcast, chosen.executor, row_forms_of<Op>(),
            LANEWISE_ALWAYS_EACH(const one_row& row) {
                if constexpr (are_one_type<X, Y, T>) {
                    run_row(op, row);
                } else {
                    run_rows<Op>(&op, rows_of(row)); // which the long way has, too
                }
            });
    }
}

/// Goes on with run(call, a, b, out) of a typed call: the last three are empty and of the operands' storage types. Not
/// inline, so that the shortcut before it has a small stack frame.
template <class A, class B, class Out, class Run>
[[gnu::noinline]] status with_call(const char* function, const A& a, const B& b, const Out& out, const options& chosen,
                                   const Run& run) noexcept {
    status why;
    const bool in_order = check_scalar(a, function, "a", why) && check_scalar(b, function, "b", why);
    const call c(function, "a", "b", out.describe(), a.describe(), b.describe(), chosen, in_order ? nullptr : &why,
                 false);
    return run(c, std::type_identity<typename A::storage>{}, std::type_identity<typename B::storage>{},
               std::type_identity<typename Out::storage>{});
}

/// Binds the arguments of a typed call, which fit, and goes on with run(a, b, out): plain numbers of any type become one of out's.
template <class A, class B, class Out, class Run>
LANEWISE_ALWAYS_INLINE status with_operands(const A& a, const B& b, Out& out, const Run& run) noexcept {
    if constexpr (checked_view<A> || checked_view<B> || checked_view<std::remove_cv_t<Out>>) {
        if (const status s = check_views("a", "b", out, a, b); !s) return s;
    }
    using T = storage_t<dtype_of<view_element_t<Out&>>>;
    return run(bind<T>(a), bind<T>(b), view_operand<Out>(out));
}

/// Runs a lane operation over a call of any layout.
inline status run_any_layout(const call& c, const any_operation& op, const packer& a, const packer& b) noexcept {
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    run(call_admitted, op, a, b);
    return {};
}

/// The same, by the shortcut where all operands have one dtype.
inline status run_operation(const call& c, const any_operation& op, const packer& a, const packer& b) noexcept {
    const dtype type = c.given[out_position].type;
    const bool one_dtype = c.given[a_position].type == type && c.given[b_position].type == type;
    if (one_dtype && c.refused == nullptr && run_one_row(op, c.given, c.rule, c.executor)) return {};
    return run_any_layout(c, op, a, b);
}

/// Runs a function of two registers over a call whose inputs have storage types X and Y, and out T.
template <class X, class Y, class T, class Function>
status run_function(const call& c, Function&& function) noexcept {
    const operation_of<Function, X, Y, T> op{static_cast<Function&&>(function)};
    return run_any_layout(c, any_operation(op), plain_packer<X, row_storage<X, T>>(),
                          plain_packer<Y, row_storage<Y, T>>());
}

/// The extents of an operand that a call's sentences name so, of a plain number none; throws why it has no view.
template <class V>
extents extents_of(const V& operand, const char* name) {
    if constexpr (viewable<const V&>) {
        return require_view(operand, name).extents();
    } else {
        return {};
    }
}

/// The result's shape, asked for by the function that the user called.
template <class A, class B>
extents result_extents(const char* function, const char* name_a, const char* name_b, const A& a, const B& b,
                       broadcast_rule rule) {
    const extents of_a = extents_of(a, name_a);
    extents result;
    require(broadcast_shapes({function, name_a, name_b}, of_a, extents_of(b, name_b), rule, result));
    return result;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
