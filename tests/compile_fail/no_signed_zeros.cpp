// expect: lanewise: pow and cast need IEEE arithmetic: compile without -ffast-math, -Ofast and parts of them
// What g++ makes of -fno-signed-zeros; clang++ does not tell.
// flags: -std=c++20 -D__NO_SIGNED_ZEROS__=1
#include <lanewise/pow.hpp>
