#pragma once

/// Who runs the parts of a call.
///
///     subtract(pool, a, b, out);                           // an executor as first argument
///     subtract(a, b, out, {.executor = pool});             // the same
///
/// An executor has `parallel_for(n, f)`: it calls f(i) once for each i in [0, n), in any order, on any threads, and returns
/// when all of them have. It may be const, need not be copyable, and must not throw. interop/tbb.hpp and interop/openmp.hpp
/// adapt two that people have.
///
/// A call of fewer than 64Ki elements stays on the caller's thread; larger ones are cut into at most 256 parts of about 32Ki or
/// more, but for an out whose axes interleave. Parts write different cache lines of out, and every element gets the same bits
/// as on one thread, but for those of a NaN.

#include "config.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace lanewise {

/// The parts of a call, as an executor sees them.
class parallel_task {
public:
    using function = void (*)(void* context, std::size_t part); ///< runs one part

    /// `run` is called with `context` and a part's number.
    LANEWISE_KEYED parallel_task(function run, void* context) noexcept : run_(run), context_(context) {}
    LANEWISE_KEYED void operator()(std::size_t part) const noexcept { run_(context_, part); } ///< runs it

private:
    function run_;
    void* context_;
};

/// Whatever has `parallel_for(n, f)`, as this header's first lines say.
template <class Ex>
concept executor = requires(Ex& ex, std::size_t n, const parallel_task& f) {
    ex.parallel_for(n, f);
};

/// A reference to an executor; to none, the caller's thread.
class executor_ref {
public:
    LANEWISE_KEYED constexpr executor_ref() noexcept {} ///< to none

    /// To `ex`, which has to live as long as calls use the reference.
    template <executor Ex>
        requires(!std::same_as<std::remove_cv_t<Ex>, executor_ref>)
    LANEWISE_KEYED constexpr executor_ref(Ex& ex) noexcept
        : executor_(const_cast<void*>(static_cast<const void*>(std::addressof(ex)))),
          parallel_for_(
              [](void* e, std::size_t n, const parallel_task& f) { static_cast<Ex*>(e)->parallel_for(n, f); }) {}

    /// Whether it refers to any.
    LANEWISE_KEYED constexpr explicit operator bool() const noexcept { return executor_ != nullptr; }

    /// The executor's own; there must be one.
    LANEWISE_KEYED void parallel_for(std::size_t n, const parallel_task& f) const { parallel_for_(executor_, n, f); }

private:
    void* executor_ = nullptr;
    void (*parallel_for_)(void* executor, std::size_t n, const parallel_task& f) = nullptr;
};

} // namespace lanewise
