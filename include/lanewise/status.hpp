#pragma once

/// What went wrong, in one sentence:
///
///     subtract: axis 2: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 5, 3) and (4)
///
/// A status is a trivially copyable value that allocates nothing; only message() does. It points to names with static
/// storage. `error` carries one to those who prefer exceptions; without exceptions the throwing functions print the
/// sentence and abort.

#include "detail/base/sentence.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace lanewise {

/// Whether all is well, and if not, why: a code, and the facts that message() makes a sentence of.
///
///     if (const status s = try_subtract(a, b, out); !s) return s.code();
class [[nodiscard]] status {
public:
    /// All is well.
    LANEWISE_KEYED constexpr status() noexcept : code_(status_code::ok), none_() {}
    /// An error; the library's own to make.
    LANEWISE_KEYED explicit constexpr status(const detail::status_facts& facts) noexcept
        : code_(facts.code), facts_(facts) {}

    /// True when all is well.
    LANEWISE_KEYED explicit constexpr operator bool() const noexcept { return code_ == status_code::ok; }

    LANEWISE_KEYED constexpr status_code code() const noexcept { return code_; } ///< which of the refusals, or ok

    /// The axis, or -1 where the error has none: of a call, the result's; of a list of extents or a view, its own.
    LANEWISE_KEYED constexpr int axis() const noexcept { return *this ? -1 : facts_.axis; }

    /// "a", "b", "x", "y" or "out", of a copy "v"; empty where the error concerns none of them.
    LANEWISE_KEYED constexpr const char* operand() const noexcept { return *this ? "" : facts_.operand; }

    /// The numbers that the error is about, in the order of the sentence, such as two extents that clash; 0 where it has
    /// only one or none. Values of elements and plain numbers are in the sentence alone.
    LANEWISE_KEYED constexpr index_t first() const noexcept { return *this ? 0 : facts_.numbers[0]; }
    LANEWISE_KEYED constexpr index_t second() const noexcept { return *this ? 0 : facts_.numbers[1]; }

    /// The same about what a call was given as `operand`, whose storage is static: "dlpack: a: device_type is 2, not the CPU's 1".
    LANEWISE_KEYED constexpr status about(const char* operand) const noexcept {
        if (*this) return {};
        status named = *this;
        named.facts_.operand = operand;
        named.facts_.from_adapter = true;
        return named;
    }

    /// One sentence for a person; "ok" when all is well.
    LANEWISE_KEYED std::string message() const;

    /// The same into `size` bytes at `text`, cut to fit and ended by a 0: where nothing may be allocated.
    LANEWISE_KEYED void write_message(char* text, std::size_t size) const noexcept;

private:
    status_code code_;
    union { // facts of an error only: to clear them took a small call longer than to compute
        char none_;
        detail::status_facts facts_;
    };
};

inline void status::write_message(char* text, std::size_t size) const noexcept {
    if (*this) {
        std::snprintf(text, size, "ok");
    } else {
        detail::sentence s(facts_);
        detail::describe(s, facts_);
        std::snprintf(text, size, "%s", s.text());
    }
}

inline std::string status::message() const {
    char text[sizeof(detail::sentence)];
    write_message(text, sizeof text);
    return text;
}

/// What the throwing functions throw.
class error : public std::invalid_argument {
public:
    /// Its what() is the message of `status`.
    LANEWISE_KEYED explicit error(const lanewise::status& status)
        : std::invalid_argument(status.message()), status_(status) {}
    LANEWISE_KEYED error(const error&) = default;
    LANEWISE_KEYED error& operator=(const error&) = default;
    LANEWISE_KEYED const lanewise::status& status() const noexcept { return status_; } ///< why the call was refused

private:
    lanewise::status status_;
};

namespace detail::inline LANEWISE_ISA {

[[noreturn]] inline void refuse(const status& why) {
#if LANEWISE_EXCEPTIONS
    throw error(why);
#else
    std::fprintf(stderr, "lanewise: %s\n", why.message().c_str());
    std::abort();
#endif
}

/// Throws `error(why)` unless all is well; without exceptions, prints the sentence and aborts.
constexpr void require(const status& why) {
    if (!why) refuse(why);
}

} // namespace detail::inline LANEWISE_ISA
} // namespace lanewise
