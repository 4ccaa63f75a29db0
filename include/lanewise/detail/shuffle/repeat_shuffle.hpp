#pragma once

/// Rows of neighbours in memory that are each repeated a few times ((n, 3) from (n, 1)): a unit is as many registers as a
/// register of neighbours fills, or as half a register of them does. All are shuffled from one block, by words where that can be,
/// else by bytes ((20000, 5) less a column: floats 1.75x, bytes 3x).

#include "../plan/chunks.hpp"
#include "unit_rows.hpp"
#include "unit_shuffles.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// How often elements of T may come: from 64 bytes on they are as soon copied.
template <class T>
inline constexpr index_t most_repeated = sizeof(T) < 4 ? 32 : 16;

template <class T>
class repeat_shuffle : public unit_rows {
public:
    static constexpr bool streams = true; // units may be written around the cache

    /// The shuffle for these rows, kept in their notes; null: there is none.
    static const repeat_shuffle* of(const strided_rows& from) noexcept {
        if (!can_shuffle_bytes || from.notes == nullptr || !is_of(from)) return nullptr;
        pack_notes& notes = *from.notes;
        if (notes.note == repeat_note) return &noted<repeat_shuffle>(notes);
        return &note_down(notes, repeat_note, [&] { return repeat_shuffle(from); });
    }

    /// Packs whole units. Not inline, since there are several calls.
    [[gnu::noinline]] LANEWISE_FLATTEN void pack_units(std::byte* packed, index_t pitch,
                                                       const strided_rows& from) const noexcept {
        each_register_of(
            from, LANEWISE_EACH(index_t j) { return unit_packer{packed + j * pitch}; });
    }

    /// Calls f(j)(at, unit) for each whole unit of each row j, or for each of its registers, `at` bytes from the row's start. As
    /// units, few registers' shuffles stay in registers ((777, 5) - (777, 1): 1.4x).
    template <class F>
    LANEWISE_INLINE void each_unit(const strided_rows& from, const F& f) const noexcept {
        if (bytes() == 2 * halves_bytes) return each_unit_of<2>(from, f);
        if (bytes() == 3 * halves_bytes) return each_unit_of<3>(from, f);
        if (bytes() == 4 * halves_bytes) return each_unit_of<4>(from, f);
        if (bytes() == 5 * halves_bytes) return each_unit_of<5>(from, f);
        each_register_of(from, f);
    }

private:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr bool by_words = can_shuffle_words && size >= 4;
    static_assert(most_repeated<T> * halves_bytes <= most_unit_bytes);

    static bool is_of(const strided_rows& from) noexcept {
        return from.step == 0 && from.n > 1 && from.n <= most_repeated<T> && from.run.table == nullptr &&
               magnitude(from.run.stride) == size && from.run.count >= runs_of(from.n);
    }

    /// How many are a unit: half a register of them, loaded into both of its halves, where those fill two to five registers
    /// ((650, 6) less a column: 1.25x).
    static constexpr index_t runs_of(index_t n) noexcept {
        const index_t lanes = halves_bytes / size;
        return halves_bytes == 2 * load_width && n % 2 == 0 && n > 2 && n <= 10 ? lanes / 2 : lanes;
    }

    /// Where in a block its last 16 bytes begin.
    index_t last_load() const noexcept { return runs() * size - load_width; }

    explicit repeat_shuffle(const strided_rows& from) noexcept
        : unit_rows(from, runs_of(from.n), from.n * runs_of(from.n) * size), stride_(runs() * from.run.stride),
          lowest_(from.run.stride < 0 ? (1 - runs()) * size : 0) {
        T places[sizeof(halves_register) / sizeof(T)];
        index_t element = -lowest_ / size;
        for (T& place : places) {
            place = places_of(element);
            element += from.run.stride / size;
        }
        repeat_elements<T>(reinterpret_cast<std::byte*>(shuffle_), reinterpret_cast<const std::byte*>(places),
                           reinterpret_cast<const std::byte*>(places + runs()), from.n);
        if constexpr (!by_words) {
            for (index_t v = 0; v * halves_bytes < bytes(); ++v) choose_load(v);
        }
    }

    /// Where an element's words are in the block, or its bytes.
    static T places_of(index_t element) noexcept {
        if constexpr (by_words) {
            return static_cast<T>(size == 4 ? element : 2 * element + ((2 * element + 1) << 32));
        } else {
            constexpr auto each = static_cast<T>(~std::uint64_t{0} / 0xff); // 1 in each byte
            return static_cast<T>(static_cast<T>(0x0706050403020100) + static_cast<T>(element * size) * each);
        }
    }

    /// Has register v loaded from its lowest byte on, but within the block.
    void choose_load(index_t v) noexcept {
        typename vector_of<std::uint8_t, static_cast<int>(halves_bytes)>::type places;
        __builtin_memcpy(&places, &shuffle_[v], sizeof places);
        const index_t lowest = smaller(index_t{places[0]}, index_t{places[halves_bytes - size]});
        load_[v] = smaller(lowest, last_load());
        places -= static_cast<std::uint8_t>(load_[v]);
        __builtin_memcpy(&shuffle_[v], &places, sizeof places);
    }

    /// What a unit's registers are shuffled from: one register, or the memory of which each loads a part.
    LANEWISE_INLINE static auto source_at(const std::byte* block, [[maybe_unused]] index_t upper) noexcept {
        if constexpr (by_words) {
            return load_halves(block, block + upper);
        } else {
            return block;
        }
    }

    LANEWISE_INLINE static halves_register shuffled(halves_register loaded, index_t, halves_register shuffle) noexcept {
        return shuffle_words(loaded, shuffle);
    }
    LANEWISE_INLINE static halves_register shuffled(const std::byte* block, index_t load,
                                                    halves_register shuffle) noexcept {
        return shuffle_bytes(load_both_halves(block + load), shuffle);
    }

    /// Calls f(source, at, g(j)) for each whole unit of each row j.
    template <class G, class F>
    LANEWISE_INLINE void each_block(const strided_rows& from, const G& g, const F& f) const noexcept {
        const index_t units = from.run.count / runs();
        const index_t stride = stride_;
        const index_t bytes = this->bytes();
        const index_t upper = last_load();
        for (index_t j = 0; j < from.row.count; ++j) {
            const std::byte* block = from.data + from.row[j] + lowest_;
            const auto take = g(j);
            for (index_t at = 0, end = units * bytes; at < end; at += bytes, block += stride)
                f(source_at(block, upper), at, take);
        }
    }

    template <int Registers, class F>
    LANEWISE_INLINE void each_unit_of(const strided_rows& from, const F& f) const noexcept {
        // Copies, since a byte that is stored might otherwise be theirs.
        halves_register shuffle[static_cast<std::size_t>(Registers)];
        index_t load[static_cast<std::size_t>(Registers)];
        for (int v = 0; v < Registers; ++v) {
            shuffle[v] = shuffle_[v];
            load[v] = load_[v];
        }
        each_block(
            from, f, LANEWISE_EACH(auto source, index_t at, const auto& take) {
                shuffled_unit<Registers> unit;
                unit.last = (Registers - 1) * halves_bytes;
                each_register<Registers>(LANEWISE_EACH(int v) { unit.reg[v] = shuffled(source, load[v], shuffle[v]); });
                take(at, unit);
            });
    }

    /// The same register by register, of any number of them.
    template <class F>
    LANEWISE_INLINE void each_register_of(const strided_rows& from, const F& f) const noexcept {
        const halves_register* const shuffle = shuffle_;
        const index_t* const load = load_;
        const index_t registers = this->bytes() / halves_bytes;
        each_block(
            from, f, LANEWISE_EACH(auto source, index_t at, const auto& take) {
                for (index_t v = 0; v < registers; ++v, at += halves_bytes)
                    take(at, shuffled_unit<1>{{shuffled(source, load[v], shuffle[v])}, 0});
            });
    }

    index_t stride_; // from block to block
    index_t lowest_; // where a block begins, from the unit's first element on
    index_t load_[static_cast<std::size_t>(most_repeated<T>)] = {};           // of each register, by bytes
    halves_register shuffle_[static_cast<std::size_t>(most_repeated<T>) + 2]; // with what is written behind them
};

} // namespace lanewise::detail::inline LANEWISE_ISA
