#include "peers.hpp"

#include <lanewise/float16.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mpfr.h>
#include <stdexcept>

namespace peers {
namespace {

using std::int64_t;

/// Exact for every dtype: a long double has 64 bits or more.
long double element(const array& a, int64_t i) {
    switch (a.type) {
    case dtype::float16:
        return static_cast<float>(a.as<float16>()[i]);
    case dtype::float32:
        return a.as<float>()[i];
    case dtype::float64:
        return a.as<double>()[i];
    case dtype::uint8:
        return a.as<std::uint8_t>()[i];
    case dtype::int16:
        return a.as<std::int16_t>()[i];
    case dtype::int32:
        return a.as<std::int32_t>()[i];
    case dtype::int64:
        return static_cast<long double>(a.as<int64_t>()[i]);
    default:
        throw std::invalid_argument("no case has this dtype");
    }
}

struct format {
    bool floating;
    int digits;
    int lowest; ///< the exponent of the smallest normal number
};

format format_of(dtype type) {
    switch (type) {
    case dtype::float16:
        return {true, 11, -14};
    case dtype::float32:
        return {true, 24, -126};
    case dtype::float64:
        return {true, 53, -1022};
    default:
        return {false, 8 * static_cast<int>(bytes_of(type)), 0};
    }
}

/// The last place of x.
long double unit(long double x, const format& f) {
    return std::ldexp(1.0L, std::max(x == 0 ? f.lowest : std::ilogb(x), f.lowest) - f.digits + 1);
}

/// To the nearest, ties to even.
long double round_to(long double x, const format& f) {
    const long double last = unit(x, f);
    return std::rint(x / last) * last;
}

/// Modulo 2^n; x is an integer of 64 bits or less.
long double wrap(unsigned long long x, dtype type) {
    switch (type) {
    case dtype::uint8:
        return static_cast<std::uint8_t>(x);
    case dtype::int16:
        return static_cast<std::int16_t>(x);
    case dtype::int32:
        return static_cast<std::int32_t>(x);
    default:
        return static_cast<long double>(static_cast<int64_t>(x));
    }
}

/// pow to 64 bits, rounded to odd, so that rounding it once more gives what rounding pow itself gives.
long double power(long double x, long double y) {
    static struct numbers {
        numbers() { mpfr_inits2(64, x, y, z, nullptr); }
        mpfr_t x, y, z;
    } n;
    mpfr_set_ld(n.x, x, MPFR_RNDN);
    mpfr_set_ld(n.y, y, MPFR_RNDN);
    const bool exact = mpfr_pow(n.z, n.x, n.y, MPFR_RNDZ) == 0;
    const long double truncated = mpfr_get_ld(n.z, MPFR_RNDN);
    int exponent = 0;
    const bool odd = static_cast<unsigned long long>(std::ldexp(std::frexp(truncated, &exponent), 64)) % 2 != 0;
    return exact || odd ? truncated : std::nextafter(truncated, std::numeric_limits<long double>::infinity());
}

long double right(operation op, long double x, long double y, dtype type) {
    const format f = format_of(type);
    if (!f.floating) {
        const auto a = static_cast<unsigned long long>(static_cast<int64_t>(x));
        const auto b = static_cast<unsigned long long>(static_cast<int64_t>(y));
        if (op == operation::subtract) return wrap(a - b, type);
        if (op == operation::difference_square) return wrap((a - b) * (a - b), type);
        unsigned long long product = 1;
        for (unsigned long long i = 0; i != b; ++i) product *= a;
        return wrap(product, type);
    }
    if (op == operation::pow) return power(x, y);
    const format computed = type == dtype::float64 ? f : format_of(dtype::float32); // as the 16-bit floats are
    const long double difference = round_to(x - y, computed);
    return op == operation::subtract ? difference : difference * difference;
}

} // namespace

truth::truth(const call& made) {
    const int64_t n = made.out.size();
    exact_.reserve(static_cast<std::size_t>(n));
    const std::vector<int64_t> steps[2] = {broadcast_steps(made.a, made.out), broadcast_steps(made.b, made.out)};
    for (int64_t i = 0; i != n; ++i) {
        int64_t at[2] = {0, 0};
        int64_t rest = i;
        for (std::size_t axis = made.out.shape.size(); axis-- != 0; rest /= made.out.shape[axis]) {
            const int64_t index = rest % made.out.shape[axis];
            at[0] += index * steps[0][axis];
            at[1] += index * steps[1][axis];
        }
        exact_.push_back(right(made.op, element(made.a, at[0]), element(made.b, at[1]), made.out.type));
    }
}

truth::errors truth::of(const array& out) const {
    const format f = format_of(out.type);
    errors worst;
    std::size_t different = 0;
    for (std::size_t i = 0; i != exact_.size(); ++i) {
        const long double got = element(out, static_cast<int64_t>(i));
        const long double rounded = f.floating ? round_to(exact_[i], f) : exact_[i];
        different += got != rounded ? 1 : 0;
        const auto error = f.floating ? static_cast<double>(std::fabs(got - exact_[i]) / unit(exact_[i], f))
                                      : (got == rounded ? 0 : std::numeric_limits<double>::infinity());
        worst.ulp = error > worst.ulp || error != error ? error : worst.ulp;
    }
    worst.different = static_cast<double>(different) / static_cast<double>(exact_.size());
    return worst;
}

} // namespace peers
