// Lanes taken apart and put together again.

#include <lanewise/detail/exp_log/widen.hpp>
#include <lanewise/detail/lane/lanes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// Of `size` floats and as many doubles each part is seen once, in order.
template <int size>
void expect_parts_in_order() {
    constexpr auto count = static_cast<std::size_t>(size);
    float a[count];
    double b[count];
    std::iota(a, a + size, 1.0f);
    std::iota(b, b + size, 1000.0);
    std::vector<double> seen;
    constexpr int part = batch_size<float>;
    const auto sum = map_parts<lanes<float, size>>(
        [&](const lanes<float, part>& x, const lanes<double, part>& y) {
            double of_part[static_cast<std::size_t>(part)];
            spill(y, of_part);
            seen.insert(seen.end(), of_part, of_part + part);
            return x + narrow(y);
        },
        fill<float, size>(a), fill<double, size>(b));
    float sums[count];
    spill(sum, sums);
    for (int i = 0; i != size; ++i) EXPECT_EQ(sums[i], a[i] + static_cast<float>(b[i])) << i;
    EXPECT_EQ(seen, std::vector<double>(b, b + size));
}

TEST(Lanes, AreMappedPartByPart) {
    expect_parts_in_order<batch_size<float>>();
    expect_parts_in_order<2 * batch_size<float>>();
    expect_parts_in_order<4 * batch_size<float>>();
    // Fewer are a part of their own.
    const double one[batch_size<double>] = {7};
    double same[batch_size<double>];
    spill(map_parts<lanes<double, batch_size<double>>>([](const auto& v) { return v; },
                                                       fill<double, batch_size<double>>(one)),
          same);
    EXPECT_TRUE(std::equal(one, one + batch_size<double>, same));
}

// Beyond either end, where what the compiler knows of signed integers would not hold.
template <class T>
void expect_signed_integers_wrap() {
    constexpr int size = 2 * batch_size<T>;
    using U = std::make_unsigned_t<T>;
    const T ends[] = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(-1), T(1), T(3)};
    for (const T x : ends) {
        for (const T y : ends) {
            const auto a = splat<T, size>(x);
            const auto expect = [&](const lanes<T, size>& got, U want) {
                T values[static_cast<std::size_t>(size)];
                spill(got, values);
                for (const T value : values) ASSERT_EQ(value, static_cast<T>(want)) << x << ", " << y;
            };
            expect(a + y, static_cast<U>(x) + static_cast<U>(y));
            expect(a - y, static_cast<U>(x) - static_cast<U>(y));
            expect(a * y, static_cast<U>(x) * static_cast<U>(y));
        }
    }
}

TEST(Lanes, SignedIntegersWrap) {
    expect_signed_integers_wrap<std::int32_t>();
    expect_signed_integers_wrap<std::int64_t>();
}

} // namespace
} // namespace lanewise_test
