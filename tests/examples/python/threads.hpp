#pragma once

/// An executor that starts its threads for each call and keeps none: a process may fork between calls.

#include <lanewise/executor.hpp>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace lanewise_python {

struct threads {
    std::size_t count;

    void parallel_for(std::size_t parts, const lanewise::parallel_task& run) const {
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t part = next++; part < parts; part = next++) run(part);
        };
        std::vector<std::thread> helpers;
        try {
            helpers.reserve(std::min(count, parts));
            while (helpers.size() + 1 < count && helpers.size() + 1 < parts) helpers.emplace_back(work);
        } catch (const std::exception&) {
            // With fewer threads than asked for, or alone.
        }
        work();
        for (std::thread& helper : helpers) helper.join();
    }
};

} // namespace lanewise_python
