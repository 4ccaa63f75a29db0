#include "kernels.hpp"

#include <lanewise/detail/op/any_calls.hpp>
#include <lanewise/multiarch.hpp>

namespace lanewise::detail {

template <class Arch>
status any_subtract::operator()(Arch, const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                                const options& options) const noexcept {
    return try_any_subtract(a, b, out, options);
}

template <class Arch>
status any_difference_square::operator()(Arch, const const_any_view& a, const const_any_view& b,
                                         const any_tensor_view& out, const options& options) const noexcept {
    return try_any_difference_square(a, b, out, options);
}

template <class Arch>
status any_pow::operator()(Arch, const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                           const pow_options& options) const noexcept {
    return try_any_pow(x, y, out, options);
}

template status any_subtract::operator()(build_arch, const const_any_view&, const const_any_view&,
                                         const any_tensor_view&, const options&) const noexcept;
template status any_difference_square::operator()(build_arch, const const_any_view&, const const_any_view&,
                                                  const any_tensor_view&, const options&) const noexcept;
template status any_pow::operator()(build_arch, const const_any_view&, const const_any_view&, const any_tensor_view&,
                                    const pow_options&) const noexcept;

} // namespace lanewise::detail
