// expect: lanewise: out's elements are const and cannot be written
#include <lanewise/subtract.hpp>

#ifdef LANEWISE_COMPILE_OK
using out_element = float;
#else
using out_element = const float;
#endif

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<out_element> out) {
    lanewise::subtract(a, 1, out);
}
