#pragma once

/// Every index of a shape, one after the other: the slow and obvious walk that tests compare the fast ones with.

#include <lanewise/extents.hpp>

#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace lanewise_test {

using lanewise::index_t;

/// f(index) for every index of `shape` in row-major order; once, with no numbers, for rank 0.
template <class F>
void for_each_index(const std::vector<index_t>& shape, F f) {
    for (const index_t extent : shape) {
        if (extent == 0) return;
    }
    std::vector<index_t> index(shape.size(), 0);
    for (;;) {
        f(index);
        std::size_t axis = shape.size();
        for (;;) {
            if (axis == 0) return;
            --axis;
            if (++index[axis] < shape[axis]) break;
            index[axis] = 0;
        }
    }
}

template <class Values>
std::vector<index_t> to_vector(const Values& values) {
    return std::vector<index_t>(values.begin(), values.end());
}

/// The offset of `index`, in whatever unit the strides have.
inline index_t offset_of(const std::vector<index_t>& index, const std::vector<index_t>& strides) {
    index_t offset = 0;
    for (std::size_t i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
    return offset;
}

/// Row-major strides without gaps; of an empty shape anything.
inline std::vector<index_t> packed_strides(const std::vector<index_t>& shape) {
    std::vector<index_t> strides(shape.size());
    index_t step = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = step;
        static_cast<void>(__builtin_mul_overflow(step, shape[i], &step));
    }
    return strides;
}

/// "(2, 3)", for messages.
template <class Values>
std::string show(const Values& values) {
    std::ostringstream text;
    const char* between = "";
    text << "(";
    for (const auto& value : values) {
        text << between << value;
        between = ", ";
    }
    text << ")";
    return text.str();
}

/// A number in [lowest, highest], the same one with every standard library.
inline index_t random_between(std::mt19937_64& random, index_t lowest, index_t highest) {
    return lowest + static_cast<index_t>(random() % static_cast<std::uint64_t>(highest - lowest + 1));
}

} // namespace lanewise_test
