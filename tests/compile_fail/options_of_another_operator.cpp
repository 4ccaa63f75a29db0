// expect: lanewise: the last argument is none of the operator's options, or the first is no executor, which has parallel_for(n, f)
#include <lanewise/subtract.hpp>

#include <lanewise/pow.hpp>

void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<float> out) {
#ifdef LANEWISE_COMPILE_OK
    lanewise::subtract(a, a, out, lanewise::options{});
#else
    lanewise::subtract(a, a, out, lanewise::pow_options{});
#endif
}
