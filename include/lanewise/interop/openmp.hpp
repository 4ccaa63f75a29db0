#pragma once

/// OpenMP as an executor.
///
///     lanewise::openmp_executor ex;          // -fopenmp
///     lanewise::pow(ex, x, y, out);
///
/// omp_set_num_threads and OMP_NUM_THREADS limit the threads as ever.

#include "../executor.hpp"

namespace lanewise {

/// Runs the parts of a call in an OpenMP loop with a dynamic schedule.
class openmp_executor {
public:
    /// Calls f(i) for each i in [0, n).
    template <class F>
    LANEWISE_KEYED void parallel_for([[maybe_unused]] std::size_t n, [[maybe_unused]] const F& f) const {
#if defined(_OPENMP)
#pragma omp parallel for schedule(dynamic)
        for (std::size_t i = 0; i < n; ++i) f(i);
#else
        static_assert(sizeof(F) == 0, "lanewise: openmp_executor needs the compiler's OpenMP flag, -fopenmp");
#endif
    }
};

} // namespace lanewise
