#pragma once

/// Lowered limits, which send a call of a few elements the ways of a large one.

#include <lanewise/detail/plan/limits.hpp>

namespace lanewise_test {

/// While it lives, the library's limits are these.
class lowered_limits {
public:
    explicit lowered_limits(const lanewise::detail::call_limits& lowered) { lanewise::detail::limits = lowered; }
    lowered_limits(const lowered_limits&) = delete;
    lowered_limits& operator=(const lowered_limits&) = delete;
    ~lowered_limits() { lanewise::detail::limits = usual_; }

private:
    lanewise::detail::call_limits usual_ = lanewise::detail::limits;
};

/// Every call is one in tiles, between which the choice is made.
inline lanewise::detail::call_limits tiles_alone() {
    lanewise::detail::call_limits lowered = {};
    lowered.small_call_in_place = 0;
    lowered.compared_elements = 0;
    return lowered;
}

/// And out is written around the cache, unless it is also an input.
inline lanewise::detail::call_limits all_streamed() {
    lanewise::detail::call_limits lowered = tiles_alone();
    lowered.streaming_bytes = 0;
    lowered.streamed_row_bytes = 0;
    lowered.streamed_backwards_bytes = 0;
    return lowered;
}

/// Every call is larger than the cache.
inline lanewise::detail::call_limits all_large() {
    lanewise::detail::call_limits lowered;
    lowered.streaming_bytes = 0;
    return lowered;
}

/// Rows are packed a few elements at a time.
inline lanewise::detail::call_limits short_pieces(lanewise::index_t elements) {
    lanewise::detail::call_limits lowered = tiles_alone();
    lowered.row_elements = elements;
    return lowered;
}

/// With an executor, every call of more elements is cut.
inline lanewise::detail::call_limits small_parts(lanewise::index_t elements) {
    lanewise::detail::call_limits lowered;
    lowered.part_elements = elements;
    return lowered;
}

} // namespace lanewise_test
