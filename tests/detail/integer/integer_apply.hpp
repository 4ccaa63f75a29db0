#pragma once

/// Calls a lane operation over arrays of any length, as a row loop does: whole steps, then the least ones, the last of
/// them padded with ones.

#include <lanewise/detail/operation/integer_operations.hpp>
#include <lanewise/detail/operation/integer_pow_floating_operations.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace lanewise_test {

using namespace lanewise::detail;

template <class T, int N>
lanes<T, N> load_padded(const T* from, std::size_t n) {
    constexpr auto step = static_cast<std::size_t>(N);
    std::array<T, step> padded;
    padded.fill(T{1});
    std::copy_n(from, std::min(n, step), padded.begin());
    lanes<T, N> r;
    std::memcpy(&r, padded.data(), sizeof r);
    return r;
}

template <class Op>
constexpr int least_step_of() {
    if constexpr (requires { Op::least_step; })
        return Op::least_step;
    else
        return Op::step;
}

template <int N, class Op>
void apply_step(const Op& op, const typename Op::first* x, const typename Op::second* y, std::size_t n,
                typename Op::result* out) {
    const auto r = op(load_padded<typename Op::first, N>(x, n), load_padded<typename Op::second, N>(y, n));
    std::memcpy(out, &r, n * sizeof(typename Op::result));
}

template <class Op>
std::vector<typename Op::result> apply(const Op& op, const std::vector<typename Op::first>& x,
                                       const std::vector<typename Op::second>& y) {
    constexpr auto step = static_cast<std::size_t>(Op::step);
    constexpr auto least = static_cast<std::size_t>(least_step_of<Op>());
    std::vector<typename Op::result> out(x.size());
    std::size_t i = 0;
    for (; i + step <= x.size(); i += step) apply_step<Op::step>(op, x.data() + i, y.data() + i, step, out.data() + i);
    for (; i < x.size(); i += least)
        apply_step<least_step_of<Op>()>(op, x.data() + i, y.data() + i, std::min(least, x.size() - i), out.data() + i);
    return out;
}

/// The operation's answer with one element in question among harmless ones, at lane `at` modulo the step.
template <class Op>
bool faulty_at(const Op& op, typename Op::first x, typename Op::second y, std::size_t at) {
    constexpr auto step = static_cast<std::size_t>(Op::step);
    constexpr typename Op::first harmless_x{1};
    constexpr typename Op::second harmless_y{1};
    auto xs = load_padded<typename Op::first, Op::step>(&harmless_x, 1);
    auto ys = load_padded<typename Op::second, Op::step>(&harmless_y, 1);
    std::memcpy(reinterpret_cast<char*>(&xs) + at % step * sizeof x, &x, sizeof x);
    std::memcpy(reinterpret_cast<char*>(&ys) + at % step * sizeof y, &y, sizeof y);
    return op(xs, ys);
}

} // namespace lanewise_test
