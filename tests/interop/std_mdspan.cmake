# Compiles std_mdspan.cpp with a compiler that has <mdspan>, and runs it.
execute_process(
    COMMAND "${COMPILER}" ${FLAGS} -O1 -Wall -Wextra -Werror ${INCLUDES} "${SOURCE}" -o "${PROGRAM}"
    RESULT_VARIABLE failed
)
if(failed)
    message(FATAL_ERROR "${SOURCE} does not compile")
endif()
execute_process(COMMAND "${PROGRAM}" RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${PROGRAM}: ${failed} failures")
endif()
