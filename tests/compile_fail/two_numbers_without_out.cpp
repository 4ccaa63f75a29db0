// expect: lanewise: without out, at least one operand must be a tensor
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> v) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(v, 1.0f);
#else
    lanewise::subtract(2.0f, 1.0f);
#endif
}
