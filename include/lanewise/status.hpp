#pragma once

/// What went wrong, in one sentence: `subtract: axis 2: a has extent 3, b has extent 4`.
///
/// A status is a trivially copyable value that allocates nothing; only message() does. It points to names with static
/// storage. `error` carries one to those who prefer exceptions; without exceptions the throwing functions print the
/// sentence and abort.

#include "dtype.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace lanewise {

enum class status_code : std::uint8_t {
    ok,
    rank_out_of_range,       ///< more than 8 axes, or extents and strides of different length
    negative_extent,         ///< an extent below 0
    size_overflow,           ///< an element count or a byte offset does not fit in 63 bits
    shape_mismatch,          ///< the inputs do not broadcast under the chosen rule
    output_shape_mismatch,   ///< out's extents are not the result's
    bad_axis,                ///< an axis outside the view, or twice the same
    bad_step,                ///< a slice with step 0
    unsupported_dtype,       ///< no dtype, or one that does not widen to out's
    buffer_too_small,        ///< a view over a sized buffer reaches outside it
    null_data,               ///< a null pointer with size > 0
    misaligned_data,         ///< a pointer that is not aligned for its dtype
    partial_overlap,         ///< out shares elements with an input without being the same view
    output_self_overlap,     ///< out's own elements share memory
    overlap_undecided,       ///< whether one of the two holds would take too long to find out
    integer_overflow,        ///< under integer_overflow::error: a result does not fit
    negative_exponent,       ///< under integer_overflow::error: the result would be a fraction
    scalar_out_of_range,     ///< a plain value that an integer dtype cannot hold
    scale_bias_not_integral, ///< a fractional or non-finite scale or bias on an integer tensor
    unsupported_tensor, ///< another library's tensor: not in memory, read-only, or against that library's own rules
};

class status;

namespace detail {

/// A value of a tensor, kept as its bits.
struct status_value {
    dtype type = dtype::int64;
    std::uint64_t bits = 0;
};

/// The facts behind a status; each code uses those that its sentence needs.
struct status_facts {
    status_code code = status_code::ok;
    std::int8_t axis = -1;
    std::int8_t rank = 0; // of `index`
    dtype types[2] = {};
    const char* function = "";    // who refuses: "subtract", "extents", ...
    const char* operand = "";     // whom: "a", "out", ...
    const char* other = "";       // and the one it clashes with
    const char* relation = "";    // how a field of another library's tensor misses what it should be: "less than"
    index_t numbers[2] = {0, 0};  // the two numbers that clash
    status_value values[2] = {};  // the element values of an integer error
    index_t index[max_rank] = {}; // where in out it is
};

} // namespace detail

class [[nodiscard]] status {
public:
    /// All is well.
    LANEWISE_KEYED constexpr status() noexcept : code_(status_code::ok), none_() {}
    LANEWISE_KEYED explicit constexpr status(const detail::status_facts& facts) noexcept
        : code_(facts.code), facts_(facts) {}

    /// True when all is well.
    LANEWISE_KEYED explicit constexpr operator bool() const noexcept { return code_ == status_code::ok; }

    LANEWISE_KEYED constexpr status_code code() const noexcept { return code_; }

    /// The axis of the result, or -1 where the error has none.
    LANEWISE_KEYED constexpr int axis() const noexcept { return *this ? -1 : facts_.axis; }

    /// "a", "b", "x", "y" or "out"; empty where the error concerns none.
    LANEWISE_KEYED constexpr const char* operand() const noexcept { return *this ? "" : facts_.operand; }

    /// The two numbers that clash, in the order of the sentence.
    LANEWISE_KEYED constexpr index_t first() const noexcept { return *this ? 0 : facts_.numbers[0]; }
    LANEWISE_KEYED constexpr index_t second() const noexcept { return *this ? 0 : facts_.numbers[1]; }

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

namespace detail::inline LANEWISE_ISA {

/// A sentence under construction, in a buffer that is longer than any (with an index of eight axes, some 330 bytes).
class sentence {
public:
    template <class... Parts>
    void add(Parts... parts) noexcept {
        (put(parts), ...);
    }

    const char* text() const noexcept { return text_; }

private:
    void put(const char* phrase) noexcept { size_ += std::snprintf(text_ + size_, room(), "%s", phrase); }
    void put(index_t number) noexcept {
        size_ += std::snprintf(text_ + size_, room(), "%lld", static_cast<long long>(number));
    }
    void put(status_value value) noexcept {
        if (value.type == dtype::float64) {
            size_ += std::snprintf(text_ + size_, room(), "%.17g", __builtin_bit_cast(double, value.bits));
        } else if (value.type == dtype::uint64) {
            size_ += std::snprintf(text_ + size_, room(), "%llu", static_cast<unsigned long long>(value.bits));
        } else {
            put(static_cast<index_t>(value.bits));
        }
    }
    std::size_t room() const noexcept { return sizeof text_ - static_cast<std::size_t>(size_); }

    char text_[512] = {};
    int size_ = 0;
};

[[gnu::cold]] inline void describe(sentence& s, const status_facts& f) noexcept {
    s.add(f.function, ": ");
    if (f.axis >= 0) s.add("axis ", index_t{f.axis}, ": ");
    const index_t n0 = f.numbers[0];
    const index_t n1 = f.numbers[1];
    if (f.relation[0] != 0 && f.other[0] == 0) return s.add(f.operand, " is ", n0, ", ", f.relation, " ", n1);
    switch (f.code) {
    case status_code::ok:
        break;
    case status_code::rank_out_of_range:
        if (f.other[0] != 0) return s.add(f.operand, " has rank ", n0, ", ", f.other, " has rank ", n1);
        return s.add("rank ", n0, n0 < n1 ? " is less than " : " is more than ", n1);
    case status_code::negative_extent:
        return s.add("extent ", n0, " is negative");
    case status_code::size_overflow:
        if (f.axis < 0) return s.add(f.operand, ": the size does not fit in 63 bits");
        return s.add(f.operand, ": extent ", n0, " with stride ", n1,
                     " reaches an offset that does not fit in 63 bits");
    case status_code::shape_mismatch:
    case status_code::output_shape_mismatch: {
        const char* what = f.axis < 0 ? " has rank " : " has extent ";
        return s.add(f.operand, what, n0, ", ", f.other, what, n1);
    }
    case status_code::bad_axis:
        return s.add(f.operand, " ", n0, " is out of range for ", f.other, " of rank ", n1);
    case status_code::bad_step:
        return s.add("a slice has no step 0");
    case status_code::unsupported_dtype:
        if (f.other[0] == 0) return s.add(f.operand, " has dtype ", n0, ", which is none of the twelve");
        return s.add(f.operand, " has dtype ", name(f.types[0]), ", ",
                     f.relation[0] != 0 ? f.relation : "which does not widen to", " ", f.other, "'s ",
                     name(f.types[1]));
    case status_code::buffer_too_small:
        return s.add("the view reaches element ", n0, " of a buffer of ", n1, " elements");
    case status_code::null_data:
        return s.add(f.operand, " has null data and ", n0, " elements");
    case status_code::misaligned_data:
        return s.add(f.operand, " is ", n0, " bytes past the ", n1, "-byte alignment of ", name(f.types[0]));
    case status_code::partial_overlap:
        return s.add("out shares elements with ", f.operand, " and is not the same view");
    case status_code::output_self_overlap:
        return s.add("out's own elements overlap: extent ", n0, ", stride ", n1);
    case status_code::overlap_undecided:
        s.add("it would take too long to find out whether out");
        if (f.other[0] == 0) return s.add("'s own elements overlap");
        return s.add(" shares elements with ", f.operand);
    case status_code::integer_overflow:
    case status_code::negative_exponent:
        s.add("[");
        for (int i = 0; i < f.rank; ++i) s.add(i == 0 ? "" : ", ", f.index[i]);
        s.add("]: ", f.operand, " = ", f.values[0], ", ", f.other, " = ", f.values[1]);
        if (f.code == status_code::negative_exponent) return s.add(": an integer to a negative power");
        return s.add(": the result does not fit in ", name(f.types[0]));
    case status_code::scalar_out_of_range:
        if (f.other[0] != 0) {
            return s.add(f.operand, " = ", f.values[0], " is not integral and ", f.other, " has dtype ", name(f.types[0]),
                         ": name the result's dtype");
        }
        return s.add(f.operand, " = ", f.values[0], " is no value of ", name(f.types[0]));
    case status_code::scale_bias_not_integral:
        return s.add(f.operand, " = ", f.values[0], " is not an integer, and x has dtype ", name(f.types[0]));
    case status_code::unsupported_tensor:
        return s.add(f.operand, " cannot be viewed");
    }
}

} // namespace detail::inline LANEWISE_ISA

inline void status::write_message(char* text, std::size_t size) const noexcept {
    detail::sentence s;
    if (*this) {
        s.add("ok");
    } else {
        detail::describe(s, facts_);
    }
    std::snprintf(text, size, "%s", s.text());
}

inline std::string status::message() const {
    char text[sizeof(detail::sentence)];
    write_message(text, sizeof text);
    return text;
}

/// What the throwing functions throw.
class error : public std::invalid_argument {
public:
    LANEWISE_KEYED explicit error(const lanewise::status& status)
        : std::invalid_argument(status.message()), status_(status) {}
    LANEWISE_KEYED const lanewise::status& status() const noexcept { return status_; }

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
