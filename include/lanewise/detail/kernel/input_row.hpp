#pragma once

/// The rows of an input, as the lanes that an operation takes.

#include "../lane/transpose.hpp"
#include "../operation/operation.hpp"
#include "../plan/row_kernel.hpp"
#include "../shuffle/gaps.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Whether an operation takes every second, third or fourth element of its rows, too.
template <class Op>
inline constexpr bool skips = rearranges<Op>&& can_skip<typename Op::result>;

/// Fetches cache lines into the L1 cache. No loop, which g++ would keep (every third: 1.2x).
template <int... Line>
LANEWISE_ALWAYS_INLINE void fetch_lines(const std::byte* from, std::integer_sequence<int, Line...>) noexcept {
    (__builtin_prefetch(from + Line * cache_line), ...);
}

/// A row of packed elements.
template <class Op, class T>
struct packed_row {
    const std::byte* data;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        return load_input<Op, T, N>(data + i * static_cast<index_t>(sizeof(T)));
    }
};

/// A row of one element that is repeated, of which all lanes are there.
template <class Lanes>
struct splat_row {
    const Lanes& lanes;

    template <int N>
    LANEWISE_INLINE const Lanes& lanes_at(index_t) const noexcept {
        return lanes;
    }
};

/// A row of packed elements, or of one that is repeated: then it fills a buffer of a whole step.
///
/// Why a buffer: whatever takes packed rows takes splats, too.
template <class Op, class T>
struct input_row {
    using lane = typename lane_of<Op, T>::type;
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    const std::byte* data;
    row_form form;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        return load_input<Op, T, N>(form == row_form::splat ? data : data + i * size);
    }

    /// The lanes of n < N elements from i on.
    template <int N>
    LANEWISE_INLINE auto some_lanes_at(index_t i, index_t n) const noexcept {
        if (form == row_form::splat) return load_as<lane, T, N>(data);
        return load_first<lane, T, N>(data + i * size, n);
    }
};

/// The same, or a row of any other form.
template <class Op, class T>
struct rearranged_row {
    using lane = typename lane_of<Op, T>::type;
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    /// How far ahead the elements of skipping forms are fetched, at most a row: loads under a mask keep too few cache lines on
    /// their way (every second of 4Mi floats: 2.3x).
    static constexpr index_t skip_ahead = 3072; // bytes

    const std::byte* data;
    row_form form;
    // For what is fetched; the row behind it, since what lies between is not needed (rows of 128 floats: 1.9x).
    index_t elements = 0;
    const std::byte* next = nullptr;
    index_t step = elements_apart(form) * size;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        const std::byte* const from = data + i * step;
        if (is_rearranged(form)) {
            alignas(64) std::byte packed[static_cast<std::size_t>(N) * sizeof(T)];
            rearrange<N>(packed, from, i);
            return load_input<Op, T, N>(packed);
        }
        return load_input<Op, T, N>(from);
    }

    template <int N>
    LANEWISE_INLINE auto some_lanes_at(index_t i, index_t n) const noexcept {
        if (!is_rearranged(form)) return input_row<Op, T>{data, form}.template some_lanes_at<N>(i, n);
        alignas(64) T packed[static_cast<std::size_t>(N)];
        for (T& element : packed) element = T(1); // as load_first
        for (index_t k = 0; k < n; ++k) packed[k] = load_element<T>(data + (i + k) * step);
        return load_as<lane, T, N>(reinterpret_cast<const std::byte*>(packed));
    }

private:
    template <int N>
    LANEWISE_INLINE void rearrange(std::byte* packed, const std::byte* from, index_t i) const noexcept {
        if constexpr (skips<Op>) {
            if (form == row_form::every_second) return skip<N, 2>(packed, from, i);
            if (form == row_form::every_third) return skip<N, 3>(packed, from, i);
            if (form == row_form::every_fourth) return skip<N, 4>(packed, from, i);
        }
        reverse_block<bits_type<T>, N>(packed, from - (N - 1) * size);
    }

    template <int N, int Step>
    LANEWISE_INLINE void skip(std::byte* packed, const std::byte* from, index_t i) const noexcept {
        constexpr index_t apart = Step * size;
        const index_t ahead = smaller(skip_ahead / apart, elements);
        const std::byte* const fetched =
            i + ahead < elements ? from + ahead * apart : next + (i + ahead - elements) * apart;
        fetch_lines(fetched,
                    std::make_integer_sequence<int, static_cast<int>(pieces(N * apart, index_t{cache_line}))>());
        skip_blocks<bits_type<T>, Step, N>(packed, from);
    }
};

/// A row whose elements lie backwards.
template <class Op, class T>
struct backwards_row {
    static constexpr auto size = static_cast<index_t>(sizeof(T));

    const std::byte* data;

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        alignas(64) std::byte packed[static_cast<std::size_t>(N) * sizeof(T)];
        reverse_block<bits_type<T>, N>(packed, data - (i + N - 1) * size);
        return load_input<Op, T, N>(packed);
    }
};

/// N elements of short rows: registers, or 32, 16 or 8 bytes of one, which is computed as a whole one whose others are 0.
template <class Op, int N>
struct short_register {
    using T = typename Op::result;
    static constexpr int least = least_step<Op>();
    static constexpr int bytes = N * static_cast<int>(sizeof(T));

    LANEWISE_INLINE static auto load(const std::byte* from) noexcept {
        if constexpr (N >= least) {
            return load_input<Op, T, N>(from);
        } else if constexpr (is_float16<T>) {
            return lanes<float, least>{{float16_register<T>::load_half(from)}};
        } else {
            return lanes_of<T, least>(load_low<bytes>(from));
        }
    }

    LANEWISE_INLINE static auto repeated(const std::byte* element) noexcept {
        std::byte all[static_cast<std::size_t>(bytes)];
        store_repeated<N>(all, load_element<T>(element));
        return load(all);
    }

    template <class Z>
    LANEWISE_INLINE static void store(std::byte* to, const Z& z) noexcept {
        if constexpr (N >= least) {
            store_results<Op, N>(to, z);
        } else if constexpr (is_float16<T>) {
            float16_register<T>::store_half(to, z.reg[0]);
        } else {
            store_low<bytes>(to, low_bytes(z));
        }
    }
};

/// Whether a register has 64 bytes, and halves.
template <class Op>
inline constexpr bool has_halves =
    !is_float16<typename Op::result> && is_two_halves<batch<lane_type<typename Op::result>>>;

/// Whether short registers may be 16 or 8 bytes; of 16-bit floats where there are halves of registers.
template <class Op>
inline constexpr bool has_low_bytes = sizeof(halves_register) == 32 && (!is_float16<typename Op::result> || requires {
                                          float16_register<typename Op::result>::load_half(nullptr);
                                      });

/// Where an input's splats are repeated.
template <class Op, class T, class Row = input_row<Op, T>>
class row_input {
public:
    /// A row; it holds until the next call. `more` is what a rearranged one has.
    template <class... More>
    LANEWISE_INLINE Row row(const std::byte* data, row_form form, const More&... more) noexcept {
        if (form != row_form::splat) return {data, form, more...};
        store_repeated<Op::step>(repeated_, load_element<T>(data));
        return {repeated_, row_form::splat};
    }

private:
    alignas(64) std::byte repeated_[static_cast<std::size_t>(Op::step) * sizeof(T)];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
