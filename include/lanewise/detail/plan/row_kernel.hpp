#pragma once

/// What the loops know of a lane operation: functions over rows of elements, and sizes in bytes. No element type.

#include "strided_rows.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

/// The operands of a call by position.
enum operand_position { out_position, a_position, b_position, operand_count };

/// The input beside input k.
constexpr int other_input(int k) noexcept {
    return a_position + b_position - k;
}

/// One loop: how often, and how many bytes each operand moves per step.
struct loop_axis {
    index_t extent;
    index_t stride[operand_count];
};

/// How a row's elements lie: one behind the other; of inputs also one and the same, one before the other, or with room for
/// others in between.
enum class row_form : std::uint8_t { packed, splat, backwards, every_second, every_third, every_fourth };

/// A form that a row's loop rearranges on the way.
constexpr bool is_rearranged(row_form form) noexcept {
    return form >= row_form::backwards;
}

/// Whether an input's rows are in such a form.
inline bool has_rearranged(const row_form (&form)[operand_count]) noexcept {
    return is_rearranged(form[a_position]) || is_rearranged(form[b_position]);
}

/// One with room in between.
constexpr bool is_skipping(row_form form) noexcept {
    return form >= row_form::every_second;
}

/// How many elements one of a row comes behind the one before.
constexpr index_t elements_apart(row_form form) noexcept {
    const auto place = static_cast<index_t>(form);
    return is_skipping(form) ? place - 1 : 1 - place;
}

/// Packed rows of fewer elements do not pay for their own overhead, if there are many: the usual loop's.
inline constexpr index_t short_row = 32;

/// The same of rows that are rearranged (64 bytes backwards: 4x).
inline constexpr index_t short_rearranged_row = 128;

/// Whether n elements of `size` bytes are such a row.
constexpr bool is_short_rearranged(index_t n, index_t size) noexcept {
    return n < short_rearranged_row && n * size < 448;
}

/// The forms that a row's loop takes beside packed ones and splats.
struct row_forms {
    bool backwards;
    bool skipping;
    index_t repeated = 0;                               // neighbours, each of them so many elements at most, on the way
    index_t shortest_row = short_row;                   // less where there is a loop for shorter ones
    index_t shortest_apart = short_row;                 // the same where much would be packed to take rows together
    index_t shortest_rearranged = short_rearranged_row; // the same of one input's rows beside packed ones
    index_t held_elements = 0; // of a register in which a row stays that all share; 0: none does
    int held_registers = 0;    // the most of them

    /// Whether elements of `size` bytes, `step` bytes apart, are in one.
    constexpr bool include(index_t step, index_t size) const noexcept {
        return step == size || step == 0 || (step == -size && backwards) ||
               (step > 0 && step <= elements_apart(row_form::every_fourth) * size && skipping);
    }

    /// How often n elements are repeated to be a row that stays in registers: whole ones, more than half of the most. 0: never.
    constexpr index_t times_held(index_t n) const noexcept {
        if (n > held_elements * held_registers) return 0;
        const auto bits = static_cast<std::uint64_t>(n | held_elements); // held_elements is a power of two
        const int common = __builtin_ctzll(bits);
        const auto registers = static_cast<int>(n >> common);
        return registers > held_registers ? 0 : held_registers / registers * (held_elements >> common);
    }
};

/// The form of an input's row, whose elements of `size` bytes are all `step` bytes apart: in place, or once it is packed.
constexpr row_form form_of(index_t step, index_t size, bool in_place) noexcept {
    if (step == 0) return row_form::splat;
    if (!in_place || step == size) return row_form::packed;
    if (step < 0) return row_form::backwards;
    return step == 2 * size   ? row_form::every_second
           : step == 3 * size ? row_form::every_third
                              : row_form::every_fourth;
}

/// Rows of n elements.
struct rows {
    index_t n;
    index_t count;
    std::byte* data[operand_count];
    offsets start[operand_count];    // where each row begins: of all operands a table, or none
    row_form form[operand_count];    // of inputs
    bool streaming;                  // out is written around the cache
    bool is_large;                   // the call's operands are larger than the cache
    index_t prefetch[operand_count]; // of inputs, how many rows ahead they are fetched; 0: not

    bool are_even() const noexcept { return start[out_position].table == nullptr; }
};

/// A single row.
struct one_row {
    index_t n;
    std::byte* data[operand_count];
    row_form form[operand_count]; // of inputs
    bool streaming;
};

inline rows rows_of(const one_row& row) noexcept {
    const offsets start{1, 0, nullptr};
    return {.n = row.n,
            .count = 1,
            .data = {row.data[0], row.data[1], row.data[2]},
            .start = {start, start, start},
            .form = {row.form[0], row.form[1], row.form[2]},
            .streaming = row.streaming,
            .is_large = row.streaming,
            .prefetch = {0, 0, 0}};
}

/// out[i] = op(a[i], b[i]) in every row. Returns false to end the walk.
using rows_function = bool (*)(const void* op, const rows& r);

/// Copies strided rows to `packed`, one every `pitch` bytes; converts the elements to the row's type on the way. May write
/// up to 32 bytes behind a row; these may be the next one's, and so the rows then come one after the other.
using pack_function = void (*)(const void* context, std::byte* packed, index_t pitch, const strided_rows& from);

/// As rows_function, of rows of which input k's are strided. Returns false, with nothing done, where these have to be packed.
using shuffling_function = bool (*)(const void* op, const rows& r, int k, const strided_rows& from);

/// Runs rows of which an input's are strided, its neighbours in other rows; null: one that is not. Both may be, if streaming.
using strided_inputs = const strided_rows* const (&)[operand_count];
using transposing_function = void (*)(const void* op, const rows& r, strided_inputs from);

/// Runs the elements along two axes one by one, from and to where they lie; `first` is where each operand begins.
using elements_function = void (*)(const void* op, std::byte* const (&first)[operand_count], const loop_axis& inner,
                                   const loop_axis& outer);

/// Copies packed rows to strided ones.
using unpack_function = void (*)(const strided_rows& to, const std::byte* packed, index_t pitch);

struct plan;
struct row_kernel;

/// Runs a call that is one row of which inputs are converted on the way; `goes_on` is as rows_function's result. Returns false
/// and does nothing for other calls.
using converted_function = bool (*)(const plan& p, const row_kernel& kernel, bool& goes_on);

/// What the loops know of a lane operation and of its operands' storage types.
struct row_kernel {
    rows_function run;
    shuffling_function run_shuffling;     // null: there is none
    transposing_function run_transposing; // the same
    elements_function run_elements;       // the same
    const void* op;
    unpack_function unpack;            // null: out is not written
    pack_function pack[operand_count]; // [out_position] is not used
    const void* context[operand_count];
    index_t row_element_bytes[operand_count]; // of the types that `run` reads and writes
    bool converts[operand_count];             // the operand in memory has another type than the row
    converted_function run_converted;         // null: none has
    row_forms forms;                          // of inputs that `run` takes
    /// Orders what was written around the cache before all that follows; called once when the last rows have run: after every
    /// tile it would take as long as half of a tile's elements ((1Mi, 3) - (1Mi, 1): 1.5x).
    void (*finish)();

    /// As run_converted, where there is one.
    LANEWISE_ALWAYS_INLINE bool runs_converted(const plan& p, bool& goes_on) const noexcept {
        return run_converted != nullptr && run_converted(p, *this, goes_on);
    }

    /// Whether `run` takes rows of operand k where they lie, their elements `step` bytes apart.
    bool takes(int k, index_t step) const noexcept {
        const index_t size = row_element_bytes[k];
        if (k == out_position) return step == size || unpack == nullptr;
        return !converts[k] && forms.include(step, size);
    }
};

} // namespace lanewise::detail::inline LANEWISE_ISA
