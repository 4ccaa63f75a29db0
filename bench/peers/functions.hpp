#pragma once

/// Peers that are functions of a SIMD register, run along arrays.

#include "peers.hpp"

#include <immintrin.h>

namespace peers {

inline auto load(const float* p) {
#if defined(__AVX512F__)
    return _mm512_loadu_ps(p);
#else
    return _mm256_loadu_ps(p);
#endif
}
inline auto load(const double* p) {
#if defined(__AVX512F__)
    return _mm512_loadu_pd(p);
#else
    return _mm256_loadu_pd(p);
#endif
}
#if defined(__AVX512F__)
inline void store(float* p, __m512 x) {
    _mm512_storeu_ps(p, x);
}
inline void store(double* p, __m512d x) {
    _mm512_storeu_pd(p, x);
}
#else
inline void store(float* p, __m256 x) {
    _mm256_storeu_ps(p, x);
}
inline void store(double* p, __m256d x) {
    _mm256_storeu_pd(p, x);
}
#endif

/// f of registers along two packed arrays, or an array and a number. Their length is a multiple of a register's.
template <class T, class F>
runs repeat_lanes(const call& c, F f) {
    constexpr auto lanes = static_cast<std::int64_t>(sizeof(load(static_cast<const T*>(nullptr))) / sizeof(T));
    const std::int64_t n = c.out.size();
    if (n % lanes != 0) return {};
    if (c.has_number()) {
        const std::vector<T> repeated(lanes, *c.b.as<T>());
        return repeat([=, x = c.a.as<T>(), out = c.out.as<T>()] {
            const auto y = load(repeated.data());
            for (std::int64_t i = 0; i < n; i += lanes) store(out + i, f(load(x + i), y));
        });
    }
    return repeat([=, x = c.a.as<T>(), y = c.b.as<T>(), out = c.out.as<T>()] {
        for (std::int64_t i = 0; i < n; i += lanes) store(out + i, f(load(x + i), load(y + i)));
    });
}

/// pow, by a function of float registers and one of double registers.
template <class F, class D>
runs prepare_pow(const call& c, F of_floats, D of_doubles) {
    if (c.op != operation::pow || !c.is_of_one_dtype() || c.threads != 1) return {};
    if (c.out.type == dtype::float32) return repeat_lanes<float>(c, of_floats);
    return c.out.type == dtype::float64 ? repeat_lanes<double>(c, of_doubles) : runs();
}

} // namespace peers
