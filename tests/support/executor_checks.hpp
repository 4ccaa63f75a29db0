#pragma once

/// What holds for any executor.

#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <vector>

namespace lanewise_test {

template <lanewise::executor Ex>
void expect_each_part_once(Ex& ex) {
    std::vector<std::atomic<int>> calls(1000);
    ex.parallel_for(calls.size(), [&](std::size_t i) { ++calls[i]; });
    for (const std::atomic<int>& n : calls) EXPECT_EQ(n, 1);
}

template <lanewise::executor Ex>
void expect_the_bits_of_one_thread(Ex& ex) {
    lanewise::tensor<float> x({512, 513});
    float value = 0;
    for (float& element : x) element = value += 0.001F;
    const auto expect_same = [](const lanewise::tensor<float>& a, const lanewise::tensor<float>& b) {
        EXPECT_EQ(std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)), 0);
    };
    expect_same(lanewise::pow(ex, x, 1.7F), lanewise::pow(x, 1.7F));
    expect_same(lanewise::subtract(ex, x, 0.3F), lanewise::subtract(x, 0.3F));
}

} // namespace lanewise_test
