#include "peers.hpp"

#include <dnnl.hpp>

namespace {

using namespace peers;
using dnnl::memory;

const dnnl::engine& engine() {
    static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return cpu;
}

memory::data_type data_type(dtype type) {
    switch (type) {
    case dtype::float16:
        return memory::data_type::f16;
    case dtype::float32:
        return memory::data_type::f32;
    case dtype::uint8:
        return memory::data_type::u8;
    case dtype::int32:
        return memory::data_type::s32;
    default:
        return memory::data_type::undef;
    }
}

memory as_memory(const array& a, std::size_t rank) {
    const auto shape = padded_shape(a, rank);
    memory::dims steps(rank - a.shape.size(), a.size());
    steps.insert(steps.end(), a.steps.begin(), a.steps.end());
    return {memory::desc(shape, data_type(a.type), steps), engine(), a.data};
}

template <class Primitive>
runs repeat_primitive(const Primitive& made, std::unordered_map<int, memory> arguments) {
    return repeat([made, arguments = std::move(arguments), stream = dnnl::stream(engine())]() mutable {
        made.execute(stream, arguments);
        stream.wait();
    });
}

runs prepare(const call& c) {
    for (const array* a : {&c.a, &c.b, &c.out}) {
        if (data_type(a->type) == memory::data_type::undef) return {};
        for (const std::int64_t step : a->steps) {
            if (step < 0) return {};
        }
    }
    const std::size_t rank = c.out.shape.size();
    const memory a = as_memory(c.a, rank);
    const memory out = as_memory(c.out, rank);
    if (c.op == operation::pow) { // of one exponent only
        if (!c.has_number() || !c.is_all(dtype::float32)) return {};
        const dnnl::eltwise_forward::desc wanted(dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_pow,
                                                 a.get_desc(), 1, *c.b.as<float>());
        return repeat_primitive(dnnl::eltwise_forward({wanted, engine()}), {{DNNL_ARG_SRC, a}, {DNNL_ARG_DST, out}});
    }
    const memory b = as_memory(c.b, rank);
    dnnl::primitive_attr attributes;
    if (c.op == operation::difference_square) {
        dnnl::post_ops square;
        square.append_eltwise(1, dnnl::algorithm::eltwise_square, 0, 0);
        attributes.set_post_ops(square);
    }
    const dnnl::binary::desc wanted(dnnl::algorithm::binary_sub, a.get_desc(), b.get_desc(), out.get_desc());
    return repeat_primitive(dnnl::binary({wanted, attributes, engine()}),
                            {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, out}});
}

std::string version() {
    const dnnl::version_t* v = dnnl::version();
    return std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

const offer offered("oneDNN", version(), prepare);

} // namespace
