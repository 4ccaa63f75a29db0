// expect: lanewise: the first operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/pow.hpp>

#include <map>

void call(const std::map<int, float>& x, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::pow(x.at(1), 2, out);
#else
    lanewise::pow(x, 2, out);
#endif
}
