#pragma once

/// What the checks know of an operand, and how a view or a plain value becomes one.

#include "../../float16.hpp"
#include "../../tensor_view.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// An operand with its dtype as a value; shape and steps belong to the view that it was made from.
struct operand {
    const void* data;
    dtype type;
    const extents* shape;
    const strides* steps;
};

/// The dtype of a plain value that keeps its own type: an element's, or for the other integers (char, ...) theirs.
template <scalar S>
constexpr dtype scalar_dtype() noexcept {
    if constexpr (element<S>) {
        return dtype_of<S>;
    } else {
        constexpr int log_size = sizeof(S) == 1 ? 0 : sizeof(S) == 2 ? 1 : sizeof(S) == 4 ? 2 : 3;
        return static_cast<dtype>(static_cast<int>(std::is_signed_v<S> ? dtype::int8 : dtype::uint8) + log_size);
    }
}

template <class S>
using scalar_storage_t = storage_t<scalar_dtype<S>()>;

/// `value` rounded once to T, or false where T is an integer type and does not have exactly that value.
template <class T, class S>
bool convert_scalar(S value, T& result) noexcept {
    if constexpr (is_integral(dtype_of<T>)) {
        if constexpr (std::integral<S>) {
            return !__builtin_add_overflow(value, S{0}, &result);
        } else {
            // Both bounds are powers of two or 0, exact in double; the upper one is the largest value plus 1.
            constexpr int digits = facts_table[static_cast<int>(dtype_of<T>)].digits;
            const double limit = 2.0 * static_cast<double>(std::uint64_t{1} << (digits - 1));
            const auto wide_value = static_cast<double>(value);
            if (!(wide_value < limit && wide_value >= (std::is_signed_v<T> ? -limit : 0.0))) return false;
            result = static_cast<T>(wide_value);
            return static_cast<double>(result) == wide_value;
        }
    } else {
        result = static_cast<T>(value);
        return true;
    }
}

/// An element's value for the sentence of a status.
template <class T>
status_value value_for_status(T value) noexcept {
    if constexpr (std::unsigned_integral<T>) {
        return {dtype::uint64, value};
    } else if constexpr (std::integral<T>) {
        return {dtype::int64, static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
    } else {
        return {dtype::float64, __builtin_bit_cast(std::uint64_t, static_cast<double>(value))};
    }
}

/// Why pow has no dtype for a result that nobody named: a plain exponent that is not integral, and x of an integral dtype. `how`
/// names one.
inline status fractional_exponent(dtype type, status_value exponent, const char* how) noexcept {
    return status(status_facts{.code = status_code::scalar_out_of_range,
                               .types = {type},
                               .function = "pow",
                               .operand = "y",
                               .other = "x",
                               .relation = how,
                               .more = {.element = {.values = {exponent}}}});
}

/// A plain value as a tensor of rank 0, held as storage type T.
template <class T>
class scalar_operand {
public:
    using storage = T;

    template <class S>
    explicit scalar_operand(S value) noexcept
        : exact_(convert_scalar(own_value(value), value_)), given_(value_for_status(own_value(value))) {}

    operand describe() const noexcept { return {&value_, dtype_of<T>, &shape_, &steps_}; }

    bool exact() const noexcept { return exact_; }

    /// Why the value is refused, unless it is exact: T does not have it.
    status out_of_range(const char* function, const char* name) const noexcept {
        return status(status_facts{.code = status_code::scalar_out_of_range,
                                   .types = {dtype_of<T>},
                                   .function = function,
                                   .operand = name,
                                   .more = {.element = {.values = {given_}}}});
    }

private:
    T value_{};
    bool exact_;
    status_value given_;
    extents shape_;
    strides steps_;
};

/// An object that keeps its extents and strides, and lends references to them.
template <class V>
inline constexpr bool keeps_layout = is_tensor_view<V>;
template <class T>
inline constexpr bool keeps_layout<tensor<T>> = true;

template <class V>
struct viewed {
    decltype(view_of(std::declval<V&>())) view;

    explicit viewed(V& v) noexcept : view(view_of(v)) {}
};

/// Such an object is not copied, since that costs as much as a small call.
template <class V>
    requires keeps_layout<std::remove_const_t<V>>
struct viewed<V> {
    V& view;

    explicit viewed(V& v) noexcept : view(v) {}
};

/// Anything that views as a tensor: const as an input, and as out what it is, since there are classes that share their elements
/// until somebody asks for some to write (Qt's).
template <class V>
class view_operand {
public:
    using element_type = view_element_t<V&>;
    using storage = storage_t<dtype_of<element_type>>;

    explicit view_operand(V& v) noexcept : viewed_(v) {}
    operand describe() const noexcept {
        return {viewed_.view.data(), dtype_of<element_type>, &viewed_.view.extents(), &viewed_.view.strides()};
    }

private:
    viewed<V> viewed_;
};

/// Binds an argument of a call: a view keeps its dtype, a plain value takes storage type T.
template <class T, class Argument>
auto bind(const Argument& argument) noexcept {
    if constexpr (viewable<const Argument&>) {
        return view_operand<const Argument>(argument);
    } else {
        return scalar_operand<T>(argument);
    }
}

/// Whether an operand is what it was made from: a plain value might be none of its storage type's.
template <class Bound>
LANEWISE_ALWAYS_INLINE bool is_exact(const Bound& bound) noexcept {
    if constexpr (requires { bound.exact(); }) {
        return bound.exact();
    } else {
        return true;
    }
}

/// scalar_out_of_range where a plain value is none of its storage type's.
template <class Bound>
bool check_scalar(const Bound& bound, const char* function, const char* name, status& why) noexcept {
    if (is_exact(bound)) return true;
    if constexpr (requires { bound.exact(); }) why = bound.out_of_range(function, name);
    return false;
}

/// The same, but a plain value keeps its own type.
template <class Argument>
auto bind_exact(const Argument& argument) noexcept {
    if constexpr (viewable<const Argument&>) {
        return bind<void>(argument);
    } else {
        return scalar_operand<scalar_storage_t<Argument>>(argument);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
