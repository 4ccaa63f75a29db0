// expect: lanewise: neither operand's dtype widens to the other's without loss: name one that both widen to, as in subtract<double>(a, b), or cast an operand
#include <lanewise/difference_square.hpp>

#ifdef LANEWISE_COMPILE_OK
using second = std::int16_t;
#else
using second = std::int32_t; // float32 has not all of its values, nor it float32's
#endif

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<const second> b) {
    static_cast<void>(lanewise::difference_square(a, b));
}
