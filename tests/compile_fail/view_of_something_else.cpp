// expect: lanewise: a view can be made of a tensor only (tensor_view, tensor, any_tensor_view, ...)
#include <lanewise/view_ops.hpp>

struct picture {
    float* pixels;
};

float call(const picture& p) {
#ifdef LANEWISE_COMPILE_OK
    const auto turned = lanewise::transpose(lanewise::tensor_view<float>(p.pixels, {4, 3}));
#else
    const auto turned = lanewise::transpose(p); // which says nothing of its shape
#endif
    return turned(0, 1);
}
