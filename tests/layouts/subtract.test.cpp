#include "support/form_suite.hpp"
#include "support/layout_suite.hpp"

#include <lanewise/subtract.hpp>

namespace lanewise_test {
namespace {

template <class T>
struct subtract_on {
    using element = T;

    template <class A, class B>
    [[gnu::noinline]] static status run(const A& a, const B& b, tensor_view<T> out, const lanewise::options& chosen) {
        return lanewise::try_subtract(a, b, out, chosen);
    }
    static std::vector<integer_overflow> modes() { return modes_of(is_integer<T>); }
    static std::vector<T> first_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(50, 100) : varied_values<T>(1);
    }
    static std::vector<T> second_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(0, 49) : varied_values<T>(2);
    }
};

[[maybe_unused]] const bool layouts =
    register_all<Layouts, subtract_on<float16>, subtract_on<bfloat16>, subtract_on<float>, subtract_on<double>,
                 subtract_on<std::int8_t>, subtract_on<std::int16_t>, subtract_on<std::int32_t>,
                 subtract_on<std::int64_t>, subtract_on<std::uint8_t>, subtract_on<std::uint16_t>,
                 subtract_on<std::uint32_t>, subtract_on<std::uint64_t>>("Subtract");

[[maybe_unused]] const bool forms =
    register_all<Forms, subtract_on<float16>, subtract_on<bfloat16>, subtract_on<float>, subtract_on<double>,
                 subtract_on<std::uint8_t>, subtract_on<std::int16_t>>("Subtract");

} // namespace
} // namespace lanewise_test
