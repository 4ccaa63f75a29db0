#pragma once

/// How long a call may look for an answer that is hard to find.

#include "../../config.hpp"

#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

enum class answer : std::uint8_t { no, yes, undecided };

/// How many steps the searches of one call may take together: one for each element, as the call itself takes, and for small
/// calls some more, but never more than some milliseconds' worth.
class search_budget {
public:
    static constexpr std::int64_t smallest = std::int64_t{1} << 15;
    static constexpr std::int64_t largest = std::int64_t{1} << 17;

    explicit constexpr search_budget(std::int64_t elements) noexcept
        : left_(elements < largest - smallest ? smallest + elements : largest), given_(left_) {}

    constexpr std::int64_t left() const noexcept { return left_; }
    constexpr std::int64_t taken() const noexcept { return given_ - left_; }
    constexpr void take(std::int64_t steps) noexcept { left_ -= steps; }

private:
    std::int64_t left_;
    std::int64_t given_;
};

} // namespace lanewise::detail::inline LANEWISE_ISA
