#pragma once

/// The typed API at once.

#include "tensor_view.hpp" // before what includes it: what a compiler says of it is shorter

#include "broadcast.hpp"
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
#include "transform.hpp"
#include "version.hpp"
#include "view_ops.hpp"
