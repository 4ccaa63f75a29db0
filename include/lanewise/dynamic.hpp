#pragma once

/// The operators on views whose dtype is known at run time only.
///
///     const_any_view a{dtype::uint8, pixels, {480, 640, 3}, strides::row_major({480, 640, 3})};
///     subtract(a, mean, out);                    // out is an any_tensor_view
///
/// Each promises what its typed form promises (subtract.hpp, difference_square.hpp, pow.hpp), for every pair of dtypes that
/// the typed form compiles for; any other pair, and a dtype outside the enumeration, is refused (unsupported_dtype), as are
/// extents and strides of different length (rank_out_of_range). A plain number is a view of rank 0.
///
/// Cost      one kernel per dtype of out and form of exponent is instantiated, not one per pair: an input of another dtype is
///           widened into packed rows of the kernel's type first, some hundred elements at a time.

#include "any_view.hpp"
#include "difference_square.hpp"
#include "pow.hpp"
#include "subtract.hpp"

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

/// f(std::type_identity<T>{}) for the storage type T of a valid dtype.
template <class F>
auto with_storage(dtype type, const F& f) noexcept {
    switch (type) {
    case dtype::float16:
        return f(std::type_identity<float16>{});
    case dtype::bfloat16:
        return f(std::type_identity<bfloat16>{});
    case dtype::float32:
        return f(std::type_identity<float>{});
    case dtype::float64:
        return f(std::type_identity<double>{});
    case dtype::int8:
        return f(std::type_identity<std::int8_t>{});
    case dtype::int16:
        return f(std::type_identity<std::int16_t>{});
    case dtype::int32:
        return f(std::type_identity<std::int32_t>{});
    case dtype::int64:
        return f(std::type_identity<std::int64_t>{});
    case dtype::uint8:
        return f(std::type_identity<std::uint8_t>{});
    case dtype::uint16:
        return f(std::type_identity<std::uint16_t>{});
    case dtype::uint32:
        return f(std::type_identity<std::uint32_t>{});
    case dtype::uint64:
        break;
    }
    return f(std::type_identity<std::uint64_t>{});
}

/// What `choose(std::type_identity<From>{})` says for a dtype that widens to To's; nothing for the others.
template <class To, class Choose>
collector collector_for(dtype from, const Choose& choose) noexcept {
    return with_storage(from, [&]<class From>(std::type_identity<From> type) -> collector {
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

template <class Operator>
status try_any_difference(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                          const options& chosen) noexcept {
    const call c{Operator::name,   {"out", "a", "b"}, {describe(out), describe(a), describe(b)},
                 chosen.broadcast, nullptr,           {},
                 chosen.executor,  chosen.scratch};
    if (const status s = check_any(c); !s) return s;
    return with_storage(out.type, [&]<class T>(std::type_identity<T>) -> status {
        const auto widened = []<class From>(std::type_identity<From>) { return plain_collector<From, T>(); };
        const collector from_a = collector_for<T>(a.type, widened);
        const collector from_b = collector_for<T>(b.type, widened);
        if constexpr (std::is_integral_v<T>) {
            if (chosen.overflow != integer_overflow::wrap)
                return run_checked_difference<Operator, T>(c, chosen.overflow, from_a, from_b);
        }
        const function_on<T, typename Operator::function> op;
        return run_operation(c, any_operation(op), from_a, from_b);
    });
}

/// Operands that know their dtype at run time, or whose type tells it: anything with an any_view_adapter. A call with a typed
/// out is the typed headers'.
template <class A, class B, class Out>
concept any_operands =
    any_viewable<const A&> && any_viewable<const B&> && any_viewable<Out, any_tensor_view> && !viewable<Out>;

/// try_operator(a, b, out) on the views of three operands; the first that has none says why.
template <class A, class B, class Out, class TryOperator>
status with_any_views(const char* name_a, const A& a, const char* name_b, const B& b, Out& out,
                      const TryOperator& try_operator) noexcept {
    const_any_view view_a;
    const_any_view view_b;
    any_tensor_view view_out;
    if (const status s = any_view_adapter<A>::try_view(a, view_a); !s) return s.about(name_a);
    if (const status s = any_view_adapter<B>::try_view(b, view_b); !s) return s.about(name_b);
    if (const status s = any_view_adapter<std::remove_cvref_t<Out>>::try_view(out, view_out); !s) return s.about("out");
    return try_operator(view_a, view_b, view_out);
}

/// pow on an out of storage type T.
template <class T>
status run_any_pow(const call& c, integer_overflow overflow, const std::optional<scale_bias>& g) noexcept {
    admitted call_admitted;
    if (const status s = admit(c, call_admitted); !s || call_admitted.empty) return s;
    const auto as_stored = []<class A>(std::type_identity<A>) { return plain_collector<A, T>(); };
    const collector x = collector_for<T>(c.given[a_position].type, as_stored);
    if constexpr (std::is_integral_v<T>) {
        return with_storage(c.given[b_position].type, [&]<class E>(std::type_identity<E>) {
            return run_integer_pow<T, exponent_row<T, E>>(c, call_admitted, overflow, g, x, exponent_collector<T, E>());
        });
    } else {
        const auto as_lane = [&]<class A>(std::type_identity<A>) { return base_collectors_of<A, T>(g).as_lane; };
        const base_collectors base{x, collector_for<T>(c.given[a_position].type, as_lane), g.has_value()};
        return with_storage(c.given[b_position].type, [&]<class E>(std::type_identity<E>) -> status {
            run_float_pow<E, T>(c, call_admitted, base);
            return {};
        });
    }
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

inline status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                           const options& options = {}) noexcept {
    return detail::try_any_difference<detail::subtract_operator>(a, b, out, options);
}

inline status try_difference_square(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                    const options& options = {}) noexcept {
    return detail::try_any_difference<detail::difference_square_operator>(a, b, out, options);
}

inline status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                      const pow_options& options = {}) noexcept {
    status why;
    const bool in_order = detail::check_scale_bias(out.type, options.scale_bias, why);
    const detail::call c{"pow",
                         {"out", "x", "y"},
                         {detail::describe(out), detail::describe(x), detail::describe(y)},
                         options.broadcast,
                         in_order ? nullptr : &why,
                         {false, false, true},
                         options.executor,
                         options.scratch};
    if (const status s = detail::check_any(c); !s) return s;
    return detail::with_storage(out.type, [&]<class T>(std::type_identity<T>) {
        return detail::run_any_pow<T>(c, options.overflow, options.scale_bias);
    });
}

/// The same, throwing `error`.
inline void subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                     const options& options = {}) {
    detail::require(try_subtract(a, b, out, options));
}
inline void difference_square(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                              const options& options = {}) {
    detail::require(try_difference_square(a, b, out, options));
}
inline void pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                const pow_options& options = {}) {
    detail::require(try_pow(x, y, out, options));
}

/// The same on whatever becomes such views: DLPack tensors, mdspans, tensors, with their interop headers.
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out> status try_subtract(const A& a, const B& b, Out&& out,
                                                                 const options& options = {})
noexcept {
    return detail::with_any_views("a", a, "b", b, out,
                                  [&](const auto&... views) noexcept { return try_subtract(views..., options); });
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out> status try_difference_square(const A& a, const B& b, Out&& out,
                                                                          const options& options = {})
noexcept {
    return detail::with_any_views(
        "a", a, "b", b, out, [&](const auto&... views) noexcept { return try_difference_square(views..., options); });
}
template <class X, class Y, class Out>
    requires detail::any_operands<X, Y, Out> status try_pow(const X& x, const Y& y, Out&& out,
                                                            const pow_options& options = {})
noexcept {
    return detail::with_any_views("x", x, "y", y, out,
                                  [&](const auto&... views) noexcept { return try_pow(views..., options); });
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out>
void subtract(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(try_subtract(a, b, out, options));
}
template <class A, class B, class Out>
    requires detail::any_operands<A, B, Out>
void difference_square(const A& a, const B& b, Out&& out, const options& options = {}) {
    detail::require(try_difference_square(a, b, out, options));
}
template <class X, class Y, class Out>
    requires detail::any_operands<X, Y, Out>
void pow(const X& x, const Y& y, Out&& out, const pow_options& options = {}) {
    detail::require(try_pow(x, y, out, options));
}

} // namespace LANEWISE_ISA
} // namespace lanewise
