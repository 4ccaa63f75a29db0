#pragma once

/// Steps through the elements of a row.

#include "../plan/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

class row_cursor {
public:
    LANEWISE_ALWAYS_INLINE explicit row_cursor(const strided_rows& from) noexcept : from_(from) {}

    /// Where the next elements are.
    template <std::size_t Count>
    LANEWISE_ALWAYS_INLINE void next(index_t (&at)[Count]) noexcept {
        if (constexpr auto count = static_cast<index_t>(Count); i_ + count <= from_.n) {
            index_t first = from_.run[run_] + i_ * from_.step;
            for (index_t& offset : at) {
                offset = first;
                first += from_.step;
            }
            i_ += count;
            if (i_ == from_.n) {
                i_ = 0;
                ++run_;
            }
            return;
        }
        for (index_t& offset : at) {
            offset = from_.run[run_] + i_ * from_.step;
            if (++i_ == from_.n) {
                i_ = 0;
                ++run_;
            }
        }
    }

    LANEWISE_ALWAYS_INLINE void go_to(index_t element) noexcept {
        run_ = element / from_.n;
        i_ = element % from_.n;
    }

private:
    const strided_rows& from_;
    index_t run_ = 0;
    index_t i_ = 0;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
