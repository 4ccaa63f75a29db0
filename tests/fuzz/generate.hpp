#pragma once

/// Draws a call: mostly one that is in order, of a size that is soon compared, in the layouts that the machinery tells apart.

#include "call_case.hpp"
#include "choice_source.hpp"

namespace lanewise_test {

/// A case drawn from `source`. `may_be_large`: one in 2000 is a call that is written around the cache.
call_case generate(choice_source& source, bool may_be_large);

} // namespace lanewise_test
