// Calls on views whose types the compiler knows: a few of each form, for every one costs time to compile.

#include "view_call.hpp"

namespace lanewise_test {
namespace {

using calls = types<
    view_call<operation::subtract, float, float, float>, view_call<operation::subtract, double, double, double>,
    view_call<operation::subtract, float16, float16, float16>,
    view_call<operation::subtract, std::uint8_t, std::uint8_t, std::uint8_t>,
    view_call<operation::subtract, std::uint8_t, float, float>, view_call<operation::subtract, float, float16, float>,
    view_call<operation::difference_square, std::int16_t, std::int16_t, std::int16_t>,
    view_call<operation::difference_square, bfloat16, bfloat16, bfloat16>,
    view_call<operation::pow, float, float, float>, view_call<operation::pow, std::int32_t, std::int32_t, std::int32_t>,
    view_call<operation::pow, double, std::int64_t, double>>;

} // namespace

bool is_view_call(const call_case& c) {
    return with_typed_call(calls{}, c, [](auto) {});
}

outcome call_view(const call_case& c, const addresses& data) {
    outcome result;
    with_typed_call(calls{}, c, [&](auto call) { result = call.run(c, data); });
    return result;
}

bool has_typed_call(const call_case& c) {
    return is_view_call(c) || is_function_call(c) || is_number_call(c);
}

outcome call_typed(const call_case& c, const addresses& data) {
    if (is_function_call(c)) return call_function(c, data);
    return is_number_call(c) ? call_number(c, data) : call_view(c, data);
}

} // namespace lanewise_test
