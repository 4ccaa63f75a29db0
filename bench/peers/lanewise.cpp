#include "peers.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/interop/openmp.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>
#include <lanewise/version.hpp>

namespace {

using namespace peers;

template <class T>
lanewise::tensor_view<T> view(const array& a) {
    return {a.as<T>(), lanewise::extents(a.shape), lanewise::strides(a.steps)};
}

const lanewise::openmp_executor on_threads;

/// The way that a program with two inputs and an existing result would call it.
template <class In, class T, class F>
runs repeat_on(const call& c, F f) {
    const lanewise::executor_ref executor = c.threads == 1 ? lanewise::executor_ref() : lanewise::executor_ref(on_threads);
    return repeat([=, a = view<const In>(c.a), b = view<const T>(c.b), out = view<T>(c.out)] { f(a, b, out, executor); });
}

template <class T>
runs pow_runs(const call& c) {
    const auto call_pow = [](const auto& x, const auto& y, const auto& out, lanewise::executor_ref executor) {
        lanewise::pow(x, y, out, {.executor = executor});
    };
    if (!c.has_number()) return repeat_on<T, T>(c, call_pow);
    const T y = *c.b.as<T>();
    return repeat([=, x = view<const T>(c.a), out = view<T>(c.out)] { lanewise::pow(x, y, out); });
}

constexpr auto subtract = [](const auto& a, const auto& b, const auto& out, lanewise::executor_ref executor) {
    lanewise::subtract(a, b, out, {.executor = executor});
};

runs prepare(const call& c) {
    if (c.op == operation::pow) {
        return for_type<float16, float, double, std::int32_t>(
            c.out.type, [&]<class T>(std::type_identity<T>) { return pow_runs<T>(c); });
    }
    if (c.op == operation::difference_square) {
        const auto square = [](const auto& a, const auto& b, const auto& out, auto) {
            lanewise::difference_square(a, b, out);
        };
        if (c.b.type == dtype::float32) return repeat_on<float, float>(c, square);
        return repeat([=, a = view<const std::uint8_t>(c.a), b = view<const std::uint8_t>(c.b),
                       out = view<float>(c.out)] { square(a, b, out, 0); });
    }
    if (!c.is_of_one_dtype()) return repeat_on<std::uint8_t, float>(c, subtract);
    return for_type<float16, float, double, std::uint8_t, std::int16_t, std::int32_t, std::int64_t>(
        c.out.type, [&]<class T>(std::type_identity<T>) { return repeat_on<T, T>(c, subtract); });
}

const offer offered("lanewise", std::to_string(LANEWISE_VERSION_MAJOR) + "." + std::to_string(LANEWISE_VERSION_MINOR) + "." +
                                std::to_string(LANEWISE_VERSION_PATCH), prepare);

} // namespace
