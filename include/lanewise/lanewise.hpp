#pragma once

/// The typed API at once.

#include "broadcast.hpp"
#include "cast.hpp"
#include "difference_square.hpp"
#include "dtype.hpp"
#include "executor.hpp"
#include "extents.hpp"
#include "float16.hpp"
#include "options.hpp"
#include "pow.hpp"
#include "status.hpp"
#include "subtract.hpp"
#include "tensor.hpp"
#include "tensor_view.hpp"
#include "transform.hpp"
#include "version.hpp"
#include "view_ops.hpp"
