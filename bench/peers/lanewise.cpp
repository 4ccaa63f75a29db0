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
template <class A, class B, class Out, class F>
runs repeat_on(const call& c, F f) {
    const auto a = view<const A>(c.a);
    const auto b = view<const B>(c.b);
    const auto out = view<Out>(c.out);
    if (c.threads == 1) return repeat([=] { f(a, b, out); });
    return repeat([=] { f(on_threads, a, b, out); });
}

constexpr auto subtract = [](const auto&... arguments) { lanewise::subtract(arguments...); };
constexpr auto difference_square = [](const auto&... arguments) { lanewise::difference_square(arguments...); };
constexpr auto pow = [](const auto&... arguments) { lanewise::pow(arguments...); };

template <class T>
runs pow_runs(const call& c) {
    if (!c.has_number()) return repeat_on<T, T, T>(c, pow);
    return repeat([x = view<const T>(c.a), y = *c.b.as<T>(), out = view<T>(c.out)] { lanewise::pow(x, y, out); });
}

runs prepare(const call& c) {
    using std::uint8_t;
    if (c.op == operation::pow) {
        return for_type<float16, float, double, std::int32_t>(
            c.out.type, [&]<class T>(std::type_identity<T>) { return pow_runs<T>(c); });
    }
    if (c.op == operation::difference_square) {
        return c.is_of_one_dtype() ? repeat_on<float, float, float>(c, difference_square)
                                   : repeat_on<uint8_t, uint8_t, float>(c, difference_square);
    }
    if (!c.is_of_one_dtype()) return repeat_on<uint8_t, float, float>(c, subtract);
    return for_type<float16, float, double, uint8_t, std::int16_t, std::int32_t, std::int64_t>(
        c.out.type, [&]<class T>(std::type_identity<T>) { return repeat_on<T, T, T>(c, subtract); });
}

const offer offered("lanewise",
                    std::to_string(LANEWISE_VERSION_MAJOR) + "." + std::to_string(LANEWISE_VERSION_MINOR) + "." +
                        std::to_string(LANEWISE_VERSION_PATCH),
                    prepare);

} // namespace
