// expect: lanewise: a view of a temporary would outlive its elements: give the tensor or vector a name
#include <lanewise/any_tensor.hpp>

float call(const lanewise::any_tensor& t) {
#ifdef LANEWISE_COMPILE_OK
    const auto v = t.as<float>();
#else
    const auto v = lanewise::any_tensor(t).as<float>();
#endif
    return v(0);
}
