// Hostile descriptions of tensors (hostile.hpp); run_seeds.hpp tells the arguments.

#include "hostile.hpp"
#include "run_seeds.hpp"

#include <unistd.h>

int main(int argc, char** argv) {
    using namespace lanewise_test;
    hostile_checker checker;
    return run_seeds({argv + 1, argv + argc}, [&](const choice_source& source, const std::string& name) {
        alarm(30); // what hangs is ended
        const std::string why = checker.check(source);
        alarm(0);
        if (!why.empty())
            std::printf("// fuzz_hostile %s: %s\n%s\n", name.c_str(), why.c_str(), checker.description().c_str());
        return why.empty();
    });
}
