// The same descriptions as hostile.cpp's, drawn from the bytes of libFuzzer.

#include "hostile.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lanewise_test;
    static hostile_checker checker;
    const std::string why = checker.check(choice_source({data, size}));
    if (why.empty()) return 0;
    std::printf("%s\n%s", why.c_str(), checker.description().c_str());
    std::abort();
}
