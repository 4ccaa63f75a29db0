#pragma once

/// A set of numbers that may seem to have one that was never entered, but never lacks one that was (a Bloom filter): two
/// bits of 2^17 for each number. Full, it seems to have 1 of 270 others.

#include "../../config.hpp"

#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

class sum_set {
public:
    /// How many numbers it is made for.
    static constexpr std::uint64_t room = 4096;

    void clear() noexcept {
        for (std::uint64_t& word : bits_) word = 0;
    }

    void enter(std::uint64_t number) noexcept {
        const places at(number);
        bits_[at.first / 64] |= std::uint64_t{1} << at.first % 64;
        bits_[at.second / 64] |= std::uint64_t{1} << at.second % 64;
    }

    bool may_have(std::uint64_t number) const noexcept {
        const places at(number);
        return (bits_[at.first / 64] >> at.first % 64 & bits_[at.second / 64] >> at.second % 64 & 1) != 0;
    }

private:
    static constexpr std::uint64_t size = std::uint64_t{1} << 17;

    /// Two bits, whatever pattern the numbers have: the product's high half depends on all of the number.
    struct places {
        explicit places(std::uint64_t number) noexcept {
            constexpr std::uint64_t odd = 0x9E3779B97F4A7C15; // 2^64 divided by the golden ratio
            const std::uint64_t mixed = (number * odd ^ number * odd >> 32) * odd;
            first = mixed >> 47;
            second = mixed >> 30 & (size - 1);
        }
        std::uint64_t first;
        std::uint64_t second;
    };

    std::uint64_t bits_[size / 64];
};

} // namespace lanewise::detail::inline LANEWISE_ISA
