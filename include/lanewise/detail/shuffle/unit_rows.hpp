#pragma once

/// Rows that are taken unit by unit, a unit being a few registers: whole units, and the last one once more for what is behind
/// them.

#include "../plan/row_kernel.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The bytes of a unit, at most.
inline constexpr index_t most_unit_bytes = 1024;

class unit_rows {
public:
    /// Of strided rows, so many runs to a unit.
    unit_rows(const strided_rows& from, index_t runs, index_t bytes) noexcept
        : runs_(runs), bytes_(bytes), whole_bytes_(from.run.count / runs * bytes),
          rest_bytes_(from.run.count % runs * (bytes / runs)) {}

    index_t runs() const noexcept { return runs_; }               // of a unit
    index_t bytes() const noexcept { return bytes_; }             // of one
    index_t whole_bytes() const noexcept { return whole_bytes_; } // of a row's whole units
    index_t rest_bytes() const noexcept { return rest_bytes_; }   // of what is behind them

    /// Where the last unit begins in a packed row.
    index_t last_at() const noexcept { return whole_bytes_ + rest_bytes_ - bytes_; }

    /// The last unit of each row, which may overlap the one before.
    strided_rows last_of(const strided_rows& from) const noexcept {
        strided_rows last = from;
        last.data += from.run[from.run.count - runs_];
        last.run.count = runs_;
        return last;
    }

private:
    index_t runs_;
    index_t bytes_;
    index_t whole_bytes_;
    index_t rest_bytes_;
};

/// Packs strided rows in their units, of either kind.
template <class Units>
void pack_in_units(const Units& units, std::byte* packed, index_t pitch, const strided_rows& from) noexcept {
    units.pack_units(packed, pitch, from);
    if (units.rest_bytes() > 0) units.pack_units(packed + units.last_at(), pitch, units.last_of(from));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
