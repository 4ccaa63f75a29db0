// The twelve dtypes, and which widens to which.

#include <lanewise/dtype.hpp>
#include <lanewise/float16.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace lanewise_test {
namespace {

using lanewise::bfloat16;
using lanewise::dtype;
using lanewise::dtype_of;
using lanewise::float16;

constexpr dtype all_dtypes[] = {
    dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::int8,   dtype::int16,
    dtype::int32,   dtype::int64,    dtype::uint8,   dtype::uint16,  dtype::uint32, dtype::uint64,
};

TEST(Dtype, TwelveHaveTheNameAndSizeThatTheyPromise) {
    using namespace lanewise;
    const char* names[] = {"float16", "bfloat16", "float32", "float64", "int8",   "int16",
                           "int32",   "int64",    "uint8",   "uint16",  "uint32", "uint64"};
    constexpr index_t sizes[] = {2, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8};
    for (int i = 0; i < 12; ++i) {
        const auto type = static_cast<dtype>(i);
        EXPECT_EQ(type, all_dtypes[i]);
        EXPECT_TRUE(is_valid(type));
        EXPECT_STREQ(name(type), names[i]);
        EXPECT_EQ(size_bytes(type), sizes[i]) << names[i];
        EXPECT_EQ(is_floating(type), i < 4) << names[i];
        EXPECT_EQ(is_integral(type), i >= 4) << names[i];
    }
}

TEST(Dtype, AValueOutsideTheEnumerationIsNoneOfThem) {
    for (const int value : {12, 13, 127, 255}) {
        const auto type = static_cast<dtype>(value);
        EXPECT_FALSE(is_valid(type));
        EXPECT_STREQ(name(type), "invalid dtype");
        EXPECT_EQ(size_bytes(type), 0);
        EXPECT_FALSE(is_floating(type));
        EXPECT_FALSE(is_integral(type));
        EXPECT_FALSE(widens(type, type));
        for (const dtype other : all_dtypes) EXPECT_FALSE(widens(type, other) || widens(other, type));
    }
}

TEST(Dtype, WidensExactlyWhereEveryValueFits) {
    using enum dtype;
    const std::set<std::pair<dtype, dtype>> pairs = {
        {uint8, dtype::float16},
        {int8, dtype::float16},
        {uint8, dtype::bfloat16},
        {int8, dtype::bfloat16},
        {uint8, float32},
        {int8, float32},
        {uint16, float32},
        {int16, float32},
        {dtype::float16, float32},
        {dtype::bfloat16, float32},
        {uint8, float64},
        {int8, float64},
        {uint16, float64},
        {int16, float64},
        {dtype::float16, float64},
        {dtype::bfloat16, float64},
        {int32, float64},
        {uint32, float64},
        {float32, float64},
        {int8, int16},
        {int8, int32},
        {int8, int64},
        {int16, int32},
        {int16, int64},
        {int32, int64},
        {uint8, uint16},
        {uint8, uint32},
        {uint8, uint64},
        {uint16, uint32},
        {uint16, uint64},
        {uint32, uint64},
        {uint8, int16},
        {uint8, int32},
        {uint8, int64},
        {uint16, int32},
        {uint16, int64},
        {uint32, int64},
    };
    for (const dtype from : all_dtypes) {
        for (const dtype to : all_dtypes) {
            EXPECT_EQ(widens(from, to), from == to || pairs.contains({from, to})) << name(from) << " to " << name(to);
        }
    }
}

TEST(Dtype, EveryArithmeticTypeOfTheLanguageFindsItsDtype) {
    EXPECT_EQ(dtype_of<float>, dtype::float32);
    EXPECT_EQ(dtype_of<double>, dtype::float64);
    EXPECT_EQ(dtype_of<signed char>, dtype::int8);
    EXPECT_EQ(dtype_of<unsigned char>, dtype::uint8);
    EXPECT_EQ(dtype_of<short>, dtype::int16);
    EXPECT_EQ(dtype_of<unsigned short>, dtype::uint16);
    EXPECT_EQ(dtype_of<int>, dtype::int32);
    EXPECT_EQ(dtype_of<unsigned>, dtype::uint32);
    EXPECT_EQ(size_bytes(dtype_of<long>), static_cast<lanewise::index_t>(sizeof(long)));
    EXPECT_EQ(size_bytes(dtype_of<unsigned long>), static_cast<lanewise::index_t>(sizeof(long)));
    EXPECT_EQ(dtype_of<long long>, dtype::int64);
    EXPECT_EQ(dtype_of<unsigned long long>, dtype::uint64);
    EXPECT_EQ(dtype_of<float16>, dtype::float16);
    EXPECT_EQ(dtype_of<bfloat16>, dtype::bfloat16);
    EXPECT_EQ(dtype_of<const float>, dtype::float32);
}

TEST(Dtype, WhatIsNoNumberIsNoElement) {
    EXPECT_FALSE(lanewise::element<bool>);
    EXPECT_FALSE(lanewise::element<char>);
    EXPECT_FALSE(lanewise::element<long double>);
    EXPECT_FALSE(lanewise::element<std::string>);
    EXPECT_FALSE(lanewise::element<int*>);
    EXPECT_FALSE(lanewise::scalar<bool>);
    EXPECT_FALSE(lanewise::scalar<long double>);
    EXPECT_TRUE(lanewise::scalar<double>);
    EXPECT_TRUE(lanewise::scalar<float16>);
    EXPECT_TRUE(lanewise::scalar<unsigned long long>);
}

struct foreign_half {
    std::uint16_t bits;
};

} // namespace
} // namespace lanewise_test

template <>
struct lanewise::dtype_traits<lanewise_test::foreign_half> {
    static constexpr dtype value = dtype::float16;
};

namespace lanewise_test {
namespace {

TEST(Dtype, ATraitMakesAForeignTwoByteTypeAnElement) {
    EXPECT_TRUE(lanewise::element<foreign_half>);
    EXPECT_EQ(dtype_of<const foreign_half>, dtype::float16);
}

} // namespace
} // namespace lanewise_test
