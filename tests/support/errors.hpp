#pragma once

/// What the tests of every row of the contract's error table share: they expect the code, the sentence, who clashes
/// where over what, and that no byte of any buffer is written. The calls go through try_; what throws is the same status.

#include "support/refusal.hpp"

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

namespace lanewise_test {

using lanewise::extents;
using lanewise::index_t;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;

constexpr index_t largest = std::numeric_limits<index_t>::max();

/// Three buffers that a refused call leaves as they are.
class Errors : public testing::Test {
protected:
    using values = std::int32_t[64];

    Errors() {
        for (int i = 0; i < 64; ++i) {
            a_[i] = 100 + i;
            b_[i] = 1 + i % 3;
            out_[i] = -1 - i;
        }
        remember();
    }

    void remember() {
        std::memcpy(before_[0], a_, sizeof a_);
        std::memcpy(before_[1], b_, sizeof b_);
        std::memcpy(before_[2], out_, sizeof out_);
    }

    void expect_untouched() const {
        EXPECT_EQ(std::memcmp(before_[0], a_, sizeof a_), 0);
        EXPECT_EQ(std::memcmp(before_[1], b_, sizeof b_), 0);
        EXPECT_EQ(std::memcmp(before_[2], out_, sizeof out_), 0);
    }

    void expect_refused(const status& s, status_code code, const std::string& message) const {
        EXPECT_FALSE(static_cast<bool>(s));
        EXPECT_EQ(static_cast<int>(s.code()), static_cast<int>(code));
        EXPECT_EQ(s.message(), message);
        expect_untouched();
    }

    void expect_refused(const status& s, status_code code, const std::string& message, const char* operand, int axis,
                        index_t first, index_t second) const {
        expect_refused(s, code, message);
        EXPECT_STREQ(s.operand(), operand);
        EXPECT_EQ(s.axis(), axis);
        EXPECT_EQ(s.first(), first);
        EXPECT_EQ(s.second(), second);
    }

    template <class... Layout>
    tensor_view<const std::int32_t> a(const Layout&... layout) const {
        return {&a_[0], layout...}; // a pointer, not an array whose size is known
    }
    template <class... Layout>
    tensor_view<const std::int32_t> b(const Layout&... layout) const {
        return {&b_[0], layout...};
    }
    template <class... Layout>
    tensor_view<std::int32_t> out(const Layout&... layout) {
        return {&out_[0], layout...};
    }

    /// A pointer that is not aligned for its type; never followed.
    template <class T>
    static T* misaligned(T* pointer, std::size_t by) {
        return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(pointer) + by);
    }

    values a_;
    values b_;
    values out_;

private:
    values before_[3];
};

} // namespace lanewise_test
