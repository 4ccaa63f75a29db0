// How fast is pow beside its peers? L1-resident arrays, one thread, everything in one run.
//
//   pow<float32>/lanewise/positive ...      this library's lane function
//   pow<float32>/sleef/positive ...         SLEEF u10      where built with LANEWISE_HAVE_SLEEF (link sleef)
//   pow<float32>/libmvec/positive ...       glibc libmvec  where built with LANEWISE_HAVE_LIBMVEC (link mvec)
//   pow<float32>/libm/positive ...          std::pow, one element at a time
//   pow<float32>/lanewise/constant_2 ...    one exponent for all, and what a user would write
//   pow<float32>/lanewise/8_elements ...    whole calls of pow on tensors, the exponent a tensor and a number
//
// The peers are functions of 512 bits with -mavx512f, else of 256: they need -mavx2 -mfma.

#include <lanewise/detail/operation/integer_pow_floating_operations.hpp>
#include <lanewise/detail/operation/pow_operations.hpp>
#include <lanewise/pow.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(__AVX2__) && defined(__FMA__)
#if defined(LANEWISE_HAVE_SLEEF)
#include <sleef.h>
#endif
#if defined(LANEWISE_HAVE_LIBMVEC)
extern "C" __m256 _ZGVdN8vv_powf(__m256, __m256);
extern "C" __m256d _ZGVdN4vv_pow(__m256d, __m256d);
#if defined(__AVX512F__)
extern "C" __m512 _ZGVeN16vv_powf(__m512, __m512);
extern "C" __m512d _ZGVeN8vv_pow(__m512d, __m512d);
#endif
#endif
#endif

namespace {

using namespace lanewise::detail;
using lanewise::bfloat16;
using lanewise::float16;

constexpr std::size_t n = 1024;

struct distribution {
    const char* name;
    void (*draw)(std::mt19937_64&, double& x, double& y);
};

double uniform(std::mt19937_64& engine, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
}

void positive(std::mt19937_64& engine, double& x, double& y) {
    x = std::exp2(uniform(engine, -10, 10));
    y = uniform(engine, -8, 8);
}
void mixed_signs(std::mt19937_64& engine, double& x, double& y) {
    positive(engine, x, y);
    if (engine() % 2) {
        x = -x;
        y = std::rint(y);
    }
}
void zeros(std::mt19937_64& engine, double& x, double& y) {
    positive(engine, x, y);
    if (engine() % 5 == 0) x = 0;
}
void gamma_curve(std::mt19937_64& engine, double& x, double& y) {
    x = uniform(engine, 0, 1);
    y = 2.2;
}
void small_integers(std::mt19937_64& engine, double& x, double& y) {
    x = std::exp2(uniform(engine, -10, 10));
    y = std::rint(uniform(engine, -10, 10));
}

/// 2^t for a t between the two; x in [2, 1024).
void power_of_two(std::mt19937_64& engine, double& x, double& y, double low, double high) {
    x = std::exp2(uniform(engine, 1, 10));
    y = uniform(engine, low, high) / std::log2(x);
}
void subnormal_float32(std::mt19937_64& engine, double& x, double& y) {
    power_of_two(engine, x, y, -148, -127);
}
void subnormal_float64(std::mt19937_64& engine, double& x, double& y) {
    power_of_two(engine, x, y, -1073, -1023);
}
void too_large(std::mt19937_64& engine, double& x, double& y) {
    power_of_two(engine, x, y, 1100, 9000);
}
void too_small(std::mt19937_64& engine, double& x, double& y) {
    power_of_two(engine, x, y, -9000, -1100);
}

constexpr distribution distributions[] = {{"positive", positive},
                                          {"mixed_signs", mixed_signs},
                                          {"zeros_20_percent", zeros},
                                          {"x_to_2.2", gamma_curve},
                                          {"exponents_-10_to_10", small_integers},
                                          {"subnormal_float32", subnormal_float32},
                                          {"subnormal_float64", subnormal_float64},
                                          {"too_large", too_large},
                                          {"too_small", too_small}};

template <class T>
T stored(double v) {
    if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<T>(v);
    } else {
        return T(static_cast<float>(v));
    }
}

template <class T, class Y>
struct operands {
    alignas(64) T x[n];
    alignas(64) Y y[n];
    alignas(64) T z[n];

    explicit operands(const distribution& d) {
        std::mt19937_64 engine(1);
        for (std::size_t i = 0; i != n; ++i) {
            double base = 0;
            double exponent = 0;
            d.draw(engine, base, exponent);
            x[i] = stored<T>(base);
            y[i] = stored<Y>(exponent);
        }
    }
};

void count(benchmark::State& state, std::size_t bytes_per_element) {
    const auto elements = static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(n);
    state.SetItemsProcessed(elements);
    state.SetBytesProcessed(elements * static_cast<std::int64_t>(bytes_per_element));
}

template <class T>
std::byte* bytes(T* v, std::size_t i) {
    return reinterpret_cast<std::byte*>(v + i);
}

/// f(i) for each step of contiguous rows; its lane functions become part of the loop here.
template <std::size_t Step, class F>
LANEWISE_FLATTEN void each_step(const F& f) {
    for (std::size_t i = 0; i != n; i += Step) f(i);
}

/// The lane operation over contiguous rows. E: the exponents' dtype, which Y holds.
template <class T, class Y, class E = Y>
void run_lanewise(benchmark::State& state, const distribution& d) {
    using op = float_pow<T, Y, E>;
    operands<T, Y> o(d);
    for (auto _ : state) {
        each_step<op::step>([&](std::size_t i) {
            const auto y = load_as<typename op::exponent, Y, op::step>(bytes(o.y, i));
            store<T, op::step>(bytes(o.z, i), op{}(load<T, op::step>(bytes(o.x, i)), y));
        });
        benchmark::ClobberMemory();
    }
    count(state, 2 * sizeof(T) + sizeof(Y));
}

template <class T, constant_exponent C>
void run_constant(benchmark::State& state) {
    using op = float_pow_constant<T, C>;
    operands<T, T> o(distributions[0]);
    for (auto _ : state) {
        each_step<op::step>([&](std::size_t i) {
            const auto x = load<T, op::step>(bytes(o.x, i));
            store<T, op::step>(bytes(o.z, i), op{}(x, x));
        });
        benchmark::ClobberMemory();
    }
    count(state, 2 * sizeof(T));
}

/// The loop that a user would write.
template <class T, class F>
void add_plain(const std::string& name, F function) {
    benchmark::RegisterBenchmark(name.c_str(), [function](benchmark::State& state) {
        operands<T, T> o(distributions[0]);
        auto* seen = &o;
        benchmark::DoNotOptimize(seen); // so that its elements are written
        for (auto _ : state) {
            for (std::size_t i = 0; i != n; ++i) o.z[i] = function(o.x[i]);
            benchmark::ClobberMemory();
        }
        count(state, 2 * sizeof(T));
    });
}

template <class T, constant_exponent... C>
void add_constants(const std::string& type) {
    const auto name_of = [&](double y) {
        char text[16];
        std::snprintf(text, sizeof text, "%g", y);
        return type + "/lanewise/constant_" + text;
    };
    (benchmark::RegisterBenchmark(name_of(value_of(C)).c_str(), run_constant<T, C>), ...);
}

template <class T>
void add_every_constant(const std::string& type) {
    using enum constant_exponent;
    add_constants<T, constant_exponent::two, three, four, half, three_halves, five_halves, minus_one, minus_two,
                  minus_half>(type);
    if constexpr (std::is_floating_point_v<T>) {
        add_plain<T>(type + "/plain/constant_2", [](T x) { return x * x; });
        add_plain<T>(type + "/plain/constant_-1", [](T x) { return 1 / x; });
        add_plain<T>(type + "/plain/constant_0.5", [](T x) { return std::sqrt(x); });
    }
}

/// An integer base and fractional exponents.
void run_integer_base(benchmark::State& state) {
    using op = pow_floating_lanes<std::int32_t>;
    operands<std::int32_t, double> o({"integers", [](std::mt19937_64& engine, double& x, double& y) {
                                          x = std::rint(uniform(engine, 0, 1000));
                                          y = uniform(engine, -1, 3);
                                      }});
    for (auto _ : state) {
        each_step<op::step>([&](std::size_t i) {
            const auto x = load<std::int32_t, op::step>(bytes(o.x, i));
            store<std::int32_t, op::step>(bytes(o.z, i), op{{}, false}(x, load<double, op::step>(bytes(o.y, i))));
        });
        benchmark::ClobberMemory();
    }
    count(state, 2 * sizeof(std::int32_t) + sizeof(double));
}

/// Whole calls; in the last one the exponent is chosen once for a row (for every step: 1.25x).
template <class T>
void add_calls(const std::string& type) {
    const auto add_call = [&](lanewise::index_t elements, const char* name, auto&& call) {
        const std::string calls = type + "/lanewise/" + std::to_string(elements) + "_elements/";
        benchmark::RegisterBenchmark((calls + name).c_str(), [elements, call](benchmark::State& state) {
            operands<T, T> o(distributions[0]);
            const lanewise::extents shape{elements};
            const lanewise::tensor_view<const T> x(o.x, shape);
            const lanewise::tensor_view<const T> y(o.y, shape);
            const lanewise::tensor_view<T> z(o.z, shape);
            for (auto _ : state) {
                benchmark::DoNotOptimize(call(x, y, z).code());
                benchmark::ClobberMemory();
            }
        });
    };
    add_call(8, "tensor", [](const auto& x, const auto& y, const auto& z) { return lanewise::try_pow(x, y, z); });
    add_call(8, "2", [](const auto& x, const auto&, const auto& z) { return lanewise::try_pow(x, 2, z); });
    add_call(8, "2.2", [](const auto& x, const auto&, const auto& z) { return lanewise::try_pow(x, 2.2, z); });
    add_call(n, "3", [](const auto& x, const auto&, const auto& z) { return lanewise::try_pow(x, 3, z); });
}

/// A peer's function on 256-bit registers of float or double; 16-bit floats go through float.
template <class T, class F>
void run_peer(benchmark::State& state, const distribution& d, F function) {
    using lane = lane_type<T>;
    constexpr int step = batch_size<lane>;
    operands<T, T> o(d);
    for (auto _ : state) {
        each_step<step>([&](std::size_t i) {
            const auto x = load<T, step>(bytes(o.x, i));
            const auto y = load<T, step>(bytes(o.y, i));
            store<T, step>(bytes(o.z, i), lanes<lane, step>{{batch<lane>(function(x.reg[0].data, y.reg[0].data))}});
        });
        benchmark::ClobberMemory();
    }
    count(state, 3 * sizeof(T));
}

template <class T>
void run_libm(benchmark::State& state, const distribution& d) {
    operands<T, T> o(d);
    for (auto _ : state) {
        for (std::size_t i = 0; i != n; ++i) o.z[i] = std::pow(o.x[i], o.y[i]);
        benchmark::ClobberMemory();
    }
    count(state, 3 * sizeof(T));
}

template <class F>
void add(const char* type, const char* who, const distribution& d, F f) {
    benchmark::RegisterBenchmark((std::string(type) + "/" + who + "/" + d.name).c_str(),
                                 [f, &d](benchmark::State& state) { f(state, d); });
}

void add_all(const distribution& d) {
    add("pow<float32>", "lanewise", d, run_lanewise<float, float>);
    add("pow<float64>", "lanewise", d, run_lanewise<double, double>);
    add("pow<float16>", "lanewise", d, run_lanewise<float16, float16>);
    add("pow<bfloat16>", "lanewise", d, run_lanewise<bfloat16, bfloat16>);
    add("pow<float32^float64>", "lanewise", d, run_lanewise<float, double>);
    if (std::string_view(d.name) == "exponents_-10_to_10") {
        add("pow<float32^int32>", "lanewise", d, run_lanewise<float, std::int32_t, std::int32_t>);
        add("pow<float32^int8>", "lanewise", d, run_lanewise<float, float, std::int8_t>);
    }
#if defined(__AVX2__) && defined(__FMA__)
    const auto add_peer = [&](const char* who, auto of_floats, auto of_doubles) {
        add("pow<float32>", who, d,
            [=](benchmark::State& s, const distribution& of) { run_peer<float>(s, of, of_floats); });
        add("pow<float16>", who, d,
            [=](benchmark::State& s, const distribution& of) { run_peer<float16>(s, of, of_floats); });
        add("pow<bfloat16>", who, d,
            [=](benchmark::State& s, const distribution& of) { run_peer<bfloat16>(s, of, of_floats); });
        add("pow<float64>", who, d,
            [=](benchmark::State& s, const distribution& of) { run_peer<double>(s, of, of_doubles); });
    };
#if defined(LANEWISE_HAVE_SLEEF) && defined(__AVX512F__)
    add_peer(
        "sleef", [](__m512 x, __m512 y) { return Sleef_powf16_u10avx512f(x, y); },
        [](__m512d x, __m512d y) { return Sleef_powd8_u10avx512f(x, y); });
#elif defined(LANEWISE_HAVE_SLEEF)
    add_peer(
        "sleef", [](__m256 x, __m256 y) { return Sleef_powf8_u10avx2(x, y); },
        [](__m256d x, __m256d y) { return Sleef_powd4_u10avx2(x, y); });
#endif
#if defined(LANEWISE_HAVE_LIBMVEC) && defined(__AVX512F__)
    add_peer(
        "libmvec", [](__m512 x, __m512 y) { return _ZGVeN16vv_powf(x, y); },
        [](__m512d x, __m512d y) { return _ZGVeN8vv_pow(x, y); });
#elif defined(LANEWISE_HAVE_LIBMVEC)
    add_peer(
        "libmvec", [](__m256 x, __m256 y) { return _ZGVdN8vv_powf(x, y); },
        [](__m256d x, __m256d y) { return _ZGVdN4vv_pow(x, y); });
#endif
#endif
    add("pow<float32>", "libm", d, run_libm<float>);
    add("pow<float64>", "libm", d, run_libm<double>);
}

} // namespace

int main(int argc, char** argv) {
    for (const distribution& d : distributions) add_all(d);
    add_every_constant<float>("pow<float32>");
    add_every_constant<double>("pow<float64>");
    add_every_constant<float16>("pow<float16>");
    add_every_constant<bfloat16>("pow<bfloat16>");
    benchmark::RegisterBenchmark("pow<int32^float64>/lanewise/fractional", run_integer_base);
    add_calls<float>("pow<float32>");
    add_calls<double>("pow<float64>");
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
