// How fast is the contiguous case, from one register to beyond the caches?
//
// `copy` beside each size is memcpy of as many bytes as subtract moves: the machine's memory at that moment.

#include <lanewise/difference_square.hpp>
#include <lanewise/subtract.hpp>

#include <benchmark/benchmark.h>

#include <cstring>

namespace {

using namespace lanewise;

template <class T>
tensor<T> filled(const extents& shape) {
    tensor<T> t(shape);
    index_t i = 0;
    for (T& element : t) element = static_cast<T>(++i % 100);
    return t;
}

void report(benchmark::State& state, index_t elements, index_t bytes) {
    state.SetItemsProcessed(state.iterations() * elements);
    state.SetBytesProcessed(state.iterations() * bytes);
}

template <class T, integer_overflow Overflow = integer_overflow::wrap>
void subtract_contiguous(benchmark::State& state) {
    const extents shape{state.range(0)};
    const tensor<T> a = filled<T>(shape);
    const tensor<T> b = filled<T>(shape);
    tensor<T> out(shape);
    for (auto _ : state) {
        subtract(a, b, out, {.overflow = Overflow});
        benchmark::ClobberMemory();
    }
    report(state, out.size(), 3 * out.size() * static_cast<index_t>(sizeof(T)));
}

template <class T>
void difference_square_contiguous(benchmark::State& state) {
    const extents shape{state.range(0)};
    const tensor<T> a = filled<T>(shape);
    const tensor<T> b = filled<T>(shape);
    tensor<T> out(shape);
    for (auto _ : state) {
        difference_square(a, b, out);
        benchmark::ClobberMemory();
    }
    report(state, out.size(), 3 * out.size() * static_cast<index_t>(sizeof(T)));
}

template <class T>
void subtract_in_place(benchmark::State& state) {
    const extents shape{state.range(0)};
    tensor<T> a = filled<T>(shape);
    const tensor<T> b = filled<T>(shape);
    for (auto _ : state) {
        subtract(a, b, a);
        benchmark::ClobberMemory();
    }
    report(state, a.size(), 3 * a.size() * static_cast<index_t>(sizeof(T)));
}

void copy(benchmark::State& state) {
    const auto bytes = static_cast<std::size_t>(state.range(0)) * sizeof(float) * 3 / 2;
    tensor<std::uint8_t> from(extents{static_cast<index_t>(bytes)});
    tensor<std::uint8_t> to(extents{static_cast<index_t>(bytes)});
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), bytes);
        benchmark::ClobberMemory();
    }
    report(state, state.range(0), static_cast<index_t>(2 * bytes));
}

void sizes(benchmark::internal::Benchmark* b) {
    for (const index_t n : {8, 1 << 10, 1 << 14, 1 << 20, 1 << 25}) b->Arg(n);
}

BENCHMARK(copy)->Apply(sizes);
BENCHMARK(subtract_contiguous<float>)->Apply(sizes);
BENCHMARK(subtract_in_place<float>)->Apply(sizes);
BENCHMARK(difference_square_contiguous<float>)->Apply(sizes);
BENCHMARK(subtract_contiguous<double>)->Apply(sizes);
BENCHMARK(subtract_contiguous<float16>)->Apply(sizes);
BENCHMARK(subtract_contiguous<bfloat16>)->Apply(sizes);
BENCHMARK(subtract_contiguous<std::int8_t>)->Apply(sizes);
BENCHMARK(subtract_contiguous<std::int16_t>)->Apply(sizes);
BENCHMARK(subtract_contiguous<std::uint8_t, integer_overflow::saturate>)->Apply(sizes);
BENCHMARK(subtract_contiguous<std::int32_t>)->Apply(sizes);
BENCHMARK(subtract_contiguous<std::int64_t>)->Apply(sizes);
BENCHMARK(difference_square_contiguous<std::int32_t>)->Apply(sizes);
BENCHMARK(difference_square_contiguous<std::uint8_t>)->Apply(sizes);

} // namespace
