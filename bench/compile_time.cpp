// What a program that knows its dtypes at run time only makes the compiler do: all operators, all dtypes.

#include <lanewise/dynamic.hpp>

void every_operator(const lanewise::const_any_view& a, const lanewise::const_any_view& b,
                    const lanewise::any_tensor_view& out) {
    lanewise::subtract(a, b, out);
    lanewise::difference_square(a, b, out);
    lanewise::pow(a, b, out);
}
