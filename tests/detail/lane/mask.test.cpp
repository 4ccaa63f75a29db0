// Truth values beside lanes, for every number of true lanes from none to all, beside plain bools.

#include <lanewise/detail/exp_log/widen.hpp>
#include <lanewise/detail/lane/mask.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

template <class T>
class Mask : public testing::Test {
public:
    static constexpr auto width = static_cast<std::size_t>(2 * batch_size<T>);

    /// Calls test(mask, truth) for masks with one run of true lanes.
    template <class F>
    static void for_each(const F& test) {
        for (std::size_t first = 0; first <= width; ++first) {
            for (std::size_t last = first; last <= width; ++last) {
                T values[width];
                bool truth[width];
                for (std::size_t i = 0; i != width; ++i) {
                    truth[i] = first <= i && i < last;
                    values[i] = truth[i] ? T(-1) : T(1);
                }
                test(fill<T, width>(values) < T(0), truth);
            }
        }
    }
};
using floating_types = testing::Types<float, double>;
TYPED_TEST_SUITE(Mask, floating_types);

TYPED_TEST(Mask, ChoosesBits) {
    using T = TypeParam;
    constexpr auto size = TestFixture::width;
    TestFixture::for_each([](const auto& mask, const bool* truth) {
        for (const T value : {T(1), T(54), T(-0.5), std::numeric_limits<T>::infinity()}) {
            T got[size];
            spill(bits_where(mask, value), got);
            for (std::size_t i = 0; i != size; ++i) {
                ASSERT_EQ(got[i], truth[i] ? value : T(0));
                ASSERT_EQ(std::signbit(got[i]), truth[i] && std::signbit(value));
            }
        }
    });
}

TYPED_TEST(Mask, ChoosesBetweenLanes) {
    using T = TypeParam;
    constexpr auto size = TestFixture::width;
    TestFixture::for_each([](const auto& mask, const bool* truth) {
        T got[size];
        spill(select(mask, T(3), splat<T, size>(T(7))), got);
        for (std::size_t i = 0; i != size; ++i) ASSERT_EQ(got[i], truth[i] ? T(3) : T(7));
        spill(select(!mask, T(3), splat<T, size>(T(7))), got);
        for (std::size_t i = 0; i != size; ++i) ASSERT_EQ(got[i], truth[i] ? T(7) : T(3));
    });
}

TYPED_TEST(Mask, KnowsWhetherAnyOrAllHold) {
    constexpr auto size = TestFixture::width;
    TestFixture::for_each([](const auto& mask, const bool* truth) {
        const auto count = std::count(truth, truth + size, true);
        ASSERT_EQ(any(mask), count != 0);
        ASSERT_EQ(all(mask), count == static_cast<std::ptrdiff_t>(size));
    });
}

TYPED_TEST(Mask, ComparisonsWithNaNAreFalse) {
    using T = TypeParam;
    constexpr auto size = TestFixture::width;
    const auto nan = splat<T, size>(std::numeric_limits<T>::quiet_NaN());
    EXPECT_FALSE(any(nan == nan));
    EXPECT_TRUE(all(!(nan == nan)));
    EXPECT_FALSE(any((nan < T(1)) | (nan > T(1)) | (nan >= T(1))));
}

TYPED_TEST(Mask, SeesTheSignOfAZero) {
    using T = TypeParam;
    constexpr auto size = TestFixture::width;
    for (std::size_t at = 0; at != size; ++at) {
        T values[size] = {};
        EXPECT_FALSE(any_sign_bit(fill<T, size>(values)));
        values[at] = T(-0.0);
        EXPECT_TRUE(any_sign_bit(fill<T, size>(values)));
    }
}

/// all_within of `size` numbers, with bounds that the compiler knows and with ones that it does not.
template <int size, bool OrZero>
void expect_all_within() {
    constexpr float low = 0x1p-60f;
    constexpr float high = 0x1p60f;
    volatile float unknown_low = low;
    volatile float unknown_high = high;
    constexpr float inside[] = {low, -low, 1.0f, -1.0f, high, -high};
    const auto expect = [&](float one, bool is_within) {
        for (int at = 0; at != size; ++at) {
            float values[static_cast<std::size_t>(size)];
            for (int i = 0; i != size; ++i) values[i] = inside[i % 6];
            values[at] = one;
            const auto a = fill<float, size>(values);
            ASSERT_EQ((all_within<OrZero>(a, low, high)), is_within) << one << " at " << at << " of " << size;
            ASSERT_EQ((all_within<OrZero>(a, unknown_low, unknown_high)), is_within)
                << one << " at " << at << " of " << size;
        }
    };
    for (const float sign : {1.0f, -1.0f}) {
        for (const float one : {low, 1.0f, high}) expect(sign * one, true);
        expect(sign * 0.0f, OrZero);
        for (const float one :
             {std::nextafter(low, 0.0f), std::numeric_limits<float>::min(), std::numeric_limits<float>::denorm_min(),
              std::nextafter(high, 0x1p61f), std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity(),
              std::numeric_limits<float>::quiet_NaN()})
            expect(std::copysign(one, sign), false);
    }
}

TEST(Mask, KnowsWhetherAllAreWithinBounds) {
    expect_all_within<batch_size<float>, false>();
    expect_all_within<batch_size<float>, true>();
    expect_all_within<2 * batch_size<float>, true>();
    expect_all_within<3 * batch_size<float>, false>();
    expect_all_within<4 * batch_size<float>, true>();
}

// The bounds of one register and the ends of what floats there are.
TEST(Mask, KnowsWhetherAllAreWithinTheWidestBounds) {
    constexpr int size = batch_size<float>;
    const float infinity = std::numeric_limits<float>::infinity();
    const float least = std::numeric_limits<float>::denorm_min();
    EXPECT_TRUE((all_within<true>(splat<float, size>(-0.0f), least, infinity)));
    EXPECT_TRUE((all_within<false>(splat<float, size>(-least), least, infinity)));
    EXPECT_TRUE((all_within<false>(splat<float, size>(-infinity), least, infinity)));
    EXPECT_FALSE((all_within<false>(splat<float, size>(0.0f), least, infinity)));
    EXPECT_FALSE((all_within<true>(splat<float, size>(std::numeric_limits<float>::quiet_NaN()), least, infinity)));
}

} // namespace
} // namespace lanewise_test
