# The compiler refuses SOURCE, prints every sentence that stands in it after `// expect: `, the first of them as its first error,
# and no more than 15 lines. HEADERS are precompiled: -include or -include-pch, and where. A line `// flags: ` is for a program
# that needs others and no precompiled headers.
file(STRINGS "${SOURCE}" sentences REGEX "// expect: ")
if(NOT sentences)
    message(FATAL_ERROR "${SOURCE} has no line `// expect: `")
endif()
file(STRINGS "${SOURCE}" flags REGEX "// flags: ")
if(flags)
    string(REGEX REPLACE ".*// flags: " "" flags "${flags}")
    separate_arguments(flags)
else()
    set(flags -std=c++20 ${HEADERS})
endif()

execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C "${COMPILER}" -fsyntax-only ${flags} ${INCLUDES} "${SOURCE}"
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output
)
if(NOT failed)
    message(FATAL_ERROR "${SOURCE} compiles")
endif()
string(REGEX REPLACE "[^\n]*mistakes.hpp:[^\n]*\n" "" output "${output}") # a header that a user does not have
string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines count)
if(count GREATER 15)
    message(FATAL_ERROR "The compiler needs ${count} lines to say it:\n${output}")
endif()
string(REGEX MATCH "error: [^\n]*" said "${output}")
foreach(sentence IN LISTS sentences)
    string(REGEX REPLACE ".*// expect: " "" sentence "${sentence}")
    string(FIND "${said}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "The compiler does not say, or not first: ${sentence}\n${output}")
    endif()
    set(said "${output}")
endforeach()
