// Rows of one short run each that is repeated: of every number of bytes, along rows of a register and more.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/pack/repeated_run.hpp>
#include <lanewise/detail/plan/chunks.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

TEST(RepeatedRun, OfEveryNumberOfBytesFillsRows) {
    for (index_t n = 1; n <= longest_repeated_run; ++n) {
        const auto repeated = [n](std::byte* packed, index_t pitch, const strided_rows& from) {
            with_chunk<1, 8>(n, [&]<index_t Piece>(std::integral_constant<index_t, Piece>) {
                pack_repeated<Piece>(packed, pitch, from, n);
            });
        };
        for (index_t times = pieces(halves_bytes, n); times <= 80; ++times) {
            ASSERT_TRUE(packs<std::uint8_t>({{{n, 1}, {times, 0}}, {}}, repeated)) << n << " bytes, " << times;
            ASSERT_TRUE(packs<std::uint8_t>({{{n, 1}, {times, 0}}, {{3, n + 1}}}, repeated))
                << n << " bytes, " << times;
        }
    }
}

TEST(RepeatedRun, IsReadByItsPieces) {
    const auto is_right = []<int Piece>(std::integral_constant<int, Piece>) {
        for (index_t n = Piece; n <= 2 * Piece; ++n) {
            std::byte run[16];
            for (int i = 0; i < 16; ++i) run[i] = static_cast<std::byte>(i + 1);
            const halves_register all = repeated_run<Piece>(n).of(run);
            std::byte bytes[sizeof all];
            std::memcpy(bytes, &all, sizeof all);
            for (index_t i = 0; i < halves_bytes; ++i) EXPECT_EQ(bytes[i], run[i % n]) << n << " bytes";
        }
    };
    is_right(std::integral_constant<int, 1>());
    is_right(std::integral_constant<int, 2>());
    is_right(std::integral_constant<int, 4>());
    is_right(std::integral_constant<int, 8>());
}

} // namespace
} // namespace lanewise_test
