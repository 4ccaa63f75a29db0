// Hostile descriptions of tensors (hostile.hpp); run_seeds.hpp tells the arguments.

#include "hostile.hpp"
#include "run_seeds.hpp"

#include <csignal>

#include <unistd.h>

namespace {

lanewise_test::hostile_checker checker;
std::string running;

void report(const char* why) {
    std::printf("// fuzz_hostile %s: %s\n%s\n", running.c_str(), why, checker.description().c_str());
    std::fflush(stdout);
}

/// What is run holds no lock, so that a case can be printed from here.
void stop(int signal) {
    static bool stopped = false;
    if (!stopped) {
        stopped = true;
        report(signal == SIGALRM ? "it ran for too long" : "it crashed");
    }
    _exit(3);
}

} // namespace

int main(int argc, char** argv) {
    using namespace lanewise_test;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, stop);
    return run_seeds({argv + 1, argv + argc}, [&](const choice_source& source, const std::string& name) {
        running = name;
        alarm(30); // what hangs is ended
        const std::string why = checker.check(source);
        alarm(0);
        if (!why.empty()) report(why.c_str());
        return why.empty();
    });
}
