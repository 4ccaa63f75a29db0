// expect: lanewise: out is a temporary, whose elements nobody would see: give it a name
#include <lanewise/subtract.hpp>

void call(lanewise::tensor_view<const float> a) {
#ifdef LANEWISE_COMPILE_OK
    std::vector<float> out(3);
    lanewise::subtract(a, a, out);
#else
    lanewise::subtract(a, a, std::vector<float>(3));
#endif
}
