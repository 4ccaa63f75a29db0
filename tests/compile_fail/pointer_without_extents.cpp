// expect: lanewise: a pointer has no shape: tensor_view(pointer, {rows, columns}) has one
#include <lanewise/tensor_view.hpp>

void call(float* p) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::tensor_view v(p, {2, 3});
#else
    lanewise::tensor_view v(p);
#endif
}
