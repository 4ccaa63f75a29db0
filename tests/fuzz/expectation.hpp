#pragma once

/// What the contract says about a call, from its definitions: whether it is refused and why; else every byte afterwards, by
/// one call for each element.

#include "call_case.hpp"

#include "numbers.hpp"

#include "../support/broadcast_oracle.hpp"
#include "../support/integer_pow_reference.hpp"

#include <functional>

namespace lanewise_test {

/// The operands along the axes of the result: how many bytes apart neighbours are.
struct aligned_operands {
    std::vector<index_t> shape;
    std::array<std::vector<index_t>, operands> stride;
};

/// Calls f(offset of a, of b, of out) for every index in row-major order, in bytes from the operands' first elements; until
/// f says false. The index of the last call is in `index`.
template <class F>
void for_each_element(const aligned_operands& over, std::vector<index_t>& index, F f) {
    const std::size_t rank = over.shape.size();
    index.assign(rank, 0);
    for (const index_t extent : over.shape) {
        if (extent == 0) return;
    }
    index_t at[operands] = {};
    const index_t last_extent = rank == 0 ? 1 : over.shape[rank - 1];
    index_t step[operands] = {};
    for (std::size_t k = 0; k < operands && rank > 0; ++k) step[k] = over.stride[k][rank - 1];
    for (;;) {
        index_t row[operands] = {at[at_out], at[at_a], at[at_b]};
        for (index_t i = 0; i < last_extent; ++i) {
            if (!f(row[at_a], row[at_b], row[at_out])) {
                if (rank > 0) index[rank - 1] = i;
                return;
            }
            for (std::size_t k = 0; k < operands; ++k) row[k] += step[k];
        }
        std::size_t axis = rank == 0 ? 0 : rank - 1;
        for (;;) {
            if (axis == 0) return;
            --axis;
            const bool wraps = ++index[axis] == over.shape[axis];
            for (std::size_t k = 0; k < operands; ++k)
                at[k] += over.stride[k][axis] * (wraps ? 1 - over.shape[axis] : 1);
            if (!wraps) break;
            index[axis] = 0;
        }
    }
}

/// Results of one element each, as the library gives them for views of rank 0. Those asked for lately are kept.
class single_elements {
public:
    explicit single_elements(const call_case& c) : case_(c), known_(4096) {
        case_.rule = broadcast_rule::numpy();
        case_.executor = {};
        case_.scratch = {};
        case_.how = form::quiet;
        for (operand_case& v : case_.operand) v.plain = false;
        for (const std::size_t k : {at_a, at_b}) {
            if (c.takes_dtype_of_out(k)) case_.operand[k].type = c.operand[at_out].type;
        }
        if (case_.op == operation::transform) {
            for (operand_case& v : case_.operand) v.shape = v.strides = {};
        } else {
            case_.through = api::dynamic;
        }
    }

    struct answer {
        std::uint64_t x;
        std::uint64_t y;
        std::uint64_t result;
        status_code code;
        bool known = false;
    };

    const answer& of(const std::byte* x, const std::byte* y) {
        const std::uint64_t x_bits = load(x, case_.operand[at_a].type);
        const std::uint64_t y_bits = load(y, case_.operand[at_b].type);
        answer& kept = known_[((x_bits * 0x9E3779B97F4A7C15u + y_bits) * 0xBF58476D1CE4E5B9u) >> 52];
        if (!kept.known || kept.x != x_bits || kept.y != y_bits) kept = asked(x_bits, y_bits);
        return kept;
    }

    /// What one element should have been, where this disagrees with the definition; empty if all agreed.
    const std::string& dissent() const { return dissent_; }

    static std::uint64_t load(const std::byte* p, dtype type) {
        std::uint64_t bits = 0;
        switch (size_of(type)) {
        case 1:
            std::memcpy(&bits, p, 1);
            break;
        case 2:
            std::memcpy(&bits, p, 2);
            break;
        case 4:
            std::memcpy(&bits, p, 4);
            break;
        default:
            std::memcpy(&bits, p, 8);
            break;
        }
        return bits;
    }

private:
    answer asked(std::uint64_t x, std::uint64_t y) {
        answer result{x, y, 0, status_code::ok, true};
        const auto run = [&]() -> status {
            if (case_.through == api::typed) {
                const auto bytes = [](std::uint64_t& bits) { return reinterpret_cast<std::byte*>(&bits); };
                return call_typed(case_, {bytes(result.result), bytes(x), bytes(y)}).said;
            }
            return call_dynamic(case_, {case_.operand[at_a].type, &x, {}, {}}, {case_.operand[at_b].type, &y, {}, {}},
                                {case_.operand[at_out].type, &result.result, {}, {}});
        };
        result.code = run().code();
        compare_with_definition(result);
        return result;
    }

    /// Differences and the functions by the language's own arithmetic, powers of integers by repeated multiplication.
    void compare_with_definition(const answer& given) {
        if (case_.scale_bias.has_value()) return;
        with_element(case_.operand[at_out].type, [&]<class T>(T) {
            const T x = widened_to<T>(case_.operand[at_a].type, given.x);
            if (case_.op != operation::pow) {
                const T y = widened_to<T>(case_.operand[at_b].type, given.y);
                if (case_.op == operation::transform) {
                    compare(T(function_for<T>{}(widened(x), widened(y))), status_code::ok, given);
                } else if (case_.op == operation::subtract) {
                    compare_difference<subtract_reference>(x, y, given);
                } else {
                    compare_difference<difference_square_reference>(x, y, given);
                }
            } else if constexpr (is_integer<T>) {
                with_element(case_.operand[at_b].type, [&]<class E>(E) {
                    const E y = from_bits<E>(given.y);
                    if constexpr (!is_integer<E>) {
                        const double wide = static_cast<double>(widened(y));
                        if (!std::isfinite(wide) || wide != std::floor(wide)) return;
                    }
                    const integer_power<T> power = power_by_definition(x, exact_integer::from(y));
                    compare(power.under(case_.overflow), power.fault(), given);
                });
            }
        });
    }

    template <class Reference, class T>
    void compare_difference(T x, T y, const answer& given) {
        if constexpr (is_integer<T>) {
            const integer_answer<T> exact = Reference::integers(x, y);
            compare(exact.under(case_.overflow), exact.overflows ? status_code::integer_overflow : status_code::ok,
                    given);
        } else {
            compare(Reference::floats(x, y), status_code::ok, given);
        }
    }

    template <class T>
    void compare(T want, status_code fault, const answer& given) {
        const status_code code = case_.overflow == integer_overflow::error ? fault : status_code::ok;
        if (given.code == code && (code != status_code::ok || same(from_bits<T>(given.result), want))) return;
        dissent_ = "one element alone gives " + show_value(from_bits<T>(given.result)) + " (code " +
                   std::to_string(static_cast<int>(given.code)) + "), by definition it is " + show_value(want) +
                   " (code " + std::to_string(static_cast<int>(code)) + ")";
    }

    template <class T>
    static T widened_to(dtype from, std::uint64_t bits) {
        T result{};
        with_element(from, [&]<class From>(From) {
            if constexpr (widens(dtype_of<From>, dtype_of<T>)) result = T(widened(from_bits<From>(bits)));
        });
        return result;
    }

    call_case case_;
    std::vector<answer> known_;
    std::string dissent_;
};

/// What must become of a call.
struct expectation {
    status_code code = status_code::ok;
    std::vector<index_t> index; // of the first element at fault, for integer_overflow and negative_exponent
    aligned_operands over;      // where the shapes are in order
    std::string dissent;
};

/// Whether an operand's size, or a byte offset in it, does not fit in 63 bits.
inline bool is_too_large(const operand_case& v) {
    int128 low = 0;
    int128 high = size_of(v.type);
    for (std::size_t i = 0; i < v.shape.size(); ++i) {
        if (v.shape[i] == 1) continue;
        int128 reach = static_cast<int128>(v.strides[i]) * size_of(v.type);
        int128& end = reach < 0 ? low : high;
        if (__builtin_mul_overflow(reach, v.shape[i] - 1, &reach) || __builtin_add_overflow(end, reach, &end))
            return true;
    }
    return high - low > static_cast<int128>(std::numeric_limits<index_t>::max());
}

/// Everything about a call but the values: the contract's section 6, in its order.
inline status_code refusal_of(const call_case& c, expectation& e) {
    const operand_case& out = c.operand[at_out];
    for (const operand_case& v : c.operand) {
        if (v.shape.size() != v.strides.size()) return status_code::rank_out_of_range;
    }
    for (const operand_case& v : c.operand) {
        if (!is_valid(v.type)) return status_code::unsupported_dtype;
    }
    const bool any_exponent = c.op == operation::pow;
    for (const std::size_t k : {at_a, at_b}) {
        if (c.takes_dtype_of_out(k) || (any_exponent && k == at_b)) continue;
        if (!widens(c.operand[k].type, out.type)) return status_code::unsupported_dtype;
    }

    const broadcast_answer answer = broadcast_by_definition(c.operand[at_a].shape, c.operand[at_b].shape, c.rule);
    if (answer.says == verdict::bad_axis) return status_code::bad_axis;
    if (answer.says == verdict::shapes_clash) return status_code::shape_mismatch;
    if (answer.shape != out.shape) return status_code::output_shape_mismatch;
    for (const std::size_t k : {at_a, at_b}) {
        if (c.takes_dtype_of_out(k) && !number_as_out(c, k)) return status_code::scalar_out_of_range;
    }
    if (c.scale_bias.has_value() && c.op == operation::pow && is_integral(out.type)) {
        for (const double v : {c.scale_bias->scale, c.scale_bias->bias}) {
            if (!std::isfinite(v) || v != std::floor(v)) return status_code::scale_bias_not_integral;
        }
    }
    e.over.shape = out.shape;
    if (out.is_empty()) return status_code::ok;
    for (const operand_case& v : c.operand) {
        if (is_too_large(v)) return status_code::size_overflow;
    }
    for (const operand_case& v : c.operand) {
        if (v.null) return status_code::null_data;
    }
    for (const operand_case& v : c.operand) {
        if (v.offset % size_of(v.type) != 0) return status_code::misaligned_data;
    }
    for (std::size_t k = 0; k < operands; ++k) {
        const operand_case& v = c.operand[k];
        const index_t first = k == at_a ? answer.first_a : k == at_b ? answer.first_b : 0;
        const std::size_t kept = k == at_a ? answer.kept_a : k == at_b ? answer.kept_b : v.shape.size();
        e.over.stride[k].assign(out.shape.size(), 0);
        for (std::size_t i = 0; i < kept; ++i) {
            if (v.shape[i] != 1) e.over.stride[k][i + static_cast<std::size_t>(first)] = v.strides[i] * size_of(v.type);
        }
    }
    return status_code::ok;
}

/// out's bytes counted one by one: sharing is decided by looking.
inline status_code overlap_of(const call_case& c, expectation& e) {
    const operand_case& out = c.operand[at_out];
    static std::vector<std::uint8_t> owned;
    owned.assign(static_cast<std::size_t>(c.block[out.block].bytes), 0);
    bool twice = false;
    const index_t out_bytes = size_of(out.type);
    for_each_element(e.over, e.index, [&](index_t, index_t, index_t at) {
        std::uint8_t* const p = owned.data() + out.offset + at;
        twice = twice || *p != 0;
        std::memset(p, 1, static_cast<std::size_t>(out_bytes));
        return !twice;
    });
    if (twice) return status_code::output_self_overlap;
    for (const std::size_t k : {at_a, at_b}) {
        const operand_case& v = c.operand[k];
        if (v.block != out.block || v.plain) continue;
        if (v.offset == out.offset && v.type == out.type && e.over.stride[k] == e.over.stride[at_out]) continue;
        bool shares = false;
        const index_t bytes = size_of(v.type);
        for_each_element(e.over, e.index, [&](index_t a, index_t b, index_t) {
            const std::uint8_t* const p = owned.data() + v.offset + (k == at_a ? a : b);
            shares = shares || std::memchr(p, 1, static_cast<std::size_t>(bytes)) != nullptr;
            return !shares;
        });
        if (shares) return status_code::partial_overlap;
    }
    return status_code::ok;
}

/// What must become of a call, and `after`, out's block after it; `before` are the blocks.
inline expectation expect(const call_case& c, const std::array<const std::byte*, operands>& before,
                          std::vector<std::byte>& after) {
    expectation e;
    const operand_case& out = c.operand[at_out];
    after.assign(before[out.block], before[out.block] + c.block[out.block].bytes);
    e.code = refusal_of(c, e);
    if (e.code != status_code::ok || out.is_empty()) return e;
    // Along an axis of extent 1 no operand moves.
    for (std::size_t i = 0; i < out.shape.size(); ++i) {
        for (auto& strides : e.over.stride) {
            if (out.shape[i] == 1) strides[i] = 0;
        }
    }
    e.code = overlap_of(c, e);
    if (e.code != status_code::ok) return e;
    single_elements alone(c);
    std::array<std::uint64_t, operands> number{};
    const auto first = [&](std::size_t k) {
        if (!c.takes_dtype_of_out(k)) return before[c.operand[k].block] + c.operand[k].offset;
        number[k] = *number_as_out(c, k);
        return reinterpret_cast<const std::byte*>(&number[k]);
    };
    const std::byte* const a = first(at_a);
    const std::byte* const b = first(at_b);
    const auto bytes = static_cast<std::size_t>(size_of(out.type));
    for_each_element(e.over, e.index, [&](index_t at_a_bytes, index_t at_b_bytes, index_t at) {
        const single_elements::answer& one = alone.of(a + at_a_bytes, b + at_b_bytes);
        e.code = one.code;
        std::memcpy(after.data() + out.offset + at, &one.result, bytes);
        return e.code == status_code::ok;
    });
    if (e.code != status_code::ok) after.assign(before[out.block], before[out.block] + c.block[out.block].bytes);
    e.dissent = alone.dissent();
    return e;
}

} // namespace lanewise_test
