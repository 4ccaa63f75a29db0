#include "functions.hpp"

#if defined(__AVX512F__)
extern "C" __m512 _ZGVeN16vv_powf(__m512, __m512);
extern "C" __m512d _ZGVeN8vv_pow(__m512d, __m512d);
#else
extern "C" __m256 _ZGVdN8vv_powf(__m256, __m256);
extern "C" __m256d _ZGVdN4vv_pow(__m256d, __m256d);
#endif

namespace {

using namespace peers;

#if defined(__AVX512F__)
constexpr auto powf = [](auto x, auto y) { return _ZGVeN16vv_powf(x, y); };
constexpr auto pow = [](auto x, auto y) { return _ZGVeN8vv_pow(x, y); };
#else
constexpr auto powf = [](auto x, auto y) { return _ZGVdN8vv_powf(x, y); };
constexpr auto pow = [](auto x, auto y) { return _ZGVdN4vv_pow(x, y); };
#endif

const offer offered("libmvec", LANEWISE_GLIBC_VERSION, [](const call& c) { return prepare_pow(c, powf, pow); });

} // namespace
