// expect: lanewise: the first operand is neither a tensor (tensor_view, tensor, ...) nor a number of the twelve dtypes
#include <lanewise/pow.hpp>

#include <vector>

void call(const std::vector<float>& x, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::pow(lanewise::tensor_view(x, lanewise::extents{2}), 2, out);
#else
    lanewise::pow(x, 2, out); // a vector has no shape
#endif
}
