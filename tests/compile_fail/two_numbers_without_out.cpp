// expect: lanewise: numbers alone make no tensor: pass an out, or one of them as a tensor
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> v) {
#ifdef LANEWISE_COMPILE_OK
    static_cast<void>(lanewise::subtract(v, 1.0f));
#else
    static_cast<void>(lanewise::subtract(2.0f, 1.0f));
#endif
}
