// expect: lanewise: the first operand's dtype does not widen to out's without loss
#include <lanewise/pow.hpp>

#ifdef LANEWISE_COMPILE_OK
using base = std::int16_t;
#else
using base = std::int32_t; // has values that float32 does not
#endif

void call(lanewise::tensor_view<const base> x, lanewise::tensor_view<const double> y,
          lanewise::tensor_view<float> out) {
    lanewise::pow(x, y, out);
}
