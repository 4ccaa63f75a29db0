#pragma once

/// Suites of tests for an operator on several dtypes, registered when the program starts. GoogleTest's typed tests would do the
/// same and take most of the time that a program of a dozen dtypes compiles: a class and a function to register it for
/// every test and dtype.

#include <lanewise/dtype.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lanewise_test {

/// A test of a Suite: what it is called, and what it does.
template <class Suite>
struct suite_test {
    const char* name;
    void (Suite::*body)();
};

/// Registers Suite::tests() for an operator on a dtype. A Suite has a name, too.
template <class Suite>
void register_tests(const std::string& operator_name, const char* dtype) {
    using test = suite_test<Suite>;
    struct running : Suite {
        explicit running(test of) : test_(of) {}
        void TestBody() override { (this->*test_.body)(); }
        test test_;
    };
    const std::string suite_name = operator_name + "/" + Suite::name + "/" + dtype;
    for (const test& t : Suite::tests())
        testing::RegisterTest(suite_name.c_str(), t.name, nullptr, nullptr, __FILE__, __LINE__,
                              [t]() -> testing::Test* { return new running(t); });
}

/// The same for several of them: of each Operation, its element is the dtype.
template <template <class> class Suite, class... Operation>
bool register_all(const std::string& operator_name) {
    (register_tests<Suite<Operation>>(operator_name, name(lanewise::dtype_of<typename Operation::element>)), ...);
    return true;
}

} // namespace lanewise_test
