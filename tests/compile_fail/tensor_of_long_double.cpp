// expect: lanewise: a tensor holds one of the twelve dtypes, or a 2-byte type with a lanewise::dtype_traits
#include <lanewise/tensor.hpp>

#ifdef LANEWISE_COMPILE_OK
using element = double;
#else
using element = long double;
#endif

lanewise::tensor<element> call() {
    return lanewise::tensor<element>(lanewise::extents{2});
}
