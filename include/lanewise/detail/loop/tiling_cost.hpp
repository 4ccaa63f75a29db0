#pragma once

/// What a tile would take, in ns per element or so: to fetch the cache lines that its operands touch, to pack those that
/// are, and for each row. The figures are those that chose best on a Sapphire Rapids; what matters is their proportions. On
/// 3000 random layouts the tile of least cost was 5 % slower than the fastest one.

#include "tile.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The part of packing, and unpacking, alone.
class packing_cost {
public:
    explicit packing_cost(const plan& p) noexcept : plan_(p) {}

    double of(const tile& b) const noexcept {
        double ns = 0;
        for (int k = 0; k < operand_count; ++k) ns += packing(b, k) / static_cast<double>(repeated(b, k));
        return ns / static_cast<double>(b.elements() * b.rows());
    }

protected:
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    static bool is_packed(const tile& b, int k) noexcept { return !b.operand(k).in_place; }

    /// The elements of operand k that are brought into packed rows, or out of them, or rearranged in place.
    double packing(const tile& b, int k) const noexcept {
        constexpr double ns_moved = 0.28; // in registers
        constexpr double ns_on_the_way = 0.3;
        constexpr double ns_copied = 0.34; // one by one
        const operand_row& o = b.operand(k);
        if (o.in_place && !is_rearranged(o.form)) return 0;
        index_t elements = o.form == row_form::splat ? 1 : b.elements();
        for (int i = 0; i < b.count().rank; ++i) {
            const int axis = b.count().axis[i];
            if (stride(k, axis) != 0) elements *= b.extent(axis);
        }
        return static_cast<double>(elements) * (b.is_transposed(k) ? ns_on_the_way
                                                : is_moved(b, k)   ? ns_moved
                                                                   : ns_copied);
    }

    /// For how many tiles in turn operand k is packed at a time.
    index_t repeated(const tile& b, int k) const noexcept {
        if (!is_packed(b, k) || b.is_transposed(k)) return 1;
        const axis_group loops = b.loops();
        index_t times = 1;
        for (int l = 0; l < loops.rank && stride(k, loops.axis[l]) == 0; ++l)
            times *= pieces(extent(loops.axis[l]), b.extent(loops.axis[l]));
        return times;
    }

    const plan& plan_;

private:
    /// Whether packing operand k moves several elements at a time.
    bool is_moved(const tile& b, int k) const noexcept {
        constexpr index_t several = 8;
        constexpr index_t few = 4;
        const operand_row& o = b.operand(k);
        const index_t size = plan_.element_bytes[k];
        if (o.step == 0 || o.step == size) return o.run >= few;
        if (magnitude(o.step) == size && o.run >= several) return true;
        const auto is_next = [&](int axis) { return magnitude(stride(k, axis)) == size; };
        if (o.first_outside < b.row().rank && o.run <= few && is_next(b.row().axis[o.first_outside])) return true;
        for (int i = 0; i < b.count().rank; ++i) {
            const int axis = b.count().axis[i];
            if (!is_next(axis)) continue;
            return b.extent(axis) >= several || (o.run >= several && b.extent(axis) * size == magnitude(o.step));
        }
        return false;
    }
};

class tiling_cost : packing_cost {
public:
    explicit tiling_cost(const plan& p) noexcept : packing_cost(p) {
        for (int k = 0; k < operand_count; ++k) {
            axes_[k] = axes_by_step(p, k);
            if constexpr (!LANEWISE_SMALL) is_far_[k] = k != out_position && p.streaming && bytes_of(k) >= far_bytes;
        }
    }

    /// Whether input k comes from memory. Small code does not ask.
    bool is_far(int k) const noexcept { return !LANEWISE_SMALL && is_far_[k]; }

    double of(const tile& b) const noexcept {
        constexpr double ns_per_row = 4;
        // Rows that follow each other are soon run (six channels less as many into planes: floats 2x, doubles 2.3x).
        double ns = ns_per_row * static_cast<double>(b.rows_follow() ? 1 : b.rows());
        for (int k = 0; k < operand_count; ++k)
            ns += (fetching(b, k) + packing(b, k)) / static_cast<double>(repeated(b, k));
        return ns / static_cast<double>(b.elements() * b.rows());
    }

private:
    static constexpr index_t far_bytes = index_t{1} << 20; // more than a cache keeps beside the others

    /// The cache lines of operand k, and the stretches of memory they are in.
    double fetching(const tile& b, int k) const noexcept {
        constexpr double ns_per_line = 1.7;
        // From memory nothing fetches a stretch's first lines ahead but for rows in place, and lines behind it are fetched in vain
        // (uint8 (16, 213, 213, 16) less one pixel of each line: 1.6x). Others: float64 a - b.T, 4096^2: 1.15x if both are 2.
        const double from_memory = is_packed(b, k) ? 20 : 10;
        const double ns_per_stretch = is_far(k) ? from_memory : is_packed(b, k) ? 4 : 1;
        index_t bytes = plan_.element_bytes[k]; // of a stretch, which is read almost in one
        index_t stretches = 1;
        for (int i = 0; i < axes_[k].rank; ++i) {
            const int axis = axes_[k].axis[i];
            const index_t step = magnitude(stride(k, axis));
            if (step < bytes + cache_line) {
                bytes += step * (b.extent(axis) - 1);
            } else {
                stretches *= b.extent(axis);
            }
        }
        const auto lines = static_cast<double>(pieces(bytes, cache_line));
        // What is not written around the cache is read first (a - b.T of floats whose rows are 32 KiB apart: 1.6x).
        const bool is_read_first = !LANEWISE_SMALL && k == out_position && plan_.streaming && !b.streaming();
        return static_cast<double>(stretches) * (lines * (is_read_first ? 2 : 1) * ns_per_line + ns_per_stretch);
    }

    index_t bytes_of(int k) const noexcept {
        index_t bytes = plan_.element_bytes[k];
        for (int i = 0; i < axes_[k].rank; ++i) bytes *= extent(axes_[k].axis[i]);
        return bytes;
    }

    axis_group axes_[operand_count];
    bool is_far_[operand_count];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
