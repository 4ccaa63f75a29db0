// Lanes taken apart and put together again.

#include <lanewise/detail/exp_log/widen.hpp>
#include <lanewise/detail/lane/lanes.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// Lanes of 4 registers of float and as many doubles, Part elements at a time: each part is seen once, in order.
template <int Part>
void expect_parts_in_order() {
    constexpr int size = 4 * batch_size<float>;
    float a[size];
    double b[size];
    std::iota(a, a + size, 1.0f);
    std::iota(b, b + size, 1000.0);
    std::vector<double> seen;
    const auto sum = map_parts<lanes<float, size>, Part>(
        [&](const lanes<float, Part>& x, const lanes<double, Part>& y) {
            double of_part[Part];
            spill(y, of_part);
            seen.insert(seen.end(), of_part, of_part + Part);
            return x + narrow(y);
        },
        fill<float, size>(a), fill<double, size>(b));
    float sums[size];
    spill(sum, sums);
    for (int i = 0; i != size; ++i) EXPECT_EQ(sums[i], a[i] + static_cast<float>(b[i])) << i;
    EXPECT_EQ(seen, std::vector<double>(b, b + size));
}

TEST(Lanes, AreMappedPartByPart) {
    expect_parts_in_order<batch_size<float>>();
    expect_parts_in_order<2 * batch_size<float>>();
    expect_parts_in_order<4 * batch_size<float>>();
}

} // namespace
} // namespace lanewise_test
