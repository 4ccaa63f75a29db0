// expect: lanewise: the first operand's dtype does not widen to out's without loss
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<double> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(a, a, out);
#else
    lanewise::subtract(out, out, lanewise::tensor_view<float>(nullptr, lanewise::extents{0}));
#endif
}
