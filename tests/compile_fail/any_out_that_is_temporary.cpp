// expect: lanewise: out is a temporary, whose elements nobody would see: give it a name
// flags: -std=c++20
#define LANEWISE_DYNAMIC_COMPILED // which takes less time to compile
#include <lanewise/dynamic.hpp>

void call(const lanewise::const_any_view& a) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::any_tensor out(a.type, a.extents);
    lanewise::subtract(a, 1, out);
#else
    lanewise::subtract(a, 1, lanewise::any_tensor(a.type, a.extents));
#endif
}
