#pragma once

/// Running a plan: as a converted row, as a small call, in tiles, or in parts that different threads may run.
///
/// A part is a stretch of out's elements in the order of memory, from the beginning of one cache line to that of another, so
/// that no two threads write the same line. It is walked as a few tiles: whole runs of an axis, and what is left of it on
/// either side.

#include "../../executor.hpp"
#include "small_call.hpp"
#include "two_axes_call.hpp"
#include "walk.hpp"

#include <atomic>

namespace lanewise::detail::inline LANEWISE_ISA {

/// Not inline, so that a call of few elements has a small stack frame.
[[gnu::noinline]] inline bool walk_tiles(const plan& p, const row_kernel& kernel) noexcept {
    return tile_walker(p, kernel).walk();
}

/// The same for a plan, or a part of one, that may be a converted row.
inline bool walk_plan(const plan& p, const row_kernel& kernel) noexcept {
    bool goes_on = true;
    if (kernel.runs_converted(p, goes_on)) return goes_on;
    return walk_tiles(p, kernel);
}

class plan_parts {
public:
    explicit plan_parts(const plan& p) noexcept : plan_(p) {
        inner_[0] = 1;
        for (int i = 0; i < p.rank; ++i) inner_[i + 1] = inner_[i] * p.axis[i].extent;
        count_ = inner_[p.rank] / limits.part_elements;
        if (count_ > most_parts) count_ = most_parts;
        if (count_ < 2 || !is_nested()) count_ = 1;
    }

    /// 1: the plan is better left whole.
    index_t count() const noexcept { return count_; }

    /// Runs a part; false if the kernel ended the walk.
    bool walk(index_t part, const row_kernel& kernel) const noexcept {
        const index_t first = boundary(part);
        const index_t last = boundary(part + 1);
        return first == last || walk_range(plan_, first, last, kernel);
    }

private:
    static constexpr index_t most_parts = 256;

    index_t out_stride(int axis) const noexcept { return plan_.axis[axis].stride[out_position]; }

    /// Whether each step along an axis of out leads beyond all elements of the axes inside it.
    bool is_nested() const noexcept {
        index_t reach = plan_.element_bytes[out_position];
        for (int i = 0; i < plan_.rank; ++i) {
            if (out_stride(i) < reach) return false;
            reach += out_stride(i) * (plan_.axis[i].extent - 1);
        }
        return true;
    }

    std::uintptr_t out_address(index_t element) const noexcept {
        auto address = reinterpret_cast<std::uintptr_t>(plan_.data[out_position]);
        for (int i = 0; i < plan_.rank; ++i) {
            address += static_cast<std::uintptr_t>(element % plan_.axis[i].extent * out_stride(i));
            element /= plan_.axis[i].extent;
        }
        return address;
    }

    /// The first element of a part: the first at its place or later that begins a cache line of out.
    index_t boundary(index_t part) const noexcept {
        const index_t total = inner_[plan_.rank];
        if (part == count_) return total;
        constexpr std::uintptr_t line = cache_line;
        index_t at = total / count_ * part;
        if (at == 0) return 0;
        const auto last_byte = static_cast<std::uintptr_t>(plan_.element_bytes[out_position] - 1);
        while (at < total) {
            const std::uintptr_t here = out_address(at);
            if ((out_address(at - 1) + last_byte) / line < here / line) break;
            const auto missing = static_cast<index_t>((line - here % line) % line);
            const index_t steps = pieces(missing, out_stride(0));
            const index_t left_in_row = plan_.axis[0].extent - at % plan_.axis[0].extent;
            at += steps == 0 ? 1 : steps < left_in_row ? steps : left_in_row;
        }
        return at;
    }

    /// Walks elements [first, last) of a plan, counted in its order.
    bool walk_range(const plan& p, index_t first, index_t last, const row_kernel& kernel) const noexcept {
        const int outer = p.rank - 1;
        const index_t inner = inner_[outer];
        plan slices = p;
        const auto move = [&slices](int axis, index_t steps) {
            for (int k = 0; k < operand_count; ++k) slices.data[k] += steps * slices.axis[axis].stride[k];
        };
        index_t i = first / inner;
        const index_t end = last / inner;
        move(outer, i);
        const auto walk_inside = [&](index_t from, index_t to) {
            slices.rank = outer;
            return walk_range(slices, from, to, kernel);
        };
        if (i < end && first % inner != 0) {
            if (!walk_inside(first % inner, inner)) return false;
            move(outer, 1);
            first = ++i * inner;
        }
        if (i == end) return first == last || walk_inside(first % inner, last % inner);
        slices.rank = p.rank;
        slices.axis[outer].extent = end - i;
        if (!walk_plan(slices, kernel)) return false;
        move(outer, end - i);
        return last % inner == 0 || walk_inside(0, last % inner);
    }

    const plan& plan_;
    index_t inner_[max_rank + 1]; // how many elements the axes before each one have
    index_t count_;
};

/// Runs a plan on the threads of an executor.
inline bool run_parts(const plan& p, const row_kernel& kernel, const executor_ref& ex) noexcept {
    struct context {
        const plan_parts parts;
        const row_kernel& kernel;
        std::atomic<bool> ended = false;
    };
    context shared{plan_parts(p), kernel};
    if (shared.parts.count() == 1) return walk_plan(p, kernel);
    const auto run_part = [](void* c, std::size_t part) {
        context& s = *static_cast<context*>(c);
        if (s.ended.load(std::memory_order_relaxed)) return;
        if (!s.parts.walk(static_cast<index_t>(part), s.kernel)) s.ended.store(true, std::memory_order_relaxed);
    };
    ex.parallel_for(static_cast<std::size_t>(shared.parts.count()), parallel_task(run_part, &shared));
    return !shared.ended.load(std::memory_order_relaxed);
}

/// Runs a plan that is no converted row, or in parts.
[[gnu::noinline]] inline bool run_axes(const plan& p, const row_kernel& kernel, const executor_ref& ex) noexcept {
    if constexpr (!LANEWISE_SMALL) {
        if (two_axes_call::may(p)) {
            if (two_axes_call few(p, kernel); few.fits()) return few.run();
        }
        if (small_call whole(p, kernel); whole.fits()) return whole.run();
    }
    return ex ? run_parts(p, kernel, ex) : walk_tiles(p, kernel);
}

/// Runs the kernel over every element of the plan; false if it ended the walk.
inline bool run_plan(const plan& p, const row_kernel& kernel, const executor_ref& ex) noexcept {
    bool goes_on = true;
    if (!ex && kernel.runs_converted(p, goes_on)) return goes_on;
    return run_axes(p, kernel, ex);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
