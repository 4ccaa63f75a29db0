// expect: lanewise: pow and cast need IEEE arithmetic, which is not that of x87: compile with -msse2 -mfpmath=sse
// What g++ makes of -mfpmath=387, which clang++ has for 32 bits only.
// flags: -std=c++20 -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2
#include <lanewise/cast.hpp>
