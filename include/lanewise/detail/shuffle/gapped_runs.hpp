#pragma once

/// Short runs with gaps between, as (n, 3) of (n, 4) has them: a load under a mask brings several runs and touches no gap
/// (RGB of RGBA: uint8 with AVX-512 2.6x, float32 less one 1.6x).

#include "../lane/gaps.hpp"
#include "shuffled_period.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

template <class T>
class gapped_runs {
public:
    /// Those of strided rows, which it notes; null: they are no such.
    static const gapped_runs* of(const strided_rows& from) noexcept {
        const index_t apart = from.run.stride;
        const bool has_gaps =
            from.step == size && from.run.table == nullptr && apart > from.n * size && apart % size == 0;
        const bool are_short = from.n * size + apart <= elements * size; // a load brings two
        if (from.notes == nullptr || !has_gaps || !are_short || from.run.count < at_once(from)) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == gapped_note) return &noted<gapped_runs>(notes);
        return &note_down(notes, gapped_note, [&] { return gapped_runs(from); });
    }

    void pack(std::byte* packed, index_t pitch, const strided_rows& from) const noexcept {
        const gap_mask<T> mask = mask_; // copies, since a byte that is stored might otherwise be theirs
        const gap_register<T> order = order_;
        const index_t at_once = at_once_;
        const index_t bytes = from.n * size;
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
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t elements = gap_bytes<T> / size;
    static constexpr index_t halves = 32; // bytes

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

    /// How many runs a load brings.
    static index_t at_once(const strided_rows& from) noexcept {
        return (elements * size - from.n * size) / from.run.stride + 1;
    }

    explicit gapped_runs(const strided_rows& from) noexcept : at_once_(at_once(from)), mask_(mask_of<T>(wanted(from))) {
        index_t place[static_cast<std::size_t>(elements)] = {};
        for (index_t i = 0; i < at_once_ * from.n; ++i) place[i] = i / from.n * (from.run.stride / size) + i % from.n;
        order_ = order_of<T>(place);
    }

    static std::uint64_t wanted(const strided_rows& from) noexcept {
        std::uint64_t mask = 0;
        for (index_t m = 0; m < at_once(from); ++m)
            mask |= ((std::uint64_t{1} << from.n) - 1) << m * (from.run.stride / size);
        return mask;
    }

    index_t at_once_;
    gap_mask<T> mask_;
    gap_register<T> order_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
