// expect: lanewise: the second operand is neither a tensor (any_tensor_view, any_tensor, tensor_view, ...) nor a number of the twelve dtypes
// flags: -std=c++20
#define LANEWISE_DYNAMIC_COMPILED // which takes less time to compile
#include <lanewise/dynamic.hpp>

struct picture {};

void call(const lanewise::const_any_view& a, const picture& b, const lanewise::any_tensor_view& out) {
#ifdef LANEWISE_COMPILE_OK
    static_cast<void>(b);
    lanewise::subtract(a, 1, out);
#else
    lanewise::subtract(a, b, out);
#endif
}
