// Registers shuffled byte by byte, and word by word, from one to four loads.

#include <lanewise/detail/shuffle/unit_shuffles.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;
using lanewise::index_t;

/// Bytes of a register.
using bytes = std::vector<std::uint8_t>;

[[maybe_unused]] bytes of(halves_register v) {
    bytes stored(static_cast<std::size_t>(halves_bytes));
    store_halves(reinterpret_cast<std::byte*>(stored.data()), v);
    return stored;
}

[[maybe_unused]] halves_register from(const bytes& b) {
    halves_register v;
    std::memcpy(&v, b.data(), sizeof v);
    return v;
}

[[maybe_unused]] bytes random_bytes(std::mt19937_64& random, std::size_t count) {
    bytes b(count);
    for (auto& byte : b) byte = static_cast<std::uint8_t>(random());
    return b;
}

/// Each byte of a register from any load, at any place in it.
template <int Loads>
void expect_bytes_shuffled() {
    std::mt19937_64 random(Loads);
    for (int round = 0; round < 200; ++round) {
        byte_shuffles<Loads> shuffles;
        halves_register loaded[static_cast<std::size_t>(Loads)];
        std::vector<bytes> memory;
        for (halves_register& load : loaded) {
            memory.push_back(random_bytes(random, load_width));
            load = byte_shuffles<Loads>::load(reinterpret_cast<const std::byte*>(memory.back().data()));
        }
        for (int v = 0; v < shuffles.registers; ++v) {
            std::vector<bytes> index(static_cast<std::size_t>(Loads),
                                     bytes(static_cast<std::size_t>(halves_bytes), no_byte));
            bytes want(static_cast<std::size_t>(halves_bytes));
            for (std::size_t i = 0; i < want.size(); ++i) {
                const std::size_t load = random() % Loads;
                const std::size_t place = random() % load_width;
                index[load][i] = static_cast<std::uint8_t>(place);
                want[i] = memory[load][place];
            }
            for (std::size_t t = 0; t < Loads; ++t) shuffles.shuffle[v][t] = from(index[t]);
            ASSERT_EQ(of(shuffles.shuffled(v, loaded)), want) << Loads << " loads";
        }
    }
}

TEST(ByteShuffles, TakeAnyByteOfAnyLoad) {
    if constexpr (can_shuffle_bytes) {
        expect_bytes_shuffled<1>();
        expect_bytes_shuffled<2>();
        expect_bytes_shuffled<3>();
        expect_bytes_shuffled<4>();
    } else {
        GTEST_SKIP() << "This instruction set shuffles no bytes.";
    }
}

/// The same for words; a word's index has its load in the two upper bits, the uppermost one also in bit 3.
template <int Loads>
void expect_words_shuffled() {
    std::mt19937_64 random(Loads);
    constexpr std::size_t words = sizeof(halves_register) / 4;
    for (int round = 0; round < 200; ++round) {
        word_shuffles<Loads> shuffles;
        halves_register loaded[static_cast<std::size_t>(Loads)];
        std::vector<bytes> memory;
        for (halves_register& load : loaded) {
            memory.push_back(random_bytes(random, static_cast<std::size_t>(halves_bytes)));
            load = word_shuffles<Loads>::load(reinterpret_cast<const std::byte*>(memory.back().data()));
        }
        for (int v = 0; v < shuffles.registers; ++v) {
            std::uint32_t index[words];
            std::uint32_t shifted[words];
            bytes want(static_cast<std::size_t>(halves_bytes));
            for (std::size_t i = 0; i < words; ++i) {
                const auto load = static_cast<std::uint32_t>(random() % Loads);
                const auto place = static_cast<std::uint32_t>(random() % words);
                index[i] = place | load % 2 * 0x8000'0008 | load / 2 << 30;
                shifted[i] = index[i] << 1;
                std::memcpy(want.data() + 4 * i, memory[load].data() + std::size_t{4} * place, 4);
            }
            std::memcpy(&shuffles.shuffle[v][0], index, sizeof index);
            std::memcpy(&shuffles.shuffle[v][1], shifted, sizeof shifted);
            ASSERT_EQ(of(shuffles.shuffled(v, loaded)), want) << Loads << " loads";
        }
    }
}

TEST(WordShuffles, TakeAnyWordOfAnyLoad) {
    if constexpr (can_shuffle_words) {
        expect_words_shuffled<1>();
        expect_words_shuffled<2>();
        expect_words_shuffled<3>();
        expect_words_shuffled<4>();
    } else {
        GTEST_SKIP() << "This instruction set shuffles no words.";
    }
}

TEST(ShuffledUnit, ItsLastRegisterOverlapsTheOneBefore) {
    shuffled_unit<3> unit{};
    unit.last = halves_bytes + 8;
    EXPECT_EQ(unit.begin(0), 0);
    EXPECT_EQ(unit.begin(1), halves_bytes);
    EXPECT_EQ(unit.begin(2), halves_bytes + 8);
}

} // namespace
} // namespace lanewise_test
