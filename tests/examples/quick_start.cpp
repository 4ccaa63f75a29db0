#include <lanewise/lanewise.hpp>

#include <cstdio>
#include <vector>

int main() {
    std::vector<float> values{1, 2, 3, 4, 5, 6}, mean{2, 3, 5};
    lanewise::tensor_view a(values, {2, 3}); // a view: the vector keeps the elements
    lanewise::tensor<float> out({2, 3});

    lanewise::subtract(a, mean, out); // the mean is broadcast to both rows
    lanewise::pow(out, 2, out);       // in place; the exponent is a plain number
    for (float value : out) std::printf("%g ", value);

    lanewise::status refused = lanewise::try_subtract(a, lanewise::transpose(a), out);
    std::printf("\n%s\n", refused.message().c_str());
}
