#pragma once

/// Short runs with gaps between, as (n, 3) of (n, 4) has them: one load or store under a mask has several runs and touches no
/// gap (RGB of RGBA: uint8 with AVX-512 2.6x, float32 less one 1.6x; RGB into RGBA: uint8 2.7x, float32 2.2x).

#include "gaps.hpp"
#include "shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// Runs of n elements, evenly apart.
template <class T>
struct even_runs {
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t most = gap_bytes<T> / size; // elements of a register

    index_t n;
    index_t apart; // bytes
    index_t count;

    /// Whether a register has several, and gaps.
    bool are_short() const noexcept {
        return apart > n * size && apart % size == 0 && n * size + apart <= gap_bytes<T> && count >= at_once();
    }

    /// How many it has.
    index_t at_once() const noexcept { return (gap_bytes<T> - n * size) / apart + 1; }
    index_t elements() const noexcept { return at_once() * n; }

    /// Where element i of these is.
    index_t place(index_t i) const noexcept { return i / n * (apart / size) + i % n; }

    gap_mask<T> mask() const noexcept {
        std::uint64_t bits = 0;
        for (index_t i = 0; i < elements(); ++i) bits |= std::uint64_t{1} << place(i);
        return gap_mask<T>(bits);
    }
};

template <class T>
class gapped_runs {
public:
    /// How these rows' runs are loaded, kept in their notes; null: they are no such runs.
    static const gapped_runs* of(const strided_rows& from) noexcept {
        const even_runs<T> runs{from.n, from.run.stride, from.run.count};
        if (from.notes == nullptr || from.step != even_runs<T>::size || from.run.table != nullptr || !runs.are_short())
            return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == gapped_note) return &noted<gapped_runs>(notes);
        return &note_down(notes, gapped_note, [&] { return gapped_runs(runs); });
    }

    LANEWISE_FLATTEN void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        const gap_mask<T> mask = mask_; // copies, since a byte that is stored might otherwise be theirs
        const gap_register<T> order = order_;
        const index_t at_once = at_once_;
        const index_t bytes = from.n * static_cast<index_t>(sizeof(T));
        const index_t apart = from.run.stride;
        const index_t last = from.run.count - at_once;
        const bool is_long = at_once * bytes > halves;
        const offsets row = from.row;
        const std::byte* const data = from.data;
        for (index_t j = 0; j < row.count; ++j, packed += pitch) {
            const std::byte* const first = data + row[j];
            const auto pack_at = LANEWISE_EACH(index_t m) {
                const auto v = load_in_order<T>(first + m * apart, mask, order);
                store_low_bytes(packed + m * bytes, v, is_long);
            };
            for (index_t m = 0; m < last; m += at_once) pack_at(m);
            pack_at(last); // overlaps the one before
        }
    }

private:
    static constexpr index_t halves = 32; // bytes

    explicit gapped_runs(const even_runs<T>& runs) noexcept : at_once_(runs.at_once()), mask_(runs.mask()) {
        index_t place[static_cast<std::size_t>(even_runs<T>::most)] = {};
        for (index_t i = 0; i < runs.elements(); ++i) place[i] = runs.place(i);
        order_ = order_of<T>(place);
    }

    /// 32 bytes, and the others of more where they are runs, too: no more may be written behind a row.
    LANEWISE_INLINE static void store_low_bytes(std::byte* to, const gap_register<T>& v, bool is_long) noexcept {
        if constexpr (sizeof v <= halves) {
            __builtin_memcpy(to, &v, sizeof v);
        } else {
            const auto* const all = reinterpret_cast<const std::byte*>(&v);
            __builtin_memcpy(to, all, halves);
            if (is_long) __builtin_memcpy(to + halves, all + halves, halves);
        }
    }

    index_t at_once_;
    gap_mask<T> mask_;
    gap_register<T> order_;
};

/// Unpacks rows to such runs, or to elements that are evenly apart; returns false and does nothing for others.
template <class T>
LANEWISE_FLATTEN bool unpack_gapped(const strided_rows& to, const std::byte* packed, index_t pitch) noexcept {
    constexpr auto size = static_cast<index_t>(sizeof(T));
    const strided_rows g = to;
    const bool in_runs = g.step == size;
    const even_runs<T> runs = in_runs ? even_runs<T>{g.n, g.run.stride, g.run.count} : even_runs<T>{1, g.step, g.n};
    if ((in_runs && g.run.table != nullptr) || !runs.are_short()) return false;
    index_t place[static_cast<std::size_t>(even_runs<T>::most)] = {};
    for (index_t i = 0; i < runs.elements(); ++i) place[runs.place(i)] = i;
    const gap_register<T> order = order_of<T>(place);
    const gap_mask<T> wanted = runs.mask();
    const gap_mask<T> first((std::uint64_t{1} << runs.elements()) - 1);
    const index_t at_once = runs.at_once();
    const index_t last = runs.count - at_once;
    const index_t bytes = runs.n * size;
    const index_t apart = runs.apart;
    const index_t lines = in_runs ? 1 : g.run.count; // of a row
    for (index_t j = 0; j < g.row.count; ++j) {
        const std::byte* from = packed + j * pitch;
        for (index_t r = 0; r < lines; ++r, from += runs.count * bytes) {
            std::byte* const line = g.data + g.row[j] + g.run[r];
            const auto unpack_at = LANEWISE_EACH(index_t m) {
                const auto v = load_in_order<T>(from + m * bytes, first, order);
                store_where<T>(line + m * apart, wanted, v);
            };
            for (index_t m = 0; m < last; m += at_once) unpack_at(m);
            unpack_at(last);
        }
    }
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
