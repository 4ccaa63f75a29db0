// expect: lanewise: the second operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/pow.hpp>

#include <string>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::pow(a, 2, out);
#else
    lanewise::pow(a, std::string("2"), out);
#endif
}
