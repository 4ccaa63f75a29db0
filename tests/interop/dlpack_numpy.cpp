// What dlpack.py calls: DLManagedTensors, as NumPy makes them, come in as they are.

#include "../examples/python/dlpack_structs.hpp"

#include <lanewise/interop/dlpack.hpp>
#include <lanewise/lanewise.hpp>

#include <cstdio>
#include <cstring>

using managed = lanewise_python::dl_managed;

extern "C" {

/// The view of a tensor: false, and a sentence in `message`, where there is none.
bool lanewise_describe(const managed* tensor, char name[16], int* rank, std::int64_t shape[8], std::int64_t strides[8],
                       void** data, char message[512]) {
    lanewise::any_tensor_view v;
    const lanewise::status made = lanewise::try_from_dlpack(*tensor, v);
    std::snprintf(message, 512, "%s", made.message().c_str());
    if (!made) return false;
    std::snprintf(name, 16, "%s", lanewise::name(v.type));
    *rank = v.extents.rank();
    for (int i = 0; i < v.extents.rank(); ++i) {
        shape[i] = v.extents[i];
        strides[i] = v.strides[i];
    }
    *data = v.data;
    return true;
}

/// out = a - b in float32.
bool lanewise_subtract_float32(const managed* a, const managed* b, const managed* out) {
    const auto empty = [] { return lanewise::tensor_view<const float>(nullptr, {0}); };
    auto a_view = empty();
    auto b_view = empty();
    lanewise::tensor_view<float> out_view(nullptr, lanewise::extents{0});
    return lanewise::try_from_dlpack(*a, a_view) && lanewise::try_from_dlpack(*b, b_view) &&
           lanewise::try_from_dlpack(*out, out_view) && lanewise::try_subtract(a_view, b_view, out_view);
}
}
