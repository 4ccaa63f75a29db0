// expect: lanewise: typed<T> takes a tensor (tensor_view, tensor, any_tensor_view, ...), and T is const where its elements cannot be written
#include <lanewise/any_view.hpp>

auto call(const lanewise::const_any_view& v) {
#ifdef LANEWISE_COMPILE_OK
    return lanewise::typed<const float>(v);
#else
    return lanewise::typed<float>(v);
#endif
}
