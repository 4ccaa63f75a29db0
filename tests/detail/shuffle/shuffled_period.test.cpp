// A period of registers, shuffled for elements that lie anywhere.

#include "support/laid_out_rows.hpp"

#include <lanewise/detail/shuffle/shuffled_period.hpp>

#include <gtest/gtest.h>

namespace lanewise_test {
namespace {

using namespace lanewise::detail;

/// Elements at these places; a load begins with the element, or ends with it.
class listed_position {
public:
    listed_position(const std::vector<index_t>& places, bool backwards, index_t size)
        : places_(places), backwards_(backwards), size_(size) {}
    index_t element() const { return places_[i_]; }
    index_t load() const { return backwards_ ? element() + size_ - load_width : element(); }
    void next() { ++i_; }

private:
    const std::vector<index_t>& places_;
    std::size_t i_ = 0;
    bool backwards_;
    index_t size_;
};

template <class T>
class ShuffledPeriod : public testing::Test {
protected:
    static constexpr auto size = static_cast<index_t>(sizeof(T));
    static constexpr index_t lanes = load_width / size;

    void SetUp() override {
        if (!can_shuffle_bytes) GTEST_SKIP() << "This instruction set shuffles no bytes.";
    }

    /// A period of elements at `places`, in bytes; how many loads each half register takes.
    static int expect_shuffled(const std::vector<index_t>& places, bool backwards) {
        const auto bytes = std::ssize(places) * size;
        shuffled_period<T> period(static_cast<int>(bytes / halves_bytes));
        EXPECT_EQ(period.bytes(), bytes);
        listed_position at(places, backwards, size);
        for (int v = 0; v < period.registers(); ++v) period.fill(v, at);
        if (period.loads() > most_loads) return period.loads();
        std::vector<std::byte> memory(40000);
        for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + i / 256);
        const std::byte* const from = memory.data() + 20000;
        std::vector<std::byte> shuffled(places.size() * sizeof(T));
        period.each_shuffled(from, [&](index_t to, halves_register v) { store_halves(shuffled.data() + to, v); });
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_EQ(std::memcmp(shuffled.data() + i * sizeof(T), from + places[i], sizeof(T)), 0) << "element " << i;
        return period.loads();
    }

    /// Places in turn from so many planes that are far apart.
    static std::vector<index_t> planes(index_t count, index_t elements, index_t step) {
        std::vector<index_t> places;
        for (index_t i = 0; i < elements; ++i) places.push_back(i / count * step + i % count * 1000);
        return places;
    }
};
TYPED_TEST_SUITE(ShuffledPeriod, moved_types);

TYPED_TEST(ShuffledPeriod, TakesFromOneToFourLoads) {
    const index_t in_a_register = halves_bytes / this->size;
    for (int count = 1; count <= 4 && count <= this->lanes; ++count) {
        for (const index_t elements : {in_a_register, 2 * in_a_register, 3 * in_a_register}) {
            EXPECT_EQ(this->expect_shuffled(this->planes(count, elements, this->size), false), count) << elements;
            EXPECT_EQ(this->expect_shuffled(this->planes(count, elements, -this->size), true), count) << elements;
        }
    }
}

TYPED_TEST(ShuffledPeriod, TakesNothingThatLiesBehindALoad) {
    // The first element that a load does not bring begins where the load ends.
    const index_t elements = 2 * halves_bytes / this->size;
    EXPECT_EQ(this->expect_shuffled(this->planes(1, elements, 2 * this->size), false), 2);
    EXPECT_EQ(this->expect_shuffled(this->planes(1, elements, -2 * this->size), true), 2);
    EXPECT_EQ(this->expect_shuffled(this->planes(1, elements, 2 * this->size + 1), false), this->size <= 2 ? 3 : 2);
}

TYPED_TEST(ShuffledPeriod, IsImpossibleWithMore) {
    const index_t elements = halves_bytes / this->size;
    const int loads = this->expect_shuffled(this->planes(5, elements, this->size), false);
    EXPECT_EQ(loads, std::min<index_t>(5, this->lanes));
}

TYPED_TEST(ShuffledPeriod, SeveralPeriodsFollowEachOther) {
    const index_t elements = halves_bytes / this->size;
    const auto check = [&](auto registers) {
        const std::vector<index_t> places = this->planes(2, elements * registers, this->size);
        shuffled_period<TypeParam> period(registers);
        listed_position at(places, false, this->size);
        for (int v = 0; v < registers; ++v) period.fill(v, at);
        ASSERT_EQ(period.loads(), 2);
        std::vector<std::byte> memory(4000);
        for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + i / 256);
        constexpr index_t count = 3;
        const index_t stride = elements / 2 * registers * this->size;
        std::vector<std::byte> shuffled(static_cast<std::size_t>(count * period.bytes()));
        period.template each_shuffled_of<2, registers>(
            memory.data(), stride, count,
            [&](index_t to, halves_register v) { store_halves(shuffled.data() + to, v); });
        for (std::size_t i = 0; i < shuffled.size() / sizeof(TypeParam); ++i) {
            const auto q = static_cast<index_t>(i / places.size());
            const std::byte* const want = memory.data() + q * stride + places[i % places.size()];
            EXPECT_EQ(std::memcmp(shuffled.data() + i * sizeof(TypeParam), want, sizeof(TypeParam)), 0) << i;
        }
    };
    check(std::integral_constant<int, 1>());
    check(std::integral_constant<int, 3>());
}

} // namespace
} // namespace lanewise_test
