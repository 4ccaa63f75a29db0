#pragma once

/// The operators of dynamic.hpp on one architecture: kernels.cpp is compiled once for each, dynamic.cpp picks.

#include <lanewise/dynamic.hpp>

namespace lanewise::detail {

struct LANEWISE_VERSIONED any_subtract {
    template <class Arch>
    status operator()(Arch, const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                      const options& options) const noexcept;
};

struct LANEWISE_VERSIONED any_difference_square {
    template <class Arch>
    status operator()(Arch, const const_any_view& a, const const_any_view& b, const any_tensor_view& out,
                      const options& options) const noexcept;
};

struct LANEWISE_VERSIONED any_pow {
    template <class Arch>
    status operator()(Arch, const const_any_view& x, const const_any_view& y, const any_tensor_view& out,
                      const pow_options& options) const noexcept;
};

} // namespace lanewise::detail
