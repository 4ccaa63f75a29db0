// expect: lanewise: an index is of integers
#include <lanewise/tensor.hpp>

float element(const lanewise::tensor<float>& t) {
#ifdef LANEWISE_COMPILE_OK
    return t(1, 2);
#else
    return t(1.5, 2);
#endif
}
