# LANEWISE_NUMPY_PYTHON: a python3 that has NumPy. The first one on the PATH may be one without.
function(has_numpy result candidate)
    execute_process(COMMAND "${candidate}" -c "import numpy" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()
find_program(LANEWISE_NUMPY_PYTHON python3 VALIDATOR has_numpy)
mark_as_advanced(LANEWISE_NUMPY_PYTHON)
