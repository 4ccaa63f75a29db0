#pragma once

/// Rows that are fetched a few KiB ahead of the loop that runs them.

#include "../plan/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs rows that are evenly apart and of which input k is skipping; in a large call a few KiB of them at a time, while the
/// next ones are fetched: loads under a mask keep too few cache lines on their way (every second of 80 floats: 1.9x).
[[gnu::noinline]] inline bool run_fetched(const void* op, const rows& r, int k, index_t row_bytes,
                                          rows_function run) noexcept {
    if (!r.is_large) return run(op, r);
    constexpr index_t fetched_bytes = 4096;
    const index_t together = pieces(fetched_bytes, row_bytes);
    rows some = r;
    for (index_t j = 0; j < r.count; j += together) {
        some.count = smaller(together, r.count - j);
        for (int i = 0; i < operand_count; ++i) some.data[i] = r.data[i] + j * r.start[i].stride;
        for (index_t next = j + together; next < smaller(j + 2 * together, r.count); ++next) {
            const std::byte* const row = r.data[k] + next * r.start[k].stride;
            for (index_t at = 0; at < row_bytes; at += cache_line) __builtin_prefetch(row + at);
        }
        run(op, some);
    }
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
