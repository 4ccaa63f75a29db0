// expect: lanewise: a tensor holds one of the twelve dtypes, or a 2-byte type with a lanewise::dtype_traits
#include <lanewise/tensor_view.hpp>

#ifdef LANEWISE_COMPILE_OK
using element = unsigned char;
#else
using element = bool;
#endif

lanewise::index_t call(lanewise::tensor_view<element> v) {
    return v.size();
}
