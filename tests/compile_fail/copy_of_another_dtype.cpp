// expect: lanewise: v has another dtype than out; cast converts it
#include <lanewise/cast.hpp>

#ifdef LANEWISE_COMPILE_OK
using target = float;
#else
using target = double; // copies keep every bit, so that even what widens is cast's
#endif

void call(lanewise::tensor_view<const float> v, lanewise::tensor_view<target> out) {
    lanewise::copy(v, out);
}
