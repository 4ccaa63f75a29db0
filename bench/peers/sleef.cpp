#include "functions.hpp"

#include <sleef.h>

namespace {

using namespace peers;

#if defined(__AVX512F__)
constexpr auto powf = [](auto x, auto y) { return Sleef_powf16_u10avx512f(x, y); };
constexpr auto pow = [](auto x, auto y) { return Sleef_powd8_u10avx512f(x, y); };
#else
constexpr auto powf = [](auto x, auto y) { return Sleef_powf8_u10avx2(x, y); };
constexpr auto pow = [](auto x, auto y) { return Sleef_powd4_u10avx2(x, y); };
#endif

const offer offered("SLEEF",
                    std::to_string(SLEEF_VERSION_MAJOR) + "." + std::to_string(SLEEF_VERSION_MINOR) + "." +
                        std::to_string(SLEEF_VERSION_PATCHLEVEL),
                    [](const call& c) { return prepare_pow(c, powf, pow); });

} // namespace
