// The calls of lanewise that chart.py times, as a library that Python loads: each is made `repeats` times.

#include <lanewise/difference_square.hpp>
#include <lanewise/pow.hpp>
#include <lanewise/subtract.hpp>

namespace {

using namespace lanewise;

/// An array of NumPy's, but with strides in elements.
struct array {
    void* data;
    std::int64_t rank;
    std::int64_t shape[max_rank];
    std::int64_t steps[max_rank];

    template <class T>
    tensor_view<T> as() const {
        const auto n = static_cast<std::size_t>(rank);
        return {static_cast<T*>(data), extents(std::span(shape, n)), strides(std::span(steps, n))};
    }
};

} // namespace

#define CALL(name, ...)                                                                                                \
    extern "C" void name(std::int64_t repeats, const array& a, const array& b, const array& out) {                     \
        for (std::int64_t i = 0; i < repeats; ++i) __VA_ARGS__;                                                        \
    }

CALL(subtract_float32, subtract(a.as<const float>(), b.as<const float>(), out.as<float>()))
CALL(subtract_float16, subtract(a.as<const float16>(), b.as<const float16>(), out.as<float16>()))
CALL(subtract_uint8_float32, subtract(a.as<const std::uint8_t>(), b.as<const float>(), out.as<float>()))
CALL(difference_square_uint8,
     difference_square(a.as<const std::uint8_t>(), b.as<const std::uint8_t>(), out.as<float>()))
CALL(pow_float32, pow(a.as<const float>(), b.as<const float>(), out.as<float>()))
CALL(pow_float32_number, pow(a.as<const float>(), *static_cast<const float*>(b.data), out.as<float>()))
CALL(pow_float64, pow(a.as<const double>(), b.as<const double>(), out.as<double>()))
CALL(pow_float32_int32, pow(a.as<const float>(), b.as<const std::int32_t>(), out.as<float>()))
CALL(pow_int32, pow(a.as<const std::int32_t>(), b.as<const std::int32_t>(), out.as<std::int32_t>()))
