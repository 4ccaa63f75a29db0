// Into an existing tensor, on as many threads as the case says.

#include "peers.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/api/include/torch/version.h>

namespace {

using namespace peers;

at::ScalarType scalar_type(dtype type) {
    switch (type) {
    case dtype::float16:
        return at::kHalf;
    case dtype::float32:
        return at::kFloat;
    case dtype::float64:
        return at::kDouble;
    case dtype::uint8:
        return at::kByte;
    case dtype::int16:
        return at::kShort;
    case dtype::int32:
        return at::kInt;
    default:
        return at::kLong;
    }
}

at::Tensor tensor(const array& a) {
    return at::from_blob(a.data, a.shape, a.steps, at::TensorOptions().dtype(scalar_type(a.type)));
}

runs prepare(const call& c) {
    const c10::InferenceMode no_gradients;
    if (c.a.shape.size() == 1 && c.a.steps[0] < 0) { // it has no negative steps: flip copies, which is part of the cost
        array whole = c.a;
        whole.data = c.a.as<float>() + (c.a.shape[0] - 1) * c.a.steps[0];
        whole.steps[0] = 1;
        return repeat([a = tensor(whole), b = tensor(c.b), out = tensor(c.out)]() mutable {
            const c10::InferenceMode guard;
            at::sub_out(out, a.flip(0), b);
        });
    }
    const at::Tensor a = tensor(c.a);
    const at::Tensor b = tensor(c.b);
    at::Tensor out = tensor(c.out);
    const auto with = [&](auto f) {
        return runs([=](std::int64_t times) mutable {
            const c10::InferenceMode guard;
            at::set_num_threads(c.threads);
            for (; times != 0; --times) f();
        });
    };
    if (c.op == operation::subtract) return with([=]() mutable { at::sub_out(out, a, b); });
    if (c.op == operation::difference_square && c.is_of_one_dtype()) {
        return with([=]() mutable { at::mse_loss_out(out, a, b, at::Reduction::None); });
    }
    if (c.op == operation::difference_square) {
        return with([=]() mutable {
            out.copy_(a);
            at::sub_out(out, out, b);
            at::mul_out(out, out, out);
        });
    }
    if (c.has_number()) return with([=, y = b.item().toDouble()]() mutable { at::pow_out(out, a, y); });
    return with([=]() mutable { at::pow_out(out, a, b); });
}

const offer offered("torch", TORCH_VERSION, prepare);

} // namespace
