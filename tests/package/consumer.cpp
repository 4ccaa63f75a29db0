#include <lanewise/lanewise.hpp>

#include <array>

int main() {
    const std::array<float, 6> a{1, 2, 3, 4, 5, 6};
    const std::array<float, 3> b{1, 2, 3};
    std::array<float, 6> out{};
    using lanewise::tensor_view;
    lanewise::subtract(tensor_view<const float>(a, {2, 3}), tensor_view<const float>(b, {3}),
                       tensor_view<float>(out, {2, 3}));
    return out == std::array<float, 6>{0, 0, 0, 3, 3, 3} ? 0 : 1;
}
