#include "support/form_suite.hpp"
#include "support/layout_suite.hpp"

#include <lanewise/difference_square.hpp>

namespace lanewise_test {
namespace {

template <class T>
struct difference_square_on {
    using element = T;

    template <class A, class B>
    [[gnu::noinline]] static status run(const A& a, const B& b, tensor_view<T> out, const lanewise::options& chosen) {
        return lanewise::try_difference_square(a, b, out, chosen);
    }
    static std::vector<integer_overflow> modes() { return modes_of(is_integer<T>); }
    static std::vector<T> first_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(0, 11) : varied_values<T>(1);
    }
    static std::vector<T> second_values(integer_overflow mode) {
        return mode == integer_overflow::error ? values_between<T>(0, 11) : varied_values<T>(2);
    }
};

// One of each size: subtract's loops are the same, and the fuzzer takes every dtype.
[[maybe_unused]] const bool layouts =
    register_all<Layouts, difference_square_on<bfloat16>, difference_square_on<float>,
                 difference_square_on<std::int8_t>, difference_square_on<std::uint64_t>>("DifferenceSquare");
[[maybe_unused]] const bool forms =
    register_all<Forms, difference_square_on<bfloat16>, difference_square_on<float>, difference_square_on<std::int8_t>,
                 difference_square_on<std::uint64_t>>("DifferenceSquare");

} // namespace
} // namespace lanewise_test
