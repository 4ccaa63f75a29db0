// How fast is pow beside its peers? L1-resident arrays, one thread, everything in one run.
//
//   pow<float32>/lanewise/positive ...      this library's lane function
//   pow<float32>/sleef/positive ...         SLEEF u10      where built with LANEWISE_HAVE_SLEEF (link sleef)
//   pow<float32>/libmvec/positive ...       glibc libmvec  where built with LANEWISE_HAVE_LIBMVEC (link mvec)
//   pow<float32>/libm/positive ...          std::pow, one element at a time
//
// The peers are the 256-bit functions: they need -mavx2 -mfma.

#include <lanewise/detail/kernel/pow_lanes_float.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
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

constexpr distribution distributions[] = {{"positive", positive},
                                          {"mixed_signs", mixed_signs},
                                          {"zeros_20_percent", zeros},
                                          {"x_to_2.2", gamma_curve},
                                          {"exponents_-10_to_10", small_integers}};

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

/// A float_pow over contiguous rows, which becomes part of the loop here.
template <class Op, class T, class Y>
LANEWISE_FLATTEN void run_steps(operands<T, Y>& o) {
    for (std::size_t i = 0; i != n; i += Op::step)
        store<T, Op::step>(bytes(o.z, i), Op{}(load<T, Op::step>(bytes(o.x, i)), load<Y, Op::step>(bytes(o.y, i))));
}

/// The lane operation over contiguous rows. E: the exponents' dtype, which Y holds.
template <class T, class Y, class E = Y>
void run_lanewise(benchmark::State& state, const distribution& d) {
    operands<T, Y> o(d);
    for (auto _ : state) {
        run_steps<float_pow<T, lane_type<Y>, E>>(o);
        benchmark::ClobberMemory();
    }
    count(state, 2 * sizeof(T) + sizeof(Y));
}

template <class T, constant_exponent C>
void run_constant(benchmark::State& state) {
    using op = float_pow_constant<T, C>;
    operands<T, T> o(distributions[0]);
    for (auto _ : state) {
        for (std::size_t i = 0; i != n; i += op::step) {
            const auto x = load<T, op::step>(bytes(o.x, i));
            store<T, op::step>(bytes(o.z, i), op{}(x, x));
        }
        benchmark::ClobberMemory();
    }
    count(state, 2 * sizeof(T));
}

/// A peer's function on 256-bit registers of float or double; 16-bit floats go through float.
template <class T, class F>
void run_peer(benchmark::State& state, const distribution& d, F function) {
    using lane = lane_type<T>;
    constexpr int step = batch_size<lane>;
    operands<T, T> o(d);
    for (auto _ : state) {
        for (std::size_t i = 0; i != n; i += step) {
            const auto x = load<T, step>(bytes(o.x, i));
            const auto y = load<T, step>(bytes(o.y, i));
            store<T, step>(bytes(o.z, i), lanes<lane, step>{{batch<lane>(function(x.reg[0].data, y.reg[0].data))}});
        }
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
        add("pow<float32^int32>", "lanewise", d, run_lanewise<float, double, std::int32_t>);
        add("pow<float32^int8>", "lanewise", d, run_lanewise<float, float, std::int8_t>);
    }
#if defined(__AVX2__) && defined(__FMA__) && !defined(__AVX512F__)
#if defined(LANEWISE_HAVE_SLEEF)
    const auto sleef_float = [](__m256 x, __m256 y) { return Sleef_powf8_u10avx2(x, y); };
    add("pow<float32>", "sleef", d,
        [=](benchmark::State& s, const distribution& of) { run_peer<float>(s, of, sleef_float); });
    add("pow<float16>", "sleef", d,
        [=](benchmark::State& s, const distribution& of) { run_peer<float16>(s, of, sleef_float); });
    add("pow<bfloat16>", "sleef", d,
        [=](benchmark::State& s, const distribution& of) { run_peer<bfloat16>(s, of, sleef_float); });
    add("pow<float64>", "sleef", d, [](benchmark::State& s, const distribution& of) {
        run_peer<double>(s, of, [](__m256d x, __m256d y) { return Sleef_powd4_u10avx2(x, y); });
    });
#endif
#if defined(LANEWISE_HAVE_LIBMVEC)
    add("pow<float32>", "libmvec", d, [](benchmark::State& s, const distribution& of) {
        run_peer<float>(s, of, [](__m256 x, __m256 y) { return _ZGVdN8vv_powf(x, y); });
    });
    add("pow<float64>", "libmvec", d, [](benchmark::State& s, const distribution& of) {
        run_peer<double>(s, of, [](__m256d x, __m256d y) { return _ZGVdN4vv_pow(x, y); });
    });
#endif
#endif
    add("pow<float32>", "libm", d, run_libm<float>);
    add("pow<float64>", "libm", d, run_libm<double>);
}

} // namespace

int main(int argc, char** argv) {
    for (const distribution& d : distributions) add_all(d);
    benchmark::RegisterBenchmark("pow<float32>/lanewise/constant_2", run_constant<float, constant_exponent::two>);
    benchmark::RegisterBenchmark("pow<float32>/lanewise/constant_3", run_constant<float, constant_exponent::three>);
    benchmark::RegisterBenchmark("pow<float32>/lanewise/constant_0.5", run_constant<float, constant_exponent::half>);
    benchmark::RegisterBenchmark("pow<float32>/lanewise/constant_-1",
                                 run_constant<float, constant_exponent::minus_one>);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
