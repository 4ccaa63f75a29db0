// What dynamic.hpp declares under LANEWISE_DYNAMIC_COMPILED: calls of the kernels for the processor at hand.

#include "kernels.hpp"

#include <lanewise/multiarch.hpp>

namespace lanewise {

LANEWISE_DYNAMIC status try_subtract(const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                     const options& options) noexcept {
    return dispatch(detail::any_subtract{}, a, b, out, options);
}

LANEWISE_DYNAMIC status try_difference_square(const const_any_view& a, const const_any_view& b,
                                              const any_tensor_view& out, const options& options) noexcept {
    return dispatch(detail::any_difference_square{}, a, b, out, options);
}

LANEWISE_DYNAMIC status try_pow(const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                                const pow_options& options) noexcept {
    return dispatch(detail::any_pow{}, x, y, out, options);
}

} // namespace lanewise
