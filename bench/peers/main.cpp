// Times lanewise beside its peers, in turn: --benchmark_enable_random_interleaving=true --benchmark_repetitions=8.
//
// A benchmark is called group/case/peer. Before it is timed its values are checked: the counters max_ulp and different
// (the share of elements that are not the right ones) go into the JSON, and what differs is printed. For pow they are
// measured on the case's sample. LANEWISE_PEERS_SAMPLE=100000 makes that shorter; it is rounded up.

#include "peers.hpp"

#include <lanewise/tensor.hpp>

#include <benchmark/benchmark.h>

#include <omp.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <regex>

namespace {

using namespace peers;

std::size_t size_bytes(const array& a) {
    return static_cast<std::size_t>(a.size() * bytes_of(a.type));
}

/// What the peer makes of the call's values.
truth::errors check(const peer& p, const call& made, const truth& right) {
    std::memset(made.out.data, 0xa5, size_bytes(made.out));
    omp_set_num_threads(made.threads);
    p.prepare(made)(1);
    return right.of(made.out);
}

void time(benchmark::State& state, const call& made, runs& run, const truth::errors& errors) {
    omp_set_num_threads(made.threads);
    run(1);
    while (state.KeepRunningBatch(state.max_iterations)) run(state.max_iterations);
    state.counters["elements"] = static_cast<double>(made.out.size());
    state.counters["bytes"] = static_cast<double>(size_bytes(made.a) + size_bytes(made.b) + size_bytes(made.out));
    state.counters["max_ulp"] = errors.ulp;
    state.counters["different"] = errors.different;
}

runs prepare(const peer& p, const test_case& c) {
    try {
        call on_threads = c.made;
        on_threads.threads = 2; // who has no threads is not timed without them either
        if (c.group == "threads" && !p.prepare(on_threads)) return {};
        return p.prepare(c.made);
    } catch (const std::exception&) {
        return {}; // a library's way to say that it has no such call
    }
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    for (const peer& p : all_peers()) benchmark::AddCustomContext("peer " + p.name, p.version);
    benchmark::AddCustomContext("compiler", LANEWISE_PEERS_COMPILER);

    const std::string spec = benchmark::GetBenchmarkFilter();
    const std::regex filter(spec == "all" ? "." : spec);
    const auto wanted = [&](const std::string& name) { return std::regex_search(name, filter); };
    // A filter may name a peer as well, so a case is made where any of its benchmarks is wanted.
    static std::vector<test_case> all = cases([&](const std::string& name) {
        for (const peer& p : all_peers()) {
            if (wanted(name + "/" + p.name)) return true;
        }
        return false;
    });
    for (test_case& c : all) {
        const bool samples = c.sample.out.data != nullptr;
        const truth right(c.made);
        const truth right_of_sample(samples ? c.sample : c.made);
        for (const peer& p : all_peers()) {
            const std::string name = c.group + "/" + c.name + "/" + p.name;
            if (!wanted(name)) continue;
            runs run = prepare(p, c);
            if (!run) continue;
            truth::errors errors = check(p, c.made, right);
            if (samples) errors = check(p, c.sample, right_of_sample);
            const std::clock_t begin = std::clock(); // of processor time: others may be at work
            run(1);
            const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            const bool inexact = c.made.op == operation::pow ? errors.ulp > 1 : errors.different != 0;
            if (inexact) {
                std::fprintf(stderr, "%s: %g of the elements differ, by at most %g ULP\n", name.c_str(),
                             errors.different, errors.ulp);
            }
            auto* added = benchmark::RegisterBenchmark(
                name.c_str(), [&c, run, errors](benchmark::State& state) mutable { time(state, c.made, run, errors); });
            if (c.group == "threads") added->UseRealTime();
            if (seconds > 0.05) added->Iterations(1)->Repetitions(2); // far behind, and not to the second digit
        }
        if (c.group == "sizes") { // what memory gives: a copy that moves as many bytes as the call
            benchmark::RegisterBenchmark(("sizes/" + c.name + "/memcpy").c_str(), [&c](benchmark::State& state) {
                constexpr std::int64_t apart = 576; // on other lines of a page, as the cases' arrays
                const std::int64_t n = c.made.out.size() * bytes_of(c.made.out.type) * 3 / 2;
                const lanewise::tensor<std::uint8_t> from(lanewise::extents{n});
                lanewise::tensor<std::uint8_t> to(lanewise::extents{n + apart});
                for (auto _ : state) {
                    std::memcpy(to.data() + apart, from.data(), static_cast<std::size_t>(n));
                    benchmark::ClobberMemory();
                }
                state.counters["elements"] = static_cast<double>(c.made.out.size());
                state.counters["bytes"] = static_cast<double>(2 * n);
            });
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
