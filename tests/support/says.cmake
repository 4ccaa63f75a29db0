# Runs PROGRAM with ARGUMENTS: it succeeds, or with REFUSES set it fails, and what it prints matches SENTENCE. A test's own
# PASS_REGULAR_EXPRESSION would not look at how the program ends.
execute_process(COMMAND "${PROGRAM}" ${ARGUMENTS} OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
message("${said}")
if(REFUSES)
    if(result EQUAL 0)
        message(FATAL_ERROR "It succeeds.")
    endif()
elseif(NOT result EQUAL 0)
    message(FATAL_ERROR "It ends with ${result}.")
endif()
if(NOT said MATCHES "${SENTENCE}")
    message(FATAL_ERROR "It does not say: ${SENTENCE}")
endif()
