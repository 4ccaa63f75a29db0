#pragma once

/// Packed elements as ones of a wider type, in registers.

#include "../lane/memory.hpp"
#include "../plan/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Lanes of the type in which From's are loaded, as those of L. 16-bit floats become doubles by way of floats.
template <class L, class From, int N, class Lanes>
LANEWISE_ALWAYS_INLINE lanes<L, N> widened_lanes(const Lanes& loaded) noexcept {
    if constexpr (std::is_same_v<Lanes, lanes<L, N>>) {
        return loaded;
    } else {
        alignas(64) std::byte elements[sizeof loaded];
        store<lane_type<From>, N>(elements, loaded);
        return load_as<L, lane_type<From>, N>(elements);
    }
}

/// Widens n packed elements. They may lie at the end of where they go: none is written over before it is read. Not inline: pow
/// widens from many types to many.
template <class From, class To>
[[gnu::noinline]] LANEWISE_FLATTEN void widen_row(std::byte* to, const std::byte* from, index_t n) noexcept {
    using lane = lane_type<To>;
    using loaded = std::conditional_t<widens_in_load<From, lane>, lane, lane_type<From>>;
    constexpr int least = batch_size<loaded>; // no fewer than of lane, which is wider
    constexpr int step = 4 * least;
    constexpr auto from_size = static_cast<index_t>(sizeof(From));
    constexpr auto to_size = static_cast<index_t>(sizeof(To));
    if (n < least) {
        const auto few = widened_lanes<lane, From, least>(load_first<loaded, From, least>(from, n));
        return store_first<To, least>(to, few, n);
    }
    const auto load_at = [from]<int N>(std::integral_constant<int, N>, index_t i)
        __attribute__((LANEWISE_ALWAYS_INLINED)) {
        return widened_lanes<lane, From, N>(load_as<loaded, From, N>(from + i * from_size));
    };
    constexpr std::integral_constant<int, least> one;
    constexpr std::integral_constant<int, step> several;
    const index_t last = n - least;
    const auto end = load_at(one, last);
    index_t i = 0;
    for (; i + step <= n; i += step) store<To, step>(to + i * to_size, load_at(several, i));
    for (; i < last; i += least) store<To, least>(to + i * to_size, load_at(one, i));
    store<To, least>(to + last * to_size, end);
}

/// Packs strided rows as they are, to the end of where they go, and widens them there.
template <class From, class To, class Pack>
LANEWISE_ALWAYS_INLINE void pack_and_widen(std::byte* packed, index_t pitch, const strided_rows& from,
                                           const Pack& pack_narrow) noexcept {
    const index_t n = from.n * from.run.count;
    std::byte* const narrow = packed + n * static_cast<index_t>(sizeof(To) - sizeof(From));
    reading_order order = from.order->resized(sizeof(To), sizeof(From));
    strided_rows g = from;
    g.order = &order;
    pack_narrow(nullptr, narrow, pitch, g);
    for (index_t j = 0; j < from.row.count; ++j) widen_row<From, To>(packed + j * pitch, narrow + j * pitch, n);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
