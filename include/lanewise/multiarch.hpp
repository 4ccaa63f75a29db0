#pragma once

/// One program for several instruction sets: a kernel that the CMake function lanewise_multiarch_sources compiles once
/// for each, and the call that picks the best one for the processor at hand.
///
///   build_arch              the architecture of this compilation, what a kernel's source instantiates its template for
///   dispatch(k, args...)    k(Arch{}, args...) for the best Arch that the target was compiled for and this processor runs
///   dispatched_arch()       the name of that Arch, as CMake spells it
///
/// A kernel is a class with a template `operator()(Arch, ...) const`, defined and explicitly instantiated for build_arch
/// in the sources given to CMake and nowhere else. The functions and classes that those sources define for themselves
/// belong in an unnamed namespace: of any other inline function the linker keeps one copy, perhaps the AVX-512 one.
/// For the same reason dispatch is called from the target's other sources, which have no -m flags.
///
/// The environment variable LANEWISE_ARCH lowers the choice to the architecture of that name and never raises it; a name
/// that the target was not compiled for means the baseline. It is read once. Elsewhere than on x86-64 the one architecture
/// is the compiler's, and its name is "default".

#include "detail/lane/dispatch.hpp"

namespace lanewise {

/// The architecture that this source is being compiled for.
using build_arch = detail::archs::build;

inline namespace LANEWISE_ISA {

// The list is a template argument because targets with different lists may meet in one program.

/// Returns kernel(Arch{}, args...) for the best architecture that the target was compiled for and this processor runs.
template <class Archs = detail::archs::list, class Kernel, class... Args>
decltype(auto) dispatch(const Kernel& kernel, Args&&... args) {
    return detail::call_arch(Archs{}, detail::chosen_arch<Archs>(), kernel, std::forward<Args>(args)...);
}

/// The name of that architecture: "sse2", "sse4_2", "avx2", "avx512", or "default" for one that has no such name.
template <class Archs = detail::archs::list>
std::string_view dispatched_arch() noexcept {
    return detail::chosen_arch<Archs>();
}

} // namespace LANEWISE_ISA
} // namespace lanewise
