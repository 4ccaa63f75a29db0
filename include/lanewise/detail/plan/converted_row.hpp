#pragma once

/// A call of one row of which inputs are converted on the way: some packed elements at a time, which need no tile and none of its
/// tables (8 floats by pow with a scale_bias: 1.1x, 1024 bytes 1.4x; a sixth of the stack).

#include "plan.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class converted_row {
public:
    converted_row(const plan& p, const row_kernel& kernel) noexcept : plan_(p), kernel_(kernel) {}

    /// Whether a call is one.
    bool fits() const noexcept {
        return plan_.rank == 1 && kernel_.takes(out_position, stride(out_position)) &&
               (converts(a_position) || converts(b_position)) && is_one(a_position) && is_one(b_position);
    }

    /// As rows_function. Little is packed at a time where the stack is promised to be small, which is where all elements are of
    /// one size, but for one that all share, and the operation takes long for each of them: none that has loops of its own for
    /// how rows lie (float32 to the power of int64: 1.1x slower with so little, float16 minus float16 into float64 1.4x).
    bool run() const noexcept {
        if (kernel_.run_transposing != nullptr || !is_of_one_size()) return run_in<8192>();
        constexpr index_t few_bytes = LANEWISE_SMALL ? 1152 : 1664;
        return run_in<few_bytes>();
    }

private:
    static constexpr index_t whole_steps = 64; // elements of most operations (with AVX-512 1.1x)

    index_t stride(int k) const noexcept { return plan_.axis[0].stride[k]; }
    bool converts(int k) const noexcept { return kernel_.converts[k]; }
    index_t size(int k) const noexcept { return kernel_.row_element_bytes[k]; }
    index_t packed_elements(int k, index_t n) const noexcept { return stride(k) == 0 ? 1 : n; }
    bool is_of_size_of_out(int k) const noexcept {
        return stride(k) == 0 || plan_.element_bytes[k] == plan_.element_bytes[out_position];
    }
    bool is_of_one_size() const noexcept { return is_of_size_of_out(a_position) && is_of_size_of_out(b_position); }
    bool is_one(int k) const noexcept { return stride(k) == 0 || stride(k) == plan_.element_bytes[k]; }

    void pack(int k, index_t i, index_t n, std::byte* to) const noexcept {
        constexpr offsets one{1, 0, nullptr};
        kernel_.pack[k](kernel_.context[k], to, 0,
                        {plan_.data[k] + i * stride(k), n, plan_.element_bytes[k], one, one});
    }

    /// On so many bytes of stack. Not inline, so that others are not on it, too.
    template <index_t Bytes>
    [[gnu::noinline]] bool run_in() const noexcept {
        static_assert((Bytes - 2 * cache_line) / (2 * most_element_bytes) >= whole_steps, "a step of both inputs fits");
        alignas(cache_line) std::byte packed[static_cast<std::size_t>(Bytes)];
        return run_in(packed, Bytes - 2 * cache_line);
    }

    /// With room for so many packed bytes and two lines: one for an element that all share, and one since up to 32 bytes may be
    /// written behind what is packed, which may be the next one's, packed after it.
    [[gnu::noinline]] bool run_in(std::byte* to, index_t room) const noexcept {
        const index_t n = plan_.axis[0].extent;
        rows row = rows_of({n, {plan_.data[0], plan_.data[1], plan_.data[2]}, {}, plan_.streaming});
        index_t bytes = 0; // of an element of each input that is packed
        for (const int k : {a_position, b_position}) {
            row.form[k] = form_of(stride(k), stride(k), true);
            if (converts(k) && stride(k) != 0) bytes += size(k);
        }
        if (bytes != 0) row.n = smaller(n, room / bytes / whole_steps * whole_steps);
        for (const int k : {a_position, b_position}) {
            if (!converts(k)) continue;
            row.data[k] = to;
            to += pieces(packed_elements(k, row.n) * size(k), cache_line) * cache_line;
        }
        for (index_t i = 0; i < n; i += row.n) {
            row.n = smaller(row.n, n - i);
            for (const int k : {a_position, b_position}) {
                if (converts(k)) {
                    pack(k, i, packed_elements(k, row.n), row.data[k]);
                } else {
                    row.data[k] = plan_.data[k] + i * stride(k);
                }
            }
            row.data[out_position] = plan_.data[out_position] + i * stride(out_position);
            if (!kernel_.run(kernel_.op, row)) return false;
        }
        if (row.streaming) kernel_.finish();
        return true;
    }

    const plan& plan_;
    const row_kernel& kernel_;
};

/// As converted_function.
inline bool run_converted_row(const plan& p, const row_kernel& kernel, bool& goes_on) noexcept {
    const converted_row one(p, kernel);
    if (!one.fits()) return false;
    goes_on = one.run();
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
