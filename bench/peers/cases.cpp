// The cases, for lanewise and all peers. float32 where no dtype is named.

#include "peers.hpp"

#include <lanewise/float16.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <random>
#include <stdexcept>

namespace peers {
namespace {

using shape = std::vector<std::int64_t>;

std::mt19937_64 engine(1);

double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
}

/// Memory for n elements. Arrays begin on different lines of a page, since some processors take it ill if they do not.
array allocate(dtype type, const shape& of) {
    array a{type, nullptr, of, row_major(of)};
    static std::size_t arrays = 0;
    const std::size_t bytes = static_cast<std::size_t>(a.size() * bytes_of(type));
    const std::size_t offset = arrays++ % 7 * 576;
    auto* memory = static_cast<char*>(std::aligned_alloc(4096, (bytes + offset + 8191) / 4096 * 4096));
    if (memory == nullptr) throw std::bad_alloc();
    a.data = memory + offset;
    std::memset(a.data, 0, bytes);
    return a;
}

void set(const array& a, std::int64_t i, double value) {
    switch (a.type) {
    case dtype::float16:
        a.as<float16>()[i] = float16(value);
        break;
    case dtype::float32:
        a.as<float>()[i] = static_cast<float>(value);
        break;
    case dtype::float64:
        a.as<double>()[i] = value;
        break;
    case dtype::uint8:
        a.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(value);
        break;
    case dtype::int16:
        a.as<std::int16_t>()[i] = static_cast<std::int16_t>(value);
        break;
    case dtype::int32:
        a.as<std::int32_t>()[i] = static_cast<std::int32_t>(value);
        break;
    case dtype::int64:
        a.as<std::int64_t>()[i] = static_cast<std::int64_t>(value);
        break;
    default:
        throw std::invalid_argument("no case has this dtype");
    }
}

/// Packed; floats between 0.5 and 8, integers over most of their range, so that differences wrap.
array filled(const shape& of, dtype type = dtype::float32) {
    const array a = allocate(type, of);
    const bool floats = type == dtype::float16 || type == dtype::float32 || type == dtype::float64;
    const int bits = std::min(8 * static_cast<int>(bytes_of(type)), 62);
    const double low = type == dtype::uint8 ? 0 : -std::ldexp(1, bits - 1);
    const double high = type == dtype::uint8 ? 255 : std::ldexp(1, bits - 1) - 1;
    for (std::int64_t i = 0, n = a.size(); i != n; ++i) {
        set(a, i, floats ? uniform(0.5, 8) : std::rint(uniform(low, high)));
    }
    return a;
}

array permuted(const array& a, const std::vector<std::size_t>& axes) {
    array p{a.type, a.data, {}, {}};
    for (const std::size_t axis : axes) {
        p.shape.push_back(a.shape[axis]);
        p.steps.push_back(a.steps[axis]);
    }
    return p;
}

array transposed(const array& a) {
    std::vector<std::size_t> axes;
    for (std::size_t i = a.shape.size(); i-- != 0;) axes.push_back(i);
    return permuted(a, axes);
}

/// Every second element of the last axis.
array every_second(array a) {
    a.shape.back() /= 2;
    a.steps.back() *= 2;
    return a;
}

array reversed(array a) {
    a.data = a.as<float>() + (a.shape.back() - 1) * a.steps.back();
    a.steps.back() = -a.steps.back();
    return a;
}

call make(operation op, const array& a, const array& b, dtype type, int threads = 1) {
    const std::size_t rank = std::max(a.shape.size(), b.shape.size());
    shape of = padded_shape(a, rank);
    const shape other = padded_shape(b, rank);
    for (std::size_t i = 0; i != rank; ++i) of[i] = std::max(of[i], other[i]);
    return {op, a, b, allocate(type, of), threads};
}

call subtraction(const array& a, const array& b, dtype type = dtype::float32) {
    return make(operation::subtract, a, b, type);
}

/// x over the full range of exponents, and a y for which the result is anywhere among the normal numbers.
template <class T>
void draw_wide(double& x, double& y) {
    const double exponents = 0.999 * std::numeric_limits<T>::max_exponent - 2;
    do x = static_cast<double>(static_cast<T>(std::exp2(uniform(-exponents, exponents))));
    while (x == 1);
    y = uniform(-exponents, exponents) / std::log2(x);
}

/// What pow is timed on: x between 2^-10 and 2^10, y between -8 and 8; integers between 0 and 10.
call powers(dtype type, std::int64_t n, int threads = 1) {
    const array x = allocate(type, {n});
    const array y = allocate(type, {n});
    const bool half = type == dtype::float16;
    for (std::int64_t i = 0; i != n; ++i) {
        const bool integers = type == dtype::int32;
        set(x, i, integers ? std::rint(uniform(0, 10)) : std::exp2(uniform(half ? -2 : -10, half ? 2 : 10)));
        set(y, i, integers ? std::rint(uniform(0, 9)) : uniform(half ? -6 : -8, half ? 6 : 8));
    }
    return make(operation::pow, x, y, type, threads);
}

/// What its error is measured on: the same, and as many pairs over the full range.
call power_sample(dtype type, std::int64_t n) {
    call c = powers(type, n);
    if (type == dtype::float32 || type == dtype::float64) {
        for (std::int64_t i = n / 2; i != n; ++i) {
            double x = 0;
            double y = 0;
            type == dtype::float32 ? draw_wide<float>(x, y) : draw_wide<double>(x, y);
            set(c.a, i, x);
            set(c.b, i, y);
        }
    }
    return c;
}

array number(double value) {
    const array a = allocate(dtype::float32, {});
    set(a, 0, value);
    return a;
}

} // namespace

std::vector<test_case> cases(const std::function<bool(const std::string& name)>& wanted) {
    std::vector<test_case> all;
    const auto add = [&](const std::string& group, const std::string& name, const auto& made) {
        if (wanted(group + "/" + name)) all.push_back({group, name, made(), {}});
    };
    const auto layout = [&](const std::string& name, const auto& a, const auto& b) {
        add("layouts", name, [&] { return subtraction(a(), b()); });
    };
    const auto packed = [](const shape& of) { return [of] { return filled(of); }; };

    layout("in the L2 cache", packed({32768}), packed({32768}));
    layout("from memory", packed({1 << 23}), packed({1 << 23}));
    layout("minus a number", packed({1 << 20}), packed({}));
    layout("minus a row", packed({1000, 1000}), packed({1000}));
    layout("minus a column", packed({1000, 1000}), packed({1000, 1}));
    layout("row by column", packed({1000}), packed({1000, 1}));
    layout("planes minus means", packed({8, 64, 56, 56}), packed({64, 1, 1}));
    layout("RGB minus a colour", packed({100000, 3}), packed({3}));
    layout("RGB minus grey", packed({100000, 3}), packed({100000, 1}));
    layout("points minus centre", packed({100000, 2}), packed({2}));
    layout("minus a transposed", packed({1000, 1000}), [] { return transposed(filled({1000, 1000})); });
    layout(
        "transposed minus a row",
        [] {
            return transposed(filled({1000, 1000}));
        },
        packed({1000}));
    layout(
        "both transposed",
        [] {
            return transposed(filled({1000, 1000}));
        },
        [] {
            return transposed(filled({1000, 1000}));
        });
    layout("NCHW minus NHWC", packed({8, 64, 56, 56}), [] { return permuted(filled({8, 56, 56, 64}), {0, 3, 1, 2}); });
    layout("4x4 transposed", packed({32768, 4, 4}), [] { return permuted(filled({32768, 4, 4}), {0, 2, 1}); });
    layout(
        "every second",
        [] {
            return every_second(filled({1000, 2000}));
        },
        packed({1000, 1000}));
    layout(
        "reversed", [] { return reversed(filled({100000})); }, packed({100000}));
    layout("4 axes, alternating", packed({64, 1, 48, 1}), packed({56, 1, 40}));
    layout("8 axes, reversed", packed({4, 4, 4, 4, 4, 4, 4, 4}), [] {
        return transposed(filled({4, 4, 4, 4, 4, 4, 4, 4}));
    });

    for (const dtype type :
         {dtype::float16, dtype::float32, dtype::float64, dtype::uint8, dtype::int16, dtype::int32, dtype::int64}) {
        add("dtypes", lanewise::name(type),
            [&] { return subtraction(filled({16384}, type), filled({16384}, type), type); });
    }
    add("dtypes", "difference_square",
        [] { return make(operation::difference_square, filled({16384}), filled({16384}), dtype::float32); });
    add("dtypes", "uint8 image - colour", [] { return subtraction(filled({192, 256, 3}, dtype::uint8), filled({3})); });
    add("dtypes", "uint8 images' squares", [] {
        return make(operation::difference_square, filled({192, 256, 3}, dtype::uint8),
                    filled({192, 256, 3}, dtype::uint8), dtype::float32);
    });

    add("calls", "8 elements", [] { return subtraction(filled({8}), filled({8})); });
    add("calls", "64 elements", [] { return subtraction(filled({64}), filled({64})); });
    add("calls", "(3,3) - (3)", [] { return subtraction(filled({3, 3}), filled({3})); });
    add("calls", "4x4 minus transposed", [] { return subtraction(filled({4, 4}), transposed(filled({4, 4}))); });
    add("calls", "pow of 8", [] { return powers(dtype::float32, 8); });

    for (std::int64_t n = 1 << 8; n <= 1 << 24; n *= 4) {
        add("sizes", std::to_string(n), [&] { return subtraction(filled({n}), filled({n})); });
    }

    const char* const scale_text = std::getenv("LANEWISE_PEERS_SAMPLE"); // pairs for the error of pow
    const std::int64_t asked = scale_text != nullptr ? std::atoll(scale_text) : 1 << 20;
    // An eighth of it is whole registers, without which a peer may not offer the call.
    const std::int64_t sample = (asked + 127) / 128 * 128;
    const auto add_pow = [&](const std::string& name, dtype type, std::int64_t pairs) {
        if (wanted("pow/" + name)) all.push_back({"pow", name, powers(type, 8192), power_sample(type, pairs)});
    };
    add_pow("float32", dtype::float32, sample);
    add_pow("float64", dtype::float64, sample / 2);
    add_pow("float16", dtype::float16, sample / 8);
    add_pow("int32", dtype::int32, sample / 8);
    for (const char* exponent : {"2.2", "2"}) {
        const std::string name = std::string("float32, exponent ") + exponent;
        if (!wanted("pow/" + name)) continue;
        const auto with_exponent = [&](std::int64_t n) {
            return make(operation::pow, powers(dtype::float32, n).a, number(std::atof(exponent)), dtype::float32);
        };
        all.push_back({"pow", name, with_exponent(8192), with_exponent(sample / 4)});
    }

    for (const int threads : {1, 2}) {
        const std::string on = threads == 1 ? ", one thread" : ", two threads";
        add("threads", "subtract" + on,
            [&] { return make(operation::subtract, filled({1 << 20}), filled({1 << 20}), dtype::float32, threads); });
        add("threads", "pow" + on, [&] { return powers(dtype::float32, 1 << 20, threads); });
    }
    return all;
}

} // namespace peers
