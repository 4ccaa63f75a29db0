#pragma once

/// Draws a call: mostly one that is in order, of a size that is soon compared, in the layouts that the machinery tells apart.

#include "call_case.hpp"
#include "choice_source.hpp"

namespace lanewise_test {

/// A case drawn from `source`. `large` makes it one in so many times a call that is written around the cache; 0: never.
call_case generate(choice_source& source, index_t large);

} // namespace lanewise_test
