#include <lanewise/detail/loop/scratch.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise;
using namespace lanewise::detail;

TEST(NotedRows, AreKeptByInputAndLength) {
    noted_rows notes;
    notes.of(a_position, 100).note = 1;
    EXPECT_EQ(notes.of(b_position, 100).note, 0) << "another input's";
    notes.of(b_position, 100).note = 2;
    EXPECT_EQ(notes.of(a_position, 100).note, 1);
    EXPECT_EQ(notes.of(b_position, 100).note, 2);
    notes.of(a_position, 37).note = 3;
    EXPECT_EQ(notes.of(a_position, 37).note, 3);
    EXPECT_EQ(notes.of(b_position, 5).note, 0) << "another length";
    notes.of(b_position, 5).note = 4; // in place of the last one
    EXPECT_EQ(notes.of(b_position, 5).note, 4);
    EXPECT_EQ(notes.of(a_position, 100).note, 1);
    EXPECT_EQ(notes.of(b_position, 100).note, 2);
    EXPECT_EQ(notes.of(a_position, 37).note, 0) << "no longer there";
}

TEST(LentLines, BeginAtALineAndAreNoFewerThanThereAre) {
    std::vector<std::byte> memory(static_cast<std::size_t>(packed_room + 4 * cache_line));
    const auto at_line = (-reinterpret_cast<std::uintptr_t>(memory.data())) % std::uintptr_t{cache_line};
    const std::span<std::byte> lines = std::span(memory).subspan(at_line);
    const auto enough = static_cast<std::size_t>(packed_room);
    EXPECT_TRUE(lent_lines({}).empty());
    EXPECT_TRUE(lent_lines(lines.first(enough - 1)).empty());
    EXPECT_EQ(lent_lines(lines.first(enough)).data(), lines.data());
    EXPECT_EQ(lent_lines(lines.first(enough + 63)).size(), enough) << "whole lines";
    EXPECT_EQ(lent_lines(lines.first(enough + 64)).size(), enough + 64);
    EXPECT_TRUE(lent_lines(lines.subspan(1, enough + 62)).empty()) << "too few from the next line on";
    EXPECT_EQ(lent_lines(lines.subspan(1, enough + 63)).data(), lines.data() + 64);
    EXPECT_EQ(lent_lines(lines.subspan(1, enough + 63)).size(), enough);
}

} // namespace
} // namespace lanewise_test
