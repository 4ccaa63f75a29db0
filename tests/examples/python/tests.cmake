# Tests of the Python module that package/dynamic builds, where the packages for them are found. `python_module` is what
# that project is told.
set(python_module "")
set(Python3_EXECUTABLE "${LANEWISE_NUMPY_PYTHON}")
set(Python3_FOUND FALSE) # the one that the single header needs has no NumPy
if(Python3_EXECUTABLE)
    find_package(Python3 3.11 QUIET COMPONENTS Interpreter Development.Module NumPy)
endif()
if(NOT Python3_FOUND)
    message(STATUS "No headers of Python 3.11 or newer, or no NumPy: lanewise for Python is not tested "
                   "(apt-get install python3-dev python3-numpy)")
    return()
endif()
set(python_module "-DPYTHON_MODULE=ON" "-DPython3_EXECUTABLE=${Python3_EXECUTABLE}")

function(add_python_test name)
    add_test(NAME examples/${name} COMMAND "${Python3_EXECUTABLE}" ${ARGN})
    set_tests_properties(
        examples/${name} PROPERTIES
        ENVIRONMENT "PYTHONPATH=${CMAKE_CURRENT_BINARY_DIR}/dynamic/python" FIXTURES_REQUIRED python_module
        LABELS compiles
    )
endfunction()
set(python_examples "${CMAKE_CURRENT_LIST_DIR}")
add_python_test(python "${python_examples}/check.py" ufuncs)

execute_process(
    COMMAND "${Python3_EXECUTABLE}" -c "import dask.array, distributed" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET
)
if(failed)
    message(STATUS "No Dask: lanewise is not tested on it (apt-get install python3-distributed)")
else()
    add_python_test(python_dask "${python_examples}/dask_stack.py" --small)
endif()
