// What the mistakes include, to be compiled once.

#include <lanewise/lanewise.hpp>

#include <lanewise/any_tensor.hpp>
#include <lanewise/interop/directml.hpp>
#include <lanewise/interop/mdspan.hpp>
#include <lanewise/interop/openmp.hpp>

#include <complex>
#include <map>
#include <string>
#include <vector>
