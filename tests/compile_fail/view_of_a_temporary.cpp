// expect: lanewise: a view of a temporary would outlive its elements: give the tensor or vector a name
#include <lanewise/tensor_view.hpp>

#include <vector>

void call(const std::vector<float>& loaded) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::tensor_view v(loaded, {3});
#else
    lanewise::tensor_view v(std::vector<float>(3), {3});
#endif
}
