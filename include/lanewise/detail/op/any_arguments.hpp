#pragma once

/// The arguments of a call whose dtypes are known at run time: which there may be, plain numbers among them, and the
/// result that a call without out makes.

#include "../../any_tensor.hpp"
#include "../../options.hpp"
#include "../integer/integer_scalar.hpp"
#include "operand.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

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

template <class A>
concept any_operand_like = any_viewable<const A&> || scalar<A>;

template <class A, class B>
concept any_inputs = any_operand_like<A> && any_operand_like<B>;

template <class Out>
concept any_out = any_viewable<Out, any_tensor_view> && lasting_any_view<Out>;

/// Says what is wrong with the arguments of a call with an out, in one sentence.
template <class A, class B, class Out>
constexpr void require_any_call() noexcept {
    constexpr bool a_fits = any_operand_like<A>;
    constexpr bool b_fits = any_operand_like<B>;
    constexpr bool out_fits = any_viewable<Out, any_tensor_view>;
    constexpr bool out_lasts = !out_fits || lasting_any_view<Out>;
    static_assert(a_fits,
                  "lanewise: the first operand is neither a tensor (any_tensor_view, any_tensor, tensor_view, ...) "
                  "nor a number of the twelve dtypes");
    static_assert(b_fits,
                  "lanewise: the second operand is neither a tensor (any_tensor_view, any_tensor, tensor_view, ...) "
                  "nor a number of the twelve dtypes");
    static_assert(out_fits,
                  "lanewise: out is no tensor whose elements can be written (any_tensor_view, any_tensor, ...)");
    static_assert(out_lasts, "lanewise: out is a temporary, whose elements nobody would see: give it a name");
}

/// The same of a call without out.
template <class A, class B>
constexpr void require_any_tensor() noexcept {
    require_any_call<A, B, any_tensor_view>();
    constexpr bool one_is_tensor = !any_inputs<A, B> || any_viewable<const A&> || any_viewable<const B&>;
    static_assert(one_is_tensor, "lanewise: two numbers make no tensor: pass an out, or one of them as a tensor");
}

/// An input: a view, or a plain number, which is a view of rank 0 over an element of its own.
class any_input {
public:
    template <any_operand_like A>
    explicit any_input(const A& argument) noexcept {
        if constexpr (any_viewable<const A&>) {
            refused_ = any_view_adapter<A>::try_view(argument, view_);
        } else {
            number_ = value_for_status(own_value(argument));
            is_number_ = true;
            become(scalar_dtype<A>());
        }
    }
    any_input(const any_input&) = delete;

    /// Why there is no view, if there is none.
    const status& viewed() const noexcept { return refused_; }
    const const_any_view& view() const noexcept { return view_; }
    bool is_number() const noexcept { return is_number_; }
    const status_value& number() const noexcept { return number_; }

    /// Gives a number another dtype, rounded once; false where an integral one does not have it.
    bool become(dtype type) noexcept {
        if (!is_number_) return true;
        view_.type = type;
        view_.data = element_;
        return with_storage(type, [&]<class T>(std::type_identity<T>) {
            T value{};
            const bool has_it = convert_to(value);
            __builtin_memcpy(element_, &value, sizeof value);
            return has_it;
        });
    }

private:
    template <class T>
    bool convert_to(T& value) const noexcept {
        if (number_.type == dtype::float64) return convert_scalar(__builtin_bit_cast(double, number_.bits), value);
        if (number_.type == dtype::uint64) return convert_scalar(number_.bits, value);
        return convert_scalar(static_cast<std::int64_t>(number_.bits), value);
    }

    const_any_view view_{}; // braces: no constructor, whose symbol would not be keyed
    status refused_;
    bool is_number_ = false;
    status_value number_{};
    alignas(8) std::byte element_[8] = {};
};

/// An operator of dynamic.hpp, and what its sentences call it and its inputs.
template <class Options>
struct any_operator {
    const char* function;
    const char* a;
    const char* b;
    bool exact_b; // a number keeps its dtype: an exponent
    status (*run)(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                  const Options& options) noexcept;
};

/// Runs an operator on inputs of which a number takes out's dtype.
template <class Options>
status run_any(const any_operator<Options>& op, any_input& a, any_input& b, const any_tensor_view& out,
               const Options& options) noexcept {
    const bool has_a = a.become(out.type);
    const bool has_b = op.exact_b || b.become(out.type);
    if (has_a && has_b) return op.run(a.view(), b.view(), out, options);
    // What is checked before the options goes first: asked with an out of null, to which nothing is written.
    const any_tensor_view nowhere{out.type, nullptr, out.extents, out.strides};
    const status first = op.run(a.view(), b.view(), nowhere, options);
    switch (first.code()) {
    case status_code::unsupported_dtype:
    case status_code::rank_out_of_range:
    case status_code::shape_mismatch:
    case status_code::bad_axis:
    case status_code::output_shape_mismatch:
        return first;
    default:
        return status(status_facts{.code = status_code::scalar_out_of_range,
                                   .types = {out.type},
                                   .function = op.function,
                                   .operand = has_a ? op.b : op.a,
                                   .more = {.element = {.values = {has_a ? b.number() : a.number()}}}});
    }
}

/// Whether a number that is no integer is the exponent of an integral base.
inline bool truncates(dtype base, const any_input& y) noexcept {
    return y.is_number() && y.number().type == dtype::float64 && is_integral(base) &&
           !is_integral_value(__builtin_bit_cast(double, y.number().bits));
}

/// The dtype of a result that nobody named: the one that the other input widens to; pow's base's, or beside a number as
/// base that number's, unless it is integral and the exponents are not.
template <class Options>
status default_dtype(const any_operator<Options>& op, const any_input& a, const any_input& b, dtype& result) noexcept {
    const dtype type_a = a.view().type;
    const dtype type_b = b.view().type;
    result = type_a;
    if (op.exact_b) {
        if (a.is_number() && is_integral(type_a) && is_floating(type_b)) result = type_b;
        return truncates(type_a, b) ? fractional_exponent(type_a, b.number(), "pow(x, y, dtype::float32)") : status();
    }
    if (b.is_number() || (!a.is_number() && widens(type_b, type_a))) return {};
    result = type_b;
    if (a.is_number() || widens(type_a, type_b)) return {};
    return status(status_facts{.code = status_code::unsupported_dtype,
                               .types = {type_a, type_b},
                               .function = op.function,
                               .operand = op.a,
                               .other = op.b,
                               .relation = "and the result's must be named: a's widens neither to nor from"});
}

/// Whether an input widens to the result.
template <class Options>
status check_widens(const any_operator<Options>& op, const char* name, const any_input& input, dtype type) noexcept {
    if (input.is_number() || widens(input.view().type, type)) return {};
    return status(status_facts{.code = status_code::unsupported_dtype,
                               .types = {input.view().type, type},
                               .function = op.function,
                               .operand = name,
                               .other = "the result",
                               .relation = "which does not widen to"});
}

/// Runs an operator into a new tensor, of a dtype that may be null: then it is the default one.
template <class Options>
any_tensor make_any(const any_operator<Options>& op, any_input& a, any_input& b, const dtype* named,
                    const Options& options) {
    require(a.viewed().about(op.a));
    require(b.viewed().about(op.b));
    require(check_any_view(op.function, op.a, "", a.view()));
    require(check_any_view(op.function, op.b, "", b.view()));
    any_tensor_view result{};
    if (named == nullptr) {
        require(default_dtype(op, a, b, result.type));
    } else {
        result.type = *named;
        require(check_any_view(op.function, "", "the result", result));
    }
    require(check_widens(op, op.a, a, result.type));
    if (!op.exact_b) require(check_widens(op, op.b, b, result.type));
    require(broadcast_shapes({op.function, op.a, op.b}, a.view().extents, b.view().extents, options.broadcast,
                             result.extents));
    any_tensor out(result.type, result.extents);
    require(run_any(op, a, b, out, options));
    return out;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
