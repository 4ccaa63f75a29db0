#pragma once

/// A period of a row: a few registers, whose bytes are shuffled from a few loads of 16 bytes.

#include "../lane/shuffle.hpp"
#include "../plan/row_kernel.hpp"

#include <new>

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr index_t load_width = 16; // bytes
inline constexpr int most_loads = 4;
inline constexpr int most_period_registers = 3;
inline constexpr auto halves_bytes = static_cast<index_t>(sizeof(halves_register));

/// Of T elements. A position in the row is
///     element()          where the element is, in bytes from the period's first one on
///     load()             where load_width bytes of the view that hold it are, and what follows it in its run or its place
///     next()             goes to the next element of the row
template <class T>
class shuffled_period {
public:
    explicit shuffled_period(int registers) noexcept : registers_(registers) {}

    int registers() const noexcept { return registers_; }
    index_t bytes() const noexcept { return registers_ * halves_bytes; }

    /// Finds the loads of register v, whose first element is at `at`.
    template <class Position>
    void fill(int v, Position& at) noexcept {
        for (place& p : place_[v]) {
            __builtin_memset(p.shuffle, no_byte, sizeof p.shuffle);
            for (index_t& unused : p.at) unused = at.load();
        }
        for (int half = 0; half < register_halves; ++half) {
            const int loads = fill_half(place_[v], half, at);
            loads_ = loads > loads_ ? loads : loads_;
        }
    }

    /// Of each half register; more than most_loads: too many.
    int loads() const noexcept { return loads_; }

    /// f with loads() as a constant.
    template <class F>
    LANEWISE_INLINE void with_loads(const F& f) const noexcept {
        if (loads_ == 1) f(std::integral_constant<int, 1>{});
        if (loads_ == 2) f(std::integral_constant<int, 2>{});
        if (loads_ == 3) f(std::integral_constant<int, 3>{});
        if (loads_ == 4) f(std::integral_constant<int, 4>{});
    }

    /// Calls f(at, register) for each register of a period, `at` bytes from its start.
    template <class F>
    LANEWISE_INLINE void each_shuffled(const std::byte* from, const F& f) const noexcept {
        const int loads = loads_; // a copy, since a byte that f stores might otherwise be it
        const auto* const end = place_ + registers_;
        index_t at = 0;
        for (const auto* places = place_; places != end; ++places, at += halves_bytes) {
            halves_register bytes = shuffled(**places, from);
            for (int t = 1; t < loads; ++t) bytes |= shuffled((*places)[t], from);
            f(at, bytes);
        }
    }

    /// The same for `count` periods of so many whole registers, `stride` bytes apart: their places stay in registers too
    /// (2x).
    template <int Loads, int Registers, class F>
    LANEWISE_INLINE void each_shuffled_of(const std::byte* from, index_t stride, index_t count,
                                          const F& f) const noexcept {
        place places[static_cast<std::size_t>(Registers)][static_cast<std::size_t>(Loads)];
        each_register<Registers>(
            LANEWISE_EACH(int v) { each_register<Loads>(LANEWISE_EACH(int t) { places[v][t] = place_[v][t]; }); });
        index_t at = 0;
        for (index_t q = 0; q < count; ++q, from += stride) {
            each_register<Registers>(LANEWISE_EACH(int v) {
                halves_register bytes = shuffled(places[v][0], from);
                each_register<Loads - 1>(LANEWISE_EACH(int t) { bytes |= shuffled(places[v][t + 1], from); });
                f(at, bytes);
                at += halves_bytes;
            });
        }
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes = load_width / size;

    /// A load into each half, and where its bytes go. Bytes and not a register, whose alignment would make it a third larger.
    struct place {
        index_t at[register_halves];
        std::byte shuffle[halves_bytes];
    };

    /// Finds the loads of half a register; how many. The next one is that of the first element that no load brings yet. As few
    /// branches as may be: there are few rows for each table.
    template <class Position>
    static int fill_half(place (&places)[most_loads], int half, Position& at) noexcept {
        index_t element[static_cast<std::size_t>(lanes)];
        Position missed = at; // goes to the first element that no load brings yet, which `lane` counts
        int lane = 0;
        for (index_t i = 0; i < lanes; ++i, at.next()) element[i] = at.element();
        constexpr auto each = static_cast<T>(~std::uint64_t{0} / 0xff); // 1 in each byte
        constexpr auto own = static_cast<T>(0x0706050403020100);        // the bytes of the first element
        constexpr auto none = static_cast<T>(each * no_byte);
        std::uint32_t missing = (std::uint32_t{1} << lanes) - 1;
        for (int t = 0; t < most_loads; ++t) {
            for (; lane < __builtin_ctz(missing); ++lane) missed.next();
            const index_t first = missed.load();
            places[t].at[half] = first;
            std::byte* const shuffle = places[t].shuffle + half * load_width;
            for (index_t i = 0; i < lanes; ++i) {
                const auto inside = static_cast<std::uint64_t>(element[i] - first);
                const bool brings = inside <= static_cast<std::uint64_t>(load_width - size);
                missing &= ~(std::uint32_t{brings} << i);
                store_element(shuffle + i * size, brings ? static_cast<T>(own + static_cast<T>(inside) * each) : none);
            }
            if (missing == 0) return t + 1;
        }
        return most_loads + 1;
    }

    /// What a load brings to a register; the rest is 0.
    LANEWISE_INLINE static halves_register shuffled(const place& p, const std::byte* from) noexcept {
        return shuffle_bytes(load_halves(from + p.at[0], from + p.at[register_halves - 1]), load_whole(p.shuffle));
    }

    int registers_;
    int loads_ = 0;
    place place_[most_period_registers][most_loads];
};

/// What the notes on strided rows hold: a shuffle, a table, or that there is none.
enum pack_note : int {
    no_note,
    repeat_note,
    periodic_note,
    block_note,
    no_block_note,
    transposed_note,
    gapped_note,
    table_note,
    no_table_note
};

/// What is in the notes.
template <class Pattern>
LANEWISE_ALWAYS_INLINE const Pattern& noted(const pack_notes& notes) noexcept {
    static_assert(sizeof(Pattern) <= sizeof notes.bytes && std::is_trivially_destructible_v<Pattern>);
    return *std::launder(reinterpret_cast<const Pattern*>(notes.bytes));
}

/// Makes it there.
template <class Make>
LANEWISE_ALWAYS_INLINE const auto& note_down(pack_notes& notes, pack_note note, const Make& make) noexcept {
    using Pattern = decltype(make());
    notes.note = note;
    return *::new (notes.bytes) Pattern(make());
}

} // namespace lanewise::detail::inline LANEWISE_ISA
