# In the consumer's build folder: LANEWISE_ARCH changes what is picked and no result; C and Python call the library.
function(run arch cap)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env "LANEWISE_ARCH=${cap}" ./consumer
        OUTPUT_VARIABLE words OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY
    )
    message(STATUS "LANEWISE_ARCH=${cap}: ${words}")
    if(NOT words MATCHES "^([a-z0-9]+) ([0-9a-f]+)$")
        message(FATAL_ERROR "the consumer says: ${words}")
    endif()
    if(DEFINED checksum AND NOT CMAKE_MATCH_2 STREQUAL checksum)
        message(FATAL_ERROR "with LANEWISE_ARCH=${cap} the results differ")
    endif()
    set(checksum "${CMAKE_MATCH_2}" PARENT_SCOPE)
    set(${arch} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

run(free "")
if(NOT free STREQUAL "default") # x86-64
    run(low sse2)
    if(NOT low STREQUAL "sse2" OR NOT free MATCHES "^(sse2|avx2)$")
        message(FATAL_ERROR "picked ${free}, and held down to sse2 ${low}")
    endif()
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
    if(flags MATCHES " avx2 " AND flags MATCHES " fma " AND free STREQUAL "sse2")
        message(FATAL_ERROR "this processor has AVX2, which was not picked")
    endif()
endif()

execute_process(COMMAND ./c_consumer COMMAND_ERROR_IS_FATAL ANY)
file(GLOB library "${CMAKE_CURRENT_SOURCE_DIR}/libdynamic.*")
if(NOT library)
    message(FATAL_ERROR "there is no libdynamic.* in ${CMAKE_CURRENT_SOURCE_DIR}")
endif()
if(PYTHON)
    execute_process(
        COMMAND "${PYTHON}" "${CMAKE_CURRENT_LIST_DIR}/numpy_arrays.py" "${library}" COMMAND_ERROR_IS_FATAL ANY
    )
endif()

# What the library shows is its two interfaces.
if(NM AND library MATCHES "[.]so$")
    execute_process(
        COMMAND "${NM}" -D -C --defined-only "${library}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY
    )
    string(REGEX MATCHALL " [A-Za-z] lanewise[a-z_:]*" shown "${symbols}")
    list(SORT shown)
    set(expected " T lanewise::try_difference_square" " T lanewise::try_pow" " T lanewise::try_subtract"
                 " T lanewise_arch" " T lanewise_difference_square" " T lanewise_pow" " T lanewise_subtract")
    string(REGEX MATCHALL "[^\n]*lanewise[^\n]*" all_shown "${symbols}") # templates and type information, too
    list(LENGTH all_shown count)
    if(NOT shown STREQUAL expected OR NOT count EQUAL 7)
        message(FATAL_ERROR "the library shows ${all_shown}")
    endif()
endif()
