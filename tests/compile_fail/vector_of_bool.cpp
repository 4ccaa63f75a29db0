// expect: lanewise: the first operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/subtract.hpp>

#include <vector>

void call(lanewise::tensor_view<unsigned char> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(std::vector<unsigned char>(2), 1, out);
#else
    lanewise::subtract(std::vector<bool>(2), 1, out);
#endif
}
