// Every case there is, on demand:
//
//   pow_exhaustive float16  [slice slices]    all 2^32 pairs of float16 values
//   pow_exhaustive bfloat16 [slice slices]    all 2^32 pairs of bfloat16 values
//   pow_exhaustive constant [slice slices]    all 2^32 float32 bases with each constant exponent that has a shorter way,
//                                             against the general function
//   pow_exhaustive integral [slice slices]    all 2^32 float32 bases with each exponent from -16 to 16, likewise
//
// slice of slices (0 1 by default): the bases number slice, slice + slices, ... Prints the number of wrong results, exits with
// 1 if there are any. The reference of the 16-bit formats is glibc's double pow (right to 0.52 units in the last place) and
// MPFR wherever that leaves the rounding open. Needs LANEWISE_HAVE_MPFR's library, libmpfr.

#include <lanewise/detail/operation/pow_operations.hpp>

#include "support/mpfr_pow.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

using namespace lanewise::detail;
using lanewise::bfloat16;
using lanewise::float16;

struct slice {
    std::uint64_t first;
    std::uint64_t stride;
};

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (a != a && b != b);
}

template <class T>
float value_of(std::uint64_t bits) {
    return static_cast<float>(T::from_bits(static_cast<std::uint16_t>(bits)));
}

template <class T>
struct properties;
template <>
struct properties<float16> {
    using format = float16_format;
    static constexpr int smallest = -23;
    static constexpr int largest = 16;
    static constexpr double overflow = 65520; // rounds to infinity from here on
};
template <>
struct properties<bfloat16> {
    using format = bfloat16_format;
    static constexpr int smallest = -132;
    static constexpr int largest = 128;
    static constexpr double overflow = 0x1.ffp127;
};

template <class T>
float reference(float x, float y) {
    using of = properties<T>;
    const double near = std::pow(static_cast<double>(x), static_cast<double>(y));
    if (near != near) return std::numeric_limits<float>::quiet_NaN();
    const double magnitude = std::abs(near);
    const double reach = magnitude * 0x1p-51;
    const auto rounded = [](double v) {
        return v >= of::overflow ? HUGE_VAL : round_to_format<typename of::format>(v);
    };
    const double low = magnitude > 1e300 ? HUGE_VAL : rounded(magnitude - reach);
    const double high = magnitude > 1e300 ? HUGE_VAL : rounded(magnitude + reach);
    if (low == high) return static_cast<float>(std::copysign(low, near));
    return static_cast<float>(
        lanewise_test::nearest_in_format(static_cast<double>(x), y, of::format::digits, of::smallest, of::largest));
}

template <class T>
float result_of(float z) {
    return static_cast<float>(static_cast<T>(z));
}

template <class T>
std::uint64_t check_pairs(slice s) {
    using format = typename properties<T>::format;
    constexpr int step = 8 * batch_size<double>;
    std::vector<float> y(65536);
    for (std::size_t i = 0; i != y.size(); ++i) y[i] = value_of<T>(i);
    std::uint64_t pairs = 0;
    std::uint64_t wrong = 0;
    for (std::uint64_t base = s.first; base < 65536; base += s.stride) {
        const float x = value_of<T>(base);
        for (std::size_t i = 0; i != y.size(); i += static_cast<std::size_t>(step)) {
            float checked[static_cast<std::size_t>(step)];
            float any[static_cast<std::size_t>(step)];
            const auto x_lanes = splat<float, step>(x);
            const auto y_lanes = fill<float, step>(&y[i]);
            spill(pow_float16<format, pow_pairs::checked>(x_lanes, y_lanes), checked);
            spill(pow_float16<format, pow_pairs::any>(x_lanes, y_lanes), any);
            for (std::size_t j = 0; j != static_cast<std::size_t>(step); ++j) {
                const float want = reference<T>(x, y[i + j]);
                ++pairs;
                const float got = result_of<T>(checked[j]);
                if (same(got, want) && same(result_of<T>(any[j]), want)) continue;
                if (++wrong <= 10)
                    std::printf("%a ^ %a = %a (checked), %a (any), want %a\n", x, y[i + j], got, any[j], want);
            }
        }
    }
    std::printf("pairs %llu  wrong %llu\n", static_cast<unsigned long long>(pairs),
                static_cast<unsigned long long>(wrong));
    return wrong;
}

std::uint64_t check_constants(slice s) {
    std::uint64_t all_wrong = 0;
    for (const double y : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.5, 1.5, 2.5, -1.0, -2.0, -3.0, -0.5}) {
        std::uint64_t wrong = 0;
        std::uint64_t bases = 0;
        with_constant_pow<float>(y, [&](auto op) {
            constexpr int step = pow_float32_step;
            constexpr auto size = static_cast<std::size_t>(step);
            const auto exponent = splat<float, step>(static_cast<float>(y));
            for (std::uint64_t base = s.first * size; base < std::uint64_t{1} << 32; base += s.stride * size) {
                float x[size];
                float shorter[size];
                float general[size];
                for (std::size_t i = 0; i != size; ++i)
                    x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(base + i));
                const auto x_lanes = fill<float, step>(x);
                spill(op(x_lanes, exponent), shorter);
                spill(pow_float32(x_lanes, exponent), general);
                for (std::size_t i = 0; i != size; ++i) {
                    ++bases;
                    if (!same(shorter[i], general[i]) && ++wrong <= 10)
                        std::printf("%a ^ %g = %a, the general function has %a\n", x[i], y, shorter[i], general[i]);
                }
            }
        });
        std::printf("exponent %4g: bases %llu  wrong %llu\n", y, static_cast<unsigned long long>(bases),
                    static_cast<unsigned long long>(wrong));
        std::fflush(stdout);
        all_wrong += wrong + (bases == 0);
    }
    return all_wrong;
}

std::uint64_t check_integral(slice s) {
    constexpr int step = pow_float32_integral_step;
    constexpr auto size = static_cast<std::size_t>(step);
    std::uint64_t wrong = 0;
    for (int n = -16; n <= 16; ++n) {
        const auto exponent = splat<float, step>(static_cast<float>(n));
        for (std::uint64_t base = s.first * size; base < std::uint64_t{1} << 32; base += s.stride * size) {
            float x[size];
            float shorter[size];
            float general[size];
            for (std::size_t i = 0; i != size; ++i) x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(base + i));
            const auto x_lanes = fill<float, step>(x);
            spill(pow_float32_integral(x_lanes, exponent), shorter);
            spill(pow_float32(x_lanes, exponent), general);
            for (std::size_t i = 0; i != size; ++i) {
                if (!same(shorter[i], general[i]) && ++wrong <= 10)
                    std::printf("%a ^ %d = %a, the general function has %a\n", x[i], n, shorter[i], general[i]);
            }
        }
    }
    std::printf("integral exponents: wrong %llu\n", static_cast<unsigned long long>(wrong));
    return wrong;
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const slice s = {argc > 3 ? std::strtoull(argv[2], nullptr, 10) : 0,
                     argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1};
    if (what == "float16") return check_pairs<float16>(s) != 0;
    if (what == "bfloat16") return check_pairs<bfloat16>(s) != 0;
    if (what == "constant") return check_constants(s) != 0;
    if (what == "integral") return check_integral(s) != 0;
    std::fprintf(stderr, "usage: pow_exhaustive float16|bfloat16|constant|integral [slice slices]\n");
    return 2;
}
