#pragma once

/// Whether the innermost rows of a plan are run where they lie, without being packed or taken together.

#include "plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// So many rows that are evenly apart cost less than tables of more ((20, 30, 8) of (20, 33, 12): 1.4x).
inline constexpr index_t even_rows = 16;

/// Rows of so many elements have little overhead (eight axes of 4 that alternate: 1.4x).
inline constexpr index_t long_row = 128;

class direct_rows {
public:
    direct_rows(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether they may be: the operation takes them, and they are not better brought into other rows.
    bool may() const noexcept {
        if (plan_.rank > 1 && (extent(0) < shortest() || are_better_joined() || are_planes_of_pixels())) return false;
        for (int k = 0; k < operand_count; ++k) {
            if (!kernel_.takes(k, stride(k, 0))) return false;
            const row_form form = k == out_position ? row_form::packed : form_of(stride(k, 0), size(k), true);
            if (is_rearranged(form) && are_short(k, form)) return false;
        }
        return true;
    }

    /// Whether operand k goes on from row to row.
    bool continues(int k) const noexcept { return stride(k, 1) == stride(k, 0) * extent(0); }

    /// Whether operand k's rows differ and do not follow each other.
    bool lies_apart(int k) const noexcept { return !continues(k) && stride(k, 1) != 0; }

    /// Whether each row has one element of input k, all neighbours, and the operation shuffles such on the way ((20000, 5) less
    /// a column: 1.75x, of bytes 3x). Of few rows it takes as long to find out how ((20, 5) less a column: 1.2x slower).
    bool is_repeated_on_the_way(int k) const noexcept {
        return extent(0) <= kernel_.forms.repeated && !kernel_.converts[k] && stride(k, 0) == 0 &&
               magnitude(stride(k, 1)) == size(k) && extent(1) >= (plan_.rank == 2 ? 4 * even_rows : even_rows);
    }

private:
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    index_t bytes() const noexcept { return extent(0) * size(out_position); } // of a row
    bool one_goes_on() const noexcept { return continues(a_position) || continues(b_position); }
    bool out_is_packed() const noexcept { return stride(out_position, 0) == size(out_position); }

    /// Whether rows of input k, in a form that is rearranged, do not pay for their own overhead.
    bool are_short(int k, row_form form) const noexcept {
        if (plan_.rank == 1 || !is_short_rearranged(extent(0), size(k))) return false;
        return (is_skipping(form) && extent(0) * size(k) < cache_line) ||
               magnitude(stride(other_input(k), 0)) != size(other_input(k)) ||
               extent(0) < kernel_.forms.shortest_rearranged || (plan_.rank > 2 && extent(1) < even_rows);
    }

    /// The fewest elements of a row: what would be packed to take rows together is out, or all of both inputs, or not so much.
    index_t shortest() const noexcept {
        const bool much =
            !out_is_packed() || lies_apart(out_position) || (lies_apart(a_position) && lies_apart(b_position));
        return much ? kernel_.forms.shortest_apart : kernel_.forms.shortest_row;
    }

    /// Whether a cheap operation's rows are better taken together: where out is written around the cache, for which each is too
    /// short; where both inputs repeat an element (floats, rows of 4 along two axes: 2x); where one stays, or is pixels from
    /// right to left; or where they are short. But not where much has to be packed for that.
    bool are_better_joined() const noexcept {
        if (LANEWISE_SMALL || kernel_.run_transposing == nullptr) return false;
        const bool repeats_a = stride(a_position, 0) == 0;
        const bool repeats_b = stride(b_position, 0) == 0;
        if (bytes() < 16 && (repeats_a || repeats_b)) return true; // there is no loop for such
        if (!out_is_packed()) return false;
        if (!continues(out_position)) return are_better_unpacked();
        if (plan_.streaming)
            return bytes() < limits.streamed_row_bytes && are_soon_packed(2) && !are_better_held() && !are_streamed();
        return (repeats_a && repeats_b && bytes() < 24) || are_better_shared() || are_better_repeated() ||
               are_mirrored_pixels(a_position) || are_mirrored_pixels(b_position) || are_too_short();
    }

    /// Whether rows are so short that they are better taken together: few and along several axes, for which there are tables
    /// (floats (700, 16, 7) less a permuted one: 1.25x, (200, 20, 4) transposed less a mask 1.4x); of less than 16 bytes; of less
    /// than 32, or of little more, if that is soon done (floats (20, 1, 20, 1) - (20, 1, 9): 2.2x, rows of 9 less one: 1.2x).
    bool are_too_short() const noexcept {
        if (are_few() && extent(0) < 8 && bytes() <= 32) return true;
        const bool are_pairs = extent(0) == 2 || is_mirrored(a_position) || is_mirrored(b_position);
        if (bytes() < 16 && (plan_.rank > 2 || are_pairs)) return !are_scattered();
        const bool is_quick = extent(0) <= 4 && one_goes_on(); // points less a column
        const bool tiny = bytes() < 32;
        const bool wasteful = bytes() > 32 && bytes() < 48 && size(out_position) >= 4;
        return (tiny || wasteful) && are_soon_packed(is_quick ? 2 : 32);
    }

    /// Whether it pays to unpack out for that (floats (200, 20, 3) less a row into three of four channels: 2x; (31, 640, 2)
    /// mirrored into two of three 1.5x slower).
    bool are_better_unpacked() const noexcept {
        const auto is_soon_packed = [&](int k) { return continues(k) || is_mirrored(k) || is_packed_once(k); };
        return bytes() < 16 && are_few() && !plan_.streaming && is_soon_packed(a_position) &&
               is_soon_packed(b_position);
    }

    /// Whether rows along the next axis are few, and others follow along further ones.
    bool are_few() const noexcept {
        return plan_.rank > 2 && extent(1) < (one_goes_on() || bytes() <= 16 ? 24 : even_rows);
    }

    /// Whether input k's rows are pixels from right to left, which are shuffled.
    bool is_mirrored(int k) const noexcept { return are_pixels_back(extent(0) * size(k), stride(k, 1)); }

    /// Whether input k's rows are packed once for all along the axis after the next.
    bool is_packed_once(int k) const noexcept { return plan_.rank > 2 && stride(k, 2) == 0; }

    /// Whether to take rows together would be to pack all there is (floats (31, 640, 3) transposed less every second column:
    /// 1.8x; less pixels mirrored 1.6x, but for pairs: 1.3x slower).
    bool are_scattered() const noexcept {
        const auto is_apart = [&](int k) { return lies_apart(k) && !is_packed_once(k); };
        if (!is_apart(a_position) || !is_apart(b_position)) return false;
        const int mirrored = int{is_mirrored(a_position)} + int{is_mirrored(b_position)};
        return mirrored == 0 || (mirrored == 1 && extent(0) > 2);
    }

    /// Whether rows are planes, and both inputs pixels of 16 bytes or more, not pairs, which are better run as they lie, and out
    /// transposed on its way (RGBA less RGBA into planes: doubles 1.65x, floats 1.15x, pairs of doubles 1.2x slower).
    bool are_planes_of_pixels() const noexcept {
        constexpr index_t least = 16; // bytes
        const auto has_pixels = [&](int k) {
            return stride(k, 0) >= least && stride(k, 0) > 2 * size(k) && stride(k, 1) == size(k);
        };
        return !LANEWISE_SMALL && has_pixels(a_position) && has_pixels(b_position);
    }

    /// Whether rows are pixels of input k from right to left, beside packed elements of the other one, and so one row, which is
    /// shuffled (floats (1000, 20, 4): 2x, doubles (600, 62, 2): 1.4x; beside what has to be packed 1.8x slower).
    bool are_mirrored_pixels(int k) const noexcept {
        const int other = other_input(k);
        return stride(k, 0) == size(k) && is_mirrored(k) && stride(other, 0) == size(other) && continues(other);
    }

    /// Whether all rows share an input's, and the other operands go on from row to row: then it stays in registers, repeated. Of
    /// 16-bit floats, which it saves converting (float16 (3000, 24) - (24), AVX-512: 1.8x); others are no slower as they are
    /// (bytes (500, 32) - (32): 2x faster).
    bool are_better_shared() const noexcept {
        const bool are_converted = !kernel_.forms.backwards;
        if (!are_converted) return false;
        const int k = stride(a_position, 1) == 0 ? a_position : b_position;
        const int other = other_input(k);
        const index_t times = kernel_.forms.times_held(extent(0));
        return plan_.rank == 2 && stride(k, 1) == 0 && stride(k, 0) != 0 && stride(other, 0) == size(other) &&
               continues(other) && times > 1 && extent(0) < long_row && extent(1) >= even_rows * times;
    }

    /// Whether rows along the next axis are better one row, for which inputs that do not go on there are packed once, since they
    /// stay along the further axes ((30, 120, 17) less a column of 120, floats with AVX-512: 1.5x; less (120, 17) with gaps:
    /// 1.7x; (100, 12, 17) less (17), with gaps between the 100: 1.6x). Of long rows and of much it would be slower.
    bool are_better_repeated() const noexcept {
        constexpr index_t often = 8;        // a column twice that
        constexpr index_t much = 16 * 1024; // bytes
        constexpr index_t long_splat = 96;  // bytes
        const index_t all_bytes = bytes() * extent(1);
        if (plan_.rank < 3 || extent(0) >= long_row || all_bytes > much) return false;
        for (const int k : {a_position, b_position}) {
            if (continues(k) && (stride(k, 0) == size(k) || stride(k, 0) == 0)) continue;
            const bool is_column = stride(k, 0) == 0;
            if (is_column && extent(0) * size(k) >= long_splat) return false;
            if (stride(k, 1) == 0 && (extent(0) >= 3 * short_row || all_bytes > much / 4)) return false;
            index_t times = 1;
            for (int i = 2; i < plan_.rank && stride(k, i) == 0; ++i) times *= extent(i);
            if (times < (is_column ? 2 * often : often)) return false;
        }
        return true;
    }

    /// Whether each row is one input's, which stays in registers for the next one, and a number of the other input, and is
    /// better run so: taken together, both would be packed again and again (float32 (6944, 48, 24) of a, 24 elements a row:
    /// 3x), or the numbers be repeated for elements that are sooner computed (uint8 outer (80000, 500): 2x).
    bool are_better_held() const noexcept {
        const auto is_held = [&](int k) { return stride(k, 1) == 0 && stride(other_input(k), 0) == 0; };
        if (bytes() < 32 || (!is_held(a_position) && !is_held(b_position))) return false;
        bool an_input_stays = plan_.rank == 2;
        for (int i = 2; i < plan_.rank; ++i)
            an_input_stays = an_input_stays || stride(a_position, i) == 0 || stride(b_position, i) == 0;
        return size(out_position) < 4 || !an_input_stays;
    }

    /// Whether the kernel writes rows around the cache though they are short (short_rows).
    bool are_streamed() const noexcept {
        constexpr index_t most = 32; // bytes of a register
        return extent(1) >= even_rows && bytes() >= limits.streamed_short_row_bytes && bytes() % most == 0 &&
               reinterpret_cast<std::uintptr_t>(plan_.data[out_position]) % std::uintptr_t{most} == 0;
    }

    /// Whether each input goes on from row to row, has each of its elements `least` times, or is repeated on the way.
    bool are_soon_packed(index_t least) const noexcept {
        for (const int k : {a_position, b_position}) {
            index_t repeats = 1;
            for (int i = 0; i < plan_.rank; ++i) {
                if (stride(k, i) == 0) repeats *= extent(i);
            }
            if (repeats < least && !continues(k) && !is_repeated_on_the_way(k)) return false;
        }
        return true;
    }

    const plan& plan_;
    const row_kernel& kernel_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
