#pragma once

/// Random strided sets of elements inside a small buffer, and which bytes they touch.

#include "indices.hpp"

#include <set>

namespace lanewise_test {

/// Element i of a layout starts at byte (start + offset_of(i, strides)) * element_bytes.
struct layout {
    index_t start = 0;
    std::vector<index_t> strides;

    /// The element positions, in row-major order of the indices.
    std::vector<index_t> positions(const std::vector<index_t>& shape) const {
        std::vector<index_t> result;
        for_each_index(shape, [&](const auto& index) { result.push_back(start + offset_of(index, strides)); });
        return result;
    }
};

inline bool all_different(const std::vector<index_t>& positions) {
    return std::set<index_t>(positions.begin(), positions.end()).size() == positions.size();
}

inline bool share_one(const std::vector<index_t>& a, const std::vector<index_t>& b) {
    const std::set<index_t> known(a.begin(), a.end());
    for (const index_t position : b) {
        if (known.contains(position)) return true;
    }
    return false;
}

/// A shape of 1 to `most` elements.
inline std::vector<index_t> random_shape(std::mt19937_64& random, int highest_rank, index_t most) {
    std::vector<index_t> shape(static_cast<std::size_t>(random_between(random, 0, highest_rank)));
    for (auto& extent : shape) {
        extent = random_between(random, 1, most < 5 ? most : 5);
        most /= extent;
    }
    return shape;
}

/// A layout whose elements all lie in a buffer of `size`: packed in a random order of axes, with gaps, mirrored axes and,
/// if `repeats`, strides that are zero or anything else.
inline layout random_layout(std::mt19937_64& random, const std::vector<index_t>& shape, index_t size, bool repeats) {
    for (;;) {
        layout l;
        l.strides.assign(shape.size(), 0);
        std::vector<std::size_t> order(shape.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
            std::swap(order[i], order[static_cast<std::size_t>(random_between(random, 0, static_cast<index_t>(i)))]);
        }
        index_t step = random_between(random, 1, 3);
        for (const std::size_t axis : order) {
            l.strides[axis] = random() % 2 == 0 ? step : -step;
            if (repeats && random() % 4 == 0) l.strides[axis] = random_between(random, -4, 4);
            step = step * shape[axis] + (random() % 2 == 0 ? random_between(random, -1, 2) : 0);
        }
        index_t low = 0;
        index_t high = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) (l.strides[i] < 0 ? low : high) += l.strides[i] * (shape[i] - 1);
        if (high - low >= size) continue;
        l.start = random_between(random, -low, size - 1 - high);
        return l;
    }
}

/// A shape of some thousand elements, at most `most`, with axes long and short.
inline std::vector<index_t> random_large_shape(std::mt19937_64& random, index_t most) {
    constexpr index_t extents[] = {2, 3, 4, 5, 8, 16, 31, 70, 300};
    std::vector<index_t> shape;
    for (index_t size = 1; size * 8 < most && shape.size() < 7;) {
        shape.push_back(extents[random() % std::size(extents)]);
        if (size * shape.back() > most) shape.back() = most / size;
        size *= shape.back();
    }
    return shape;
}

/// Strides of elements packed in a random order of axes, some of them mirrored, and if `gaps`, some repeated or with room
/// between elements; in all not beyond `most` elements.
inline std::vector<index_t> random_order(std::mt19937_64& random, const std::vector<index_t>& shape, bool gaps,
                                         index_t most) {
    std::vector<index_t> steps(shape.size());
    std::vector<std::size_t> order(shape.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
        std::swap(order[i], order[static_cast<std::size_t>(random_between(random, 0, static_cast<index_t>(i)))]);
    }
    index_t size = 1;
    index_t elements = 1;
    for (const index_t extent : shape) elements *= extent;
    for (const std::size_t axis : order) {
        if (gaps && random() % 6 == 0) continue;
        if (gaps && random() % 6 == 0 && 2 * size * elements <= most) size *= 2;
        steps[axis] = random() % 4 == 0 ? -size : size;
        size *= shape[axis];
        elements /= shape[axis];
    }
    return steps;
}

} // namespace lanewise_test
