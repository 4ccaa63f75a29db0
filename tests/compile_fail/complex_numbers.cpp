// expect: lanewise: the first operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/difference_square.hpp>

#include <complex>
#include <vector>

void call(lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::difference_square(std::vector<float>(2), 1, out);
#else
    lanewise::difference_square(std::vector<std::complex<float>>(2), 1, out);
#endif
}
