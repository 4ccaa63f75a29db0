// expect: lanewise: a type has the size of the dtype that its dtype_traits name
#include <lanewise/tensor_view.hpp>

#ifdef LANEWISE_COMPILE_OK
using element = two_bytes;
#else
using element = four_bytes;
#endif

lanewise::index_t call(lanewise::tensor_view<element> v) {
    return v.size();
}
