// Copies in chunks against copies byte by byte: blocks of every length up to several chunks, and what may be written behind.

#include <lanewise/detail/plan/chunks.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace lanewise::detail {
namespace {

constexpr std::byte untouched{0xee};
constexpr index_t room = 64;

index_t may_be_written_behind(index_t block) {
    return block == 1 || block == 2 || block == 4 || block == 8 ? 32 : 0;
}

void expect_repeated(index_t block, index_t count, index_t times) {
    std::vector<std::byte> from(static_cast<std::size_t>(block * count));
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 37 + 1);
    std::vector<std::byte> expected;
    for (index_t j = 0; j < count; ++j) {
        for (index_t i = 0; i < times; ++i)
            expected.insert(expected.end(), from.begin() + j * block, from.begin() + (j + 1) * block);
    }
    const std::size_t end = expected.size();
    std::vector<std::byte> to(end + room, untouched);
    repeat_blocks(to.data(), from.data(), block * count, block, times);
    const auto behind = end + static_cast<std::size_t>(may_be_written_behind(block));
    expected.insert(expected.end(), to.begin() + static_cast<index_t>(end), to.begin() + static_cast<index_t>(behind));
    expected.resize(to.size(), untouched);
    EXPECT_EQ(to, expected) << count << " blocks of " << block << " bytes, " << times << " times";
}

TEST(chunks, blocks_are_repeated) {
    for (index_t block = 1; block <= 100; ++block) {
        for (const index_t count : {1, 2, 7}) {
            for (const index_t times : {0, 1, 2, 3, 9, 40}) expect_repeated(block, count, times);
        }
    }
}

TEST(chunks, the_largest_that_fits_is_taken) {
    for (index_t bytes = 1; bytes <= 70; ++bytes) {
        with_chunk<1>(bytes, [&](index_t chunk) {
            EXPECT_LE(chunk, bytes);
            EXPECT_TRUE(chunk == 32 || 2 * chunk > bytes) << bytes;
        });
        with_chunk<4, 8>(bytes, [&](index_t chunk) { EXPECT_EQ(chunk, bytes < 8 ? 4 : 8) << bytes; });
    }
}

TEST(chunks, every_byte_is_filled_and_no_other) {
    for (index_t bytes = 1; bytes <= 100; ++bytes) {
        with_chunk<1>(bytes, [&](auto chunk) {
            std::vector<int> filled(100, 0);
            fill_in_chunks(chunk, bytes, [&](index_t at) {
                for (index_t i = at; i < at + chunk; ++i) filled.at(static_cast<std::size_t>(i)) = 1;
            });
            for (index_t i = 0; i < 100; ++i) EXPECT_EQ(filled[static_cast<std::size_t>(i)], i < bytes) << bytes;
        });
    }
}

TEST(chunks, a_copy_is_of_all_bytes_and_of_no_other) {
    for (index_t bytes = 1; bytes <= 100; ++bytes) {
        std::vector<std::byte> from(static_cast<std::size_t>(bytes)); // of which none behind it is read
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 37 + 1);
        std::vector<std::byte> to(from.size() + room, untouched);
        int copies = 0;
        with_copy<1>(bytes, [&](const auto& copy) {
            copy(to.data(), from.data());
            ++copies;
        });
        std::vector<std::byte> expected = from;
        expected.resize(to.size(), untouched);
        EXPECT_EQ(to, expected) << bytes;
        EXPECT_EQ(copies, 1) << bytes;
    }
}

} // namespace
} // namespace lanewise::detail
