// What do threads bring? pow and subtract on oneTBB, against the caller's thread alone (0).

#include <lanewise/interop/tbb.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include <benchmark/benchmark.h>

#ifdef LANEWISE_HAVE_TBB
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace {

using namespace lanewise;

template <class Call>
void run(benchmark::State& state, const Call& call) {
    const index_t n = state.range(0);
    tensor<float> x({n}), y({n}), out({n});
    for (index_t i = 0; i < n; ++i) {
        x(i) = 0.1F + static_cast<float>(i % 977) * 0.01F;
        y(i) = static_cast<float>(i % 311) * 0.03F - 4;
    }
    const auto threads = static_cast<int>(state.range(1));
    const tbb_executor ex(tbb::auto_partitioner{});
    const executor_ref chosen = threads == 0 ? executor_ref() : executor_ref(ex);
    tbb::task_arena arena(threads == 0 ? 1 : threads);
    arena.execute([&] {
        for (auto _ : state) {
            call(x, y, out, chosen);
            benchmark::ClobberMemory();
        }
    });
    state.SetItemsProcessed(state.iterations() * n);
    state.SetBytesProcessed(state.iterations() * n * index_t{3 * sizeof(float)});
}

void pow_float32(benchmark::State& state) {
    run(state, [](const auto& x, const auto& y, auto& out, executor_ref ex) { pow(x, y, out, {.executor = ex}); });
}
BENCHMARK(pow_float32)->ArgsProduct({{1 << 22}, {0, 1, 2, 4}})->UseRealTime();

void subtract_float32(benchmark::State& state) {
    run(state, [](const auto& x, const auto& y, auto& out, executor_ref ex) { subtract(x, y, out, {.executor = ex}); });
}
BENCHMARK(subtract_float32)->ArgsProduct({{1 << 10, 1 << 22}, {0, 1, 2, 4}})->UseRealTime();

} // namespace
#endif
