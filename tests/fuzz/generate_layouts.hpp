#pragma once

/// Draws shapes and strides in the forms that people have and the machinery tells apart.

#include "choice_source.hpp"

#include "../support/indices.hpp"

#include <algorithm>

namespace lanewise_test {

/// How many elements a call has at most, and how far apart they may lie.
struct room {
    index_t elements;
    index_t span_bytes;
};

/// A length of a row: around all multiples of registers, powers of two and a few, anything.
inline index_t draw_length(choice_source& source, index_t most) {
    index_t n = 0;
    switch (source.between(0, 9)) {
    case 0:
    case 1:
        n = (index_t{1} << source.between(4, 22)) + source.between(-4, 4);
        break;
    case 2:
        n = source.scaled(1, most);
        break;
    case 3:
        n = 64 * source.scaled(1, 64) + source.between(-3, 3);
        break;
    case 4:
        n = source.between(1, 9);
        break;
    default:
        n = source.between(1, 70);
        break;
    }
    return n > most ? 1 + n % most : n;
}

/// A shape of at most so many elements; `fill`: of about so many.
inline std::vector<index_t> draw_shape(choice_source& source, index_t most, bool fill) {
    const auto count = [&](index_t of) { return fill ? of : source.scaled(1, of); };
    std::vector<index_t> shape;
    const index_t n = draw_length(source, most);
    switch (source.between(0, 9)) {
    case 0:
    case 1:
        shape = {fill ? most - source.between(0, 70) : n};
        break;
    case 2:
    case 3:
    case 4:
        shape = {count(most / n), n};
        break;
    case 5: {
        const index_t rows = draw_length(source, most / n);
        shape = {count(most / n / rows), rows, n};
        break;
    }
    case 6: {
        const index_t few = source.between(1, most < 8 ? most : 8);
        const index_t columns = draw_length(source, most / few);
        shape = {count(most / few / columns), columns, few};
        if (source.one_in(2)) shape.erase(shape.begin());
        break;
    }
    case 7: {
        index_t left = most;
        for (auto rank = source.between(0, 8); rank > 0; --rank) {
            shape.push_back(source.between(1, left < 5 ? left : 5));
            left /= shape.back();
        }
        break;
    }
    case 8: {
        index_t left = most;
        for (auto rank = source.between(2, 6); rank > 0 && left > 1; --rank) {
            const index_t extent = source.any_of<index_t>({2, 3, 4, 5, 7, 8, 16, 17, 31, 33, 64, 70, 300});
            shape.push_back(extent < left ? extent : left);
            left /= shape.back();
        }
        break;
    }
    default:
        shape = {n, count(most / n)};
        break;
    }
    for (std::size_t i = 0; i <= shape.size() && shape.size() < 8; ++i) {
        if (source.one_in(12)) shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(i), 1);
    }
    if (source.one_in(60) && !shape.empty()) {
        shape[static_cast<std::size_t>(source.between(0, std::ssize(shape) - 1))] = 0;
    }
    return shape;
}

/// The axes in the order of memory, the innermost first.
inline std::vector<std::size_t> draw_axis_order(choice_source& source, std::size_t rank) {
    std::vector<std::size_t> order(rank);
    for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
    if (rank < 2) return order;
    const auto swap_any = [&](std::size_t i) {
        std::swap(order[i], order[static_cast<std::size_t>(source.between(0, static_cast<index_t>(i)))]);
    };
    switch (source.between(0, 7)) {
    case 0: // the last two change places
        std::swap(order[0], order[1]);
        break;
    case 1: // column-major
        std::reverse(order.begin(), order.end());
        break;
    case 2: // planes: the last axis is outermost
        std::rotate(order.begin(), order.begin() + 1, order.end());
        break;
    case 3: // pixels: the first axis is innermost
        std::rotate(order.begin(), order.end() - 1, order.end());
        break;
    case 4:
        for (std::size_t i = rank - 1; i > 0; --i) swap_any(i);
        break;
    default:
        break;
    }
    return order;
}

/// Strides under which no two elements share a place, of elements of so many bytes, unless `plain`, with steps, room and
/// axes that run backwards.
inline std::vector<index_t> draw_strides(choice_source& source, const std::vector<index_t>& shape, index_t bytes,
                                         index_t most_span_bytes, bool plain) {
    std::vector<index_t> strides(shape.size());
    index_t step = 1;
    if (!plain && source.one_in(4)) step = source.any_of<index_t>({2, 3, 4, 2, 3, 4, 5, 6, 7, 8, 16, 64, 4096 / bytes});
    const auto order = draw_axis_order(source, shape.size());
    index_t padding = plain ? 0 : source.any_of<index_t>({0, 0, 0, 0, 1, 1, 2, 3});
    for (const std::size_t axis : order) {
        strides[axis] = step;
        step *= shape[axis] > 0 ? shape[axis] : 1;
        if (step * bytes > most_span_bytes) return draw_strides(source, shape, bytes, most_span_bytes * 2, true);
        if (padding == 0 || shape[axis] == 1) continue;
        if (padding == 1) step += source.between(1, 17);
        if (padding == 2) step += source.between(0, 1);
        if (padding == 3) {
            const index_t multiple = source.any_of<index_t>({16, 64, 128, 4096}) / bytes;
            if (multiple > 0) step = (step + multiple - 1) / multiple * multiple;
        }
    }
    if (plain) return strides;
    const auto mirror = source.any_of<int>({0, 0, 0, 0, 1, 2, 3});
    for (std::size_t i = 0; i < strides.size(); ++i) {
        const bool is_innermost = i == order[0];
        const bool mirrored = (mirror == 1 && is_innermost) || mirror == 2 || (mirror == 3 && source.one_in(2));
        if (mirrored) strides[i] = -strides[i];
    }
    return strides;
}

/// Strides of packed rows, one after the other, half of the time with some elements between them.
inline std::vector<index_t> draw_rows(choice_source& source, const std::vector<index_t>& shape, index_t bytes,
                                      index_t most_span_bytes) {
    std::vector<index_t> strides(shape.size());
    const index_t padding = source.one_in(2) ? source.between(0, 19) : 0;
    for (const index_t between : {padding, index_t{0}}) {
        index_t step = 1;
        for (std::size_t i = shape.size(); i-- > 0;) {
            strides[i] = step;
            step *= std::max<index_t>(shape[i], 1);
            if (i + 1 == shape.size()) step += between;
        }
        if (step * bytes <= most_span_bytes) break;
    }
    return strides;
}

/// Strides of an input: as above, or some axes step as if others were not there (sliding windows), or anyhow.
inline std::vector<index_t> draw_input_strides(choice_source& source, const std::vector<index_t>& shape, index_t bytes,
                                               index_t most_span_bytes) {
    std::vector<index_t> strides = draw_strides(source, shape, bytes, most_span_bytes, source.between(0, 3) == 0);
    if (shape.empty()) return strides;
    const auto any_axis = [&] { return static_cast<std::size_t>(source.between(0, std::ssize(shape) - 1)); };
    switch (source.between(0, 15)) {
    case 15: {
        const std::size_t axis = any_axis();
        const index_t other = strides[any_axis()];
        strides[axis] = source.any_of<index_t>({other, 1, 2, -1, other + 1, other - 1});
        break;
    }
    case 14:
        strides[any_axis()] = 0;
        break;
    case 13: {
        index_t most = 4096;
        for (const index_t extent : shape) most = most > 64 && extent > 64 ? 64 : most;
        for (index_t& step : strides) {
            if (source.one_in(2)) step = source.between(-8, 8) * (source.one_in(4) ? most : 1);
        }
        break;
    }
    default:
        break;
    }
    index_t reach = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        reach += shape[i] > 1 ? (shape[i] - 1) * (strides[i] < 0 ? -strides[i] : strides[i]) : 0;
    if (reach > 2 * most_span_bytes / bytes) return draw_strides(source, shape, bytes, most_span_bytes, true);
    return strides;
}

} // namespace lanewise_test
