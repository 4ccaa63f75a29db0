#pragma once

/// A lane operation on elements one by one, wherever they lie.
///
/// What this is for: two strided inputs are packed, and a strided out is unpacked, with about a load and a store an element
/// each. Of elements of 8 bytes a register has few, and so these are sooner run as they are: as all lanes of a register, of
/// whose results one is stored.

#include "input_row.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// As elements_function. Aligned, since a loop so small that crosses a cache line takes longer (floats 1.2x).
template <class Op>
[[gnu::aligned(64)]] LANEWISE_FLATTEN void run_elements(const void* op, std::byte* const (&first)[operand_count],
                                                        const loop_axis& inner, const loop_axis& outer) noexcept {
    using T = typename Op::result;
    constexpr int N = least_step<Op>();
    std::byte* out = first[out_position];
    const std::byte* a = first[a_position];
    const std::byte* b = first[b_position];
    const loop_axis line = inner;
    for (index_t j = 0; j < outer.extent; ++j) {
        std::byte* to = out;
        const std::byte* x = a;
        const std::byte* y = b;
        for (index_t i = 0; i < line.extent; ++i) {
            std::byte results[static_cast<std::size_t>(N) * sizeof(T)];
            store_results<Op, N>(results, (*static_cast<const Op*>(op))(short_register<Op, N>::repeated(x),
                                                                        short_register<Op, N>::repeated(y)));
            store_element(to, load_element<bits_type<T>>(results));
            to += line.stride[out_position];
            x += line.stride[a_position];
            y += line.stride[b_position];
        }
        out += outer.stride[out_position];
        a += outer.stride[a_position];
        b += outer.stride[b_position];
    }
}

/// Null: the operation's elements are always sooner packed.
template <class Op>
constexpr elements_function elements_function_of() noexcept {
    if constexpr (is_cheap_on_one_type<Op>) {
        if constexpr (sizeof(typename Op::result) == 8) return run_elements<Op>;
    }
    return nullptr;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
