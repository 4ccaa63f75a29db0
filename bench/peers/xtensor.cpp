#define XTENSOR_USE_XSIMD

#include "peers.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

namespace {

using namespace peers;

/// Packed memory as a tensor whose rank is known when it is compiled, as xtensor advises.
template <std::size_t Rank, class T>
auto adapt(const array& a, const std::vector<std::int64_t>& shape) {
    std::array<std::size_t, Rank> extents{};
    std::size_t n = 1;
    for (std::size_t i = 0; i != Rank; ++i) n *= extents[i] = static_cast<std::size_t>(shape[i]);
    return xt::adapt(a.as<T>(), n, xt::no_ownership(), extents);
}

template <class T>
runs flat(const call& c) {
    const auto a = adapt<1, T>(c.a, {c.a.size()});
    auto out = adapt<1, T>(c.out, {c.out.size()});
    if (c.has_number()) {
        const T number = *c.b.as<T>();
        if (c.op == operation::pow) return repeat([=]() mutable { xt::noalias(out) = xt::pow(a, number); });
        return repeat([=]() mutable { xt::noalias(out) = a - number; });
    }
    const auto b = adapt<1, T>(c.b, {c.b.size()});
    if (c.op == operation::pow) return repeat([=]() mutable { xt::noalias(out) = xt::pow(a, b); });
    if (c.op == operation::difference_square) return repeat([=]() mutable { xt::noalias(out) = xt::square(a - b); });
    return repeat([=]() mutable { xt::noalias(out) = a - b; });
}

/// The packed array that a view with its axes in another order is of, and that order.
template <std::size_t Rank>
auto packed_below(const array& a, std::array<std::size_t, Rank>& order) {
    std::vector<std::int64_t> shape(Rank);
    for (std::size_t i = 0; i != Rank; ++i) {
        order[i] = 0;
        for (std::size_t k = 0; k != Rank; ++k) order[i] += a.steps[k] > a.steps[i] ? 1 : 0;
        shape[order[i]] = a.shape[i];
    }
    return adapt<Rank, float>(a, shape);
}

template <std::size_t Rank>
runs strided(const call& c) {
    auto out = adapt<Rank, float>(c.out, c.out.shape);
    const bool a_is_packed = is_packed(c.a);
    const bool b_is_packed = is_packed(c.b);
    const bool b_is_whole = c.b.shape == c.out.shape;
    if (a_is_packed && b_is_packed) {
        const auto a = adapt<Rank, float>(c.a, padded_shape(c.a, Rank));
        const auto b = adapt<Rank, float>(c.b, padded_shape(c.b, Rank));
        return repeat([=]() mutable { xt::noalias(out) = a - b; });
    }
    std::array<std::size_t, Rank> order_a{};
    std::array<std::size_t, Rank> order_b{};
    if (a_is_packed && b_is_whole) {
        const auto a = adapt<Rank, float>(c.a, c.a.shape);
        auto b = packed_below<Rank>(c.b, order_b);
        return repeat([=]() mutable { xt::noalias(out) = a - xt::transpose(b, order_b); });
    }
    if (c.a.steps.back() == 2) {
        auto shape = c.a.shape;
        shape.back() *= 2;
        auto a = adapt<Rank, float>(c.a, shape);
        const auto b = adapt<Rank, float>(c.b, c.b.shape);
        return repeat(
            [=, n = shape.back()]() mutable { xt::noalias(out) = xt::view(a, xt::all(), xt::range(0, n, 2)) - b; });
    }
    auto a = packed_below<Rank>(c.a, order_a);
    if (b_is_packed) {
        const auto b = adapt<Rank, float>(c.b, padded_shape(c.b, Rank));
        return repeat([=]() mutable { xt::noalias(out) = xt::transpose(a, order_a) - b; });
    }
    auto b = packed_below<Rank>(c.b, order_b);
    return repeat([=]() mutable { xt::noalias(out) = xt::transpose(a, order_a) - xt::transpose(b, order_b); });
}

runs prepare(const call& c) {
    if (!c.is_of_one_dtype() || c.threads != 1) return {};
    if (c.is_flat() || (c.has_number() && is_packed(c.a))) {
        return for_type<float, double, std::uint8_t, std::int16_t, std::int32_t, std::int64_t>(
            c.out.type, [&]<class T>(std::type_identity<T>) { return flat<T>(c); });
    }
    if (c.op != operation::subtract || !c.is_all(dtype::float32)) return {};
    switch (c.out.shape.size()) {
    case 1: { // backwards
        array whole = c.a;
        whole.data = c.a.as<float>() + (c.a.shape[0] - 1) * c.a.steps[0];
        auto a = adapt<1, float>(whole, c.a.shape);
        const auto b = adapt<1, float>(c.b, c.b.shape);
        return repeat(
            [=, out = adapt<1, float>(c.out, c.out.shape)]() mutable { xt::noalias(out) = xt::flip(a, 0) - b; });
    }
    case 2:
        return strided<2>(c);
    case 3:
        return strided<3>(c);
    case 4:
        return strided<4>(c);
    case 8:
        return strided<8>(c);
    default:
        return {};
    }
}

const offer offered("xtensor",
                    std::to_string(XTENSOR_VERSION_MAJOR) + "." + std::to_string(XTENSOR_VERSION_MINOR) + "." +
                        std::to_string(XTENSOR_VERSION_PATCH),
                    prepare);

} // namespace
