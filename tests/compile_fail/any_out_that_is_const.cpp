// expect: lanewise: out is no tensor whose elements can be written (any_tensor_view, any_tensor, ...)
// flags: -std=c++20
#define LANEWISE_DYNAMIC_COMPILED // which takes less time to compile
#include <lanewise/dynamic.hpp>

void call(const lanewise::const_any_view& a, lanewise::any_tensor& out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::pow(a, 2, out);
#else
    const lanewise::any_tensor& fixed = out;
    lanewise::pow(a, 2, fixed);
#endif
}
