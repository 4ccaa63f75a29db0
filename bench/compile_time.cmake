# What does dynamic.hpp cost to compile? Time and size at -O2.
string(TIMESTAMP start "%s")
execute_process(
    COMMAND "${COMPILER}" -std=c++20 -O2 ${INCLUDES} -c "${SOURCE}" -o "${OBJECT}" COMMAND_ERROR_IS_FATAL ANY
)
string(TIMESTAMP end "%s")
math(EXPR seconds "${end} - ${start}")
file(SIZE "${OBJECT}" bytes)
math(EXPR kilobytes "${bytes} / 1000")
message("dynamic.hpp, three operators, -O2: ${seconds} s, an object of ${kilobytes} kB")
