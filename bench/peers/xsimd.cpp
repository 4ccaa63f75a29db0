#include "functions.hpp"

#include <xsimd/xsimd.hpp>

namespace {

using namespace peers;

template <class T>
constexpr auto pow = [](auto x, auto y) { return decltype(x)(xsimd::pow(xsimd::batch<T>(x), xsimd::batch<T>(y))); };

const offer offered("xsimd",
                    std::to_string(XSIMD_VERSION_MAJOR) + "." + std::to_string(XSIMD_VERSION_MINOR) + "." +
                        std::to_string(XSIMD_VERSION_PATCH),
                    [](const call& c) { return prepare_pow(c, pow<float>, pow<double>); });

} // namespace
