#pragma once

/// Rows of one dtype cast to another: of the second input, since the first one is not read.

#include "../lane/stream.hpp"
#include "../plan/row_kernel.hpp"
#include "cast_elements.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Repeats one element n times.
template <class T>
LANEWISE_FLATTEN void fill_elements(std::byte* to, T value, index_t n) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    std::byte repeated[static_cast<std::size_t>(cast_step) * sizeof(T)];
    store_repeated<cast_step>(repeated, value);
    for (; n >= cast_step; n -= cast_step, to += sizeof repeated) __builtin_memcpy(to, repeated, sizeof repeated);
    copy_few<static_cast<int>(sizeof repeated)>(to, repeated, n * size);
}

/// The same as cast_elements, around the cache from out's first cache line on. What is before and behind whole steps is
/// written as usual.
template <class T, class X>
LANEWISE_FLATTEN void cast_streaming(std::byte* to, const std::byte* from, index_t n) noexcept {
    constexpr auto to_size = static_cast<index_t>(sizeof(T));
    constexpr auto from_size = static_cast<index_t>(sizeof(X));
    constexpr int at_once = cast_step * to_size < cache_line ? static_cast<int>(cast_step * to_size) : cache_line;
    constexpr std::uintptr_t line = cache_line;
    const auto head = static_cast<index_t>(-reinterpret_cast<std::uintptr_t>(to) % line / sizeof(T));
    index_t i = smaller(head, n);
    cast_elements<T, X>(to, from, i);
    for (; i + cast_step <= n; i += cast_step) {
        stream<cast_step * to_size, at_once>(
            to + i * to_size, [&](std::byte* packed) { cast_one_step<T, X>(packed, from + i * from_size); });
    }
    cast_elements<T, X>(to + i * to_size, from + i * from_size, n - i);
}

/// As rows_function.
template <class T, class X>
bool cast_rows(const void*, const rows& r) noexcept {
    for (index_t j = 0; j < r.count; ++j) {
        std::byte* const to = r.data[out_position] + r.start[out_position][j];
        const std::byte* const from = r.data[b_position] + r.start[b_position][j];
        if (r.form[b_position] == row_form::splat) {
            fill_elements(to, cast_element<T>(load_element<X>(from)), r.n);
        } else if (r.streaming) {
            cast_streaming<T, X>(to, from, r.n);
        } else {
            cast_elements<T, X>(to, from, r.n);
        }
    }
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
