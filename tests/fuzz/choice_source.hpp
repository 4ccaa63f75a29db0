#pragma once

/// Where a generator's choices come from: the bytes of a fuzzer, or numbers drawn from a seed.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace lanewise_test {

class choice_source {
public:
    /// The choices of one case of a seed.
    choice_source(std::uint64_t seed, std::uint64_t number) : state_(seed * 0x9E3779B97F4A7C15u + number) {
        for (int i = 0; i < 3; ++i) state_ = mixed(state_ + 1);
    }

    /// The choices that a fuzzer's bytes stand for; 0 once they are used up, which makes the simplest choice.
    explicit choice_source(std::span<const std::uint8_t> bytes) : bytes_(bytes), from_bytes_(true) {}

    std::uint64_t bits(int count_bytes) {
        std::uint64_t result = 0;
        if (!from_bytes_) {
            state_ += 0x9E3779B97F4A7C15u;
            result = mixed(state_);
            return count_bytes == 8 ? result : result >> (64 - 8 * count_bytes);
        }
        for (int i = 0; i < count_bytes && !bytes_.empty(); ++i) {
            result = result << 8 | bytes_.front();
            bytes_ = bytes_.subspan(1);
        }
        return result;
    }

    /// A number in [lowest, highest].
    std::ptrdiff_t between(std::ptrdiff_t lowest, std::ptrdiff_t highest) {
        if (lowest >= highest) return lowest;
        const auto count = static_cast<std::uint64_t>(highest - lowest) + 1;
        const int count_bytes = !from_bytes_ || count > 65536 ? 8 : count > 256 ? 2 : 1;
        return lowest + static_cast<std::ptrdiff_t>(bits(count_bytes) % count);
    }

    /// A number in [lowest, highest], small ones more often: each power of two as often as the next.
    std::ptrdiff_t scaled(std::ptrdiff_t lowest, std::ptrdiff_t highest) {
        int doublings = 0;
        while (doublings < 62 && (lowest + (std::ptrdiff_t{1} << doublings)) < highest) ++doublings;
        const std::ptrdiff_t end = lowest + (std::ptrdiff_t{1} << between(0, doublings));
        return between(lowest, end < highest ? end : highest);
    }

    /// True once in n times.
    bool one_in(std::ptrdiff_t n) { return between(0, n - 1) == n - 1; }

    template <class T>
    T any_of(std::initializer_list<T> list) {
        return list.begin()[between(0, static_cast<std::ptrdiff_t>(list.size()) - 1)];
    }

private:
    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
        x = (x ^ x >> 27) * 0x94D049BB133111EBu;
        return x ^ x >> 31;
    }

    std::uint64_t state_ = 0;
    std::span<const std::uint8_t> bytes_;
    bool from_bytes_ = false;
};

} // namespace lanewise_test
