// expect: lanewise: the function does not take two xsimd::batch of out's dtype (float for the 16-bit floats) and return one
#include <lanewise/transform.hpp>

#ifdef LANEWISE_COMPILE_OK
const auto larger = [](auto a, auto b) { return xsimd::max(a, b); };
#else
const auto larger = [](auto a, auto b) { return a > b; }; // a mask, not numbers
#endif

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
    lanewise::transform(larger, a, a, out);
}
