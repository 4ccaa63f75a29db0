#pragma once

/// Broadcasting from its definition: pad both shapes to the result's rank, then look at every axis.

#include "indices.hpp"

#include <lanewise/broadcast.hpp>

#include <algorithm>
#include <optional>

namespace lanewise_test {

enum class verdict { fits, shapes_clash, bad_axis };

/// What two shapes become. An operand's axis i is the result's axis first + i, and its own axes beyond `kept` do not count.
struct broadcast_answer {
    verdict says = verdict::fits;
    std::vector<index_t> shape;
    index_t first_a = 0;
    index_t first_b = 0;
    std::size_t kept_a = 0;
    std::size_t kept_b = 0;

    /// The operand's index that the result's index reads.
    static std::vector<index_t> source(const std::vector<index_t>& index, const std::vector<index_t>& operand,
                                       index_t first, std::size_t kept) {
        std::vector<index_t> from(operand.size(), 0);
        for (std::size_t i = 0; i < kept; ++i) {
            if (operand[i] != 1) from[i] = index[i + static_cast<std::size_t>(first)];
        }
        return from;
    }
};

/// `shape` as the axes first, first + 1, ... of `rank` axes, 1 elsewhere.
inline std::vector<index_t> padded(const std::vector<index_t>& shape, index_t first, std::size_t rank,
                                   std::size_t kept) {
    std::vector<index_t> result(rank, 1);
    for (std::size_t i = 0; i < kept; ++i) result[i + static_cast<std::size_t>(first)] = shape[i];
    return result;
}

inline broadcast_answer broadcast_by_definition(const std::vector<index_t>& a, const std::vector<index_t>& b,
                                                lanewise::broadcast_rule rule) {
    using kind = lanewise::broadcast_rule::kind;
    broadcast_answer answer;
    answer.kept_a = a.size();
    answer.kept_b = b.size();
    const auto rank_a = std::ssize(a);
    const auto rank_b = std::ssize(b);
    if (rule.rule == kind::none) {
        answer.says = a == b ? verdict::fits : verdict::shapes_clash;
        answer.shape = a;
        return answer;
    }
    if (rule.rule == kind::pdpd) {
        while (answer.kept_b > 0 && b[answer.kept_b - 1] == 1) --answer.kept_b;
        answer.first_b = rule.axis == -1 ? rank_a - rank_b : rule.axis;
        answer.shape = a;
        if (answer.first_b < 0 || answer.first_b + static_cast<index_t>(answer.kept_b) > rank_a) {
            answer.says = verdict::bad_axis;
            return answer;
        }
        const auto wide_b = padded(b, answer.first_b, a.size(), answer.kept_b);
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (wide_b[i] != 1 && wide_b[i] != a[i]) answer.says = verdict::shapes_clash;
        }
        return answer;
    }
    const auto rank = std::max(rank_a, rank_b);
    answer.first_a = rank - rank_a;
    answer.first_b = rank - rank_b;
    const auto wide_a = padded(a, answer.first_a, static_cast<std::size_t>(rank), a.size());
    const auto wide_b = padded(b, answer.first_b, static_cast<std::size_t>(rank), b.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        // The extent that both are, or repeat to.
        std::optional<index_t> both;
        for (const index_t extent : {wide_a[i], wide_b[i]}) {
            if ((wide_a[i] == extent || wide_a[i] == 1) && (wide_b[i] == extent || wide_b[i] == 1)) both = extent;
        }
        if (!both) answer.says = verdict::shapes_clash;
        answer.shape.push_back(both.value_or(-1));
    }
    return answer;
}

} // namespace lanewise_test
