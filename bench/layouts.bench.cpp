// Does any layout fall off a cliff? subtract on the layouts that people complain about: float32 where no dtype is named.

#include <lanewise/subtract.hpp>
#include <lanewise/view_ops.hpp>

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using namespace lanewise;

template <class T = float>
tensor<T> filled(const extents& shape) {
    tensor<T> t(shape);
    index_t i = 0;
    for (T& element : t) element = static_cast<T>(static_cast<float>(i++ % 128)); // exact in every dtype
    return t;
}

/// Of an operand's elements, each once.
template <class V>
index_t distinct_bytes(const V& v) {
    index_t bytes = sizeof(typename V::value_type);
    for (int i = 0; i < v.rank(); ++i) {
        if (v.strides()[i] != 0) bytes *= v.extents()[i];
    }
    return bytes;
}

/// Times out = a - b. Bytes are the compulsory traffic: each element of an operand once, however often it is repeated.
template <class A, class B>
void run(benchmark::State& state, const A& a, const B& b, const options& chosen = {}) {
    using T = typename B::value_type; // the wider one, where they differ
    tensor<T> out(broadcast(a.extents(), b.extents()));
    for (auto _ : state) {
        subtract(a, b, out, chosen);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * out.size());
    state.SetBytesProcessed(state.iterations() * (distinct_bytes(a) + distinct_bytes(b) + distinct_bytes(out)));
}

template <class T = float>
void broadcast_pair(benchmark::State& state, const extents& a, const extents& b) {
    const tensor<T> x = filled<T>(a);
    const tensor<T> y = filled<T>(b);
    run(state, x, y);
}

/// A packed matrix less itself, transposed where it is written.
void into_transposed(benchmark::State& state, const extents& shape) {
    const tensor<float> a = filled(shape);
    tensor<float> out({shape[1], shape[0]});
    for (auto _ : state) {
        subtract(a, a, transpose(out));
        benchmark::ClobberMemory();
    }
}

#define LAYOUT(name, ...)                                                                                              \
    void name(benchmark::State& state) {                                                                               \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    BENCHMARK(name)

LAYOUT(eight_elements, broadcast_pair(state, {8}, {8}));
LAYOUT(forty_elements_every_fifth, const auto a = filled({200}); run(state, slice(a, 0, 0, 200, 5), filled({40})));
LAYOUT(three_by_three_transposed, const auto a = filled({3, 3}); run(state, a, transpose(a)));
LAYOUT(four_by_ten_into_transposed, into_transposed(state, {4, 10}));
LAYOUT(eight_bytes_minus_floats, run(state, filled<std::uint8_t>({8}), filled({8})));
LAYOUT(sixty_four_elements_of_rank_4, broadcast_pair(state, {4, 1, 4, 1}, {2, 1, 2}));
LAYOUT(contiguous_1Mi, broadcast_pair(state, {1 << 20}, {1 << 20}));
LAYOUT(contiguous_32Mi, broadcast_pair(state, {1 << 25}, {1 << 25}));
LAYOUT(row_2048x2048, broadcast_pair(state, {2048, 2048}, {2048}));
LAYOUT(column_2048x2048, broadcast_pair(state, {2048, 2048}, {2048, 1}));
LAYOUT(three_channels, broadcast_pair(state, {1 << 20, 3}, {3}));
LAYOUT(three_channels_minus_grey, broadcast_pair(state, {1 << 20, 3}, {1 << 20, 1}));
LAYOUT(rank_4_alternating, broadcast_pair(state, {64, 1, 48, 1}, {56, 1, 40}));
LAYOUT(rank_4_alternating_float64, broadcast_pair<double>(state, {64, 1, 48, 1}, {56, 1, 40}));
LAYOUT(outer_60000x200, broadcast_pair(state, {60000, 1}, {1, 200}));
LAYOUT(outer_80000x500_uint8, broadcast_pair<std::uint8_t>(state, {80000, 1}, {1, 500}));
LAYOUT(outer_48x24_of_each_10000, broadcast_pair(state, {10000, 48, 1}, {10000, 1, 24}));
LAYOUT(outer_2048, broadcast_pair(state, {2048, 1}, {1, 2048}));
LAYOUT(eight_axes_of_4_alternating, broadcast_pair(state, {4, 1, 4, 1, 4, 1, 4, 1}, {1, 4, 1, 4, 1, 4, 1, 4}));
LAYOUT(transposed_2048, const auto a = filled({2048, 2048}); const auto b = filled({2048, 2048});
       run(state, a, transpose(b)));
LAYOUT(transposed_4096, const auto a = filled({4096, 4096}); const auto b = filled({4096, 4096});
       run(state, a, transpose(b)));
LAYOUT(transposed_2000, const auto a = filled({2000, 2000}); const auto b = filled({2000, 2000});
       run(state, a, transpose(b)));
LAYOUT(both_turned_2000, const auto a = filled({2000, 2000}); const auto b = filled({2000, 2000});
       run(state, flip(transpose(a), 1), flip(transpose(b), 1)));
LAYOUT(three_orders_float64, const auto a = filled<double>({391, 392, 32});
       const auto b = filled<double>({32, 392, 391}); run(state, permute(a, {2, 0, 1}), permute(b, {0, 2, 1})));
LAYOUT(lines_less_a_pixel_each_uint8, const auto a = filled<std::uint8_t>({16, 213, 213, 16});
       const auto b = filled<std::uint8_t>({16, 213, 1, 16}); run(state, a, flip(b, 0)));
LAYOUT(every_second, const auto a = filled({4096, 4096}); const auto b = filled({2048, 2048});
       run(state, slice(slice(a, 0, 0, 4096, 2), 1, 0, 4096, 2), b));
LAYOUT(red_of_rgb, const auto a = filled({1024, 1024, 3}); const auto b = filled({1024, 1024, 1});
       run(state, slice(a, 2, 0, 1, 1), b));
LAYOUT(reversed_1Ki, const auto a = filled({1 << 10}); const auto b = filled({1 << 10}); run(state, flip(a, 0), b));
LAYOUT(reversed_1Mi, const auto a = filled({1 << 20}); const auto b = filled({1 << 20}); run(state, flip(a, 0), b));
LAYOUT(nchw_minus_nhwc, const auto a = filled({32, 64, 56, 56}); const auto b = filled({32, 56, 56, 64});
       run(state, a, permute(b, {0, 3, 1, 2})));
LAYOUT(eight_axes_reversed, const auto a = filled({4, 4, 4, 4, 4, 4, 4, 4});
       const auto b = filled({4, 4, 4, 4, 4, 4, 4, 4}); run(state, a, transpose(b)));
LAYOUT(eight_axes_mixed, const auto a = filled({2, 3, 4, 5, 4, 3, 2, 5});
       const auto b = filled({3, 2, 5, 4, 3, 4, 5, 2}); run(state, a, permute(b, {1, 0, 3, 2, 5, 4, 7, 6})));
LAYOUT(transposed_4096_float64, const auto a = filled<double>({4096, 4096});
       const auto b = filled<double>({4096, 4096}); run(state, a, transpose(b)));
LAYOUT(transposed_4096_float64_with_scratch, const auto a = filled<double>({4096, 4096});
       const auto b = filled<double>({4096, 4096}); std::vector<std::byte> scratch(144 * 1024);
       run(state, a, transpose(b), {.scratch = scratch}));
LAYOUT(rows_of_4_a_page_apart_float64, const auto a = filled<double>({30, 4, 100});
       const auto b = filled<double>({100, 32, 16});
       run(state, a, permute(slice(slice(b, 1, 0, 30), 2, 0, 4), {1, 2, 0})));
LAYOUT(transposed_4096_uint8, const auto a = filled<std::uint8_t>({4096, 4096});
       const auto b = filled<std::uint8_t>({4096, 4096}); run(state, a, transpose(b)));
LAYOUT(sixteen_images_less_a_transposed_one, const auto a = filled({16, 512, 512}); const auto b = filled({512, 512});
       run(state, a, transpose(b)));
LAYOUT(matrices_of_4x4_transposed, const auto a = filled({32768, 4, 4}); const auto b = filled({32768, 4, 4});
       run(state, a, permute(b, {0, 2, 1})));
LAYOUT(matrices_of_3x3_transposed, const auto a = filled({32768, 3, 3}); const auto b = filled({32768, 3, 3});
       run(state, a, permute(b, {0, 2, 1})));
LAYOUT(pixels_of_2x2, broadcast_pair(state, {400, 2, 30, 2}, {400, 1, 30, 1}));
LAYOUT(blocks_of_2x2, const auto a = filled({256, 256, 2, 2}); const auto b = filled({256, 2, 256, 2});
       run(state, a, permute(b, {0, 2, 1, 3})));
LAYOUT(pairs_less_a_part, const auto b = filled({200, 33, 1}); run(state, filled({200, 30, 2}), slice(b, 1, 0, 30, 1)));
LAYOUT(both_permuted, const auto a = filled({64, 64, 64}); const auto b = filled({64, 64, 64});
       run(state, permute(a, {1, 2, 0}), permute(b, {2, 0, 1})));
LAYOUT(both_transposed_1000, const auto a = filled({1000, 1000}); const auto b = filled({1000, 1000});
       run(state, transpose(a), transpose(b)));
LAYOUT(both_transposed_4096_uint8, const auto a = filled<std::uint8_t>({4096, 4096});
       const auto b = filled<std::uint8_t>({4096, 4096}); run(state, transpose(a), transpose(b)));
LAYOUT(both_transposed_4096x335_uint8, const auto a = filled<std::uint8_t>({4096, 335});
       const auto b = filled<std::uint8_t>({4096, 335}); run(state, transpose(a), transpose(b)));
LAYOUT(both_transposed_31x4096_uint8, const auto a = filled<std::uint8_t>({31, 4096});
       const auto b = filled<std::uint8_t>({31, 4096}); run(state, transpose(a), transpose(b)));
LAYOUT(both_transposed_1024_float64, const auto a = filled<double>({1024, 1024});
       const auto b = filled<double>({1024, 1024}); run(state, transpose(a), transpose(b)));
LAYOUT(matrices_of_48x3_transposed_uint8, const auto a = filled<std::uint8_t>({480, 48, 3});
       const auto b = filled<std::uint8_t>({480, 3, 48}); run(state, a, permute(b, {0, 2, 1})));
LAYOUT(pixels_minus_planes_uint8, const auto a = filled<std::uint8_t>({512, 512, 3});
       const auto b = filled<std::uint8_t>({3, 512, 512}); run(state, a, permute(b, {1, 2, 0})));
LAYOUT(planes_minus_pixels_uint8, const auto a = filled<std::uint8_t>({3, 512, 512});
       const auto b = filled<std::uint8_t>({512, 512, 3}); run(state, a, permute(b, {2, 0, 1})));
LAYOUT(thirds_of_planes_upside_down, const auto a = filled({3452, 30, 5}); const auto b = filled({5, 3452, 90});
       run(state, a, permute(flip(slice(b, 2, 0, 90, 3), 1), {1, 2, 0})));
LAYOUT(rgb_minus_bgr, const auto a = filled({100, 100, 3}); const auto b = filled({100, 100, 3});
       run(state, a, flip(b, 2)));
LAYOUT(rgba_minus_abgr, const auto a = filled({100, 100, 4}); const auto b = filled({100, 100, 4});
       run(state, a, flip(b, 2)));
LAYOUT(rgb_minus_bgr_uint8, const auto a = filled<std::uint8_t>({512, 512, 3});
       const auto b = filled<std::uint8_t>({512, 512, 3}); run(state, a, flip(b, 2)));

// One row for each way of packing or shuffling that none above needs.
LAYOUT(transposed_400, const auto a = filled({400, 400}); const auto b = filled({400, 400});
       run(state, a, transpose(b)));
LAYOUT(transposed_48, const auto a = filled({48, 48}); const auto b = filled({48, 48}); run(state, a, transpose(b)));
LAYOUT(crop_16x16_of_each, const auto a = filled({100, 90}); const auto b = filled({80, 70});
       run(state, slice(slice(a, 0, 5, 21, 1), 1, 7, 23, 1), slice(slice(b, 0, 9, 25, 1), 1, 3, 19, 1)));
LAYOUT(nine_columns_along_four_axes, broadcast_pair(state, {20, 1, 20, 1}, {20, 1, 9}));
LAYOUT(outer_1000x33, broadcast_pair(state, {1000, 1}, {1, 33}));
LAYOUT(fifteen_rows_of_nine_permuted_float16, const auto a = filled<float16>({50, 15, 9});
       const auto b = filled<float16>({15, 50, 9}); run(state, a, permute(b, {1, 0, 2})));
LAYOUT(thirty_rows_of_24_backwards, const auto a = filled({30, 24}); run(state, flip(a, 1), filled({30, 24})));
LAYOUT(rows_of_48_backwards_uint8, const auto a = filled<std::uint8_t>({200, 48});
       run(state, filled<std::uint8_t>({200, 48}), flip(a, 1)));
LAYOUT(pairs_of_planes_minus_rows_float64, const auto a = filled<double>({344, 20, 2});
       const auto b = filled<double>({20, 5, 344}); run(state, permute(a, {1, 2, 0}), slice(b, 1, 0, 2, 1)));
LAYOUT(large_rows_of_200_backwards, const auto a = filled({20000, 200}); run(state, flip(a, 1), filled({20000, 200})));
LAYOUT(large_rows_of_every_second, const auto a = filled({30000, 300});
       run(state, slice(a, 1, 0, 240, 2), filled({30000, 120})));
LAYOUT(every_third_of_short_rows, const auto a = filled({200, 100});
       run(state, slice(a, 1, 0, 96, 3), filled({200, 32})));
LAYOUT(large_crop_of_forty_columns, const auto a = filled({170000, 48});
       run(state, slice(a, 1, 4, 44, 1), filled({170000, 40})));
LAYOUT(crop_of_three_channels_minus_grey_uint8, const auto a = filled<std::uint8_t>({200, 107, 3});
       const auto b = filled<std::uint8_t>({200, 100, 1}); run(state, slice(a, 1, 0, 100, 1), b));
LAYOUT(rows_of_nine_permuted_uint8, const auto a = filled<std::uint8_t>({8, 9, 10, 9});
       const auto b = filled<std::uint8_t>({10, 9, 8, 9}); run(state, a, permute(b, {2, 1, 0, 3})));
LAYOUT(five_rows_of_16_minus_row, broadcast_pair(state, {5, 16}, {16}));
LAYOUT(two_of_3x256_minus_channels, broadcast_pair(state, {2, 3, 256}, {3, 1}));
LAYOUT(outer_100x7, broadcast_pair(state, {100, 1}, {1, 7}));
LAYOUT(thirty_rows_of_260_minus_row, broadcast_pair(state, {30, 260}, {260}));
LAYOUT(forty_columns_minus_row, broadcast_pair(state, {1000, 40}, {40}));
LAYOUT(nine_columns_minus_row, broadcast_pair(state, {1000, 9}, {9}));
LAYOUT(eight_columns_of_3Mi_minus_row, broadcast_pair(state, {3 << 20, 8}, {8}));
LAYOUT(eight_of_twelve_columns, const auto a = filled({1000, 12}); const auto b = filled({1000, 8});
       run(state, slice(a, 1, 0, 8, 1), b));
LAYOUT(four_of_seven_columns, const auto a = filled({500, 7}); const auto b = filled({500, 4});
       run(state, slice(a, 1, 1, 5, 1), b));
LAYOUT(seven_hundred_columns_minus_row, broadcast_pair(state, {285, 700}, {700}));
LAYOUT(forty_eight_bytes_minus_row, const auto a = filled<std::uint8_t>({1000, 48});
       const auto b = filled<std::uint8_t>({48}); run(state, a, b));
LAYOUT(sixty_four_bytes_backwards, const auto a = filled<std::uint8_t>({600, 64});
       const auto b = filled<std::uint8_t>({600, 64}); run(state, flip(a, 1), b));
LAYOUT(twenty_four_columns_minus_column, broadcast_pair(state, {1000, 24}, {1000, 1}));
LAYOUT(outer_1024x1023, broadcast_pair(state, {1024, 1}, {1, 1023}));
LAYOUT(three_channels_of_1000, broadcast_pair(state, {1000, 3}, {3}));
LAYOUT(three_channels_of_20000, broadcast_pair(state, {20000, 3}, {3}));
LAYOUT(twelve_channels_of_1000, broadcast_pair(state, {1000, 12}, {12}));
LAYOUT(every_fifth_1Ki, const auto a = filled({5 << 10}); const auto b = filled({1 << 10});
       run(state, slice(a, 0, 0, 5 << 10, 5), b));
LAYOUT(every_second_1Ki_uint8, const auto a = filled<std::uint8_t>({2 << 10});
       const auto b = filled<std::uint8_t>({1 << 10}); run(state, slice(a, 0, 0, 2 << 10, 2), b));
LAYOUT(every_second_of_short_rows_uint8, const auto a = filled<std::uint8_t>({30, 20, 80});
       const auto b = filled<std::uint8_t>({20, 30, 40}); run(state, permute(slice(a, 2, 0, 80, 2), {1, 0, 2}), b));
LAYOUT(three_of_four_channels_uint8, const auto a = filled<std::uint8_t>({64, 96, 4});
       const auto b = filled<std::uint8_t>({3}); run(state, slice(a, 2, 0, 3, 1), b));
LAYOUT(three_of_four_channels_minus_one, const auto a = filled({64, 96, 4}); const auto b = filled({1});
       run(state, slice(a, 2, 0, 3, 1), b));
LAYOUT(
    into_three_of_four_channels_uint8, const auto a = filled<std::uint8_t>({64, 96, 3});
    tensor<std::uint8_t> out({64, 96, 4}); const auto rgb = slice(out, 2, 0, 3, 1); for (auto _
                                                                                         : state) {
        subtract(a, 7, rgb);
        benchmark::ClobberMemory();
    });
LAYOUT(
    into_every_second, const auto a = filled({300, 100}); tensor<float> out({300, 200});
    const auto every_second_of_out = slice(out, 1, 0, 200, 2); for (auto _
                                                                    : state) {
        subtract(a, a, every_second_of_out);
        benchmark::ClobberMemory();
    });
LAYOUT(
    planes_into_three_of_four_channels_float64, const auto a = filled<double>({3, 96, 64});
    const auto b = filled<double>({64, 96, 3}); tensor<double> out({64, 96, 4});
    const auto rgb = slice(out, 2, 0, 3, 1); for (auto _
                                                  : state) {
        subtract(permute(a, {2, 1, 0}), flip(b, 1), rgb);
        benchmark::ClobberMemory();
    });
LAYOUT(every_second_backwards, const auto a = filled({300, 7, 20}); const auto b = filled({300, 7, 10});
       run(state, slice(flip(a, 1), 2, 0, 20, 2), b));
LAYOUT(planes_minus_pixels_of_another_crop, const auto a = filled({3, 480, 640}); const auto b = filled({480, 660, 3});
       run(state, a, permute(slice(b, 1, 0, 640, 1), {2, 0, 1})));
LAYOUT(pixels_minus_planes, const auto a = filled({128, 128, 3}); const auto b = filled({3, 128, 128});
       run(state, a, permute(b, {1, 2, 0})));
LAYOUT(pixels_minus_planes_float64, const auto a = filled<double>({128, 128, 3});
       const auto b = filled<double>({3, 128, 128}); run(state, a, permute(b, {1, 2, 0})));
LAYOUT(planes_as_pixels_minus_colour, const auto a = filled({3, 256, 256}); const auto b = filled({3});
       run(state, permute(a, {1, 2, 0}), b));
LAYOUT(sixty_four_pixels_backwards_uint8, const auto a = filled<std::uint8_t>({64, 64, 3});
       const auto b = filled<std::uint8_t>({64, 64, 3}); run(state, flip(a, 1), b));
LAYOUT(pairs_swapped_uint8, const auto a = filled<std::uint8_t>({30000, 2});
       const auto b = filled<std::uint8_t>({30000, 2}); run(state, flip(a, 1), b));
LAYOUT(twenty_of_thirty_bytes_backwards, const auto a = filled<std::uint8_t>({1000, 30});
       const auto b = filled<std::uint8_t>({1000, 20}); run(state, flip(slice(a, 1, 0, 20, 1), 1), b));
LAYOUT(pixels_turned_uint8, const auto a = filled<std::uint8_t>({480, 640, 3});
       const auto b = filled<std::uint8_t>({640, 480, 3}); run(state, permute(a, {1, 0, 2}), b));
LAYOUT(three_of_five_uint8, const auto a = filled<std::uint8_t>({2000, 5});
       const auto b = filled<std::uint8_t>({2000, 3}); run(state, slice(a, 1, 0, 3, 1), b));
LAYOUT(five_channels_minus_grey, broadcast_pair(state, {1 << 14, 5}, {1 << 14, 1}));
LAYOUT(five_channels_minus_grey_uint8, broadcast_pair<std::uint8_t>(state, {1 << 14, 5}, {1 << 14, 1}));
LAYOUT(five_channels_of_777_minus_grey, broadcast_pair(state, {777, 5}, {777, 1}));
LAYOUT(six_channels_of_650_minus_grey, broadcast_pair(state, {650, 6}, {650, 1}));
LAYOUT(eight_times_along_rows_uint8, const auto a = filled<std::uint8_t>({64, 3, 16, 8});
       const auto b = filled<std::uint8_t>({64, 1, 16, 1}); run(state, a, b));
LAYOUT(matrices_of_16x16_transposed_uint8, const auto a = filled<std::uint8_t>({300, 16, 16});
       const auto b = filled<std::uint8_t>({300, 16, 16}); run(state, a, permute(b, {0, 2, 1})));
LAYOUT(transposed_79x300_uint8, const auto a = filled<std::uint8_t>({79, 300});
       const auto b = filled<std::uint8_t>({300, 79}); run(state, a, transpose(b)));
LAYOUT(transposed_300x79_uint8, const auto a = filled<std::uint8_t>({300, 79});
       const auto b = filled<std::uint8_t>({79, 300}); run(state, a, transpose(b)));
LAYOUT(both_backwards_rows_uint8, const auto a = filled<std::uint8_t>({100, 100});
       const auto b = filled<std::uint8_t>({100, 100}); run(state, flip(a, 1), flip(b, 1)));
LAYOUT(matrices_of_6x11_transposed, const auto a = filled({700, 11, 6}); const auto b = filled({700, 6, 11});
       run(state, a, permute(b, {0, 2, 1})));
LAYOUT(matrices_of_5x16_transposed_float16, const auto a = filled<float16>({700, 16, 5});
       const auto b = filled<float16>({700, 5, 16}); run(state, a, permute(b, {0, 2, 1})));
LAYOUT(pixels_minus_seven_planes_uint8, const auto a = filled<std::uint8_t>({120 * 160, 7});
       const auto b = filled<std::uint8_t>({7, 120 * 160}); run(state, a, transpose(b)));
LAYOUT(thousand_by_3_transposed_float64, const auto a = filled<double>({1000, 3});
       const auto b = filled<double>({3, 1000}); run(state, a, transpose(b)));
LAYOUT(reversed_1Ki_float16, const auto a = filled<float16>({1 << 10}); const auto b = filled<float16>({1 << 10});
       run(state, flip(a, 0), b));
LAYOUT(permuted_4_3_5_2, const auto a = filled({500, 2, 3, 5, 4}); const auto b = filled({500, 4, 3, 5, 2});
       run(state, a, permute(b, {0, 4, 2, 3, 1})));
LAYOUT(rows_of_34_backwards_minus_transposed_float64, const auto a = filled<double>({1927, 34});
       const auto b = filled<double>({34, 1927}); run(state, flip(a, 1), transpose(b)));
LAYOUT(backwards_minus_every_third_backwards_float64, const auto a = filled<double>({1 << 15});
       const auto b = filled<double>({3 << 15}); run(state, flip(a, 0), flip(slice(b, 0, 0, 3 << 15, 3), 0)));
LAYOUT(
    pairs_in_another_order_into_two_of_three, const auto a = filled({146, 10, 44, 2});
    tensor<float> out({146, 44, 10, 3}); for (auto _
                                              : state) {
        const auto pairs = permute(a, {0, 2, 1, 3});
        subtract(pairs, pairs, slice(out, 3, 0, 2, 1));
        benchmark::ClobberMemory();
    });
LAYOUT(out_transposed_1024, into_transposed(state, {1024, 1024}));
LAYOUT(transposed_1024, const auto a = filled({1024, 1024}); const auto b = filled({1024, 1024});
       run(state, a, transpose(b)));
LAYOUT(outer_8000x100, broadcast_pair(state, {8000, 1}, {1, 100}));
LAYOUT(twenty_four_columns_minus_row_float16, broadcast_pair<float16>(state, {3000, 24}, {24}));
LAYOUT(two_columns_as_rows_of_8, const auto a = filled({1000, 1}); const auto b = filled({1000, 1});
       run(state, broadcast_to(a, {1000, 8}), broadcast_to(b, {1000, 8})));
LAYOUT(two_columns_as_rows_of_64, const auto a = filled({1000, 1}); const auto b = filled({1000, 1});
       run(state, broadcast_to(a, {1000, 64}), broadcast_to(b, {1000, 64})));
LAYOUT(a_number_a_row_less_one_an_image_uint8, const auto a = filled<std::uint8_t>({30, 1});
       const auto b = filled<std::uint8_t>({20, 1, 1});
       run(state, broadcast_to(a, {20, 30, 40}), broadcast_to(b, {20, 30, 40})));
LAYOUT(rows_of_4_less_one_an_image_float64, const auto a = filled<double>({60, 1});
       const auto b = filled<double>({60, 1, 1});
       run(state, broadcast_to(a, {60, 60, 4}), broadcast_to(b, {60, 60, 4})));
LAYOUT(pairs_upside_down_less_a_pair, const auto a = filled({6000, 2}); run(state, flip(a, 0), filled({2})));
LAYOUT(pixels_transposed_less_every_second, const auto a = filled({640, 31, 3}); const auto b = filled({31, 1280, 3});
       run(state, permute(a, {1, 0, 2}), slice(b, 1, 0, 1280, 2)));
LAYOUT(rgba_transposed_less_a_mask, const auto a = filled({20, 200, 4}); const auto b = filled({200, 20, 1});
       run(state, permute(a, {1, 0, 2}), b));
LAYOUT(
    pixels_less_a_row_into_three_of_four, const auto a = filled({200, 20, 3}); const auto b = filled({20, 3});
    tensor<float> out({200, 20, 4}); for (auto _
                                          : state) {
        subtract(a, b, slice(out, 2, 0, 3));
        benchmark::ClobberMemory();
    });
LAYOUT(five_hundred_rows_minus_every_third, const auto a = filled({490, 267}); const auto b = filled({801});
       run(state, a, slice(b, 0, 0, 801, 3)));
LAYOUT(tiny_axes_in_another_order_uint8, const auto a = filled<std::uint8_t>({6, 4, 10, 7, 3, 2});
       const auto b = filled<std::uint8_t>({2, 7, 10, 4, 3, 6}); run(state, permute(a, {5, 3, 2, 1, 4, 0}), b));
LAYOUT(matrices_of_60x6_transposed_uint8, const auto a = filled<std::uint8_t>({500, 6, 60});
       const auto b = filled<std::uint8_t>({500, 60, 6}); run(state, a, permute(b, {0, 2, 1})));
LAYOUT(planes_minus_pixels_720, const auto a = filled({3, 720, 1280}); const auto b = filled({720, 1280, 3});
       run(state, a, permute(b, {2, 0, 1})));
LAYOUT(planes_minus_a_crop_of_pixels_uint8, const auto a = filled<std::uint8_t>({1000, 3, 70});
       const auto b = filled<std::uint8_t>({1000, 71, 3}); run(state, a, permute(slice(b, 1, 0, 70), {0, 2, 1})));
LAYOUT(images_less_a_column_of_120, broadcast_pair(state, {30, 120, 17}, {120, 1}));
LAYOUT(images_less_a_crop, const auto a = filled({30, 120, 17}); const auto b = filled({120, 20});
       run(state, a, slice(b, 1, 0, 17)));
LAYOUT(crops_less_a_row_of_17, const auto a = filled({100, 20, 17}); run(state, slice(a, 1, 0, 12), filled({17})));
LAYOUT(matrices_of_12x2_less_a_transposed_one_float16, const auto a = filled<float16>({6720, 12, 2});
       const auto b = filled<float16>({2, 12}); run(state, a, transpose(b)));
LAYOUT(rows_of_50_backwards_less_a_column_uint8, const auto a = filled<std::uint8_t>({15000, 50});
       run(state, flip(a, 1), filled<std::uint8_t>({15000, 1})));
LAYOUT(rows_of_65_less_every_fourth_uint8, const auto a = filled<std::uint8_t>({720, 260});
       const auto b = filled<std::uint8_t>({720, 264}); run(state, slice(a, 1, 0, 65), slice(b, 1, 0, 260, 4)));
LAYOUT(crop_of_seventeen_columns_float16, const auto a = filled<float16>({1024, 24});
       run(state, slice(a, 1, 0, 17), filled<float16>({1024, 17})));
LAYOUT(pixels_less_77_of_80_grey, const auto a = filled({200, 77, 3}); const auto b = filled({200, 80, 1});
       run(state, a, slice(b, 1, 0, 77)));
LAYOUT(pixels_less_a_crop_of_planes_uint8, const auto a = filled<std::uint8_t>({1000, 50, 3});
       const auto b = filled<std::uint8_t>({3, 1000, 60}); run(state, a, permute(slice(b, 2, 0, 50), {1, 2, 0})));
LAYOUT(pairs_less_one_for_each_127_uint8, broadcast_pair<std::uint8_t>(state, {300, 127, 2}, {300, 1, 2}));
LAYOUT(pixels_less_a_colour_for_each_20, broadcast_pair(state, {300, 20, 3}, {300, 1, 3}));
LAYOUT(pixels_less_50_columns_of_two_planes, const auto a = filled({300, 50, 2}); const auto b = filled({2, 300, 66});
       run(state, a, permute(slice(b, 2, 0, 50), {1, 2, 0})));
LAYOUT(rgba_mirrored_uint8, const auto a = filled<std::uint8_t>({480, 640, 4});
       run(state, flip(a, 1), filled<std::uint8_t>({480, 640, 4})));
LAYOUT(pairs_mirrored, const auto a = filled({600, 62, 2}); run(state, flip(a, 1), filled({600, 62, 2})));
LAYOUT(pairs_swapped_less_a_crop_uint8, const auto a = filled<std::uint8_t>({640, 62, 2});
       const auto b = filled<std::uint8_t>({640, 65, 2}); run(state, flip(a, 2), slice(b, 1, 0, 62)));
LAYOUT(six_channels_into_planes, const auto a = filled({160, 80, 6}); const auto b = filled({160, 80, 6});
       const std::vector<index_t> planes = {2, 0, 1}; run(state, permute(a, planes), permute(b, planes)));
LAYOUT(rgba_into_planes_float64, const auto a = filled<double>({160, 80, 4});
       const auto b = filled<double>({160, 80, 4}); const std::vector<index_t> planes = {2, 0, 1};
       run(state, permute(a, planes), permute(b, planes)));
LAYOUT(two_of_three_channels_minus_pairs_uint8, const auto a = filled<std::uint8_t>({480, 640, 2});
       const auto b = filled<std::uint8_t>({480, 640, 3}); run(state, a, slice(b, 2, 0, 2)));
LAYOUT(pairs_less_a_transposed_image_float16, const auto a = filled<float16>({640, 62, 2});
       const auto b = filled<float16>({62, 640, 2}); run(state, a, permute(b, {1, 0, 2})));
LAYOUT(mirrored_pairs_of_a_crop_less_a_mask, const auto a = filled({50, 20, 35, 2});
       const auto b = filled({50, 20, 31, 1}); run(state, flip(slice(a, 2, 0, 31), 1), b));

} // namespace
