#include "program.hpp"

#include "expectation.hpp"

#include <sstream>

namespace lanewise_test {
namespace {

template <class Values>
std::string braces(const Values& values) {
    std::string text = show(values);
    text.front() = '{';
    text.back() = '}';
    return text;
}

const char* type_name(dtype type) {
    constexpr const char* names[] = {"float16",      "bfloat16",      "float",         "double",
                                     "std::int8_t",  "std::int16_t",  "std::int32_t",  "std::int64_t",
                                     "std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t"};
    return is_valid(type) ? names[static_cast<int>(type)] : "std::uint8_t";
}

/// Where a block begins in memory that begins at a page.
index_t begin_of(const block_case& block) {
    constexpr index_t page = 4096;
    return block.at_end ? (page - block.bytes % page) % page : 0;
}

block_case scratch_of(const call_case& c) {
    return {c.scratch_bytes, c.scratch_at_end, {}, {}, {}};
}

std::string number(double v) {
    return std::isfinite(v) ? std::to_string(v)
           : std::isnan(v)  ? "__builtin_nan(\"\")"
           : v < 0          ? "-__builtin_inf()"
                            : "__builtin_inf()";
}

std::string options_of(const call_case& c) {
    using kind = broadcast_rule::kind;
    std::ostringstream text;
    text << "{";
    if (c.rule.rule == kind::none) text << ".broadcast = broadcast_rule::none(), ";
    if (c.rule.rule == kind::pdpd) text << ".broadcast = broadcast_rule::pdpd(" << c.rule.axis << "), ";
    constexpr const char* modes[] = {"wrap", "saturate", "error"};
    text << ".overflow = integer_overflow::" << modes[static_cast<int>(c.overflow)];
    if (c.op == operation::pow && c.scale_bias.has_value())
        text << ", .scale_bias = scale_bias{" << number(c.scale_bias->scale) << ", " << number(c.scale_bias->bias)
             << "}";
    if (c.scratch_bytes != 0)
        text << ", .scratch = std::span(lent + " << begin_of(scratch_of(c)) << ", " << c.scratch_bytes << ")";
    return text.str() + "}";
}

/// A view of the case's dtype at an address, or a plain number there, as the call's argument.
std::string argument(const call_case& c, std::size_t k, const std::string& at, const std::vector<index_t>& shape,
                     const std::vector<index_t>& strides) {
    const operand_case& v = c.operand[k];
    std::ostringstream text;
    if (v.plain && c.through == api::typed) {
        text << "*(" << type_name(v.type) << "*)(" << at << ")";
    } else if (c.through == api::typed) {
        text << "tensor_view<" << (k == at_out ? "" : "const ") << type_name(v.type) << ">((" << type_name(v.type)
             << "*)(" << at << "), extents" << braces(shape) << ", strides" << braces(strides) << ")";
    } else {
        text << (k == at_out ? "any_tensor_view" : "const_any_view") << "{dtype(" << static_cast<int>(v.type) << "), "
             << at << ", " << braces(shape) << ", " << braces(strides) << "}";
    }
    return text.str();
}

std::string argument(const call_case& c, std::size_t k) {
    const operand_case& v = c.operand[k];
    const std::string at =
        "m" + std::to_string(v.block) + " + " + std::to_string(begin_of(c.block[v.block]) + v.offset);
    return argument(c, k, v.null ? "nullptr" : at, v.shape, v.strides);
}

/// What stands before the operands: the executor, the user's function.
std::string leading_arguments(const call_case& c, bool with_executor) {
    std::string text = with_executor && c.by != runner::caller ? "pool, " : "";
    if (c.op == operation::transform) {
        text += c.operand[at_out].type == dtype::float64 ? "[](auto, auto y) { return y; }, "
                                                         : "[](auto x, auto y) { return decltype(x)(x - y - y); }, ";
    }
    return text;
}

/// The call as statements that give the status s.
std::string call(const call_case& c) {
    const std::string inputs = leading_arguments(c, true) + argument(c, at_a) + ", " + argument(c, at_b);
    const std::string with_out = inputs + ", " + argument(c, at_out) + ", " + options_of(c) + ")";
    if (c.how == form::quiet) return std::string("s = try_") + name_of(c.op) + "(" + with_out;
    std::string statement = std::string(name_of(c.op)) + "(" + with_out;
    if (c.how == form::returning) {
        const operand_case& out = c.operand[at_out];
        statement = std::string("const auto r = ") + name_of(c.op) + "(" + inputs + ", " + options_of(c) +
                    "); if (r.size() != 0) std::memcpy(m" + std::to_string(out.block) + " + " +
                    std::to_string(begin_of(c.block[out.block]) + out.offset) + ", r.data(), r.size() * " +
                    std::to_string(size_of(out.type)) + ")";
    }
    return "try { " + statement + "; } catch (const error& e) { s = e.status(); }";
}

/// The rest of the program: one call for every element, on what the memory held before.
std::string comparison(const call_case& c, const expectation& want) {
    std::ostringstream text;
    const auto offset = [&](std::size_t k) { return begin_of(c.block[c.operand[k].block]) + c.operand[k].offset; };
    std::string one_options = options_of(c);
    if (const auto rule = one_options.find(".broadcast"); rule != std::string::npos)
        one_options.erase(rule, one_options.find(", ", rule) + 2 - rule);
    text << "    const index_t rank = " << want.over.shape.size() << ", e[] = " << braces(want.over.shape)
         << ", sa[] = " << braces(want.over.stride[at_a]) << ", sb[] = " << braces(want.over.stride[at_b])
         << ", so[] = " << braces(want.over.stride[at_out]) << ";\n";
    index_t count = 1;
    for (const index_t extent : want.over.shape) count *= extent;
    const auto one = [&](std::size_t k, const char* at) {
        return argument(c, k, "b" + std::to_string(c.operand[k].block) + " + " + at, {}, {});
    };
    text << "    for (index_t k = 0; k < " << count << "; ++k) {\n"
         << "        index_t p = " << offset(at_a) << ", q = " << offset(at_b) << ", o = " << offset(at_out)
         << ", r = k, want = 0;\n"
         << "        for (index_t i = rank; i-- > 0; r /= e[i]) p += r % e[i] * sa[i], q += r % e[i] * sb[i], o += r % "
            "e[i] * so[i];\n"
         << "        (void)try_" << name_of(c.op) << "(" << leading_arguments(c, false) << one(at_a, "p") << ", "
         << one(at_b, "q") << ", " << argument(c, at_out, "&want", {}, {}) << ", " << one_options << ");\n"
         << "        wrong += std::memcmp(m" << c.operand[at_out].block << " + o, &want, "
         << size_of(c.operand[at_out].type) << ") != 0; // NaNs may differ\n    }\n";
    return text.str();
}

} // namespace

std::string program_of(const call_case& c) {
    expectation want;
    const bool runs = refusal_of(c, want) == status_code::ok && !c.operand[at_out].is_empty();
    std::ostringstream text;
    text << "#include <lanewise/dynamic.hpp>\n#include <lanewise/transform.hpp>\n#include <cstdio>\n#include "
            "<cstring>\n#include <initializer_list>\n"
         << "using namespace lanewise;\n";
    if (c.by != runner::caller) {
        text << "struct backwards { template <class F> void parallel_for(std::size_t n, const F& f) "
                "{ while (n-- > 0) f(n); } } pool;\n";
    }
    text << "template <class U> void fill(char* p, index_t n, std::uint64_t salt, std::initializer_list<U> v) {\n"
         << "    for (index_t i = 0; i < n; ++i) {\n"
         << "        const std::uint64_t h = ((std::uint64_t(i) + salt) * 0x9E3779B97F4A7C15u >> 32) % 2039;\n"
         << "        std::memcpy(p + i * index_t(sizeof(U)), v.begin() + (h < v.size() ? h : h % (v.size() - 1)), "
            "sizeof(U));\n    }\n}\n";
    for (std::size_t k = 0; k < operands; ++k) {
        const index_t bytes = begin_of(c.block[k]) + c.block[k].bytes + 8;
        text << "alignas(4096) char m" << k << "[" << bytes << "], b" << k << "[" << bytes << "];\n";
    }
    if (c.scratch_bytes != 0)
        text << "alignas(4096) std::byte lent[" << begin_of(scratch_of(c)) + c.scratch_bytes << "];\n";
    text << "int main() {\n";
    for (std::size_t k = 0; k < operands; ++k) {
        const index_t size = size_of(c.block[k].type);
        text << "    fill<std::uint" << 8 * size << "_t>(m" << k << " + " << begin_of(c.block[k]) << ", "
             << c.block[k].bytes / size << ", " << c.block[k].salt << ", {";
        const char* between = "";
        for (const std::uint64_t bits : c.block[k].values) {
            text << between << "0x" << std::hex << bits << std::dec;
            between = ", ";
        }
        text << "});\n    std::memcpy(b" << k << ", m" << k << ", sizeof m" << k << ");\n";
    }
    const auto& l = c.limits;
    text << "    const auto usual = detail::limits;\n";
    const auto lower = [&](const char* name, index_t limit) {
        text << "    detail::limits." << name << " = " << limit << ";\n";
    };
    lower("streaming_bytes", l.streaming_bytes);
    lower("streamed_row_bytes", l.streamed_row_bytes);
    lower("streamed_backwards_bytes", l.streamed_backwards_bytes);
    lower("streamed_short_row_bytes", l.streamed_short_row_bytes);
    lower("small_call_in_place", l.small_call_in_place);
    lower("small_call_packed", l.small_call_packed);
    lower("row_elements", l.row_elements);
    lower("compared_elements", l.compared_elements);
    lower("part_elements", l.part_elements);
    text << "    status s;\n    " << call(c) << ";\n    detail::limits = usual;\n"
         << "    std::printf(\"%s\\n\", s.message().c_str());\n"
         << "    index_t wrong = 0;\n";
    if (runs) text << comparison(c, want);
    text << "    std::printf(\"%td elements are wrong\\n\", wrong);\n    return wrong != 0;\n}\n";
    return text.str();
}

} // namespace lanewise_test
