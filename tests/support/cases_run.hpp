#pragma once

/// Runs a case of another system through an operator and compares. Little-endian machines only, like the files' reader.

#include "cases.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

namespace cases {

using lanewise::dtype;
using lanewise::index_t;
using lanewise::tensor;
using lanewise::tensor_view;

static_assert(std::endian::native == std::endian::little);

/// Calls f with a value of the C++ type of `type`, if that is one of the listed dtypes; else the test fails.
template <dtype... Listed, class F>
void with_type(dtype type, F f) {
    const bool found = ((type == Listed && (f(lanewise::detail::storage_t<Listed>{}), true)) || ...);
    EXPECT_TRUE(found) << lanewise::name(type) << " is not instantiated: add it to the list";
}

template <class T>
tensor<T> tensor_of(const operand& o) {
    tensor<T> result(o.shape);
    for (std::size_t i = 0; i < o.bits.size(); ++i)
        std::memcpy(static_cast<void*>(result.data() + i), &o.bits[i], sizeof(T));
    return result;
}

template <class T>
std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

/// How many values of T apart two of them are, the zeros being one; -1 where just one is a NaN.
template <class T>
std::int64_t distance(std::uint64_t got, std::uint64_t want) {
    if (got == want) return 0;
    if constexpr (lanewise::is_floating(lanewise::dtype_of<T>)) {
        constexpr std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
        const std::uint64_t infinity = bits_of(static_cast<T>(__builtin_inf()));
        const bool got_nan = (got & ~sign) > infinity;
        const bool want_nan = (want & ~sign) > infinity;
        if (got_nan || want_nan) return got_nan && want_nan ? 0 : -1;
        const auto place = [](std::uint64_t bits) {
            const auto magnitude = static_cast<std::int64_t>(bits & ~sign);
            return (bits & sign) != 0 ? -magnitude : magnitude;
        };
        const std::int64_t apart = place(got) - place(want);
        return apart < 0 ? -apart : apart == 0 ? 1 : apart; // +0 and -0 differ in an exact comparison
    } else {
        return -1;
    }
}

template <class T>
void expect_values(const operand& want, const tensor_view<const T>& out, std::int64_t tolerance, const char* layout) {
    index_t index[lanewise::max_rank] = {};
    for (std::size_t i = 0; i < want.bits.size(); ++i) {
        index_t offset = 0;
        for (int axis = 0; axis < out.rank(); ++axis) offset += index[axis] * out.stride(axis);
        const std::uint64_t got = bits_of(out.data()[offset]);
        const std::int64_t apart = distance<T>(got, want.bits[i]);
        ASSERT_TRUE(apart >= 0 && apart <= tolerance)
            << layout << ": element " << i << " is " << std::hex << got << ", expected " << want.bits[i];
        for (int axis = out.rank() - 1; axis >= 0 && ++index[axis] == out.extent(axis); --axis) index[axis] = 0;
    }
}

/// A view with the axes of memory in the opposite order and gaps between elements, holding the same elements.
template <class T>
class scattered {
public:
    explicit scattered(const tensor<T>& source) : memory_(doubled(source.extents())) {
        const tensor_view<T> target = view();
        index_t index[lanewise::max_rank] = {};
        for (index_t i = 0; i < source.size(); ++i) {
            index_t offset = 0;
            for (int axis = 0; axis < source.rank(); ++axis) offset += index[axis] * target.stride(axis);
            target.data()[offset] = source.data()[i];
            for (int axis = source.rank() - 1; axis >= 0 && ++index[axis] == source.extent(axis); --axis)
                index[axis] = 0;
        }
    }

    tensor_view<T> view() {
        index_t extent[lanewise::max_rank] = {};
        index_t stride[lanewise::max_rank] = {};
        const int rank = memory_.rank() - 1;
        for (int axis = 0; axis < rank; ++axis) {
            extent[axis] = memory_.extent(rank - 1 - axis);
            stride[axis] = memory_.stride(rank - 1 - axis);
        }
        const auto count = static_cast<std::size_t>(rank);
        return {memory_.data(), lanewise::extents(std::span(extent, count)),
                lanewise::strides(std::span(stride, count))};
    }

private:
    static lanewise::extents doubled(const lanewise::extents& shape) {
        std::vector<index_t> reversed(std::make_reverse_iterator(shape.end()),
                                      std::make_reverse_iterator(shape.begin()));
        reversed.push_back(2);
        return reversed;
    }

    tensor<T> memory_;
};

/// Runs a case row-major, in place where the shapes allow it, and on scattered elements.
template <class A, class B, class Call>
void run(const record& r, Call call) {
    tensor<A> a = tensor_of<A>(r.a);
    tensor<B> b = tensor_of<B>(r.b);
    {
        tensor<A> out(r.expected.shape);
        const lanewise::status status = call(a, b, out.view());
        ASSERT_TRUE(static_cast<bool>(status)) << status.message();
        expect_values<A>(r.expected, out, r.tolerance, "row-major");
    }
    {
        scattered<A> sparse_a(a);
        scattered<B> sparse_b(b);
        scattered<A> sparse_out{tensor<A>(r.expected.shape)};
        const lanewise::status status = call(sparse_a.view(), sparse_b.view(), sparse_out.view());
        ASSERT_TRUE(static_cast<bool>(status)) << status.message();
        expect_values<A>(r.expected, sparse_out.view(), r.tolerance, "scattered");
    }
    if (a.extents() == r.expected.shape) {
        const lanewise::status status = call(a, b, a.view());
        ASSERT_TRUE(static_cast<bool>(status)) << status.message();
        expect_values<A>(r.expected, a, r.tolerance, "in place");
    }
}

/// The records of a file with this operator.
inline std::vector<record> read(const std::string& file, const std::string& op) {
    std::vector<record> result = read(file);
    std::erase_if(result, [&](const record& r) { return r.op != op; });
    return result;
}

inline std::string name_of(const testing::TestParamInfo<record>& instance) {
    return instance.param.name;
}

} // namespace cases
