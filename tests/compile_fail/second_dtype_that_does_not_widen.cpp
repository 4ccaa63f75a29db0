// expect: lanewise: the second operand's dtype does not widen to out's without loss
#include <lanewise/difference_square.hpp>

#ifdef LANEWISE_COMPILE_OK
using second = std::uint8_t;
#else
using second = std::int8_t;
#endif

void call(lanewise::tensor_view<const std::uint16_t> a, lanewise::tensor_view<const second> b,
          lanewise::tensor_view<std::uint16_t> out) {
    lanewise::difference_square(a, b, out);
}
