#pragma once

/// Rows that are one short run over and over, as those of (300, 1, 2) beside (300, 127, 2) are: filled from a register that has
/// it as often as it fits (bytes, beside copying each: 9x).

#include "../shuffle/shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A run of `Piece` to 16 bytes, fewer than three pieces, in a register again and again.
template <index_t Piece>
class repeated_run {
public:
    explicit repeated_run(index_t bytes) noexcept : bytes_(bytes) {
        std::uint8_t order[sizeof order_];
        index_t i = 0;
        for (std::uint8_t& place : order) {
            place = static_cast<std::uint8_t>(i < Piece ? i : i - (bytes - Piece) + 8);
            if (++i == bytes) i = 0;
        }
        __builtin_memcpy(&order_, order, sizeof order);
    }

    LANEWISE_INLINE halves_register of(const std::byte* run) const noexcept {
        if constexpr (can_shuffle_bytes) {
            // Its first piece and its last one, which may overlap.
            const auto first = static_cast<long long>(load_element<piece>(run));
            const auto last = static_cast<long long>(load_element<piece>(run + bytes_ - Piece));
            typename vector_of<long long, static_cast<int>(halves_bytes / 8)>::type both;
            for (int i = 0; i < static_cast<int>(halves_bytes / 8); i += 2) {
                both[i] = first;
                both[i + 1] = last;
            }
            return shuffle_bytes(__builtin_bit_cast(halves_register, both), order_);
        } else {
            std::byte all[sizeof order_];
            index_t i = 0;
            for (std::byte& byte : all) {
                byte = run[i];
                if (++i == bytes_) i = 0;
            }
            return __builtin_bit_cast(halves_register, all);
        }
    }

private:
    using piece = bits_type<std::byte[static_cast<std::size_t>(Piece)]>;

    index_t bytes_;
    halves_register order_; // from which byte of both pieces each comes
};

/// Packs rows whose run, of `bytes` bytes, is the same all along.
template <index_t Piece>
LANEWISE_FLATTEN void pack_repeated(std::byte* packed, index_t pitch, const strided_rows& from,
                                    index_t bytes) noexcept {
    const repeated_run<Piece> repeated(bytes);
    const index_t whole_runs = halves_bytes / bytes * bytes;
    const index_t end = from.run.count * bytes;
    const offsets row = from.row; // copies, since a byte that is stored might otherwise be theirs
    const std::byte* const data = from.data;
    for (index_t j = 0; j < row.count; ++j, packed += pitch) {
        const halves_register all = repeated.of(data + row[j]);
        for (index_t at = 0; at < end; at += whole_runs) store_halves(packed + at, all);
    }
}

} // namespace lanewise::detail::inline LANEWISE_ISA
