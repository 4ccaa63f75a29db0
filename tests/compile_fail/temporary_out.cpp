// expect: lanewise: out is a temporary, whose elements nobody would see: give it a name
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(a, a, out);
#else
    lanewise::subtract(a, a, lanewise::tensor<float>({3}));
#endif
}
