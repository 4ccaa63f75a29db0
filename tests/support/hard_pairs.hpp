#pragma once

/// The float64 pairs of data/cases/pow_float64_hard.txt, whose powers lie very close to the middle of two float64s.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace lanewise_test {

struct hard_pair {
    double x;
    double y;
    double power;
};

/// Empty where the file cannot be read.
inline std::vector<hard_pair> hard_pairs() {
    std::vector<hard_pair> pairs;
    std::FILE* file = std::fopen(LANEWISE_TEST_DATA "/cases/pow_float64_hard.txt", "r");
    if (file == nullptr) return pairs;
    char line[1024];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        unsigned long long bits[3];
        if (std::sscanf(line, "%16llx %16llx %16llx", &bits[0], &bits[1], &bits[2]) != 3) continue;
        pairs.push_back({std::bit_cast<double>(std::uint64_t{bits[0]}), std::bit_cast<double>(std::uint64_t{bits[1]}),
                         std::bit_cast<double>(std::uint64_t{bits[2]})});
    }
    std::fclose(file);
    return pairs;
}

} // namespace lanewise_test
