#pragma once

/// Executors of the tests' own.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace lanewise_test {

/// Four threads, each of which takes every fourth part, the last first. Not copyable; its parallel_for is const.
class four_threads {
public:
    four_threads() = default;
    four_threads(const four_threads&) = delete;
    four_threads& operator=(const four_threads&) = delete;

    template <class F>
    void parallel_for(std::size_t n, const F& f) const {
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < 4; ++t) {
            threads.emplace_back([&f, t, n] {
                for (std::size_t i = n; i-- > 0;) {
                    if (i % 4 == t) f(i);
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
    }
};

/// The caller's thread, in random order; counts the calls and the parts. Its parallel_for is not const.
class shuffled {
public:
    std::size_t calls = 0;
    std::size_t parts = 0;

    template <class F>
    void parallel_for(std::size_t n, const F& f) {
        ++calls;
        parts += n;
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), random_);
        for (const std::size_t i : order) f(i);
    }

private:
    std::mt19937 random_{1};
};

} // namespace lanewise_test
