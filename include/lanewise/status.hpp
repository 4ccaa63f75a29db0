#pragma once

/// What went wrong, in one sentence:
///
///     subtract: axis 2: a has extent 3, b has extent 4 (axis 0 of b): shapes (2, 5, 3) and (4)
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

/// What a call or a view was refused for.
enum class status_code : std::uint8_t {
    ok,                      ///< all is well
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

/// The element that an integer error is about: the values of both inputs, and where in out it is.
struct status_element {
    status_value values[2] = {};
    index_t index[max_rank] = {};
};

/// What only some sentences tell; no sentence tells both.
union status_more {
    status_element element = {};
    index_t shapes[2][max_rank]; // of the two that clash
};

/// How the sentence is made.
enum class status_wording : std::uint8_t {
    of_code,         ///< as the code says
    field_and_limit, ///< "subject is first, relation second", of another library's tensor
    field,           ///< "subject is first, relation"
    predicate,       ///< "subject relation"
};

/// The facts behind a status; each code uses those that its sentence needs.
struct status_facts {
    status_code code = status_code::ok;
    status_wording wording = status_wording::of_code;
    bool from_adapter = false; // an operand is refused as what it is, before the call looks at it
    std::int8_t axis = -1;
    std::int8_t own_axis[2] = {-1, -1}; // the same axis, counted in the operand's extents and in the other one's
    std::int8_t rank[2] = {0, 0};       // of `more.shapes`, or the first of `more.element.index`
    dtype types[2] = {};
    const char* function = "";   // who refuses: "subtract", "extents", ...
    const char* operand = "";    // whom: "a", "out", ...; empty where the sentence is about something else
    const char* subject = "";    // which is this: "the tensor", "scale", ...
    const char* other = "";      // and the one it clashes with
    const char* relation = "";   // how it misses what it should be: "less than"
    index_t numbers[2] = {0, 0}; // the two numbers that clash
    status_more more = {};
};

} // namespace detail

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

    /// The axis of the result, or -1 where the error has none.
    LANEWISE_KEYED constexpr int axis() const noexcept { return *this ? -1 : facts_.axis; }

    /// "a", "b", "x", "y" or "out"; empty where the error concerns none of them.
    LANEWISE_KEYED constexpr const char* operand() const noexcept { return *this ? "" : facts_.operand; }

    /// The two numbers that clash, in the order of the sentence.
    LANEWISE_KEYED constexpr index_t first() const noexcept { return *this ? 0 : facts_.numbers[0]; }
    LANEWISE_KEYED constexpr index_t second() const noexcept { return *this ? 0 : facts_.numbers[1]; }

    /// The same about what a call was given as `operand`: "dlpack: a: device_type is 2, not the CPU's 1".
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

namespace detail::inline LANEWISE_ISA {

/// A sentence under construction, in a buffer that is longer than any (with two shapes of eight axes, some 500 bytes).
class sentence {
public:
    template <class... Parts>
    void add(Parts... parts) noexcept {
        (put(parts), ...);
    }

    /// "1 byte", "2 bytes".
    void add_count(index_t n, const char* one, const char* many) noexcept { add(n, " ", n == 1 ? one : many); }

    /// "2, 5, 3".
    void add_list(const index_t* values, int count) noexcept {
        for (int i = 0; i < count; ++i) add(i == 0 ? "" : ", ", values[i]);
    }

    const char* text() const noexcept { return text_; }

private:
    void put(const char* phrase) noexcept { size_ += std::snprintf(text_ + size_, room(), "%s", phrase); }
    void put(index_t number) noexcept {
        size_ += std::snprintf(text_ + size_, room(), "%lld", static_cast<long long>(number));
    }
    /// The fewest digits that are this number and no other: 0.1, not 0.10000000000000001.
    void put(double number) noexcept {
        char digits[32];
        for (int count = 15; count <= 17; ++count) {
            std::snprintf(digits, sizeof digits, "%.*g", count, number);
            if (std::strtod(digits, nullptr) == number) break;
        }
        put(static_cast<const char*>(digits));
    }
    void put(status_value value) noexcept {
        if (value.type == dtype::float64) {
            put(__builtin_bit_cast(double, value.bits));
        } else if (value.type == dtype::uint64) {
            size_ += std::snprintf(text_ + size_, room(), "%llu", static_cast<unsigned long long>(value.bits));
        } else {
            put(static_cast<index_t>(value.bits));
        }
    }
    std::size_t room() const noexcept { return sizeof text_ - static_cast<std::size_t>(size_); }

    char text_[640] = {};
    int size_ = 0;
};

/// " (axis 0 of b)" where an operand's own axis has another number than the result's.
inline void add_own_axes(sentence& s, const status_facts& f, const char* subject) noexcept {
    const char* const names[2] = {subject, f.other};
    for (int i = 0; i < 2; ++i) {
        if (f.own_axis[i] >= 0 && f.own_axis[i] != f.axis)
            s.add(" (axis ", index_t{f.own_axis[i]}, " of ", names[i], ")");
    }
}

/// ": shapes (2, 5, 3) and (4)", unless neither has more than one axis: then the numbers say it all.
inline void add_shapes(sentence& s, const status_facts& f) noexcept {
    if (f.rank[0] < 2 && f.rank[1] < 2) return;
    s.add(": shapes (");
    s.add_list(f.more.shapes[0], f.rank[0]);
    s.add(") and (");
    s.add_list(f.more.shapes[1], f.rank[1]);
    s.add(")");
}

/// What to do about an input whose dtype does not widen to out's.
inline void add_wider_out(sentence& s, const char* input, dtype from, dtype out) noexcept {
    constexpr dtype in_order[] = {dtype::int16, dtype::int32, dtype::int64, dtype::float32, dtype::float64};
    dtype wide = from;
    for (const dtype candidate : in_order) {
        if (widens(from, wide) && widens(out, wide)) break;
        wide = candidate;
    }
    if (widens(from, wide) && widens(out, wide)) return s.add(": pass an out of dtype ", name(wide));
    s.add(": convert ", input, " to ", name(out), " first");
}

/// "0 to 255".
inline void add_range(sentence& s, dtype type) noexcept {
    const dtype_facts& facts = facts_table[static_cast<int>(type)];
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - facts.digits);
    s.add(status_value{dtype::int64, facts.is_signed ? ~largest : 0}, " to ", status_value{dtype::uint64, largest});
}

[[gnu::cold]] inline void describe(sentence& s, const status_facts& f) noexcept {
    s.add(f.function, ": ");
    if (f.from_adapter) s.add(f.operand, ": ");
    if (f.axis >= 0) s.add("axis ", index_t{f.axis}, ": ");
    const char* const subject = f.subject[0] != 0 ? f.subject : f.operand;
    const index_t n0 = f.numbers[0];
    const index_t n1 = f.numbers[1];
    if (f.wording == status_wording::predicate) return s.add(subject, " ", f.relation);
    if (f.wording != status_wording::of_code) {
        s.add(subject, " is ", n0, ", ", f.relation);
        if (f.wording == status_wording::field_and_limit) s.add(" ", n1);
        return;
    }
    switch (f.code) {
    case status_code::ok:
        break;
    case status_code::rank_out_of_range:
        if (f.relation[0] == 0) return s.add("rank ", n0, n0 < n1 ? " is less than " : " is more than ", n1);
        if (subject[0] != 0) s.add(subject, ": ");
        s.add_count(n0, "extent", "extents");
        s.add(", ", f.relation, " ");
        return s.add_count(n1, "stride", "strides");
    case status_code::negative_extent:
        return s.add("extent ", n0, " is negative");
    case status_code::size_overflow:
        if (f.subject[0] != 0) return s.add(f.subject, " does not fit in 63 bits");
        if (f.axis >= 0) {
            s.add(f.operand, " has extent ", n0, " and stride ", n1);
            add_own_axes(s, f, f.operand);
            return s.add(": its byte offsets do not fit in 63 bits");
        }
        s.add(f.operand, " has shape (");
        s.add_list(f.more.shapes[0], f.rank[0]);
        return s.add("): the number of elements does not fit in 63 bits");
    case status_code::shape_mismatch:
    case status_code::output_shape_mismatch: {
        const char* what = f.axis < 0 ? " has rank " : " has extent ";
        if (f.relation[0] != 0) return s.add(subject, what, n0, ", ", f.relation);
        const bool of_out = f.code == status_code::output_shape_mismatch;
        s.add(of_out ? "the result" : subject, what, n0, ", ", of_out ? subject : f.other, what, n1);
        add_own_axes(s, f, subject);
        return add_shapes(s, f);
    }
    case status_code::bad_axis:
        if (f.relation[0] != 0) return s.add("axis ", n0, " ", f.relation);
        if (f.operand[0] != 0) {
            s.add(f.operand, " at pdpd axis ", n0, " reaches outside ", f.other);
            return add_shapes(s, f);
        }
        if (f.subject[0] == 0) return s.add("axis ", n0, " is out of range for ", f.other, " of rank ", n1);
        s.add(f.subject, " names ");
        s.add_count(n0, "axis", "axes");
        return s.add(", the view has rank ", n1);
    case status_code::bad_step:
        return s.add("the step is 0");
    case status_code::unsupported_dtype:
        if (f.other[0] == 0) return s.add(subject, " has dtype number ", n0, ", which is none of the twelve");
        s.add(subject, " has dtype ", name(f.types[0]), ", ",
              f.relation[0] != 0 ? f.relation : "which does not widen to", " ", f.other, "'s ", name(f.types[1]));
        if (f.relation[0] == 0) add_wider_out(s, subject, f.types[0], f.types[1]);
        return;
    case status_code::buffer_too_small:
        s.add("the view reaches element ", n0, " of a buffer of ");
        return s.add_count(n1, "element", "elements");
    case status_code::null_data:
        if (f.other[0] != 0) return s.add(subject, " is null, but ", f.other, " is ", n0);
        s.add(subject, " has ");
        s.add_count(n0, "element", "elements");
        return s.add(", but its data is null");
    case status_code::misaligned_data:
        s.add(subject, " lies ");
        s.add_count(n0, "byte", "bytes");
        s.add(" past a multiple of ", n1, ", ");
        return f.other[0] != 0 ? s.add(f.other) : s.add("the alignment of ", name(f.types[0]));
    case status_code::partial_overlap:
        return s.add("out shares elements with ", f.operand,
                     " and is not the same view: pass another out, or a copy of ", f.operand);
    case status_code::output_self_overlap:
        return s.add("out's own elements overlap: extent ", n0, ", stride ", n1);
    case status_code::overlap_undecided:
        s.add("it would take too long to find out whether out");
        if (f.other[0] == 0) return s.add("'s own elements overlap: pass a contiguous out");
        return s.add(" shares elements with ", f.operand, ": pass another out, or a copy of ", f.operand);
    case status_code::integer_overflow:
    case status_code::negative_exponent:
        s.add("[");
        s.add_list(f.more.element.index, f.rank[0]);
        s.add("]: ", f.operand, " = ", f.more.element.values[0], ", ", f.other, " = ", f.more.element.values[1]);
        if (f.code == status_code::negative_exponent) {
            return s.add(": with a negative exponent the result is not an integer");
        }
        return s.add(": the result does not fit in ", name(f.types[0]));
    case status_code::scalar_out_of_range:
        if (f.other[0] != 0) {
            return s.add(subject, " = ", f.more.element.values[0], " is not integral, and ", f.other, " has dtype ",
                         name(f.types[0]), ": name the result's dtype, as in ", f.relation);
        }
        s.add(subject, " = ", f.more.element.values[0], " is no value of ", name(f.types[0]),
              ", which holds the integers from ");
        return add_range(s, f.types[0]);
    case status_code::scale_bias_not_integral:
        return s.add(subject, " = ", f.more.element.values[0], " is not an integer, but out has dtype ",
                     name(f.types[0]));
    case status_code::unsupported_tensor:
        return s.add(subject, " cannot be viewed");
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
    /// Its what() is the message of `status`.
    LANEWISE_KEYED explicit error(const lanewise::status& status)
        : std::invalid_argument(status.message()), status_(status) {}
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
