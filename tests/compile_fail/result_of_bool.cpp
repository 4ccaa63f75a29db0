// expect: lanewise: the result's element type is none of the twelve dtypes
#include <lanewise/pow.hpp>

void call(lanewise::tensor_view<const float> x) {
#ifdef LANEWISE_COMPILE_OK
    const auto t = lanewise::pow<double>(x, 2);
#else
    const auto t = lanewise::pow<bool>(x, 2);
#endif
}
