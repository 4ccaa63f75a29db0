// Random calls on random layouts, each against one call for every element. run_seeds.hpp tells the arguments.

#include "run_seeds.hpp"
#include "watched_case.hpp"

int main(int argc, char** argv) {
    using namespace lanewise_test;
    watched_case::watch(true);
    case_checker checker;
    return run_seeds({argv + 1, argv + argc}, [&](const choice_source& source, const std::string& name) {
        return watched_case::passes(checker, source, name);
    });
}
