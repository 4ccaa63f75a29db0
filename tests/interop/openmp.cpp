// OpenMP as an executor.

#include <lanewise/interop/openmp.hpp>

#include "support/executor_checks.hpp"

namespace {

TEST(OpenMp, RunsParts) {
    const lanewise::openmp_executor ex;
    lanewise_test::expect_each_part_once(ex);
    lanewise_test::expect_the_bits_of_one_thread(ex);
}

} // namespace
