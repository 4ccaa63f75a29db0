// Which layouts fall off a cliff? Times subtract on random layouts (rank 1 to 8; permuted, broadcast, stepped and flipped
// operands, 1 to 16 MiB in all) of every element size against contiguous operands of the same size, and then benchmarks the
// ten that were slowest in proportion.
//
//     random_layouts [how many] [seed] [Google Benchmark's options]

#include <lanewise/subtract.hpp>
#include <lanewise/view_ops.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace lanewise;

std::string show(const auto& values) {
    std::string text;
    for (int i = 0; i < values.rank(); ++i) text += (i == 0 ? "(" : ",") + std::to_string(values[i]);
    return values.rank() == 0 ? "()" : text + ")";
}

class layout_source {
public:
    explicit layout_source(unsigned seed) : random_(seed) {}

    bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
    index_t up_to(index_t n) { return std::uniform_int_distribution<index_t>(1, n)(random_); }

    /// Extents of 1 to 4096, of about `elements` elements in all.
    extents shape(double elements) {
        std::vector<index_t> extent(static_cast<std::size_t>(up_to(max_rank)), 1);
        double room = std::log2(elements);
        for (std::size_t i = 0; i + 1 < extent.size(); ++i) {
            const double part =
                std::uniform_real_distribution<>(0, 2 * room / static_cast<double>(extent.size()))(random_);
            extent[i] = std::min<index_t>(4096, static_cast<index_t>(std::exp2(part)));
            room -= std::log2(static_cast<double>(extent[i]));
        }
        extent.back() = static_cast<index_t>(std::exp2(std::clamp(room, 0.0, 12.0)));
        std::shuffle(extent.begin(), extent.end(), random_);
        return extents(extent);
    }

    /// Random strides over a shape, with broadcast axes if allowed; first is where the first element lies.
    strides layout(const extents& shape, bool broadcasts, index_t& first, index_t& size) {
        std::vector<index_t> step(static_cast<std::size_t>(shape.rank()));
        std::vector<int> order(step.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        std::reverse(order.begin(), order.end());
        if (chance(0.6)) std::shuffle(order.begin(), order.end(), random_);
        first = 0;
        size = 1;
        for (const int axis : order) {
            if (broadcasts && chance(0.2)) continue;
            index_t& s = step[static_cast<std::size_t>(axis)];
            s = size * (chance(0.15) ? up_to(3) : 1);
            size = s * shape[axis];
            if (!chance(0.2)) continue;
            first += s * (shape[axis] - 1);
            s = -s;
        }
        return strides(step);
    }

private:
    std::mt19937 random_;
};

double nanoseconds(const std::function<void()>& f) {
    double best = 1e30;
    for (int i = 0; i < 4; ++i) {
        const auto start = std::chrono::steady_clock::now();
        f();
        best =
            std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

struct finding {
    double ratio; // to the contiguous call
    std::string name;
    index_t elements;
    std::function<void()> run;
};

template <class T>
finding measure(layout_source& source, const char* dtype) {
    constexpr index_t most_bytes = 16 << 20;
    for (;;) {
        const extents shape = source.shape(std::exp2(18.0 + 2 * std::log2(source.up_to(4))) / sizeof(T) * 2);
        index_t first[3];
        index_t size[3];
        const strides steps[] = {source.layout(shape, false, first[0], size[0]),
                                 source.layout(shape, true, first[1], size[1]),
                                 source.layout(shape, true, first[2], size[2])};
        const index_t bytes = (size[0] + size[1] + size[2]) * static_cast<index_t>(sizeof(T));
        if (shape.size() * static_cast<index_t>(sizeof(T)) < (1 << 18) || bytes > most_bytes || bytes < (1 << 20))
            continue;
        const auto run = [=](bool contiguous) {
            static std::vector<T> memory[3];
            for (std::vector<T>& m : memory) m.resize(most_bytes / sizeof(T) + 64);
            const auto view = [&](int k) {
                T* const data = memory[k].data();
                return contiguous ? tensor_view<T>(data, shape) : tensor_view<T>(data + first[k], shape, steps[k]);
            };
            subtract(view(1), view(2), view(0));
            benchmark::ClobberMemory();
        };
        const double flat = nanoseconds([&] { run(true); });
        return {nanoseconds([&] { run(false); }) / flat,
                std::string(dtype) + " " + show(shape) + " out" + show(steps[0]) + " a" + show(steps[1]) + " b" +
                    show(steps[2]),
                shape.size(), [run] { run(false); }};
    }
}

} // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 && std::atoi(argv[1]) > 0 ? std::atoi(argv[1]) : 2000;
    layout_source source(argc > 2 && std::atoi(argv[2]) > 0 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
    std::vector<finding> worst;
    std::vector<double> ratios[4];
    for (int i = 0; i < count; ++i) {
        finding f = i % 4 == 0   ? measure<std::uint8_t>(source, "uint8")
                    : i % 4 == 1 ? measure<float16>(source, "float16")
                    : i % 4 == 2 ? measure<float>(source, "float32")
                                 : measure<double>(source, "float64");
        ratios[i % 4].push_back(f.ratio);
        const auto at = std::find_if(worst.begin(), worst.end(), [&](const finding& w) { return w.ratio < f.ratio; });
        worst.insert(at, std::move(f));
        if (worst.size() > 10) worst.pop_back();
    }
    const char* const names[] = {"uint8", "float16", "float32", "float64"};
    const double bounds[] = {16, 8, 4, 4};
    std::printf("times the contiguous call:  median   90 %%   99 %%  slowest\n");
    for (std::size_t k = 0; k < 4; ++k) {
        std::vector<double>& r = ratios[k];
        if (r.empty()) continue;
        std::sort(r.begin(), r.end());
        const auto part = [&](std::size_t percent) { return r[(r.size() - 1) * percent / 100]; };
        const auto beyond = std::count_if(r.begin(), r.end(), [&](double ratio) { return ratio > bounds[k]; });
        std::printf("%-26s %7.1f %6.1f %6.1f %8.1f   %.1f %% beyond %gx\n", names[k], part(50), part(90), part(99),
                    r.back(), 100.0 * static_cast<double>(beyond) / static_cast<double>(r.size()), bounds[k]);
    }
    benchmark::Initialize(&argc, argv);
    for (const finding& f : worst) {
        benchmark::RegisterBenchmark(f.name.c_str(), [&f](benchmark::State& state) {
            for (auto _ : state) f.run();
            state.SetItemsProcessed(state.iterations() * f.elements);
            state.counters["times_contiguous"] = f.ratio;
        });
    }
    benchmark::RunSpecifiedBenchmarks();
}
