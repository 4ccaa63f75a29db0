#pragma once

#include "typed_call.hpp"

namespace lanewise_test {

/// Op on views of A and B, and an out of T.
template <operation Op, class A, class B, class T>
struct view_call {
    static bool is(const call_case& c) {
        const bool has_number = c.operand[at_a].plain || c.operand[at_b].plain;
        return c.op == Op && !has_number && has_types(c, dtype_of<A>, dtype_of<B>, dtype_of<T>);
    }

    static outcome run(const call_case& c, const addresses& data) {
        return call_in_form<Op, true>(c, typed_view<const A>(c, at_a, data), typed_view<const B>(c, at_b, data),
                                      typed_view<T>(c, at_out, data));
    }
};

} // namespace lanewise_test
