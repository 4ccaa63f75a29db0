// Every dtype cast to every other, element by element, against rounding in long double.

#include "support/elements.hpp"
#include "support/guarded.hpp"

#include <lanewise/detail/cast/cast_elements.hpp>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

static_assert(std::numeric_limits<long double>::digits >= 64, "this test needs more than a double");

struct float_format {
    int digits;
    int lowest; // exponent of a normal number
    int highest;
};

template <class T>
constexpr float_format format_of = std::is_same_v<T, float16>    ? float_format{11, -14, 15}
                                   : std::is_same_v<T, bfloat16> ? float_format{8, -126, 127}
                                   : std::is_same_v<T, float>    ? float_format{24, -126, 127}
                                                                 : float_format{53, -1022, 1023};

/// x as T: by the definition, in a format that holds every value of the twelve dtypes.
template <class T>
long double expected(long double x) {
    if constexpr (is_integer<T>) {
        if (std::isnan(x)) return 0;
        const auto low = static_cast<long double>(std::numeric_limits<T>::min());
        const auto high = static_cast<long double>(std::numeric_limits<T>::max());
        const long double nearest = std::nearbyint(x);
        return nearest < low ? low : nearest > high ? high : nearest == 0 ? 0 : nearest;
    } else {
        constexpr float_format format = format_of<T>;
        if (x == 0 || !std::isfinite(x)) return x;
        const int exponent = std::max(std::ilogb(x), format.lowest);
        const long double last_place = std::ldexp(1.0L, exponent - format.digits + 1);
        const long double rounded = std::nearbyint(x / last_place) * last_place;
        const long double beyond = std::ldexp(1.0L, format.highest + 1);
        return std::abs(rounded) >= beyond ? std::copysign(HUGE_VALL, x) : rounded;
    }
}

template <class T>
bool is(T result, long double value) {
    const auto wide = static_cast<long double>(widened(result));
    return std::isnan(value) ? std::isnan(wide) : wide == value && std::signbit(wide) == std::signbit(value);
}

template <class X>
void add_if_any(std::vector<X>& values, long double value) {
    if constexpr (is_integer<X>) {
        if (expected<X>(value) == value) values.push_back(static_cast<X>(value));
    } else {
        const auto nearest = static_cast<X>(value);
        for (const X x : {std::nextafter(nearest, X(-HUGE_VAL)), nearest, std::nextafter(nearest, X(HUGE_VAL))})
            values.push_back(x);
    }
}

/// All values of up to 16 bits; of wider types what is at the edge of anything, and any bits.
template <class X>
std::vector<X> values_of() {
    std::vector<X> values;
    if constexpr (sizeof(X) <= 2) {
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << (8 * sizeof(X)); ++bits)
            values.push_back(from_bits<X>(bits));
    } else {
        values = special_values<X>();
        for (int exponent = -150; exponent <= 128; ++exponent) {
            const long double power = std::ldexp(1.0L, exponent);
            for (const long double step : {1.0L, 0.5L, 1.5L, 0.25L, power / 256, power / 2048, power / 4096})
                for (const long double value : {power, power - step, power + step})
                    for (const long double sign : {1.0L, -1.0L}) add_if_any(values, sign * value);
        }
        std::mt19937_64 random(1);
        for (int i = 0; i < 4000; ++i) values.push_back(random_value<X>(random));
    }
    return values;
}

template <class T>
class CastElements : public testing::Test {};
TYPED_TEST_SUITE(CastElements, all_types, named_by_dtype);

template <class T, class X>
void expect_defined() {
    static const std::vector<X> values = values_of<X>();
    std::vector<T> results(values.size());
    cast_elements<T, X>(reinterpret_cast<std::byte*>(results.data()), reinterpret_cast<const std::byte*>(values.data()),
                        static_cast<index_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const long double value = expected<T>(static_cast<long double>(widened(values[i])));
        ASSERT_TRUE(is(cast_element<T>(values[i]), value)) << name(dtype_of<X>) << ' ' << show_value(values[i])
                                                           << " alone: " << show_value(cast_element<T>(values[i]));
        ASSERT_TRUE(is(results[i], value))
            << name(dtype_of<X>) << ' ' << show_value(values[i]) << " among others: " << show_value(results[i]);
    }
}

TYPED_TEST(CastElements, AreRoundedOnceAndClamped) {
    for_each_type(all_types(), []<class X>(X) { expect_defined<TypeParam, X>(); });
}

/// The element alone is constexpr; these are the promise in numbers.
static_assert(cast_element<std::uint8_t>(254.5F) == 254 && cast_element<std::uint8_t>(255.5F) == 255);
static_assert(cast_element<std::uint8_t>(-0.5) == 0 && cast_element<std::uint8_t>(1.5F) == 2);
static_assert(cast_element<std::uint8_t>(__builtin_nanf("")) == 0 &&
              cast_element<std::int64_t>(__builtin_nan("")) == 0);
static_assert(cast_element<std::int8_t>(std::int32_t{-1000}) == -128 && cast_element<std::uint32_t>(-1) == 0);
static_assert(cast_element<std::int64_t>(~std::uint64_t{0}) == INT64_MAX);
static_assert(cast_element<std::uint64_t>(0x1p63F) == std::uint64_t{1} << 63);
static_assert(cast_element<std::int64_t>(0x1p63F) == INT64_MAX && cast_element<std::int64_t>(-0x1p63F) == INT64_MIN);
static_assert(cast_element<std::int64_t>(0x1.fffffep62F) == 0x7fffff8000000000);
static_assert(cast_element<float16>(1 + 0x1p-11 + 0x1p-40).bits() == 0x3c01, "not rounded to float in between");

/// Any number of elements, between pages that nobody may touch.
template <class T, class X>
void expect_nothing_beyond() {
    for (index_t n = 0; n < 100; ++n) {
        const auto count = static_cast<std::size_t>(n);
        guarded_memory from(count * sizeof(X)), to(count * sizeof(T));
        X* const in = reinterpret_cast<X*>(from.end()) - n;
        T* const out = reinterpret_cast<T*>(to.end()) - n;
        for (index_t i = 0; i < n; ++i) in[i] = X(static_cast<float>(i));
        cast_elements<T, X>(reinterpret_cast<std::byte*>(out), reinterpret_cast<const std::byte*>(in), n);
        for (index_t i = 0; i < n; ++i) ASSERT_EQ(widened(out[i]), widened(T(static_cast<float>(i)))) << n << ' ' << i;
        T* const first = reinterpret_cast<T*>(to.first());
        cast_elements<T, X>(reinterpret_cast<std::byte*>(first), reinterpret_cast<const std::byte*>(in), n);
        for (index_t i = 0; i < n; ++i)
            ASSERT_EQ(widened(first[i]), widened(T(static_cast<float>(i)))) << n << ' ' << i;
    }
}

TEST(CastElements, TouchNothingElse) {
    expect_nothing_beyond<std::uint8_t, float>();
    expect_nothing_beyond<float, std::uint8_t>();
    expect_nothing_beyond<float16, double>();
    expect_nothing_beyond<std::int16_t, bfloat16>();
    expect_nothing_beyond<bfloat16, std::int64_t>();
}

} // namespace
} // namespace lanewise_test
