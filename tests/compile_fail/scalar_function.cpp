// expect: lanewise: the function does not take two xsimd::batch of out's dtype (float for the 16-bit floats) and return one
#include <lanewise/transform.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::transform([](auto x, auto y) { return x - y; }, a, a, out);
#else
    lanewise::transform([](float x, float y) { return x - y; }, a, a, out);
#endif
}
