#pragma once

/// Draws limits that send small calls the ways of large ones.

#include "choice_source.hpp"

#include <lanewise/detail/plan/limits.hpp>

namespace lanewise_test {

inline lanewise::detail::call_limits draw_limits(choice_source& source) {
    lanewise::detail::call_limits limits;
    const auto lower = [&](lanewise::index_t& limit, std::initializer_list<lanewise::index_t> others) {
        if (!source.one_in(4)) limit = source.any_of(others);
    };
    lower(limits.streaming_bytes, {0, 0, 1000, 10000});
    lower(limits.streamed_row_bytes, {0, 0, 64, 200});
    lower(limits.streamed_backwards_bytes, {0, 0, 64, 1000});
    lower(limits.streamed_short_row_bytes, {0, 0, 64});
    lower(limits.small_call_in_place, {0, 0, 0, 50});
    lower(limits.small_call_packed, {0, 0, 0, 50});
    lower(limits.row_elements, {7, 33, 64, 500});
    lower(limits.compared_elements, {0, 0, 100});
    lower(limits.part_elements, {64, 500, 4096});
    return limits;
}

} // namespace lanewise_test
