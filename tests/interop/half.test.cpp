// The 16-bit floats of others compute to the bits that lanewise's own compute to.

#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#endif
#if __has_include(<Imath/half.h>)
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <Imath/half.h>
#endif

#include <lanewise/interop/half.hpp>
#include <lanewise/lanewise.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::dtype;
using lanewise::extents;
using lanewise::index_t;
using lanewise::tensor;
using lanewise::tensor_view;

/// Not complete, and not in this program unless Eigen is.
static_assert(lanewise::dtype_of<Eigen::half> == dtype::float16);
static_assert(lanewise::dtype_of<const Eigen::bfloat16> == dtype::bfloat16);

/// A class as Imath's, in a versioned namespace of its own.
namespace imath_77_1 {

class half {
public:
    enum from_bits_tag { from_bits };
    half() = default;
    constexpr half(from_bits_tag, std::uint16_t bits) noexcept : bits_(bits) {}
    static constexpr half posInf() noexcept { return {from_bits, 0x7c00}; }
    static constexpr half qNan() noexcept { return {from_bits, 0x7fff}; }
    static constexpr half sNan() noexcept { return {from_bits, 0x7dff}; }
    constexpr bool isDenormalized() const noexcept { return (bits_ & 0x7c00) == 0 && (bits_ & 0x3ff) != 0; }
    constexpr std::uint16_t bits() const noexcept { return bits_; }

private:
    std::uint16_t bits_;
};

/// The same members over bfloat16's bits: not binary16.
class brain {
public:
    constexpr explicit brain(std::uint16_t bits) noexcept : bits_(bits) {}
    static constexpr brain posInf() noexcept { return brain(0x7f80); }
    static constexpr brain qNan() noexcept { return brain(0x7fff); }
    static constexpr brain sNan() noexcept { return brain(0x7fbf); }
    constexpr bool isDenormalized() const noexcept { return false; }
    constexpr std::uint16_t bits() const noexcept { return bits_; }

private:
    std::uint16_t bits_;
};

} // namespace imath_77_1

static_assert(lanewise::imath_half<imath_77_1::half> && !lanewise::imath_half<imath_77_1::brain>);
static_assert(!lanewise::element<imath_77_1::brain> && !lanewise::element<std::vector<int>>);
static_assert(!lanewise::imath_half<lanewise::float16> && !lanewise::imath_half<lanewise::bfloat16>);

template <class T>
std::uint16_t bits_of(T value) {
    std::uint16_t bits = 0;
    static_assert(sizeof(T) == sizeof(bits));
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// All 65536 values as T, in a tensor.
template <class T>
tensor<T> all_values() {
    tensor<T> result(extents{65536});
    for (unsigned i = 0; i < 65536; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        std::memcpy(static_cast<void*>(result.data() + i), &bits, sizeof bits);
    }
    return result;
}

template <class T, class Own>
void expect_same_bits(const tensor<T>& theirs, const tensor<Own>& own) {
    ASSERT_EQ(theirs.extents(), own.extents());
    for (index_t i = 0; i < own.size(); ++i) ASSERT_EQ(bits_of(theirs(i)), bits_of(own(i))) << i;
}

/// Every operator on tensors of T gives what it gives on tensors of lanewise's own type.
template <class T>
void expect_the_own_types_results() {
    constexpr dtype type = lanewise::dtype_of<T>;
    using own = lanewise::detail::storage_t<type>;
    const auto theirs = all_values<T>();
    const auto ours = all_values<own>();
    const auto reversed_theirs = lanewise::flip(theirs.view(), 0);
    const auto reversed_ours = lanewise::flip(ours.view(), 0);
    expect_same_bits(lanewise::subtract(theirs, reversed_theirs), lanewise::subtract(ours, reversed_ours));
    expect_same_bits(lanewise::difference_square(theirs, 1.5), lanewise::difference_square(ours, 1.5));
    expect_same_bits(lanewise::pow(theirs, reversed_theirs), lanewise::pow(ours, reversed_ours));
    // The two kinds of one dtype go together, and narrower ones widen.
    tensor<T> mixed(extents{65536});
    lanewise::subtract(ours, theirs, mixed);
    expect_same_bits(mixed, lanewise::subtract(ours, ours));
    tensor<float> wide(extents{65536});
    lanewise::subtract(theirs, 0, wide);
    for (index_t i = 0; i < wide.size(); ++i) {
        const float value = static_cast<float>(ours(i));
        ASSERT_TRUE(wide(i) == value || value != value) << i;
    }
}

TEST(Half, OfTheShapeOfImaths) {
    expect_the_own_types_results<imath_77_1::half>();
}

TEST(Half, IsRoundedOnceInATensorsList) {
    const double above_middle = 1 + 0x1p-11 + 0x1p-40; // 1 + 2^-11, a tie, where it were a float first
    const auto t = tensor<imath_77_1::half>::of({{above_middle, 2}, {1, -0.0}});
    EXPECT_EQ(t.data()[0].bits(), 0x3c01);
    EXPECT_EQ(t.data()[1].bits(), 0x4000);
    EXPECT_EQ(t.data()[2].bits(), 0x3c00);
    EXPECT_EQ(t.data()[3].bits(), 0x8000);
}

#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__SSE2__)) // as half.hpp
TEST(Half, TheCompilersFloat16) {
    expect_the_own_types_results<_Float16>();
    tensor<_Float16> t(extents{3});
    t(0) = static_cast<_Float16>(2.5f);
    EXPECT_EQ(static_cast<float>(lanewise::subtract(t, 0.5)(0)), 2.0f);
}
#endif

#if defined(__STDCPP_FLOAT16_T__)
TEST(Half, TheStandardsFloat16) {
    expect_the_own_types_results<decltype(0.0f16)>();
}
#endif

#if defined(__STDCPP_BFLOAT16_T__)
TEST(Half, TheStandardsBfloat16) {
    expect_the_own_types_results<decltype(0.0bf16)>();
}
#endif

#if __has_include(<eigen3/Eigen/Core>)
TEST(Half, Eigens) {
    static_assert(std::is_trivially_copyable_v<Eigen::half> && std::is_trivially_copyable_v<Eigen::bfloat16>);
    expect_the_own_types_results<Eigen::half>();
    expect_the_own_types_results<Eigen::bfloat16>();
    std::vector<Eigen::half> data = {Eigen::half(1.5f), Eigen::half(-2.0f)};
    lanewise::subtract(tensor_view<Eigen::half>(data, {2}), 0.5, tensor_view<Eigen::half>(data, {2}));
    EXPECT_EQ(static_cast<float>(data[0]), 1.0f);
    EXPECT_EQ(static_cast<float>(data[1]), -2.5f);
}
#endif

#if __has_include(<Imath/half.h>)
TEST(Half, Imaths) {
    static_assert(lanewise::dtype_of<half> == dtype::float16);
    expect_the_own_types_results<half>();
}
#endif

} // namespace
} // namespace lanewise_test
