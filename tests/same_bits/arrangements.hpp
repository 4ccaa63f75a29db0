#pragma once

/// The layouts of same_bits.

#include <lanewise/dtype.hpp>

#include <vector>

namespace same_bits {

using lanewise::index_t;

/// Where a call's elements lie.
struct arrangement {
    std::vector<index_t> shape;
    std::vector<index_t> strides[3]; ///< of a, b and out
    bool in_place = false;           ///< out is a
    bool threads = false;
    index_t start_of_b = 2; ///< the place of b's first element among the inputs
};

inline std::vector<arrangement> arrangements() {
    std::vector<arrangement> all;
    for (index_t n = 0; n <= 70; ++n) all.push_back({{n}, {{1}, {1}, {1}}});
    for (const index_t step : {2, 3, 4, 5, 7, -1, -2, 512}) {
        all.push_back({{131}, {{step}, {1}, {1}}});
        all.push_back({{131}, {{1}, {step}, {1}}});
        all.push_back({{131}, {{1}, {step}, {step}}});
    }
    all.push_back({{131}, {{-1}, {-1}, {-1}}});
    all.push_back({{131}, {{0}, {1}, {1}}});
    for (index_t start = 0; start < 24; ++start) all.push_back({{131}, {{1}, {0}, {1}}, false, false, start});
    all.push_back({{131}, {{1}, {1}, {1}}, true});
    all.push_back({{7, 33}, {{-66, 2}, {0, 1}, {-66, 2}}, true});
    all.push_back({{}, {{}, {}, {}}});
    // Transposed: one input, both, out, bytes apart.
    all.push_back({{37, 41}, {{1, 37}, {41, 1}, {41, 1}}});
    all.push_back({{37, 41}, {{41, 1}, {1, 40}, {41, 1}}});
    all.push_back({{37, 41}, {{1, 37}, {1, 37}, {41, 1}}});
    all.push_back({{37, 41}, {{41, 1}, {41, 1}, {1, 37}}});
    all.push_back({{6, 19, 23}, {{1, 138, 6}, {437, 23, 1}, {437, 23, 1}}});
    // Broadcast: rows, columns, in the middle, over short rows.
    all.push_back({{19, 67}, {{67, 1}, {0, 1}, {67, 1}}});
    all.push_back({{19, 67}, {{1, 0}, {67, 1}, {67, 1}}});
    all.push_back({{19, 67}, {{0, 1}, {1, 0}, {67, 1}}});
    all.push_back({{5, 7, 40}, {{280, 40, 1}, {40, 0, 1}, {280, 40, 1}}});
    all.push_back({{300, 3}, {{3, 1}, {0, 1}, {3, 1}}});
    all.push_back({{300, 4}, {{4, 1}, {1, 0}, {4, 1}}});
    // Pixels to planes and back, one channel of three, windows that overlap, many axes.
    all.push_back({{3, 29, 31}, {{1, 93, 3}, {1, 0, 0}, {899, 31, 1}}});
    all.push_back({{29, 31, 3}, {{31, 1, 899}, {0, 0, 1}, {93, 3, 1}}});
    all.push_back({{23, 50}, {{150, 3}, {50, 1}, {50, 1}}});
    all.push_back({{30, 33}, {{1, 1}, {33, 1}, {33, 1}}});
    all.push_back({{2, 3, 4, 5, 6}, {{3, 1, -6, 24, 120}, {0, 30, 0, 6, 1}, {360, -120, 30, 6, 1}}});
    all.push_back({{2, 2, 2, 2, 2, 2, 2, 2},
                   {{1, 2, 4, 8, 16, 32, 64, 128}, {0, 1, 0, 2, 0, 4, 0, 8}, {128, 64, 32, 16, 8, 4, 2, 1}}});
    return all;
}

/// Enough elements for an executor to be asked.
inline const arrangement threaded{{263, 257}, {{257, 1}, {0, 1}, {257, 1}}, false, true};

} // namespace same_bits
