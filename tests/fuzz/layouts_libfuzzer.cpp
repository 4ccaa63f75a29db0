// The same calls as layouts.cpp, drawn from the bytes of libFuzzer.

#include "watched_case.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanewise_test;
    static case_checker checker;
    static const bool watched = (watched_case::watch(false), true);
    static_cast<void>(watched);
    if (!watched_case::passes(checker, choice_source({data, size}), "the file that libFuzzer has written"))
        std::abort();
    return 0;
}
