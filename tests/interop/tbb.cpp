// oneTBB as an executor. The adapter comes first: it needs nothing of oneTBB before it is used.

#include <lanewise/interop/tbb.hpp>

#include "support/executor_checks.hpp"

#include <tbb/parallel_for.h>

namespace {

template <class Partitioner>
void check(const Partitioner& partitioner) {
    const lanewise::tbb_executor ex(partitioner);
    lanewise_test::expect_each_part_once(ex);
    lanewise_test::expect_the_bits_of_one_thread(ex);
}

TEST(Tbb, RunsParts) {
    check(tbb::auto_partitioner());
    check(tbb::simple_partitioner());
    check(tbb::static_partitioner());
}

} // namespace
