#pragma once

/// How two shapes become one.
///
/// After broadcasting, a repeated axis is an axis with stride 0; nothing downstream asks where it came from.

#include "tensor_view.hpp"

namespace lanewise {

/// Which shapes go together.
///
///   numpy()      aligned right; extents are equal, or one of them is 1; 0 against 1 gives 0. The default.
///   none()       shapes are identical.
///   pdpd(axis)   b is broadcast into a, never the reverse: b's extents at axis, axis + 1, ... of a are a's or 1. -1 stands
///                for rank(a) - rank(b); trailing 1s of b are dropped after that. The result has a's shape.
struct broadcast_rule {
    /// The three rules by name.
    enum class kind : std::uint8_t {
        numpy, ///< aligned right
        none,  ///< identical
        pdpd,  ///< b into a
    };

    kind rule = kind::numpy; ///< which of them
    index_t axis = -1;       ///< pdpd's

    /// The rules as values.
    LANEWISE_KEYED static constexpr broadcast_rule numpy() noexcept { return {kind::numpy, -1}; }
    LANEWISE_KEYED static constexpr broadcast_rule none() noexcept { return {kind::none, -1}; }
    LANEWISE_KEYED static constexpr broadcast_rule pdpd(index_t axis = -1) noexcept { return {kind::pdpd, axis}; }
};

namespace detail::inline LANEWISE_ISA {

/// Who asks, for the sentence of a status.
struct operand_names {
    const char* function;
    const char* a;
    const char* b;
    bool are_operands = true;
};

/// The facts about two shapes that do not go together.
[[gnu::cold]] inline status_facts clash_of_shapes(status_code code, const operand_names& names, const extents& a,
                                                  const extents& b) noexcept {
    status_facts facts{.code = code,
                       .rank = {static_cast<std::int8_t>(a.rank()), static_cast<std::int8_t>(b.rank())},
                       .function = names.function,
                       .operand = names.are_operands ? names.a : "",
                       .subject = names.are_operands ? "" : names.a,
                       .other = names.b,
                       .numbers = {a.rank(), b.rank()},
                       .more = {.shapes = {}}};
    for (int i = 0; i < a.rank(); ++i) facts.more.shapes[0][i] = a[i];
    for (int i = 0; i < b.rank(); ++i) facts.more.shapes[1][i] = b[i];
    return facts;
}

/// At `axis` of the result, axis ia of a has another extent than axis ib of b.
[[gnu::cold]] inline status extents_clash(const operand_names& names, int axis, const extents& a, int ia,
                                          const extents& b, int ib) noexcept {
    status_facts facts = clash_of_shapes(status_code::shape_mismatch, names, a, b);
    facts.axis = static_cast<std::int8_t>(axis);
    facts.own_axis[0] = static_cast<std::int8_t>(ia);
    facts.own_axis[1] = static_cast<std::int8_t>(ib);
    facts.numbers[0] = a[ia];
    facts.numbers[1] = b[ib];
    return status(facts);
}

/// The shapes differ in rank where they must not.
[[gnu::cold]] inline status ranks_clash(const operand_names& names, const extents& a, const extents& b) noexcept {
    return status(clash_of_shapes(status_code::shape_mismatch, names, a, b));
}

inline status broadcast_numpy(const operand_names& names, const extents& a, const extents& b,
                              extents& result) noexcept {
    const int rank = a.rank() > b.rank() ? a.rank() : b.rank();
    index_t extent[max_rank];
    for (int i = 0; i < rank; ++i) {
        const int ia = i - (rank - a.rank());
        const int ib = i - (rank - b.rank());
        const index_t ea = ia < 0 ? 1 : a[ia];
        const index_t eb = ib < 0 ? 1 : b[ib];
        if (ea != eb && ea != 1 && eb != 1) return extents_clash(names, i, a, ia, b, ib);
        extent[i] = ea == 1 ? eb : ea;
    }
    return extents::try_make(std::span<const index_t>(extent, static_cast<std::size_t>(rank)), result);
}

inline status broadcast_none(const operand_names& names, const extents& a, const extents& b, extents& result) noexcept {
    if (a.rank() != b.rank()) return ranks_clash(names, a, b);
    for (int i = 0; i < a.rank(); ++i) {
        if (a[i] != b[i]) return extents_clash(names, i, a, i, b, i);
    }
    result = a;
    return {};
}

/// The axis of a that b's first axis meets.
inline index_t pdpd_axis(index_t axis, int rank_a, int rank_b) noexcept {
    return axis == -1 ? rank_a - rank_b : axis;
}

inline status broadcast_pdpd(const operand_names& names, const extents& a, const extents& b, index_t axis,
                             extents& result) noexcept {
    const index_t first = pdpd_axis(axis, a.rank(), b.rank());
    int rank_b = b.rank();
    while (rank_b > 0 && b[rank_b - 1] == 1) --rank_b;
    if (first < 0 || first > a.rank() - rank_b) {
        status_facts facts = clash_of_shapes(status_code::bad_axis, {names.function, names.b, names.a}, b, a);
        facts.numbers[0] = axis;
        facts.numbers[1] = a.rank();
        return status(facts);
    }
    for (int i = 0; i < rank_b; ++i) {
        const int at = static_cast<int>(first) + i;
        if (b[i] != a[at] && b[i] != 1) return extents_clash(names, at, a, at, b, i);
    }
    result = a;
    return {};
}

inline status broadcast_shapes(const operand_names& names, const extents& a, const extents& b, broadcast_rule rule,
                               extents& result) noexcept {
    switch (rule.rule) {
    case broadcast_rule::kind::none:
        return broadcast_none(names, a, b, result);
    case broadcast_rule::kind::pdpd:
        return broadcast_pdpd(names, a, b, rule.axis, result);
    case broadcast_rule::kind::numpy:
        break;
    }
    return broadcast_numpy(names, a, b, result);
}

/// Whether `shape` repeats to exactly `target` under the numpy rule.
inline status check_broadcast_to(const extents& shape, const extents& target) noexcept {
    constexpr operand_names names{"broadcast_to", "the view", "the target", false};
    if (shape.rank() > target.rank()) return ranks_clash(names, shape, target);
    const int offset = target.rank() - shape.rank();
    for (int i = 0; i < shape.rank(); ++i) {
        const int at = offset + i;
        if (shape[i] != 1 && shape[i] != target[at]) return extents_clash(names, at, shape, i, target, at);
    }
    return {};
}

/// The strides of an operand along the `rank` axes of the result, when its axis 0 meets the result's axis `first`:
/// 0 along every axis that it lacks or repeats.
inline strides broadcast_strides(const extents& shape, const strides& steps, int rank, int first) noexcept {
    index_t result[max_rank] = {};
    for (int i = 0; i < shape.rank() && first + i < rank; ++i) result[first + i] = shape[i] == 1 ? 0 : steps[i];
    return strides(std::span<const index_t>(result, static_cast<std::size_t>(rank)));
}

} // namespace detail::inline LANEWISE_ISA

inline namespace LANEWISE_ISA {

/// The shape of an operator's result on operands of shapes a and b.
///
/// Errors    shape_mismatch names the axis of the result, both extents and both shapes; bad_axis where b, at pdpd's axis,
///           reaches outside a.
/// Source    numpy.broadcast_shapes; OpenVINO's auto_broadcast. Held by tests/broadcast.test.cpp and
///           tests/broadcast_cases.test.cpp.
/// `result` is written only when all is well.
inline status try_broadcast(const extents& a, const extents& b, broadcast_rule rule, extents& result) noexcept {
    return detail::broadcast_shapes({"broadcast", "a", "b"}, a, b, rule, result);
}

/// The same, throwing `error`.
inline extents broadcast(const extents& a, const extents& b, broadcast_rule rule = broadcast_rule::numpy()) {
    extents result;
    detail::require(try_broadcast(a, b, rule, result));
    return result;
}

} // namespace LANEWISE_ISA
} // namespace lanewise
