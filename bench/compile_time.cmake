# What do the headers cost to compile at -O2, as a ratio to xsimd alone? The shortest of three times (one for all dtypes), and the
# size of the object.
function(measure what times)
    set(shortest 0)
    foreach(time RANGE 1 ${times})
        string(TIMESTAMP start "%s%f")
        execute_process(
            COMMAND "${COMPILER}" -std=c++20 -O2 -DWHAT=${what} ${INCLUDES} -c "${SOURCE}" -o "${OBJECT}"
            COMMAND_ERROR_IS_FATAL ANY
        )
        string(TIMESTAMP end "%s%f")
        math(EXPR microseconds "${end} - ${start}")
        if(time EQUAL 1 OR microseconds LESS shortest)
            set(shortest ${microseconds})
        endif()
    endforeach()
    file(SIZE "${OBJECT}" bytes)
    math(EXPR milliseconds "${shortest} / 1000")
    math(EXPR kilobytes "${bytes} / 1000")
    if(what STREQUAL XSIMD)
        set(xsimd ${shortest} PARENT_SCOPE)
        message("${what}: ${milliseconds} ms")
    else()
        math(EXPR whole "${shortest} / ${xsimd}")
        math(EXPR tenths "${shortest} * 10 / ${xsimd} % 10")
        message("${what}: ${milliseconds} ms, ${whole}.${tenths} times xsimd, an object of ${kilobytes} kB")
    endif()
endfunction()

measure(XSIMD 3)
measure(SUBTRACT 3)
measure(POW 3)
measure(DYNAMIC 1)
