#pragma once

/// The architectures of one program: which this compilation is, and which of them to use on the processor at hand.

#include "arch.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <cstdlib>
#include <string_view>
#include <utility>

namespace lanewise::detail::inline LANEWISE_ISA {

namespace archs {
using avx512 = xsimd::avx512bw;
using avx2 = xsimd::fma3<xsimd::avx2>;
using sse4_2 = xsimd::sse4_2;
using sse2 = xsimd::sse2;

#if defined(LANEWISE_ARCHS)
using list = xsimd::arch_list<LANEWISE_ARCHS>;
#else
using list = xsimd::arch_list<arch>;
#endif
#if defined(LANEWISE_BUILD_ARCH)
using build = LANEWISE_BUILD_ARCH;
#else
using build = arch;
#endif
} // namespace archs

static_assert(archs::build::supported(),
              "the -m flags of this compilation do not give the architecture it is named for");

/// An architecture's name, and whether the processor and the operating system have what its -m flags use. xsimd asks
/// neither for AVX-512VL nor, in 8.1, whether the system saves the registers.
template <class Arch>
struct arch_traits {
    static constexpr std::string_view name = "default";
    static bool runs() noexcept { return true; }
};

#if defined(__x86_64__)
/// F16C, which hypervisors may hide beside AVX2; clang++ 14 has no __builtin_cpu_supports for it.
inline bool has_f16c() noexcept {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

template <>
struct arch_traits<archs::avx2> {
    static constexpr std::string_view name = "avx2";
    static bool runs() noexcept {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt") &&
               has_f16c();
    }
};

template <>
struct arch_traits<archs::avx512> {
    static constexpr std::string_view name = "avx512";
    static bool runs() noexcept {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && arch_traits<archs::avx2>::runs();
    }
};

template <>
struct arch_traits<archs::sse4_2> {
    static constexpr std::string_view name = "sse4_2";
    static bool runs() noexcept { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }
};

template <>
struct arch_traits<archs::sse2> {
    static constexpr std::string_view name = "sse2";
    static bool runs() noexcept { return true; } // part of x86-64
};
#endif

/// The name of the architecture it is called with.
struct name_of_arch {
    template <class Arch>
    std::string_view operator()(Arch) const noexcept {
        return arch_traits<Arch>::name;
    }
};

/// The name of the best architecture of the list that runs here and is not above `cap`. xsimd's dispatch is noexcept and
/// a kernel may throw, so it is asked for a name and the kernel is called outside it.
template <class Arch, class... Rest>
std::string_view best_arch(xsimd::arch_list<Arch, Rest...>, std::string_view cap) noexcept {
    if constexpr (sizeof...(Rest) != 0) {
        const bool above = !cap.empty() && cap != arch_traits<Arch>::name;
        if (above) return best_arch(xsimd::arch_list<Rest...>{}, cap);
        if (!arch_traits<Arch>::runs()) return best_arch(xsimd::arch_list<Rest...>{}, {});
    }
    return xsimd::dispatch<xsimd::arch_list<Arch, Rest...>>(name_of_arch{})();
}

template <class Archs>
std::string_view chosen_arch() noexcept {
    static const std::string_view name = [] {
        const char* cap = std::getenv("LANEWISE_ARCH");
        return best_arch(Archs{}, cap == nullptr ? "" : cap);
    }();
    return name;
}

template <class Arch, class... Rest, class Kernel, class... Args>
decltype(auto) call_arch(xsimd::arch_list<Arch, Rest...>, std::string_view name, const Kernel& kernel, Args&&... args) {
    if constexpr (sizeof...(Rest) != 0) {
        if (name != arch_traits<Arch>::name)
            return call_arch(xsimd::arch_list<Rest...>{}, name, kernel, std::forward<Args>(args)...);
    }
    return kernel(Arch{}, std::forward<Args>(args)...);
}

} // namespace lanewise::detail::inline LANEWISE_ISA
