#pragma once

/// The threads of oneTBB as an executor.
///
///     #include <tbb/parallel_for.h>
///     lanewise::tbb_executor ex(tbb::auto_partitioner{});
///     lanewise::pow(ex, x, y, out);
///
/// The partitioner (auto_, simple_ or static_partitioner) says how oneTBB spreads the parts, and leads to its parallel_for:
/// this header includes nothing of oneTBB. A task_arena or global_control around the call limits the threads as ever.

#include "../executor.hpp"

namespace lanewise {
namespace detail::inline LANEWISE_ISA {

/// Outside the class, whose own parallel_for would hide the one that is found through the partitioner.
template <class F, class Partitioner>
void call_tbb_parallel_for(std::size_t n, const F& f, const Partitioner& partitioner) {
    parallel_for(std::size_t{0}, n, f, partitioner);
}

} // namespace detail::inline LANEWISE_ISA

/// Runs the parts of a call by the tbb::parallel_for that takes a partitioner of this type.
template <class Partitioner>
class tbb_executor {
public:
    /// With a copy of the partitioner.
    LANEWISE_KEYED explicit tbb_executor(const Partitioner& partitioner) : partitioner_(partitioner) {}

    /// Calls f(i) for each i in [0, n).
    template <class F>
    LANEWISE_KEYED void parallel_for(std::size_t n, const F& f) const {
        detail::call_tbb_parallel_for(n, f, partitioner_);
    }

private:
    Partitioner partitioner_;
};

} // namespace lanewise
