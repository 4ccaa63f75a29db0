// expect: lanewise: the first operand's dtype does not widen to out's without loss: take an out of a wider dtype, or cast the operand
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const double> a) {
#ifdef LANEWISE_COMPILE_OK
    const auto t = lanewise::subtract<double>(a, 1);
#else
    const auto t = lanewise::subtract<float>(a, 1);
#endif
}
