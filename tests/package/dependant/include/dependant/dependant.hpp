#pragma once

#include <lanewise/tensor_view.hpp>

int last(lanewise::tensor_view<const int> view);
