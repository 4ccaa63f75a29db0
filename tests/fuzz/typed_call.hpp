#pragma once

/// A call whose types the compiler knows, in the form that a case asks for; and lists of such calls.

#include "numbers.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>
#include <lanewise/transform.hpp>

namespace lanewise_test {

using lanewise::tensor_view;

template <class T>
tensor_view<T> typed_view(const call_case& c, std::size_t k, const addresses& data) {
    const operand_case& v = c.operand[k];
    return {reinterpret_cast<T*>(data[k]), lanewise::extents(v.shape), lanewise::strides(v.strides)};
}

/// An operator's functions on typed operands; the last argument of all is the options.
template <operation Op, class T>
struct functions {
    static auto chosen(const call_case& c) {
        if constexpr (Op == operation::pow) {
            return lanewise::pow_options{c.rule, c.overflow, c.scale_bias, c.executor, c.scratch};
        } else {
            return lanewise::options{c.rule, c.overflow, c.executor, c.scratch};
        }
    }

    template <class... Argument>
    static status quiet(const Argument&... arguments) noexcept {
        if constexpr (Op == operation::subtract) {
            return lanewise::try_subtract(arguments...);
        } else if constexpr (Op == operation::difference_square) {
            return lanewise::try_difference_square(arguments...);
        } else if constexpr (Op == operation::pow) {
            return lanewise::try_pow(arguments...);
        } else {
            return lanewise::try_transform(function_for<T>{}, arguments...);
        }
    }

    template <class... Argument>
    static auto throwing(const Argument&... arguments) {
        if constexpr (Op == operation::subtract) {
            return lanewise::subtract(arguments...);
        } else if constexpr (Op == operation::difference_square) {
            return lanewise::difference_square(arguments...);
        } else if constexpr (Op == operation::pow) {
            return lanewise::pow(arguments...);
        } else {
            return lanewise::transform(function_for<T>{}, arguments...);
        }
    }
};

/// What is wrong with a new tensor as the result of a case; its elements are copied to the case's out.
template <class T>
std::string take_result(const call_case& c, const lanewise::tensor<T>& result, const tensor_view<T>& out) {
    const std::vector<index_t> shape = to_vector(result.extents());
    if (shape != c.operand[at_out].shape) return "the new tensor has the shape " + show(shape);
    if (result.size() == 0) return {};
    if (to_vector(result.strides()) != packed_strides(shape)) return "the new tensor is not row-major";
    std::memcpy(static_cast<void*>(out.data()), result.data(), static_cast<std::size_t>(result.size()) * sizeof(T));
    return {};
}

/// The case's call of Op on a and b. `Returns`: the function without out is compiled too.
template <operation Op, bool Returns, class A, class B, class T>
outcome call_in_form(const call_case& c, const A& a, const B& b, const tensor_view<T>& out) {
    using f = functions<Op, T>;
    const auto chosen = f::chosen(c);
    const auto quiet = [&] { return f::quiet(a, b, out, chosen); };
    if (c.how == form::quiet) return quiet();
    if constexpr (Returns) {
        if (c.how == form::returning) {
            std::string dissent;
            outcome result = caught([&] { dissent = take_result<T>(c, f::throwing(a, b, chosen), out); }, quiet);
            if (result.dissent.empty()) result.dissent = dissent;
            return result;
        }
    }
    return caught([&] { f::throwing(a, b, out, chosen); }, quiet);
}

template <class... T>
struct types {};

/// f(Call{}) for the first call in the list that the case is; false if there is none.
template <class... Call, class F>
bool with_typed_call(types<Call...>, const call_case& c, F f) {
    const auto is_it = [&](auto call) {
        if (!call.is(c)) return false;
        f(call);
        return true;
    };
    return (is_it(Call{}) || ...);
}

inline bool has_types(const call_case& c, dtype a, dtype b, dtype out) {
    return c.operand[at_a].type == a && c.operand[at_b].type == b && c.operand[at_out].type == out;
}

/// The calls on views, those with a function of the user's, and those with a plain number.
bool is_view_call(const call_case& c);
bool is_function_call(const call_case& c);
bool is_number_call(const call_case& c);
outcome call_view(const call_case& c, const addresses& data);
outcome call_function(const call_case& c, const addresses& data);
outcome call_number(const call_case& c, const addresses& data);

} // namespace lanewise_test
