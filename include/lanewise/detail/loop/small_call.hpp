#pragma once

/// A call of few elements, in one row.
///
/// Tiles and their tables cost more than so few elements. Here the elements that differ of an input that is not packed are
/// packed at once and then repeated axis by axis, until they are a row in out's order. Where they all repeat along the
/// outermost axis, so short a row that it serves several times is enough ((777, 5) - (5): 3x). Of fewer elements out may lie
/// anyhow: it is a row until it is unpacked (4x10 floats into a transposed out: 2x).

#include "../plan/chunks.hpp"
#include "../plan/plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class small_call {
public:
    small_call(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether a call is one.
    bool fits() noexcept {
        bool continues = true;
        for (int i = 0; i < plan_.rank; ++i) {
            continues = continues && stride(out_position, i) == n_ * plan_.element_bytes[out_position];
            n_ *= extent(i);
            if (n_ > limits.small_call_in_place) return false;
        }
        const index_t most = smaller(limits.small_call_packed, most_packed);
        unpacks_ = !continues && kernel_.unpack != nullptr;
        if (unpacks_ && n_ > most) return false;
        find_axes(a_position);
        find_axes(b_position);
        if (unpacks_) find_axes(out_position);
        repeats_ = extent(outermost());
        return (in_place(a_position) && in_place(b_position)) || shorten(most);
    }

    /// As rows_function.
    bool run() noexcept {
        rows r = rows_of({.n = n_, .data = {plan_.data[out_position]}, .form = {}, .streaming = false});
        bool in_place_both = true;
        for (const int k : {a_position, b_position}) {
            const bool as_it_is = in_place(k);
            r.form[k] = form_of(step(k), size(k), as_it_is);
            r.data[k] = as_it_is ? plan_.data[k] : nullptr;
            in_place_both = in_place_both && as_it_is;
        }
        return in_place_both && !unpacks_ ? kernel_.run(kernel_.op, r) : run_packing(r);
    }

private:
    static constexpr index_t most_packed = 512;
    static constexpr int part_axes = 3; // of strided rows

    /// The axes along which an operand moves, as few as possible.
    struct operand_axes {
        index_t extent[max_rank];
        index_t step[max_rank];
        int rank = 0;
        index_t count = 1; // elements
    };

    struct buffer {
        alignas(cache_line) std::byte bytes[most_packed * 8 + cache_line];
    };

    /// Not inline, so that what is in place has a small stack frame.
    [[gnu::noinline]] bool run_packing(rows& r) noexcept {
        buffer buffers[2][2]; // of each input: filled in turn
        // Divisions, only where they are needed: they take as long as a few elements.
        if (const index_t all = extent(outermost()); repeats_ != all) {
            r.n = n_ / all * repeats_;
            r.count = all / repeats_;
        }
        r.start[out_position].stride = r.n * plan_.element_bytes[out_position];
        for (const int k : {a_position, b_position}) {
            r.start[k].stride = r.n * step(k);
            if (r.data[k] != nullptr) continue;
            buffer(&own)[2] = buffers[k - a_position];
            r.data[k] = differing(k, own[0].bytes);
            if (r.form[k] != row_form::splat) r.data[k] = repeated(k, r.data[k], own);
            r.start[k].stride = 0;
        }
        if (unpacks_) return run_unpacking(r);
        if (!kernel_.run(kernel_.op, r)) return false;
        const index_t done = r.n * r.count;
        if (done == n_) return true;
        for (int k = 0; k < operand_count; ++k) r.data[k] += r.count * r.start[k].stride;
        r.n = n_ - done;
        r.count = 1;
        return kernel_.run(kernel_.op, r);
    }

    /// Runs the one row where out is none.
    bool run_unpacking(rows& r) noexcept {
        buffer result;
        r.data[out_position] = result.bytes;
        if (!kernel_.run(kernel_.op, r)) return false;
        each_part(out_position, [&](const strided_rows& g, index_t pitch, index_t at) {
            kernel_.unpack(g, result.bytes + at, pitch);
        });
        return true;
    }

    const operand_axes& in(int k) const noexcept { return axes_[k]; }
    index_t step(int k) const noexcept { return in(k).rank == 0 ? 0 : in(k).step[0]; }
    int outermost() const noexcept { return plan_.rank - 1; }
    index_t extent(int axis) const noexcept { return plan_.axis[axis].extent; }
    index_t stride(int k, int axis) const noexcept { return plan_.axis[axis].stride[k]; }
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }

    bool in_place(int k) const noexcept {
        if (in(k).rank == 0) return kernel_.takes(k, 0);
        return in(k).rank == 1 && in(k).count == n_ && kernel_.takes(k, in(k).step[0]);
    }

    void find_axes(int k) noexcept {
        operand_axes& in = axes_[k];
        index_t next = 0; // the step that continues the last axis
        for (int i = 0; i < plan_.rank; ++i) {
            const index_t step = stride(k, i);
            if (step == 0) continue;
            if (step == next) {
                in.extent[in.rank - 1] *= extent(i);
            } else {
                in.extent[in.rank] = extent(i);
                in.step[in.rank++] = step;
            }
            in.count *= extent(i);
            next = step * extent(i);
        }
    }

    /// Takes fewer positions along the outermost axis into a row, if that has more than `most` elements; returns false
    /// where it cannot.
    bool shorten(index_t most) noexcept {
        if (n_ <= most) return true;
        const index_t inside = n_ / repeats_;
        if (2 * inside > most) return false;
        for (const int k : {a_position, b_position}) {
            if (!in_place(k) && stride(k, outermost()) != 0) return false;
        }
        const bool any_splat = in(a_position).rank == 0 || in(b_position).rank == 0;
        repeats_ = any_splat ? 0 : kernel_.forms.times_held(inside);
        if (repeats_ == 0) repeats_ = in_whole_lines(most / inside, inside * plan_.element_bytes[out_position]);
        return true;
    }

    /// Calls f(rows, pitch, at) for an operand's elements, which are rows along three axes, of packed ones `pitch` bytes apart of
    /// which the first is `at` bytes from the beginning, or several times that along the others.
    template <class F>
    LANEWISE_ALWAYS_INLINE void each_part(int k, const F& f) noexcept {
        operand_axes& in = axes_[k];
        for (; in.rank < part_axes; ++in.rank) {
            in.extent[in.rank] = 1;
            in.step[in.rank] = 0;
        }
        reading_order order;
        strided_rows g{plan_.data[k],
                       in.extent[0],
                       in.step[0],
                       {in.extent[1], in.step[1], nullptr},
                       {in.extent[2], in.step[2], nullptr},
                       &order};
        const index_t pitch = g.n * g.run.count * size(k);
        if (k == out_position || kernel_.converts[k] || !is_simple(g, size(k))) {
            order.add({g.n, g.step, size(k)});
            order.add({g.run.count, g.run.stride, size(k) * g.n});
            order.end_elements();
            if (k != out_position) order.add({g.row.count, g.row.stride, pitch});
        }
        index_t done[max_rank] = {}; // along the other axes
        for (index_t at = 0;; at += pitch * g.row.count) {
            f(g, pitch, at);
            int i = part_axes;
            for (; i < in.rank; ++i) {
                g.data += in.step[i];
                if (++done[i] < in.extent[i]) break;
                g.data -= in.step[i] * in.extent[i];
                done[i] = 0;
            }
            if (i == in.rank) return;
        }
    }

    /// An input's elements along its axes, one behind the other.
    std::byte* differing(int k, std::byte* to) noexcept {
        if (in(k).rank == 1 && in(k).step[0] == size(k) && !kernel_.converts[k]) return plan_.data[k];
        each_part(k, [&](const strided_rows& g, index_t pitch, index_t at) {
            kernel_.pack[k](kernel_.context[k], to + at, pitch, g);
        });
        return to;
    }

    /// The same repeated along the other axes, from the innermost one on.
    std::byte* repeated(int k, std::byte* row, buffer (&buffers)[2]) noexcept {
        index_t bytes = in(k).count * size(k);
        index_t block = size(k);
        int next = 1;
        for (int i = 0; i < plan_.rank; block *= extent(i++)) {
            if (stride(k, i) != 0) continue;
            const index_t times = i == outermost() ? repeats_ : extent(i);
            std::byte* const to = buffers[next].bytes;
            repeat_blocks(to, row, bytes, block, times);
            bytes *= times;
            row = to;
            next = 1 - next;
        }
        return row;
    }

    const plan& plan_;
    const row_kernel& kernel_;
    index_t n_ = 1;
    index_t repeats_; // positions along the outermost axis in a row
    bool unpacks_;
    operand_axes axes_[operand_count];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
