// What one writes by hand who knows the layout and has AVX2: the loop for each case, and no check of anything.
//
// "loops, streaming" is the contiguous one with stores that go past the caches: the limit of memory where arrays are
// large.

#include "peers.hpp"

#include <lanewise/float16.hpp>

#include <cmath>
#include <immintrin.h>

namespace {

using namespace peers;
using std::int64_t;

template <class T>
void contiguous(const T* __restrict a, const T* __restrict b, T* __restrict out, int64_t n) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(a[i] - b[i]);
}

void streamed(const float* a, const float* b, float* out, int64_t n) {
    int64_t i = 0;
    for (; i < n && reinterpret_cast<std::uintptr_t>(out + i) % 32 != 0; ++i) out[i] = a[i] - b[i];
    for (; i + 8 <= n; i += 8) _mm256_stream_ps(out + i, _mm256_sub_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i)));
    for (; i < n; ++i) out[i] = a[i] - b[i];
    _mm_sfence();
}

void halves(const float16* a, const float16* b, float16* out, int64_t n) {
    const auto widened = [](const float16* p) {
        return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    };
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                         _mm256_cvtps_ph(_mm256_sub_ps(widened(a + i), widened(b + i)), _MM_FROUND_TO_NEAREST_INT));
    }
    for (; i < n; ++i) out[i] = float16(float(a[i]) - float(b[i]));
}

/// Columns[i] becomes row i: eight registers of eight floats.
void transpose(__m256 (&r)[8]) {
    __m256 s[8], t[8];
    for (int i = 0; i < 8; i += 2) {
        s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        t[i] = _mm256_shuffle_ps(s[i], s[i + 2], 0x44);
        t[i + 1] = _mm256_shuffle_ps(s[i], s[i + 2], 0xee);
        t[i + 2] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0x44);
        t[i + 3] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0xee);
    }
    for (int i = 0; i < 4; ++i) {
        r[i] = _mm256_permute2f128_ps(t[i], t[i + 4], 0x20);
        r[i + 4] = _mm256_permute2f128_ps(t[i], t[i + 4], 0x31);
    }
}

/// out[i][j] = a[i][j] - b[j][i] in squares of 8 x 8; m and n are multiples of 8.
void transposed(const float* a, const float* b, float* out, int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; i += 8) {
        for (int64_t j = 0; j < n; j += 8) {
            __m256 square[8];
            for (int k = 0; k < 8; ++k) square[k] = _mm256_loadu_ps(b + (j + k) * m + i);
            transpose(square);
            for (int k = 0; k < 8; ++k) {
                const int64_t at = (i + k) * n + j;
                _mm256_storeu_ps(out + at, _mm256_sub_ps(_mm256_loadu_ps(a + at), square[k]));
            }
        }
    }
}

/// Rows of `Columns` elements minus one such row, a common multiple of it and of a register at a time.
template <int Columns>
void minus_short_row(const float* __restrict a, const float* __restrict row, float* __restrict out, int64_t n) {
    constexpr int period = Columns * 8;
    float repeated[period];
    for (int i = 0; i < period; ++i) repeated[i] = row[i % Columns];
    int64_t i = 0;
    for (; i + period <= n; i += period) {
        for (int k = 0; k < period; ++k) out[i + k] = a[i + k] - repeated[k];
    }
    for (; i < n; ++i) out[i] = a[i] - row[i % Columns];
}

/// Two axes; steps of 0 and 1 along the rows are what compilers vectorise.
template <int StepA, int StepB>
void rows(const float* __restrict a, int64_t row_a, const float* __restrict b, int64_t row_b, float* __restrict out,
          int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) out[i * n + j] = a[i * row_a + j * StepA] - b[i * row_b + j * StepB];
    }
}

void three_channels_minus_grey(const float* __restrict a, const float* __restrict b, float* __restrict out, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k) out[3 * i + k] = a[3 * i + k] - b[i];
    }
}

/// pow as C has it, an element at a time.
template <class T>
runs library_pow(const call& c) {
    return repeat(
        [x = c.a.as<T>(), y = c.b.as<T>(), step = c.has_number() ? 0 : 1, out = c.out.as<T>(), n = c.out.size()] {
            for (int64_t i = 0; i < n; ++i) out[i] = std::pow(x[i], y[i * step]);
        });
}

runs prepare_pow(const call& c) {
    if (c.threads != 1) return {};
    if (c.op != operation::pow) return {};
    return for_type<float, double>(c.out.type, [&]<class T>(std::type_identity<T>) { return library_pow<T>(c); });
}

runs prepare_two_axes(const call& c) {
    const int64_t m = c.out.shape[0];
    const int64_t n = c.out.shape[1];
    const auto steps_a = broadcast_steps(c.a, c.out);
    const auto steps_b = broadcast_steps(c.b, c.out);
    const auto with = [&](auto loop) {
        return repeat([=, a = c.a.as<float>(), b = c.b.as<float>(), out = c.out.as<float>(), row_a = steps_a[0],
                       row_b = steps_b[0]] { loop(a, row_a, b, row_b, out, m, n); });
    };
    if (steps_b[0] == 1 && steps_b[1] == m && is_packed(c.a) && m % 8 == 0 && n % 8 == 0) {
        return with([](auto a, auto, auto b, auto, auto out, auto rows, auto columns) {
            transposed(a, b, out, rows, columns);
        });
    }
    if (n <= 3 && steps_b[0] == 0) {
        return with([n](auto a, auto, auto b, auto, auto out, auto m_, auto) {
            n == 2 ? minus_short_row<2>(a, b, out, m_ * 2) : minus_short_row<3>(a, b, out, m_ * 3);
        });
    }
    if (n == 3)
        return with(
            [](auto a, auto, auto b, auto, auto out, auto m_, auto) { three_channels_minus_grey(a, b, out, m_); });
    if (steps_a[1] == 1 && steps_b[1] == 1) return with(rows<1, 1>);
    if (steps_a[1] == 1 && steps_b[1] == 0) return with(rows<1, 0>);
    if (steps_a[1] == 2 && steps_b[1] == 1) return with(rows<2, 1>);
    return {};
}

runs prepare(const call& c) {
    if (c.op == operation::pow || !c.is_of_one_dtype()) return {};
    const int64_t n = c.out.size();
    if (c.op == operation::difference_square) {
        return repeat([a = c.a.as<float>(), b = c.b.as<float>(), out = c.out.as<float>(), n] {
            for (int64_t i = 0; i < n; ++i) out[i] = (a[i] - b[i]) * (a[i] - b[i]);
        });
    }
    if (c.out.type == dtype::float16) {
        return repeat(
            [a = c.a.as<float16>(), b = c.b.as<float16>(), out = c.out.as<float16>(), n] { halves(a, b, out, n); });
    }
    if (c.threads != 1) {
        return repeat([a = c.a.as<float>(), b = c.b.as<float>(), out = c.out.as<float>(), n] {
#pragma omp parallel for
            for (int64_t i = 0; i < n; ++i) out[i] = a[i] - b[i];
        });
    }
    if (c.is_flat()) {
        return for_type<float, double, std::uint8_t, std::int16_t, std::int32_t, int64_t>(
            c.out.type, [&]<class T>(std::type_identity<T>) {
                return repeat([a = c.a.as<T>(), b = c.b.as<T>(), out = c.out.as<T>(), n] { contiguous(a, b, out, n); });
            });
    }
    if (c.has_number()) {
        return repeat([a = c.a.as<float>(), b = *c.b.as<float>(), out = c.out.as<float>(), n] {
            for (int64_t i = 0; i < n; ++i) out[i] = a[i] - b;
        });
    }
    if (c.out.shape.size() == 1 && c.a.steps[0] == -1) {
        return repeat([a = c.a.as<float>(), b = c.b.as<float>(), out = c.out.as<float>(), n] {
            for (int64_t i = 0; i < n; ++i) out[i] = a[-i] - b[i];
        });
    }
    return c.out.shape.size() == 2 ? prepare_two_axes(c) : runs();
}

runs prepare_streamed(const call& c) {
    if (c.op != operation::subtract || !c.is_all(dtype::float32) || !c.is_flat() || c.threads != 1) return {};
    if (c.out.size() < 1 << 18) return {};
    return repeat([a = c.a.as<float>(), b = c.b.as<float>(), out = c.out.as<float>(), n = c.out.size()] {
        streamed(a, b, out, n);
    });
}

const offer loops("loops", "", prepare);
const offer loops_streamed("loops, streaming", "", prepare_streamed);
const offer glibc("glibc", LANEWISE_GLIBC_VERSION, prepare_pow);

} // namespace
