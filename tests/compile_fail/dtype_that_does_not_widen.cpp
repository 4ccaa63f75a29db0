// expect: lanewise: the first operand's dtype does not widen to out's without loss
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<float> narrow, lanewise::tensor_view<double> wide) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(narrow, wide, wide);
#else
    lanewise::subtract(wide, narrow, narrow);
#endif
}
