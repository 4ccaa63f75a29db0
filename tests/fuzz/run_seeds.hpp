#pragma once

/// The command line that the fuzzers share where libFuzzer is not at hand:
///
///     program seed:number              one case, again
///     program file                     that of a file of bytes, as libFuzzer keeps them
///     program seed:first count         so many cases from `first` on
///     program seed:first 40s least     as many as fit into the time, and not fewer than `least`
///     ... --all                        goes on behind a case that fails, and counts

#include "choice_source.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace lanewise_test {

/// passes(source, name) runs a case and says whether it is right.
template <class Passes>
int run_seeds(std::vector<std::string> arguments, Passes passes) {
    const bool all = !arguments.empty() && arguments.back() == "--all";
    if (all) arguments.pop_back();
    const std::string first = arguments.empty() ? "1:0" : arguments[0];
    const std::string many = arguments.size() < 2 ? "1" : arguments[1];
    const std::uint64_t least = arguments.size() < 3 ? 0 : std::stoull(arguments[2]);

    const std::size_t colon = first.find(':');
    if (colon == std::string::npos) {
        std::ifstream file(first, std::ios::binary);
        if (!file) {
            std::fprintf(stderr, "%s is no file, nor a seed and a case such as 1:0\n", first.c_str());
            return 1;
        }
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        return passes(choice_source({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}), first) ? 0
                                                                                                                 : 1;
    }
    const std::uint64_t seed = std::stoull(first.substr(0, colon));
    const std::uint64_t from = std::stoull(first.substr(colon + 1));
    const bool by_time = many.back() == 's';
    const std::uint64_t limit = std::stoull(many);
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::seconds(by_time ? limit : 0);
    std::uint64_t count = 0;
    std::uint64_t failed = 0;
    for (; by_time ? clock::now() < end : count < limit; ++count) {
        const std::uint64_t number = from + count;
        if (passes(choice_source(seed, number), std::to_string(seed) + ":" + std::to_string(number))) continue;
        ++failed;
        if (!all) break;
    }
    std::printf("%llu cases from %s on, %llu failed\n", static_cast<unsigned long long>(count), first.c_str(),
                static_cast<unsigned long long>(failed));
    if (count < least) std::printf("At least %llu should have run.\n", static_cast<unsigned long long>(least));
    return failed == 0 && count >= least ? 0 : 1;
}

} // namespace lanewise_test
