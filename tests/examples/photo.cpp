// The demo: what people do with the three operators, on a photograph.
//
//     photo PHOTO.ppm OUTPUT_FOLDER
//
// photo.py recomputes all of its numbers with NumPy.

#include <lanewise/lanewise.hpp>

#include "../support/image.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

namespace {

using lanewise::index_t;
using lanewise::tensor;
using lanewise::tensor_view;

/// The mean of each channel.
tensor<float> channel_means(const image::picture& photo) {
    tensor<float> means({3});
    const index_t pixels = photo.size() / 3;
    for (index_t channel = 0; channel < 3; ++channel) {
        std::int64_t sum = 0;
        for (index_t i = 0; i < pixels; ++i) sum += photo.data()[3 * i + channel];
        means(channel) = static_cast<float>(static_cast<double>(sum) / static_cast<double>(pixels));
    }
    return means;
}

/// A degraded copy: every pixel is the mean of the 5 x 5 around it; at the edges the nearest pixels stand in.
image::picture blurred(const image::picture& photo) {
    image::picture result(photo.extents());
    const auto inside = [](index_t i, index_t extent) { return std::clamp(i, index_t{0}, extent - 1); };
    for (index_t y = 0; y < photo.extent(0); ++y) {
        for (index_t x = 0; x < photo.extent(1); ++x) {
            for (index_t channel = 0; channel < 3; ++channel) {
                unsigned sum = 0;
                for (index_t i = 0; i < 25; ++i) {
                    sum +=
                        photo(inside(y + i / 5 - 2, photo.extent(0)), inside(x + i % 5 - 2, photo.extent(1)), channel);
                }
                result(y, x, channel) = static_cast<std::uint8_t>((sum + 12) / 25);
            }
        }
    }
    return result;
}

std::uint8_t to_byte(double value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

/// The values times scale plus offset, as colours.
image::picture picture_of(const tensor<float>& values, double scale, double offset) {
    image::picture result(values.extents());
    for (index_t i = 0; i < values.size(); ++i) result.data()[i] = to_byte(values.data()[i] * scale + offset);
    return result;
}

/// Squared differences as shades of grey: white where there is none, black from a root mean square of 60 on.
image::picture shades_of(const tensor<float>& squares) {
    image::picture result(squares.extents());
    for (index_t i = 0; i < squares.size(); i += 3) {
        const float* square = squares.data() + i;
        const double difference = std::sqrt((square[0] + square[1] + square[2]) / 3);
        for (index_t channel = 0; channel < 3; ++channel)
            result.data()[i + channel] = to_byte(255 * (1 - difference / 60));
    }
    return result;
}

std::string text_of(const lanewise::extents& shape) {
    std::string result;
    for (const index_t extent : shape) result.append(result.empty() ? "(" : ",").append(std::to_string(extent));
    return result.append(")");
}

template <class T>
std::string text_of(const tensor_view<T>& v) {
    return text_of(v.extents()) + ' ' + lanewise::name(lanewise::dtype_of<T>);
}

constexpr int runs = 200;

/// Times `step` and prints a row of the table. `bytes` counts every operand once, read or written.
template <class Step>
void measure(const char* what, const std::string& inputs, const std::string& result, index_t bytes, Step step) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs; ++i) {
        const auto start = std::chrono::steady_clock::now();
        step();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%-18s %-42s %-22s %8.1f us %7.2f GB/s\n", what, inputs.c_str(), result.c_str(), best * 1e6,
                static_cast<double>(bytes) / best * 1e-9);
}

template <class T>
index_t bytes_of(const tensor<T>& t) {
    return t.size() * static_cast<index_t>(sizeof(T));
}

void run(const std::string& path, const std::filesystem::path& folder) {
    const image::picture photo = image::read_ppm(path);
    std::printf("%s: %td x %td pixels, red, green and blue\n\n", path.c_str(), photo.extent(1), photo.extent(0));
    std::printf("%-18s %-42s %-22s %11s %12s\n", "operator", "inputs", "result", "time", "speed");

    // (192,256,3) - (3): the mean colour is broadcast to every pixel; uint8 widens to float32 in the load.
    const tensor<float> means = channel_means(photo);
    tensor<float> centred(photo.extents());
    measure("subtract", text_of(photo.view()) + " - " + text_of(means.view()), text_of(centred.view()),
            bytes_of(photo) + bytes_of(means) + bytes_of(centred), [&] { lanewise::subtract(photo, means, centred); });

    // pow(x / 255, 1 / 2.2): the exponent is a plain number, used as the double that it is.
    tensor<float> gamma(photo.extents());
    lanewise::pow_options curve;
    curve.scale_bias = {1.0 / 255, 0.0};
    measure("pow", text_of(photo.view()) + " / 255, exponent 1/2.2", text_of(gamma.view()),
            bytes_of(photo) + bytes_of(gamma), [&] { lanewise::pow(photo, 1 / 2.2, gamma, curve); });

    // The photograph against a blurred copy.
    const image::picture copy = blurred(photo);
    tensor<float> squares(photo.extents());
    measure("difference_square", text_of(photo.view()) + ", " + text_of(copy.view()), text_of(squares.view()),
            bytes_of(photo) + bytes_of(copy) + bytes_of(squares),
            [&] { lanewise::difference_square(photo, copy, squares); });

    double sum = 0;
    for (const float square : squares) sum += square;
    const double mse = sum / static_cast<double>(squares.size());
    const double psnr = 10 * std::log10(255.0 * 255.0 / mse);

    std::printf("\nTime: the best of %d runs, one thread. Speed: every operand counted once; at this size they stay in "
                "the cache.\n",
                runs);
    std::printf("The mean colour is (%.2f, %.2f, %.2f).\n", static_cast<double>(means(0)),
                static_cast<double>(means(1)), static_cast<double>(means(2)));
    std::printf("A blurred copy (5 x 5 pixels) differs from the photograph by MSE %.2f, PSNR %.2f dB.\n\n", mse, psnr);

    image::write_png((folder / "1_mean_subtracted.png").string(), picture_of(centred, 1, 128));
    image::write_png((folder / "2_gamma.png").string(), picture_of(gamma, 255, 0));
    image::write_png((folder / "3_difference.png").string(), shades_of(squares));
    image::write_png((folder / "blurred_copy.png").string(), copy);
    image::write_npy((folder / "1_mean_subtracted.npy").string(), centred);
    image::write_npy((folder / "2_gamma.npy").string(), gamma);
    image::write_npy((folder / "3_difference.npy").string(), squares);
    char numbers[200];
    std::snprintf(numbers, sizeof numbers, "mean %.9g %.9g %.9g\nmse %.17g\npsnr %.17g\n",
                  static_cast<double>(means(0)), static_cast<double>(means(1)), static_cast<double>(means(2)), mse,
                  psnr);
    image::write_file((folder / "numbers.txt").string(), numbers);

    std::printf("In %s:\n", std::filesystem::absolute(folder).lexically_normal().string().c_str());
    std::printf("  1_mean_subtracted.png   subtract: the mean colour has become middle grey\n");
    std::printf("  2_gamma.png             pow: the gamma curve lifts the shadows\n");
    std::printf("  3_difference.png        difference_square: what blurring lost; white: nothing, black: most\n");
    std::printf("  blurred_copy.png        what the photograph was compared with\n");
    std::printf("The unrounded results lie beside them for NumPy (.npy), means, MSE and PSNR in numbers.txt.\n");
}

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: photo PHOTO.ppm OUTPUT_FOLDER\n");
        return EXIT_FAILURE;
    }
    try {
        std::filesystem::create_directories(arguments[2]);
        run(arguments[1], arguments[2]);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "photo: %s\n", problem.what());
        return EXIT_FAILURE;
    }
}
