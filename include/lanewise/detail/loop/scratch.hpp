#pragma once

/// What a walk in tiles keeps in memory: where rows and runs begin, notes, packed rows. Some 52 KiB of stack, of the 64 that a
/// call takes at most, unless a caller lends the room for packed rows.

#include "position_table.hpp"

#include <span>

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t most_row_bytes = 8192; // of a packed row

/// How far apart packed rows of so many bytes are: an odd number of cache lines, or a column of them would compete for
/// one set of the cache.
constexpr index_t row_pitch(index_t bytes) noexcept {
    return (pieces(bytes, cache_line) | 1) * cache_line;
}

/// Room for packed rows: those of one input, or half of it for each; a part of it is out's, if its rows are unpacked from
/// there. 64 of 512 bytes, since so many neighbours in a transposed input may fill a line (with 63, (8, 64, 56, 56) from
/// NHWC: 1.25x); behind them some bytes are written, too.
inline constexpr index_t packed_room = 64 * row_pitch(512) + cache_line;
inline constexpr index_t unpack_room = most_row_bytes;
inline constexpr index_t unpack_alone = 2 * most_row_bytes; // where no input is packed; so much stays in the L1 cache

/// The notes on the inputs' rows, by their length: rows at an axis's end are shorter, and then as long as before again. There
/// are three: the first two are kept, those of two inputs' usual rows, and their ends take turns in the last one (float32
/// (2, 5, 6, 728, 3) in two orders: 1.25x).
class noted_rows {
public:
    /// Those on input k's rows of n elements.
    pack_notes& of(int k, index_t n) noexcept {
        int i = 0;
        while (i < count_ && (input_[i] != k || n_[i] != n)) ++i;
        if (i < count_) return notes_[i];
        if (i == most) --i;
        count_ = i + 1;
        input_[i] = k;
        n_[i] = n;
        notes_[i].clear();
        return notes_[i];
    }

private:
    static constexpr int most = 3;
    int count_ = 0;
    int input_[most];
    index_t n_[most];
    pack_notes notes_[most];
};

/// The lines of memory that a caller lends, unless these are fewer than there are anyway.
inline std::span<std::byte> lent_lines(const std::span<std::byte>& lent) noexcept {
    const auto past = reinterpret_cast<std::uintptr_t>(lent.data()) % std::uintptr_t{cache_line};
    const auto first = static_cast<std::size_t>((cache_line - past) % cache_line);
    constexpr auto line = static_cast<std::size_t>(cache_line);
    if (lent.size() < first + static_cast<std::size_t>(packed_room)) return {};
    return lent.subspan(first, (lent.size() - first) / line * line);
}

struct tile_tables {
    reading_order order[operand_count];
    noted_rows notes;
    position_table positions;
};

struct tile_scratch {
    tile_tables tables;
    alignas(cache_line) std::byte packed[packed_room];
};

static_assert(sizeof(tile_scratch) <= 53 * 1024);

} // namespace lanewise::detail::inline LANEWISE_ISA
