#pragma once

/// Bytes copied in chunks of constant size, which are registers and not calls.

#include "../../dtype.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The largest chunk.
inline constexpr index_t most_chunk = 32;

/// The bytes of a run, at most, that a register has at least twice.
inline constexpr index_t longest_repeated_run = most_chunk / 2;

/// Calls f with the largest power of two that `bytes` has room for, of at least `Least` and at most `Chunk`; in small code with
/// the least.
template <index_t Least, index_t Chunk = LANEWISE_SMALL ? Least : most_chunk, class F>
LANEWISE_ALWAYS_INLINE void with_chunk(index_t bytes, const F& f) noexcept {
    if constexpr (Chunk > Least) {
        if (bytes < Chunk) return with_chunk<Least, Chunk / 2>(bytes, f);
    }
    f(std::integral_constant<index_t, Chunk>{});
}

/// Copies a chunk: of a memcpy of 32 bytes g++ 12 makes two of 16, tuned for any processor.
template <index_t N>
LANEWISE_ALWAYS_INLINE void copy_chunk(std::integral_constant<index_t, N>, std::byte* to,
                                       const std::byte* from) noexcept {
    if constexpr (N == most_chunk) {
        typedef std::uint8_t chunk __attribute__((vector_size(N), aligned(1), may_alias));
        *reinterpret_cast<chunk*>(to) = *reinterpret_cast<const chunk*>(from);
    } else {
        __builtin_memcpy(to, from, std::size_t{N});
    }
}

/// Fills `bytes` bytes, at least as many as a chunk has: copy(at) fills the chunk there; the last overlaps the one before.
template <class Chunk, class Copy>
LANEWISE_ALWAYS_INLINE void fill_in_chunks(Chunk chunk, index_t bytes, const Copy& copy) noexcept {
    for (index_t at = 0; at < bytes - chunk; at += chunk) copy(at);
    copy(bytes - chunk);
}

/// Calls f(copy), where copy(to, from) copies `bytes` bytes, a multiple of Least: if they are fewer than the largest chunk has,
/// without a loop, and a power of two of them at once (pairs of floats in three orders: 1.5x).
template <index_t Least, class F>
LANEWISE_ALWAYS_INLINE void with_copy(index_t bytes, const F& f) noexcept {
    with_chunk<Least>(bytes, [&](auto chunk) {
        const auto copy = [=](std::byte* to, const std::byte* from, index_t at) {
            copy_chunk(chunk, to + at, from + at);
        };
        if constexpr (LANEWISE_SMALL || chunk == most_chunk) {
            f([=](std::byte* to, const std::byte* from) {
                fill_in_chunks(chunk, bytes, [&](index_t at) { copy(to, from, at); });
            });
        } else {
            if (bytes == chunk) return f([=](std::byte* to, const std::byte* from) { copy(to, from, 0); });
            if constexpr (chunk > Least)
                f([=](std::byte* to, const std::byte* from) { copy(to, from, 0), copy(to, from, bytes - chunk); });
        }
    });
}

/// Writes an element of type T `times` times, one behind the other, for every one of them up to `end`.
template <class T>
LANEWISE_ALWAYS_INLINE void repeat_elements(std::byte* to, const std::byte* from, const std::byte* end,
                                            index_t times) noexcept {
    typedef T repeated __attribute__((vector_size(most_chunk), aligned(1), may_alias));
    const index_t bytes = times * static_cast<index_t>(sizeof(T)); // of an element repeated
    for (; from < end; from += sizeof(T), to += bytes) {
        T element;
        __builtin_memcpy(&element, from, sizeof element);
        const repeated elements = element + repeated{};
        *reinterpret_cast<repeated*>(to) = elements;
        for (index_t at = most_chunk; at < bytes; at += most_chunk) *reinterpret_cast<repeated*>(to + at) = elements;
    }
}

/// Copies each block of `block` bytes `times` times, one behind the other; `bytes` are those of all blocks. Where a block is no
/// longer than an element, up to 32 bytes behind the last may be written too.
inline void repeat_blocks(std::byte* to, const std::byte* from, index_t bytes, index_t block, index_t times) noexcept {
    const std::byte* const end = from + bytes;
    if (block == 1) return repeat_elements<std::uint8_t>(to, from, end, times);
    if (block == 2) return repeat_elements<std::uint16_t>(to, from, end, times);
    if (block == 4) return repeat_elements<std::uint32_t>(to, from, end, times);
    if (block == 8) return repeat_elements<std::uint64_t>(to, from, end, times);
    with_chunk<2>(block, [&]<index_t N>(std::integral_constant<index_t, N>) {
        typedef std::uint8_t chunk __attribute__((vector_size(N), aligned(1), may_alias));
        const index_t last = block - N;
        for (; from < end; from += block) {
            const chunk head = *reinterpret_cast<const chunk*>(from);
            const chunk tail = *reinterpret_cast<const chunk*>(from + last);
            for (index_t i = 0; i < times; ++i, to += block) {
                for (index_t at = N; at < last; at += N) __builtin_memcpy(to + at, from + at, std::size_t{N});
                *reinterpret_cast<chunk*>(to) = head;
                *reinterpret_cast<chunk*>(to + last) = tail;
            }
        }
    });
}

} // namespace lanewise::detail::inline LANEWISE_ISA
