#pragma once

/// Runs a case so that one which is wrong, crashes, hangs or dies of a sanitizer is printed as a program.

#include "check.hpp"
#include "generate.hpp"
#include "program.hpp"

#include <csignal>
#include <cstdio>

#include <unistd.h>

#if defined(LANEWISE_TEST_POISON)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace lanewise_test {

/// Whether a case may be a call that is as large as it takes for the usual limits: not under AddressSanitizer, where it takes
/// half a minute.
#if defined(LANEWISE_TEST_POISON)
inline constexpr bool may_be_large = false;
#else
inline constexpr bool may_be_large = true;
#endif

class watched_case {
public:
    /// From here on a crash is reported too. Not `by_signal` in a program of libFuzzer's: signals, the alarm and the death
    /// callback are its own, by which it writes the input of what crashes or hangs. There, only what AddressSanitizer finds
    /// is printed.
    static void watch(bool by_signal) {
        by_signal_ = by_signal;
#if defined(LANEWISE_TEST_POISON)
        if (by_signal) {
            __sanitizer_set_death_callback([] { report("a sanitizer has stopped it"); });
        } else {
            __asan_set_error_report_callback([](const char*) { report("AddressSanitizer has stopped it"); });
        }
#endif
        if (!by_signal) return;
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, stop);
    }

    /// Whether the case that `source` makes, told to people as `name`, is right.
    static bool passes(case_checker& checker, choice_source source, const std::string& name) {
        const call_case c = generate(source, may_be_large);
        running_ = &c;
        name_ = name.c_str();
        if (by_signal_) alarm(longest_seconds);
        const std::string why = checker.check(c);
        if (by_signal_) alarm(0);
        if (!why.empty()) report(why.c_str());
        running_ = nullptr;
        return why.empty();
    }

private:
    static constexpr unsigned longest_seconds = 30;

    static void report(const char* why) {
        if (running_ == nullptr) return;
        std::printf("// fuzz_layouts %s: %s\n%s\n", name_, why, program_of(*running_).c_str());
        std::fflush(stdout);
    }

    /// What the library runs holds no lock, so that a program can be printed from here.
    static void stop(int signal) {
        static bool stopped = false;
        if (!stopped) {
            stopped = true;
            report(signal == SIGALRM ? "it ran for too long" : "it crashed");
        }
        _exit(3);
    }

    static inline bool by_signal_ = false;
    static inline const call_case* running_ = nullptr;
    static inline const char* name_ = "";
};

} // namespace lanewise_test
