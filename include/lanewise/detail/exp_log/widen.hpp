#pragma once

/// lanes<float, N> beside lanes<double, N>, and both beside memory.
///
///   widen(a), narrow(a)       exact; each element rounded once, to nearest even
///   low_words(a)              the lower 32 bits of every double, in an unspecified order
///   spill(a, p), fill(p)      N contiguous elements, for the cold paths that walk them one by one

#include "../lane/lanes.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <std::size_t... I, int N>
LANEWISE_INLINE lanes<double, N> widen_all(std::index_sequence<I...>, const lanes<float, N>& a) noexcept {
    return {{(I % 2 == 0 ? widen_low(a.reg[I / 2]) : widen_high(a.reg[I / 2]))...}};
}
template <int N>
LANEWISE_INLINE lanes<double, N> widen(const lanes<float, N>& a) noexcept {
    return widen_all(std::make_index_sequence<static_cast<std::size_t>(lanes<double, N>::count)>{}, a);
}
template <std::size_t... I, int N>
LANEWISE_INLINE lanes<float, N> narrow_all(std::index_sequence<I...>, const lanes<double, N>& a) noexcept {
    return {{narrow(a.reg[2 * I], a.reg[2 * I + 1])...}};
}
/// Each element rounded once, to nearest even.
template <int N>
LANEWISE_INLINE lanes<float, N> narrow(const lanes<double, N>& a) noexcept {
    return narrow_all(std::make_index_sequence<static_cast<std::size_t>(lanes<float, N>::count)>{}, a);
}

template <std::size_t... I, int N>
LANEWISE_INLINE lanes<std::int32_t, N> all_low_words(std::index_sequence<I...>, const lanes<double, N>& a) noexcept {
    return {{low_words(a.reg[2 * I], a.reg[2 * I + 1])...}};
}
/// The lower 32 bits of every element, in an unspecified order.
template <int N>
LANEWISE_INLINE lanes<std::int32_t, N> low_words(const lanes<double, N>& a) noexcept {
    return all_low_words(std::make_index_sequence<static_cast<std::size_t>(lanes<std::int32_t, N>::count)>{}, a);
}

template <class T, int N>
LANEWISE_INLINE void spill(const lanes<T, N>& a, T* to) noexcept {
    for (int i = 0; i != lanes<T, N>::count; ++i) store_register<T>(to + i * batch_size<T>, a.reg[i]);
}
template <class T, int N>
LANEWISE_INLINE lanes<T, N> fill(const T* from) noexcept {
    lanes<T, N> a;
    for (int i = 0; i != lanes<T, N>::count; ++i) a.reg[i] = load_register<T>(from + i * batch_size<T>);
    return a;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
