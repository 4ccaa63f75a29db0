#include "support/form_suite.hpp"
#include "support/layout_suite.hpp"

#include <lanewise/pow.hpp>

namespace lanewise_test {
namespace {

template <class T>
struct pow_on {
    using element = T;

    template <class X, class Y>
    [[gnu::noinline]] static status run(const X& x, const Y& y, tensor_view<T> out, const lanewise::options& chosen) {
        return lanewise::try_pow(x, y, out, {.overflow = chosen.overflow, .executor = chosen.executor});
    }
    static std::vector<integer_overflow> modes() { return modes_of(is_integer<T>); }
    static std::vector<T> first_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(0, 3) : varied_values<T>(1);
    }
    static std::vector<T> second_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(0, 4) : varied_values<T>(2);
    }
};

[[maybe_unused]] const bool layouts =
    register_all<Layouts, pow_on<float16>, pow_on<bfloat16>, pow_on<float>, pow_on<double>>("Pow");

[[maybe_unused]] const bool forms = register_all<Forms, pow_on<float16>, pow_on<float>, pow_on<double>>("Pow");

} // namespace
} // namespace lanewise_test
