// expect: lanewise: the first operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/subtract.hpp>

void call(const float* x, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(lanewise::tensor_view(x, {2}), 1, out);
#else
    lanewise::subtract(x, 1, out);
#endif
}
