#pragma once

/// Draws the values that a call's memory holds: any at all, or such that no integer overflows but perhaps by a rare one.

#include "call_case.hpp"
#include "choice_source.hpp"

namespace lanewise_test {

/// A value for an operand that overflows with no other such value.
template <class T>
T mild_value(std::mt19937_64& random, operation op, std::size_t k) {
    index_t low = 0;
    index_t high = 10;
    if (op == operation::subtract) {
        low = k == at_a ? 50 : 0;
        high = k == at_a ? 120 : 50;
    }
    if (op == operation::pow) high = k == at_a ? 3 : 4;
    return static_cast<T>(static_cast<int>(random_between(random, low, high)));
}

/// The values of a case's blocks; out's block holds those of the operand `in_out`.
inline void fill_with_values(choice_source& source, call_case& c, std::size_t in_out) {
    const bool errors = c.overflow == integer_overflow::error;
    const bool mild = errors ? !source.one_in(4) : source.one_in(3);
    const bool one_is_wild = source.one_in(3);
    std::mt19937_64 random(source.bits(4));
    for (const std::size_t k : {at_out, at_a, at_b}) {
        block_case& block = c.block[k];
        block.type = is_valid(c.operand[k].type) ? c.operand[k].type : dtype::uint8;
        block.salt = source.bits(2);
        const auto count = source.between(2, 24);
        with_element(block.type, [&]<class T>(T) {
            const std::vector<T> special = special_values<T>();
            for (index_t i = 0; i < count; ++i) {
                const bool is_mild = mild && (i + 1 < count || !one_is_wild);
                const T value = is_mild             ? mild_value<T>(random, c.op, k == at_out ? in_out : k)
                                : random() % 3 == 0 ? special[random() % special.size()]
                                                    : random_value<T>(random);
                block.values.push_back(bits_of(value));
            }
        });
    }
}

} // namespace lanewise_test
