// Plain numbers of several types in place of an input.

#include "typed_call.hpp"

namespace lanewise_test {
namespace {

/// The dtype whose values a plain number of type S has.
template <class S>
constexpr dtype dtype_of_number() {
    if constexpr (!std::is_integral_v<S>) {
        return dtype_of<S>;
    } else {
        constexpr dtype with_sign[] = {dtype::int8, dtype::int16, dtype::int32, dtype::int64};
        constexpr dtype without[] = {dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
        constexpr int log_size = sizeof(S) == 1 ? 0 : sizeof(S) == 2 ? 1 : sizeof(S) == 4 ? 2 : 3;
        return (std::is_signed_v<S> ? with_sign : without)[log_size];
    }
}

/// Op on a view and an out of T and a number of type S.
template <operation Op, class T, class S>
struct number_call {
    static constexpr bool returns = std::is_same_v<S, double> && Op != operation::pow;

    static bool is(const call_case& c) {
        const operand_case& a = c.operand[at_a];
        const operand_case& b = c.operand[at_b];
        if (c.op != Op || a.plain == b.plain || (c.how == form::returning && !returns)) return false;
        constexpr dtype number = dtype_of_number<S>();
        return has_types(c, a.plain ? number : dtype_of<T>, b.plain ? number : dtype_of<T>, dtype_of<T>);
    }

    static outcome run(const call_case& c, const addresses& data) {
        const tensor_view<T> out = typed_view<T>(c, at_out, data);
        S number;
        std::memcpy(static_cast<void*>(&number), data[c.operand[at_a].plain ? at_a : at_b], sizeof number);
        if (c.operand[at_a].plain) {
            return call_in_form<Op, returns>(c, number, typed_view<const T>(c, at_b, data), out);
        }
        return call_in_form<Op, returns>(c, typed_view<const T>(c, at_a, data), number, out);
    }
};

template <operation Op, class T>
using with_numbers = types<number_call<Op, T, char>, number_call<Op, T, short>, number_call<Op, T, unsigned>,
                           number_call<Op, T, long long>, number_call<Op, T, float>, number_call<Op, T, double>,
                           number_call<Op, T, float16>, number_call<Op, T, bfloat16>, number_call<Op, T, T>>;

/// Whether the case is any of them; f(Call{}) for the one that it is.
template <class F>
bool with_number_call(const call_case& c, F f) {
    return with_typed_call(with_numbers<operation::subtract, std::uint8_t>{}, c, f) ||
           with_typed_call(with_numbers<operation::subtract, float16>{}, c, f) ||
           with_typed_call(with_numbers<operation::subtract, float>{}, c, f) ||
           with_typed_call(with_numbers<operation::difference_square, bfloat16>{}, c, f) ||
           with_typed_call(with_numbers<operation::pow, std::int32_t>{}, c, f) ||
           with_typed_call(with_numbers<operation::pow, float>{}, c, f);
}

} // namespace

bool is_number_call(const call_case& c) {
    return with_number_call(c, [](auto) {});
}

outcome call_number(const call_case& c, const addresses& data) {
    outcome result;
    with_number_call(c, [&](auto call) { result = call.run(c, data); });
    return result;
}

} // namespace lanewise_test
