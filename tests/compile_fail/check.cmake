file(STRINGS "${SOURCE}" sentences REGEX "// expect: ")
if(NOT sentences)
    message(FATAL_ERROR "${SOURCE} has no line `// expect: `")
endif()
file(STRINGS "${SOURCE}" flags REGEX "^// flags: ")
string(REPLACE "// flags: " "" flags "${flags}")
separate_arguments(flags UNIX_COMMAND "${flags}")

set(compile "${CMAKE_COMMAND}" -E env LC_ALL=C "${COMPILER}" -std=c++20 -fsyntax-only -fmessage-length=0 ${INCLUDES})
execute_process(
    COMMAND ${compile} ${flags} "${SOURCE}" RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output
)
if(NOT failed)
    message(FATAL_ERROR "${SOURCE} compiles")
endif()
# Quoted source lines do not count: the sentence would be found in the comment that expects it.
string(REGEX REPLACE "[^\n]*// expect: [^\n]*" "" output "${output}")
foreach(sentence IN LISTS sentences)
    string(REGEX REPLACE ".*// expect: " "" sentence "${sentence}")
    string(FIND "${output}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "The compiler does not say: ${sentence}\n${output}")
    endif()
endforeach()

execute_process(COMMAND ${compile} -DLANEWISE_COMPILE_OK "${SOURCE}" RESULT_VARIABLE failed ERROR_VARIABLE output)
if(failed)
    message(FATAL_ERROR "${SOURCE} does not compile with LANEWISE_COMPILE_OK either\n${output}")
endif()
