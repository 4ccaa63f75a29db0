#pragma once

/// Every form of an input beside every form of the other one, for one operator on one dtype, on each way that a call may go.
///
/// The forms: packed, a splat for each row or in all, a row for all, transposed, backwards, every second to fifth element,
/// a sliding window; and of a few elements each, planes, pixels and runs backwards, with room between them and without. They
/// meet in rows that end with every number of elements that no register or cache line is filled by, beginning anywhere
/// in a cache line; in place too.
/// The ways: a usual call, tiles, tiles around the cache, tiles of few elements, parts for threads.

#include "executors.hpp"
#include "layout_suite.hpp"
#include "lowered_limits.hpp"

namespace lanewise_test {

using steps = std::vector<index_t>;

/// Of m rows of n elements.
inline std::vector<steps> matrix_forms(index_t m, index_t n) {
    return {{n, 1},      {1, 0},     {0, 0},         {0, 1},     {1, m},     {-1, m},        {1, -m},
            {-1, -m},    {n, -1},    {-n, 1},        {2 * n, 2}, {3 * n, 3}, {4 * n, 4},     {5 * n, 5},
            {3 * n, -3}, {n + 3, 1}, {2, m * 2 + 1}, {1, 1},     {-m, 0},    {2 * n + 1, -2}};
}

/// Of n groups of few elements each.
inline std::vector<steps> group_forms(index_t n, index_t few) {
    return {{few, 1},  {1, 0},    {0, 1},     {1, n},       {1, n + 9},    {-1, n + 9},  {1, -n},
            {few, -1}, {-few, 1}, {-few, -1}, {few + 1, 1}, {few + 2, -1}, {2 * few, 2}, {1, 1}};
}

template <class Operation>
class Forms : public testing::Test {
public:
    static constexpr const char* name = "Forms";
    static std::vector<suite_test<Forms>> tests() {
        return {
            {"RowsWithEveryEndGiveTheBitsOfTheElementsAlone", &Forms::RowsWithEveryEndGiveTheBitsOfTheElementsAlone},
            {"ManyRowsGiveTheBitsOfTheElementsAlone", &Forms::ManyRowsGiveTheBitsOfTheElementsAlone},
            {"GroupsOfFewElementsGiveTheBitsOfTheElementsAlone",
             &Forms::GroupsOfFewElementsGiveTheBitsOfTheElementsAlone},
        };
    }

private:
    using T = typename Operation::element;
    static constexpr auto line = static_cast<index_t>(64 / sizeof(T)); // elements of a cache line

    /// Checks every pair of forms on every way; under a sanitizer, which takes ten times as long, every `thinned`th of them.
    static void check_pairs(const std::vector<index_t>& shape, const steps& out, const std::vector<steps>& forms,
                            index_t capacity) {
        int pair = 0;
        int row = 0;
        for (const integer_overflow mode : Operation::modes()) {
            layout_checker<Operation> checker(mode, capacity);
            for (const auto& way : {lanewise::detail::call_limits{}, tiles_alone(), all_streamed(),
                                    short_pieces(2 * line), short_pieces(line + 1), small_parts(100)}) {
                const lowered_limits lowered(way);
                shuffled executor;
                checker.run_on(way.part_elements <= 100 ? lanewise::executor_ref(executor) : lanewise::executor_ref());
                const auto check = [&](const steps& a, const steps& b, shared in_place) {
                    if (testing::Test::HasFatalFailure() || ++pair % thinned != 0) return;
                    ASSERT_TRUE(checker.check(shape, out, a, b, (pair / thinned + row) % 2 == 0, in_place));
                };
                for (const steps& a : forms) {
                    ++row; // of an even number of pairs: so each b lies at both ends
                    for (const steps& b : forms) check(a, b, shared::none);
                    check(a, out, shared::b);
                    check(out, a, shared::a);
                }
            }
        }
    }

    static constexpr int thinned = is_watched ? 7 : 1;

    void RowsWithEveryEndGiveTheBitsOfTheElementsAlone() {
        constexpr index_t per_line = line;
        constexpr index_t m = 17;
        bool padded = false;
        for (const index_t n :
             {per_line + 1, 2 * per_line - 1, 2 * per_line, 2 * per_line + 1, 2 * per_line + 2, 2 * per_line + 3}) {
            padded = !padded;
            check_pairs({m, n}, {padded ? n + 5 : n, 1}, matrix_forms(m, n), 6 * m * (n + 5));
            if (testing::Test::HasFatalFailure()) return;
        }
    }

    void ManyRowsGiveTheBitsOfTheElementsAlone() {
        constexpr index_t m = 67;
        for (const auto& [n, out] : {std::pair{index_t{33}, steps{33, 1}}, std::pair{index_t{70}, steps{1, m}}}) {
            check_pairs({m, n}, out, matrix_forms(m, n), 6 * m * (n + 5));
            if (testing::Test::HasFatalFailure()) return;
        }
    }

    void GroupsOfFewElementsGiveTheBitsOfTheElementsAlone() {
        for (const index_t few : {2, 3, 4, 5, 7}) {
            for (const index_t n : {64, 67, 130}) {
                check_pairs({n, few}, {n % 2 == 0 ? few : few + 1, 1}, group_forms(n, few), 6 * (n + 9) * few);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
};

} // namespace lanewise_test
