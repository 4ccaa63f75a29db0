// float32 only, at most six axes, and no strides: it takes packed arrays and broadcasts them.

#include "peers.hpp"

#include <xnnpack.h>

#include <cmath>
#include <memory>

namespace {

using namespace peers;

runs prepare(const call& c) {
    if (!c.is_all(dtype::float32) || c.op == operation::pow || c.threads != 1) return {};
    if (!is_packed(c.a) || !is_packed(c.b) || c.out.shape.size() > XNN_MAX_TENSOR_DIMS) return {};
    static const bool ready = xnn_initialize(nullptr) == xnn_status_success;
    xnn_operator_t made = nullptr;
    const bool squares = c.op == operation::difference_square;
    const xnn_status status = squares ? xnn_create_squared_difference_nd_f32(0, &made)
                                      : xnn_create_subtract_nd_f32(-INFINITY, INFINITY, 0, &made);
    if (!ready || status != xnn_status_success) return {};
    const std::shared_ptr<xnn_operator> op(made, xnn_delete_operator);
    const std::vector<std::size_t> a(c.a.shape.begin(), c.a.shape.end()), b(c.b.shape.begin(), c.b.shape.end());
    const auto set_up = squares ? xnn_setup_squared_difference_nd_f32 : xnn_setup_subtract_nd_f32;
    return repeat([=, x = c.a.as<float>(), y = c.b.as<float>(), out = c.out.as<float>()] {
        set_up(op.get(), a.size(), a.data(), b.size(), b.data(), x, y, out, nullptr);
        xnn_run_operator(op.get(), nullptr);
    });
}

const offer offered("XNNPACK", "", prepare);

} // namespace
