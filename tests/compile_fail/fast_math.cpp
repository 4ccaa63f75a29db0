// expect: lanewise: pow and cast need IEEE arithmetic: compile without -ffast-math, -Ofast and parts of them
// flags: -std=c++20 -ffast-math
#include <lanewise/pow.hpp>
