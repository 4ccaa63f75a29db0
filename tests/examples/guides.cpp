// What the guides of cmake/docs show, one function for each page; what calls views of run-time dtypes is in dynamic/.

#include <lanewise/lanewise.hpp>
#include <lanewise/multiarch.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

// As the guides have it, with a column of comments.
// clang-format off
namespace {

bool from_numpy() {
    std::vector<std::uint8_t> image{10, 20, 30, 40, 50, 60};                 // np.array(..., np.uint8)
    lanewise::tensor_view pixels(image, {2, 3});                             // .reshape(2, 3): the vector keeps them
    auto mean = lanewise::tensor<float>::of({20, 30, 40});                   // np.array([20, 30, 40], np.float32)

    auto centred = lanewise::subtract(pixels, mean);                         // float32, shape (2, 3)
    lanewise::pow(centred, 2, centred);                                      // centred **= 2
    lanewise::pow(centred, 0.5, centred);                                    // np.sqrt(centred, out=centred)
    auto view = lanewise::transpose(lanewise::flip(centred, 1));             // centred[:, ::-1].T: no copy
    lanewise::copy(0, lanewise::slice(centred, 0, 1, std::nullopt));         // centred[1:] = 0: view sees it
    auto bytes = lanewise::cast<std::uint8_t>(view);                         // rounded and clamped

    return bytes.extents() == lanewise::extents{3, 2} && bytes(0, 0) == 10 && bytes(0, 1) == 0;
}

bool from_onnx_and_openvino() {
    // <Power auto_broadcast="pdpd">, one exponent for each of three channels
    auto x = lanewise::tensor<float>::of({{{1, 4}, {1, 4}, {1, 4}}, {{9, 4}, {9, 4}, {9, 4}}}); // (2, 3, 2)
    auto exponents = lanewise::tensor<float>::of({0.5, 1, 2});
    lanewise::tensor<float> powers({2, 3, 2}), squares({2, 3, 2});
    lanewise::pow(x, exponents, powers, {.broadcast = lanewise::broadcast_rule::pdpd(1)});

    // DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC{&input, &output, &scaleBias, 2.0F}
    lanewise::pow(x, 2.0F, squares, {.scale_bias = lanewise::scale_bias{0.5, 1}});

    return powers(1, 0, 0) == 3 && powers(1, 1, 0) == 9 && powers(1, 2, 0) == 81 && squares(0, 0, 0) == 2.25F &&
           squares(0, 0, 1) == 9;
}

/// out = a where it differs from b by more than limit, else 0: what has moved between two pictures.
template <class A, class B, class Out>
lanewise::status try_moved(const A& a, const B& b, float limit, Out&& out) noexcept {
    const auto lanes = [limit](auto x, auto y) {
        const auto distance = xsimd::abs(x - y);
        return xsimd::select(distance > limit, x, decltype(x)(0));
    };
    return lanewise::try_transform(lanes, a, b, out);
}

bool writing_an_operator() {
    const std::vector<float> before{1, 2, 3, 4, 5}, after{1, 7, 3, 4.5F, 0};
    std::vector<float> out(5);
    return try_moved(after, before, 0.6F, out) && out == std::vector<float>{0, 7, 0, 0, 0} &&
           try_moved(after, before, 0.4F, out) && out == std::vector<float>{0, 7, 0, 4.5F, 0};
}

/// Runs parts on so many threads, each taking the next part that nobody has.
struct thread_team {
    std::size_t count;

    void parallel_for(std::size_t parts, auto run) const {
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t part = next++; part < parts; part = next++) run(part);
        };
        std::vector<std::thread> team;
        for (std::size_t i = 1; i < count && i < parts; ++i) team.emplace_back(work);
        work(); // the caller is one of them
        for (std::thread& member : team) member.join();
    }
};

bool threads() {
    lanewise::tensor<float> large({400, 300}), squashed({400, 300}), small({4, 3});
    lanewise::copy(4, large);

    const thread_team team{2};
    lanewise::pow(team, large, 1.5, squashed);                    // as first argument
    lanewise::subtract(large, 0.5, large, {.executor = team});    // or as an option
    lanewise::subtract(team, small, 0.5, small);                  // below 64Ki elements: the caller's thread

    bool right = small(3, 2) == -0.5F;
    for (const float value : squashed) right = right && value == 8;
    for (const float value : large) right = right && value == 3.5F;
    return right;
}

bool instruction_sets() {
    std::string_view chosen = lanewise::dispatched_arch(); // "sse2", "sse4_2", "avx2", "avx512", or "default"

    return chosen == "default" || chosen == "sse2" || chosen == "sse4_2" || chosen == "avx2" || chosen == "avx512";
}

bool accuracy() {
    auto roots = lanewise::tensor<float>::of({2, 0.1, 1e-40, 4});
    auto expected = lanewise::copy(roots);
    for (float& value : expected) value = std::sqrt(value); // IEEE 754 rounds it correctly
    lanewise::pow(roots, 0.5, roots);                       // and this is the same, in every bit

    auto base = lanewise::tensor<float>::of({-1});
    const std::vector<std::int64_t> odd{(std::int64_t{1} << 53) + 1}; // no float, and no double
    auto sign = lanewise::pow(base, odd);                             // -1

    return std::equal(roots.begin(), roots.end(), expected.begin()) && sign(0) == -1;
}

/// Moves the left channel of interleaved frames to zero, on a thread with a small stack.
bool remove_offset(std::span<float> frames, float offset, std::span<char> text) noexcept {
    static thread_local std::byte scratch[37 * 1024]; // instead of 36 KiB of that stack
    const lanewise::tensor_view<float> left(frames.data(), {frames.size() / 2}, {2});
    const lanewise::status s = lanewise::try_subtract(left, offset, left, {.scratch = scratch});
    if (!s) s.write_message(text.data(), text.size());
    return static_cast<bool>(s);
}

lanewise::status shape_of(std::span<const lanewise::index_t> header, lanewise::extents& shape) noexcept {
    return lanewise::extents::try_make(header, shape); // as it came from a file: a rank of 9, a negative extent, ...
}

bool limits() {
    std::vector<float> frames{1, 10, 2, 20};
    char text[600] = "";
    lanewise::extents shape;
    const lanewise::index_t header[] = {2, -1};
    return remove_offset(frames, 1, text) && frames == std::vector<float>{0, 10, 1, 20} &&
           !remove_offset({static_cast<float*>(nullptr), 4}, 1, text) && text[0] != 0 &&
           shape_of(header, shape).code() == lanewise::status_code::negative_extent;
}

} // namespace

int main() {
    const struct {
        const char* page;
        bool (*is_right)();
    } pages[] = {{"from_numpy", from_numpy},
                 {"from_directml_onnx_openvino", from_onnx_and_openvino},
                 {"writing_an_operator", writing_an_operator},
                 {"threads", threads},
                 {"instruction_sets", instruction_sets},
                 {"accuracy", accuracy},
                 {"limits", limits}};
    int wrong = 0;
    for (const auto& [page, is_right] : pages) {
        if (is_right()) continue;
        std::printf("%s.md shows what is not so\n", page);
        ++wrong;
    }
    return wrong;
}
