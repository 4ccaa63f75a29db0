// expect: lanewise: a view of a temporary would outlive its elements: give the tensor or vector a name
#include <lanewise/tensor.hpp>
#include <lanewise/view_ops.hpp>

lanewise::tensor<float> make();

float call() {
#ifdef LANEWISE_COMPILE_OK
    const lanewise::tensor<float> made = make();
    const auto turned = lanewise::transpose(made);
#else
    const auto turned = lanewise::transpose(make());
#endif
    return turned(0, 1);
}
