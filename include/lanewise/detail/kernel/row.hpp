#pragma once

/// The one loop over lanes: a lane operation over rows of packed elements.
///
/// A lane operation is a value with
///     first, second, result   the storage types of a row of a, of b and of out
///     step                    how many elements it takes at a time
///     operator()              lanes of the first two -> lanes of the third; or -> bool, for an operation that only looks
///                             for an element and writes nothing: true ends the loop.
/// An operation that is a template on the number of lanes is also called with fewer, down to `least_step`.

#include "../lane/memory.hpp"
#include "../loop/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The smallest number of elements that an operation takes: `least_step` where it has one.
template <class Op>
constexpr int least_step() noexcept {
    if constexpr (requires { Op::least_step; }) {
        return Op::least_step;
    } else {
        return Op::step;
    }
}

/// Whether an operation has results; one that only looks returns bool.
template <class Op>
inline constexpr bool writes_out =
    !std::is_same_v<bool, decltype(std::declval<const Op&>()(
                              std::declval<lanes<lane_type<typename Op::first>, Op::step>>(),
                              std::declval<lanes<lane_type<typename Op::second>, Op::step>>()))>;

/// An input of an operation: rows of packed elements, or of one element, which then stands in a buffer of a whole step.
///
/// Why a buffer: one loop serves splats and packed rows alike. A loop of its own, with the splat in a register, is no
/// faster (the loop is bound by its stores), and made every kernel four times the code.
template <class T, int Step>
class row_input {
public:
    LANEWISE_INLINE row_input(const rows& r, int k) noexcept
        : data_(r.data[k]), start_(r.start[k]), splat_(r.splat[k]) {}

    LANEWISE_INLINE void begin(index_t row) noexcept {
        at_ = data_ + start_[row];
        if (!splat_) return;
        const T value = load_element<T>(at_);
        for (T& element : buffer_) element = value;
        at_ = reinterpret_cast<const std::byte*>(buffer_);
    }

    template <int N>
    LANEWISE_INLINE auto lanes_at(index_t i) const noexcept {
        return load<T, N>(at_ + (splat_ ? 0 : i * static_cast<index_t>(sizeof(T))));
    }

    /// The lanes of a row of n < N elements.
    template <int N>
    LANEWISE_INLINE auto first_lanes(index_t n) const noexcept {
        return splat_ ? load<T, N>(at_) : load_first<T, N>(at_, n);
    }

private:
    const std::byte* data_;
    const std::byte* at_ = nullptr;
    offsets start_;
    bool splat_;
    alignas(64) T buffer_[static_cast<std::size_t>(Step)];
};

template <class Op>
class row_loop {
    using A = typename Op::first;
    using B = typename Op::second;
    using R = typename Op::result;
    static constexpr int step = Op::step;
    static constexpr int least = least_step<Op>();

public:
    LANEWISE_INLINE row_loop(const Op& op, const rows& r) noexcept : op_(op), a_(r, a_position), b_(r, b_position) {}

    /// Runs a row of n elements; false if a looking operation found something.
    ///
    /// The last elements that do not fill a step are the end of one that overlaps its neighbour. Its inputs are loaded
    /// first, since in place the neighbour's results would replace them.
    LANEWISE_INLINE bool operator()(index_t row, index_t n, std::byte* out) noexcept {
        a_.begin(row);
        b_.begin(row);
        if (n < least) return part(n, out);
        const index_t last = n - least;
        const auto last_a = a_.template lanes_at<least>(last);
        const auto last_b = b_.template lanes_at<least>(last);
        index_t i = 0;
        for (; i + step <= n; i += step) {
            if (!apply<step>(out, i, a_.template lanes_at<step>(i), b_.template lanes_at<step>(i))) return false;
        }
        if constexpr (least < step) {
            for (; i + least <= n; i += least) {
                if (!apply<least>(out, i, a_.template lanes_at<least>(i), b_.template lanes_at<least>(i))) return false;
            }
        }
        return i == n || apply<least>(out, last, last_a, last_b);
    }

private:
    template <int N, class X, class Y>
    LANEWISE_INLINE bool apply(std::byte* out, index_t i, const X& x, const Y& y) const noexcept {
        if constexpr (writes_out<Op>) {
            store<R, N>(out + i * static_cast<index_t>(sizeof(R)), op_(x, y));
            return true;
        } else {
            return !op_(x, y);
        }
    }

    /// A row shorter than any step.
    LANEWISE_INLINE bool part(index_t n, std::byte* out) const noexcept {
        const auto x = a_.template first_lanes<least>(n);
        const auto y = b_.template first_lanes<least>(n);
        if constexpr (writes_out<Op>) {
            store_first<R, least>(out, op_(x, y), n);
            return true;
        } else {
            return !op_(x, y);
        }
    }

    const Op& op_;
    row_input<A, step> a_;
    row_input<B, step> b_;
};

/// A lane operation as the loops call it.
template <class Op>
bool run_rows(const void* op, const rows& r) noexcept {
    row_loop<Op> loop(*static_cast<const Op*>(op), r);
    for (index_t row = 0; row < r.count; ++row) {
        if (!loop(row, r.n, r.data[out_position] + r.start[out_position][row])) return false;
    }
    return true;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
