// expect: lanewise: the second operand is neither a tensor (tensor_view, tensor, ...) nor a number of the twelve dtypes
#include <lanewise/subtract.hpp>

#ifdef LANEWISE_COMPILE_OK
constexpr int number = 1;
#else
constexpr bool number = true;
#endif

void call(lanewise::tensor_view<float> v) {
    lanewise::subtract(v, number, v);
}
