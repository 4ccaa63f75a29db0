// What one call costs to compile: float32 subtract of two arrays, unless a macro says otherwise. measure.py compiles
// this once for each macro that it names.

#if defined(LANEWISE_SUBTRACT) || defined(LANEWISE_POW) || defined(LANEWISE_THREE)
#if !defined(LANEWISE_POW)
#include <lanewise/subtract.hpp>
#endif
#if !defined(LANEWISE_SUBTRACT)
#include <lanewise/pow.hpp>
#endif
#if defined(LANEWISE_THREE)
#include <lanewise/difference_square.hpp>
#endif
void call(lanewise::tensor_view<const float> a, lanewise::tensor_view<const float> b,
          lanewise::tensor_view<float> out) {
#if !defined(LANEWISE_POW)
    lanewise::subtract(a, b, out);
#endif
#if !defined(LANEWISE_SUBTRACT)
    lanewise::pow(a, b, out);
#endif
#if defined(LANEWISE_THREE)
    lanewise::difference_square(a, b, out);
#endif
}
#elif defined(LOOP)
void call(const float* a, const float* b, float* out, long n) {
    for (long i = 0; i < n; ++i) out[i] = a[i] - b[i];
}
#elif defined(XSIMD)
#include <xsimd/xsimd.hpp>
void call(const float* a, const float* b, float* out, long n) {
    using batch = xsimd::batch<float>;
    long i = 0;
    for (; i + long(batch::size) <= n; i += long(batch::size)) {
        (batch::load_unaligned(a + i) - batch::load_unaligned(b + i)).store_unaligned(out + i);
    }
    for (; i < n; ++i) out[i] = a[i] - b[i];
}
#elif defined(XSIMD_POW)
#include <xsimd/xsimd.hpp>
void call(const float* a, const float* b, float* out, long n) {
    using batch = xsimd::batch<float>;
    for (long i = 0; i < n; i += long(batch::size)) {
        xsimd::pow(batch::load_unaligned(a + i), batch::load_unaligned(b + i)).store_unaligned(out + i);
    }
}
#elif defined(EIGEN)
#include <Eigen/Core>
using array = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic>;
void call(const array& a, const array& b, array& out) {
    out = a - b;
}
#elif defined(EIGEN_TENSOR)
#include <unsupported/Eigen/CXX11/Tensor>
using tensor = Eigen::Tensor<float, 4, Eigen::RowMajor>;
void call(const tensor& a, const tensor& b, tensor& out, const Eigen::array<long, 4>& times) {
    out = a - b.broadcast(times);
}
#elif defined(XTENSOR)
#define XTENSOR_USE_XSIMD
#include <xtensor/xarray.hpp>
#include <xtensor/xnoalias.hpp>
void call(const xt::xarray<float>& a, const xt::xarray<float>& b, xt::xarray<float>& out) {
    xt::noalias(out) = a - b;
}
#elif defined(TORCH)
#include <ATen/ATen.h>
void call(const at::Tensor& a, const at::Tensor& b, at::Tensor& out) {
    at::sub_out(out, a, b);
}
#elif defined(ONEDNN)
#include <dnnl.hpp>
void call(dnnl::engine& engine, dnnl::stream& stream, const dnnl::memory& a, const dnnl::memory& b, dnnl::memory& out) {
    const dnnl::binary::desc wanted(dnnl::algorithm::binary_sub, a.get_desc(), b.get_desc(), out.get_desc());
    dnnl::binary({wanted, engine}).execute(stream, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, out}});
}
#elif defined(OPENCV)
#include <opencv2/core.hpp>
void call(const cv::Mat& a, const cv::Mat& b, cv::Mat& out) {
    cv::subtract(a, b, out);
}
#endif
