#pragma once

/// One call with all that it depends on: operands, the memory that they lie in and the values there, options.

#include "../support/elements.hpp"
#include "../support/indices.hpp"
#include "../support/lowered_limits.hpp"

#include <lanewise/any_view.hpp>
#include <lanewise/options.hpp>

#include <array>
#include <optional>
#include <span>

namespace lanewise_test {

using lanewise::broadcast_rule;
using lanewise::dtype;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::status_code;

enum class operation { subtract, difference_square, pow, transform };

enum class api { dynamic, typed };

/// Which of an operator's functions is called: the one that returns a status, the one that throws, or, of the typed ones,
/// the one that gives a new tensor, whose elements are then copied to the case's out.
enum class form { quiet, throwing, returning };

/// Who runs the parts: the caller, the caller in random order, or four threads.
enum class runner { caller, shuffled, threads };

/// The operands' places in the arrays below.
enum : std::size_t { at_out, at_a, at_b, operands };

struct operand_case {
    dtype type = dtype::float32;
    std::size_t block = 0; // whose memory it lies in
    index_t offset = 0;    // of the first element, in bytes from the block's first
    std::vector<index_t> shape;
    std::vector<index_t> strides;
    bool null = false;
    bool plain = false; // of rank 0, and in a typed call a plain number: of a type with that dtype

    bool is_empty() const {
        for (const index_t extent : shape) {
            if (extent == 0) return true;
        }
        return false;
    }
};

/// Memory of a call, all of which is filled, and none of which but out's elements may change.
struct block_case {
    index_t bytes = 0;
    bool at_end = false; // it ends before a page that nobody may touch, or it begins behind one
    dtype type = dtype::float32;
    std::vector<std::uint64_t> values; // at least two, as bits; the last is rare
    std::uint64_t salt = 0;

    /// The value of the block's i-th element.
    std::uint64_t value(index_t i) const {
        const std::uint64_t h = ((static_cast<std::uint64_t>(i) + salt) * 0x9E3779B97F4A7C15u >> 32) % 2039;
        return values[h < values.size() ? h : h % (values.size() - 1)];
    }
};

struct call_case {
    operation op = operation::subtract;
    std::array<operand_case, operands> operand;
    std::array<block_case, operands> block;
    broadcast_rule rule;
    integer_overflow overflow = integer_overflow::wrap;
    std::optional<lanewise::scale_bias> scale_bias;
    lanewise::executor_ref executor = {};
    std::span<std::byte> scratch = {};
    index_t scratch_bytes = 0;   // of memory that is lent
    bool scratch_at_end = false; // as of a block
    lanewise::detail::call_limits limits = {};
    runner by = runner::caller;
    api through = api::dynamic;
    form how = form::quiet;

    /// Whether operand k is a plain number that takes out's dtype, whatever its own.
    bool takes_dtype_of_out(std::size_t k) const {
        return operand[k].plain && through == api::typed && !(op == operation::pow && k == at_b);
    }
};

/// The most bytes that a case lends.
inline constexpr index_t most_scratch = 145 * 1024;

/// What a call has said, and what is wrong with how it has said it.
struct outcome {
    status said;
    std::string dissent;

    outcome(const status& s = {}) : said(s) {}
};

inline const char* name_of(operation op) {
    constexpr const char* names[] = {"subtract", "difference_square", "pow", "transform"};
    return names[static_cast<int>(op)];
}

inline index_t size_of(dtype type) {
    return is_valid(type) ? size_bytes(type) : 1;
}

/// Where a call's operands are.
using addresses = std::array<std::byte*, operands>;

/// f(T{}) for the element type T of a valid dtype.
template <class F>
void with_element(dtype type, F f) {
    for_each_type(all_types{}, [&]<class T>(T) {
        if (dtype_of<T> == type) f(T{});
    });
}

/// Calls the function that throws; what it throws must be what `quiet`, the same call without, says: nothing is written yet.
template <class Throwing, class Quiet>
outcome caught(const Throwing& throwing, const Quiet& quiet) {
    try {
        throwing();
        return {};
    } catch (const lanewise::error& e) {
        outcome result(e.status());
        const status said = quiet();
        if (said.code() != e.status().code() || said.message() != e.status().message() || said.message() != e.what())
            result.dissent = std::string("it throws: ") + e.what() + "; without, it says: " + said.message();
        return result;
    }
}

/// The call of an operator on views whose dtype is known at run time, without exceptions.
status call_dynamic(const call_case& c, const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                    const lanewise::any_tensor_view& out) noexcept;

/// The same, throwing.
void call_dynamic_throwing(const call_case& c, const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                           const lanewise::any_tensor_view& out);

/// Whether the call is one of those that the fuzzer makes with types that the compiler knows.
bool has_typed_call(const call_case& c);

/// That call, at addresses `data`.
outcome call_typed(const call_case& c, const addresses& data);

} // namespace lanewise_test
