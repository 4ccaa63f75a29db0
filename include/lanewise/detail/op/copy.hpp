#pragma once

/// What stands behind copy and cast.
///
/// Both are operators on two inputs like the others: the first one is an element that is not read, in the place of a
/// tensor of out's extents. So v is broadcast to these, and whatever is wrong with a call is found by the same checks.

#include "../cast/cast_rows.hpp"
#include "transform.hpp"

namespace lanewise {

/// For copy and cast.
struct copy_options {
    broadcast_rule broadcast = {}; ///< how v goes into out
    executor_ref executor = {};    ///< who runs the parts; by default the caller's thread
    /// As for subtract.
    std::span<std::byte> scratch = {};
};

namespace detail::inline LANEWISE_ISA {

/// The second of two registers.
struct second_register {
    using cheap = void;

    template <class Batch>
    LANEWISE_INLINE Batch operator()(const Batch&, const Batch& v) const noexcept {
        return v;
    }
};

/// Copies are moved as unsigned integers, whatever they are: every bit stays, of a NaN too.
template <class T>
using copy_on = function_on<bits_type<T>, second_register>;

/// Runs an operation of v into out, both as the caller gave them.
inline status run_copy(const char* function, const operand& v, const operand& out, const status* refused,
                       bool any_dtype, const copy_options& chosen, const any_operation& op,
                       const packer& from_v) noexcept {
    alignas(8) std::byte unread[8] = {};
    const strides nowhere = broadcast_strides({}, {}, out.shape->rank(), 0);
    const call c(function, "out", "v", out, {unread, out.type, out.shape, &nowhere}, v, chosen, refused, any_dtype);
    return run_any_layout(c, op, {nullptr, nullptr, nullptr}, from_v);
}

/// Runs the shortcut of a copy in one row; true if all is done.
template <class T, class V, class Out>
LANEWISE_ALWAYS_INLINE bool copy_one_row(const V& v, const Out& out, const copy_options& chosen) noexcept {
    if (!is_exact(v)) return false;
    const copy_on<T> op{};
    const scalar_operand<T> unread(0);
    return run_one_row(
        {out.describe(), unread.describe(), v.describe()}, chosen.broadcast, chosen.executor,
        row_forms_of<copy_on<T>>(), LANEWISE_ALWAYS_EACH(const one_row& row) { run_row(op, row); });
}

/// Copies an operand of out's dtype. Not inline, so that the shortcut before it has a small stack frame.
template <class T, class V, class Out>
[[gnu::noinline]] status copy_any_layout(const char* function, const V& v, const Out& out,
                                         const copy_options& chosen) noexcept {
    status why;
    const bool in_order = check_scalar(v, function, "v", why);
    const copy_on<T> op{};
    return run_copy(function, v.describe(), out.describe(), in_order ? nullptr : &why, false, chosen, any_operation(op),
                    plain_packer<bits_type<T>, bits_type<T>>());
}

/// Casts a bound operand to out's dtype; one that has it is copied.
template <class V, class Out>
LANEWISE_ALWAYS_INLINE status cast_bound(const char* function, const V& v, const Out& out,
                                         const copy_options& chosen) noexcept {
    using T = typename Out::storage;
    using X = typename V::storage;
    if constexpr (std::is_same_v<T, X>) {
        if (copy_one_row<T>(v, out, chosen)) return {};
        return copy_any_layout<T>(function, v, out, chosen);
    } else {
        const any_operation op(cast_rows<T, X>, unpack<bits_type<T>>, {sizeof(T), sizeof(T), sizeof(X)});
        return run_copy(function, v.describe(), out.describe(), nullptr, true, chosen, op,
                        plain_packer<bits_type<X>, bits_type<X>>());
    }
}

/// The first of out and v that has no view says why.
template <class V, class Out>
status check_copied(const V& v, const Out& out) noexcept {
    if constexpr (checked_view<V> || checked_view<Out>) {
        if (const status s = check_view(out); !s) return s.about("out");
        if (const status s = check_view(v); !s) return s.about("v");
    }
    return {};
}

/// out = v, of one dtype; a plain number becomes out's.
template <class V, class Out>
status try_copy_to(const V& v, Out& out, const copy_options& chosen) noexcept {
    using T = storage_t<dtype_of<view_element_t<Out&>>>;
    if (const status s = check_copied(v, out); !s) return s;
    return cast_bound("copy", bind<T>(v), view_operand<Out>(out), chosen);
}

/// out = v, converted to out's dtype; a plain number keeps its own until then.
template <class V, class Out>
status try_cast_to(const V& v, Out& out, const copy_options& chosen) noexcept {
    if (const status s = check_copied(v, out); !s) return s;
    return cast_bound("cast", bind_exact(v), view_operand<Out>(out), chosen);
}

} // namespace detail::inline LANEWISE_ISA
} // namespace lanewise
