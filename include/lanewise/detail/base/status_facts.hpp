#pragma once

/// What a status knows of a refusal.

#include "../../dtype.hpp"
#include "../../status_code.hpp"

namespace lanewise::detail {

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

} // namespace lanewise::detail
