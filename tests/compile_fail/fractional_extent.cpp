// expect: lanewise: extents and strides are integers
#include <lanewise/tensor.hpp>

void call() {
#ifdef LANEWISE_COMPILE_OK
    lanewise::tensor<float> t({2, 3});
#else
    lanewise::tensor<float> t({2.5, 3});
#endif
}
