// Its integers saturate, where those of all others wrap: the values differ, and it is marked for that.

#include "peers.hpp"

#include <opencv2/core.hpp>

namespace {

using namespace peers;

int type_of(dtype type) {
    switch (type) {
    case dtype::float32:
        return CV_32F;
    case dtype::float64:
        return CV_64F;
    case dtype::uint8:
        return CV_8U;
    case dtype::int16:
        return CV_16S;
    case dtype::int32:
        return CV_32S;
    default:
        return -1;
    }
}

cv::Mat matrix(const array& a, std::int64_t rows, std::int64_t columns) {
    return cv::Mat(static_cast<int>(rows), static_cast<int>(columns), type_of(a.type), a.data);
}

runs prepare(const call& c) {
    cv::setNumThreads(1);
    if (type_of(c.out.type) < 0 || !c.is_of_one_dtype() || c.threads != 1) return {};
    const cv::Mat a = matrix(c.a, 1, c.a.size());
    cv::Mat out = matrix(c.out, 1, c.out.size());
    if (c.has_number()) {
        const double number = c.b.type == dtype::float32 ? *c.b.as<float>() : *c.b.as<double>();
        if (c.op == operation::pow) return repeat([=]() mutable { cv::pow(a, number, out); });
        return repeat([=]() mutable { cv::subtract(a, cv::Scalar(number), out); });
    }
    if (c.is_flat() && c.op != operation::pow) {
        const cv::Mat b = matrix(c.b, 1, c.b.size());
        if (c.op == operation::subtract) return repeat([=]() mutable { cv::subtract(a, b, out); });
        return repeat([=]() mutable {
            cv::subtract(a, b, out);
            cv::multiply(out, out, out);
        });
    }
    if (c.is_flat() && c.out.type != dtype::int32) { // it has no pow of two arrays; this is what one writes
        const cv::Mat y = matrix(c.b, 1, c.b.size());
        return repeat([=]() mutable {
            cv::log(a, out);
            cv::multiply(out, y, out);
            cv::exp(out, out);
        });
    }
    if (c.op != operation::subtract || !c.is_all(dtype::float32)) return {};
    if (c.out.shape.size() == 1 && c.a.steps[0] == -1) { // by copies, which are part of the cost
        const std::int64_t n = c.a.size();
        const cv::Mat forwards(1, static_cast<int>(n), CV_32F, c.a.as<float>() - (n - 1));
        return repeat([=, b = matrix(c.b, 1, n), flipped = cv::Mat()]() mutable {
            cv::flip(forwards, flipped, 1);
            cv::subtract(flipped, b, out);
        });
    }
    const bool is_transposed = c.out.shape.size() == 2 && c.b.shape == c.out.shape && c.b.steps[0] == 1;
    if (is_transposed && is_packed(c.a)) {
        const std::int64_t m = c.out.shape[0];
        const std::int64_t n = c.out.shape[1];
        return repeat(
            [a = matrix(c.a, m, n), b = matrix(c.b, n, m), out = matrix(c.out, m, n), turned = cv::Mat()]() mutable {
                cv::transpose(b, turned);
                cv::subtract(a, turned, out);
            });
    }
    return {};
}

const offer offered("OpenCV", CV_VERSION, prepare);

} // namespace
