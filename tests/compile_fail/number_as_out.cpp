// expect: lanewise: out is no tensor (tensor_view, tensor, std::vector, ...) of one of the twelve dtypes
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(a, a, out);
#else
    lanewise::subtract(a, a, 3.0f);
#endif
}
