// expect: lanewise: out's elements are const and cannot be written
#include <lanewise/pow.hpp>
#include <lanewise/tensor.hpp>

void call(lanewise::tensor<float>& written, const lanewise::tensor<float>& fixed) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::pow(fixed, 2, written);
#else
    lanewise::pow(written, 2, fixed);
#endif
}
