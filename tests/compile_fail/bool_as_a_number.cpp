// expect: lanewise: the second operand is no tensor (tensor_view, tensor, std::vector, ...) and no number, or its elements have none of the twelve dtypes (bool and long double have none)
#include <lanewise/subtract.hpp>

#ifdef LANEWISE_COMPILE_OK
constexpr int number = 1;
#else
constexpr bool number = true;
#endif

void call(lanewise::tensor_view<float> v) {
    lanewise::subtract(v, number, v);
}
