#pragma once

/// A call of few elements, in one row.
///
/// Boxes and their tables cost more than so few elements. Here an input that is not packed is collected at once into out's
/// order, repeated elements included: as one grid, or several along a fourth axis.

#include "plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class few_elements {
public:
    few_elements(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether a call is one: out is a single row, and inputs have few axes.
    bool fits() noexcept {
        for (int i = 0; i < plan_.rank; ++i) {
            const bool continues = stride(out_position, i) == n_ * plan_.element_bytes[out_position];
            if (!continues && kernel_.spread != nullptr) return false;
            n_ *= extent(i);
            if (n_ > most_in_place) return false;
        }
        return find_axes(a_position) && find_axes(b_position) &&
               (n_ <= most_collected || (in_place(a_position) && in_place(b_position)));
    }

    /// As rows_function.
    bool run() noexcept {
        rows r;
        r.n = n_;
        r.count = 1;
        r.around_cache = false;
        r.data[out_position] = plan_.data[out_position];
        for (int k = 0; k < operand_count; ++k) {
            r.start[k] = {1, 0, nullptr};
            r.prefetch[k] = 0;
            if (k == out_position) continue;
            const input& in = input_[k - a_position];
            r.form[k] = in.rank == 1 ? form_of(in.step[0], size(k), in_place(k)) : row_form::packed;
            r.data[k] = in_place(k) ? plan_.data[k] : collected(k, r.form[k] == row_form::splat);
        }
        return kernel_.run(kernel_.op, r);
    }

private:
    static constexpr index_t most_collected = 512; // from there on a box costs less (uint8, rows of 3: equal at 400)
    static constexpr index_t most_in_place = 4096; // from there on it does not matter
    static constexpr int most_axes = 4;

    /// The axes of an input, as few as possible.
    struct input {
        index_t extent[most_axes];
        index_t step[most_axes];
        int rank = 0;
    };

    struct buffer {
        alignas(cache_line) std::byte bytes[most_collected * 8 + cache_line];
    };

    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }

    bool in_place(int k) const noexcept {
        const input& in = input_[k - a_position];
        return in.rank == 1 && kernel_.takes(k, in.step[0]);
    }

    bool find_axes(int k) noexcept {
        input& in = input_[k - a_position];
        index_t next = 0; // the step that continues the last axis
        for (int i = 0; i < plan_.rank; ++i) {
            const index_t step = stride(k, i);
            if (in.rank > 0 && step == next) {
                in.extent[in.rank - 1] *= extent(i);
            } else if (in.rank == most_axes) {
                return false;
            } else {
                in.extent[in.rank] = extent(i);
                in.step[in.rank++] = step;
                next = step;
            }
            next *= extent(i);
        }
        for (int i = in.rank; i < most_axes; ++i) {
            in.extent[i] = 1;
            in.step[i] = 0;
        }
        return true;
    }

    /// Operand k as a packed row; one element of a splat.
    std::byte* collected(int k, bool splat) noexcept {
        const input& in = input_[k - a_position];
        std::byte* const row = buffer_[k - a_position].bytes;
        reading_order order;
        grid g{plan_.data[k],
               splat ? 1 : in.extent[0],
               in.step[0],
               {in.extent[1], in.step[1], nullptr},
               {in.extent[2], in.step[2], nullptr},
               &order};
        const index_t pitch = g.n * g.run.count * size(k);
        if (kernel_.converts[k] || !has_plain_runs(g, size(k))) {
            order.add({g.n, g.step, size(k)});
            order.add({g.run.count, g.run.stride, size(k) * g.n});
            order.add({g.row.count, g.row.stride, pitch});
        }
        const index_t bytes = pitch * g.row.count;
        std::byte* to = row;
        for (index_t i = 0; i < in.extent[3]; ++i, to += bytes, g.data += in.step[3]) {
            if (i > 0 && in.step[3] == 0) {
                __builtin_memcpy(to, row, static_cast<std::size_t>(bytes));
            } else {
                kernel_.collect[k](kernel_.context[k], to, pitch, g);
            }
        }
        return row;
    }

    const plan& plan_;
    const row_kernel& kernel_;
    index_t n_ = 1;
    input input_[2];
    buffer buffer_[2];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
