#pragma once

/// What a refusal says, in one sentence.

#include "status_facts.hpp"

#include <cstdio>
#include <cstdlib>

namespace lanewise::detail::inline LANEWISE_ISA {

/// A dtype to which both widen; a itself if that is the one, or if there is none.
constexpr dtype wider_dtype(dtype a, dtype b) noexcept {
    if (widens(b, a)) return a;
    constexpr dtype in_order[] = {dtype::int16, dtype::int32, dtype::int64, dtype::float32, dtype::float64};
    for (const dtype wide : in_order) {
        if (widens(a, wide) && widens(b, wide)) return wide;
    }
    return a;
}

/// The sentence about some facts, in a buffer that is longer than any (with two shapes of eight axes, some 500 bytes).
class sentence {
public:
    explicit sentence(const status_facts& facts) noexcept : facts_(facts) {}

    /// Adds a text, in which a letter behind % stands for a fact, which is one of ours, too, and has no %:
    ///     %f       the function                %s   whom or what it refuses
    ///     %0, %1   the numbers                 %p, %q   "s" where these are not 1
    ///     %a       the axis                    %m   " (axis 0 of b)" where an operand counts it as another
    ///     %o, %t   the operand, the other one  %r   how it misses what it should be
    ///     %D, %E   the types                   %W   the one that both widen to
    ///     %R       the first type's integers: "0 to 255"
    ///     %x, %y   the values                  %i   at which index: "2, 5, 3"
    ///     %h       the first shape: "2, 5, 3"  %k   ": shapes (2, 5, 3) and (4)"
    void add(const char* text) noexcept {
        for (; *text != 0; ++text) {
            if (*text == '%') {
                add_fact(*++text);
            } else if (size_ + 1 < sizeof text_) {
                text_[size_++] = *text;
            }
        }
    }

    const char* text() const noexcept { return text_; }

private:
    [[gnu::cold]] void add_fact(char letter) noexcept {
        const status_facts& f = facts_;
        switch (letter) {
        case 'f':
            return add(f.function);
        case 's':
            return add(f.subject[0] != 0 ? f.subject : f.operand);
        case 'o':
            return add(f.operand);
        case 't':
            return add(f.other);
        case 'r':
            return add(f.relation);
        case '0':
        case '1':
            return put(f.numbers[letter - '0']);
        case 'p':
        case 'q':
            return add(f.numbers[letter - 'p'] == 1 ? "" : "s");
        case 'a':
            return put(f.axis);
        case 'm':
            return add_own_axes();
        case 'D':
        case 'E':
            return add(name(f.types[letter - 'D']));
        case 'W':
            return add(name(wider_dtype(f.types[0], f.types[1])));
        case 'R':
            return add_range(facts_table[static_cast<int>(f.types[0])]);
        case 'x':
        case 'y':
            return put(f.more.element.values[letter - 'x']);
        case 'i':
            return put_list(f.more.element.index, f.rank[0]);
        case 'h':
            return put_list(f.more.shapes[0], f.rank[0]);
        case 'k':
            return add_shapes();
        }
    }

    void add_own_axes() noexcept {
        const status_facts& f = facts_;
        for (int i = 0; i < 2; ++i) {
            if (f.own_axis[i] < 0 || f.own_axis[i] == f.axis) continue;
            add(" (axis ");
            put(f.own_axis[i]);
            add(i == 0 ? " of %s)" : " of %t)");
        }
    }

    /// Nothing if neither has more than one axis: then the numbers say it all.
    void add_shapes() noexcept {
        if (facts_.rank[0] < 2 && facts_.rank[1] < 2) return;
        add(": shapes (%h) and (");
        put_list(facts_.more.shapes[1], facts_.rank[1]);
        add(")");
    }

    void add_range(const dtype_facts& integer) noexcept {
        const std::uint64_t largest = ~std::uint64_t{0} >> (64 - integer.digits);
        put(status_value{dtype::int64, integer.is_signed ? ~largest : 0});
        add(" to ");
        put(status_value{dtype::uint64, largest});
    }

    void put_list(const index_t* values, int count) noexcept {
        for (int i = 0; i < count; ++i) {
            if (i != 0) add(", ");
            put(values[i]);
        }
    }

    void put(index_t number) noexcept {
        char digits[24];
        std::snprintf(digits, sizeof digits, "%lld", static_cast<long long>(number));
        add(digits);
    }

    void put(status_value value) noexcept {
        if (value.type == dtype::float64) {
            put_number(__builtin_bit_cast(double, value.bits));
        } else if (value.type == dtype::uint64) {
            char digits[24];
            std::snprintf(digits, sizeof digits, "%llu", static_cast<unsigned long long>(value.bits));
            add(digits);
        } else {
            put(static_cast<index_t>(value.bits));
        }
    }

    /// The fewest digits that are this number and no other: 0.1, not 0.10000000000000001.
    void put_number(double number) noexcept {
        char digits[32];
        for (int count = 15; count <= 17; ++count) {
            std::snprintf(digits, sizeof digits, "%.*g", count, number);
            if (std::strtod(digits, nullptr) == number) break;
        }
        add(digits);
    }

    const status_facts& facts_;
    char text_[640] = {};
    std::size_t size_ = 0;
};

/// What the facts of a code say, behind the function and the axis.
[[gnu::cold]] inline const char* wording(const status_facts& f) noexcept {
    const bool has_relation = f.relation[0] != 0;
    const bool has_subject = f.subject[0] != 0;
    const bool has_other = f.other[0] != 0;
    switch (f.wording) {
    case status_wording::of_code:
        break;
    case status_wording::field_and_limit:
        return "%s is %0, %r %1";
    case status_wording::field:
        return "%s is %0, %r";
    case status_wording::predicate:
        return "%s %r";
    }
    switch (f.code) {
    case status_code::ok:
        break;
    case status_code::rank_out_of_range:
        if (!has_relation) return f.numbers[0] < f.numbers[1] ? "rank %0 is less than %1" : "rank %0 is more than %1";
        return has_subject || f.operand[0] != 0 ? "%s: %0 extent%p, %r %1 stride%q" : "%0 extent%p, %r %1 stride%q";
    case status_code::negative_extent:
        return "extent %0 is negative";
    case status_code::size_overflow:
        if (has_subject) return "%s does not fit in 63 bits";
        if (has_other) return "%t has extent %0 and stride %1: its byte offsets do not fit in 63 bits";
        return f.axis >= 0 ? "%o has extent %0 and stride %1%m: its byte offsets do not fit in 63 bits"
                           : "%o has shape (%h): the number of elements does not fit in 63 bits";
    case status_code::shape_mismatch:
    case status_code::output_shape_mismatch:
        if (has_relation) return f.axis < 0 ? "%s has rank %0, %r" : "%s has extent %0, %r";
        if (f.code == status_code::shape_mismatch) {
            return f.axis < 0 ? "%s has rank %0, %t has rank %1%m%k" : "%s has extent %0, %t has extent %1%m%k";
        }
        return f.axis < 0 ? "the result has rank %0, %s has rank %1%m%k"
                          : "the result has extent %0, %s has extent %1%m%k";
    case status_code::bad_axis:
        if (has_relation) return "axis %0 %r";
        if (f.operand[0] != 0) return "%o at pdpd axis %0 reaches outside %t%k";
        if (!has_subject) return "axis %0 is out of range for %t of rank %1";
        return f.numbers[0] == 1 ? "%s names 1 axis, the view has rank %1" : "%s names %0 axes, the view has rank %1";
    case status_code::bad_step:
        return "the step is 0";
    case status_code::unsupported_dtype:
        if (!has_other) return "%s has dtype number %0, which is none of the twelve";
        if (has_relation) return "%s has dtype %D, %r %t's %E";
        return widens(f.types[1], wider_dtype(f.types[0], f.types[1]))
                   ? "%s has dtype %D, which does not widen to %t's %E: pass an out of dtype %W"
                   : "%s has dtype %D, which does not widen to %t's %E: convert %s to %E first";
    case status_code::buffer_too_small:
        return "the view reaches element %0 of a buffer of %1 element%q";
    case status_code::null_data:
        return has_other ? "%s is null, but %t is %0" : "%s has %0 element%p, but its data is null";
    case status_code::misaligned_data:
        return has_other ? "%s lies %0 byte%p past a multiple of %1, %t"
                         : "%s lies %0 byte%p past a multiple of %1, the alignment of %D";
    case status_code::partial_overlap:
        return "out shares elements with %o and is not the same view: pass another out, or a copy of %o";
    case status_code::output_self_overlap:
        return "out's own elements overlap: extent %0, stride %1";
    case status_code::overlap_undecided:
        return has_other
                   ? "it would take too long to find out whether out shares elements with %o: pass another out, or a "
                     "copy of %o"
                   : "it would take too long to find out whether out's own elements overlap: pass a contiguous out";
    case status_code::integer_overflow:
        return "[%i]: %o = %x, %t = %y: %r does not fit in %D";
    case status_code::negative_exponent:
        return "[%i]: %o = %x, %t = %y: with a negative exponent the result is not an integer";
    case status_code::scalar_out_of_range:
        return has_other ? "%s = %x is not integral, and %t has dtype %D: name the result's dtype, as in %r"
                         : "%s = %x is no value of %D, which holds the integers from %R";
    case status_code::scale_bias_not_integral:
        return "%s = %x is not an integer, but out has dtype %D";
    case status_code::unsupported_tensor:
        return "%s cannot be viewed";
    }
    return "";
}

[[gnu::cold]] inline void describe(sentence& s, const status_facts& f) noexcept {
    s.add(f.from_adapter ? "%f: %o: " : "%f: ");
    if (f.axis >= 0) s.add("axis %a: ");
    s.add(wording(f));
}

} // namespace lanewise::detail::inline LANEWISE_ISA
