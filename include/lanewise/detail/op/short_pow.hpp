#pragma once

/// pow where the whole call is one row: before a plan is made, which takes as long as a small call (8 floats 54 -> 43 ns, to
/// the power of 2 37 -> 15, int32 83 -> 12).

#include "power.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A number as a row of exponents beside bases of T has it.
template <class T, class E>
exponent_row<T, E> row_exponent(E y) noexcept {
    using Row = exponent_row<T, E>;
    if constexpr (widens(dtype_of<E>, dtype_of<Row>)) {
        return static_cast<Row>(y);
    } else {
        std::byte given[sizeof(E)];
        std::byte packed[sizeof(Row)];
        store_element(given, y);
        pack_one(exponent_packer<T, E>(), given, packed);
        return load_element<Row>(packed);
    }
}

/// Runs pow where all of it is one row of T beside exponents of T, integers wrapping; false, and nothing done, if the call is
/// another.
template <class T, class A, class B, class Out>
LANEWISE_ALWAYS_INLINE bool run_short_pow(const Out& out, const A& x, const B& y, const pow_options& options) noexcept {
    const operand given[] = {out.describe(), x.describe(), y.describe()};
    if constexpr (!std::is_integral_v<T>) {
        return run_one_row(any_operation(float_pow<T, T, T>{}), given, options.broadcast, options.executor);
    } else if constexpr (std::is_signed_v<T>) {
        return options.overflow == integer_overflow::wrap &&
               run_one_row(any_operation(wrapping_pow<T>{}), given, options.broadcast, options.executor);
    } else {
        return false;
    }
}

/// The same beside one number, whose data no out can share.
template <class T, class E, class A, class Out>
LANEWISE_ALWAYS_INLINE bool run_short_pow_by(const Out& out, const A& x, E y, const pow_options& options) noexcept {
    static constexpr extents no_axes;
    static constexpr strides no_steps;
    alignas(8) std::byte row_element[8] = {};
    const auto run = [&](rows_function function, const void* op, row_forms forms) {
        return run_one_row({out.describe(), x.describe(), {row_element, dtype_of<T>, &no_axes, &no_steps}},
                           options.broadcast, options.executor, forms,
                           [&](const one_row& row) { function(op, rows_of(row)); });
    };
    if constexpr (std::is_integral_v<T>) {
        const auto exponent = row_exponent<T>(y);
        if (options.overflow != integer_overflow::wrap || !is_integral_exponent(exponent)) return false;
        const wrapping_pow_by<T> op(canonical_exponent<std::make_signed_t<T>>(exponent));
        const any_operation any(op);
        return run(any.run, any.op, row_forms_of<wrapping_pow_by<T>>());
    } else {
        rows_function function = nullptr;
        const void* op = nullptr;
        row_forms forms{};
        const auto take = [&]<class Op>(const Op& operation) {
            const any_operation any(operation);
            function = any.run;
            op = any.op;
            forms = row_forms_of<Op>(); // any.forms would be waited for
        };
        if (!with_constant_pow<T>(static_cast<double>(y), take)) {
            if constexpr (is_float16<T>) {
                return false;
            } else {
                store_element(row_element, row_exponent<T>(y));
                take(stateless<float_pow_on<T, E>>);
            }
        }
        return run(function, op, forms);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
