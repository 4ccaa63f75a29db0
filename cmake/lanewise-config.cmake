cmake_policy(VERSION 3.23...3.25) # and not the caller's, which may be those of a CMake without IN_LIST

foreach(lanewise_component IN LISTS lanewise_FIND_COMPONENTS)
    if(lanewise_FIND_REQUIRED_${lanewise_component})
        set(lanewise_FOUND FALSE)
        set(lanewise_NOT_FOUND_MESSAGE
            "lanewise has no component '${lanewise_component}', nor any other: its one target is lanewise::lanewise.")
        return()
    endif()
endforeach()
unset(lanewise_component)

include("${CMAKE_CURRENT_LIST_DIR}/lanewise-xsimd.cmake")
if(NOT TARGET lanewise::xsimd)
    set(lanewise_FOUND FALSE)
    return()
endif()
include("${CMAKE_CURRENT_LIST_DIR}/lanewise-targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/lanewise-multiarch.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/lanewise-dynamic.cmake")
