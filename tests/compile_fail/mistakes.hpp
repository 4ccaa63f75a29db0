// What the mistakes include, to be compiled once, and types of theirs.

#include <lanewise/lanewise.hpp>

#include <lanewise/any_tensor.hpp>
#include <lanewise/interop/directml.hpp>
#include <lanewise/interop/mdspan.hpp>
#include <lanewise/interop/openmp.hpp>

#include <complex>
#include <map>
#include <string>
#include <vector>

/// Elements of their own size, and of another.
struct two_bytes {
    unsigned short bits;
};
struct four_bytes {
    unsigned bits;
};
template <>
struct lanewise::dtype_traits<two_bytes> {
    static constexpr dtype value = dtype::float16;
};
template <>
struct lanewise::dtype_traits<four_bytes> {
    static constexpr dtype value = dtype::float16;
};
