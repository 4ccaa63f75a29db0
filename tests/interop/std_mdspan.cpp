// std::mdspan as an operand: every layout of the standard, static and dynamic extents, const and not. Compiled by a
// test of its own where a compiler and a library with <mdspan> are found.

#include <lanewise/interop/mdspan.hpp>
#include <lanewise/lanewise.hpp>

#include <array>
#include <cstdio>
#include <mdspan>
#include <numeric>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}

#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__)

/// Every element of `out` is f of the element of `m` with the same index.
template <class M, class Out, class F>
bool every(const M& m, const Out& out, F f) {
    for (int i = 0; i < static_cast<int>(m.extent(0)); ++i) {
        for (int j = 0; j < static_cast<int>(m.extent(1)); ++j) {
            if (out[i, j] != f(m[i, j])) return false;
        }
    }
    return true;
}

template <class Layout, class Extents, class... Mapping>
void check_layout(const char* name, const Mapping&... arguments) {
    using mapping = typename Layout::template mapping<Extents>;
    std::vector<float> data(64);
    std::iota(data.begin(), data.end(), 1.0f);
    const std::mdspan<const float, Extents, Layout> m(data.data(), mapping(arguments...));
    std::vector<float> result(64, -1.0f);
    const std::mdspan<float, Extents, Layout> out(result.data(), mapping(arguments...));
    lanewise::subtract(m, 1, out);
    const auto v = lanewise::from_mdspan(out);
    expect(v.data() == result.data() && v.extents() == lanewise::extents{3, 4}, name);
    expect(every(m, out, [](float x) { return x - 1; }), name);
    lanewise::difference_square(m, out, out);
    expect(every(m, out, [](float) { return 1.0f; }), name);
    lanewise::pow(m, 2, out);
    expect(every(m, out, [](float x) { return x * x; }), name);
}

/// A layout whose mappings may turn out not to be strided.
struct sometimes_strided {
    template <class Extents>
    struct mapping : std::layout_right::mapping<Extents> {
        using base = std::layout_right::mapping<Extents>;
        using layout_type = sometimes_strided;
        mapping(const Extents& shape, bool strided) : base(shape), strided_(strided) {}
        static constexpr bool is_always_strided() noexcept { return false; }
        constexpr bool is_strided() const noexcept { return strided_; }
        bool strided_;
    };
};

} // namespace

int main() {
    using dynamic = std::dextents<int, 2>;
    using fixed = std::extents<std::size_t, 3, 4>;
    using mixed = std::extents<unsigned, std::dynamic_extent, 4>;
    check_layout<std::layout_right, dynamic>("layout_right, dynamic", dynamic(3, 4));
    check_layout<std::layout_left, dynamic>("layout_left, dynamic", dynamic(3, 4));
    check_layout<std::layout_stride, dynamic>("layout_stride, dynamic", dynamic(3, 4), std::array<int, 2>{5, 1});
    check_layout<std::layout_stride, mixed>("layout_stride, mixed", mixed(3), std::array<unsigned, 2>{2, 7});
    check_layout<std::layout_right, fixed>("layout_right, fixed");
    check_layout<std::layout_left, mixed>("layout_left, mixed", mixed(3));

    double value = 2;
    const std::mdspan<double, std::extents<int>> zero(&value);
    lanewise::pow(zero, 10, zero);
    EXPECT(value == 1024);

    // Broadcasting, and an mdspan beside the library's own tensors.
    std::vector<int> row = {1, 2, 3, 4};
    const lanewise::tensor<int> difference =
        lanewise::subtract(lanewise::tensor<int>({3, 4}), std::mdspan(row.data(), 4));
    EXPECT(difference(2, 3) == -4 && difference(0, 1) == -2);

    std::vector<float> data(12);
    using mapping = sometimes_strided::mapping<dynamic>;
    const std::mdspan<float, dynamic, sometimes_strided> strided(data.data(), mapping(dynamic(3, 4), true));
    const std::mdspan<float, dynamic, sometimes_strided> other(data.data(), mapping(dynamic(3, 4), false));
    lanewise::tensor_view<float> view(nullptr, lanewise::extents{0});
    EXPECT(lanewise::try_from_mdspan(other, view).code() == lanewise::status_code::unsupported_tensor);
    EXPECT(static_cast<bool>(lanewise::try_from_mdspan(strided, view)) && view.size() == 12);

    static_assert(!lanewise::mdspan_like<std::mdspan<bool, dynamic>>);
    return failures;
}
