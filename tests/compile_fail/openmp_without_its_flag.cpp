// expect: lanewise: openmp_executor needs the compiler's OpenMP flag, -fopenmp
#include <lanewise/interop/openmp.hpp>
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(a, 1, out);
#else
    lanewise::subtract(lanewise::openmp_executor(), a, 1, out);
#endif
}
