// Integer powers with floating exponents, a step at a time, against one element at a time: at the ends of every type's range.

#include "support/elements.hpp"

#include <lanewise/detail/operation/integer_pow_floating_operations.hpp>

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class PowFloating : public testing::Test {};

TYPED_TEST_SUITE(PowFloating, integer_types);

/// Powers around every limit that a conversion has: x^(log(limit) / log(x)), and a little more and less.
template <class T>
std::vector<std::pair<T, double>> pairs() {
    std::vector<std::pair<T, double>> found;
    const std::vector<T> bases = {
        0, 1, 2, 3, 7, 10, 100, T(-1), T(-2), T(-7), std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};
    const double inf = std::numeric_limits<double>::infinity();
    for (const T x : bases) {
        for (const double y :
             {0.5, 1.5, 2.5, -0.5, 0.3, 1.0000001, 0.9999999, 1e9 + 0.5, 3.0, -1.0, inf, -inf, inf - inf})
            found.emplace_back(x, y);
        for (const double bits : {7., 8., 15., 16., 31., 32., 33., 52., 53., 62., 63., 64., 65.}) {
            for (const double near : {-1e-9, -1e-15, 0., 1e-15, 1e-9})
                found.emplace_back(x, (bits + near) / std::log2(std::abs(static_cast<double>(x)) + 1e-3));
        }
    }
    // Among so many some round to the limit itself.
    for (int x = 3; x <= 2000 && std::in_range<T>(x); ++x)
        found.emplace_back(static_cast<T>(x), std::numeric_limits<T>::digits / std::log2(x));
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> y(-0.5, 4);
    for (int i = 0; i < 3000; ++i) found.emplace_back(static_cast<T>(random() >> random() % 64), y(random));
    return found;
}

TYPED_TEST(PowFloating, AStepGivesWhatEachElementDoes) {
    using T = TypeParam;
    for (const bool saturate : {false, true}) {
        const pow_floating_lanes<T> op{{}, saturate};
        constexpr int step = pow_floating_lanes<T>::step;
        constexpr auto size = static_cast<std::size_t>(step);
        auto tried = pairs<T>();
        tried.resize(tried.size() / size * size);
        for (std::size_t i = 0; i < tried.size(); i += size) {
            T x[size];
            double y[size];
            T powers[size];
            for (std::size_t k = 0; k < size; ++k) std::tie(x[k], y[k]) = tried[i + k];
            spill(op(fill<T, step>(x), fill<double, step>(y)), powers);
            for (std::size_t k = 0; k < size; ++k)
                ASSERT_EQ(powers[k], pow_floating(x[k], y[k], saturate)) << +x[k] << " ^ " << y[k];
        }
    }
}

} // namespace
} // namespace lanewise_test
