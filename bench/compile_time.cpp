// What programs make the compiler do, one at a time: WHAT is xsimd alone, one call on floats, or all operators on dtypes that are
// known at run time only.

#define XSIMD 1
#define SUBTRACT 2
#define POW 3
#define DYNAMIC 4

#if WHAT == XSIMD
#include <xsimd/xsimd.hpp>
#elif WHAT == SUBTRACT
#include <lanewise/subtract.hpp>

void one_call(const lanewise::tensor_view<const float>& a, const lanewise::tensor_view<const float>& b,
              const lanewise::tensor_view<float>& out) {
    lanewise::subtract(a, b, out);
}
#elif WHAT == POW
#include <lanewise/pow.hpp>

void one_call(const lanewise::tensor_view<const float>& a, const lanewise::tensor_view<const float>& b,
              const lanewise::tensor_view<float>& out) {
    lanewise::pow(a, b, out);
}
#elif WHAT == DYNAMIC
#include <lanewise/dynamic.hpp>

void every_operator(const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                    const lanewise::any_tensor_view& out) {
    lanewise::subtract(a, b, out);
    lanewise::difference_square(a, b, out);
    lanewise::pow(a, b, out);
}
#else
#error "WHAT is none of these"
#endif
