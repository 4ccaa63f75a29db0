#pragma once

#include <lanewise/multiarch.hpp>
#include <lanewise/tensor_view.hpp>

struct contrast {
    template <class Arch>
    void operator()(Arch, lanewise::tensor_view<const float> in, lanewise::tensor_view<float> out) const;
};
