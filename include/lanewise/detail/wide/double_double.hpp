#pragma once

/// Double-double arithmetic on scalars: a value as the unevaluated sum high + low, |low| <= ulp(high) / 2.
///
///   multiply(a, b)   relative error below 2^-100
///   add(a, b)        relative error below 2^-102 where no bits cancel
///
/// For the cold stages of pow only. Every product is fenced or fused, so the bits do not depend on -ffp-contract.
/// Source  Dekker (1971); Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks of
///         double-word arithmetic" (2017).

#include "../lane/fused.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

using double_double = two<double>;

LANEWISE_INLINE double_double multiply(const double_double& a, const double_double& b) noexcept {
    const double_double p = two_product(a.high, b.high);
    const double cross = product(a.high, b.low) + product(a.low, b.high);
    return fast_two_sum(p.high, p.low + cross);
}

LANEWISE_INLINE double_double add(const double_double& a, const double_double& b) noexcept {
    const double_double high = two_sum(a.high, b.high);
    const double_double low = two_sum(a.low, b.low);
    const double_double sum = fast_two_sum(high.high, high.low + low.high);
    return fast_two_sum(sum.high, sum.low + low.low);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
