// transform: its loops are compiled for each function and type, so these are few.

#include "view_call.hpp"

namespace lanewise_test {
namespace {

using calls =
    types<view_call<operation::transform, float, float, float>, view_call<operation::transform, double, double, double>,
          view_call<operation::transform, float16, float16, float16>,
          view_call<operation::transform, std::uint8_t, std::uint8_t, std::uint8_t>,
          view_call<operation::transform, std::int16_t, std::int32_t, std::int32_t>>;

} // namespace

bool is_function_call(const call_case& c) {
    return with_typed_call(calls{}, c, [](auto) {});
}

outcome call_function(const call_case& c, const addresses& data) {
    outcome result;
    with_typed_call(calls{}, c, [&](auto call) { result = call.run(c, data); });
    return result;
}

} // namespace lanewise_test
