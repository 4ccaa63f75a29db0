#pragma once

/// Polynomials of lanes<double, N>: every step a multiply_add.

#include "../lane/lanes.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <int Next, int N, std::size_t Count>
LANEWISE_INLINE lanes<double, N> horner_from(const lanes<double, N>& x, const lanes<double, N>& sum,
                                             const double (&c)[Count]) noexcept {
    const lanes<double, N> more = multiply_add(sum, x, splat<double, N>(c[Next]));
    if constexpr (Next == 0)
        return more;
    else
        return horner_from<Next - 1>(x, more, c);
}
/// c[0] + c[1] x + ... + c[Count - 1] x^(Count - 1), one step after the other: the fewest registers.
template <int N, std::size_t Count>
LANEWISE_INLINE lanes<double, N> horner(const lanes<double, N>& x, const double (&c)[Count]) noexcept {
    return horner_from<static_cast<int>(Count) - 2>(x, splat<double, N>(c[Count - 1]), c);
}

/// terms[0] + terms[1] x + ..., by pairs, pairs of pairs and so on: the fewest steps that wait for each other.
template <int N, std::size_t Count>
LANEWISE_INLINE lanes<double, N> estrin(const lanes<double, N>& x, const lanes<double, N> (&terms)[Count]) noexcept {
    if constexpr (Count == 1) {
        return terms[0];
    } else {
        constexpr int pairs = static_cast<int>(Count / 2);
        lanes<double, N> sums[(Count + 1) / 2];
        each_register<pairs>(LANEWISE_EACH(int i) { sums[i] = multiply_add(terms[2 * i + 1], x, terms[2 * i]); });
        if constexpr (Count % 2 != 0) sums[pairs] = terms[Count - 1];
        return estrin(x * x, sums);
    }
}

/// c[0] + c[1] x + ... + c[Count - 1] x^(Count - 1) in the order that is faster (two registers: pow of 8 floats 70 -> 65 ns).
template <int N, std::size_t Count>
LANEWISE_INLINE lanes<double, N> polynomial(const lanes<double, N>& x, const double (&c)[Count]) noexcept {
    if constexpr (lanes<double, N>::count > 2) {
        return horner(x, c);
    } else {
        lanes<double, N> terms[Count];
        each_register<static_cast<int>(Count)>(LANEWISE_EACH(int i) { terms[i] = splat<double, N>(c[i]); });
        return estrin(x, terms);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
