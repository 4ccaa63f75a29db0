// expect: lanewise: extents stand in braces: tensor_view(data, {rows, columns})
#include <lanewise/tensor_view.hpp>

void call(float* p) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::tensor_view v(p, {2, 3});
#else
    lanewise::tensor_view v(p, 2, 3);
#endif
}
