#pragma once

/// Two-column table lookup: for every lane, one row of 16 bytes.
///
///   load_rows(rows, index)   {first of rows[index], second of rows[index]}; index in range in every lane, and below 256
///
/// Why     one 16-byte load per lane and an unpack beat two gathers by 10 % and more on every x86 tried, but for an Intel with
///         AVX-512 of 2023: there gathers take .97, which processors that are slow at them would pay for.

#include "../lane/lanes.hpp"
#include "pow_float64_tables.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

namespace registers {

#if defined(__SSE2__) && defined(__x86_64__)
struct columns128 {
    __m128d first;
    __m128d second;
};
LANEWISE_INLINE __m128d load_row(const table_row* rows, std::int64_t i) noexcept {
    return _mm_load_pd(&rows[i].first);
}

/// Rows 0 and 1 of the register.
LANEWISE_INLINE columns128 row_pair(const table_row* rows, __m128i index) noexcept {
    const std::int64_t low = _mm_cvtsi128_si64(index);
#if defined(__SSE4_1__)
    const std::int64_t high = _mm_extract_epi64(index, 1);
#else
    const std::int64_t high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(index, index));
#endif
    return {load_row(rows, low), load_row(rows, high)};
}
LANEWISE_INLINE columns128 load_rows(const table_row* rows, __m128i index) noexcept {
    const columns128 at = row_pair(rows, index);
    return {_mm_unpacklo_pd(at.first, at.second), _mm_unpackhi_pd(at.first, at.second)};
}
#endif
#if defined(__AVX__)
struct columns256 {
    __m256d first;
    __m256d second;
};
/// Even rows and odd rows of the register.
LANEWISE_INLINE columns256 row_pairs(const table_row* rows, __m256i index) noexcept {
    const columns128 low = row_pair(rows, _mm256_castsi256_si128(index));
    const columns128 high = row_pair(rows, _mm256_extractf128_si256(index, 1));
    return {_mm256_insertf128_pd(_mm256_castpd128_pd256(low.first), high.first, 1),
            _mm256_insertf128_pd(_mm256_castpd128_pd256(low.second), high.second, 1)};
}
LANEWISE_INLINE columns256 load_rows(const table_row* rows, __m256i index) noexcept {
    const columns256 at = row_pairs(rows, index);
    return {_mm256_unpacklo_pd(at.first, at.second), _mm256_unpackhi_pd(at.first, at.second)};
}
#endif
#if defined(__AVX512F__)
struct columns512 {
    __m512d first;
    __m512d second;
};
/// Rows `indices` % 256 and (`indices` >> 16) % 256.
LANEWISE_INLINE __m256d two_rows(const table_row* rows, std::uint64_t indices) noexcept {
    const auto index = [&](int shift) { return static_cast<std::int64_t>((indices >> shift) & 255); };
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(load_row(rows, index(0))), load_row(rows, index(16)), 1);
}
/// Indices below 256: as bytes of one integer they are taken apart by units that are idle (float64 pow of an Intel .90).
LANEWISE_INLINE columns512 load_rows(const table_row* rows, __m512i index) noexcept {
    const auto indices = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(index)));
    const __m512d even =
        _mm512_insertf64x4(_mm512_castpd256_pd512(two_rows(rows, indices)), two_rows(rows, indices >> 32), 1);
    const __m512d odd =
        _mm512_insertf64x4(_mm512_castpd256_pd512(two_rows(rows, indices >> 8)), two_rows(rows, indices >> 40), 1);
    return {_mm512_unpacklo_pd(even, odd), _mm512_unpackhi_pd(even, odd)};
}
#endif

} // namespace registers

struct row_columns {
    batch<double> first;
    batch<double> second;
};

template <class Batch>
LANEWISE_INLINE row_columns load_rows(const table_row* rows, const Batch& index) noexcept {
    if constexpr (requires { registers::load_rows(rows, index.data); }) {
        const auto loaded = registers::load_rows(rows, index.data);
        return {batch<double>(loaded.first), batch<double>(loaded.second)};
    } else {
        alignas(64) std::uint64_t at[Batch::size];
        alignas(64) double first[Batch::size];
        alignas(64) double second[Batch::size];
        store_register<std::uint64_t>(at, index);
        for (std::size_t i = 0; i != Batch::size; ++i) {
            first[i] = rows[at[i]].first;
            second[i] = rows[at[i]].second;
        }
        return {load_register<double>(first), load_register<double>(second)};
    }
}

template <int N>
struct row_lanes {
    lanes<double, N> first;
    lanes<double, N> second;
};

template <int N, std::size_t... I>
LANEWISE_INLINE void load_all_rows(std::index_sequence<I...>, row_lanes<N>& to, const table_row* rows,
                                   const lanes<std::uint64_t, N>& index) noexcept {
    const auto load = [&](batch<double> & first, batch<double> & second, const auto& at)
        __attribute__((LANEWISE_INLINED)) {
        const row_columns loaded = load_rows(rows, at);
        first = loaded.first;
        second = loaded.second;
    };
    (load(to.first.reg[I], to.second.reg[I], index.reg[I]), ...);
}
template <int N>
LANEWISE_INLINE row_lanes<N> load_rows(const table_row* rows, const lanes<std::uint64_t, N>& index) noexcept {
    row_lanes<N> loaded;
    load_all_rows(std::make_index_sequence<static_cast<std::size_t>(lanes<double, N>::count)>{}, loaded, rows, index);
    return loaded;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
