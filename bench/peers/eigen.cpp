// "Eigen" is its arrays, whose expressions know their layout when they are compiled; "Eigen Tensor" the module for n
// axes.

#include "peers.hpp"

#include <Eigen/Core>
#include <unsupported/Eigen/CXX11/Tensor>

namespace {

using namespace peers;

template <class T>
struct element {
    using type = T;
};
template <>
struct element<float16> {
    using type = Eigen::half;
};

using index = Eigen::Index;
template <class T>
using line = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
using row = Eigen::Map<Eigen::Array<float, 1, Eigen::Dynamic>>;
using matrix = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
template <int Columns>
using narrow = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Columns, Eigen::RowMajor>>;
using skipping = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                            Eigen::Stride<Eigen::Dynamic, 2>>;

template <class T>
runs flat(const call& c) {
    using E = typename element<T>::type;
    const line<E> a(c.a.as<E>(), c.a.size());
    line<E> out(c.out.as<E>(), c.out.size());
    if (c.has_number()) {
        const E number = *c.b.as<E>();
        if (c.op == operation::pow) return repeat([=]() mutable { out = a.pow(number); });
        return repeat([=]() mutable { out = a - number; });
    }
    const line<E> b(c.b.as<E>(), c.b.size());
    if (c.op == operation::pow) return repeat([=]() mutable { out = a.pow(b); });
    if (c.op == operation::difference_square) return repeat([=]() mutable { out = (a - b).square(); });
    return repeat([=]() mutable { out = a - b; });
}

template <int Columns>
runs minus_short_row(const call& c) {
    const narrow<Columns> a(c.a.as<float>(), c.out.shape[0], Columns);
    narrow<Columns> out(c.out.as<float>(), c.out.shape[0], Columns);
    const Eigen::Map<Eigen::Array<float, 1, Columns>> b(c.b.as<float>());
    return repeat([=]() mutable { out = a.rowwise() - b; });
}

/// Two axes: what has a name in Eigen.
runs two_axes(const call& c) {
    const index m = c.out.shape[0];
    const index n = c.out.shape[1];
    const auto a_steps = broadcast_steps(c.a, c.out);
    const auto b_steps = broadcast_steps(c.b, c.out);
    const matrix a(c.a.as<float>(), m, n);
    matrix out(c.out.as<float>(), m, n);
    const bool a_is_whole = a_steps[0] == n && a_steps[1] == 1;
    const bool b_is_whole = b_steps[0] == n && b_steps[1] == 1;
    const bool b_is_row = b_steps[0] == 0;
    const bool b_is_column = b_steps[1] == 0;
    if (a_is_whole && b_is_row && n == 2) return minus_short_row<2>(c);
    if (a_is_whole && b_is_row && n == 3) return minus_short_row<3>(c);
    if (a_is_whole && b_is_row) {
        return repeat([=, b = row(c.b.as<float>(), n)]() mutable { out = a.rowwise() - b; });
    }
    if (a_is_whole && b_is_column && n == 3) {
        return repeat([a = narrow<3>(c.a.as<float>(), m, 3), out = narrow<3>(c.out.as<float>(), m, 3),
                       b = line<float>(c.b.as<float>(), m)]() mutable { out = a.colwise() - b; });
    }
    if (a_is_whole && b_is_column) {
        return repeat([=, b = line<float>(c.b.as<float>(), m)]() mutable { out = a.colwise() - b; });
    }
    if (a_steps[0] == 0 && b_is_column) {
        return repeat([=, a = row(c.a.as<float>(), n), b = line<float>(c.b.as<float>(), m)]() mutable {
            out = a.replicate(m, 1) - b.replicate(1, n);
        });
    }
    if (a_is_whole && b_steps[0] == 1) {
        return repeat([=, b = matrix(c.b.as<float>(), n, m)]() mutable { out = a - b.transpose(); });
    }
    if (a_steps[0] == 1 && b_is_row) {
        return repeat([=, a = matrix(c.a.as<float>(), n, m), b = row(c.b.as<float>(), n)]() mutable {
            out = a.transpose().rowwise() - b;
        });
    }
    if (a_steps[0] == 1 && b_steps[0] == 1) {
        return repeat([=, a = matrix(c.a.as<float>(), n, m), b = matrix(c.b.as<float>(), n, m)]() mutable {
            out = a.transpose() - b.transpose();
        });
    }
    if (a_steps[1] == 2 && b_is_whole) {
        return repeat([=, a = skipping(c.a.as<float>(), m, n, Eigen::Stride<Eigen::Dynamic, 2>(a_steps[0], 2)),
                       b = matrix(c.b.as<float>(), m, n)]() mutable { out = a - b; });
    }
    return {};
}

runs prepare(const call& c) {
    if (!c.is_of_one_dtype() || c.threads != 1) return {};
    if (c.is_flat() || (c.has_number() && is_packed(c.a))) {
        if (c.op == operation::pow) {
            return for_type<float16, float, double, std::int32_t>(
                c.out.type, [&]<class T>(std::type_identity<T>) { return flat<T>(c); });
        }
        return for_type<float16, float, double, std::uint8_t, std::int16_t, std::int32_t, std::int64_t>(
            c.out.type, [&]<class T>(std::type_identity<T>) { return flat<T>(c); });
    }
    if (c.op != operation::subtract || !c.is_all(dtype::float32)) return {};
    if (c.out.shape.size() == 1) { // backwards
        const index n = c.out.size();
        return repeat([a = line<float>(c.a.as<float>() + (n - 1) * c.a.steps[0], n),
                       b = line<float>(c.b.as<float>(), n),
                       out = line<float>(c.out.as<float>(), n)]() mutable { out = a.reverse() - b; });
    }
    return c.out.shape.size() == 2 ? two_axes(c) : runs();
}

template <int Rank>
using tensor = Eigen::TensorMap<Eigen::Tensor<float, Rank, Eigen::RowMajor, index>>;

template <int Rank>
runs broadcast_tensors(const call& c) {
    constexpr auto rank = static_cast<std::size_t>(Rank);
    Eigen::array<index, rank> of_a, of_b, of_out, times_a, times_b;
    const auto shape_a = padded_shape(c.a, rank);
    const auto shape_b = padded_shape(c.b, rank);
    for (std::size_t i = 0; i != rank; ++i) {
        of_a[i] = shape_a[i];
        of_b[i] = shape_b[i];
        of_out[i] = c.out.shape[i];
        times_a[i] = of_out[i] / of_a[i];
        times_b[i] = of_out[i] / of_b[i];
    }
    tensor<Rank> a(c.a.as<float>(), of_a), b(c.b.as<float>(), of_b), out(c.out.as<float>(), of_out);
    if (of_a == of_out) return repeat([=]() mutable { out = a - b.broadcast(times_b); });
    return repeat([=]() mutable { out = a.broadcast(times_a) - b.broadcast(times_b); });
}

/// b is a packed array with its axes in another order.
template <int Rank>
runs shuffled_tensor(const call& c) {
    constexpr auto rank = static_cast<std::size_t>(Rank);
    Eigen::array<index, rank> of, of_b;
    Eigen::array<int, rank> order;
    for (std::size_t i = 0; i != rank; ++i) {
        of[i] = c.out.shape[i];
        int before = 0; // how many axes of b have longer steps: its place in memory
        for (std::size_t k = 0; k != rank; ++k) before += c.b.steps[k] > c.b.steps[i] ? 1 : 0;
        order[i] = before;
        of_b[static_cast<std::size_t>(before)] = of[i];
    }
    tensor<Rank> a(c.a.as<float>(), of), b(c.b.as<float>(), of_b), out(c.out.as<float>(), of);
    return repeat([=]() mutable { out = a - b.shuffle(order); });
}

template <int Rank>
runs with_tensors(const call& c) {
    if (is_packed(c.a) && is_packed(c.b)) return broadcast_tensors<Rank>(c);
    return is_packed(c.a) && c.b.shape == c.out.shape ? shuffled_tensor<Rank>(c) : runs();
}

runs prepare_tensors(const call& c) {
    if (c.op != operation::subtract || !c.is_all(dtype::float32) || c.is_flat() || c.has_number()) return {};
    switch (c.out.shape.size()) {
    case 2:
        return with_tensors<2>(c);
    case 3:
        return with_tensors<3>(c);
    case 4:
        return with_tensors<4>(c);
    case 8:
        return with_tensors<8>(c);
    default:
        return {};
    }
}

const std::string version = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                            std::to_string(EIGEN_MINOR_VERSION);
const offer eigen("Eigen", version, prepare);
const offer eigen_tensor("Eigen Tensor", version, prepare_tensors);

} // namespace
