#pragma once

/// A block of memory, loaded once, from which several registers are shuffled.

#include "shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// A block in `Loads` loads of 16 bytes, from which registers are shuffled byte by byte.
template <int Loads>
struct byte_shuffles {
    static constexpr int registers = static_cast<int>(pieces(Loads, register_halves));
    static constexpr int each = Loads;
    halves_register shuffle[static_cast<std::size_t>(registers)][static_cast<std::size_t>(each)];

    LANEWISE_INLINE static halves_register load(const std::byte* p) noexcept { return load_both_halves(p); }

    LANEWISE_INLINE halves_register shuffled(int v, const halves_register* loaded) const noexcept {
        halves_register bytes = shuffle_bytes(loaded[0], shuffle[v][0]);
        each_register<Loads - 1>(LANEWISE_EACH(int t) { bytes |= shuffle_bytes(loaded[t + 1], shuffle[v][t + 1]); });
        return bytes;
    }
};

/// One in `Loads` whole registers, from which registers are shuffled by words of 4 bytes: a word's index tells by its two
/// upper bits from which load it is, and by bit 3 as the uppermost one.
template <int Loads>
struct word_shuffles {
    static constexpr int registers = Loads;
    static constexpr int each = 2; // the indices, and shifted by one bit
    halves_register shuffle[static_cast<std::size_t>(registers)][static_cast<std::size_t>(each)];

    LANEWISE_INLINE static halves_register load(const std::byte* p) noexcept { return load_whole(p); }

    LANEWISE_INLINE halves_register shuffled(int v, const halves_register* loaded) const noexcept {
        const halves_register first = either<0>(loaded, shuffle[v][0]);
        if constexpr (Loads <= 2) {
            return first;
        } else {
            return select_words(first, either<2>(loaded, shuffle[v][0]), shuffle[v][1]);
        }
    }

private:
    /// From load T or the one behind it.
    template <int T>
    LANEWISE_INLINE static halves_register either(const halves_register* loaded, halves_register index) noexcept {
        if constexpr (T + 1 == Loads) {
            return shuffle_words(loaded[T], index);
        } else {
            return shuffle_words(loaded[T], loaded[T + 1], index);
        }
    }
};

/// A unit in registers; the last one overlaps the one before.
template <int Registers>
struct shuffled_unit {
    static constexpr int registers = Registers;
    halves_register reg[static_cast<std::size_t>(Registers)];
    index_t last;

    /// Where register v begins.
    LANEWISE_INLINE index_t begin(int v) const noexcept { return v == Registers - 1 ? last : v * halves_bytes; }
};

/// Packs a row's units.
struct unit_packer {
    std::byte* row;

    template <int Registers>
    LANEWISE_INLINE void operator()(index_t at, const shuffled_unit<Registers>& unit) const noexcept {
        each_register<Registers>(LANEWISE_EACH(int v) { store_halves(row + at + unit.begin(v), unit.reg[v]); });
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
