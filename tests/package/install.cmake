# Installs, moves what was installed, and compares it with the list of what a user should get.
file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}.first")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}.first" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${PREFIX}.first" "${PREFIX}")

file(GLOB_RECURSE expected RELATIVE "${SOURCE}" "${SOURCE}/include/lanewise/*.hpp" "${SOURCE}/include/lanewise/*.h")
list(APPEND expected
    share/cmake/lanewise/dynamic/c.cpp
    share/cmake/lanewise/dynamic/dynamic.cpp
    share/cmake/lanewise/dynamic/kernels.cpp
    share/cmake/lanewise/dynamic/kernels.hpp
    share/cmake/lanewise/lanewise-config.cmake
    share/cmake/lanewise/lanewise-config-version.cmake
    share/cmake/lanewise/lanewise-dynamic.cmake
    share/cmake/lanewise/lanewise-multiarch.cmake
    share/cmake/lanewise/lanewise-targets.cmake
    share/cmake/lanewise/lanewise-xsimd.cmake
    share/doc/lanewise/LICENSE
    share/pkgconfig/lanewise.pc
)
file(GLOB_RECURSE installed LIST_DIRECTORIES false RELATIVE "${PREFIX}" "${PREFIX}/*")
list(SORT expected)
list(SORT installed)
if(NOT installed STREQUAL expected)
    message(FATAL_ERROR "installed: ${installed}\nexpected: ${expected}")
endif()

foreach(file IN LISTS installed)
    file(READ "${PREFIX}/${file}" text)
    foreach(place "${SOURCE}" "${BUILD}" "${PREFIX}")
        string(FIND "${text}" "${place}" at)
        if(NOT at EQUAL -1)
            message(FATAL_ERROR "${file} remembers ${place}")
        endif()
    endforeach()
endforeach()
