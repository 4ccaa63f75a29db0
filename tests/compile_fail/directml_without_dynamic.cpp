// DirectML's calls have dtypes that are known at run time only, which is what dynamic.hpp is for.

#include <lanewise/interop/directml.hpp>

struct tensor_desc {
    int Type;
    const void* Desc;
};

struct subtract_desc {
    const tensor_desc* ATensor;
    const tensor_desc* BTensor;
    const tensor_desc* OutputTensor;
};

void call(const subtract_desc& desc, const float* a, const float* b, float* out) {
#if defined(LANEWISE_COMPILE_OK)
    static_assert(lanewise::directml::difference_desc<decltype(desc)>);
    static_cast<void>(a), static_cast<void>(b), static_cast<void>(out);
#else
    // expect: lanewise: include <lanewise/dynamic.hpp> to run DirectML's operators
    lanewise::directml::subtract(desc, a, b, out);
#endif
}
