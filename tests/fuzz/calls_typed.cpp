// Calls whose types the compiler knows: a few of each form, for every one costs time to compile.

#include "call_case.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

namespace lanewise_test {
namespace {

using lanewise::extents;
using lanewise::strides;
using lanewise::tensor_view;

template <class... T>
struct types {};

template <operation Op, class A, class B, class Out>
struct typed_call {
    static bool is(const call_case& c) {
        return c.op == Op && c.operand[at_a].type == dtype_of<A> && c.operand[at_b].type == dtype_of<B> &&
               c.operand[at_out].type == dtype_of<Out>;
    }

    static status run(const call_case& c, const std::array<std::byte*, operands>& data) {
        const tensor_view<Out> out = view<Out>(c, at_out, data);
        if constexpr (std::is_same_v<A, Out> && std::is_same_v<B, Out>) {
            if (c.operand[at_a].plain) return run(c, load<A>(data[at_a]), view<const B>(c, at_b, data), out);
            if (c.operand[at_b].plain) return run(c, view<const A>(c, at_a, data), load<B>(data[at_b]), out);
        }
        return run(c, view<const A>(c, at_a, data), view<const B>(c, at_b, data), out);
    }

private:
    template <class T>
    static T load(const std::byte* p) {
        T value;
        std::memcpy(static_cast<void*>(&value), p, sizeof value);
        return value;
    }

    template <class T>
    static tensor_view<T> view(const call_case& c, std::size_t k, const std::array<std::byte*, operands>& data) {
        const operand_case& v = c.operand[k];
        return {reinterpret_cast<T*>(data[k]), extents(v.shape), strides(v.strides)};
    }

    template <class X, class Y>
    static status run(const call_case& c, const X& a, const Y& b, const tensor_view<Out>& out) {
        if constexpr (Op == operation::subtract) {
            return lanewise::try_subtract(a, b, out, {c.rule, c.overflow, c.executor});
        } else if constexpr (Op == operation::difference_square) {
            return lanewise::try_difference_square(a, b, out, {c.rule, c.overflow, c.executor});
        } else {
            return lanewise::try_pow(a, b, out, {c.rule, c.overflow, c.scale_bias, c.executor});
        }
    }
};

using all_typed_calls =
    types<typed_call<operation::subtract, float, float, float>, typed_call<operation::subtract, double, double, double>,
          typed_call<operation::subtract, float16, float16, float16>,
          typed_call<operation::subtract, std::uint8_t, std::uint8_t, std::uint8_t>,
          typed_call<operation::subtract, std::uint8_t, float, float>,
          typed_call<operation::subtract, float, float16, float>,
          typed_call<operation::difference_square, std::int16_t, std::int16_t, std::int16_t>,
          typed_call<operation::difference_square, bfloat16, bfloat16, bfloat16>,
          typed_call<operation::pow, float, float, float>,
          typed_call<operation::pow, std::int32_t, std::int32_t, std::int32_t>,
          typed_call<operation::pow, double, std::int64_t, double>>;

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

} // namespace

bool has_typed_call(const call_case& c) {
    return with_typed_call(all_typed_calls{}, c, [](auto) {});
}

status call_typed(const call_case& c, const std::array<std::byte*, operands>& data) {
    status result;
    with_typed_call(all_typed_calls{}, c, [&](auto call) { result = call.run(c, data); });
    return result;
}

} // namespace lanewise_test
