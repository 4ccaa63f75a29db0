// A set that never lacks a number that was entered, and seldom seems to have another.

#include <lanewise/detail/overlap/sum_set.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace lanewise_test {
namespace {

using lanewise::detail::sum_set;

TEST(SumSet, HasAllThatWasEnteredAndFewOthers) {
    const auto set = std::make_unique<sum_set>();
    // Small numbers, multiples of a power of two, of a large one, and of a prime.
    for (const std::uint64_t step :
         {std::uint64_t{1}, std::uint64_t{4096}, std::uint64_t{1} << 44, std::uint64_t{999983}}) {
        SCOPED_TRACE(step);
        set->clear();
        for (std::uint64_t i = 0; i < sum_set::room; ++i) set->enter(i * step);
        for (std::uint64_t i = 0; i < sum_set::room; ++i) ASSERT_TRUE(set->may_have(i * step)) << i;
        int mistaken = 0;
        for (std::uint64_t i = 0; i < 100000; ++i) mistaken += set->may_have((sum_set::room + i) * step);
        EXPECT_LT(mistaken, 1000);
    }
    set->clear();
    for (std::uint64_t i = 0; i < sum_set::room; ++i) ASSERT_FALSE(set->may_have(i));
}

} // namespace
} // namespace lanewise_test
