#pragma once

/// What is wrong with the arguments of a typed call, in one sentence each. Who asks goes on `if constexpr` they fit, so that the
/// sentence is the only error.

#include "../../tensor.hpp"
#include "operand.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

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

/// Whether a tensor widens to out's dtype.
template <class V, class Out>
constexpr bool widens_to_out() noexcept {
    constexpr dtype type = dtype_of<view_element_t<Out>>;
    return widens(input_dtype<V, type>(), type);
}

enum class fault {
    none,
    first,
    second,
    out,
    temporary,
    constant,
    first_widens,
    second_widens,
    numbers,
    no_common,
    element,
    other_dtype
};

/// The first fault of two inputs.
template <class A, class B>
constexpr fault fault_of_inputs() noexcept {
    return !operand_like<A> ? fault::first : !operand_like<B> ? fault::second : fault::none;
}

/// And of a call with an out. Inputs widen to its dtype, but for pow's exponent, which keeps its own.
template <class A, class B, class Out, bool ExactB>
constexpr fault fault_of_call() noexcept {
    if constexpr (fault_of_inputs<A, B>() != fault::none) {
        return fault_of_inputs<A, B>();
    } else if constexpr (!viewable<Out>) {
        return fault::out;
    } else if constexpr (!lasting_view<Out>) {
        return fault::temporary;
    } else if constexpr (std::is_const_v<view_element_t<Out>>) {
        return fault::constant;
    } else if constexpr (!widens_to_out<A, Out>()) {
        return fault::first_widens;
    } else {
        return ExactB || widens_to_out<B, Out>() ? fault::none : fault::second_widens;
    }
}

/// And of a copy into out, whose dtype it has where that is asked for.
template <class V, class Out, bool OneDtype>
constexpr fault fault_of_copy() noexcept {
    constexpr fault found = fault_of_call<V, V, Out, true>();
    if constexpr (found != fault::none && found != fault::first_widens) {
        return found;
    } else {
        constexpr dtype type = dtype_of<view_element_t<Out>>;
        return !OneDtype || input_dtype<V, type>() == type ? fault::none : fault::other_dtype;
    }
}

/// And of a copy into a new tensor of T; of v's dtype where T is void.
template <class V, class T>
constexpr fault fault_of_new_copy() noexcept {
    constexpr bool is_element = std::is_void_v<T> || (element<T> && !std::is_const_v<T>);
    return !operand_like<V>      ? fault::first
           : !viewable<const V&> ? fault::numbers
           : is_element          ? fault::none
                                 : fault::element;
}

/// The element type of a result without out: the one that was asked for, else the one that the other widens to; void where
/// there is none.
template <class Chosen, class A, class B>
struct common_result {
    template <class X, class Y>
    static constexpr auto wider() noexcept {
        if constexpr (widens(dtype_of<Y>, dtype_of<X>)) {
            return std::type_identity<X>{};
        } else if constexpr (widens(dtype_of<X>, dtype_of<Y>)) {
            return std::type_identity<Y>{};
        } else {
            return std::type_identity<void>{};
        }
    }

    static constexpr auto choose() noexcept {
        if constexpr (!std::is_void_v<Chosen>) {
            return std::type_identity<Chosen>{};
        } else if constexpr (!viewable<const A&>) {
            return std::type_identity<std::remove_const_t<view_element_t<const B&>>>{};
        } else if constexpr (!viewable<const B&>) {
            return std::type_identity<std::remove_const_t<view_element_t<const A&>>>{};
        } else {
            return wider<std::remove_const_t<view_element_t<const A&>>,
                         std::remove_const_t<view_element_t<const B&>>>();
        }
    }

    using type = typename decltype(choose())::type;
};

/// The same for pow: the base's, a plain number's own, or the exponents' where they are floating and that number is not.
template <class Chosen, class X, class Y>
struct pow_result {
    static constexpr auto choose() noexcept {
        if constexpr (!std::is_void_v<Chosen>) {
            return std::type_identity<Chosen>{};
        } else if constexpr (viewable<const X&>) {
            return std::type_identity<std::remove_const_t<view_element_t<const X&>>>{};
        } else {
            using Exponent = std::remove_const_t<view_element_t<const Y&>>;
            using Own = scalar_storage_t<X>;
            constexpr bool truncates = is_integral(dtype_of<Own>) && is_floating(dtype_of<Exponent>);
            return std::type_identity<std::conditional_t<truncates, Exponent, Own>>{};
        }
    }

    using type = typename decltype(choose())::type;
};

/// A call without out: the type of the result's elements by a Rule of the two above, and the first fault.
template <template <class, class, class> class Rule, class Chosen, class A, class B, bool ExactB>
struct new_result {
    static constexpr auto find() noexcept {
        if constexpr (fault_of_inputs<A, B>() != fault::none || (!viewable<const A&> && !viewable<const B&>)) {
            return std::type_identity<void>{};
        } else {
            return std::type_identity<typename Rule<Chosen, A, B>::type>{};
        }
    }

    using type = typename decltype(find())::type;

    static constexpr fault find_fault() noexcept {
        if constexpr (fault_of_inputs<A, B>() != fault::none) {
            return fault_of_inputs<A, B>();
        } else if constexpr (!viewable<const A&> && !viewable<const B&>) {
            return fault::numbers;
        } else if constexpr (std::is_void_v<type>) {
            return fault::no_common;
        } else if constexpr (!element<type> || std::is_const_v<type>) {
            return fault::element;
        } else {
            return fault_of_call<A, B, tensor<type>&, ExactB>();
        }
    }

    static constexpr fault found = find_fault();
};

template <class Chosen, class A, class B>
using common_call = new_result<common_result, Chosen, A, B, false>;
template <class Chosen, class X, class Y>
using pow_call = new_result<pow_result, Chosen, X, Y, true>;

/// One sentence for a fault.
template <fault Found>
struct checked {
    static constexpr bool fit = Found == fault::none;

    static_assert(Found != fault::first, "lanewise: the first operand is no tensor (tensor_view, tensor, std::vector, "
                                         "...) and no number, or its elements "
                                         "have none of the twelve dtypes (bool and long double have none)");
    static_assert(Found != fault::second, "lanewise: the second operand is no tensor (tensor_view, tensor, "
                                          "std::vector, ...) and no number, or its elements "
                                          "have none of the twelve dtypes (bool and long double have none)");
    static_assert(Found != fault::out,
                  "lanewise: out is no tensor (tensor_view, tensor, std::vector, ...) of one of the twelve dtypes");
    static_assert(Found != fault::temporary,
                  "lanewise: out is a temporary, whose elements nobody would see: give it a name");
    static_assert(Found != fault::constant, "lanewise: out's elements are const and cannot be written");
    static_assert(Found != fault::first_widens,
                  "lanewise: the first operand's dtype does not widen to out's without loss: take an "
                  "out of a wider dtype, or cast the operand");
    static_assert(Found != fault::second_widens,
                  "lanewise: the second operand's dtype does not widen to out's without loss: take "
                  "an out of a wider dtype, or cast the operand");
    static_assert(Found != fault::numbers,
                  "lanewise: numbers alone make no tensor: pass an out, or one of them as a tensor");
    static_assert(
        Found != fault::no_common,
        "lanewise: neither operand's dtype widens to the other's without loss: name one that both widen to, as in "
        "subtract<double>(a, b), or cast an operand");
    static_assert(Found != fault::element, "lanewise: the result's element type is none of the twelve dtypes");
    static_assert(Found != fault::other_dtype, "lanewise: v has another dtype than out; cast converts it");
};

template <class A, class B, class Out, bool ExactB = false>
using checked_call = checked<fault_of_call<A, B, Out, ExactB>()>;

/// The fourth argument of a call that none of the operators takes.
template <class Options>
struct checked_options {
    static_assert(!sizeof(Options*),
                  "lanewise: the last argument is none of the operator's options, or the first is no executor, "
                  "which has parallel_for(n, f)");
};

} // namespace lanewise::detail::inline LANEWISE_ISA
