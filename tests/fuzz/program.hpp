#pragma once

#include "call_case.hpp"

namespace lanewise_test {

/// A case as a program that a person can compile; it counts the elements that differ from the same element's alone.
std::string program_of(const call_case& c);

} // namespace lanewise_test
