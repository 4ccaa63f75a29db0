#pragma once

/// The memory of a call: blocks that end at a forbidden page, filled with a case's values, and under AddressSanitizer with
/// everything that is no element of an operand forbidden too.

#include "call_case.hpp"

#include "../support/guarded.hpp"

#include <stdexcept>

#if defined(__SANITIZE_ADDRESS__)
#define LANEWISE_TEST_POISON
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LANEWISE_TEST_POISON
#endif
#endif
#if defined(LANEWISE_TEST_POISON)
#include <sanitizer/asan_interface.h>
#endif

namespace lanewise_test {

/// One operand's memory; it is mapped once and serves every case.
class memory_block {
public:
    /// The most bytes that a case may ask for: 2^24 elements of 8 bytes, and what lies around them.
    static constexpr index_t capacity = index_t{160} << 20;

    memory_block() : memory_(static_cast<std::size_t>(capacity)) {}

    /// Where the case's block begins, and how many bytes it has.
    std::byte* first() const { return first_; }
    std::size_t size() const { return before_.size(); }
    /// What lay there before the call.
    const std::byte* before() const { return before_.data(); }

    void fill(const block_case& block) {
        if (block.bytes > capacity) throw std::length_error("a case asks for more memory than a block has");
        first_ = block.at_end ? memory_.end() - block.bytes : memory_.first();
        allow();
        with_element(block.type, [&]<class T>(T) {
            const index_t count = block.bytes / static_cast<index_t>(sizeof(T));
            T* const elements = reinterpret_cast<T*>(first_);
            for (index_t i = 0; i < count; ++i) {
                const std::uint64_t bits = block.value(i);
                std::memcpy(static_cast<void*>(elements + i), &bits, sizeof(T));
            }
            std::memset(first_ + count * static_cast<index_t>(sizeof(T)), 0x5A,
                        static_cast<std::size_t>(block.bytes) % sizeof(T));
        });
        before_.assign(first_, first_ + block.bytes);
    }

    /// Forbids all of it, where something watches.
    void forbid() {
#if defined(LANEWISE_TEST_POISON)
        ASAN_POISON_MEMORY_REGION(first_, before_.size());
#endif
    }

    /// Allows an element again.
    static void allow([[maybe_unused]] std::byte* p, [[maybe_unused]] index_t bytes) {
#if defined(LANEWISE_TEST_POISON)
        ASAN_UNPOISON_MEMORY_REGION(p, static_cast<std::size_t>(bytes));
#endif
    }

    /// Allows all of it.
    void allow() {
        allow(memory_.first(), capacity);
    }

private:
    guarded_memory memory_;
    std::byte* first_ = nullptr;
    std::vector<std::byte> before_;
};

} // namespace lanewise_test
