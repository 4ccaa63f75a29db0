#pragma once

/// Sizes from which on a call is run in another way.
///
/// Variables, so that a test can lower them and send a call of a few elements the ways of a large one. Nothing in the library
/// writes them; whoever does, does so while no call runs.

#include "../../extents.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

struct call_limits {
    /// From how many bytes on a call's operands do not fit into the last-level cache, of which others have a share, and out is
    /// written around it: 24 MiB take 0.65 of the time beside 32 of cache, 32Mi floats 0.7. A call that does fit takes up to 2x.
    index_t streaming_bytes = index_t{20} << 20;

    /// Rows that are written around the cache are at least so long, since the lines at their ends are not (rows of 160
    /// bytes: 2.5x slower, of 800 bytes: 1.5x faster).
    index_t streamed_row_bytes = 512;

    /// Longer where an input's are backwards (150 floats: 2x slower, 2000: 1.2x).
    index_t streamed_backwards_bytes = 16384;

    /// Shorter where out goes on from row to row, and a row is whole registers of 32 bytes there, at least so long (24 floats of
    /// outer products: 0.62 of the time of rows taken together, less than 16: 1.3x).
    index_t streamed_short_row_bytes = 96;

    /// A call of at most so many elements is one row, if nothing of it is packed; from there on it does not matter.
    index_t small_call_in_place = 4096;

    /// The same if something is; from there on a tile costs less (uint8, rows of 3: equal at 400). No more than 512.
    index_t small_call_packed = 512;

    /// How many elements of a row are packed at a time, at most; no more than 2048.
    index_t row_elements = 2048;

    /// Of a call of fewer elements, no tiles are compared: it is over before the choice is made.
    index_t compared_elements = 4096;

    /// Of a part for a thread: about 5 us of a subtract from memory, which is more than it takes to ask a thread pool.
    index_t part_elements = 32 * 1024;
};

inline constinit call_limits limits;

} // namespace lanewise::detail::inline LANEWISE_ISA
