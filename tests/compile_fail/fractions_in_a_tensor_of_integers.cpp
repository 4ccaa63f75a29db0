// expect: lanewise: a tensor of integers takes integers
#include <lanewise/tensor.hpp>

void call() {
#ifdef LANEWISE_COMPILE_OK
    const auto t = lanewise::tensor<int>::of({1, 2});
#else
    const auto t = lanewise::tensor<int>::of({1.5, 2});
#endif
}
