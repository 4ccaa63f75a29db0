// How fast are integer powers, and what do saturate and error, exponents of another type, and a scale and bias cost?
//
// Bases -10 ... 10, exponents 0 ... 9, 1Mi elements; Eigen raises the same arrays where it is installed. Error mode
// gets bases -5 ... 5 with exponents that stay in range, so that it runs to the end, and its own wrap beside it.

#include <lanewise/cast.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/view_ops.hpp>

#include <benchmark/benchmark.h>

#if defined(LANEWISE_HAVE_EIGEN)
#include <Eigen/Core>
#endif

#include <random>

namespace {

using namespace lanewise;

constexpr index_t size = 1 << 20;

template <class T>
struct operands {
    tensor<T> x{extents{size}};
    tensor<T> y{extents{size}};
    tensor<T> out{extents{size}};

    operands(int largest_base, int largest_exponent) {
        std::mt19937 random(1);
        for (index_t i = 0; i < size; ++i) {
            const auto base = static_cast<int>(random() % static_cast<unsigned>(2 * largest_base + 1)) - largest_base;
            x.data()[i] = static_cast<T>(std::is_signed_v<T> ? base : base < 0 ? -base : base);
            y.data()[i] = static_cast<T>(random() % static_cast<unsigned>(largest_exponent + 1));
        }
    }
};

template <class T>
void run(benchmark::State& state, operands<T>& t, integer_overflow overflow) {
    pow_options options;
    options.overflow = overflow;
    for (auto _ : state) {
        pow(t.x, t.y, t.out, options);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * size);
}

template <class T>
void wrap(benchmark::State& state) {
    operands<T> t(10, 9);
    run(state, t, integer_overflow::wrap);
}

template <class T>
void saturate(benchmark::State& state) {
    operands<T> t(10, 9);
    run(state, t, integer_overflow::saturate);
}

template <class T>
constexpr int exponent_in_range = sizeof(T) == 1   ? 2
                                  : sizeof(T) == 2 ? 6
                                                   : 9;

template <class T>
void wrap_in_range(benchmark::State& state) {
    operands<T> t(5, exponent_in_range<T>);
    run(state, t, integer_overflow::wrap);
}

template <class T>
void error_in_range(benchmark::State& state) {
    operands<T> t(5, exponent_in_range<T>);
    run(state, t, integer_overflow::error);
}

template <class T>
void one_exponent(benchmark::State& state) {
    operands<T> t(10, 9);
    for (auto _ : state) {
        pow(t.x, 7, t.out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * size);
}

/// Exponents of another type, as NumPy makes them.
template <class T>
void int64_exponents(benchmark::State& state) {
    operands<T> t(10, 9);
    const tensor<std::int64_t> y = cast<std::int64_t>(t.y);
    for (auto _ : state) {
        pow(t.x, y, t.out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * size);
}

/// The same of a call so small that what is made before the first element counts.
template <class T>
void int64_exponents_of_1024(benchmark::State& state) {
    constexpr index_t few = 1024;
    operands<T> t(10, 9);
    const tensor<std::int64_t> y = cast<std::int64_t>(t.y);
    const auto x = slice(t.x, 0, 0, few);
    const auto exponents = slice(y, 0, 0, few);
    const auto out = slice(t.out, 0, 0, few);
    for (auto _ : state) {
        pow(x, exponents, out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * few);
}

template <class T>
void saturate_scaled(benchmark::State& state) {
    operands<T> t(10, 9);
    pow_options options;
    options.overflow = integer_overflow::saturate;
    options.scale_bias = scale_bias{3, -7};
    for (auto _ : state) {
        pow(t.x, t.y, t.out, options);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * size);
}

#if defined(LANEWISE_HAVE_EIGEN)
template <class T>
void eigen(benchmark::State& state) {
    operands<T> t(10, 9);
    using array = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
    const array x(t.x.data(), size);
    const array y(t.y.data(), size);
    array out(t.out.data(), size);
    for (auto _ : state) {
        out = Eigen::pow(x, y);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * size);
}
#endif

template <class T>
void register_for(const std::string& type) {
    const auto add = [&type](const char* what, void (*f)(benchmark::State&)) {
        benchmark::RegisterBenchmark((std::string("integer_pow/") + what + "/" + type).c_str(), f);
    };
    add("wrap", wrap<T>);
    add("saturate", saturate<T>);
    add("wrap_in_range", wrap_in_range<T>);
    add("error_in_range", error_in_range<T>);
    add("one_exponent", one_exponent<T>);
    add("int64_exponents", int64_exponents<T>);
    add("int64_exponents_of_1024", int64_exponents_of_1024<T>);
    add("saturate_scaled", saturate_scaled<T>);
#if defined(LANEWISE_HAVE_EIGEN)
    add("eigen", eigen<T>);
#endif
}

[[maybe_unused]] const bool registered = [] {
    register_for<std::int32_t>("int32");
    register_for<std::uint8_t>("uint8");
    register_for<std::int64_t>("int64");
    return true;
}();

} // namespace
